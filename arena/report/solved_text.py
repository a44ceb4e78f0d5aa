"""What a deal was worth with open hands and best play, for the terminal."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType

from arena.cards import Card
from arena.games.bridgette.calls import DENOMINATIONS
from arena.games.bridgette.pack import SEATS
from arena.games.bridgette.record import held_hands
from arena.games.fiftysix.game import FIFTYSIX
from arena.games.fiftysix.pack import POINTS, hand_of
from arena.report.card_text import plain_table
from arena.solvers.bridgette.par import Best, par_of
from arena.solvers.bridgette.solver import BridgetteSolver
from arena.solvers.fiftysix.solver import LAST_TRICKS, FiftySixSolver

Record = dict[str, Any]


def solved_text(record: Record, deal: Record) -> Iterator[RenderableType]:
    """The solution of one deal of a match record."""
    yield from (_bridgette(deal) if record["game"] == "bridgette" else _fiftysix(record, deal))


def _bridgette(deal: Record) -> Iterator[RenderableType]:
    """Tricks by denomination and leader, the best contracts and par."""
    if len(deal["exchanges"]) < len(SEATS):
        yield "Not solved: the exchange was not finished"
        return
    par = par_of(BridgetteSolver(), held_hands(deal), deal["dealer"])
    yield "Open hands after the exchange, tricks of seat 0 – seat 1 with best play:"
    table = plain_table("trump", "seat 0 leads", "seat 1 leads")
    for trump, name in enumerate(DENOMINATIONS):
        first, second = par.tricks[0][trump], par.tricks[1][trump]
        table.add_row(name, f"{first} – {13 - first}", f"{13 - second} – {second}")
    yield table
    for seat in SEATS:
        best = par.best[seat]
        told = "none makes" if best is None else f"{best.contract.bid}, {_result(best)}"
        yield f"Best contract of seat {seat} that it may open with: {told}"
    calls = " ".join(map(str, par.calls))
    told = "passed out" if par.result is None else f"{par.result.contract}, {_result(par.result)}"
    yield f"Par, the best calls of both ({calls}): {told}"


def _result(best: Best) -> str:
    return f"{best.tricks} tricks, {best.scores[0]} – {best.scores[1]} points"


def _fiftysix(record: Record, deal: Record) -> Iterator[RenderableType]:
    """The points of the declarer's side in the last tricks, with best play and as they were played."""
    seats, plays, contract = deal["seats"], deal["plays"], deal["contract"]
    hands = deal["hands"]
    last = LAST_TRICKS[len(seats)]
    begun = len(seats) * (len(hands[str(seats[0])]) - last)
    if len(plays) <= begun:
        yield f"Not solved: the last {last} tricks were not begun"
        return
    sides = FIFTYSIX.sides(FIFTYSIX.variant(record["variant"]))
    (side,) = [group for group in sides if contract["declarer"] in group]
    held = [0] * (max(seats) + 1)
    for seat in seats:
        gone = Counter(play["card"] for play in plays[:begun] if play["seat"] == seat)
        held[seat] = hand_of([Card.parse(card).id for card in (Counter(hands[str(seat)]) - gone).elements()])
    best = FiftySixSolver().points(held, seats, contract["trump"], side, plays[begun]["seat"])
    took = "–" if deal["points"] is None else _taken(plays[begun:], len(seats), contract["trump"], side)
    yield f"Open hands in the last {last} tricks, points of the declarer's side against all others:"
    table = plain_table("seats", "best play", "as played")
    table.add_row(" ".join(map(str, side)), str(best), str(took))
    yield table


def _taken(plays: Sequence[Record], players: int, trump: str, side: Sequence[int]) -> int:
    """The points that a side took in these tricks."""
    taken = 0
    for start in range(0, len(plays), players):
        trick = plays[start : start + players]
        cards = [Card.parse(play["card"]) for play in trick]
        if trick[FIFTYSIX.trick_winner(cards, trump)]["seat"] in side:
            taken += sum(POINTS[card.id] for card in cards)
    return taken
