from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.errors import ArenaError
from arena.games import GAMES
from arena.ladder.comparison import PLAYED, ROLE, Comparison, DuelJudge, make_comparison
from arena.ladder.contenders import find_contender, numbered
from arena.ladder.entrants import Entrant
from arena.ladder.events import Roster, epochs_of
from arena.ladder.field import field_of
from arena.ladder.formats import Epoch
from arena.ladder.names import check_ladder_name
from arena.ladder.runner import Outcome, run_ladder
from arena.ladder.schedule import schedule
from arena.ladder.stored import open_ladder
from arena.records import SetResult, SetTask
from arena.stats.duel import Duel
from arena.stats.sequential import SequentialTest, Verdict
from tests.ladder.kit import made_up

BOLD, STEADY, RANDOM = "bots/bridgette_bold.py", "bots/bridgette_steady.py", "bots/random_legal.py"
SEED = "0123456789abcdef0123456789abcdef"
TEST = SequentialTest(0.5, 0.7)


@cache
def contender(text: str) -> Entrant:
    return find_contender(text, None)


def comparison(
    a: str = BOLD,
    b: str = STEADY,
    against: Sequence[str] = (),
    game: str = "bridgette",
    sets: int = 500,
    test: SequentialTest | None = TEST,
    seed: str | None = SEED,
    **variant: Any,
) -> Comparison:
    one, other = contender(a), contender(b)
    field = numbered(map(contender, against))
    return make_comparison(game, GAMES[game].variant(variant), one, other, field, sets, test, seed)


def tasks(one: Comparison) -> Iterator[SetTask]:
    """The schedule as the store would have it."""
    (pool,) = one.ladder.pools
    field = field_of(one.ladder, pool, Roster(), {})
    return schedule(pool.id, pool.sides, epochs_of([field]), SEED)


def unequal(task: SetTask) -> SetResult:
    """A set in which the bold bot does better than another, mostly."""
    result = made_up(task)
    matches = []
    for match in result.matches:
        luck = match.transcript[0] % 10
        scores = [
            match.scores[t] + 40 * luck
            if task.sides[side][0].endswith(contender(BOLD).version)
            else match.scores[t] + 120
            for t, side in enumerate(match.order)
        ]
        places = tuple(1 + sum(other > own for other in scores) for own in scores)
        matches.append(msgspec.structs.replace(match, scores=tuple(scores), places=places))
    return msgspec.structs.replace(result, matches=tuple(matches))


def run(one: Comparison, folder: Path, workers: int = 0, max_sets: int | None = None) -> Outcome:
    return run_ladder(one.ladder, folder, workers, max_sets, quiet=True, play=unequal)


def came_to(one: Comparison, folder: Path) -> tuple[object, ...]:
    """The verdict, where it fell, and the sets it rests on."""
    with open_ladder(folder) as stored:
        return (stored.ruling(one.pool.id), *stored.counted_sets(one.pool.id))


# Who meets whom


def test_without_a_field_the_two_meet_each_other() -> None:
    one = comparison()
    assert {task.sides for task in islice(tasks(one), 5)} == {((one.a,), (one.b,))}
    assert (one.a, one.b) == (contender(BOLD).key, contender(STEADY).key)


@pytest.mark.parametrize(
    ("against", "game", "variant", "cards"),
    [
        ([RANDOM], "bridgette", {}, 1),
        ([RANDOM, BOLD, STEADY], "bridgette", {}, 3),
        (["bots/fiftysix_plain.py", RANDOM, RANDOM], "fiftysix", {"players": 6}, 3),
    ],
)
def test_against_a_field_both_meet_the_same_opponents_on_the_same_cards(
    against: list[str], game: str, variant: dict[str, Any], cards: int
) -> None:
    a, b = ("bots/fiftysix_signals.py", "bots/fiftysix_plain.py") if game == "fiftysix" else (BOLD, STEADY)
    one = comparison(a, b, against, game, **variant)
    cycle: dict[str, dict[object, str]] = {one.a: {}, one.b: {}}
    for task in islice(tasks(one), 6 * cards):
        ((who,),) = [side for side in task.sides if side[0] in cycle]
        cycle[who][frozenset(task.sides) - {(who,)}, task.k] = task.seed
    assert len(cycle[one.a]) == 3 * cards
    assert cycle[one.a] == cycle[one.b]
    assert len(set(cycle[one.a].values())) == 3 * cards


def test_the_cards_are_those_whoever_else_is_compared() -> None:
    """Seeds come from names, and A and B have none of their own."""
    first = {task.seed for task in islice(tasks(comparison(BOLD, STEADY, [RANDOM])), 20)}
    second = {task.seed for task in islice(tasks(comparison(STEADY, "bots/random_legal.py", [RANDOM])), 20)}
    assert first == second


def test_two_versions_of_a_bot_are_told_apart_and_so_are_twins(tmp_path: Path) -> None:
    (tmp_path / "bridgette_bold.py").write_text(Path(BOLD).read_text() + "# another version\n")
    versions = comparison(str(tmp_path / "bridgette_bold.py"), BOLD)
    assert [entrant.name for entrant in versions.pool.entrants] == ["bridgette_bold"] * 2
    twins = comparison(BOLD, BOLD)
    assert [entrant.name for entrant in twins.pool.entrants] == ["bridgette_bold", "bridgette_bold 2"]
    for one in (versions, twins):
        assert one.a != one.b
        assert next(tasks(one)).sides == tuple(sorted(((one.a,), (one.b,))))


