from pathlib import Path

import msgspec
import pytest

from arena.ladder.stored import open_ladder
from arena.report.pace_text import pace_text, spread
from tests.ladder.kit import make_ladder, missing, opened, played
from tests.report.page.kit import Elements, page_of


def text_of(folder: Path, *sessions: dict[int, list[int]]) -> str:
    """What is said of runs in which workers, by their numbers, have measured these times in milliseconds."""
    ladder = make_ladder(folder, format={"kind": "round_robin", "sets_per_pairing": 40})
    for paces in sessions:
        store = opened(folder / "results", ladder)
        for worker, times in paces.items():
            for time, task in zip(times, missing(store, ladder), strict=False):
                store.add([msgspec.structs.replace(played(task), worker=worker, pace_ns=time * 1_000_000)])
        store.close("done")
    with open_ladder(folder / "results") as stored:
        return pace_text(stored)


def test_a_ladder_that_has_measured_nothing_says_nothing(tmp_path):
    assert text_of(tmp_path, {}) == ""


def test_every_run_tells_its_mean_and_how_much_slower_the_slowest_worker_is(tmp_path):
    text = text_of(tmp_path, {1: [10, 12], 2: [12]}, {0: [20]})
    assert text.splitlines()[-2:] == [
        "- run 1: 11.5 ms in the mean; of 2 workers the slowest (number 2) took 9 % more time than the fastest",
        "- run 2: 20.0 ms in the mean",
    ]
    assert "**" not in text


@pytest.mark.parametrize(("slow", "warned"), [(115, False), (116, True)])
def test_more_than_15_percent_is_warned_about(tmp_path, slow, warned):
    text = text_of(tmp_path, {1: [100], 2: [slow]})
    page = Elements(page_of(tmp_path / "results")).text
    assert f"the slowest (number 2) took {slow - 100} % more time" in page
    for shown in (text, page):
        assert ("differ by more than 15 % in speed" in shown) == warned


def test_the_spread_is_what_the_slowest_takes_more_than_the_fastest():
    assert spread([10, 12, 11]) == pytest.approx(0.2)
    assert spread([10]) == 0
