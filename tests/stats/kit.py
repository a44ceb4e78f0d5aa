"""Sets made up for tests, without a game."""

from collections.abc import Sequence

from hypothesis import strategies as st

from arena.records import DealResult, Fault, FaultKind, MatchResult, SetResult, Substitution, Termination
from arena.stats.set_points import ranks


def match(
    scores: Sequence[int],
    order: Sequence[int] | None = None,
    *,
    deals: int | Sequence[DealResult] = 6,
    fault: Fault | None = None,
    forfeited: Sequence[int] = (),
    substituted: Sequence[Substitution] = (),
) -> MatchResult:
    """A match by the scores of the table's sides; forfeited sides (of the table) take the last place.

    Given only their number, the deals have no contract and all is scored in the last.
    """
    lost = set(forfeited)
    worst = min(scores) - 1
    return MatchResult(
        order=tuple(range(len(scores)) if order is None else order),
        places=ranks([worst if side in lost else score for side, score in enumerate(scores)]),
        scores=tuple(scores),
        deals=tuple(deals_for(scores, deals) if isinstance(deals, int) else deals),
        termination=Termination.FORFEIT if lost else Termination.PLAYED_OUT,
        forfeited=tuple(sorted(lost)),
        fault=fault,
        substituted=tuple(substituted),
        transcript=b"",
    )


def deals_for(scores: Sequence[int], count: int) -> list[DealResult]:
    """So many deals in which the sides scored this, all of it in the last."""
    nothing = (0,) * len(scores)
    return [DealResult(0, None, tuple(scores) if left == 1 else nothing) for left in range(count, 0, -1)]


def crash(scores: Sequence[int], seat: int, order: Sequence[int] | None = None, deals: int = 2) -> MatchResult:
    """A match that the bot at a seat forfeited by an exception."""
    fault = Fault(seat, FaultKind.CRASH, deals + 1, "ZeroDivisionError: division by zero")
    return match(scores, order, deals=deals, fault=fault, forfeited=[seat % len(scores)])


def a_set(sides: Sequence[str | tuple[str, ...]], *matches: MatchResult, k: int = 1, pool: str = "p") -> SetResult:
    """A set of a pairing; a side is one entrant, or a tuple of them."""
    return SetResult(pool, tuple((s,) if isinstance(s, str) else s for s in sides), k, matches)


def duel(one: str, other: str, first: Sequence[int], second: Sequence[int], k: int = 1) -> SetResult:
    """A set of two entrants by their scores (one's first) in the two seatings."""
    return a_set([one, other], match(first), match(second[::-1], [1, 0]), k=k)


ENTRANTS = [f"{name}@1" for name in "abcdef"]


@st.composite
def sets(draw: st.DrawFn, sides: int | None = None, entrants: Sequence[str] = ENTRANTS) -> SetResult:
    """Any set of two to four sides of one entrant each, seated by rotation, now and then with a forfeit."""
    count = draw(st.integers(2, 4)) if sides is None else sides
    names = draw(st.permutations(entrants))[:count]
    matches = []
    for turn in range(count):
        order = [(side + turn) % count for side in range(count)]
        scores = draw(st.lists(st.integers(0, 5), min_size=count, max_size=count))
        if draw(st.integers(0, 9)) == 0:
            matches.append(crash(scores, draw(st.integers(0, count - 1)), order))
        else:
            matches.append(match(scores, order, deals=draw(st.integers(1, 9))))
    return a_set(names, *matches, k=draw(st.integers(1, 99)))
