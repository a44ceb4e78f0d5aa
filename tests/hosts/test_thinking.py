from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from arena.hosts.thinking import Thinking, bucket, percentile_ms, upper_ns

TIMES = st.integers(0, 10**12)


@given(TIMES)
def test_a_bucket_holds_times_within_a_quarter_of_each_other(ns: int) -> None:
    number = bucket(ns)
    assert ns < upper_ns(number)
    assert number == 0 or upper_ns(number) <= 1.25 * max(ns, 8)
    assert bucket(upper_ns(number)) > number


@given(TIMES, TIMES)
def test_longer_times_are_in_later_buckets(one: int, other: int) -> None:
    low, high = sorted([one, other])
    assert bucket(low) <= bucket(high)


@given(st.lists(TIMES, min_size=1, max_size=30), st.sampled_from([0.5, 0.9, 0.99, 1.0]))
def test_a_percentile_is_at_most_a_quarter_too_long(times: list[int], share: float) -> None:
    exact = sorted(times)[max(0, -(-int(share * 100) * len(times) // 100) - 1)]
    told = percentile_ms(Counter(map(bucket, times)), share)
    assert told is not None
    assert exact / 1e6 < told <= 1.25 * max(exact, 8) / 1e6


def test_without_decisions_there_is_no_percentile() -> None:
    assert percentile_ms({}, 0.5) is None


@given(st.lists(TIMES), st.lists(TIMES))
def test_two_together_are_as_if_one_had_heard_all(one: list[int], other: list[int]) -> None:
    parts, whole = [Thinking(), Thinking()], Thinking()
    for part, times in zip(parts, (one, other), strict=True):
        for ns in times:
            part.add(ns)
            whole.add(ns)
    parts[0].update(parts[1])
    assert (parts[0].counts, parts[0].longest_ns) == (whole.counts, whole.longest_ns)
