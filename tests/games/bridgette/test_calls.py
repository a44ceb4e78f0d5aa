import copy
import pickle

import pytest

from arena.errors import NotationError
from arena.games.bridgette.calls import CALLS, PASS, Call
from tests.games.bridgette.reference import BIDS


def test_there_are_36_bids_in_rank_order_after_the_three_other_calls() -> None:
    assert [str(call) for call in CALLS] == ["P", "X", "XX", *BIDS]
    assert [call.id for call in CALLS] == list(range(PASS, PASS + 39))
    assert sorted(set(CALLS)) == list(CALLS)


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_parse_copy_and_pickle_give_back_the_same_object(call: Call) -> None:
    assert Call.parse(str(call)) is call
    assert copy.deepcopy(call) is call
    assert pickle.loads(pickle.dumps(call)) is call


def test_a_bid_has_level_and_denomination_and_other_calls_have_none() -> None:
    bid, double = Call.parse("4NT"), Call.parse("X")
    assert (bid.level, bid.denomination, bid.is_bid) == (4, "NT", True)
    assert (double.level, double.denomination, double.is_bid) == (None, None, False)
    assert repr(bid) == "Call('4NT')"


@pytest.mark.parametrize("text", ["", "p", "0C", "8C", "1N", "NT", "1c", "XXX", "pass"])
def test_a_bad_call_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(NotationError, match=r"'P', 'X', 'XX', '0NT', or level 1 … 7 .* got"):
        Call.parse(text)
