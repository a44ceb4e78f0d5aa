"""Who sits where, and what seats are called."""

from pathlib import Path

import pytest

from arena.cli.table.labels import Labels
from arena.cli.table.line_up import line_up
from arena.errors import ArenaError
from arena.games import GAMES
from tests.cli.table.kit import RANDOM, as_object

BRIDGETTE, SIX = GAMES["bridgette"], GAMES["fiftysix"]
PLAIN, SIGNALS, BOLD = "bots/fiftysix_plain.py", "bots/fiftysix_signals.py", "bots/bridgette_bold.py"


def names(players: int, specs: list[str], you: int | None) -> list[str]:
    found = line_up(SIX, SIX.variant({"players": players}), specs, you, as_object)
    return [name.removeprefix("fiftysix_") for name in found.names]


def test_bots_take_the_sides_after_the_persons_and_the_last_fills_the_rest() -> None:
    assert names(4, [PLAIN], 0) == ["you", "plain", "plain", "plain"]
    assert names(6, [PLAIN, SIGNALS], 0) == ["you", "plain", "signals", "signals", "plain", "signals"]
    assert names(6, [PLAIN, SIGNALS, RANDOM], 0) == [
        "you", "plain", "signals", "random_legal", "plain", "signals"
    ]  # fmt: skip
    assert names(6, [PLAIN, SIGNALS, RANDOM], 5) == [
        "plain", "signals", "random_legal", "plain", "signals", "you"
    ]  # fmt: skip
    assert names(8, [], 7) == ["random_legal"] * 7 + ["you"]


def test_two_sides_take_two_bots() -> None:
    variant = SIX.variant({"players": 6, "teams": "two_sides"})
    found = line_up(SIX, variant, [PLAIN, SIGNALS], 2, as_object)
    assert found.names == (
        "fiftysix_signals", "fiftysix_plain", "you", "fiftysix_plain", "fiftysix_signals", "fiftysix_plain"
    )  # fmt: skip


def test_watched_bots_take_all_sides() -> None:
    assert names(6, [PLAIN, SIGNALS], None) == ["plain", "signals", "signals"] * 2
    assert line_up(BRIDGETTE, BRIDGETTE.variant({}), [BOLD], None, as_object).names == (
        "bridgette_bold",
        "bridgette_bold",
    )


def test_what_fills_in_is_said() -> None:
    found = line_up(SIX, SIX.variant({"players": 6}), [PLAIN, SIGNALS], 0, as_object)
    assert list(found.lines()) == [
        "seat 0: you, side 0",
        "seat 1: fiftysix_plain, side 1",
        "seat 2: fiftysix_signals, side 2",
        "seat 3: fiftysix_signals, your partner, fills in, as no more bots were named",
        "seat 4: fiftysix_plain, side 1",
        "seat 5: fiftysix_signals, side 2",
    ]
    assert list(line_up(BRIDGETTE, BRIDGETTE.variant({}), [], 1, as_object).lines()) == [
        "seat 0: random_legal, fills in, as no more bots were named",
        "seat 1: you",
    ]


@pytest.mark.parametrize(
    ("game", "specs", "you", "answer"),
    [
        (BRIDGETTE, [BOLD, BOLD], 0, "--against names 2 bots: at this table there is room for 1, one a side"),
        (BRIDGETTE, [BOLD] * 3, None, "room for 2"),
        (SIX, [PLAIN] * 3, 0, "room for 2"),
        (BRIDGETTE, [BOLD], 2, "--seat 2: expected 0 to 1, the seats of this table"),
        (SIX, [PLAIN], -1, "--seat -1: expected 0 to 3"),
        (BRIDGETTE, [PLAIN], 0, "bots/fiftysix_plain.py does not play bridgette; it plays fiftysix"),
        (BRIDGETTE, ["bots/bold.py"], 0, "bots/bold.py"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused(game: object, specs: list[str], you: int | None, answer: str) -> None:
    with pytest.raises(ArenaError, match=answer.replace("(", r"\(")):
        line_up(game, game.variant({}), specs, you, as_object)  # type: ignore[arg-type, attr-defined]


def test_away_from_the_bots_one_must_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        ArenaError, match=r"no bot is named, and bots/random_legal\.py is not here: name bots with"
    ):
        line_up(BRIDGETTE, BRIDGETTE.variant({}), [], 0, as_object)


def test_labels_tell_who_is_meant() -> None:
    two = ((0,), (1,))
    assert [Labels(("a", "b"), two, None).seat(seat) for seat in (0, 1)] == ["a", "b"]
    assert [Labels(("a", "a"), two, None).seat(seat) for seat in (0, 1)] == ["seat 0", "seat 1"]
    assert [Labels(("a", "you"), two, 1).side(side) for side in (0, 1)] == ["a", "you"]
    pairs = Labels(("a",) * 4, ((0, 2), (1, 3)), 1)
    assert [pairs.seat(seat) for seat in range(4)] == ["seat 0", "you", "seat 2", "partner 3"]
    assert [pairs.side(side) for side in (0, 1)] == ["side 0", "your side"]
