"""F7 – F14 beyond the worked examples."""

import pytest

from arena.games.fiftysix.auction import Auction
from arena.games.fiftysix.calls import CALLS, Call
from tests.games.fiftysix.kit import calls, legal_texts, position


def test_the_player_on_the_dealers_right_calls_first():
    assert [position(dealer=dealer).to_act for dealer in range(4)] == [1, 2, 3, 0]


def test_a_pass_does_not_bind():
    assert str(position("P P 28D P 30C P P P").public.contract) == "30C by seat 1"


def test_a_player_may_overbid_his_partner_and_himself():
    assert str(position("28D P 29D P 30D P P P").public.contract) == "30D by seat 1"
    assert str(position("28D 29D P P 30D P P P").public.contract) == "30D by seat 1"


def test_an_opening_may_be_any_number_in_any_form_without_plus():
    bids = [call.text for call in CALLS if call.number]
    assert legal_texts(position()) == ["P", *bids]


@pytest.mark.parametrize("last", [28, 41, 54, 55, 56])
def test_every_higher_bid_is_legal_and_no_other(last):
    expected = ["P"]
    for call in CALLS:
        number = call.number or (last + call.plus if call.plus else 0)
        if call.is_bid and last < number <= 56:
            expected.append(call.text)
    assert [text for text in legal_texts(position(f"{last}D")) if text != "X"] == expected


def test_a_bid_of_56_does_not_end_the_auction():
    assert legal_texts(position("56D")) == ["P", "X"]
    assert position("56D P P").public.contract is None
    assert str(position("56D P P P").public.contract) == "56D by seat 1"


def test_passes_before_the_first_bid_do_not_count_after_it():
    assert position("P P P 28D P P").public.contract is None
    assert position("P P P").public.contract is None


def test_a_double_starts_the_count_of_passes_anew():
    assert position("30S P P X P P").public.contract is None
    assert str(position("30S P P X P P P").public.contract) == "30S doubled by seat 1"


def test_a_new_bid_cancels_a_double():
    state = position("30S X +1S")
    assert state.public.auction.doubling == 1
    assert "X" in legal_texts(position("30S X 31S"))


def test_the_bidder_may_redouble_himself_at_a_later_turn():
    assert str(position("30S X P P XX").public.contract) == "30S redoubled by seat 1"


@pytest.mark.parametrize(
    ("call", "trump"), [("S31", "S"), ("31NO", "NT"), ("31NT", "NT"), ("+2NO", "NT"), ("+3H", "H")]
)
def test_the_contract_keeps_the_call_as_it_was_worded(call, trump):
    contract = position(f"28D {call} P P P").public.contract
    assert contract.call is Call.parse(call)
    assert (contract.trump, contract.declarer) == (trump, 2)


def test_in_two_sides_all_players_of_a_side_are_partners():
    assert "X" not in legal_texts(position("30S P", players=6, teams="two_sides"))
    assert "X" in legal_texts(position("30S P", players=6, teams="pairs"))
    assert "XX" in legal_texts(position("30S X", players=8, teams="two_sides"))


def test_a_copy_goes_its_own_way():
    auction = Auction(0, (0, 1, 2, 3), (0, 1, 0, 1))
    auction.add(1, Call.parse("28D"))
    before = auction.legal(2)
    other = auction.copy()
    for seat, call in zip((2, 3), calls("X XX"), strict=True):
        other.add(seat, CALLS[call - 52])
    assert len(auction.calls) == 1
    assert auction.legal(2) == before
    assert str(other.contract()) == "28D redoubled by seat 1"
