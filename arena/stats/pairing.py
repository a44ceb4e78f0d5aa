"""Adaptive pairing: which sets are expected to settle the order most, after what is known so far."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Final

import numpy as np
import scipy
from numpy.typing import NDArray

from arena.errors import ArenaError
from arena.stats.choices import Floats
from arena.stats.fit import POINTS, PRIOR, Fit
from arena.stats.ratings import by_name

Pairing = tuple[str, ...]
"""The entrants that meet in a set, one a side, sorted by key (`name@version`)."""

Numbers = NDArray[np.intp]

_DIGITS: Final = 9
"""Gains that agree in so many digits are equal, so that no rounding error decides."""


def adaptive_pairings(
    fit: Fit,
    field: Collection[str],
    sides: int,
    sets: int,
    met: Mapping[tuple[str, str], int],
    top: int | None = None,
    authors: Mapping[str, str] | None = None,
    bots: Mapping[str, str] | None = None,
) -> tuple[Pairing, ...]:
    """So many pairings of `sides` entrants of `field` (`name@version`), the most useful first; some come again.

    To be settled is the order of the first `top` (None: of all), and that nobody else belongs there. `fit` is of
    the sets so far. Who is not in it is believed average, within the fit's prior, and so is among the first to be
    paired. `met` counts the sets of two entrants against each other, by (a, b) with a < b; without an entry: 0.
    Two entrants of one author (`authors`, which need not name all) are never paired; nor are two that are the same
    bot (`bots`, likewise), whose order is no question, as it would stay one for ever.

    The order as it stands is right if everyone in it is stronger than the next, and the last of the top than all
    the others. It is wrong with at most the sum, over these *critical* pairs, of the probability q that the pair
    stands the wrong way round. One more set makes the variances of their differences smaller; by how much follows
    from the fit's covariance and from what a set is expected to tell about two strengths (Fisher's information).
    Chosen is the set with the largest

        sum over the critical pairs of  q * (the share of the variance that the set takes away),

    and then the next, as if that one had been played and had changed no strength. So sets go where the order is in
    doubt, not to whoever is uncertain, and to third entrants when that tells most about two. What is left in doubt
    is evened out, as is best in the long run: P. Glynn, S. Juneja, "A Large Deviations Perspective on Ordinal
    Optimization", Winter Simulation Conference 2004. The derivative of the sum of q itself (C. Chen, J. Lin,
    E. Yücesan, S. Chick, "Simulation Budget Allocation for Further Enhancing the Efficiency of Ordinal
    Optimization", Discrete Event Dynamic Systems 10, 2000) falls off in the same way, but gives nothing to a pair
    that happens to be level.

    Among equally useful sets: whose entrants met least, then those that played least, then by name. Nothing comes
    back if too few entrants may meet. Raises ArenaError for less than 2 sides, 0 sets or a top of 1.
    """
    if sides < 2 or sets < 0 or (top is not None and top < 1):
        raise ArenaError(f"expected 2 sides, 0 sets and a top of 1 or more, got {sides}, {sets} and {top}")
    entrants, strengths, covariance = _belief(fit, field)
    belief = _Belief(strengths, covariance, fit.ties.get(2, 0.0), _critical_pairs(entrants, top, bots or {}))
    meetings = _meetings(entrants, met)
    names = np.argsort(sorted(range(len(entrants)), key=lambda n: by_name(entrants[n])))
    may_meet = _may_meet(entrants, authors or {}) & _may_meet(entrants, bots or {})
    found: list[Pairing] = []
    for _ in range(sets):
        group = _group(belief.gains(), sides, may_meet, meetings, names)
        if group is None:
            break
        for one, other in combinations(group, 2):
            belief.expect(one, other, _share(sides))
            meetings[one, other] += 1
            meetings[other, one] += 1
        found.append(tuple(sorted(entrants[n] for n in group)))
    return tuple(found)


class _Belief:
    """What is believed of the strengths, strongest first, and how sure it will be after some more sets."""

    def __init__(
        self, strengths: Floats, covariance: Floats, tie: float, critical: tuple[Numbers, Numbers]
    ) -> None:
        self._covariance = covariance
        self._better, self._worse = critical
        self._leads = strengths[self._better] - strengths[self._worse]
        self._information = _information(strengths, tie)

    def gains(self) -> Floats:
        """(entrants, entrants): how much a set of two would help; 0 of oneself."""
        moved = self._covariance[self._better] - self._covariance[self._worse]
        pairs = np.arange(len(self._leads))
        variances = moved[pairs, self._better] - moved[pairs, self._worse]
        doubts = scipy.special.ndtr(-self._leads / np.sqrt(variances))
        taken = _of_differences(moved.T @ (moved * (doubts / variances)[:, None]))
        told = self._information / (1 + self._information * _of_differences(self._covariance))
        return np.asarray(taken * told)

    def expect(self, one: int, other: int, share: float) -> None:
        """Take in a set between two entrants that tells this share of what one of two sides tells."""
        moved = self._covariance[one] - self._covariance[other]
        information = share * self._information[one, other]
        told = information / (1 + information * (moved[one] - moved[other]))
        self._covariance = self._covariance - told * np.outer(moved, moved)


def _belief(fit: Fit, field: Collection[str]) -> tuple[list[str], Floats, Floats]:
    """The field, strongest first (equal ones by name), their strengths and the covariance of these."""
    fitted = {entrant: n for n, entrant in enumerate(fit.entrants) if entrant in field}
    known, new = list(fitted.values()), sorted(set(field) - fitted.keys())
    strengths = np.concatenate([fit.strengths[known], np.zeros(len(new))])
    covariance = PRIOR**2 * np.eye(len(strengths))
    covariance[: len(known), : len(known)] = fit.covariance[np.ix_(known, known)]
    entrants = [*fitted, *new]
    order = sorted(range(len(entrants)), key=lambda n: (-strengths[n], by_name(entrants[n])))
    return [entrants[n] for n in order], strengths[order], covariance[np.ix_(order, order)]


def _critical_pairs(entrants: Sequence[str], top: int | None, bots: Mapping[str, str]) -> tuple[Numbers, Numbers]:
    """The numbers of the better and of the worse of each; none of two that are the same bot."""
    last = min(len(entrants), top or len(entrants)) - 1
    neighbours = np.arange(last)
    others = np.arange(last + 1, len(entrants))
    better = np.concatenate([neighbours, np.full(len(others), last)])
    worse = np.concatenate([neighbours + 1, others])
    in_doubt = _may_meet(entrants, bots)[better, worse]
    return better[in_doubt], worse[in_doubt]


def _information(strengths: Floats, tie: float) -> Floats:
    """(entrants, entrants): Fisher's information of a set of two about the difference of their strengths.

    In the model of the fit (`choices`), with `tie` its delta_2: won, drawn and lost are as likely as
    exp(d / 2), tie and exp(-d / 2), and the information is the variance of won less lost, over 4.
    """
    root = np.exp(-abs(strengths[:, None] - strengths) / (2 * POINTS))
    drawn, lost = tie * root, root**2  # against 1 for won by the stronger
    variance = (4 * lost + drawn * (1 + lost)) / (1 + drawn + lost) ** 2
    return np.asarray(variance / (2 * POINTS) ** 2)


def _share(sides: int) -> float:
    """What a set of so many equals tells about two of them, as a share of what a set of two tells.

    They are told apart when one of them is picked from a menu of m that has both, see `choices`: then 4 / m^2 as
    well as in a menu of 2; and a menu of m has both with m (m - 1) of sides (sides - 1).
    """
    return sum(4 * (m - 1) / m for m in range(2, sides + 1)) / (sides * (sides - 1))


def _group(
    gains: Floats, sides: int, may_meet: NDArray[np.bool_], meetings: Numbers, names: Numbers
) -> list[int] | None:
    """The two who gain most, and then who gains most with those who are in; None if too few may meet."""
    one, other = np.nonzero(np.triu(may_meet))
    if not len(one):
        return None
    sets = meetings.sum(axis=1)
    pairs = names[np.array([one, other])]
    best = _best(gains[one, other], meetings[one, other], sets[one] + sets[other], pairs.min(0), pairs.max(0))
    group = [int(one[best]), int(other[best])]
    while len(group) < sides:
        (able,) = np.nonzero(may_meet[group].all(axis=0))
        if not len(able):
            return None
        best = _best(gains[group].sum(0)[able], meetings[group].sum(0)[able], sets[able], names[able])
        group.append(int(able[best]))
    return group


def _best(gains: Floats, *ties: Numbers) -> int:
    """Who gains most, and of those the one with the least in each tie-break after the other."""
    unit = gains.max() * 10.0**-_DIGITS or 1.0
    return int(np.lexsort(np.stack([*ties[::-1], -np.round(gains / unit)]))[0])


def _meetings(entrants: Sequence[str], met: Mapping[tuple[str, str], int]) -> Numbers:
    """(entrants, entrants): the sets of each two."""
    number = {entrant: n for n, entrant in enumerate(entrants)}
    meetings = np.zeros((len(entrants), len(entrants)), np.intp)
    for (a, b), times in met.items():
        if a in number and b in number:
            meetings[number[a], number[b]] = meetings[number[b], number[a]] = times
    return meetings


def _may_meet(entrants: Sequence[str], authors: Mapping[str, str]) -> NDArray[np.bool_]:
    """(entrants, entrants): whether they are two, and not of one author (or bot)."""
    nobody = object()
    known = [authors.get(entrant, nobody) for entrant in entrants]
    return np.array(
        [
            [a != b and (author is nobody or author != other) for b, other in enumerate(known)]
            for a, author in enumerate(known)
        ],
        bool,
    ).reshape(len(entrants), len(entrants))


def _of_differences(matrix: Floats) -> Floats:
    """From a quadratic form of the strengths that of the differences of all two of them."""
    own = np.diag(matrix)
    return np.asarray(own[:, None] + own - 2 * matrix)
