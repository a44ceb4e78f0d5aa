import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import arena
from arena.cards import CARDS, cards_of, ids_of
from arena.errors import IllegalActionError
from arena.games.base import NOBODY, HandDealt, MatchEnded
from arena.games.bridgette.events import BridgetteDealEnded, DealStarted, Discarded, Drew, Exchanged, StockDealt
from arena.games.bridgette.game import BRIDGETTE
from arena.games.bridgette.state import BridgetteState
from arena.records import Termination
from arena.seeds import first_dealer
from tests.games.bridgette.kit import COUNT, REDEAL, act, at_lead, card_id, contract, legal_words, mask, play_match

PASS = BRIDGETTE.parse_action("call P")


def vectors() -> Iterator[dict]:
    """The documented first deals of Bridgette matches."""
    for line in (Path(arena.__file__).parent / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith('{"deal": "bridgette"'):
            vector = json.loads(line)
            if vector["number"] == 1 and vector["dealer"] == first_dealer("bridgette", vector["seed"], 2):
                yield vector


@pytest.mark.parametrize("vector", list(vectors()), ids=lambda vector: vector["seed"][:8])
def test_a_match_begins_with_the_documented_deal(vector: dict) -> None:
    _, events = BRIDGETTE.start(COUNT, vector["seed"])
    (deal,) = BRIDGETTE.deals(COUNT, events)
    assert deal["dealer"] == vector["dealer"]
    assert deal["hands"] == [vector["hands"][seat].split() for seat in "01"]
    assert deal["stock"] == vector["stock"].split()


def test_a_deal_begins_with_hands_stock_and_the_non_dealers_draw() -> None:
    state, events = BRIDGETTE.start(COUNT, "x")
    _, started, *hands, stock, drew = events
    dealer = first_dealer("bridgette", "x", 2)
    assert isinstance(stock, StockDealt)
    assert isinstance(drew, Drew)
    assert started == DealStarted(1, dealer, stock.cards[0])
    assert [(type(event), event.seat) for event in hands] == [(HandDealt, 0), (HandDealt, 1)]
    assert (stock.seat, len(stock.cards)) == (NOBODY, 29)
    assert drew == Drew(1 - dealer, stock.cards[:2])
    assert state.to_act == 1 - dealer
    assert (state.deal_number, len(state.deals()), state.action_index) == (1, 0, 0)


@pytest.mark.parametrize(("group", "count"), [("23456789TL", 4), ("JQKR", 8), ("AG", 12)])
def test_the_dealer_draws_4_8_or_12_after_the_non_dealers_exchange(group: str, count: int) -> None:
    state, number = BRIDGETTE.start(COUNT, "0")[0], 0
    while CARDS[state.public.upcard].rank not in group:
        number += 1
        state = BRIDGETTE.start(COUNT, str(number))[0]
    dealer, stock = state.public.dealer, state.stock
    events = state.apply(state.substitute())
    assert [type(event) for event in events] == [Discarded]
    discarded, exchanged, drew = state.apply(state.substitute())
    assert isinstance(discarded, Discarded)
    assert exchanged == Exchanged(1 - dealer, 2)
    assert drew == Drew(dealer, stock[:count])
    for left in range(count, 0, -1):
        assert (state.public.phase, state.to_act) == ("discard", dealer)
        assert state.hands[dealer].bit_count() == 13 + left
        events = state.apply(state.substitute())
    assert events[1] == Exchanged(dealer, count)
    assert (state.public.phase, state.to_act, state.action_index) == ("call", dealer, 2)
    assert len(state.stock) == 27 - count


def test_any_card_may_be_discarded_colons_and_drawn_cards_too() -> None:
    state, _ = BRIDGETTE.start(COUNT, "x")
    assert legal_words(state) == {str(card) for card in cards_of(state.hands[state.to_act])}
    assert len(legal_words(state)) == 15


def test_deals_alternate_and_six_of_them_decide() -> None:
    def bid_and_pass(state: BridgetteState) -> int:
        one_notrump = BRIDGETTE.parse_action("call 1NT")
        return one_notrump if state.legal() >> one_notrump & 1 and not state.public.calls else state.substitute()

    match = play_match(COUNT, "x", bid_and_pass)
    dealers = [deal["dealer"] for deal in match.deals]
    assert dealers == [dealers[0], 1 - dealers[0]] * 3
    assert sorted(match.state.places()) == [1, 2]
    assert match.state.termination is Termination.PLAYED_OUT


def test_a_match_without_points_has_a_seventh_deal_and_is_drawn() -> None:
    match = play_match(COUNT, "drawn", BridgetteState.substitute)
    dealers = [deal["dealer"] for deal in match.deals]
    assert len(dealers) == 7
    assert dealers[6] == dealers[0]
    assert match.events[-1] == MatchEnded((1, 1), (0, 0))


def test_in_redeal_every_eleventh_pass_out_in_a_row_counts() -> None:
    match = play_match(REDEAL, "redealt", BridgetteState.substitute)
    counted = [event.counted for event in match.events if isinstance(event, BridgetteDealEnded)]
    assert counted == ([False] * 10 + [True]) * 7
    dealers = [deal["dealer"] for deal in match.deals]
    assert dealers[:11] == dealers[:1] * 11
    assert dealers[11:22] == [1 - dealers[0]] * 11
    assert len({tuple(deal["stock"]) for deal in match.deals}) == 77


def test_after_the_match_nothing_is_legal() -> None:
    state = play_match(COUNT, "over", BridgetteState.substitute).state
    assert (state.to_act, state.legal(), state.deal_number, len(state.deals())) == (-1, 0, 7, 7)
    with pytest.raises(IllegalActionError, match="the match is over"):
        state.apply(PASS)


def test_a_match_under_way_has_no_termination() -> None:
    assert BRIDGETTE.start(COUNT, "x")[0].termination is None


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("call 1NT", "seat 0 may not 'call 1NT' now (play of deal 1)"),
        ("play SA", "seat 0 may not 'play SA' now (play of deal 1)"),
        (-1, "seat 0 may not action -1 now (play of deal 1)"),
        (149, "seat 0 may not action 149 now (play of deal 1)"),
    ],
)
def test_a_refusal_names_seat_action_and_phase(action: str | int, message: str) -> None:
    state = at_lead(("S2 S3", "C2 C3"))
    with pytest.raises(IllegalActionError) as raised:
        state.apply(BRIDGETTE.parse_action(action) if isinstance(action, str) else action)
    assert str(raised.value) == message


