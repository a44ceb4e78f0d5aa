import io
import re
from pathlib import Path

import pytest

from arena.ladder.cores import physical_cores
from arena.ladder.leaders import Leaders
from arena.ladder.progress import Progress
from arena.stats.ratings import RatingTable
from tests.ladder.kit import BRIDGETTE, SIX, make_ladder, missing, opened, played


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    """Stands in for `time` in the module under test."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("arena.ladder.progress.time", clock)
    return clock


def test_without_a_terminal_a_line_comes_soon_then_at_most_every_ten_seconds_and_at_the_end(clock: Clock) -> None:
    out = io.StringIO()
    with Progress(1000, 5000, stream=out) as progress:
        for _ in range(10):
            clock.now += 2.5
            progress.update(100, 1, "leader bold")
    assert out.getvalue().splitlines() == [
        "1,200 of 5,000 matches, 40/s, 01:35 left, 2 faults, leader bold",
        "1,600 of 5,000 matches, 40/s, 01:25 left, 6 faults, leader bold",
        "2,000 of 5,000 matches, 40/s, 01:15 left, 10 faults, leader bold",
    ]


def test_a_run_without_results_ends_without_a_line() -> None:
    out = io.StringIO()
    with Progress(10, 10, stream=out):
        pass
    assert out.getvalue() == ""


@pytest.mark.parametrize("seconds", [1, 10, 25])
def test_no_line_is_ever_printed_twice(clock: Clock, seconds: int) -> None:
    """Whenever it ends: with results since the last line, or right after it."""
    for updates in range(1, 8):
        out = io.StringIO()
        with Progress(0, 1000, stream=out) as progress:
            for _ in range(updates):
                clock.now += seconds
                progress.update(10, 0, "bold")
        done = [line.split()[0] for line in out.getvalue().splitlines()]
        assert len(set(done)) == len(done)
        assert done[-1] == str(10 * updates)


def test_on_a_terminal_a_bar_tells_all_of_it() -> None:
    out = Terminal()
    with Progress(100, 4000, stream=out) as progress:
        progress.update(300, 1, "leader bridgette bold, six plain")
    last = out.getvalue().replace("\r", "\n").strip().splitlines()[-1]
    assert last.startswith("400/4,000 matches |")
    assert re.search(r"\d matches/s, \d\d:\d\d left, 1 fault, leader bridgette bold, six plain$", last)


@pytest.mark.parametrize("stream", [io.StringIO, Terminal])
def test_quiet_shows_nothing(stream: type[io.StringIO]) -> None:
    out = stream()
    with Progress(0, 10, quiet=True, stream=out) as progress:
        progress.update(10, 0, "a")
    assert out.getvalue() == ""


def test_leaders_are_those_of_the_finished_prefix_whatever_came_in_first(tmp_path: Path) -> None:
    ladder = make_ladder(tmp_path, games=[BRIDGETTE, SIX])
    with opened(tmp_path / "results", ladder) as store:
        leaders = Leaders(store, ladder)
        assert leaders.text() == ""
        bridgette, six = (list(missing(store, ladder, pool)) for pool in (0, 1))
        store.add([played(task) for task in (*bridgette[1:], *six[:2])])
        leaders.update()
        assert leaders.text().startswith("six ")
        store.add([played(bridgette[0])])
        leaders.update()
        table = RatingTable()
        for result in store.counted_sets("bridgette"):
            table.update(result)
        best = str(table.leader()).partition("@")[0]
        assert leaders.text().startswith(f"bridgette {best}, six ")


def test_leaders_catch_up_with_a_long_ladder_in_small_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.ladder.leaders.MOST_SETS", 5)
    ladder = make_ladder(tmp_path)
    with opened(tmp_path / "results", ladder) as store:
        store.add([played(task) for task in missing(store, ladder)])
        folded: list[str] = []
        monkeypatch.setattr(RatingTable, "update", lambda self, result: folded.append(result.name))
        leaders = Leaders(store, ladder)
        for so_far in (5, 10, 12, 12):
            leaders.update()
            assert folded == [result.name for result in store.counted_sets("bridgette")][:so_far]


CPUINFO = """processor\t: {0}
physical id\t: 0
core id\t\t: {1}
cpu cores\t: 2
"""


def test_two_threads_of_a_core_count_once_and_only_allowed_ones_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cpuinfo"
    path.write_text("\n".join(CPUINFO.format(n, core) for n, core in enumerate([0, 1, 0, 1, 2])))
    for allowed, cores in [({0, 1, 2, 3, 4}, 3), ({0, 2}, 1), ({1, 2, 3}, 2)]:
        monkeypatch.setattr("os.sched_getaffinity", lambda _, allowed=allowed: allowed)
        assert physical_cores(path) == cores
        assert physical_cores(tmp_path / "missing") == len(allowed)


def test_processors_without_core_numbers_count_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cpuinfo"
    path.write_text("processor\t: 0\nBogoMIPS\t: 50\n\nprocessor\t: 1\nBogoMIPS\t: 50\n\nmodel name\t: x\n")
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1})
    assert physical_cores(path) == 2


def test_without_an_end_nothing_is_said_to_be_left(clock: Clock) -> None:
    out = io.StringIO()
    with Progress(1000, None, stream=out) as progress:
        clock.now += 10
        progress.update(200, 0, "leader bold")
        progress.planned = 1300
        clock.now += 10
        progress.update(100, 0, "leader bold")
    assert out.getvalue().splitlines() == [
        "1,200 matches, 20/s, 0 faults, leader bold",
        "1,300 of 1,300 matches, 15/s, 00:00 left, 0 faults, leader bold",
    ]


@pytest.mark.parametrize(("planned", "shown"), [(None, "1,200 matches | "), (1300, "1,200/1,300 matches |")])
def test_the_bar_shows_an_end_if_there_is_one(planned: int | None, shown: str) -> None:
    terminal = Terminal()
    with Progress(1000, None, stream=terminal) as progress:
        progress.planned = planned
        progress.update(200, 0, "leader bold")
    assert shown in terminal.getvalue().rpartition("\r")[2]
