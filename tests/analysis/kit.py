"""Matches played at random, quickly and always alike, and sets made of them."""

import random
from typing import Any

from arena.analysis.bridgette_split import DealSplit
from arena.analysis.set_split import SetSplit
from arena.games import GAMES
from arena.games.base import Event
from arena.match.transcript import encode
from arena.records import DealResult, MatchResult, SetResult, Termination

Played = tuple[Any, list[Event], bytes]


def played(game: str, seed: str, **options: object) -> Played:
    """A match of the game by these options: its last state, all events, and the transcript."""
    rules = GAMES[game]
    state, opening = rules.start(rules.variant(options), seed)
    events, actions = list(opening), []
    rng = random.Random(seed)
    while state.to_act >= 0:
        legal = state.legal()
        action = rng.choice([one for one in range(legal.bit_length()) if legal >> one & 1])
        actions.append(action)
        events += state.apply(action)
    return state, events, encode(actions)


def match(*gains: tuple[int, ...], order: tuple[int, ...] = (0, 1), dealers: tuple[int, ...] = ()) -> MatchResult:
    """A match by what each side of the table gained in its deals."""
    totals = [sum(side) for side in zip(*gains, strict=True)] or [0] * len(order)
    return MatchResult(
        order=order,
        places=tuple(1 + sum(other > own for other in totals) for own in totals),
        scores=tuple(totals),
        deals=tuple(
            DealResult(dealers[n] if dealers else n % len(order), 0, deal) for n, deal in enumerate(gains)
        ),
        termination=Termination.PLAYED_OUT,
        forfeited=(),
        fault=None,
        substituted=(),
        transcript=b"",
    )


def a_set(*matches: MatchResult, k: int = 1, names: str = "ab") -> SetResult:
    """A set of these matches; the entrants have one letter each and the version 1."""
    return SetResult("pool", tuple((f"{name}@1",) for name in names), k, matches)


def splits_like(result: SetResult, seed: object) -> SetSplit:
    """Splits that a set might have: made up, but adding up to what each deal was won by."""
    rng = random.Random(f"{result.name} {seed}")

    def split(deal: DealResult) -> DealSplit:
        parts = [rng.randint(-900, 900) for _ in range(6)]
        rest = deal.gains[0] - deal.gains[1] - sum(parts[1:])
        return DealSplit(rest, *parts[1:4], (parts[4], parts[5]), (1, 0), deal.declarer, (1, 0))

    return tuple(tuple(map(split, match.deals)) for match in result.matches)
