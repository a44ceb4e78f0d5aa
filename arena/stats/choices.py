"""Sets read as choices: the Plackett-Luce model with ties, as one log-linear model.

A ranking is a row of choices: of the sides still unranked, those that share the best place are picked; the rest
is the next menu. A group S of a menu is picked with a probability in proportion to

    f(S) = delta_n * (product of the strengths in S) ** (1/n),    n sides in S, delta_1 = 1,

where a side's strength is the geometric mean of its entrants' (the mean on the log scale). Source: H. Turner,
J. van Etten, D. Firth, I. Kosmidis, "Modelling rankings in R: the PlackettLuce package", Computational
Statistics 35 (2020). For two sides it is R. Davidson, "On extending the Bradley-Terry model to accommodate ties in
paired comparison experiments", JASA 65 (1970); a set of two independent matches follows that exactly, with
delta_2 = 2 and the odds of a match squared as the ratio of the strengths.

The logarithm of f is linear in the log strengths and log deltas, so likelihood and derivatives are those of a
multinomial logit. The delta_n of ties that never came is 0: they are no options.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np
import scipy
from numpy.typing import NDArray

from arena.stats.ranked_sets import RankedSets

Floats = NDArray[np.float64]

Side = tuple[int, ...]
"""The numbers of its entrants, ascending."""
Group = tuple[Side, ...]
"""Sides, ascending: a menu, or those picked from it."""
Ranking = tuple[Group, ...]
"""The sides of a set, best group first: one kind of set."""


class Choices:
    """The choices of all sets.

    Parameters, in this order: the log strength of each of `entrants`, and log delta_n for n in `tie_sizes`.
    Order and names of the sets and sides make no difference.
    """

    def __init__(self, played: RankedSets, entrants: Sequence[str]) -> None:
        kinds = _kinds(played, {entrant: number for number, entrant in enumerate(entrants)})
        rankings = sorted(kinds)
        self.tie_sizes = tuple(sorted({len(group) for ranking in rankings for group in ranking} - {1}))
        menus = sorted({menu for ranking in rankings for menu, _ in _choices(ranking)})
        options = [(menu, pick) for menu in menus for pick in _options(menu, (1, *self.tie_sizes))]
        number = {option: n for n, option in enumerate(options)}

        self.parameters = len(entrants) + len(self.tie_sizes)
        columns = {size: len(entrants) + n for n, size in enumerate(self.tie_sizes)}
        self.features = _sparse((_feature(pick, columns) for _, pick in options), self.parameters)
        """(options, parameters): the derivatives of log f."""
        self.picks = _sparse(
            ([(number[choice], 1.0) for choice in _choices(ranking)] for ranking in rankings), len(options)
        )
        """(kinds of set, options): 1 where a set of the kind picked the option."""
        self.times: Floats = np.array([kinds[ranking] for ranking in rankings], np.float64)
        """How often each kind of set came."""
        sizes = [sum(1 for _ in _options(menu, (1, *self.tie_sizes))) for menu in menus]
        self._menu = np.repeat(np.arange(len(menus)), sizes)
        self._first = np.cumsum([0, *sizes[:-1]])
        self._picked: Floats = np.asarray(self.picks.T @ self.times)
        self._visits = np.add.reduceat(self._picked, self._first)

    def log_likelihood(self, at: Floats) -> float:
        """The log probability of all sets."""
        utility = self.features @ at
        top = np.maximum.reduceat(utility, self._first)
        totals = np.add.reduceat(np.exp(utility - top[self._menu]), self._first)
        return float(self._picked @ utility - self._visits @ (top + np.log(totals)))

    def gradient(self, at: Floats) -> Floats:
        """The derivatives of the log likelihood."""
        expected = self._visits[self._menu] * self._probabilities(at)
        return np.asarray(self.features.T @ (self._picked - expected))

    def information(self, at: Floats) -> Floats:
        """Minus the second derivatives."""
        means = self._means(at)
        weights = self._visits[self._menu] * self._probabilities(at)
        squares = self.features.T @ self.features.multiply(weights[:, None])
        return np.asarray((squares - means.T @ means.multiply(self._visits[:, None])).toarray())

    def scores(self, at: Floats) -> Floats:
        """(kinds of set, parameters): what one set of each kind adds to the gradient."""
        return np.asarray((self.picks @ (self.features - self._means(at)[self._menu])).toarray())

    def _probabilities(self, at: Floats) -> Floats:
        utility = self.features @ at
        weights = np.exp(utility - np.maximum.reduceat(utility, self._first)[self._menu])
        return np.asarray(weights / np.add.reduceat(weights, self._first)[self._menu])

    def _means(self, at: Floats) -> "scipy.sparse.csr_array":
        """(menus, parameters): the features expected to be picked."""
        probabilities = self._probabilities(at)
        shape = (len(self._first), len(probabilities))
        return scipy.sparse.csr_array(
            scipy.sparse.csr_array((probabilities, (self._menu, np.arange(shape[1]))), shape=shape) @ self.features
        )


def _kinds(played: RankedSets, number: dict[str, int]) -> Counter[Ranking]:
    """The sets with numbers for names, whatever order their sides came in."""
    kinds: Counter[Ranking] = Counter()
    for ranked, times in played.items():
        groups: dict[int, list[Side]] = {}
        for side, rank in zip(ranked.sides, ranked.ranks, strict=True):
            groups.setdefault(rank, []).append(tuple(sorted(number[entrant] for entrant in side)))
        kinds[tuple(tuple(sorted(groups[rank])) for rank in sorted(groups))] += times
    return kinds


def _choices(ranking: Ranking) -> Iterator[tuple[Group, Group]]:
    """Every menu that leaves a choice, with those picked from it."""
    for place, group in enumerate(ranking):
        menu = tuple(sorted(side for later in ranking[place:] for side in later))
        if len(menu) > 1:
            yield menu, group


def _options(menu: Group, sizes: Iterable[int]) -> Iterator[Group]:
    for size in sizes:
        yield from combinations(menu, size)


def _feature(pick: Group, columns: dict[int, int]) -> list[tuple[int, float]]:
    entries = [(entrant, 1 / len(pick) / len(side)) for side in pick for entrant in side]
    if len(pick) > 1:
        entries.append((columns[len(pick)], 1.0))
    return entries


def _sparse(rows: Iterable[Sequence[tuple[int, float]]], width: int) -> "scipy.sparse.csr_array":
    """A matrix by its rows' (column, value) entries."""
    columns, values, ends = [], [], [0]
    for row in rows:
        columns += [column for column, _ in row]
        values += [value for _, value in row]
        ends.append(len(values))
    return scipy.sparse.csr_array((values, columns, ends), shape=(len(ends) - 1, width))
