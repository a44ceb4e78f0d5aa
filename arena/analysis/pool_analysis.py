"""All that the report tells of a pool beyond its standings, at a cost that does not grow with the ladder."""

from collections.abc import Collection
from itertools import islice
from typing import Any, Final

import msgspec

from arena.analysis.bridgette_habits import BridgetteFold, BridgetteHabits
from arena.analysis.course import RatingCourse, rating_course
from arena.analysis.fiftysix_habits import FiftySixFold, FiftySixHabits
from arena.analysis.margin_split import MarginSplit, margin_split
from arena.analysis.shares import Shares
from arena.analysis.swings import Swing, Swings
from arena.games.bridgette.game import BRIDGETTE
from arena.ladder.rows import PoolRules, seat_entrants
from arena.ladder.stored import StoredLadder
from arena.match.transcript import TranscriptError, replay

MOST_RATED: Final = 5_000
"""So many sets at the beginning are looked at for the course of the ratings."""
MOST_SETS: Final = 20_000
"""So many sets, evenly spaced, are looked at for what needs no replay."""
MOST_ACTIONS: Final = 1_000_000
"""About so many actions are replayed, those of evenly spaced sets."""
_GAUGED: Final = 32
"""So many sets, evenly spaced, tell how long matches are."""

Habits = BridgetteHabits | FiftySixHabits


class PoolAnalysis(msgspec.Struct, frozen=True):
    """What the sets of a pool that count tell of its field; entrants are `name@version`."""

    course: RatingCourse
    shares: dict[str, tuple[tuple[float, int], ...]]
    """By entrant the shares of a set's place points, and how often each came."""
    swings: dict[tuple[str, str], tuple[Swing, ...]]
    """By two entrants, the lesser key first, the deals that moved the result most."""
    sets_seen: int
    """Sets that shares and swings are over."""
    habits: dict[str, Habits]
    sets_replayed: int
    """Sets that habits are over."""
    unreadable: int
    """Matches among them that cannot be replayed; `arena verify` tells which and why."""
    split: MarginSplit
    """What made the margins, over the sets that `arena report --analyse` has analysed."""


def analyse(ladder: StoredLadder, pool: PoolRules, field: Collection[str], sets: int) -> PoolAnalysis:
    """Look at a pool of which so many sets count, for those of a field (`name@version`)."""
    first = islice(ladder.counted_sets(pool.id), MOST_RATED)
    shares, swings = Shares(), Swings(pool.rules.starting_score(pool.variant))
    seen = 0
    for result in ladder.sampled_sets(pool.id, _step(sets, MOST_SETS)):
        shares.add(result)
        swings.add(result)
        seen += 1
    habits, replayed, unreadable = _habits(ladder, pool, sets)
    return PoolAnalysis(
        course=rating_course(first, field, min(sets, MOST_RATED)),
        shares=shares.of(field),
        swings=swings.of(field),
        sets_seen=seen,
        habits={key: one for key, one in sorted(habits.items()) if key in field},
        sets_replayed=replayed,
        unreadable=unreadable,
        split=margin_split(ladder, pool, field),
    )


def _habits(ladder: StoredLadder, pool: PoolRules, sets: int) -> tuple[dict[str, Any], int, int]:
    """The habits of all entrants seen, over how many sets, and how many of their matches cannot be replayed."""
    bridgette, fiftysix = BridgetteFold(), FiftySixFold(pool.rules.starting_score(pool.variant))
    sides = len(pool.rules.sides(pool.variant))
    replayed = unreadable = 0
    for result in ladder.sampled_sets(pool.id, _step(sets, _affordable(ladder, pool, sets)), transcripts=True):
        seed = ladder.seed(result)
        replayed += 1
        for match in result.matches:
            state: Any
            try:
                state, events = replay(pool.rules, pool.variant, seed, match.transcript)
            except TranscriptError:
                unreadable += 1
                continue
            seats = seat_entrants(pool, result, match)
            if pool.game == BRIDGETTE.name:
                bridgette.add(seats, events, state.public.history)
            else:
                fiftysix.add(seats, sides, state.public.history)
    habits = bridgette.habits() if pool.game == BRIDGETTE.name else fiftysix.habits()
    return habits, replayed, unreadable


def _affordable(ladder: StoredLadder, pool: PoolRules, sets: int) -> int:
    """How many sets have about MOST_ACTIONS actions; an action is one byte of a transcript, or two."""
    lengths = [
        sum(len(match.transcript) for match in result.matches)
        for result in ladder.sampled_sets(pool.id, _step(sets, _GAUGED), transcripts=True)
    ]
    return max(1, MOST_ACTIONS * len(lengths) // max(1, sum(lengths)))


def _step(sets: int, most: int) -> int:
    """The least n for which every n-th of so many sets is at most `most`."""
    return max(1, -(-sets // most))
