"""A cycle of entrants as a small graph."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from arena.report.numbers import fixed

_RADIUS = 70.0
_NODE = 16.0
_CENTRE = (120.0, 95.0)


@dataclass(frozen=True)
class CycleDrawing:
    """Nodes as (x, y, number, name), arrows as (x1, y1, x2, y2), and the cycle in words."""

    nodes: tuple[tuple[str, str, str, str], ...]
    arrows: tuple[tuple[str, str, str, str], ...]
    text: str


def draw_cycle(names: Sequence[str], p: float) -> CycleDrawing:
    """The entrants on a circle, an arrow from each to the one it beats; `p` is the largest corrected p-value."""
    places = []
    for number in range(len(names)):
        angle = 2 * pi * number / len(names) - pi / 2
        places.append((_CENTRE[0] + _RADIUS * cos(angle), _CENTRE[1] + _RADIUS * sin(angle)))
    arrows = []
    for (x1, y1), (x2, y2) in zip(places, places[1:] + places[:1], strict=True):
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        start, end = (x1 + _NODE * dx, y1 + _NODE * dy), (x2 - (_NODE + 6) * dx, y2 - (_NODE + 6) * dy)
        arrows.append((fixed(start[0], 1), fixed(start[1], 1), fixed(end[0], 1), fixed(end[1], 1)))
    told = " beats ".join([*names, names[0]])
    return CycleDrawing(
        tuple(
            (fixed(x, 1), fixed(y, 1), str(n), name)
            for n, ((x, y), name) in enumerate(zip(places, names, strict=True), 1)
        ),
        tuple(arrows),
        f"{told} (p {'< 0.0001' if p < 0.0001 else fixed(p, 4)})",
    )
