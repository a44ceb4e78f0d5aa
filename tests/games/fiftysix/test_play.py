"""F15 – F17 beyond the worked examples."""

import pytest

from arena.games.fiftysix.pack import hand_cards
from arena.games.fiftysix.play import Play
from tests.games.fiftysix.kit import kinds, legal_texts, position


@pytest.mark.parametrize("text", ["28D P P P", "P 28D P P P", "P P P 28D P P P", "P P P P"])
def test_the_player_on_the_dealers_right_leads_whoever_declares(text):
    assert position(text).to_act == 1
    assert position(text, dealer=2).to_act == 3


def test_any_card_may_be_led():
    state = position("28D P P P", wanted={1: "SJ SJ C9 HQ"})
    assert len(legal_texts(state)) == len(set(hand_cards(state.hands[1])))


def test_there_is_no_duty_to_trump():
    hand = "SJ S9 CJ CJ C9 C9 CA CA CT CT CK CK"
    state = position("P 28S P P P", plays="HA", wanted={1: "HA", 2: hand})
    assert legal_texts(state) == ["C9", "CT", "CJ", "CK", "CA", "S9", "SJ"]


def test_the_winner_leads_the_next_trick_and_may_lead_anything():
    state = position("P P P P", plays="HA HJ HJ HQ", wanted={1: "HA", 2: "HJ", 3: "HJ", 0: "HQ"})
    assert state.to_act == 2
    assert state.public.play.points == [7, 0]
    assert state.public.play.trick() == ()
    assert state.public.play.winning() is None
    assert len(legal_texts(state)) > 4


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("HQ HK HT HA H9 HJ HJ H9", "NT", 5),
        ("H7 H8 H7 H8 C7 C7 S7 S7", "D", 1),
        ("HJ D7 D8 D8 DQ DK DJ DJ", "D", 6),
        ("HJ HJ S7 S7 C7 CJ C7 CJ", "NT", 0),
    ],
)
def test_the_highest_trump_or_else_card_of_the_suit_led_wins_the_first_of_two_copies(trick, trump, winner):
    play = Play(trump, tuple(range(8)), (0, 1, 2, 3, 0, 1, 2, 3))
    turns = [play.add(seat, card) for seat, card in enumerate(kinds(trick))]
    assert turns[-1] == winner


def test_turns_skip_the_seats_that_are_out():
    play = Play("NT", (1, 2, 4, 5), (0, 1, 2, 0, 1, 2))
    assert [play.add(seat, card) for seat, card in zip((4, 5, 1, 2), kinds("HQ HK HT HA"), strict=True)] == [
        5,
        1,
        2,
        2,
    ]
    assert play.points == [0, 0, 2]
