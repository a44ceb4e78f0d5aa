"""Who sits where at a table for a person: the bots named, and one that fills the rest."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from arena.bots.files import BotError
from arena.cli.table.labels import Labels
from arena.errors import ArenaError
from arena.games.base import Game, Variant
from arena.hosts.hosts import Occupant

FILLER = "bots/random_legal.py"
YOU = "you"


@dataclass(frozen=True)
class LineUp:
    """The bot at each seat (None at the person's), and what fills the sides for which none was named."""

    sides: tuple[tuple[int, ...], ...]
    bots: tuple[Occupant | None, ...]
    filled: tuple[int, ...]

    @property
    def you(self) -> int | None:
        """The person's seat."""
        return self.bots.index(None) if None in self.bots else None

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the seats."""
        return tuple(YOU if bot is None else bot.bot.default_name for bot in self.bots)

    @property
    def labels(self) -> Labels:
        """What seats and sides are called on the screen."""
        return Labels(self.names, self.sides, self.you)

    def lines(self) -> Iterator[str]:
        """The seats in words."""
        for seat, name in enumerate(self.names):
            side = next(i for i, seats in enumerate(self.sides) if seat in seats)
            words = [f"seat {seat}: {name}"]
            if len(self.sides) < len(self.names):
                words.append(
                    "your partner" if self.you in self.sides[side] and seat != self.you else f"side {side}"
                )
            if seat in self.filled:
                words.append("fills in, as no more bots were named")
            yield ", ".join(words)


def line_up(
    game: Game[Any], variant: Variant, specs: Sequence[str], you: int | None, find: Callable[[str], Occupant]
) -> LineUp:
    """Seat a person at `you`, or nobody, and the bots named, which `find` loads.

    They take a side each: those after the person's in order, then, in a game with partners, the person's own. The
    last of them fills the sides left; `random_legal` does if none is named. Raises ArenaError for a seat that the
    table lacks, too many bots, and a bot that cannot be loaded or does not play the game.
    """
    sides = game.sides(variant)
    seats = sum(map(len, sides))
    if you is not None and not 0 <= you < seats:
        raise ArenaError(f"--seat {you}: expected 0 to {seats - 1}, the seats of this table")
    first = 0 if you is None else 1 + next(i for i, own in enumerate(sides) if you in own)
    order = [(first + i) % len(sides) for i in range(len(sides))]
    order = [side for side in order if set(sides[side]) != {you}]
    if len(specs) > len(order):
        raise ArenaError(
            f"--against names {len(specs)} bots: at this table there is room for {len(order)}, one a side"
        )
    loaded = [_load(spec, game.name, find) for spec in specs] or [_filler(find)]
    bots: list[Occupant | None] = [None] * seats
    filled = []
    for i, side in enumerate(order):
        for seat in sides[side]:
            if seat != you:
                bots[seat] = loaded[min(i, len(loaded) - 1)]
                if i >= len(specs):
                    filled.append(seat)
    return LineUp(tuple(sides), tuple(bots), tuple(sorted(filled)))


def _load(spec: str, game: str, find: Callable[[str], Occupant]) -> Occupant:
    found = find(spec)
    if game not in found.bot.games:
        raise ArenaError(f"{spec} does not play {game}; it plays {', '.join(found.bot.games)}")
    return found


def _filler(find: Callable[[str], Occupant]) -> Occupant:
    try:
        return find(FILLER)
    except BotError as error:
        raise ArenaError(f"no bot is named, and {FILLER} is not here: name bots with --against") from error
