import os

import pytest

from arena.ladder.executors.serial import SerialExecutor
from arena.records import SetResult, SetTask
from tests.ladder.executors.kit import ks, play, rest, result, task


def test_sets_are_played_one_a_wait_in_order_in_this_process():
    executor = SerialExecutor(lambda task: result(task, os.getpid()))
    for k in range(3):
        executor.submit(task(k))
    answers = [executor.wait(0) for _ in range(3)]
    assert [ks(one) for one in answers] == [[0], [1], [2]]
    assert {one[0].result.matches[0].scores for one in answers} == {(os.getpid(),)}
    assert {one[0].worker for one in answers} == {0}


def test_ctrl_c_passes_through_and_the_set_is_still_to_play():
    presses = iter([True])

    def pressed_once(task: SetTask) -> SetResult:
        if next(presses, False):
            raise KeyboardInterrupt
        return play(task)

    executor = SerialExecutor(pressed_once)
    for k in range(2):
        executor.submit(task(k))
    with pytest.raises(KeyboardInterrupt):
        executor.wait(0)
    assert ks(rest(executor, 2)) == [0, 1]
