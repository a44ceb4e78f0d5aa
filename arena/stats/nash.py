"""Nash averaging: who counts where no single order of strength does justice to the field.

Copies and weak entrants change nothing here, while they move every mean over opponents.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np
import scipy

from arena.stats.choices import Floats
from arena.stats.head_to_head import HeadToHeadRow
from arena.stats.ratings import by_name

DECIMALS: Final = 6
_NOTHING: Final = 1e-7
"""What the linear programs leave of a weight that is 0."""


class NashRow(msgspec.Struct, frozen=True):
    """One entrant's part in the equilibrium."""

    entrant: str
    """`name@version`."""
    weight: float
    """The probability of entering it, for one who must enter an entrant without knowing what the other enters."""
    score: float
    """Its expected set score against opponents drawn by these weights; 0.5 at most, and that if it has weight."""


def nash_average(rows: Sequence[HeadToHeadRow]) -> tuple[NashRow, ...] | None:
    """The equilibrium of highest entropy in the game "who enters the better entrant"; None if a pair never met.

    `rows` are both rows of every pair. Rows come by weight, then score, then name. Conditional on the scores as
    they are: their uncertainty does not enter. Source: D. Balduzzi, K. Tuyls, J. Perolat, T. Graepel,
    "Re-evaluating Evaluation", NeurIPS 2018, with the set score less ½ as the antisymmetric matrix, which stays
    finite where a record is perfect. Linear programs find the largest weight that each entrant has in any
    equilibrium; the mean of those solutions gives weight to all that can have it, and from there the entropy is
    raised to its one maximum.
    """
    if not rows or any(row.score is None for row in rows):
        return None
    names = sorted({row.entrant for row in rows}, key=by_name)
    number = {name: n for n, name in enumerate(names)}
    lead = np.zeros((len(names), len(names)))
    for row in rows:
        lead[number[row.entrant], number[row.opponent]] = (row.score or 0) - 0.5
    weights = _highest_entropy(lead)
    scores = 0.5 + lead @ weights
    table = [
        NashRow(name, round(weight, DECIMALS), round(score, DECIMALS))
        for name, weight, score in zip(names, weights.tolist(), scores.tolist(), strict=True)
    ]
    return tuple(sorted(table, key=lambda row: (-row.weight, -row.score, by_name(row.entrant))))


def _highest_entropy(lead: Floats) -> Floats:
    """The equilibrium of highest entropy, given what each row gains against each column; lead.T is -lead.

    Weights are an equilibrium if nothing gains against them. All of those agree in what they gain against the
    entrants that have weight in any: nothing.
    """
    start = np.mean([_largest_weight(lead, n) for n in range(len(lead))], axis=0)
    support = start > _NOTHING
    start = np.where(support, start, 0)[support] / start[support].sum()
    inner, outer = lead[np.ix_(support, support)], lead[np.ix_(~support, support)]
    directions = scipy.linalg.null_space(np.vstack([inner, np.ones(len(start))]))
    weights = np.zeros(len(lead))
    if directions.shape[1]:
        start = start + directions @ _least(start, directions, outer)
    weights[support] = start
    return weights


def _largest_weight(lead: Floats, entrant: int) -> Floats:
    """An equilibrium in which the entrant has as much weight as in any."""
    aim = np.zeros(len(lead))
    aim[entrant] = -1
    solution = scipy.optimize.linprog(
        aim, A_ub=lead, b_ub=aim * 0, A_eq=np.ones((1, len(lead))), b_eq=[1], method="highs"
    )
    return np.asarray(solution.x)


def _least(start: Floats, directions: Floats, outer: Floats) -> Floats:
    """How far to go in each direction from the start to the highest entropy."""

    def weights(steps: Floats) -> Floats:
        return np.asarray(np.maximum(start + directions @ steps, _NOTHING**2))

    def loss(steps: Floats) -> float:
        return float(weights(steps) @ np.log(weights(steps)))

    def slope(steps: Floats) -> Floats:
        return np.asarray(directions.T @ np.log(weights(steps)))

    allowed = scipy.optimize.LinearConstraint(
        np.vstack([-directions, outer @ directions]), ub=np.append(start, -outer @ start)
    )
    rest = np.zeros(directions.shape[1])
    found = scipy.optimize.minimize(
        loss, rest, jac=slope, constraints=allowed, method="SLSQP", options={"ftol": 1e-12}
    )
    return np.asarray(found.x)
