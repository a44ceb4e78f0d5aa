"""Whether margins' intervals hold the truth as often as they say, in simulated ladders."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

import pytest

from arena.records import DealResult, SetResult
from arena.stats.margin_fields import MarginFields, margin_fields
from arena.stats.tallies import PoolTally
from tests.stats.kit import a_set, match

STRENGTHS = {"a@1": 0, "b@1": 60, "c@1": 90, "d@1": 300}
"""Points a deal (Bridgette); the probability to win a match of 56 rises with the difference."""
SCORES = [0, 0, 0, 0, 100, 150, 150, 400, 500, 500, 750, 750, 1000, 1500, 2300, 3000]
SETS_PER_PAIR = 12

Simulated = Callable[[str, str, int, Random], SetResult]


def bridgette(a: str, b: str, k: int, random: Random) -> SetResult:
    """Most of the luck is in the cards, which both have once; now and then a match has a seventh deal."""
    cards = [(random.choice(SCORES), random.choice(SCORES)) for _ in range(7)]
    matches = []
    for order in ((0, 1), (1, 0)):
        at_table = [STRENGTHS[(a, b)[side]] for side in order]
        deals = [
            DealResult(
                number % 2,
                random.randrange(2),
                (
                    held[0] + at_table[0] + random.choice(SCORES) // 2,
                    held[1] + at_table[1] + random.choice(SCORES) // 2,
                ),
            )
            for number, held in enumerate(cards[: random.choices([6, 7], [9, 1])[0]])
        ]
        scores = [sum(deal.gains[side] for deal in deals) for side in range(2)]
        matches.append(match(scores, order, deals=deals))
    return a_set([a, b], *matches, k=k)


def fiftysix(a: str, b: str, k: int, random: Random) -> SetResult:
    """In two sets of five the cards decide; in the others each match goes to the better with its probability."""
    by_luck = random.random() < 0.4
    lucky = random.randrange(2)
    matches = []
    for order in ((0, 1), (1, 0)):
        first = order[lucky] == 0 if by_luck else random.random() < chance(a, b)
        winner = order.index(0 if first else 1)
        matches.append(match([24 * (side == winner) for side in range(2)], order))
    return a_set([a, b], *matches, k=k)


def chance(a: str, b: str) -> float:
    return 0.5 + (STRENGTHS[a] - STRENGTHS[b]) / 1000


def covered(
    play: Simulated, truth: Callable[[str, str], float], ladders: int, seed: int
) -> Iterator[tuple[str, bool]]:
    """For every interval of every simulated round robin what it is of, and whether it holds the truth."""
    for ladder in range(ladders):
        random = Random(f"{seed}/{ladder}")
        tally = PoolTally(deal_by_deal=play is bridgette)
        for k in range(SETS_PER_PAIR):
            for a, b in combinations(STRENGTHS, 2):
                tally.add(play(a, b, k, random))
        for one, entrant in tally.entrants.items():
            true = sum(truth(one, other) for other in STRENGTHS if other != one) / (len(STRENGTHS) - 1)
            yield "entrant", holds(margin_fields(entrant.strata.values(), tally.deal_by_deal), true)
        for (a, b), pair in tally.pairs.items():
            yield "pair", holds(margin_fields([pair.margins], tally.deal_by_deal), truth(a, b))


def holds(fields: MarginFields, truth: float) -> bool:
    low, high = fields["margin_low"], fields["margin_high"]
    assert low is not None
    assert high is not None
    return low <= truth <= high


GAMES = {
    "bridgette": (bridgette, lambda a, b: STRENGTHS[a] - STRENGTHS[b]),
    "fiftysix": (fiftysix, lambda a, b: 48 * 0.6 * (2 * chance(a, b) - 1)),
}


def coverage(game: str, ladders: int, seed: int) -> dict[str, float]:
    """The share of the intervals that hold the truth, of entrants and of pairs."""
    every, good = Counter[str](), Counter[str]()
    for kind, is_good in covered(*GAMES[game], ladders, seed):
        every[kind] += 1
        good[kind] += is_good
    return {kind: good[kind] / every[kind] for kind in every}


@pytest.mark.parametrize("game", GAMES)
def test_of_the_95_per_cent_intervals_about_95_in_100_hold_the_truth(game: str) -> None:
    assert all(0.90 <= share <= 0.99 for share in coverage(game, ladders=40, seed=1).values())


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_of_1000_ladders_93_to_97_per_cent_of_the_intervals_hold_the_truth(game: str) -> None:
    found = coverage(game, ladders=1000, seed=2)
    print(f"{game}: intervals of 95 % that hold the truth, of 1,000 ladders of {len(STRENGTHS)} entrants: {found}")
    assert all(0.93 <= share <= 0.97 for share in found.values())
