"""What one set came to for each side of its pairing: place points, ranks, scores."""

from collections.abc import Sequence
from enum import Enum

from arena.records import Fault, MatchResult, SetResult, Substitution, Termination


class Outcome(Enum):
    """How a match or a set ended for one side: won alone, shared the first place, or neither."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


def place_points(result: SetResult) -> tuple[float, ...]:
    """Each side's place points summed over the set: in every match 1 for a side beaten, ½ for one tied.

    Sums of halves are exact, so equal sums compare equal.
    """
    points = [0.0] * len(result.sides)
    for match in result.matches:
        for side, place in zip(match.order, match.places, strict=True):
            beaten = sum(other > place for other in match.places)
            tied = match.places.count(place) - 1
            points[side] += beaten + tied / 2
    return tuple(points)


def ranks(points: Sequence[float]) -> tuple[int, ...]:
    """The ranks by points: 1 + the number of sides with strictly more, so 1, 1, 3 after a tie."""
    return tuple(1 + sum(other > own for other in points) for own in points)


def outcome(places: Sequence[int], side: int) -> Outcome:
    """What a side's place (or rank) means for it, given those of all sides."""
    if places[side] != 1:
        return Outcome.LOST
    return Outcome.WON if places.count(1) == 1 else Outcome.DRAWN


def has_margin(result: SetResult) -> bool:
    """Whether scores may be averaged: no match of the set was forfeited."""
    return all(match.termination is not Termination.FORFEIT for match in result.matches)


def gains(result: SetResult, start: int) -> tuple[int, ...]:
    """Each side's score summed over the set's matches, less the score it started each of them with.

    `start` is 0 points in Bridgette and the variant's `tables` in 56.
    """
    totals = [0] * len(result.sides)
    for match in result.matches:
        for side, score in zip(match.order, match.scores, strict=True):
            totals[side] += score - start
    return tuple(totals)


def deals(result: SetResult) -> int:
    """The finished deals of all matches of the set."""
    return sum(len(match.deals) for match in result.matches)


def decisive_faults(match: MatchResult) -> tuple[Fault | Substitution, ...]:
    """The fault that each forfeiting side lost the match by, as far as the record has it.

    The record names the first of them; for a further side under `play_on` (F25) it is the last action that had
    to be substituted.
    """
    if match.fault is None:
        return ()
    sides = len(match.order)
    last = {action.seat % sides: action for action in match.substituted}
    others = [side for side in match.forfeited if side != match.fault.seat % sides and side in last]
    return (match.fault, *(last[side] for side in others))
