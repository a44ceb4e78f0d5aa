"""Cards and masks."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.cards import CARDS, Card, Interned, cards_of, ids_of, mask_of
from arena.errors import ArenaError, NotationError
from arena.games.bridgette.calls import Call as BridgetteCall
from arena.games.fiftysix.calls import Call as FiftySixCall

EVERY_CARD = pytest.mark.parametrize("card", CARDS, ids=str)
VALUES: tuple[Interned, ...] = (Card.parse("SA"), BridgetteCall.parse("1NT"), FiftySixCall.parse("28D"))
ID_SETS = st.sets(st.integers(0, 54))


def test_ids_go_suit_by_suit_from_the_two_up_and_colons_come_last() -> None:
    assert [card.id for card in CARDS] == list(range(55))
    assert " ".join(map(str, CARDS[:14])) == "C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK CA D2"
    assert " ".join(map(str, CARDS[50:])) == "SK SA :G :R :L"


@EVERY_CARD
def test_parse_of_str_is_the_very_same_card(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert card.text == card.suit + card.rank
    assert repr(card) == f"Card({card.text!r})"


@EVERY_CARD
def test_copies_and_pickles_are_the_very_same_card(card: Card) -> None:
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card
    assert pickle.loads(pickle.dumps(card)) is card


@pytest.mark.parametrize("text", ["", "S", "AS", "S1", "S10", "sa", "SA ", " SA", ":A", ":g", "SG", "XA", "::"])
def test_bad_notation_says_what_was_expected(text: str) -> None:
    with pytest.raises(NotationError, match="expected a card such as 'SA'") as caught:
        Card.parse(text)
    assert repr(text) in str(caught.value)
    assert isinstance(caught.value, ArenaError)


def test_only_colons_are_colons() -> None:
    assert [card.text for card in CARDS if card.is_colon] == [":G", ":R", ":L"]


def test_cards_sort_by_id() -> None:
    assert sorted([CARDS[54], CARDS[0], CARDS[52], CARDS[13]]) == [CARDS[0], CARDS[13], CARDS[52], CARDS[54]]


@given(ID_SETS)
def test_masks_and_ids_are_each_others_inverse(ids: set[int]) -> None:
    mask = mask_of(sorted(ids))
    assert ids_of(mask) == sorted(ids)
    assert cards_of(mask) == tuple(CARDS[i] for i in sorted(ids))
    assert mask.bit_count() == len(ids)


def test_the_empty_mask_holds_nothing() -> None:
    assert mask_of([]) == 0
    assert ids_of(0) == []
    assert cards_of(0) == ()


def test_masks_take_any_action_id() -> None:
    assert ids_of(mask_of((3, 200, 70))) == [3, 70, 200]


def test_cards_and_calls_cannot_be_changed() -> None:
    for value in VALUES:
        with pytest.raises(AttributeError):
            value.text = "S2"  # type: ignore[misc]


def test_sets_of_cards_and_calls_iterate_alike_in_every_process() -> None:
    for value in VALUES:
        assert hash(value) == value.id
