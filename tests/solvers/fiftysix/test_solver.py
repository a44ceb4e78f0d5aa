import random
from typing import Any

import pytest

from arena.cards import Card, ids_of
from arena.games.fiftysix.pack import hand_of
from arena.games.fiftysix.seating import sides_of
from arena.solvers.fiftysix import solver as module
from arena.solvers.fiftysix.solver import FiftySixSolver
from tests.games.fiftysix.kit import playing
from tests.solvers.fiftysix.kit import Case, Memo, minimax_cards, random_case, random_deal
from tests.solvers.golden import golden_deals

SMALL = {4: 3, 6: 2, 8: 2}
LARGE = {4: 4, 6: 3, 8: 2}


def solved(solver: FiftySixSolver, case: Case, nodes: int | None = None) -> dict[int, int] | None:
    seats = range(len(case.hands))
    return solver.cards(case.hands, seats, case.trump, case.side, case.leader, case.trick, nodes=nodes)


def points(solver: FiftySixSolver, case: Case, nodes: int | None = None) -> int | None:
    seats = range(len(case.hands))
    return solver.points(case.hands, seats, case.trump, case.side, case.leader, case.trick, nodes=nodes)


def compare(case: Case, solver: FiftySixSolver, memo: Memo) -> None:
    """Assert that the solver agrees with minimax."""
    cards = minimax_cards(case, memo)
    assert solved(solver, case) == cards, str(case)
    best = max(cards.values()) if case.to_act in case.side else min(cards.values())
    assert points(solver, case) == best, str(case)


def test_the_last_tricks_come_to_what_minimax_finds() -> None:
    rng = random.Random(1)
    solver = FiftySixSolver()
    for _ in range(1500):
        compare(random_case(rng, SMALL), solver, {})


def test_a_fresh_solver_finds_the_same_as_one_that_knows_much() -> None:
    rng = random.Random(2)
    for _ in range(60):
        compare(random_case(rng, SMALL), FiftySixSolver(), {})


@pytest.mark.system
def test_two_thousand_positions_come_to_what_minimax_finds() -> None:
    rng = random.Random(3)
    solver = FiftySixSolver()
    for _ in range(2000):
        compare(random_case(rng, LARGE), solver, {})


def before_eliminations() -> list[Any]:
    """Some golden deals in which all seats are in, as minimax numbers them."""
    return [
        deal
        for deal in golden_deals("fiftysix")
        if deal.values[0]["seats"][-1] + 1 == len(deal.values[0]["seats"])
    ]


@pytest.mark.parametrize("deal", before_eliminations()[::7])
def test_the_last_two_tricks_of_golden_deals_come_to_what_minimax_finds(deal: dict[str, Any]) -> None:
    seats = deal["seats"]
    left = {seat: [Card.parse(card).id for card in deal["hands"][str(seat)]] for seat in seats}
    contract = deal["contract"]
    (side,) = [side for side in sides_of(len(seats), "pairs") if contract["declarer"] in side]
    plays = deal["plays"]
    for play in plays[: -2 * len(seats)]:
        left[play["seat"]].remove(Card.parse(play["card"]).id)
    hands = tuple(hand_of(left[seat]) for seat in seats)
    case = Case(hands, contract["trump"], side, plays[-2 * len(seats)]["seat"])
    solver, memo = FiftySixSolver(), Memo()
    for play in plays[-2 * len(seats) :]:
        assert case.to_act == play["seat"]
        compare(case, solver, memo)
        case, _ = case.after(Card.parse(play["card"]).id)


def test_seats_keep_their_numbers_when_others_are_out() -> None:
    rng = random.Random(4)
    for _ in range(20):
        case = random_case(rng, {4: 2, 6: 2, 8: 2})
        seats = sorted(rng.sample(range(8), len(case.hands))) if len(case.hands) < 8 else list(range(8))
        hands = [0] * 8
        for seat, hand in zip(seats, case.hands, strict=True):
            hands[seat] = hand
        side = [seats[player] for player in case.side]
        moved = FiftySixSolver().cards(hands, seats, case.trump, side, seats[case.leader], case.trick)
        assert moved == solved(FiftySixSolver(), case)


def test_a_match_is_asked_about_in_the_terms_of_the_engine() -> None:
    solver = FiftySixSolver()
    asked = 0
    for state, _, _ in playing({"players": 6, "teams": "two_sides"}, seed=1):
        public = state.public
        if public.play is None or state.to_act < 0 or public.play.tricks_left > 3:
            continue
        trick = public.play.trick()
        leader = trick[0][0] if trick else state.to_act
        assert public.contract is not None
        side = public.variant.sides[public.side_of[public.contract.declarer]]
        kinds = [card.id for _, card in trick]
        cards = solver.cards(state.hands, public.seats, public.contract.trump, side, leader, kinds)
        assert list(cards or ()) == ids_of(state.legal())
        asked += 1
    assert asked


def position(hands: list[str], trump: str, trick: str = "") -> Case:
    masks = tuple(hand_of([Card.parse(word).id for word in hand.split()]) for hand in hands)
    return Case(masks, trump, (0, 2), 0, tuple(Card.parse(word).id for word in trick.split()))


@pytest.mark.parametrize(
    ("case", "taken"),
    [
        # F17: of two identical cards the one played first wins.
        (position(["HJ", "HJ", "H9", "H9"], "NT"), 10),
        # F16: the nine must follow the jack.
        (position(["HJ CQ", "H9 SQ", "DQ DK", "HQ CK"], "NT"), 5),
        # F17: a trump wins.
        (position(["HA", "SQ", "HK", "H9"], "S"), 0),
        # F16: who is void need not trump; all the points go to the trump led.
        (position(["", "DK", "CJ", "DQ"], "S", "S9"), 5),
    ],
)
def test_tricks_are_won_as_the_rules_say(case: Case, taken: int) -> None:
    assert points(FiftySixSolver(), case) == taken


def test_a_limit_of_nodes_ends_the_search_and_does_no_harm() -> None:
    case = Case(random_deal(random.Random(5), 4, 5), "S", (0, 2), 1)
    solver = FiftySixSolver()
    assert points(solver, case, nodes=50) is None
    assert solver.nodes == 50
    assert solved(solver, case, nodes=50) is None
    assert solved(solver, case) == solved(FiftySixSolver(), case)
    assert points(solver, case) == points(FiftySixSolver(), case)


def test_a_solver_that_knows_too_much_forgets_and_stays_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "POSITIONS_KEPT", 50)
    solver = FiftySixSolver()
    for seed in range(4):
        case = Case(random_deal(random.Random(seed), 4, 4), "NT", (1, 3), 0)
        assert points(solver, case) == points(FiftySixSolver(), case)


def test_hands_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="as many cards"):
        points(FiftySixSolver(), Case((1, 1, 1, 3), "S", (0, 2), 0))
