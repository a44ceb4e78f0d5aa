import pytest

from arena.cards import CARDS, Card
from arena.games.base import Event, HandDealt, PrivateEvent
from arena.games.bridgette.calls import Call
from arena.games.bridgette.events import DealStarted, Discarded, Drew, StockDealt
from arena.games.bridgette.game import BRIDGETTE
from arena.games.bridgette.observation import BridgetteObservation
from tests.games.bridgette.kit import COUNT, card_id, play_match, random_chooser, tell, visible


def fresh(seat: int = 0) -> BridgetteObservation:
    return BRIDGETTE.observation(BRIDGETTE.public(COUNT), seat)


@pytest.mark.parametrize(
    "event",
    [HandDealt(1, (1,)), Drew(1, (1,)), Discarded(1, 1), StockDealt(-1, (1,))],
    ids=lambda event: type(event).__name__,
)
def test_another_seats_private_event_is_refused(event: Event) -> None:
    with pytest.raises(ValueError, match="was given to seat 0"):
        fresh().see(event)


def test_a_private_event_of_no_known_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="not an event of bridgette"):
        fresh().see(PrivateEvent(0))


def test_a_seat_knows_its_own_exchange() -> None:
    state, events = BRIDGETTE.start(COUNT, "x")
    seat = state.to_act
    observation = fresh(seat)
    tell([observation], events)
    (dealt,) = (event.cards for event in events if isinstance(event, HandDealt) and event.seat == seat)
    drawn = events[-1].cards  # type: ignore[attr-defined]
    assert (observation.dealt, observation.drawn, observation.discarded) == (dealt, drawn, ())
    first = 55 + drawn[0]
    assert observation.legal() >> first & 1
    tell([observation], state.apply(first))
    assert not observation.legal() >> first & 1
    tell([observation], state.apply(state.substitute()))
    assert observation.discarded[0] == drawn[0]
    assert len(observation.discarded) == 2
    assert observation.hand == state.hands[seat]


def test_when_a_new_deal_begins_the_old_cards_are_gone() -> None:
    match = play_match(COUNT, "x", random_chooser(1))
    observation = fresh()
    for event in visible(match.events, 0):
        observation.see(event)
        if isinstance(event, DealStarted):
            assert (observation.hand, observation.dealt, observation.drawn, observation.discarded) == (
                0,
                (),
                (),
                (),
            )
            assert observation.view.hand == ()
            assert observation.view.to_discard == 0
            assert observation.legal() == 0


def test_answers_become_the_actions_of_the_phase() -> None:
    match = play_match(COUNT, "x", random_chooser(2))
    state, events = BRIDGETTE.start(COUNT, "x")
    observations = [fresh(0), fresh(1)]
    tell(observations, events)
    for action in match.actions:
        answer = (
            Call.parse(text) if (text := BRIDGETTE.action_text(action).split()[1])[0] in "PX01234567" else None
        )
        seat = observations[state.to_act]
        assert seat.action(answer or Card.parse(text)) == action
        tell(observations, state.apply(action))


@pytest.mark.parametrize("answer", [None, 3, "SA", [CARDS[0]], Call.parse("1NT")], ids=str)
def test_only_a_card_answers_in_the_exchange(answer: object) -> None:
    state, events = BRIDGETTE.start(COUNT, "x")
    observation = fresh(state.to_act)
    tell([observation], events)
    with pytest.raises(TypeError, match="expected a Card"):
        observation.action(answer)


@pytest.mark.parametrize("answer", [None, 110, "P", CARDS[0]], ids=str)
def test_only_a_call_answers_in_the_auction(answer: object) -> None:
    state, events = BRIDGETTE.start(COUNT, "x")
    observations = [fresh(0), fresh(1)]
    tell(observations, events)
    while state.public.phase == "discard":
        tell(observations, state.apply(state.substitute()))
    with pytest.raises(TypeError, match="expected a Call"):
        observations[state.to_act].action(answer)


def test_the_view_is_the_same_object_for_the_whole_match() -> None:
    observation = fresh()
    assert observation.view is observation.view
    assert card_id("SA") == observation.action(Card.parse("SA"))
