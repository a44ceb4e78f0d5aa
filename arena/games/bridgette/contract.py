"""The outcome of an auction."""

import msgspec

from arena.games.bridgette.calls import Call


class Contract(msgspec.Struct, frozen=True):
    """The declarer's last bid, and whether it stands plain (`doubling` 1), doubled (2) or redoubled (4) (B17)."""

    bid: Call
    declarer: int
    doubling: int

    def __str__(self) -> str:
        return f"{self.bid}{('', 'X', 'XX')[self.doubling // 2]} by seat {self.declarer}"
