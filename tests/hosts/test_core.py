"""A worker and its processes share one core, and change it when it is crowded."""

import os
import time
from collections.abc import Iterator

import pytest

from arena.hosts.core import Core

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2,
    reason="needs two cores to choose from",
)


@pytest.fixture
def core() -> Iterator[Core]:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))  # other tests may have left this process on one
    yield Core()
    os.sched_setaffinity(0, before)


def test_a_match_is_played_on_one_core_and_afterwards_all_are_free_again(core: Core) -> None:
    before = os.sched_getaffinity(0)
    core.begin()
    assert os.sched_getaffinity(0) == {core.cpu}
    core.leave()
    assert os.sched_getaffinity(0) == before


def test_it_stays_while_it_has_the_core_for_itself(core: Core) -> None:
    begun = core.begin()
    cpu = core.cpu
    core.end(begun, others_s=1.0)
    assert core.cpu == cpu


def test_it_moves_if_the_match_took_much_longer_than_it_was_computed_for(core: Core) -> None:
    begun = core.begin()
    cpu = core.cpu
    time.sleep(0.05)
    core.end(begun, others_s=0.0)
    assert core.cpu != cpu
    assert os.sched_getaffinity(0) == {core.cpu}
