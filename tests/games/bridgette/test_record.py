import pytest

from arena.games.bridgette.game import BRIDGETTE
from arena.games.bridgette.record import held_hands
from tests.games.bridgette.kit import COUNT, act

FIELDS = "number dealer hands stock exchanges calls contract plays tricks scores totals"


def record_after(*words: str, substitutes: int = 0) -> list[dict]:
    """The deals of seed 0 after some substitutes' actions and these."""
    state, events = BRIDGETTE.start(COUNT, "0")
    told = list(events)
    for _ in range(substitutes):
        told += state.apply(state.substitute())
    told += act(state, *words)
    return BRIDGETTE.deals(COUNT, told)


def test_a_deal_has_the_fields_of_the_match_record_in_order() -> None:
    assert [" ".join(deal) for deal in record_after()] == [FIELDS]


def test_a_deal_cut_short_in_the_exchange_leaves_that_exchange_out() -> None:
    (deal,) = record_after(substitutes=3)
    assert deal["exchanges"] == [{"seat": 0, "discards": ["C3", "D3"]}]
    assert (deal["calls"], deal["contract"], deal["plays"]) == ([], None, [])
    assert [deal[field] for field in ("tricks", "scores", "totals")] == [None, None, None]


def test_a_deal_cut_short_in_the_auction_has_no_contract() -> None:
    (deal,) = record_after("call 1S", "call X", substitutes=6)
    assert deal["calls"] == [{"seat": 1, "call": "1S"}, {"seat": 0, "call": "X"}]
    assert deal["contract"] is None


def test_a_deal_cut_short_in_the_play_has_its_contract_but_no_result() -> None:
    (deal,) = record_after("call 1S", "call X", "call P", "play DA", substitutes=6)
    assert deal["contract"] == {"bid": "1S", "declarer": 1, "doubling": 2}
    assert deal["plays"] == [{"seat": 0, "card": "DA"}]
    assert [deal[field] for field in ("tricks", "scores", "totals")] == [None, None, None]


def test_a_passed_out_deal_has_no_contract_and_no_points() -> None:
    first, second = record_after("call P", "call P", substitutes=6)
    assert (first["contract"], first["plays"]) == (None, [])
    assert [first[field] for field in ("tricks", "scores", "totals")] == [[0, 0], [0, 0], [0, 0]]
    assert (second["number"], second["dealer"], second["totals"]) == (2, 0, None)


@pytest.mark.parametrize("kept", [0, 1])
def test_before_the_first_deal_there_is_no_record(kept: int) -> None:
    _, events = BRIDGETTE.start(COUNT, "0")
    assert BRIDGETTE.deals(COUNT, events[:kept]) == []


def test_the_hands_held_after_the_exchange_are_those_that_the_auction_begins_with() -> None:
    state, events = BRIDGETTE.start(COUNT, "0")
    told = list(events)
    while state.public.phase == "discard":
        told += state.apply(state.substitute())
    (deal,) = BRIDGETTE.deals(COUNT, told)
    assert held_hands(deal) == list(state.hands)
