"""What made the margin of a set of Bridgette: the splits of its deals, stored, and summed as the margin is."""

from collections.abc import Iterator
from functools import cache
from typing import Final

import msgspec

from arena.analysis.bridgette_split import DealSplit, split_deal
from arena.errors import ArenaError
from arena.games.bridgette.game import BRIDGETTE
from arena.ladder.rows import PoolRules, seat_names
from arena.ladder.stored import StoredLadder
from arena.match.record import match_record
from arena.records import SetResult, match_name
from arena.solvers.bridgette.solver import BridgetteSolver
from arena.stats.margins import compared_deals, set_margins
from arena.stats.set_points import has_margin

SetSplit = tuple[tuple[DealSplit, ...], ...]
"""The splits of all deals of a set, by match."""

PARTS: Final = ("cards", "exchange", "bidding", "doubling", "declarer", "defender")
"""What a margin is made of; the last two are the play of the declarer's cards and of the defender's."""


def can_be_split(pool: PoolRules, result: SetResult) -> bool:
    """Whether there is anything to split: the set is of Bridgette and has a margin."""
    return pool.game == BRIDGETTE.name and has_margin(result) and set_margins(result, _by_deal(pool)) is not None


def split_set(pool: PoolRules, result: SetResult, seed: str) -> SetSplit:
    """Split every deal of a set that has its transcripts; `seed` is that of its matches. Takes seconds.

    Raises TranscriptError if a match cannot be replayed.
    """
    solver = _solver()
    splits = []
    for seating, match in enumerate(result.matches, start=1):
        names = seat_names(pool, result, match)
        record = match_record(match_name(result.name, seating), pool.rules, pool.variant, seed, names, match)
        splits.append(tuple(split_deal(solver, deal) for deal in record["deals"]))
    return tuple(splits)


@cache
def _solver() -> BridgetteSolver:
    """One for all deals of this process: what it learns of one deal holds in others."""
    return BridgetteSolver()


encode_split = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(SetSplit)


def decode_split(result: SetResult, content: bytes) -> SetSplit:
    """The inverse of `encode_split`. Raises ArenaError, naming the set, if that is not what `content` is."""
    try:
        splits: SetSplit = _decoder.decode(content)
    except msgspec.MsgspecError as error:
        raise ArenaError(f"the analysis of set {result.name} cannot be read: {error}") from error
    return splits


def wrong_splits(ladder: StoredLadder) -> Iterator[str]:
    """The sets that count whose stored splits cannot be theirs, and why. Streams."""
    for pool in ladder.rules():
        for result, content in ladder.analysed_sets(pool.id):
            try:
                problems = list(_differences(result, decode_split(result, content)))
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
            won_by = deal.gains[0] - deal.gains[1]
            if (split.margin, split.declarer, sum(split.costs)) != (won_by, deal.declarer, sum(split.tricks)):
                yield f"the parts of deal {number} of match {seating} do not add up to what it was won by"


def set_parts(pool: PoolRules, result: SetResult, splits: SetSplit) -> tuple[tuple[int, ...], int]:
    """PARTS of a set's margin in points, seen from the first side of its pairing, and the deals they are over.

    Both are those of `set_margins`: the parts add up to the swing, over the same deals (1: whole matches).
    """
    margins = set_margins(result, _by_deal(pool))
    assert margins is not None, "only sets with a margin are split"
    compared = compared_deals(result) if _by_deal(pool) else None
    total = [0] * len(PARTS)
    for match, deals in zip(result.matches, splits, strict=True):
        sign = 1 if match.order[0] == 0 else -1
        for number, split in enumerate(deals):
            if compared is None or (number < len(compared) and compared[number]):
                for part, points in enumerate(_parts(split)):
                    total[part] += sign * points
    return tuple(total), margins.over


def _parts(split: DealSplit) -> tuple[int, ...]:
    declarers = 0 if split.declarer is None else split.play[split.declarer]
    return split.cards, split.exchange, split.bidding, split.doubling, declarers, sum(split.play) - declarers


def _by_deal(pool: PoolRules) -> bool:
    return pool.rules.compares_by_deal(pool.variant)
