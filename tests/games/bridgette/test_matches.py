"""Properties of whole matches, whatever is played."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.cards import CARDS, ids_of, mask_of
from arena.errors import IllegalActionError
from arena.games.base import MatchEnded, MatchStarted
from arena.games.bridgette.calls import CALLS, PASS
from arena.games.bridgette.events import BridgetteDealEnded
from arena.games.bridgette.game import BRIDGETTE
from arena.games.bridgette.pack import FULL_PACK
from arena.games.bridgette.state import BridgetteState
from arena.games.bridgette.variant import BridgetteVariant
from tests.games.bridgette import reference
from tests.games.bridgette.kit import (
    VARIANTS,
    facts,
    legal_words,
    play_match,
    random_chooser,
    tell,
    visible,
    words,
)

variants = st.sampled_from(VARIANTS)
numbers = st.integers(0, 10**9)
few = settings(max_examples=15, deadline=None)


@given(variants, numbers)
@settings(max_examples=40, deadline=None)
def test_every_match_obeys_the_rules_as_written_a_second_time(variant: BridgetteVariant, number: int) -> None:
    match = play_match(variant, str(number), random_chooser(number))
    places = reference.check_match(match.deals, variant.passed_out)
    assert match.state.places() == tuple(places)
    assert match.state.scores() == tuple(match.deals[-1]["totals"])
    assert match.events[-1] == MatchEnded(match.state.places(), match.state.scores())
    assert len(match.state.deals()) == len(match.deals)


@given(variants, numbers)
@few
def test_the_legal_actions_are_those_of_the_rules_at_every_decision(
    variant: BridgetteVariant, number: int
) -> None:
    choose = random_chooser(number)

    def check(state: BridgetteState) -> int:
        public, hand = state.public, words(state.hands[state.to_act])
        played = [str(CARDS[card]) for card in public.plays]
        if public.phase == "discard":
            legal = set(hand)
        elif public.phase == "call":
            legal = reference.legal_calls(hand, [str(CALLS[call - PASS]) for call in public.calls])
        elif len(played) % 2:
            legal = reference.legal_plays(hand, played[-1], None)
        else:
            legal = reference.legal_plays(hand, None, reference.ban_after(played))
        assert legal_words(state) == legal
        return choose(state)

    play_match(variant, str(number), check)


@given(variants, numbers)
@few
def test_all_55_cards_have_one_place_at_every_decision(variant: BridgetteVariant, number: int) -> None:
    choose = random_chooser(number)

    def check(state: BridgetteState) -> int:
        piles = [state.public.played, *state.hands, *state.discards, mask_of(state.stock)]
        assert sum(piles) == FULL_PACK
        assert sum(pile.bit_count() for pile in piles) == 55
        return choose(state)

    play_match(variant, str(number), check)


@given(variants, numbers)
@few
def test_observations_agree_with_the_state_at_every_decision(variant: BridgetteVariant, number: int) -> None:
    choose = random_chooser(number)
    state, events = BRIDGETTE.start(variant, str(number))
    observations = [BRIDGETTE.observation(BRIDGETTE.public(variant), seat) for seat in (0, 1)]
    tell(observations, events)
    while state.to_act >= 0:
        for observation in observations:
            assert facts(observation.public) == facts(state.public)
            assert observation.hand == state.hands[observation.seat]
            assert mask_of(observation.discarded) == state.discards[observation.seat]
            assert observation.legal() == (state.legal() if observation.seat == state.to_act else 0)
        view = observations[state.to_act].view
        assert [observations[state.to_act].action(answer) for answer in view.legal] == ids_of(state.legal())
        tell(observations, state.apply(choose(state)))
    assert [observation.legal() for observation in observations] == [0, 0]


@given(variants, numbers)
@few
def test_observations_may_share_what_is_public(variant: BridgetteVariant, number: int) -> None:
    match = play_match(variant, str(number), random_chooser(number))
    public = BRIDGETTE.public(variant)
    shared = [BRIDGETTE.observation(public, seat) for seat in (0, 1)]
    apart = [BRIDGETTE.observation(BRIDGETTE.public(variant), seat) for seat in (0, 1)]
    for event in match.events:
        tell(apart, [event])
        if event in visible([event], -2):
            public.see(event)
        else:
            tell(shared, [event])
        if not isinstance(event, MatchStarted):
            assert [str(o.view) for o in shared] == [str(o.view) for o in apart]


@given(variants, numbers, st.integers(0, 1))
@settings(max_examples=40, deadline=None)
def test_states_that_differ_in_unseen_cards_look_the_same(
    variant: BridgetteVariant, number: int, seat: int
) -> None:
    rng = random.Random(number)
    state, events = BRIDGETTE.start(variant, str(number))
    twin = _exchange_unseen_cards(state, seat, rng)
    observations = [BRIDGETTE.observation(BRIDGETTE.public(variant), seat) for _ in range(2)]
    for observation in observations:
        tell([observation], events)
    while not state.deals():
        if state.to_act == seat:
            assert state.legal() == twin.legal()
            actions = [rng.choice(ids_of(state.legal()))] * 2
        elif state.public.phase == "discard":
            actions = [rng.choice(ids_of(each.legal())) for each in (state, twin)]
        else:
            common = ids_of(state.legal() & twin.legal())
            if not common:
                return
            actions = [rng.choice(common)] * 2
        seen = [visible(each.apply(action), seat) for each, action in zip((state, twin), actions, strict=True)]
        if not state.deals():
            assert seen[0] == seen[1]
        for observation, told in zip(observations, seen, strict=True):
            tell([observation], told)
        assert str(observations[0].view) == str(observations[1].view)
        assert facts(observations[0].public) == facts(observations[1].public)


def _exchange_unseen_cards(state: BridgetteState, seat: int, rng: random.Random) -> BridgetteState:
    """The same first decision of a deal with four cards of the opponent's hand swapped for lower stock."""
    other = seat ^ 1
    will_draw = state.public.to_exchange if seat != state.public.dealer else 12
    stock = list(state.stock)
    held = state.hands[other]
    mine = [card for card in ids_of(held) if card != state.public.upcard]
    for card, place in zip(rng.sample(mine, 4), rng.sample(range(will_draw, len(stock)), 4), strict=True):
        held ^= 1 << card | 1 << stock[place]
        stock[place] = card
    hands = [held, state.hands[seat]] if other == 0 else [state.hands[seat], held]
    return BridgetteState.from_public(state.public, hands, state.discards, stock, state.seed)


