"""International match points (IMPs): a difference in points on a scale that great ones cannot rule."""

from bisect import bisect_right
from typing import Final

FROM: Final = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""Entry i is the smallest difference that is worth i + 1 IMPs.

Source: World Bridge Federation, "Laws of Duplicate Bridge 2017", law 78B.
"""


def imps(points: int) -> int:
    """The IMPs of a difference in points, −24 … 24; who is behind loses as many as the other wins."""
    return bisect_right(FROM, points) if points >= 0 else -bisect_right(FROM, -points)