def test_the_substitute_passes() -> None:
    state, _ = BRIDGETTE.start(COUNT, "x")
    while state.public.phase == "discard":
        state.apply(state.substitute())
    assert state.substitute() == PASS


@pytest.mark.parametrize(
    ("hand", "card"),
    [("SA H3 D3 :G", "D3"), ("SA :G", "SA"), (":L :G", ":G")],
    ids=["equal", "colon last", "colons"],
)
def test_the_substitute_plays_the_lowest_card(hand: str, card: str) -> None:
    other = " ".join(f"C{rank}" for rank in "2345"[: len(hand.split())])
    assert at_lead((hand, other)).substitute() == card_id(card)


def test_the_substitute_obeys_the_rules_of_play() -> None:
    state = at_lead(("S5 S6", "ST C2"))
    act(state, "play S5")
    assert state.substitute() == card_id("ST")


def test_the_substitute_discards_the_lowest_card() -> None:
    state, _ = BRIDGETTE.start(COUNT, "x")
    held = cards_of(state.hands[state.to_act])
    lowest = min(
        (card for card in held if not card.is_colon), key=lambda card: ("23456789TJQKA".index(card.rank), card)
    )
    assert BRIDGETTE.action_text(state.substitute()) == f"discard {lowest}"


@pytest.mark.parametrize(
    ("totals", "forfeited", "places"),
    [
        ((500, 100), (), (1, 2)),
        ((100, 500), (), (2, 1)),
        ((100, 100), (), (1, 1)),
        ((500, 100), (0,), (2, 1)),
        ((0, 0), (1,), (1, 2)),
    ],
)
def test_places_follow_the_totals_and_a_forfeit_comes_last(
    totals: tuple[int, int], forfeited: tuple[int, ...], places: tuple[int, int]
) -> None:
    state = at_lead(("SA", "SK"))
    state.public.totals = totals
    assert state.places(forfeited) == places


def test_a_set_up_play_goes_on_to_the_end_of_the_match() -> None:
    state = at_lead(("SA SK", "H2 H3"), "1NT", declarer_tricks=5, seed="later")
    assert state.public.tricks == [5, 6]
    act(state, "play SA", "play H2", "play SK", "play H3")
    (deal,) = state.public.history
    assert (deal.tricks, deal.scores) == ((7, 6), (500, 0))
    while state.to_act >= 0:
        state.apply(state.substitute())
    assert len(state.deals()) == 6
    assert state.places() == (1, 2)


def test_a_set_up_play_may_continue_a_match() -> None:
    before = play_match(COUNT, "x", BridgetteState.substitute).state.public
    state = BridgetteState.from_play(
        (mask("SA"), mask("H2")), contract("7NT"), 0, before=before, declarer_tricks=12
    )
    assert (state.deal_number, len(state.deals())) == (8, 7)
    assert before.number == 7


@pytest.mark.parametrize(
    ("hands", "leader"),
    [(("SA SK", "H2"), 0), (("SA SK", "H2"), 1), (("SA", "SA"), 0)],
    ids=["short", "long", "twice"],
)
def test_a_position_that_cannot_be_is_refused(hands: tuple[str, str], leader: int) -> None:
    with pytest.raises(ValueError, match="cards"):
        at_lead(hands, leader=leader)


def test_from_public_refuses_a_placing_that_does_not_fit() -> None:
    state, _ = BRIDGETTE.start(COUNT, "x")
    state.apply(state.substitute())
    public, hands, discards, stock = state.public, state.hands, state.discards, state.stock
    assert BridgetteState.from_public(public, hands, discards, stock).legal() == state.legal()
    with pytest.raises(ValueError, match="do not fit"):
        BridgetteState.from_public(public, hands[::-1], discards, stock)
    with pytest.raises(ValueError, match="55 cards"):
        BridgetteState.from_public(public, hands, discards, stock[1:])
    with pytest.raises(ValueError, match="55 cards"):
        BridgetteState.from_public(public, hands, discards, (*stock[1:], stock[1]))
    with pytest.raises(ValueError, match="do not fit"):
        BridgetteState.from_public(BRIDGETTE.public(COUNT), hands, discards, stock)


def test_from_public_wants_two_discards_of_a_non_dealer_who_has_exchanged() -> None:
    state, _ = BRIDGETTE.start(COUNT, "x")
    state.apply(state.substitute())
    state.apply(state.substitute())
    gone = state.discards[state.public.dealer ^ 1]
    discards = [0, 0]
    with pytest.raises(ValueError, match="do not fit"):
        BridgetteState.from_public(state.public, state.hands, discards, (*state.stock, *ids_of(gone)))
