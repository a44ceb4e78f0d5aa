"""Who meets whom: the formats."""

from arena.ladder.formats.base import Epoch, Format, Pairing
from arena.ladder.formats.gauntlet import Gauntlet
from arena.ladder.formats.round_robin import RoundRobin

__all__ = ["Epoch", "Format", "Gauntlet", "Pairing", "RoundRobin", "make_format"]


def make_format(epoch: Epoch, sides: int) -> Format:
    """The format of an epoch, for matches between `sides` sides."""
    kind = epoch.format["kind"]
    if kind == "round_robin":
        return RoundRobin(epoch.entrants, sides, epoch.authors)
    if kind == "gauntlet":
        return Gauntlet(epoch.entrants, epoch.challengers, sides, epoch.authors)
    raise ValueError(f"no format {kind!r}")
