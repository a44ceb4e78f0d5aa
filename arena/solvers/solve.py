"""Positions in, tricks or points out."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from arena.cards import CARDS, SUITS, Card, mask_of
from arena.games.bridgette.calls import DENOMINATIONS
from arena.games.bridgette.play import NO_CARD, NO_SUIT
from arena.games.fiftysix.pack import hand_of
from arena.solvers.bridgette.solver import BridgetteSolver
from arena.solvers.check import PositionError, check_bridgette, check_fiftysix
from arena.solvers.fiftysix.solver import FiftySixSolver
from arena.solvers.notation import parse_position
from arena.solvers.position import BridgettePosition, FiftySixPosition, Hand, Position

NODES: Final = 5_000_000
"""How many positions `solve` searches at most: enough for any of Bridgette, and for the last tricks of 56."""


@dataclass(frozen=True)
class Solution:
    """What a position comes to when everybody plays his best and all hands are open.

    `taken` is what the seats of `side` take from here on, this trick included: in Bridgette the ``tricks`` of the
    seat that leads to it (or has led), in 56 the card ``points`` of the side named in the position; `unit` says
    which. `cards` is the same after each legal card of the seat `to_act`, in order of id: its best have the most
    if it belongs to `side`, else the fewest. `nodes` is how many positions were searched.
    """

    unit: str
    side: tuple[int, ...]
    to_act: int
    taken: int
    cards: Mapping[Card, int]
    nodes: int


def solve(position: str | Position) -> Solution:
    """Solve a position, given as a value or as a text (README.md).

    Raises NotationError for a text that is no position, and PositionError for a position that cannot be or takes
    more than NODES positions to search.
    """
    if isinstance(position, str):
        position = parse_position(position)
    if isinstance(position, BridgettePosition):
        return _bridgette(position)
    if isinstance(position, FiftySixPosition):
        return _fiftysix(position)
    raise PositionError(f"expected a BridgettePosition, a FiftySixPosition or a text, got {position!r}")


def _bridgette(position: BridgettePosition) -> Solution:
    check_bridgette(position)
    solver = BridgetteSolver()
    cards = solver.cards(
        [mask_of(_ids(hand)) for hand in position.hands],
        DENOMINATIONS.index(position.trump),
        position.leader,
        led=NO_CARD if position.led is None else position.led.id,
        ban=NO_SUIT if position.ban is None else SUITS.index(position.ban),
        nodes=NODES,
    )
    to_act = position.leader if position.led is None else 1 - position.leader
    return _solution("tricks", (position.leader,), to_act, cards, solver.nodes)


def _fiftysix(position: FiftySixPosition) -> Solution:
    check_fiftysix(position)
    seats = sorted(position.hands)
    solver = FiftySixSolver()
    cards = solver.cards(
        [hand_of(_ids(position.hands.get(seat, ()))) for seat in range(max(seats) + 1)],
        seats,
        position.trump,
        position.side,
        position.leader,
        _ids(position.trick),
        nodes=NODES,
    )
    to_act = seats[(seats.index(position.leader) + len(position.trick)) % len(seats)]
    return _solution("points", position.side, to_act, cards, solver.nodes)


def _solution(unit: str, side: tuple[int, ...], to_act: int, cards: dict[int, int] | None, nodes: int) -> Solution:
    if cards is None:
        raise PositionError(f"not solved within {NODES:,} positions; give one with fewer tricks left")
    taken = max(cards.values()) if to_act in side else min(cards.values())
    by_card = {CARDS[card]: tricks for card, tricks in cards.items()}
    return Solution(unit, side, to_act, taken, MappingProxyType(by_card), nodes)


def _ids(cards: Hand) -> list[int]:
    return [card.id for card in cards]