@given(variants, numbers)
@few
def test_the_same_actions_give_the_same_events(variant: BridgetteVariant, number: int) -> None:
    match = play_match(variant, str(number), random_chooser(number))
    actions = iter(match.actions)
    again = play_match(variant, str(number), lambda _: next(actions))
    assert again.events == match.events


@given(variants, numbers)
@few
def test_an_illegal_action_is_refused_and_changes_nothing(variant: BridgetteVariant, number: int) -> None:
    rng = random.Random(number)
    choose = random_chooser(number)

    def check(state: BridgetteState) -> int:
        illegal = rng.choice([a for a in range(-3, 160) if a < 0 or not state.legal() >> a & 1])
        before = _everything(state)
        with pytest.raises(IllegalActionError):
            state.apply(illegal)
        assert _everything(state) == before
        return choose(state)

    play_match(variant, str(number), check)


@given(variants, numbers)
@few
def test_a_copy_goes_its_own_way(variant: BridgetteVariant, number: int) -> None:
    rng = random.Random(number)
    choose = random_chooser(number)

    def check(state: BridgetteState) -> int:
        if rng.random() < 0.1:
            before = _everything(state)
            copy = state.copy()
            assert _everything(copy) == before
            for _ in range(rng.randrange(80)):
                if copy.to_act >= 0:
                    copy.apply(rng.choice(ids_of(copy.legal())))
            assert _everything(state) == before
        return choose(state)

    play_match(variant, str(number), check)


@given(variants, numbers)
@few
def test_a_state_rebuilt_from_its_parts_plays_on_alike(variant: BridgetteVariant, number: int) -> None:
    rng = random.Random(number)
    match = play_match(variant, str(number), random_chooser(number))
    stop = rng.randrange(len(match.actions))
    state, _ = BRIDGETTE.start(variant, str(number))
    for action in match.actions[:stop]:
        state.apply(action)
    rebuilt = BridgetteState.from_public(state.public, state.hands, state.discards, state.stock, state.seed)
    for action in match.actions[stop:]:
        assert rebuilt.apply(action) == state.apply(action)
    assert rebuilt.to_act == -1


@given(variants, numbers)
@few
def test_turns_and_action_numbers_follow_each_other(variant: BridgetteVariant, number: int) -> None:
    choose = random_chooser(number)
    seen: list[tuple[int, int]] = []

    def check(state: BridgetteState) -> int:
        public = state.public
        seen.append((state.deal_number, state.action_index))
        if public.phase == "call":
            assert state.to_act == public.dealer ^ len(public.calls) & 1
        if public.phase == "discard":
            assert state.to_act == public.dealer ^ 1 ^ public.exchanges
        if public.phase == "play" and public.led >= 0:
            assert state.to_act != public.leaders[-1]
        return choose(state)

    match = play_match(variant, str(number), check)
    assert seen == sorted(seen)
    ends = [event.number for event in match.events if isinstance(event, BridgetteDealEnded)]
    assert ends == list(range(1, len(ends) + 1))


def _everything(state: BridgetteState) -> tuple[object, ...]:
    known = facts(state.copy().public)
    return known, list(state.hands), list(state.discards), state.stock, state.seed, state.legal()
