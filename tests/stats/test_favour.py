"""Whether ranks by the fit favour anybody, under the pairing rules that ladders have.

No estimate of ranks is right in the mean: the strongest can only be ranked too low, the weakest too high. What
must hold is that nobody's part in a ladder helps: of two equals neither is ranked ahead oftener, though one plays
all and the other few, or joins late. Leads within a tenth of their standard error count half: where two are level
by their sets, the prior alone decides, and it draws the one with fewer sets nearer to the middle.

Strengths are another matter. With pairings that follow the results they come out too far apart: two who look far
apart by chance play no more sets that would tell.
"""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from arena.ladder.formats import Adaptive, Swiss
from arena.ladder.formats.base import Epoch, RoundFormat
from arena.records import SetResult
from arena.stats.choices import Floats
from arena.stats.fit import POINTS, fit
from arena.stats.ranked_sets import RankedSet, ranked_set
from tests.stats.kit import duel
from tests.stats.ladders import gauntlet, name

Ladder = Callable[[np.random.Generator, Sequence[float]], Counter[RankedSet]]
NOTHING = 0.1
"""A lead of so many standard errors says nothing."""
FIELD = (1.5, 1.0, 0.5, 0.0, -0.5, -1.0, -1.5)
"""Log strengths of those that two equals meet."""


def a_set(random: np.random.Generator, logs: Sequence[float], pairing: Sequence[str]) -> SetResult:
    """A set of two independent matches without draws."""
    one, other = pairing
    chance = 1 / (1 + np.exp((logs[int(other[1:3])] - logs[int(one[1:3])]) / 2))
    first, second = (random.random(2) < chance).astype(int).tolist()
    return duel(one, other, [first, 1 - first], [second, 1 - second])


def by_gauntlet(random: np.random.Generator, logs: Sequence[float]) -> Counter[RankedSet]:
    """Entrant 0 against all others, 60 sets each."""
    pairs = [(name(one), name(other)) for one, other in gauntlet(len(logs), 0)]
    return Counter(ranked_set(a_set(random, logs, pair)) for pair in pairs for _ in range(60))


def by_swiss(random: np.random.Generator, logs: Sequence[float]) -> Counter[RankedSet]:
    """60 rounds, entrant 1 joins after half of them."""
    options = {"kind": "swiss", "rounds": None, "sets_per_pairing": 1}
    return _by_rounds(Swiss, options, 60 * (len(logs) // 2), random, logs)


def by_adaptive(random: np.random.Generator, logs: Sequence[float]) -> Counter[RankedSet]:
    """20 rounds of 12 sets, entrant 1 joins after half of them."""
    options = {"kind": "adaptive", "sets_per_round": 12, "min_sets_per_pair": 1}
    return _by_rounds(Adaptive, options, 240, random, logs)


LADDERS: dict[str, Ladder] = {"gauntlet": by_gauntlet, "swiss": by_swiss, "adaptive": by_adaptive}


def _by_rounds(
    kind: Callable[[Epoch, int], RoundFormat],
    options: dict[str, Any],
    sets: int,
    random: np.random.Generator,
    logs: Sequence[float],
) -> Counter[RankedSet]:
    """Rounds as a ladder plays them: a result is heard only when the format asks for it."""
    # Shuffled, for names and places in the list break ties of a format.
    everybody = [name(int(entrant)) for entrant in random.permutation(len(logs))]
    early = Epoch(1, tuple(entrant for entrant in everybody if entrant != name(1)), (), options, sets // 2)
    form = kind(early, 2)
    played: Counter[RankedSet] = Counter()
    for epoch in (early, Epoch(2, tuple(everybody), (), options, None)):
        if epoch.number > 1:
            form.begin(epoch)
        unheard: deque[SetResult] = deque()
        wanted = form.pairings(())
        for _ in range(sets // 2):
            while (pairing := next(wanted)) is None:
                form.hear(unheard.popleft())
            unheard.append(a_set(random, logs, pairing))
            played[ranked_set(unheard[-1])] += 1
        for result in unheard:
            form.hear(result)
    return played


def errors(play: Ladder, strength: float, ladders: int) -> tuple[Floats, Floats]:
    """(ladders, entrants): estimated less true strengths, in points, and the standard errors claimed.

    Entrants 0 and 1 are equals of this log strength.
    """
    logs = np.array([strength, strength, *FIELD])
    true = POINTS * (logs - logs.mean())
    off, claimed = [], []
    for seed in range(ladders):
        found = fit(play(np.random.default_rng([seed, round(10 + 5 * strength)]), logs.tolist()))
        place = [found.entrants.index(name(entrant)) for entrant in range(len(logs))]
        off.append(found.strengths[place] - true)
        claimed.append(np.sqrt(np.diag(found.covariance))[place])
    return np.array(off), np.array(claimed)


def favour(play: Ladder, strength: float, ladders: int) -> float:
    """How often entrant 0 is ranked ahead of entrant 1, which is equal to it; half if level."""
    off, claimed = errors(play, strength, ladders)
    lead = (off[:, 0] - off[:, 1]) / np.hypot(claimed[:, 0], claimed[:, 1])
    return float(np.where(abs(lead) < NOTHING, 0.5, lead > 0).mean())


@pytest.mark.parametrize("kind", LADDERS)
def test_of_two_equals_neither_is_always_ahead(kind: str) -> None:
    assert favour(LADDERS[kind], 0.5, 12) == pytest.approx(0.5, abs=0.42)


@pytest.mark.soak
@pytest.mark.parametrize("strength", [-1.2, 0.0, 1.2])
@pytest.mark.parametrize("kind", LADDERS)
def test_of_two_equals_neither_is_ranked_ahead_oftener(kind: str, strength: float) -> None:
    share = favour(LADDERS[kind], strength, 400)
    print(f"{kind}: at strength {strength} the one with more sets is ahead of its equal in {share:.3f} of 400")
    assert share == pytest.approx(0.5, abs=0.07)


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "most"), [("gauntlet", 0.3), ("swiss", 0.4), ("adaptive", 0.4)])
def test_strengths_are_off_in_the_mean_by_no_more_than_is_told(kind: str, most: float) -> None:
    off, claimed = errors(LADDERS[kind], 0.25, 200)
    means = off.mean(axis=0) / claimed.mean(axis=0)
    print(f"{kind}: mean errors of strengths, in standard errors, the two equals first: {np.round(means, 2)}")
    assert abs(means).max() < most
