"""How sure an interval is."""

from statistics import NormalDist
from typing import Final

CONFIDENCE: Final = 0.95
"""The probability that an interval holds the truth."""
DEVIATIONS: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""So many standard errors it reaches to both sides of a normal estimate: 1.96."""
