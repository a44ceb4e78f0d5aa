"""Ladders in stages: who goes on, what each stage has of those before, and where it ends."""

import tracemalloc
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from arena.ladder.entrants import Ladder
from arena.ladder.inbox import Inbox, Resume, Withdraw
from arena.ladder.pool_run import PoolRun
from arena.ladder.rehearsal import rehearse
from arena.ladder.results import Results
from arena.ladder.runner import Outcome, run_ladder
from arena.ladder.schedule import name_of
from arena.ladder.schema import StoreError
from arena.ladder.shortfall import shortfalls
from arena.ladder.stages import stage_results
from arena.ladder.states import State, entrant_states
from arena.ladder.stored import open_ladder
from arena.ladder.verification import Verification
from arena.records import SetResult, SetTask
from tests.ladder.kit import BRIDGETTE, SIX, contents, made_up, make_ladder, opened, played, submission
from tests.ladder.test_round_formats import by_name
from tests.ladder.test_runner import Shuffling, run_with

SWISS = {"kind": "swiss", "rounds": 4, "sets_per_pairing": 2}
ROBIN = {"kind": "round_robin", "sets_per_pairing": 3}
KNOCKOUT = {"kind": "knockout", "sets_per_tie": 4}
NOW = datetime(2026, 5, 1, 20, 0).astimezone()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "results"


def staged(folder: Path, *stages: dict[str, Any], entrants: str = "abcdefgh", **keys: Any) -> Ladder:
    return make_ladder(folder, entrants, format={"stages": list(stages)}, **keys)


def run(ladder: Ladder, folder: Path, workers: int = 0, max_sets: int | None = None) -> Outcome:
    return run_ladder(ladder, folder, workers, max_sets, quiet=True, play=by_name)


def names(keys: tuple[str, ...]) -> str:
    return "".join(map(name_of, keys))


