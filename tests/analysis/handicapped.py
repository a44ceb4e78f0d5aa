"""Ladders of a bot and of the same bot handicapped in the auction only, or in the play only, and their splits."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import msgspec

from arena.analysis.margin_split import MarginSplit, margin_split
from arena.analysis.set_split import encode_split, split_set
from arena.bots.base import Bot
from arena.ladder.rows import PoolRules
from arena.ladder.stored import StoredLadder
from arena.records import SetResult
from tests.shipped_bots.duel import entrant, play_set

BOTS: Final = {"bridgette": "bots/bridgette_steady.py", "fiftysix": "bots/fiftysix_plain.py"}
OPTIONS: Final[Mapping[str, Mapping[str, object]]] = {"bridgette": {}, "fiftysix": {"max_deals": 20}}
AUCTION, PLAY, SOUND = "auction@1", "play@1", "sound@1"
FIELD: Final = (AUCTION, PLAY, SOUND)
ALL_MEET: Final = ((0, 1), (0, 2), (1, 2))
"""The pairings in which each of FIELD meets each."""

Analysed = tuple[SetResult, bytes]


def noisy(bot_class: type[Bot], decision: str, noise: float) -> type[Bot]:
    """The bot with a random legal action in place of its own, with this probability, in one kind of decision."""

    def answer(self: Bot, view: Any) -> Any:
        own = getattr(super(handicapped, self), decision)(view)
        return self.rng.choice(view.legal) if self.rng.random() < noise else own

    handicapped: type[Bot] = type("Handicapped", (bot_class,), {decision: answer})
    return handicapped


def pool_of(game: str) -> PoolRules:
    """The pool of these ladders."""
    pool = PoolRules("duel", game, {**OPTIONS[game]})
    return msgspec.structs.replace(pool, options=pool.variant.options())


def analysed_sets(
    game: str,
    noise: tuple[float, float],
    numbers: Sequence[int],
    label: str,
    pairings: Sequence[tuple[int, int]] = ALL_MEET,
) -> Iterator[Analysed]:
    """The sets of these numbers of each pairing, with noise in the auction of one and in the play of another."""
    pool = pool_of(game)
    sound = entrant(BOTS[game]).bot_class
    auction, play = (noisy(sound, *one) for one in zip(("call", "play"), noise, strict=True))
    seatings = [entrant(bot) for bot in (auction, play, sound)]
    for k in numbers:
        for a, b in pairings:
            seed = f"{label}/{a}{b}/{k}"
            played = play_set(game, OPTIONS[game], seed, [seatings[a], seatings[b]])
            result = msgspec.structs.replace(played, sides=((FIELD[a],), (FIELD[b],)), k=k)
            yield result, encode_split(split_set(pool, result, seed))


@dataclass
class Analyses:
    """Analysed sets in place of a stored ladder."""

    sets: Sequence[Analysed]

    def analysed_sets(self, pool: str) -> Sequence[Analysed]:
        return self.sets


def split_of(game: str, sets: Sequence[Analysed]) -> MarginSplit:
    """What the report says of a ladder with these sets."""
    return margin_split(cast("StoredLadder", Analyses(sets)), pool_of(game), FIELD)


def tells_them_apart(split: MarginSplit) -> bool:
    """Whether the one handicapped in the auction is last by that part, and the one in the play by that."""
    return _last(split, "bidding", "doubling") == AUCTION and _last(split, "declarer", "defender") == PLAY


def _last(split: MarginSplit, *parts: str) -> str:
    return min(split.entrants, key=lambda key: sum(split.entrants[key].parts[part].value for part in parts))
