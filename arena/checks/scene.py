"""A scene: a match, or its beginning, in which others lead the bot into what shall be seen."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Script = Callable[[Any, random.Random], int]
"""Says what a scripted seat does: the legal action of the seat to act, from the referee's state of the game."""


@dataclass(frozen=True)
class Scene:
    """One match to be played by the bot at `seats` and by a script at the others.

    Everything follows from `name`, ``game/family/number``. First come `told` deals in which the prologue acts for
    all seats and the bot only hears what happens; then it plays `deals` deals (None: to the end of the match).
    """

    name: str
    game: str
    variant: Mapping[str, object]
    seed: str
    seats: tuple[int, ...]
    script: Script
    deals: int | None = None
    told: int = 0
    prologue: Script | None = None


@dataclass(frozen=True)
class Family:
    """Scenes of one kind: `make` gives the k-th, k = 0, 1 …; `aims` are the situations they are meant to bring."""

    name: str
    make: Callable[[int], Scene]
    aims: tuple[str, ...] = ()


def random_legal(state: Any, rng: random.Random) -> int:
    """Any legal action, each equally likely: what `bots/random_legal.py` does."""
    legal: int = state.legal()
    for _ in range(rng.randrange(legal.bit_count())):
        legal &= legal - 1
    return (legal & -legal).bit_length() - 1


def find_seed(label: str, wanted: Callable[[str], bool]) -> str:
    """The first of the seeds ``label/0``, ``label/1`` … that is wanted; the 5,000th if none is."""
    for n in range(5000):
        seed = f"{label}/{n}"
        if wanted(seed):
            break
    return seed
