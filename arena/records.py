"""Frozen records that travel between the parts: what a match and a set came to.

They hold plain values only, so they can be stored, sent and compared; field order is part of the format of the
wire and of the store.
"""

from collections.abc import Sequence
from enum import StrEnum

import msgspec


class Termination(StrEnum):
    """How a match ended."""

    PLAYED_OUT = "played_out"
    MAX_DEALS = "max_deals"  # 56 only, F24
    FORFEIT = "forfeit"  # a bot's fault, B32 and F25


class FaultKind(StrEnum):
    """What a bot did wrong."""

    ILLEGAL_ACTION = "illegal_action"
    CRASH = "crash"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    PROTOCOL = "protocol"


class Fault(msgspec.Struct, frozen=True):
    """The fault that a match was forfeited by.

    `deal` is the deal's number, or None at start-up; `detail` is one line without addresses, paths or measured
    times; `action` is the illegal call, card or list of discards as the bot gave it, None for other kinds.
    """

    seat: int
    kind: FaultKind
    deal: int | None
    detail: str
    action: str | tuple[str, ...] | None = None


class Substitution(msgspec.Struct, frozen=True):
    """One action of a faulty seat that the substitute replaced (F25, `play_on`).

    `index` counts the exchanges, calls and plays of the deal from 0, in order.
    """

    seat: int
    kind: FaultKind
    deal: int
    index: int
    detail: str


class DealResult(msgspec.Struct, frozen=True):
    """One finished deal.

    `dealer` and `declarer` are seats, `declarer` None if there was no contract. `gains` is what each side of the
    table scored in it: points (Bridgette), tables won less tables lost (56).
    """

    dealer: int
    declarer: int | None
    gains: tuple[int, ...]


class MatchResult(msgspec.Struct, frozen=True):
    """One finished match.

    `order[t]` is the side of the set's pairing that sat at the table's side t. `places` and `scores` are by the
    table's sides: places as in the export (1 + the number of sides that did strictly better); scores are the
    total points (Bridgette) or the tables left (56). `deals` are the finished ones in order. `forfeited` lists the
    table's sides that lost by a fault (several only under `play_on`), `fault` is the first of those faults.
    `transcript` is every action in order, see `arena.match.transcript`.
    """

    order: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    deals: tuple[DealResult, ...]
    termination: Termination
    forfeited: tuple[int, ...]
    fault: Fault | None
    substituted: tuple[Substitution, ...]
    transcript: bytes


class SetTask(msgspec.Struct, frozen=True):
    """A set to play: a pairing's k-th, at its position in the schedule of its pool.

    A side is a tuple of entrants, each `name@version`: one of them stands for every seat of the side,
    otherwise they take the side's seats in order. `seed` is the seed of all its matches.
    """

    pool: str
    epoch: int
    position: int
    sides: tuple[tuple[str, ...], ...]
    k: int
    seed: str

    @property
    def name(self) -> str:
        """The set's id, unique in the ladder: ``pool/a@1+b@2/k``."""
        return set_name(self.pool, self.sides, self.k)


class SetResult(msgspec.Struct, frozen=True):
    """A finished set: one match for each seating, all on the same seed."""

    pool: str
    sides: tuple[tuple[str, ...], ...]
    k: int
    matches: tuple[MatchResult, ...]

    @property
    def name(self) -> str:
        """The set's id, unique in the ladder: ``pool/a@1+b@2/k``."""
        return set_name(self.pool, self.sides, self.k)


def set_name(pool: str, sides: tuple[tuple[str, ...], ...], k: int) -> str:
    """The id of a set: pool, entrants (`&` between those who share a side), and its number in the pairing."""
    return f"{pool}/{'+'.join('&'.join(side) for side in sides)}/{k}"


def entrant_at(sides: Sequence[Sequence[str]], order: Sequence[int], seat: int) -> str:
    """The entrant at a seat of a match: `sides` are the pairing's, `order` says which of them sat where.

    The table's sides take its seats in turn: seat s belongs to side s modulo their number, in every game. One
    entrant of a side sits in all its seats, several sit in them in order.
    """
    side = sides[order[seat % len(order)]]
    return side[0] if len(side) == 1 else side[seat // len(order)]


def match_name(set_id: str, seating: int) -> str:
    """The id of a match: its set's id and the number of the seating, from 1."""
    return f"{set_id}/{seating}"
