import random
from collections.abc import Iterable
from typing import Any

import pytest

from arena.cards import Card, ids_of, mask_of
from arena.games.bridgette.calls import DENOMINATIONS
from arena.games.bridgette.game import BRIDGETTE
from arena.games.bridgette.pack import HAND_SIZE, PACK
from arena.games.bridgette.play import NO_CARD, NO_TRUMP
from arena.games.bridgette.public import PLAY
from arena.solvers.bridgette import solver as module
from arena.solvers.bridgette.solver import BridgetteSolver
from tests.games.bridgette.kit import COUNT, random_chooser
from tests.solvers.bridgette.kit import EVERY_KIND, Case, minimax, minimax_cards, random_case, random_cases
from tests.solvers.golden import golden_deals, hands_in_play


def solved(solver: BridgetteSolver, case: Case) -> dict[int, int] | None:
    return solver.cards(case.hands, case.trump, case.leader, led=case.led, ban=case.ban)


def compare(cases: Iterable[Case], solver: BridgetteSolver) -> int:
    """Assert that the solver agrees with minimax; how many positions that were."""
    count = 0
    for case in cases:
        cards = minimax_cards(case)
        assert solved(solver, case) == cards, str(case)
        best = max(cards.values()) if case.to_act == case.leader else min(cards.values())
        tricks = solver.tricks(case.hands, case.trump, case.leader, led=case.led, ban=case.ban)
        assert tricks == best, str(case)
        count += 1
    return count


def test_small_positions_of_every_kind_come_to_what_minimax_finds() -> None:
    compare(random_cases(1, 6, most=4), BridgetteSolver())


def test_a_fresh_solver_finds_the_same_as_one_that_knows_much() -> None:
    rng = random.Random(2)
    for kind in rng.sample(EVERY_KIND, 150):
        compare([random_case(rng, kind, most=4)], BridgetteSolver())


@pytest.mark.system
def test_five_thousand_positions_of_up_to_six_cards_come_to_what_minimax_finds() -> None:
    assert compare(random_cases(3, 8, most=6), BridgetteSolver()) >= 5000


def plays_of(deal: dict[str, Any]) -> Iterable[tuple[Case, int]]:
    """Each position of a golden deal with the card played."""
    contract = deal["contract"]
    hands = hands_in_play(deal)
    trump = DENOMINATIONS.index(contract["bid"][1:])
    case = Case((mask_of(hands[0]), mask_of(hands[1])), trump, 1 - contract["declarer"])
    for play in deal["plays"]:
        card = Card.parse(play["card"]).id
        yield case, card
        case, _ = case.after(card)


@pytest.mark.parametrize("deal", golden_deals("bridgette"))
def test_the_last_tricks_of_golden_deals_come_to_what_minimax_finds(deal: dict[str, Any]) -> None:
    solver = BridgetteSolver()
    positions = [case for case, _ in plays_of(deal) if case.hands[case.to_act].bit_count() <= 5]
    assert compare(positions, solver) == 10


@pytest.mark.parametrize("deal", golden_deals("bridgette"))
def test_from_the_first_lead_on_each_card_of_golden_deals_leads_where_it_was_said_to(deal: dict[str, Any]) -> None:
    solver = BridgetteSolver()
    taken = [0, 0]
    expected: int | None = None  # what seat 0 takes in all
    for case, card in plays_of(deal):
        cards = solved(solver, case)
        assert cards is not None
        left = HAND_SIZE - sum(taken)
        totals = {c: taken[0] + (left - value if case.leader else value) for c, value in cards.items()}
        best = min(totals.values()) if case.to_act else max(totals.values())
        assert best == expected or expected is None, str(case)
        expected = totals[card]
        _, winner = case.after(card)
        if winner >= 0:
            taken[winner] += 1
    assert expected == deal["tricks"][0]


def hand(text: str) -> int:
    return mask_of([Card.parse(word).id for word in text.split()])


