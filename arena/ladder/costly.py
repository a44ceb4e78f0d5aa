"""The deals that cost an entrant most against the same cards in the other seatings, and what it lost by faults.

A set plays the same deals once in each seating. What the others gained by a deal on average, over all seatings,
less what an entrant gained, is what the deal cost it: the luck of the cards is gone.
"""

import heapq
from collections.abc import Sequence
from typing import Any

import msgspec

from arena.games.bridgette.contract import Contract as BridgetteContract
from arena.games.bridgette.finished import FinishedDeal as BridgetteDeal
from arena.games.fiftysix.contract import Contract as FiftySixContract
from arena.games.fiftysix.public import FinishedDeal as FiftySixDeal
from arena.ladder.rows import PoolRules
from arena.ladder.schedule import name_of
from arena.match.transcript import TranscriptError, replay
from arena.records import FaultKind, MatchResult, SetResult, entrant_at, match_name
from arena.stats.set_points import decisive_faults
from arena.stats.tallies import MAX_FAULT_NOTES

FinishedDeal = BridgetteDeal | FiftySixDeal


class DealPlayed(msgspec.Struct, frozen=True):
    """A deal in one of the seatings.

    `contract` is its bid with `` doubled`` or `` redoubled``, None if it was passed out, and then `declarer` (an
    entrant's name) and `made` are None too. `seats` are those of the entrant in question. `gains` are the points
    scored (Bridgette) or the tables won less those lost (56) of every entrant, with its name, in the order of the
    set's sides. `faults` are the entrant's faults in this deal.
    """

    match: str
    seats: tuple[int, ...]
    contract: str | None
    declarer: str | None
    made: bool | None
    gains: tuple[tuple[str, int], ...]
    faults: tuple[str, ...]


class CostlyDeal(msgspec.Struct, frozen=True):
    """A deal, the same in every seating of a set, and what it cost: points in Bridgette, tables in 56."""

    set: str
    number: int
    cost: float
    played: tuple[DealPlayed, ...]


class LostMatch(msgspec.Struct, frozen=True):
    """A fault of the entrant's, how many matches it lost, and the first of them (`deal` None: at the start)."""

    kind: FaultKind
    detail: str
    count: int
    match: str
    deal: int | None


