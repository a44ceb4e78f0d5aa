import random
from functools import cache

import pytest

from arena.cards import Card, cards_of, mask_of
from arena.games.bridgette.calls import Call
from arena.games.bridgette.contract import Contract
from arena.games.bridgette.game import BRIDGETTE
from arena.games.bridgette.pack import PACK
from arena.games.bridgette.public import CALL
from arena.games.bridgette.state import BridgetteState
from arena.solvers.bridgette import par as par_module
from arena.solvers.bridgette.par import Best, Par, par_of
from arena.solvers.bridgette.solver import BridgetteSolver
from tests.games.bridgette import reference

STRONG = "SA SK SQ SJ ST S9 S8 S7 S6 S5 HA DA CA"
NO_CLUB = "SA SK SQ SJ ST S9 S8 S7 HA HK DA DK DQ"
WEAK = "S2 H2 H3 H4 H5 H6 D2 D3 D4 D5 D6 C3 C4"


def hand(text: str) -> int:
    return mask_of([Card.parse(word).id for word in text.split()])


def par(first: str, second: str, dealer: int = 0) -> Par:
    return par_of(BridgetteSolver(), (hand(first), hand(second)), dealer)


def random_hands(seed: int) -> tuple[int, int]:
    cards = random.Random(seed).sample(PACK, 26)
    return mask_of(cards[:13]), mask_of(cards[13:])


def test_the_table_holds_what_each_leader_takes_in_each_denomination() -> None:
    hands = random_hands(1)
    found = par_of(BridgetteSolver(), hands, 0)
    for leader in (0, 1):
        for trump in range(5):
            assert found.tricks[leader][trump] == BridgetteSolver().tricks(hands, trump, leader)


def test_who_takes_all_tricks_bids_them_all() -> None:
    found = par(STRONG, WEAK)
    assert found.best[0] == found.result == Best(Contract(Call.parse("7NT"), 0, 1), 13, (2500, 0))
    assert [str(call) for call in found.calls] == ["7NT", "P"]


def test_what_may_not_be_bid_is_no_best_contract() -> None:
    found = par(NO_CLUB, WEAK)  # B13: no trumps needs a card of every suit
    assert found.tricks[0][4] == 13
    assert found.best[0] == Best(Contract(Call.parse("7S"), 0, 1), 13, (2200, 0))


def test_when_nobody_makes_a_contract_none_is_best_and_both_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        par_module, "_tricks", lambda solver, hands, leader: (8,) * 5
    )  # who leads has the better of it
    found = par(STRONG, WEAK, dealer=1)
    assert found.best == (None, None)
    assert ([str(call) for call in found.calls], found.result) == (["P", "P"], None)


@pytest.mark.parametrize("seed", range(6))
def test_the_best_contract_scores_as_much_as_any_that_may_be_opened(seed: int) -> None:
    hands = random_hands(seed)
    found = par_of(BridgetteSolver(), hands, 0)
    for seat in (0, 1):
        held = [str(card) for card in cards_of(hands[seat])]
        scores = [
            reference.score(bid, 1, 13 - found.tricks[1 - seat][reference.DENOMINATIONS.index(bid[1:])])[0]
            for bid in reference.legal_calls(held, []) - {"P"}
        ]
        best = found.best[seat]
        assert (best.scores[seat] if best else 0) == max(scores, default=0)


def in_auction(hands: tuple[int, int], dealer: int) -> BridgetteState:
    """The engine's state before the first call, with these hands."""
    state, _ = BRIDGETTE.start(BRIDGETTE.variant({}), "par")
    public = state.public
    public.start_deal(1, dealer, upcard=PACK[0])
    public.exchanges = 2
    public.phase = CALL
    public.to_act = dealer
    state.hands = list(hands)
    state._legal = -1
    return state


def test_the_calls_are_legal_and_end_in_the_result() -> None:
    for seed in range(6):
        hands = random_hands(seed)
        found = par_of(BridgetteSolver(), hands, seed % 2)
        public = in_auction(hands, seed % 2).public
        for call in found.calls:
            assert public.legal(hands[public.to_act]) >> call.id & 1
            public.call(call.id)
        assert public.contract == (found.result.contract if found.result else None)
        assert public.phase != CALL


def best_margin(hands: tuple[int, int], tricks: tuple[tuple[int, ...], ...], dealer: int) -> int:
    """Seat 0's margin by a second search, over the auction as it is called and the rules written a second time."""
    held = [[str(card) for card in cards_of(hand)] for hand in hands]

    @cache
    def margin(seat: int, calls: tuple[str, ...]) -> int:
        values = []
        for call in reference.legal_calls(held[seat], list(calls)):
            after = (*calls, call)
            bids = [i for i, made in enumerate(after) if made in reference.BIDS]
            if call == "P" and bids:
                bid, doubling = after[bids[-1]], 2 ** (len(after) - 2 - bids[-1])
                declarer = (seat + len(after) - 1 - bids[-1]) % 2
                trump = reference.DENOMINATIONS.index(bid[1:])
                made, defended = reference.score(bid, doubling, 13 - tricks[1 - declarer][trump])
                values.append(made - defended if declarer == 0 else defended - made)
            elif after == ("P", "P"):
                values.append(0)
            else:
                # What came before the last bid no longer matters.
                values.append(margin(1 - seat, after[bids[-1] :] if bids else after))
        return min(values) if seat else max(values)

    return margin(dealer, ())


@pytest.mark.parametrize("seed", range(4))
def test_no_other_call_would_have_been_better_for_either(seed: int) -> None:
    hands = random_hands(seed)
    found = par_of(BridgetteSolver(), hands, seed % 2)
    scores = found.result.scores if found.result else (0, 0)
    assert scores[0] - scores[1] == best_margin(hands, found.tricks, seed % 2)
