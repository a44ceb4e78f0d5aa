"""What one seat knows, and that it knows no more."""

import msgspec
import pytest

from arena.cards import Card
from arena.games.base import Event, HandDealt, MatchEnded, MatchStarted
from arena.games.fiftysix.calls import Call
from arena.games.fiftysix.events import Called, DealStarted, FiftySixDealEnded, Played
from arena.games.fiftysix.game import FIFTYSIX
from tests.games.fiftysix.kit import observers, playing, show, snapshot, variant


class UnknownEvent(Event, frozen=True):
    """Nothing that 56 knows."""


def test_events_of_other_seats_are_refused():
    observation = FIFTYSIX.observation(FIFTYSIX.public(variant()), 1)
    with pytest.raises(ValueError, match="not for seat 1"):
        observation.see(HandDealt(2, (12,) * 12))
    with pytest.raises(ValueError, match="not a public event"):
        observation.public.see(HandDealt(1, (12,) * 12))
    with pytest.raises(ValueError, match="not a public event"):
        observation.see(UnknownEvent())


def test_an_observation_needs_the_public_of_its_game():
    with pytest.raises(TypeError, match="Public of a match of 56"):
        FIFTYSIX.observation(object(), 0)


def test_seats_of_one_process_may_share_what_is_public():
    shared = FIFTYSIX.public(variant())
    together = [FIFTYSIX.observation(shared, seat) for seat in range(4)]
    apart = observers(variant())
    for state, _, events in playing({"players": 4}, 11, tables=12, max_deals=2):
        for event in events:
            if isinstance(event, HandDealt):
                together[event.seat].see(event)
            else:
                shared.see(event)
        show(apart, events)
        if state.to_act >= 0:
            assert snapshot(together[state.to_act]) == snapshot(apart[state.to_act])
    assert [snapshot(one) for one in together] == [snapshot(one) for one in apart]


def test_a_seat_that_is_out_holds_nothing_and_looks_on():
    for seed in range(30):
        seats = observers(variant(players=6, tables=1, max_deals=3))
        for state, _, events in playing({"players": 6}, seed, tables=1, max_deals=3):
            show(seats, events)
            for seat in seats:
                assert seat.hand == (state.hands[seat.seat])
        if len(state.deals()) > 1 and state.public.out[0] == (0,):
            assert seats[0].view.plays == seats[1].view.plays
            return
    pytest.fail("no match in which side 0 goes out first")


def test_answers_become_action_ids():
    observation = FIFTYSIX.observation(FIFTYSIX.public(variant()), 1)
    observation.see(DealStarted(1, 0, (0, 1, 2, 3)))
    assert observation.action(Call.parse("28D")) == FIFTYSIX.parse_action("call 28D")
    with pytest.raises(TypeError, match="expected a Call of 56, got Card"):
        observation.action(Card.parse("SA"))
    for _ in range(4):
        observation.see(Called(observation.public.to_act, 52))
    assert observation.action(Card.parse("SA")) == FIFTYSIX.parse_action("play SA")
    with pytest.raises(TypeError, match="expected a Card, got Call"):
        observation.action(Call.parse("P"))
    with pytest.raises(TypeError, match="expected a Card, got a colon"):
        observation.action(Card.parse(":G"))
    with pytest.raises(TypeError, match="expected a Card, got str"):
        observation.action("SA")


def test_events_survive_the_wire():
    own = MatchStarted | DealStarted | HandDealt | Called | Played | FiftySixDealEnded | MatchEnded
    decoder = msgspec.json.Decoder(own)
    for _, _, events in playing({"players": 8}, 3, tables=1, max_deals=2):
        for event in events:
            assert decoder.decode(msgspec.json.encode(event)) == event


def test_which_copy_was_played_shows_nowhere():
    for _, _, events in playing({"players": 4}, 2, max_deals=1):
        for event in events:
            if isinstance(event, HandDealt):
                assert all(0 <= card < 52 for card in event.cards)
            if isinstance(event, Played):
                assert 0 <= event.card < 52


def test_the_hand_is_right_however_seldom_it_is_looked_at():
    seats = observers(variant(max_deals=1))
    for state, _, events in playing({"players": 4}, 8, max_deals=1):
        show(seats, events)
        if state.action_index % 7 == 0:
            assert seats[2].hand == state.hands[2]