class CostlyDeals:
    """The fold of a pool's sets that finds the `most` costliest deals of an entrant.

    `name` and `against` are entrants' names, with or without their versions. Sets without the entrant, and those
    without `against` if that is given, are passed over. With `against` only the two are compared. With
    `gains_too` those that moved the result most are found, whichever way: a deal that the entrant gained by has a
    negative cost. Memory grows with `most`, never with the sets.
    """

    def __init__(
        self, pool: PoolRules, name: str, against: str | None, most: int, *, gains_too: bool = False
    ) -> None:
        self.sets = 0
        self.deals = 0
        self._pool = pool
        self._name = name
        self._against = against
        self._most = most
        self._gains_too = gains_too
        self._heap: list[tuple[float, int, CostlyDeal]] = []
        self._lost: dict[tuple[FaultKind, str], LostMatch] = {}

    @property
    def costliest(self) -> tuple[CostlyDeal, ...]:
        """The deals that cost (or moved) most, the first most; of equal ones the earliest in the schedule."""
        return tuple(deal for _, _, deal in sorted(self._heap, key=lambda entry: (-entry[0], -entry[1])))

    @property
    def lost(self) -> tuple[LostMatch, ...]:
        """The faults that lost matches, the most frequent first; at most ten different ones."""
        return tuple(sorted(self._lost.values(), key=lambda lost: -lost.count))

    def add(self, result: SetResult, seed: str) -> None:
        """Take in the next set, with its transcripts; `seed` is that of its matches."""
        own = _side_of(result, self._name)
        rival = None if self._against is None else _side_of(result, self._against)
        if own is None or (self._against is not None and rival in (None, own)):
            return
        self.sets += 1
        others = [side for side in range(len(result.sides)) if side != own] if rival is None else [rival]
        self._note_faults(result)
        tables = [
            {_cards(deal): deal for deal in self._finished(match_name(result.name, seating), match, seed)}
            for seating, match in enumerate(result.matches, start=1)
        ]
        for cards in tables[0]:
            if all(cards in table for table in tables):
                self._compare(result, own, others, [table[cards] for table in tables])

    def _finished(self, name: str, match: MatchResult, seed: str) -> tuple[FinishedDeal, ...]:
        state: Any
        try:
            state, _ = replay(self._pool.rules, self._pool.variant, seed, match.transcript)
        except TranscriptError as error:
            raise TranscriptError(f"match {name}: {error}") from error
        history: tuple[FinishedDeal, ...] = state.public.history
        return history

    def _compare(self, result: SetResult, own: int, others: Sequence[int], deals: Sequence[FinishedDeal]) -> None:
        """Keep a deal if it cost, or moved, more than the least of those kept."""
        self.deals += 1
        gains = [_gains(deal, match) for deal, match in zip(deals, result.matches, strict=True)]
        total = [sum(by_side) for by_side in zip(*gains, strict=True)]
        cost = sum(total[side] for side in others) / len(others) - total[own]
        weight = abs(cost) if self._gains_too else cost
        if weight <= 0 or (len(self._heap) == self._most and weight <= self._heap[0][0]):
            return
        played = tuple(
            self._played(result, own, seating, deal, gained)
            for seating, (deal, gained) in enumerate(zip(deals, gains, strict=True), start=1)
        )
        entry = (weight, -self.deals, CostlyDeal(result.name, deals[0].number, cost, played))
        if len(self._heap) < self._most:
            heapq.heappush(self._heap, entry)
        else:
            heapq.heapreplace(self._heap, entry)

    def _played(
        self, result: SetResult, own: int, seating: int, deal: FinishedDeal, gains: Sequence[int]
    ) -> DealPlayed:
        match = result.matches[seating - 1]
        seats = self._pool.rules.sides(self._pool.variant)[match.order.index(own)]
        names = ["&".join(key.rpartition("@")[0] for key in side) for side in result.sides]
        contract = deal.contract
        declarer = None if contract is None else contract.declarer
        return DealPlayed(
            match=match_name(result.name, seating),
            seats=seats,
            contract=None if contract is None else _contract_text(contract),
            declarer=None if declarer is None else name_of(entrant_at(result.sides, match.order, declarer)),
            made=None if declarer is None else gains[match.order[declarer % len(match.order)]] > 0,
            gains=tuple(zip(names, gains, strict=True)),
            faults=tuple(
                f"{action.kind}: {action.detail}"
                for action in match.substituted
                if action.deal == deal.number and action.seat in seats
            ),
        )

    def _note_faults(self, result: SetResult) -> None:
        """Count the faults of the entrant that lost matches."""
        for seating, match in enumerate(result.matches, start=1):
            for fault in decisive_faults(match):
                if not _is_called(entrant_at(result.sides, match.order, fault.seat), self._name):
                    continue
                key = (fault.kind, fault.detail)
                seen = self._lost.get(key)
                if seen is not None:
                    self._lost[key] = msgspec.structs.replace(seen, count=seen.count + 1)
                elif len(self._lost) < MAX_FAULT_NOTES:
                    name = match_name(result.name, seating)
                    self._lost[key] = LostMatch(fault.kind, fault.detail, 1, name, fault.deal)


def _is_called(entrant: str, name: str) -> bool:
    """Whether `name@version` is meant by a name with or without the version."""
    return name in (entrant, entrant.rpartition("@")[0])


def _side_of(result: SetResult, name: str) -> int | None:
    """The side of the pairing that an entrant sits on."""
    sides = (side for side, keys in enumerate(result.sides) if any(_is_called(key, name) for key in keys))
    return next(sides, None)


def _cards(deal: FinishedDeal) -> tuple[int, int, tuple[int, ...]]:
    """What fixes the cards of a deal, besides the seed: its number, its dealer and (56) the seats still in."""
    return deal.number, deal.dealer, deal.seats if isinstance(deal, FiftySixDeal) else ()


def _gains(deal: FinishedDeal, match: MatchResult) -> list[int]:
    """What each side of the pairing gained by a deal."""
    if isinstance(deal, FiftySixDeal):
        at_table = [after - before for before, after in zip(deal.tables_before, deal.tables, strict=True)]
    else:
        at_table = list(deal.scores)
    return [at_table[match.order.index(side)] for side in range(len(match.order))]


def _contract_text(contract: BridgetteContract | FiftySixContract) -> str:
    bid = contract.bid if isinstance(contract, BridgetteContract) else f"{contract.number}{contract.trump}"
    return f"{bid}{({1: '', 2: ' doubled', 4: ' redoubled'})[contract.doubling]}"
