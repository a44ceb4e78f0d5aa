import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.cards import CARDS, ids_of, mask_of
from arena.games.bridgette.auction import NO_BID, legal_calls
from arena.games.bridgette.calls import CALLS, PASS, Call
from arena.games.bridgette.pack import PACK
from tests.games.bridgette import reference
from tests.games.bridgette.kit import mask

hands = st.lists(st.sampled_from(PACK), min_size=13, max_size=13, unique=True)


def words(calls: int) -> set[str]:
    return {str(CALLS[call - PASS]) for call in ids_of(calls)}


@given(hands, st.sampled_from([None, *reference.BIDS]), st.sampled_from(["", "X", "X XX"]))
def test_legal_calls_are_those_of_the_rules(hand: list[int], bid: str | None, doubles: str) -> None:
    cards = [str(CARDS[card]) for card in hand]
    if bid is None:
        assert words(legal_calls(mask_of(hand), NO_BID, 1)) == reference.legal_calls(cards, [])
        return
    calls = [bid, *doubles.split()]
    doubling = 2 ** len(doubles.split())
    assert words(legal_calls(mask_of(hand), Call.parse(bid).id, doubling)) == reference.legal_calls(cards, calls)


def test_only_passing_is_left_over_a_redoubled_7nt() -> None:
    assert words(legal_calls(mask("C2 D2 H2 S2"), Call.parse("7NT").id, 4)) == {"P"}


@pytest.mark.parametrize(
    ("hand", "legal"),
    [("S2 S3", "2S"), ("S2 S3 S4 S5", "2S 3S 4S 5S 6S 7S"), ("S2 :G :R :L", "")],
    ids=["two spades", "four spades", "colons"],
)
def test_a_jump_needs_four_cards_and_colons_are_no_cards_of_a_suit(hand: str, legal: str) -> None:
    assert words(legal_calls(mask(hand), Call.parse("1S").id, 4)) == {"P", *legal.split()}


def test_a_jump_in_no_trump_needs_only_a_card_of_each_suit() -> None:
    notrumps = {f"{level}NT" for level in range(1, 8)}
    assert words(legal_calls(mask("C2 D2 H2 S2"), Call.parse("1C").id, 1)) == {"P", "X", *notrumps}
