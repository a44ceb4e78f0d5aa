"""An analysis goes through the sets that count, evenly, once each, and can be stopped and gone on with."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.analysis import analyser
from arena.analysis.analyser import Task, analyse_ladder
from arena.analysis.set_split import can_be_split
from arena.ladder.stored import open_ladder
from tests.ladder.kit import SIX
from tests.report.kit import stored

Seen = list[int]
SETS = 16


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """The numbers k of the sets that were analysed, as they came: that costs nothing here."""
    numbers: Seen = []

    def note(task: Task) -> bytes:
        numbers.append(task[2].k)
        return b"done"

    monkeypatch.setattr(analyser, "_analyse", note)
    return numbers


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return stored(tmp_path, "ab", format={"kind": "round_robin", "sets_per_pairing": SETS})


def with_a_margin(folder: Path) -> set[int]:
    """The numbers of the sets that can be analysed: no match was forfeited."""
    with open_ladder(folder) as ladder:
        (pool,) = ladder.rules()
        return {result.k for result in ladder.counted_sets(pool.id) if can_be_split(pool, result)}


def test_the_most_widely_spaced_sets_come_first_and_forfeited_ones_never(folder: Path, seen: Seen) -> None:
    found = analyse_ladder(folder, workers=0)
    order = [1, 9, 5, 13, 3, 7, 11, 15, *range(2, SETS + 1, 2)]
    able = with_a_margin(folder)
    assert 0 < len(able) < SETS
    assert seen == [k for k in order if k in able]
    assert (found.done, found.left, found.interrupted) == (len(able), 0, False)


def test_what_is_analysed_is_not_analysed_again(folder: Path, seen: Seen) -> None:
    analyse_ladder(folder, workers=0)
    before = list(seen)
    assert analyse_ladder(folder, workers=0).done == 0
    assert seen == before


def test_it_stops_when_asked_and_goes_on_where_it_was(
    folder: Path, seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    note: Callable[[Task], bytes] = analyser._analyse  # type: ignore[assignment]  # that of the fixture

    def stop_after_three(task: Task) -> bytes:
        content = note(task)
        if len(seen) == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return content

    monkeypatch.setattr(analyser, "_analyse", stop_after_three)
    first = analyse_ladder(folder, workers=0)
    able = with_a_margin(folder)
    assert (first.interrupted, first.done, first.left) == (True, 3, len(able) - 3)
    second = analyse_ladder(folder, workers=0)
    assert (second.interrupted, second.done, second.left) == (False, len(able) - 3, 0)
    assert len(seen) == len(set(seen)) == len(able)


def test_sets_that_cannot_be_replayed_are_named_and_nothing_is_stored_of_them(folder: Path) -> None:
    found = analyse_ladder(folder, workers=0)
    assert len(found.unreadable) == len(with_a_margin(folder))  # their transcripts are made up
    assert (found.done, found.left) == (0, 0)
    with open_ladder(folder) as ladder:
        assert list(ladder.analysed_sets("bridgette")) == []


def test_sets_of_56_are_analysed_too(tmp_path: Path, seen: Seen) -> None:
    assert analyse_ladder(stored(tmp_path, "abc", sets=2, games=[SIX]), workers=0).done == len(seen) > 0
