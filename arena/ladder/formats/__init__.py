"""Who meets whom: the formats."""

from collections.abc import Callable, Mapping
from typing import Final

from arena.ladder.formats.adaptive import Adaptive
from arena.ladder.formats.base import Epoch, Format, Pairing, RoundFormat
from arena.ladder.formats.gauntlet import Gauntlet
from arena.ladder.formats.knockout import Knockout
from arena.ladder.formats.round_robin import RoundRobin
from arena.ladder.formats.swiss import Swiss

__all__ = [
    "Adaptive",
    "Epoch",
    "Format",
    "Gauntlet",
    "Knockout",
    "Pairing",
    "RoundFormat",
    "RoundRobin",
    "Swiss",
    "check_format",
    "make_format",
    "make_round_format",
    "sees_results",
]

_IN_ROUNDS: Final[Mapping[str, Callable[[Epoch, int], RoundFormat]]] = {
    "swiss": Swiss,
    "knockout": Knockout,
    "adaptive": Adaptive,
}


def sees_results(epoch: Epoch) -> bool:
    """Whether an epoch's format is one of rounds that depend on results, and not of cycles.

    Raises ValueError if there is no such format.
    """
    kind = epoch.format["kind"]
    if kind not in _IN_ROUNDS and kind not in ("round_robin", "gauntlet"):
        raise ValueError(f"no format {kind!r}")
    return kind in _IN_ROUNDS


def check_format(epoch: Epoch) -> None:
    """Raise ValueError or msgspec's error if an epoch's format is none that there is."""
    if sees_results(epoch):
        make_round_format(epoch, 2)


def make_format(epoch: Epoch, sides: int) -> Format:
    """The format of cycles of an epoch, for matches between `sides` sides."""
    if epoch.format["kind"] == "gauntlet":
        return Gauntlet(epoch.entrants, epoch.challengers, sides, epoch.authors)
    return RoundRobin(epoch.entrants, sides, epoch.authors)


def make_round_format(epoch: Epoch, sides: int) -> RoundFormat:
    """The format of rounds that begins with an epoch, for matches between `sides` sides."""
    return _IN_ROUNDS[epoch.format["kind"]](epoch, sides)
