"""The arena as a notebook uses it."""

from pathlib import Path
from typing import Any

import pytest

import arena
from arena.bots import BridgetteBot
from arena.errors import ArenaError

RANDOM = Path(__file__).parents[1] / "bots" / "random_legal.py"


class First(BridgetteBot):
    """A bot defined where it is used."""

    def act(self, view: Any) -> object:
        return view.legal[0]


def test_bots_play_and_the_results_are_plain_records() -> None:
    results = arena.play(RANDOM, First, game="bridgette", sets=3, seed="x")
    first, second = results.standings()
    assert {first.name, second.name} == {"random_legal", "First"}
    assert first.sets == 3
    assert len(list(results.sets())) == 3 * 2
    assert len(list(results.matches())) == 3 * 2 * 2
    deals = list(results.deals())
    assert {row.side for row in deals} == {0, 1}
    assert sum(row.gain or 0 for row in deals) == sum(row.score for row in results.matches())
    assert {row.entrant.partition("@")[0] for row in results.decisions()} == {"random_legal", "First"}
    assert {record["termination"] for record in results.match_records()} == {"played_out"}


def test_the_same_seed_gives_the_same_results_and_another_one_others() -> None:
    def played(seed: str) -> list[Any]:
        return list(arena.play(RANDOM, First, game="bridgette", sets=2, seed=seed).decisions())

    assert played("x") == played("x")
    assert played("x") != played("y")


def test_a_bot_against_itself_draws_every_set() -> None:
    results = arena.play(RANDOM, RANDOM, game="bridgette", sets=4, seed="x")
    assert {row.outcome for row in results.sets()} == {"drawn"}
    assert [row.name for row in results.standings()] == ["random_legal", "random_legal 2"]


def test_noise_makes_versions_of_a_bot_that_play_otherwise() -> None:
    def played(*noise: float) -> tuple[list[str], list[str | None]]:
        results = arena.play(First, First, game="bridgette", sets=1, seed="x", noise=noise)
        return sorted(row.version for row in results.standings()), [row.contract for row in results.deals()]

    (one, two), same = played()
    assert one == two
    assert played(0, 0.0) == ([one, two], same)
    noisy, contracts = played(0, 0.5)
    assert set(noisy) > {one}
    assert contracts != same


@pytest.mark.parametrize(
    ("noise", "message"),
    [
        ((0.1,), "noise: expected a number for each of the 2 bots, got (0.1,)"),
        (0.1, "noise: expected a number for each of the 2 bots, got 0.1"),
        ((0.1, 2), "noise: expected numbers from 0 to 1, got 2"),
        ((0.1, float("nan")), "noise: expected numbers from 0 to 1, got nan"),
        ((0.1, "0.2"), "noise: expected numbers from 0 to 1, got '0.2'"),
        ((0.1, True), "noise: expected numbers from 0 to 1, got True"),
    ],
)
def test_noise_that_is_none_is_refused(noise: Any, message: str) -> None:
    with pytest.raises(ArenaError) as caught:
        arena.play(First, First, game="bridgette", sets=1, seed="x", noise=noise)
    assert str(caught.value) == message


def test_56_with_three_teams_takes_three_bots() -> None:
    variant = {"players": 6, "tables": 2}
    results = arena.play(RANDOM, RANDOM, RANDOM, game="fiftysix", sets=1, seed="x", variant=variant)
    assert len(list(results.matches())) == 3 * 3
    with pytest.raises(ArenaError, match="a match has 3 sides"):
        arena.play(RANDOM, RANDOM, game="fiftysix", sets=1, seed="x", variant=variant)


def test_rows_become_a_data_frame() -> None:
    results = arena.play(RANDOM, RANDOM, game="bridgette", sets=2, seed="x")
    frame = results.deals().to_pandas()
    assert list(frame.columns) == list(results.deals().columns)
    assert len(frame) == len(list(results.deals()))
    assert results.standings().to_pandas()["sets"].tolist() == [2, 2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "bridgete"}, "did you mean 'bridgette'"),
        ({"game": "fiftysix"}, "First does not play fiftysix"),
        ({"game": ["bridgette"]}, "no game \\['bridgette'\\]"),
        ({"sets": 0}, "sets: expected a whole number of at least 1, got 0"),
        ({"sets": "1"}, "sets: expected a whole number of at least 1, got '1'"),
        ({"sets": 1.0}, "sets: expected a whole number"),
        ({"sets": True}, "sets: expected a whole number"),
        ({"seed": 5}, "seed: expected a text, such as '5', got 5"),
        ({"seed": None}, "seed: expected a text"),
        ({"seed": ""}, "seed '': expected a text of one line"),
        ({"variant": {"passed_out": "never"}}, "passed_out"),
        ({"variant": {5: 6}}, "variant: expected rule options"),
        ({"variant": "redeal"}, "variant: expected rule options"),
    ],
)
def test_what_cannot_be_played_is_said(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        arena.play(First, First, **({"game": "bridgette", "sets": 1, "seed": "x"} | arguments))


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (int, "expected a bot: a subclass of Bot"),
        (5, "expected a bot: a subclass of Bot"),
        (None, "expected a bot"),
        (object(), "expected a bot"),
        (BridgetteBot, "BridgetteBot"),
        ("bots/nowhere.py", "no bot file"),
        (First.__new__(First), "give First itself"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_what_is_no_bot_is_refused(bot: Any, message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        arena.play(First, bot, game="bridgette", sets=1, seed="x")


def test_a_file_whose_name_cannot_be_an_entrants_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a+b.py").write_text(RANDOM.read_text())
    with pytest.raises(ArenaError, match=r"name 'a\+b': expected a name of at most 64 characters"):
        arena.play(First, tmp_path / "a+b.py", game="bridgette", sets=1, seed="x")


def test_results_are_found_by_a_path_too_and_by_nothing_else(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="no such ladder"):
        arena.open(tmp_path / "nowhere")
    with pytest.raises(ArenaError, match="expected a ladder's folder, config or name, got 5"):
        arena.open(5)  # type: ignore[arg-type]


def test_results_tell_what_they_hold_and_how_to_look_at_it() -> None:
    results = arena.play(RANDOM, First, game="bridgette", sets=1, seed="x")
    shown = repr(results)
    assert shown.splitlines()[:2] == [
        "Results of played",
        "  pool bridgette: bridgette (passed_out count), 2 entrants",
    ]
    for table in ("standings", "sets", "matches", "deals", "decisions"):
        assert f".{table}()" in shown
        assert list(getattr(results, table)())
    for unknown in ("nowhere", 5):
        with pytest.raises(ArenaError, match=r"no pool .*; this ladder has: bridgette"):
            list(results.sets(unknown))  # type: ignore[arg-type]


def test_the_package_offers_nothing_else() -> None:
    with pytest.raises(AttributeError, match="no attribute 'ply'"):
        _ = arena.ply  # type: ignore[attr-defined]


def test_a_position_is_solved() -> None:
    solution = arena.solve("bridgette; trump NT; leader 0; hand 0: SA C2; hand 1: H2 C3; ban S")
    assert {str(card): tricks for card, tricks in solution.cards.items()} == {"C2": 0}