def test_a_rival_of_the_contenders_name_gets_another(tmp_path: Path) -> None:
    rival = tmp_path / f"{ROLE}.py"
    rival.write_text(Path(RANDOM).read_text())
    assert [entrant.name for entrant in comparison(against=[str(rival)]).pool.entrants] == [
        ROLE,
        ROLE,
        f"{ROLE} 2",
    ]


def test_the_folders_name_stands_for_bots_and_rules_not_for_the_question() -> None:
    name = comparison().ladder.name
    assert name.startswith("bridgette_bold-bridgette_steady-")
    assert comparison(sets=9, test=None, seed=None).ladder.name == name
    others = [
        comparison(STEADY, BOLD),
        comparison(against=[RANDOM]),
        comparison(passed_out="redeal"),
        comparison(BOLD, RANDOM),
    ]
    assert len({name, *(other.ladder.name for other in others)}) == 5


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"a": RANDOM, "b": RANDOM, "against": [BOLD]}, "A and B are the same bot, by files and options"),
        (
            {"a": RANDOM, "b": RANDOM, "game": "fiftysix", "players": 8},
            "a match of this variant has 4 sides: name with",
        ),
        (
            {
                "a": RANDOM,
                "b": "bots/fiftysix_plain.py",
                "game": "fiftysix",
                "players": 8,
                "against": [RANDOM] * 2,
            },
            "has 4 sides: --against needs 3 bots, got 2",
        ),
        ({"seed": "short"}, "--seed: so short that a bot could find it by trying"),
    ],
)
def test_what_cannot_be_compared_is_refused(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        comparison(**asked)


# What it comes to


@pytest.mark.parametrize("against", [(), (RANDOM, BOLD)])
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_verdict_and_the_sets_it_rests_on_are_those_of_one_process(
    workers: int, against: Sequence[str], tmp_path: Path
) -> None:
    one = comparison(against=against)
    run(one, tmp_path / "serial")
    expected = came_to(one, tmp_path / "serial")
    assert getattr(expected[0], "answer", None) in (Verdict.BETTER, Verdict.NOT_BETTER)
    run(one, tmp_path / "workers", workers, max_sets=7)
    run(one, tmp_path / "workers", workers)
    assert came_to(one, tmp_path / "workers") == expected


def test_the_verdict_falls_at_the_first_set_at_which_the_ratio_is_beyond_a_bound(tmp_path: Path) -> None:
    one = comparison()
    run(one, tmp_path / "out")
    ruling, *sets = came_to(one, tmp_path / "out")
    duel, ratios = Duel(one.a, one.b), []
    for result in sets:
        assert isinstance(result, SetResult)
        duel.add(result)
        ratios.append(TEST.llr(duel.scores))
    assert ratios[-1] >= TEST.upper
    assert all(TEST.lower < ratio < TEST.upper for ratio in ratios[:-1])
    assert getattr(ruling, "sets", None) == len(sets)


@pytest.mark.parametrize("against", [(), (RANDOM, BOLD, STEADY)])
def test_a_fixed_number_of_sets_is_played_of_each(against: Sequence[str], tmp_path: Path) -> None:
    one = comparison(against=against, sets=10, test=None)
    outcome = run(one, tmp_path / "out")
    ruling, *sets = came_to(one, tmp_path / "out")
    duel = Duel(one.a, one.b)
    for result in sets:
        assert isinstance(result, SetResult)
        duel.add(result)
    assert (duel.sets, getattr(ruling, "answer", None), outcome.complete) == (10, PLAYED, True)


def test_more_can_be_asked_of_the_same_folder(tmp_path: Path) -> None:
    """The sets that are there count for the next question too."""
    assert run(comparison(sets=4, test=None), tmp_path / "out").sets == 4
    assert run(comparison(sets=6, test=None), tmp_path / "out").sets == 2
    assert run(comparison(sets=5, test=None), tmp_path / "out").sets == 0
    one = comparison(sets=3)
    assert run(one, tmp_path / "out").sets == 0
    ruling, *sets = came_to(one, tmp_path / "out")
    assert (getattr(ruling, "answer", None), len(sets)) == (Verdict.UNDECIDED, 3)


def test_the_judge_tells_ratio_and_bounds_or_the_share() -> None:
    one = comparison()
    task = next(tasks(one))
    epoch = Epoch(1, one.pool.keys, (), {"kind": "round_robin"}, None)
    judge, counter = (DuelJudge(one.a, one.b, 2, test) for test in (TEST, None))
    assert judge.text() == "LLR 0.00 (-2.94 to 2.94) after 0 sets"
    assert counter.text() == "after 0 sets"
    result = unequal(task)
    judge.add(result, epoch)
    counter.add(result, epoch)
    assert judge.text().endswith(" (-2.94 to 2.94) after 1 set")
    assert counter.text().startswith("share ")


def test_no_bot_is_ever_suspended_in_a_comparison() -> None:
    """One that always fails loses its sets, and that is the answer."""
    assert comparison().ladder.config.on_fault.max_fault_rate == 1


def test_authors_do_not_keep_a_field_apart() -> None:
    a, b = (contender(f"bots/fiftysix_{name}.py") for name in ("plain", "signals"))
    field = [replace(rival, author="same") for rival in numbered([contender(RANDOM)] * 2)]
    one = make_comparison("fiftysix", GAMES["fiftysix"].variant({"players": 6}), a, b, field, 5, None, SEED)
    assert len(next(tasks(one)).sides) == 3


def test_no_ladder_takes_the_folder_of_the_comparisons() -> None:
    with pytest.raises(ValueError, match="results/compare is for the matches of `arena compare`"):
        check_ladder_name("compare")
