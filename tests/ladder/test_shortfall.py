"""What is told at the start of a run that cannot play one cycle."""

from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from arena.ladder.deadline import Deadline
from arena.ladder.executors.base import Played
from arena.ladder.runner import LOG_FILE, run_ladder
from arena.ladder.shortfall import shortfalls
from tests.ladder.kit import BRIDGETTE, SIX, made_up, make_ladder, missing, opened

NOW = datetime(2026, 5, 1, 23, 0).astimezone()
LONG = {"kind": "round_robin", "sets_per_pairing": 1000}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "results"


def told(tmp_path: Path, folder: Path, sets_before: int = 0, minutes: float = 0, **keys: Any) -> list[str]:
    """The lines, once so many sets of ten minutes each have been played; `minutes` are left (0: no deadline)."""
    ladder = make_ladder(tmp_path, "abcd", **keys)
    deadline = Deadline("stop.hours 1", NOW + timedelta(minutes=minutes), lambda: NOW) if minutes else None
    with opened(folder, ladder) as store:
        store.add([Played(task, made_up(task), 600, 0) for task in islice(missing(store, ladder), sets_before)])
        return shortfalls(ladder, store, 2, deadline)


@pytest.mark.parametrize(
    ("stop", "lines"),
    [
        (
            {"sets": 5},
            [
                (
                    "bridgette: stop.sets 5 ends it before one cycle of its 6 pairings is played, so not "
                    "everybody will have met everybody it should"
                )
            ],
        ),
        (
            {"matches": 11},
            [
                (
                    "bridgette: stop.matches 11 ends it before one cycle of its 6 pairings is played, so not "
                    "everybody will have met everybody it should"
                )
            ],
        ),
        ({"sets": 6}, []),
        ({"matches": 12}, []),
        ({}, []),
    ],
)
def test_a_stop_before_the_end_of_a_cycle_is_told(
    stop: dict[str, int], lines: list[str], tmp_path: Path, folder: Path
) -> None:
    assert told(tmp_path, folder, stop=stop) == lines


def test_it_is_told_of_each_pool(tmp_path: Path, folder: Path) -> None:
    (line,) = told(tmp_path, folder, games=[BRIDGETTE, SIX], stop={"sets": 5})  # six has four groups of three
    assert line.startswith("bridgette: ")
    assert len(told(tmp_path, folder, games=[BRIDGETTE, SIX], stop={"sets": 3})) == 2


def test_too_little_time_is_told_once_it_is_known_how_long_sets_take(tmp_path: Path, folder: Path) -> None:
    assert told(tmp_path, folder, minutes=1, format=LONG) == []
    assert told(tmp_path, folder, 2, minutes=30, format=LONG) == []
    (line,) = told(tmp_path, folder, minutes=29, format=LONG)
    assert line == "stop.hours 1 is in 0:29:00; one cycle of 6 sets takes about 0:30:00, as sets went so far"


def test_what_is_left_of_the_last_cycle_may_be_less(tmp_path: Path, folder: Path) -> None:
    assert told(tmp_path, folder, 5, minutes=5, stop={"sets": 6}) == []
    assert told(tmp_path, folder, minutes=4, stop={"sets": 6}) != []


def test_a_run_says_so_on_the_screen_and_in_the_log(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ladder = make_ladder(tmp_path, "abcd", stop={"sets": 5})
    run_ladder(ladder, folder, play=made_up)
    said = "stop.sets 5 ends it before one cycle"
    assert said in capsys.readouterr().err.splitlines()[0]
    assert said in (folder / LOG_FILE).read_text()
    run_ladder(ladder, folder, quiet=True, play=made_up)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("form", "line"),
    [
        (
            {"kind": "knockout", "sets_per_tie": 2},
            "the 6 sets of its ties are played, so it will have no champion",
        ),
        (
            {"kind": "swiss", "sets_per_pairing": 2},
            "one round of 4 sets is played, so not everybody will have played",
        ),
        ({"kind": "adaptive"}, "one round of 100 sets is played, so results will decide about no pairing"),
    ],
)
def test_a_stop_before_what_a_format_is_for_is_told(
    form: dict[str, Any], line: str, tmp_path: Path, folder: Path
) -> None:
    told_of = told(tmp_path, folder, format=form, stop={"sets": 3})
    assert told_of == [f"bridgette: stop.sets 3 ends it before {line}"]