class Clock:
    """Goes on by a minute for each set that is played."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now

    def play(self, task: SetTask) -> SetResult:
        self.now += timedelta(minutes=1)
        return by_name(task)


def test_those_who_came_first_go_on_in_their_order(tmp_path: Path, folder: Path) -> None:
    ladder = staged(tmp_path, ROBIN, ROBIN | {"top": 5}, KNOCKOUT | {"top": 3}, games=[BRIDGETTE, SIX])
    outcome = run(ladder, folder)
    assert outcome.complete
    assert outcome.reason == "the end of the schedule is reached"
    with open_ladder(folder) as stored:
        for pool in stored.rules():
            first, second, third = stage_results(stored, pool)
            assert names(stored.field(pool.id)) == "".join(second.went_on or ())[:3]
            assert [name_of(row.entrant) for row in first.rows][:5] == list(first.went_on or ())
            assert [name_of(row.entrant) for row in second.rows][:3] == list(second.went_on or ())
            assert third.went_on is None
            assert [len(stage.rows) for stage in (first, second, third)] == [8, 5, 3]
            rows = list(Results(stored).standings(pool.id))
            assert [row.stage for row in rows] == [3, 3, 3, 2, 2, 1, 1, 1]
            assert [row.rank for row in rows] == list(range(1, 9))
            assert [row.entrant for row in rows[5:]] == [row.entrant for row in first.rows[5:]]
            assert rows[7].sets < rows[0].sets
        assert list(Verification(stored).gaps()) == []


def test_every_stage_has_sets_and_deals_of_its_own(tmp_path: Path, folder: Path) -> None:
    run(staged(tmp_path, ROBIN, ROBIN | {"top": 4}, ROBIN | {"carry_over": "nothing"}), folder)
    with open_ladder(folder) as stored:
        results = list(stored.counted_sets("bridgette"))
        (pool,) = stored.rules()
        assert [stage.sets for stage in stage_results(stored, pool)] == [3 * 28, 3 * 6, 3 * 6]
        assert len({result.name for result in results}) == len(results)
        assert len({stored.seed(result) for result in results}) == len(results)
        again = [result.k for result in results if names(result.sides[0] + result.sides[1]) == "ab"]
        assert again == list(range(1, 10))


def test_what_is_carried_over_counts_and_else_a_stage_begins_anew(tmp_path: Path, folder: Path) -> None:
    second = ROBIN | {"top": 4}
    run(staged(tmp_path, ROBIN, second), folder)
    run(staged(tmp_path, ROBIN, second | {"carry_over": "nothing"}), tmp_path / "anew")
    with open_ladder(folder) as carried, open_ladder(tmp_path / "anew") as anew:
        assert list(carried.counted_sets("bridgette")) == list(anew.counted_sets("bridgette"))
        assert [row.sets for row in islice(Results(carried).standings(), 4)] == [3 * 7 + 3 * 3] * 4
        assert [row.sets for row in islice(Results(anew).standings(), 4)] == [3 * 3] * 4


def test_a_knockout_is_seeded_by_the_stage_before_also_if_nothing_is_carried_over(
    tmp_path: Path, folder: Path
) -> None:
    for rule in ("ratings", "nothing"):
        run(staged(tmp_path, ROBIN, KNOCKOUT | {"top": 4, "carry_over": rule}), folder / rule)
        with open_ladder(folder / rule) as stored:
            (pool,) = stored.rules()
            seeds = stage_results(stored, pool)[0].went_on or ()
            knockout = list(stored.prefix("bridgette", (2, 0)))
            semi_finals = {names(one.sides[0] + one.sides[1]) for one in knockout[:8]}
            assert semi_finals == {"".join(sorted(seeds[i] + seeds[3 - i])) for i in (0, 1)}


def test_a_stage_ends_by_its_hours_at_a_place_that_is_kept(tmp_path: Path, folder: Path) -> None:
    ladder = staged(tmp_path, {"kind": "swiss", "stop": {"hours": 0.5}}, KNOCKOUT | {"top": 4})
    clock = Clock()
    assert run_ladder(ladder, folder, 0, 12, True, clock.play, clock).sets == 12
    clock.now += timedelta(hours=10)  # when nothing is played
    assert run_ladder(ladder, folder, 0, None, True, clock.play, clock).complete
    equal = staged(tmp_path, {"kind": "swiss", "stop": {"sets": 30}}, KNOCKOUT | {"top": 4})
    run(equal, tmp_path / "counted")
    with open_ladder(folder) as stored, open_ladder(tmp_path / "counted") as counted:
        assert contents(stored) == contents(counted)
        assert [epoch.length for epoch in stored.epochs("bridgette")] == [30, None]


@pytest.mark.parametrize("seed", range(3))
def test_a_stage_that_has_ended_by_its_hours_is_played_to_there_by_the_next_run(
    seed: int, tmp_path: Path, folder: Path
) -> None:
    ladder = staged(tmp_path, {"kind": "swiss", "stop": {"hours": 0.5}}, KNOCKOUT | {"top": 4})
    with opened(folder, ladder) as store:
        clock = Clock()
        one = PoolRun(ladder, ladder.pools[0], store, clock)
        tasks = [task for _ in range(4) if (task := one.next())]
        store.add([played(task) for task in tasks[:seed]])
        clock.now += timedelta(hours=1)
        one.update()
        assert one.next() is None
        assert one.index == 4
    run_with(Shuffling(3, seed), ladder, folder)
    with open_ladder(folder) as stored:
        assert [epoch.length for epoch in stored.epochs("bridgette")] == [4, None]
        assert [placed.result is not None for placed in stored.prefix("bridgette")][:4] == [True] * 4
    equal = staged(tmp_path, {"kind": "swiss", "stop": {"sets": 4}}, KNOCKOUT | {"top": 4})
    run_with(Shuffling(), equal, tmp_path / "counted")
    with open_ladder(folder) as stored, open_ladder(tmp_path / "counted") as counted:
        assert contents(stored)["sets"] == contents(counted)["sets"]


def test_who_comes_or_comes_back_later_is_out_and_a_new_version_plays_on(tmp_path: Path, folder: Path) -> None:
    ladder = staged(tmp_path, ROBIN, ROBIN | {"top": 4}, entrants="abcdef")
    inbox = Inbox(folder)
    run(ladder, folder, max_sets=10)
    inbox.post(submission("A"))
    inbox.post(Withdraw("b"))
    run(ladder, folder, max_sets=45)
    with open_ladder(folder) as stored:
        assert stored.epochs("bridgette")[-1].stage == 2
        assert sorted(names(stored.field("bridgette"))) == list("Aacd")
    inbox.post(submission("B"))
    inbox.post(Resume("b"))
    inbox.post(submission("A", "v2"))
    assert run(ladder, folder).complete
    with open_ladder(folder) as stored:
        assert set(stored.field("bridgette")) >= {"A@v2"}
        assert sorted(names(stored.field("bridgette"))) == list("Aacd")
        states = {one.entrant.key: one.state for one in entrant_states(stored)}
        assert {key: states[key] for key in ("A@v1", "A@v2", "B@v1")} == {
            "A@v1": State.REPLACED,
            "A@v2": State.IN,
            "B@v1": State.OUT,
        }
        assert {name_of(key) for key, state in states.items() if state is State.OUT} == {"B", "b", "e", "f"}
        assert list(Verification(stored).gaps()) == []


def test_who_has_left_by_the_end_of_a_stage_takes_no_place_in_the_next(tmp_path: Path, folder: Path) -> None:
    ladder = staged(tmp_path, ROBIN, KNOCKOUT | {"top": 4})
    run(ladder, folder, max_sets=60)
    Inbox(folder).post(Withdraw("a"))
    run(ladder, folder)
    with open_ladder(folder) as stored:
        assert names(stored.field("bridgette")) == "bcde"


def test_a_set_that_could_not_be_played_holds_up_the_next_stage(tmp_path: Path, folder: Path) -> None:
    ladder = staged(tmp_path, ROBIN, ROBIN | {"top": 4})
    with opened(tmp_path / "first", ladder) as store:
        task = PoolRun(ladder, ladder.pools[0], store).next()
    assert task is not None
    outcome = run_with(Shuffling(4, 1, {task.name: 3}), ladder, folder)
    assert (outcome.complete, outcome.sets) == (False, 3 * 28 - 1)
    assert outcome.reason == "1 set could not be played; what comes next depends on that"
    assert run_with(Shuffling(), ladder, folder).complete
    run_with(Shuffling(), ladder, tmp_path / "sound")
    with open_ladder(folder) as stored, open_ladder(tmp_path / "sound") as sound:
        assert contents(stored)["sets"] == contents(sound)["sets"]


def test_a_stop_of_the_ladder_ends_it_in_any_stage(tmp_path: Path, folder: Path) -> None:
    stages = [ROBIN, ROBIN | {"top": 4}]
    for stop, reached in ((50, 1), (84, 1), (90, 2)):
        assert run(staged(tmp_path, *stages, stop={"sets": stop}), folder).complete
        with open_ladder(folder) as stored:
            assert stored.finished("bridgette") == stop
            assert stored.epochs("bridgette")[-1].stage == reached
    assert run(staged(tmp_path, *stages), folder).complete


def test_fewer_stages_than_have_begun_are_refused(tmp_path: Path, folder: Path) -> None:
    run(staged(tmp_path, ROBIN, ROBIN | {"top": 4}), folder)
    with pytest.raises(StoreError, match="format: pool bridgette is in stage 2 there, of 1 in the config"):
        opened(folder, make_ladder(tmp_path, "abcdefgh"))


def test_verify_finds_who_reached_a_stage_without_coming_first(tmp_path: Path, folder: Path) -> None:
    run(staged(tmp_path, ROBIN, ROBIN | {"top": 4}), folder)
    with open_ladder(folder) as stored:
        assert [one for one in Verification(stored).findings() if "stage" in one.name] == []
        reached = stored.events.fields("bridgette")[1].qualified
        assert reached is not None
    ladder = staged(tmp_path, ROBIN, ROBIN | {"top": 4})
    with opened(folder, ladder) as store:
        one, two, *_ = reached.names
        store._db.execute(
            "UPDATE events SET detail = replace(detail, ?, ?)", (f'["{one}","{two}"', f'["{two}","{one}"')
        )
    with open_ladder(folder) as stored:
        (finding,) = [one for one in Verification(stored).findings() if "stage" in one.name]
    assert str(finding).startswith("stage 2 of pool bridgette: those who are stored as having reached it did not")


def test_a_rehearsal_tells_what_is_foreseen_of_each_stage(tmp_path: Path, folder: Path) -> None:
    stages = [ROBIN, {"kind": "swiss", "top": 5, "rounds": 4, "stop": {"sets": 7}}, KNOCKOUT | {"top": 4}]
    ladder = staged(tmp_path, *stages)
    (estimate,) = rehearse(ladder, made_up, None, [])
    assert [(one.kind, one.entrants, one.pairings, one.sets) for one in estimate.stages] == [
        ("round_robin", 8, 28, 84),
        ("swiss", 5, 2, 7),
        ("knockout", 4, 12, 12),
    ]
    assert estimate.sets == 84 + 7 + 12
    run(ladder, folder, max_sets=90)
    with open_ladder(folder) as stored:
        (later,) = rehearse(ladder, made_up, stored, [])
    assert [one.number for one in later.stages] == [2, 3]
    assert (later.sets, later.left) == (103, 13)


def test_planning_stages_of_twenty_million_sets_takes_no_memory(tmp_path: Path) -> None:
    stages = [
        {"kind": "swiss", "rounds": 5_000_000},
        {"kind": "gauntlet", "challengers": list("ab"), "sets_per_pairing": 2_000_000},
        {"kind": "round_robin", "top": 4, "sets_per_pairing": 4_000_000},
        {"kind": "adaptive", "stop": {"sets": 20_000_000}},
        {"kind": "knockout", "top": 4, "sets_per_tie": 7_000_000},
    ]
    ladder = staged(tmp_path, *stages)
    rehearse(ladder, made_up, None, [])
    tracemalloc.start()
    (estimate,) = rehearse(ladder, made_up, None, [])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [one.sets for one in estimate.stages] == [20_000_000, 24_000_000, 24_000_000, 20_000_000, 21_000_000]
    assert peak < 2_000_000


def test_a_stage_whose_end_is_open_leaves_the_size_open(tmp_path: Path) -> None:
    ladder = staged(tmp_path, {"kind": "swiss", "stop": {"hours": 3}}, KNOCKOUT | {"top": 4, "lives": 2})
    (estimate,) = rehearse(ladder, made_up, None, [])
    assert [(one.sets, one.hours) for one in estimate.stages] == [(None, 3), (None, None)]
    assert estimate.sets is None


def test_a_stage_that_stops_before_one_round_of_it_is_told_of(tmp_path: Path, folder: Path) -> None:
    ladder = staged(tmp_path, SWISS | {"stop": {"sets": 3}}, KNOCKOUT | {"top": 4})
    with opened(folder, ladder) as store:
        (line,) = shortfalls(ladder, store, 1, None)
    assert line.startswith("bridgette: stage 1 ends by its stop before one round of 8 sets is played, so not ")
