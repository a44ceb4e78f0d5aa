"""How much has to be played until an order is right in 95 % of simulated ladders, see `README.md`."""

import numpy as np

from arena.stats.choices import Floats
from tests.bench import sixty
from tests.bench.bank import Bank, Grades, Pair, play_bank
from tests.bench.repetitions import figure, ratio
from tests.bench.ways import SetMargins, WonSets, by_adaptive_pairing, by_round_robin, by_single_matches

GRADES = (
    Grades("bridgette", "bridgette_steady.py", (0, 0.033, 0.072, 0.115, 0.162, 0.21, 0.265, 0.34)),
    Grades(
        "fiftysix",
        "fiftysix_signals.py",
        (0, 0.009, 0.019, 0.032, 0.047, 0.067, 0.096, 0.14),
        {"players": 4, "tables": 4},
    ),
)
SETS = 300
"""Of every pair in the bank."""
MANY = 1000
"""Repetitions of what takes no fit."""
REPETITIONS = 100
"""Of what takes one."""
MATCHES, CYCLES, ROUNDS = 5000, 120, 40
"""How long ladders go on at most."""
ROUND = 10
"""Sets of an adaptive round."""


def main() -> None:
    """Print the figures."""
    print("Matches until the order is right in 95 % of the ladders, and the 95 % interval over repetitions")
    for grades in GRADES:
        eight(grades)
    print()
    sixty.main()


def eight(grades: Grades) -> None:
    """Print the figures of a game."""
    bank = play_bank(grades, SETS)
    print(f"\n{grades.game} {dict(grades.variant) or ''}: {grades.bot}, {SETS} sets each pair")
    print("noise:", *grades.noise)
    print("set scores of neighbours:", *(f"{score:.3f} ± {error:.3f}" for score, error in neighbours(bank)))
    wrong = [name for name, is_wrong in wrong_orders(bank).items() if is_wrong]
    if wrong:
        print(f"The bank itself has another order by {' and '.join(wrong)}: there is nothing to measure.")
        return
    shortest = by_adaptive_pairing(bank, WonSets, REPETITIONS, ROUNDS, ROUND)
    ways = {
        "(a) single matches, random pairing; TrueSkill": by_single_matches(bank, MANY, MATCHES),
        "(b) sets, round robin; mean margin": by_round_robin(bank.margins, bank.entrants, MANY, CYCLES),
        "    the same; mean set score": by_round_robin(set_scores(bank), bank.entrants, MANY, CYCLES),
        "(c) sets, adaptive; fit of who won": shortest,
        "    the same; fit of margins": by_adaptive_pairing(bank, SetMargins, REPETITIONS, ROUNDS, ROUND),
    }
    for label, repetitions in ways.items():
        print(f"{label:48}{figure(repetitions):>24}   times (c): {ratio(repetitions, shortest)}")


def set_scores(bank: Bank) -> dict[Pair, Floats]:
    """Sets won less sets lost, in sets."""
    return {pair: np.stack([ending, np.ones_like(ending)], axis=1) for pair, ending in bank.endings.items()}


def neighbours(bank: Bank) -> list[tuple[float, float]]:
    """The set scores of the stronger ones, with standard errors."""
    scores = [(1 + bank.endings[one, one + 1]) / 2 for one in range(bank.entrants - 1)]
    return [(score.mean(), score.std() / len(score) ** 0.5) for score in scores]


def wrong_orders(bank: Bank) -> dict[str, bool]:
    """Whether everything in the bank together gives another order, by all that ranks here."""
    matches = {
        pair: np.stack([won.sum(axis=1), np.full(len(won), 2)], axis=1) for pair, won in bank.matches.items()
    }
    by = {"margins": bank.margins, "set scores": set_scores(bank), "matches won": matches}
    return {name: not _is_falling(values, bank.entrants) for name, values in by.items()}


def _is_falling(values: dict[Pair, Floats], entrants: int) -> bool:
    means = np.zeros((entrants, 2))
    for (a, b), by_set in values.items():
        gained, over = by_set.sum(axis=0)
        means[[a, b]] += [[gained, over], [-gained, over]]
    return bool((np.diff(means[:, 0] / means[:, 1]) < 0).all())
