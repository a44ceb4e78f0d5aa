"""F8 – F10: calls as values, and the action ids of README.md."""

import copy
import pickle

import pytest

from arena.cards import CARDS
from arena.errors import NotationError
from arena.games.fiftysix.actions import ACTIONS, action_text, parse_action
from arena.games.fiftysix.calls import CALLS, Call, Form


def test_ids_are_as_documented():
    texts = [str(call) for call in CALLS]
    expected = ["P", "X", "XX"]
    for n in range(28, 57):
        expected += [f"{n}{suit}" for suit in "CDHS"] + [f"{suit}{n}" for suit in "CDHS"] + [f"{n}NT", f"{n}NO"]
    expected += [f"+{k}{suit}" for k in range(1, 29) for suit in "CDHS"] + ["+2NO"]
    assert texts == expected
    assert [call.id for call in CALLS] == list(range(52, 458))
    assert ACTIONS == 458


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("28C", 55),
        ("C28", 59),
        ("28NT", 63),
        ("28NO", 64),
        ("56NO", 344),
        ("+1C", 345),
        ("+28S", 456),
        ("+2NO", 457),
    ],
)
def test_anchors_of_the_id_table(text, action):
    assert Call.parse(text).id == action


def test_every_action_id_and_its_text_are_inverse():
    texts = [action_text(action) for action in range(ACTIONS)]
    assert len(set(texts)) == ACTIONS
    assert [parse_action(text) for text in texts] == list(range(ACTIONS))


def test_calls_are_interned_values():
    for call in CALLS:
        assert Call.parse(str(call)) is call
        assert copy.deepcopy(call) is call
        assert pickle.loads(pickle.dumps(call)) is call
    assert CALLS[0] < CALLS[1]
    assert not CALLS[1] < CALLS[0]
    assert repr(CALLS[0]) == "Call('P')"


@pytest.mark.parametrize(
    ("text", "form", "number", "plus", "trump"),
    [
        ("P", Form.PASS, None, None, None),
        ("X", Form.DOUBLE, None, None, None),
        ("XX", Form.REDOUBLE, None, None, None),
        ("28D", Form.NUMBER_SUIT, 28, None, "D"),
        ("D28", Form.SUIT_NUMBER, 28, None, "D"),
        ("30NT", Form.NO_TRUMPS, 30, None, "NT"),
        ("30NO", Form.NOES, 30, None, "NT"),
        ("+12S", Form.PLUS_SUIT, None, 12, "S"),
        ("+2NO", Form.PLUS_NOES, None, 2, "NT"),
    ],
)
def test_parts_of_a_call(text, form, number, plus, trump):
    call = Call.parse(text)
    assert (call.form, call.number, call.plus, call.trump) == (form, number, plus, trump)
    assert call.is_bid == (trump is not None)


def test_the_number_of_a_bid():
    assert Call.parse("D31").number_over(0) == 31
    assert Call.parse("D31").number_over(30) == 31
    assert Call.parse("+4D").number_over(30) == 34


@pytest.mark.parametrize(
    "text", ["", "27D", "57D", "28", "28d", "D28D", "+0D", "+29D", "+3NO", "+1NO", "+1NT", "28X", "p"]
)
def test_bad_notation_says_what_was_expected(text):
    with pytest.raises(NotationError, match="expected a call of 56"):
        Call.parse(text)


@pytest.mark.parametrize("text", ["", "play", "play 28D", "play :G", "call SA", "SA", "discard SA", "play  SA"])
def test_bad_action_texts_are_refused(text):
    with pytest.raises(NotationError):
        parse_action(text)


@pytest.mark.parametrize("action", [-1, 458, 1000])
def test_numbers_that_are_no_ids_are_refused(action):
    with pytest.raises(NotationError, match="0 to 457"):
        action_text(action)


def test_a_card_action_is_the_cards_id():
    assert all(parse_action(f"play {card}") == card.id for card in CARDS[:52])
