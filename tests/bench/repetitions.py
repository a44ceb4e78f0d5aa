"""How much has to be played until most of many simulated ladders have the order right."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression

SHARE = 0.95
RESAMPLES = 1000


@dataclass(frozen=True)
class Repetitions:
    """Whether the order was right in each repetition (row) after so much play (column)."""

    played: NDArray[np.intp]
    right: NDArray[np.bool_]

    def needed(self) -> float:
        """After how much play the order is right in 95 %; infinite if it never was."""
        return self._needed(np.arange(len(self.right)))

    def resampled(self, seed: int) -> NDArray[np.float64]:
        """The same from repetitions drawn anew, many times."""
        random = np.random.default_rng(seed)
        rows = random.integers(len(self.right), size=(RESAMPLES, len(self.right)))
        return np.array([self._needed(drawn) for drawn in rows])

    def _needed(self, rows: NDArray[np.intp]) -> float:
        """The share only rises with play, but for chance: it is smoothed by the closest rising curve."""
        rising = isotonic_regression(self.right[rows].mean(axis=0)).x
        enough = int(np.searchsorted(rising, SHARE - 1e-9))
        return float(self.played[enough]) if enough < len(self.played) else float("inf")


def figure(repetitions: Repetitions) -> str:
    """The number with its 95 % interval."""
    return _text(repetitions.needed(), repetitions.resampled(1), ",.0f")


def ratio(more: Repetitions, less: Repetitions) -> str:
    """How many times as much one takes as the other, with the 95 % interval."""
    return _text(more.needed() / less.needed(), more.resampled(1) / less.resampled(2), ".1f")


def _text(value: float, resampled: NDArray[np.float64], form: str) -> str:
    low, high = np.quantile(resampled, [0.025, 0.975], method="inverted_cdf")
    return f"{value:{form}} ({low:{form}} to {high:{form}})"
