from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ladder.formats import Epoch
from arena.ladder.suspension import LEAST_NOTICE, WINDOW, FaultWatch, notice


def epoch(entrants: int, length: int | None = None, number: int = 1) -> Epoch:
    return Epoch(number, tuple(f"e{i}@1" for i in range(entrants)), (), {"kind": "round_robin"}, length)


def watch(rate: float = 0.5, *epochs: Epoch, lifts: dict[str, list[int]] | None = None) -> FaultWatch:
    one = FaultWatch(rate, 2)
    one.plan(epochs or (epoch(2),), lifts or {})
    return one


def feed(one: FaultWatch, faults: str) -> None:
    """Sets of a and b in which a faults (``x``), both do (``2``) or nobody does (``.``), or void ones (``v``)."""
    for sign in faults:
        entrants = () if sign == "v" else ("a", "b")
        one.add(entrants, {"x": ("a",), "2": ("a", "b")}.get(sign, ()))


def first_due(one: FaultWatch, index: int = 0) -> int | None:
    """The first set from this one on from which somebody is to be suspended, in a small field."""
    return next((i for i in range(index, one.index + LEAST_NOTICE) if one.due(i)), None)


def test_more_than_the_allowed_share_of_the_last_sets_is_a_cause() -> None:
    one = watch()
    feed(one, 25 * "x" + 10 * ".")
    assert first_due(one) is None
    feed(one, "x")
    assert first_due(one) == 35 + LEAST_NOTICE
    assert one.due(35 + LEAST_NOTICE) == {"a": 26}
    assert one.due(34 + LEAST_NOTICE) == {}


def test_faults_of_long_ago_do_not_count() -> None:
    one = watch()
    feed(one, 25 * "x" + 26 * "." + 24 * "x")
    assert first_due(one) is None


def test_void_sets_are_no_sets_of_anybody_but_have_their_place() -> None:
    one = watch()
    feed(one, 25 * "x" + 100 * "v" + "x")
    assert first_due(one) == 125 + LEAST_NOTICE


def test_one_cause_is_one_suspension() -> None:
    one = watch()
    feed(one, 60 * "2")
    assert one.due(25 + LEAST_NOTICE) == {"a": 26, "b": 26}
    assert first_due(one, 26 + LEAST_NOTICE) is None


@pytest.mark.parametrize(("rate", "first"), [(0.0, 0), (0.1, 5), (0.33, 16), (0.99, 49)])
def test_the_rate_is_that_of_the_config(rate: float, first: int) -> None:
    one = watch(rate)
    feed(one, 60 * "x")
    assert first_due(one) == first + LEAST_NOTICE


def test_a_rate_of_one_suspends_nobody() -> None:
    one = watch(1.0)
    feed(one, 200 * "x")
    assert first_due(one) is None


def test_who_was_let_play_again_starts_afresh() -> None:
    one = watch(lifts={"a": [100]})
    feed(one, 100 * "." + 25 * "x")
    assert first_due(one, 101) is None
    feed(one, "x")
    assert first_due(one, 101) == 125 + LEAST_NOTICE


def test_a_suspension_to_come_is_forgiven_by_what_lets_play_before_it_begins() -> None:
    one = watch()
    feed(one, 26 * "x")
    at = 25 + LEAST_NOTICE
    assert one.due(at)
    one.plan((epoch(2),), {"a": [at]})
    assert not one.due(at)
    one.plan((epoch(2),), {"a": [at + 1]})
    assert one.due(at)


def test_the_notice_grows_with_the_field() -> None:
    assert notice(epoch(3), 2) == LEAST_NOTICE
    assert notice(epoch(60), 2) == 30 * WINDOW
    assert notice(epoch(60), 3) == 20 * WINDOW


def test_the_barrier_is_as_far_as_nothing_unfinished_can_suspend_anybody() -> None:
    one = watch(0.5, epoch(60, length=100), epoch(3, number=2))
    assert one.barrier == min(30 * WINDOW, 100 + LEAST_NOTICE)
    feed(one, 50 * ".")
    assert one.barrier == 100 + LEAST_NOTICE
    feed(one, 100 * ".")
    assert one.barrier == 150 + LEAST_NOTICE


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.integers(0, 400), min_size=1, max_size=4),
    st.text("x2.v", min_size=1, max_size=600),
    st.floats(0, 1),
)
def test_who_is_suspended_from_a_set_on_is_known_when_it_may_begin(
    lengths: list[int], faults: str, rate: float
) -> None:
    epochs = [epoch(3 + 20 * (i % 2), length, i + 1) for i, length in enumerate(lengths)]
    one = watch(rate, *epochs, epoch(5, number=len(lengths) + 1))
    begun: list[dict[str, int]] = []
    for index, sign in enumerate(faults):
        barrier = one.barrier
        begun += [one.due(i) for i in range(len(begun), barrier)]
        assert one.due(index) == begun[index]
        feed(one, sign)
        assert one.barrier >= barrier


def test_readme_says_how_long_the_notice_is() -> None:
    readme = (Path(__file__).parents[2] / "arena" / "ladder" / "README.md").read_text(encoding="utf-8")
    assert f"last {WINDOW} sets" in readme
    assert f"at least {LEAST_NOTICE}" in readme
