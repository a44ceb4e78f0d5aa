"""What made the margin of a set: the splits of its deals, stored, and summed as the margin is."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any, Final

import msgspec

from arena.analysis import bridgette_split, fiftysix_split
from arena.analysis.bridgette_split import DealSplit
from arena.analysis.fiftysix_split import FiftySixDealSplit
from arena.errors import ArenaError
from arena.games.bridgette.game import BRIDGETTE
from arena.ladder.rows import PoolRules, seat_names
from arena.ladder.stored import StoredLadder
from arena.match.record import match_record
from arena.records import DealResult, SetResult, match_name
from arena.solvers.bridgette.solver import BridgetteSolver
from arena.stats.margins import compared_deals, set_margins
from arena.stats.set_points import has_margin

AnySplit = DealSplit | FiftySixDealSplit
SetSplit = tuple[tuple[AnySplit, ...], ...]
"""The splits of all deals of a set, by match."""

PARTS: Final = {
    "bridgette": ("cards", "exchange", "bidding", "doubling", "declarer", "defender"),
    "fiftysix": ("cards", "bidding", "doubling", "declarer", "defender"),
}
"""What a margin is made of, by game; the last two are the play of the declarer's cards and of the defenders'."""


def can_be_split(pool: PoolRules, result: SetResult) -> bool:
    """Whether there is anything to split: the set has a margin."""
    return has_margin(result) and set_margins(result, _by_deal(pool)) is not None


def split_set(pool: PoolRules, result: SetResult, seed: str) -> SetSplit:
    """Split every deal of a set that has its transcripts; `seed` is that of its matches. May take seconds.

    Raises TranscriptError if a match cannot be replayed.
    """
    splits: list[tuple[AnySplit, ...]] = []
    for seating, match in enumerate(result.matches, start=1):
        names = seat_names(pool, result, match)
        record = match_record(match_name(result.name, seating), pool.rules, pool.variant, seed, names, match)
        splits.append(tuple(_split_deal(pool, deal) for deal in record["deals"]))
    return tuple(splits)


def _split_deal(pool: PoolRules, deal: dict[str, Any]) -> AnySplit:
    if pool.game == BRIDGETTE.name:
        return bridgette_split.split_deal(_solver(), deal)
    return fiftysix_split.split_deal(_side_of(pool), deal)


def _side_of(pool: PoolRules) -> list[int]:
    """The side of each seat of the full table."""
    at = {seat: side for side, seats in enumerate(pool.rules.sides(pool.variant)) for seat in seats}
    return [at[seat] for seat in sorted(at)]


@cache
def _solver() -> BridgetteSolver:
    """One for all deals of this process: what it learns of one deal holds in others."""
    return BridgetteSolver()


encode_split = msgspec.msgpack.Encoder().encode
_decoders: Final[dict[str, msgspec.msgpack.Decoder[Any]]] = {
    "bridgette": msgspec.msgpack.Decoder(tuple[tuple[DealSplit, ...], ...]),
    "fiftysix": msgspec.msgpack.Decoder(tuple[tuple[FiftySixDealSplit, ...], ...]),
}


def decode_split(pool: PoolRules, result: SetResult, content: bytes) -> SetSplit:
    """The inverse of `encode_split`. Raises ArenaError, naming the set, if that is not what `content` is."""
    try:
        splits: SetSplit = _decoders[pool.game].decode(content)
    except msgspec.MsgspecError as error:
        raise ArenaError(f"the analysis of set {result.name} cannot be read: {error}") from error
    return splits


def wrong_splits(ladder: StoredLadder) -> Iterator[str]:
    """The sets that count whose stored splits cannot be theirs, and why. Streams."""
    for pool in ladder.rules():
        for result, content in ladder.analysed_sets(pool.id):
            try:
                problems = list(_differences(result, decode_split(pool, result, content)))
            except ArenaError as error:
                problems = [str(error)]
            yield from (f"{result.name}: {problem}" for problem in problems)


def _differences(result: SetResult, splits: SetSplit) -> Iterator[str]:
    """Where splits do not fit the set: other deals, or parts that do not add up to what a deal was won by."""
    counts = [len(match.deals) for match in result.matches]
    if [len(deals) for deals in splits] != counts:
        yield f"analysed are {[len(deals) for deals in splits]} deals by match, played {counts}"
        return
    for seating, (match, deals) in enumerate(zip(result.matches, splits, strict=True), start=1):
        for number, (deal, split) in enumerate(zip(match.deals, deals, strict=True), start=1):
            if not _adds_up(deal, split):
                yield f"the parts of deal {number} of match {seating} do not add up to what it was won by"


def _adds_up(deal: DealResult, split: AnySplit) -> bool:
    if isinstance(split, FiftySixDealSplit):
        return (split.gains, split.declarer) == (deal.gains, deal.declarer)
    won_by = deal.gains[0] - deal.gains[1]
    return (split.margin, split.declarer, sum(split.costs)) == (won_by, deal.declarer, sum(split.tricks))


class SetParts(msgspec.Struct, frozen=True):
    """PARTS of the swings of a set, in points or tables, and the deals they are over (1: whole matches).

    `swings` are by (side, later side of the pairing), seen from the first. Each adds up to that of `set_margins`,
    over the same deals.
    """

    over: int
    swings: dict[tuple[int, int], tuple[int, ...]]

    def of(self, side: int) -> tuple[int, ...]:
        """The parts of what a side did better than the mean of all others, times their number."""
        seen = [
            parts if one == side else tuple(-points for points in parts)
            for (one, other), parts in self.swings.items()
            if side in (one, other)
        ]
        return tuple(map(sum, zip(*seen, strict=True)))


def set_parts(pool: PoolRules, result: SetResult, splits: SetSplit) -> SetParts:
    """What made the margins of a set."""
    margins = set_margins(result, _by_deal(pool))
    assert margins is not None, "only sets with a margin are split"
    compared = compared_deals(result) if _by_deal(pool) else None
    parts = len(PARTS[pool.game])
    total = [[0] * parts for _ in result.sides]
    for match, deals in zip(result.matches, splits, strict=True):
        for number, split in enumerate(deals):
            if compared is None or (number < len(compared) and compared[number]):
                for part, gained in enumerate(_parts(split)):
                    for side, points in zip(match.order, gained, strict=True):
                        total[side][part] += points
    swings = {
        (one, other): tuple(a - b for a, b in zip(total[one], total[other], strict=True))
        for one, other in combinations(range(len(total)), 2)
    }
    return SetParts(margins.over, swings)


def surpluses(pool: PoolRules, result: SetResult, splits: SetSplit) -> Iterator[tuple[int, bool, int]]:
    """The points of 56 that a declarer's side made beyond those expected by simulated play.

    Of every deal for every side still in: the side of the pairing, whether it declared, and the points. None of
    Bridgette.
    """
    for match, deals in zip(result.matches, splits, strict=True):
        tables = [pool.rules.starting_score(pool.variant)] * len(match.order)
        for deal, split in zip(match.deals, deals, strict=True):
            if isinstance(split, FiftySixDealSplit):
                for at, side in enumerate(match.order):
                    if tables[at]:
                        yield side, split.declarer % len(tables) == at, split.points - split.expected
            tables = [before + gain for before, gain in zip(tables, deal.gains, strict=True)]


def _parts(split: AnySplit) -> tuple[tuple[int, ...], ...]:
    """PARTS of a deal by side of the table; only what sides differ by has a meaning."""
    if isinstance(split, FiftySixDealSplit):
        return split.cards, split.bidding, split.doubling, split.play_declarer, split.play_defender
    declarers = 0 if split.declarer is None else split.play[split.declarer]
    parts = (split.cards, split.exchange, split.bidding, split.doubling, declarers, sum(split.play) - declarers)
    return tuple((points, 0) for points in parts)


def _by_deal(pool: PoolRules) -> bool:
    return pool.rules.compares_by_deal(pool.variant)
