"""Applying, refusing, copying and building states; eliminations and the end of a match."""

import pytest

from arena.cards import CARDS
from arena.errors import IllegalActionError
from arena.games.base import HandDealt, MatchEnded, MatchStarted
from arena.games.fiftysix.events import Called, DealStarted, FiftySixDealEnded, Played
from arena.games.fiftysix.game import FIFTYSIX
from arena.games.fiftysix.pack import hand_cards, hand_of
from arena.games.fiftysix.public import FiftySixPublic
from arena.games.fiftysix.state import FiftySixState
from tests.games.fiftysix.kit import calls, hands, kinds, legal_texts, pick, playing, position, variant


def finish_deal(state):
    """Play the lowest legal cards to the end of the deal; return the last events."""
    number = state.deal_number
    events = ()
    while state.to_act >= 0 and state.deal_number == number:
        events = state.apply(state.substitute())
    return events


def test_a_match_begins_with_its_events_up_to_the_first_decision():
    state, events = FIFTYSIX.start(variant(players=6), "s", names=["a", "b", "c", "d", "e", "f"])
    assert [type(event) for event in events] == [MatchStarted, DealStarted, *[HandDealt] * 6]
    assert events[0] == MatchStarted("fiftysix", variant(players=6).options(), ("a", "b", "c", "d", "e", "f"))
    assert events[1].number == state.deal_number == 1
    assert [event.seat for event in events[2:]] == list(range(6))
    assert all(hand_of(event.cards) == state.hands[event.seat] for event in events[2:])
    assert state.to_act == (events[1].dealer + 1) % 6
    assert FIFTYSIX.start(variant(), "s")[1][0].names is None


def test_the_first_dealer_varies_with_the_seed():
    dealers = {FIFTYSIX.start(variant(), f"s{i}")[0].public.dealer for i in range(40)}
    assert dealers == {0, 1, 2, 3}


def test_each_call_and_card_is_one_event():
    state = position("28D P P")
    (called,) = state.apply(calls("P")[0])
    assert called == Called(0, calls("P")[0])
    lead = state.substitute()
    assert state.apply(lead) == (Played(1, lead),)
    assert state.action_index == 5


def test_the_last_card_ends_the_deal_and_deals_the_next():
    state = position("28D P P P")
    events = finish_deal(state)
    assert [type(event) for event in events] == [Played, FiftySixDealEnded, DealStarted, *[HandDealt] * 4]
    ended = events[1]
    assert ended.number == 1
    assert ended.contract == state.public.history[0].contract
    assert sum(ended.points) == 56
    assert ended.made == (ended.points[1] >= 28)
    assert ended.tables_before == (12, 12)
    assert ended.tables == state.scores()
    assert (state.deal_number, len(state.deals()), state.action_index, state.to_act) == (2, 1, 0, 2)


def test_the_match_ends_when_one_team_is_left():
    state = position("P 56NT X XX", tables=(12, 12))
    events = finish_deal(state)
    assert events[-1] == MatchEnded(state.places(), state.scores())
    assert state.scores() == (0, 24)
    assert state.places() == (2, 1)
    assert state.termination == "played_out"
    assert (state.to_act, state.legal(), state.deal_number, len(state.deals())) == (-1, 0, 1, 1)
    with pytest.raises(IllegalActionError, match="the match is over"):
        state.apply(52)


def test_the_match_is_stopped_after_max_deals():
    state = position("P P P P", max_deals=1)
    events = finish_deal(state)
    assert isinstance(events[-1], MatchEnded)
    assert state.termination == "max_deals"


def test_a_last_allowed_deal_that_leaves_one_team_is_played_out():
    state = position("P 56NT X XX", max_deals=1)
    finish_deal(state)
    assert state.termination == "played_out"


def test_the_deal_passes_to_the_right_also_after_an_all_pass_deal():
    state = position("P P P P", dealer=3)
    finish_deal(state)
    assert state.public.dealer == 0


@pytest.mark.parametrize(
    ("tables", "seats", "cards"),
    [((1, 12, 12, 12), (1, 2, 3, 5, 6, 7), 8), ((1, 0, 12, 12), (2, 3, 6, 7), 12)],
)
def test_seats_of_a_team_that_is_out_leave_and_the_pack_shrinks(tables, seats, cards):
    passes = "P " * (7 if tables[1] else 5)
    state = position(f"56S {passes}", dealer=7, tables=tables, players=8)  # too much for seat 0
    events = finish_deal(state)
    assert state.public.out[-1] == (0,)
    assert state.public.seats == seats
    assert state.public.dealer == seats[0]
    assert [event.seat for event in events if isinstance(event, HandDealt)] == list(seats)
    assert {len(event.cards) for event in events if isinstance(event, HandDealt)} == {cards}
    assert [hand.bit_count() for hand in state.hands] == [cards if seat in seats else 0 for seat in range(8)]


@pytest.mark.parametrize("action", [-1, 458, 10**6, 53, 54, 0, 345])
def test_an_illegal_call_raises_and_changes_nothing(action):
    state = position()
    legal = state.legal()
    with pytest.raises(IllegalActionError, match="bids from 28 without a plus"):
        state.apply(action)
    assert (state.to_act, state.legal(), state.action_index) == (1, legal, 0)


def test_a_refusal_names_deal_seat_action_and_what_is_legal():
    with pytest.raises(IllegalActionError) as caught:
        position("30D X").apply(calls("30H")[0])
    assert (
        str(caught.value) == "56, deal 1, seat 3: 'call 30H' is not legal; legal: call P, call XX, bids above 30"
    )
    with pytest.raises(IllegalActionError) as caught:
        position("56D").apply(calls("56H")[0])
    assert str(caught.value).endswith("legal: call P, call X")
    state = position("P P P P", plays="HA", wanted={1: "HA", 2: "H9 HK SJ CJ CJ CA CA C9 C9 CT CT CK"})
    with pytest.raises(IllegalActionError) as caught:
        state.apply(*kinds("SJ"))
    assert str(caught.value) == "56, deal 1, seat 2: 'play SJ' is not legal; legal: play H9, play HK"


