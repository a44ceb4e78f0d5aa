import copy
from typing import Any

import pytest
from rich.console import Console

from arena.cards import Card
from arena.games.bridgette.calls import DENOMINATIONS
from arena.games.fiftysix.game import FIFTYSIX
from arena.games.fiftysix.pack import POINTS
from arena.report.solved_text import solved_text
from arena.solvers.bridgette.solver import BridgetteSolver
from arena.solvers.fiftysix.solver import LAST_TRICKS
from tests.solvers.golden import golden_deals, golden_matches, hands_in_play

BRIDGETTE: dict[str, Any] = golden_deals("bridgette")[0].values[0]
MATCHES = [
    pytest.param(match, id=name)
    for name, match in golden_matches("fiftysix")
    if all(len(deal["seats"]) < 8 for deal in match["deals"][-2:])
]
"""Golden matches of 56 that end with four or six players."""


def printed(game: str, deal: dict[str, Any], variant: dict[str, Any]) -> str:
    console = Console(width=160, force_terminal=False)
    with console.capture() as capture:
        for part in solved_text({"game": game, "variant": variant}, deal):
            console.print(part, highlight=False)
    return capture.get()


def test_a_bridgette_deal_shows_the_tricks_by_denomination_and_leader() -> None:
    text = printed("bridgette", BRIDGETTE, {})
    first, second = (sum(1 << card for card in hand) for hand in hands_in_play(BRIDGETTE))
    for trump, name in enumerate(DENOMINATIONS):
        (line,) = [line for line in text.splitlines() if line.startswith(f"{name} ")]
        leads = BridgetteSolver().tricks((first, second), trump, 0)
        follows = BridgetteSolver().tricks((first, second), trump, 1)
        assert leads is not None
        assert follows is not None
        assert line.split()[1:] == f"{leads} – {13 - leads} {13 - follows} – {follows}".split()


def test_a_bridgette_deal_shows_the_best_contracts_and_par() -> None:
    text = printed("bridgette", BRIDGETTE, {})
    assert "Best contract of seat 0 that it may open with: 2NT, 8 tricks, 500 – 0 points" in text
    assert "Best contract of seat 1 that it may open with: 1C, 7 tricks, 0 – 400 points" in text
    assert "Par, the best calls of both (2NT P): 2NT by seat 0, 8 tricks, 500 – 0 points" in text


def test_a_deal_whose_exchange_was_not_finished_is_not_solved() -> None:
    deal = copy.deepcopy(BRIDGETTE)
    del deal["exchanges"][1]
    assert printed("bridgette", deal, {}) == "Not solved: the exchange was not finished\n"


@pytest.mark.parametrize("match", MATCHES)
def test_the_last_tricks_of_56_show_best_play_beside_what_was_played(match: dict[str, Any]) -> None:
    deal = match["deals"][-1]
    players, side_of = len(deal["seats"]), FIFTYSIX.variant(match["variant"]).side_of
    last = LAST_TRICKS[players]
    text = printed("fiftysix", deal, match["variant"])
    assert f"in the last {last} tricks, points of the declarer's side against all others:" in text
    *seats, best, played = text.splitlines()[-1].split()
    side = side_of[deal["contract"]["declarer"]]
    assert list(map(int, seats)) == [seat for seat in deal["seats"] if side_of[seat] == side]
    at_stake = sum(POINTS[Card.parse(play["card"]).id] for play in deal["plays"][-last * players :])
    assert 0 <= int(best) <= at_stake
    assert 0 <= deal["points"][side] - int(played) <= 56 - at_stake


def test_the_last_tricks_of_56_that_were_not_begun_are_not_solved() -> None:
    match = copy.deepcopy(MATCHES[0].values[0])
    deal = match["deals"][-1]
    last = LAST_TRICKS[len(deal["seats"])]
    del deal["plays"][-last * len(deal["seats"]) :]
    text = printed("fiftysix", deal, match["variant"])
    assert text == f"Not solved: the last {last} tricks were not begun\n"


def test_a_deal_of_56_that_was_not_finished_shows_best_play_alone() -> None:
    match = copy.deepcopy(MATCHES[0].values[0])
    deal = match["deals"][-1] | {"points": None}
    del deal["plays"][-1]
    assert printed("fiftysix", deal, match["variant"]).split()[-1] == "–"
