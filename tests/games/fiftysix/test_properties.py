"""Random legal matches of every variant keep every rule."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arena.cards import CARDS, ids_of
from arena.errors import IllegalActionError
from arena.games.base import HandDealt, MatchEnded
from arena.games.fiftysix.actions import ACTIONS
from arena.games.fiftysix.events import DealStarted
from arena.games.fiftysix.game import FIFTYSIX
from arena.games.fiftysix.pack import COPY, PACKS, hand_cards
from arena.games.fiftysix.state import FiftySixState
from tests.games.fiftysix.kit import VARIANTS, observers, opening, pick, played, playing, show, snapshot, variant
from tests.games.fiftysix.oracle import check_match

every_variant = pytest.mark.parametrize("options", VARIANTS, ids=lambda o: "-".join(map(str, o.values())))
seeds = given(seed=st.integers(0, 10_000))
few = settings(max_examples=12, deadline=None)


@every_variant
@few
@given(seed=st.integers(0, 10_000), tables=st.integers(1, 4))
def test_a_naive_reading_of_the_record_agrees_with_the_engine(options, seed, tables):
    state, _, log = played(options, seed, tables)
    assert isinstance(log[-1], MatchEnded)
    rules = state.public.variant
    check_match(
        {
            "variant": rules.options(),
            "deals": FIFTYSIX.deals(rules, log),
            "places": list(log[-1].places),
            "scores": list(log[-1].scores),
            "termination": str(state.termination),
        }
    )


@every_variant
@few
@seeds
def test_cards_points_and_tables_are_conserved(options, seed):
    for state, _, _ in playing(options, seed):
        public = state.public
        pack = Counter(card % COPY for card in PACKS[len(public.seats)])
        held = Counter(card.id for hand in state.hands for card in hand_cards(hand))
        shown = Counter(card.id for _, card in (public.play.plays if public.play else ()))
        assert held + shown == pack
        assert sum(public.tables) == 3 * len(public.variant.sides)
        assert min(public.tables) >= 0
    assert all(sum(deal.points) == 56 for deal in state.public.history)


@every_variant
@few
@seeds
def test_turns_go_round_and_the_dealer_moves_right(options, seed):
    dealer = turn = None
    for state, action, events in playing(options, seed):
        public = state.public
        for event in events:
            if isinstance(event, DealStarted):
                if dealer is not None:
                    after = [seat for seat in event.seats if seat > dealer]
                    assert event.dealer == (after or event.seats)[0]
                dealer, turn = event.dealer, None
        seats = public.seats
        if state.action_index == 0 and state.to_act >= 0:
            assert state.to_act == seats[(seats.index(dealer) + 1) % len(seats)]
        elif turn is not None and state.to_act >= 0 and (public.play is None or public.play.in_trick):
            assert state.to_act == seats[(seats.index(turn) + 1) % len(seats)]
        turn = state.to_act
        assert action < ACTIONS


@every_variant
@few
@seeds
def test_exactly_the_legal_actions_can_be_applied(options, seed):
    rng = random.Random(seed)
    for state, _, _ in playing(options, seed, max_deals=2):
        if state.to_act < 0 or rng.random() > 0.05:
            continue
        legal = state.legal()
        assert legal
        before = (state.hands[:], state.to_act, state.action_index, legal)
        for action in rng.sample(range(ACTIONS), 20) + ids_of(legal)[:5]:
            if legal >> action & 1:
                other = state.copy()
                other.apply(action)
            else:
                with pytest.raises(IllegalActionError):
                    state.apply(action)
        assert (state.hands, state.to_act, state.action_index, state.legal()) == before


@every_variant
@few
@seeds
def test_observations_agree_with_the_state(options, seed):
    seats = observers(variant(**{**options, "tables": 3, "max_deals": 2}))
    for state, _, events in playing(options, seed, max_deals=2):
        show(seats, events)
        for seat in seats:
            assert seat.legal() == (state.legal() if seat.seat == state.to_act else 0)
            assert seat.hand == state.hands[seat.seat]
            assert seat.public.to_act == state.to_act
        if state.to_act >= 0:
            view = seats[state.to_act].view
            assert [seats[state.to_act].action(answer) for answer in view.legal] == ids_of(state.legal())
            assert view.seats == state.public.seats
            assert view.tables == state.scores()


@every_variant
@few
@given(seed=st.integers(0, 10_000), cut=st.integers(0, 60))
def test_hidden_cards_change_nothing_that_a_seat_sees(options, seed, cut):
    rng = random.Random(seed)
    rules = variant(**options)
    state, events = FIFTYSIX.start(rules, f"hidden {seed}")
    dealt = {event.seat: [CARDS[card] for card in event.cards] for event in events if isinstance(event, HandDealt)}
    dealer, actions = state.public.dealer, []
    while len(actions) < cut and not state.deals():
        actions.append(pick(state, rng))
        state.apply(actions[-1])
    assume(not state.deals())

    me = rng.choice(state.public.seats)
    other_hands = _swap_hidden(state, dealt, me, rng)
    snapshots = []
    for hands in (dealt, other_hands):
        twin = FiftySixState.from_hands(rules, hands, dealer=dealer)
        seat = observers(rules)[me]
        show([seat], opening(twin, hands))
        for action in actions:
            show([seat], twin.apply(action))
        snapshots.append(snapshot(seat))
    assert dealt != other_hands
    assert snapshots[0] == snapshots[1]


def _swap_hidden(state, dealt, me, rng):
    """The hands as dealt, but two players other than `me` have exchanged a card that neither has played.

    Cards of one suit once the deal is under way, so that what was played stays legal.
    """
    pairs = [
        (a, b, card, other)
        for a, b in combinations([seat for seat in state.public.seats if seat != me], 2)
        for card in hand_cards(state.hands[a])
        for other in hand_cards(state.hands[b])
        if card is not other and (card.suit == other.suit or state.public.play is None)
    ]
    assume(pairs)
    a, b, card, other = rng.choice(pairs)
    result = {seat: list(hand) for seat, hand in dealt.items()}
    result[a][result[a].index(card)] = other
    result[b][result[b].index(other)] = card
    return result


@every_variant
@few
@seeds
def test_the_same_actions_bring_the_same_events(options, seed):
    state, actions, log = played(options, seed)
    replay, events = FIFTYSIX.start(state.public.variant, f"seed {seed}")
    again = list(events)
    for action in actions:
        again += replay.apply(action)
    assert again == log
    assert (replay.scores(), replay.places(), replay.termination) == (
        state.scores(),
        state.places(),
        state.termination,
    )


@every_variant
@few
@seeds
def test_copies_are_independent(options, seed):
    rng = random.Random(seed)
    for state, _, _ in playing(options, seed, max_deals=2):
        if state.to_act < 0 or rng.random() > 0.03:
            continue
        first, second = state.copy(), state.copy()
        trail = []
        while first.to_act >= 0:
            trail.append(pick(first, rng))
            first.apply(trail[-1])
        assert second.legal() == state.legal()
        assert second.hands == state.hands
        for action in trail:
            second.apply(action)
        assert second.scores() == first.scores()
        assert second.public.history == first.public.history
