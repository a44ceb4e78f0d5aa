"""The open-hand solvers on random deals, in CPU time.

A fresh solver for each deal knows nothing; one for all deals keeps what it finds out, as in a search bot.
"""

import random
import time
from collections.abc import Callable
from functools import partial
from statistics import median, quantiles

from arena.cards import mask_of
from arena.games.bridgette.pack import PACK
from arena.games.fiftysix.pack import COPY, PACKS, hand_of
from arena.games.fiftysix.seating import sides_of
from arena.solvers.bridgette.solver import BridgetteSolver
from arena.solvers.fiftysix.solver import LAST_TRICKS, FiftySixSolver

DEALS = 60

Solver = BridgetteSolver | FiftySixSolver


def main() -> None:
    """Print the table."""
    print(f"{DEALS} random deals, each with a fresh solver, and all with one")
    print(
        f"{'':30}{'fresh: median':>14}{'9 in 10':>11}{'nodes':>8}{'nodes/s':>10}{'one: median':>15}{'9 in 10':>11}"
    )
    for size in (13, 9, 6):
        row(f"bridgette, {size} cards", BridgetteSolver, partial(bridgette, size, False))
        row(f"bridgette, {size}, each card", BridgetteSolver, partial(bridgette, size, True))
    for players, size in LAST_TRICKS.items():
        row(f"fiftysix {players}, {size} tricks", FiftySixSolver, partial(fiftysix, players, size))


def row(label: str, new: Callable[[], Solver], solve: Callable[[Solver, random.Random], object]) -> None:
    """Measure both ways, and print a line."""
    fresh = [new() for _ in range(DEALS)]
    one = [new()] * DEALS
    nodes, apart, together = [], [], []
    for seed in range(DEALS):
        apart.append(milliseconds(partial(solve, fresh[seed], random.Random(seed))))
        nodes.append(fresh[seed].nodes)
        together.append(milliseconds(partial(solve, one[seed], random.Random(seed))))
    rate = sum(nodes) / sum(apart) * 1000
    print(
        f"{label:30}{median(apart):>11.2f} ms{quantiles(apart, n=10)[8]:>8.2f} ms{median(nodes):>8.0f}"
        f"{rate:>10,.0f}{median(together):>12.2f} ms{quantiles(together, n=10)[8]:>8.2f} ms"
    )


def milliseconds(call: Callable[[], object]) -> float:
    """CPU time of a call."""
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1000


def bridgette(size: int, each_card: bool, solver: Solver, rng: random.Random) -> None:
    """Solve two random hands in a random denomination."""
    assert isinstance(solver, BridgetteSolver)
    cards = rng.sample(PACK, 2 * size)
    hands = (mask_of(cards[:size]), mask_of(cards[size:]))
    (solver.cards if each_card else solver.tricks)(hands, rng.randrange(5), 0)


def fiftysix(players: int, size: int, solver: Solver, rng: random.Random) -> None:
    """Solve the last tricks of random hands."""
    assert isinstance(solver, FiftySixSolver)
    cards = [card % COPY for card in PACKS[players]]
    rng.shuffle(cards)
    hands = [hand_of(cards[i * size : (i + 1) * size]) for i in range(players)]
    trump = rng.choice(("C", "D", "H", "S", "NT"))
    solver.points(hands, range(players), trump, sides_of(players, "pairs")[0], rng.randrange(players))
