"""Whether what a ladder's database holds can be what was stored there."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from arena.errors import ArenaError
from arena.ladder.rows import PoolRules
from arena.ladder.schema import StoreError, damaged
from arena.ladder.seatings import seatings
from arena.records import SetResult, entrant_at

UNREADABLE: Final = (ArenaError, ValueError, TypeError, LookupError, OverflowError, msgspec.MsgspecError)
"""What is raised where a column holds something else than was ever written there."""


@contextmanager
def decoding(path: Path, what: str) -> Iterator[None]:
    """Turn the errors of reading a column into a StoreError that names the file and what cannot be read."""
    try:
        yield
    except StoreError:
        raise
    except UNREADABLE as error:
        raise damaged(path, f"{what}: {error or type(error).__name__}") from error


def digest(result: SetResult) -> bytes:
    """What tells whether a set is still as it was stored: eight bytes of SHA-256 over all of it; no signature."""
    return hashlib.sha256(msgspec.msgpack.encode(result)).digest()[:8]


def faulty_text(result: SetResult) -> str:
    """Which entrants of a set lost a match, or had an action replaced, by a fault: `0,2` by the set's name."""
    entrants = [key for side in result.sides for key in side]
    faults = [(match, fault) for match in result.matches for fault in (match.fault, *match.substituted) if fault]
    faulty = {entrants.index(entrant_at(result.sides, match.order, fault.seat)) for match, fault in faults}
    return ",".join(map(str, sorted(faulty)))


@dataclass(frozen=True)
class Shape:
    """What the sets of a pool have in common: the number of sides and seats, and the order of each seating."""

    sides: int
    seats: int
    orders: tuple[tuple[int, ...], ...]

    def check(self, result: SetResult) -> None:
        """Raise ValueError if a set cannot be of this pool, whatever was played in it."""
        if len(result.sides) != self.sides:
            raise ValueError(f"{len(result.sides)} entrants for {self.sides} sides")
        for match in result.matches:
            if not len(match.places) == len(match.scores) == self.sides:
                raise ValueError(f"places {match.places} and scores {match.scores} for {self.sides} sides")
            for deal in match.deals:
                if max(deal.dealer, deal.declarer or 0) >= self.seats:
                    raise ValueError(f"a deal with dealer {deal.dealer} and declarer {deal.declarer}")
            if sorted(match.order) != list(range(self.sides)):
                raise ValueError(f"sides {match.order}; expected each of {self.sides} once")
            if not all(0 <= side < self.sides for side in match.forfeited):
                raise ValueError(f"forfeited {match.forfeited} of {self.sides} sides")
            for fault in (match.fault, *match.substituted):
                if fault is not None and not 0 <= fault.seat < self.seats:
                    raise ValueError(f"a fault of seat {fault.seat}; there are {self.seats} seats")

    def is_whole(self, result: SetResult) -> bool:
        """Whether a set has one match for each seating."""
        return tuple(match.order for match in result.matches) == self.orders


def shape_of(pool: PoolRules, mode: str) -> Shape:
    """The shape of a pool's sets, with the config's `seatings`."""
    sides = pool.rules.sides(pool.variant)
    return Shape(len(sides), sum(map(len, sides)), seatings(mode, len(sides)))