def test_an_illegal_card_changes_nothing():
    state = position("P P P P", plays="HA", wanted={1: "HA", 2: "H9 HK SJ CJ CJ CA CA C9 C9 CT CT CK"})
    before = list(state.hands)
    for action in (*kinds("SJ D9 HA"), 52, 55, 458, -1):
        with pytest.raises(IllegalActionError):
            state.apply(action)
    assert state.hands == before
    assert legal_texts(state) == ["H9", "HK"]


def test_identical_copies_are_one_action_and_both_can_be_played():
    state = position("P P P P", wanted={1: "HJ HJ"})
    (jack,) = kinds("HJ")
    state.apply(jack)
    while state.to_act != 1:
        state.apply(state.substitute())
    assert "HJ" in legal_texts(state)
    state.apply(jack)
    while state.to_act != 1:
        state.apply(state.substitute())
    assert "HJ" not in legal_texts(state)


def test_the_substitute_passes_and_plays_the_lowest_rank():
    assert position("28D").substitute() == calls("P")[0]
    state = position("P P P P", wanted={1: "S9 SJ CA CA CT CT DK DK HK HK DJ DJ"})
    assert [state.substitute()] == kinds("DK")
    led = position("P P P P", plays="HA", wanted={1: "HA", 2: "HJ H9 HT CQ CQ CK CK CT CT CA CA C9"})
    assert [led.substitute()] == kinds("HT")


def test_a_copy_is_independent_in_the_auction_and_in_the_play():
    for state in (position("28D X"), position("28D P P P")):
        before = (state.legal(), state.to_act, list(state.hands), state.action_index)
        other = state.copy()
        finish_deal(other)
        assert len(other.deals()) == 1
        assert (state.legal(), state.to_act, list(state.hands), state.action_index) == before
        assert len(state.deals()) == 0


def test_a_forfeit_ranks_the_faulty_side_last():
    state = position("28D", tables=(12, 20, 0, 16), players=8)
    assert state.places() == (3, 1, 4, 2)
    assert state.places([1]) == (2, 4, 3, 1)


class TestFromHands:
    def test_later_deals_come_from_the_seed(self):
        first, second = position("P P P P"), position("P P P P")
        finish_deal(first)
        finish_deal(second)
        assert first.hands == second.hands

    def test_sides_without_tables_are_out(self):
        state = position(tables=(0, 12, 12), dealer=2, players=6)
        assert state.public.seats == (1, 2, 4, 5)
        assert state.public.out == ((0,),)
        assert state.to_act == 4

    def test_the_hands_must_be_the_whole_pack(self):
        dealt = hands(range(4))
        dealt[0][0] = CARDS[0]
        with pytest.raises(ValueError, match="48 cards"):
            FiftySixState.from_hands(variant(), dealt, dealer=0)
        with pytest.raises(ValueError, match="seats"):
            FiftySixState.from_hands(variant(players=6), hands(range(4)), dealer=0)

    def test_the_hands_must_be_equal(self):
        dealt = hands(range(4))
        dealt[0].append(dealt[1].pop())
        with pytest.raises(ValueError, match="equal size"):
            FiftySixState.from_hands(variant(), dealt, dealer=0)

    def test_the_actions_must_be_legal(self):
        with pytest.raises(IllegalActionError):
            position("X")


class TestFromPublic:
    def test_a_search_can_play_on_from_any_point_of_any_match(self, rng):
        for state, _, _ in playing({"players": 6}, 5, tables=2, max_deals=3):
            if state.to_act < 0 or rng.random() > 0.1:
                continue
            sample = FiftySixState.from_public(state.public, state.hands, "other")
            assert sample.legal() == state.legal()
            while sample.to_act >= 0:
                sample.apply(pick(sample, rng))
            assert sum(sample.scores()) == 6
            assert state.to_act >= 0

    def test_hands_must_have_the_right_size(self):
        state = position("P P P P", plays="HA", wanted={1: "HA"})
        FiftySixState.from_public(state.public, state.hands)
        wrong = list(state.hands)
        wrong[1] = hand_of([card.id for card in hand_cards(wrong[1])] + kinds("HA"))
        with pytest.raises(ValueError, match="expected 11 cards for seat 1, got 12"):
            FiftySixState.from_public(state.public, wrong)
        with pytest.raises(ValueError, match="expected 4 hands"):
            FiftySixState.from_public(state.public, wrong[:3])

    def test_a_seat_that_is_out_holds_nothing(self):
        state = position(tables=(0, 12, 12), players=6)
        FiftySixState.from_public(state.public, state.hands)
        with pytest.raises(ValueError, match="expected 0 cards for seat 0"):
            FiftySixState.from_public(state.public, [1, *state.hands[1:]])

    def test_a_hand_must_be_in_the_engines_form(self):
        state = position(wanted={0: "HJ", 1: "HJ"})
        (jack,) = kinds("HJ")
        wrong = [state.hands[0] ^ (1 << jack | 1 << jack + 52), *state.hands[1:]]
        with pytest.raises(ValueError, match="without the first"):
            FiftySixState.from_public(state.public, wrong)

    def test_there_must_be_a_seat_to_act(self):
        with pytest.raises(ValueError, match="a seat is to act"):
            FiftySixState.from_public(FiftySixPublic(variant()), [0] * 4)