@pytest.mark.parametrize(
    ("hands", "ban", "tricks"),
    [
        # B23: the colon matches the five, and the diamond that must be led instead loses the lead for good.
        (("S5 S4 D2", ":L D3 D4"), -1, 1),
        (("S5 S4 D2", "H2 D3 D4"), -1, 2),
        # A ban lapses when nothing else is held.
        (("SA SK", "D3 D4"), 3, 2),
        # A colon led loses to a card of its group, whatever its suit (B24).
        ((":G", "CA"), -1, 0),
        ((":G", "CK"), -1, 1),
    ],
)
def test_colons_and_bans_are_understood(hands: tuple[str, str], ban: int, tricks: int) -> None:
    masks = (hand(hands[0]), hand(hands[1]))
    assert BridgetteSolver().tricks(masks, NO_TRUMP, 0, ban=ban) == tricks
    assert minimax(Case(masks, NO_TRUMP, 0, ban=ban)) == tricks


def random_deals(count: int, size: int = HAND_SIZE) -> list[tuple[int, int]]:
    rng = random.Random(7)
    deals = [rng.sample(PACK, 2 * size) for _ in range(count)]
    return [(mask_of(cards[:size]), mask_of(cards[size:])) for cards in deals]


def test_a_match_is_asked_about_in_the_terms_of_the_engine() -> None:
    solver = BridgetteSolver()
    state, _ = BRIDGETTE.start(COUNT, "solver")
    choose = random_chooser(1)
    while state.to_act >= 0:
        public = state.public
        if public.phase == PLAY:
            leader = state.to_act if public.led == NO_CARD else state.to_act ^ 1
            cards = solver.cards(state.hands, public.trump, leader, led=public.led, ban=public.ban)
            assert list(cards or ()) == ids_of(state.legal())
        state.apply(choose(state))


def test_a_limit_of_nodes_ends_the_search_and_does_no_harm() -> None:
    (hands,) = random_deals(1)
    solver, fresh = BridgetteSolver(), BridgetteSolver()
    tricks, cards = fresh.tricks(hands, 3, 0), fresh.cards(hands, 3, 0)
    assert solver.tricks(hands, 3, 0, nodes=100) is None
    assert solver.nodes == 100
    assert solver.cards(hands, 3, 0, nodes=100) is None
    led = ids_of(hands[0])[0]
    without_it = (hands[0] ^ 1 << led, hands[1])
    assert solver.tricks(without_it, 3, 0, led=led, nodes=100) is None
    assert (solver.tricks(hands, 3, 0), solver.cards(hands, 3, 0)) == (tricks, cards)


def test_the_same_questions_search_the_same_positions() -> None:
    def counts() -> list[int]:
        solver = BridgetteSolver()
        found = []
        for hands in random_deals(5, 9):
            solver.tricks(hands, 2, 1)
            found.append(solver.nodes)
        return found

    assert counts() == counts()


def test_a_question_asked_again_needs_no_search() -> None:
    (hands,) = random_deals(1, 9)
    solver = BridgetteSolver()
    tricks = solver.tricks(hands, NO_TRUMP, 0)
    assert solver.nodes > 0
    assert solver.tricks(hands, NO_TRUMP, 0) == tricks
    assert solver.nodes == 0


def test_a_solver_that_knows_too_much_forgets_and_stays_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "POSITIONS_KEPT", 50)
    solver = BridgetteSolver()
    for hands in random_deals(4, 8):
        assert solver.tricks(hands, 1, 0) == BridgetteSolver().tricks(hands, 1, 0)


@pytest.mark.parametrize(
    ("hands", "led"),
    [(("SA", "SA"), -1), (("SA", "SK SQ"), -1), (("SA SK", "SQ SJ"), 0), (("SA", "C2 SQ"), 0)],
)
def test_hands_that_do_not_fit_are_refused(hands: tuple[str, str], led: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        BridgetteSolver().tricks((hand(hands[0]), hand(hands[1])), NO_TRUMP, 0, led=led)
