"""Matches played at random, for the tests of the replay viewer."""

from collections.abc import Mapping
from random import Random
from typing import Any

from arena.games.base import Event, Game, State, Variant
from arena.ladder.rows import PoolRules
from arena.match.transcript import encode
from arena.records import Fault, MatchResult, SetResult, Substitution, Termination

SEED = "viewer"


def played_at_random(
    game: Game[Any], variant: Variant, seed: str = SEED, players: object = "", take: int | None = None
) -> tuple[State, list[Event], list[int]]:
    """A match of random legal actions, whole or the first `take`: its end, its events and its actions.

    The seed deals the cards, `players` decides what is done with them.
    """
    rng = Random(f"{game.name} {seed} {players}")
    state, opening = game.start(variant, seed)
    events = list(opening)
    actions: list[int] = []
    while (legal := state.legal()) and len(actions) != take:
        actions.append(rng.choice([i for i in range(legal.bit_length()) if legal >> i & 1]))
        events += state.apply(actions[-1])
    return state, events, actions


def match_at_random(
    game: Game[Any],
    variant: Variant,
    order: tuple[int, ...],
    take: int | None = None,
    fault: Fault | None = None,
    substituted: tuple[Substitution, ...] = (),
) -> MatchResult:
    """A match of random legal actions, or the first `take` of them up to a fault."""
    state, _, actions = played_at_random(game, variant, players=order, take=take)
    return MatchResult(
        order=order,
        places=state.places(() if fault is None else (fault.seat % len(order),)),
        scores=state.scores(),
        deals=state.deals(),
        termination=Termination.FORFEIT if fault else Termination.PLAYED_OUT,
        forfeited=(),
        fault=fault,
        substituted=substituted,
        transcript=encode(actions),
    )


def set_at_random(
    game: str, options: Mapping[str, str | int], entrants: tuple[str, ...] = ("a@1", "b@1"), **ending: Any
) -> tuple[PoolRules, SetResult]:
    """A pool, and a set of it in two seatings."""
    pool = PoolRules(game, game, dict(options))
    orders = tuple(range(len(entrants))), tuple(reversed(range(len(entrants))))
    matches = tuple(match_at_random(pool.rules, pool.variant, order, **ending) for order in orders)
    return pool, SetResult(game, tuple((entrant,) for entrant in entrants), 1, matches)
