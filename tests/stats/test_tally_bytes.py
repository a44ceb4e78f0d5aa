"""A tally that was written down goes on exactly as if it had not been."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.records import SetResult
from arena.stats.forfeits import with_and_without_forfeits
from arena.stats.head_to_head import head_to_head
from arena.stats.null_twin import null_twin
from arena.stats.roles import by_position
from arena.stats.standings import standings
from arena.stats.tallies import PairTally, PoolTally
from arena.stats.tally_bytes import decode_tally, encode_tally
from tests.stats.kit import ENTRANTS, sets


def fold(tally: PoolTally, results: list[SetResult]) -> PoolTally:
    for result in results:
        tally.add(result)
    return tally


def told(tally: PoolTally) -> bytes:
    """All that is told of a pool, with every digit of every number."""
    return msgspec.msgpack.encode(
        [
            standings(tally, ENTRANTS),
            head_to_head(tally, ENTRANTS),
            by_position(tally, ENTRANTS, 4),
            with_and_without_forfeits(tally.ranked, ENTRANTS),
            null_twin(tally.ratings, tally.ranked, *ENTRANTS[:2]),
        ]
    )


@given(st.lists(sets(), max_size=12), st.integers(0, 12), st.booleans(), st.sampled_from([0, 12]))
@settings(max_examples=20, deadline=None)
def test_a_tally_resumed_at_any_set_ends_as_one_that_never_stopped(
    results: list[SetResult], split: int, deal_by_deal: bool, start: int
) -> None:
    at_once = fold(PoolTally(start, deal_by_deal), results)
    before = encode_tally(fold(PoolTally(start, deal_by_deal), results[:split]))
    resumed = fold(decode_tally(before), results[split:])
    assert encode_tally(resumed) == encode_tally(at_once)
    assert told(resumed) == told(at_once)


@pytest.mark.parametrize("value", [2**53 + 1, 0.5, -0.0, 1 / 3])
def test_numbers_stay_what_they_were(value: float) -> None:
    pair = PairTally()
    pair.margins.gain.xx = value
    found = decode_tally(encode_tally(PoolTally(pairs={("a@1", "b@1"): pair}))).pairs["a@1", "b@1"].margins.gain
    assert (repr(found.xx), type(found.xx)) == (repr(value), type(value))


def test_other_bytes_are_refused() -> None:
    data = encode_tally(PoolTally())
    for wrong in (b"", data[:-1], data + b"x", b"\xff" + data[1:]):
        with pytest.raises(msgspec.MsgspecError):
            decode_tally(wrong)
