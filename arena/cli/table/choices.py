"""What a person may choose from, and reading what the person types."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.columns import Columns
from rich.console import RenderableType
from rich.text import Text

from arena.cards import Card, Interned
from arena.cli.table.screen import Row
from arena.errors import ArenaError, NotationError
from arena.games.fiftysix.calls import HIGHEST, LOWEST
from arena.report.card_text import cards_text

SHORT = 3
"""So many rows of the auction of 56 are shown at first: there may be 291 bids."""


@dataclass(frozen=True)
class Choices:
    """The legal cards or calls, numbered from 1 in the order shown.

    `hand` is what the person holds, `most` how many may be named at once. `bids` says that this is the auction of
    56: only the lowest bids are shown at first, and a plain number from 28 to 56 is refused: it might mean a bid.
    """

    rows: Sequence[Row]
    hand: Sequence[Card]
    most: int = 1
    bids: bool = False

    @property
    def all(self) -> list[Interned]:
        """Every choice in order."""
        return [choice for _, row in self.rows for choice in row]

    def lines(self, whole: bool = False) -> Iterator[RenderableType]:
        """The choices as shown, each with its number; without `whole` only the lowest of the many bids of 56."""
        shown = self.rows if whole or not self.bids else self.rows[:SHORT]
        number = 0
        for before, row in shown:
            cells = [Text(before)] if before else []
            for choice in row:
                number += 1
                what = cards_text([choice]) if isinstance(choice, Card) else Text(str(choice))
                sign = "#" if self._may_be_bid(number) else ""
                cells.append(Text.assemble((f"{sign}{number} ", "dim"), what))
            yield Columns(cells, padding=(0, 2))
        if len(shown) < len(self.rows):
            yield f"… and so on up to {self.rows[-1][1][-1]}: type the call, or a to see all with their numbers"

    def read(self, line: str) -> list[Interned]:
        """What a typed line chooses. Raises ArenaError, which says what is wrong and what was expected."""
        words = line.replace(",", " ").split()
        if not words:
            raise ArenaError(f"Type the number of a choice, or {self._example()}; ? shows the rules.")
        chosen = [self._read(word) for word in words]
        for choice in chosen:
            if chosen.count(choice) > 1:
                raise ArenaError(f"{choice} is named twice.")
        if len(chosen) > self.most:
            raise ArenaError(
                f"Expected {'one choice' if self.most == 1 else f'at most {self.most}'}, got {len(chosen)}."
            )
        return chosen

    def _example(self) -> str:
        kind = "card" if isinstance(self.all[0], Card) else "call"
        return f"the {kind} itself such as {self.all[-1]}"

    def _read(self, word: str) -> Interned:
        if word.removeprefix("#").isdecimal():
            return self._numbered(word)
        choices = self.all
        try:
            choice = type(choices[0]).parse(word.upper())
        except NotationError as error:
            raise ArenaError(f"{word!r} is none of the choices: {error}.") from error
        if choice in choices:
            return choice
        if isinstance(choice, Card) and choice not in self.hand:
            raise ArenaError(f"You do not hold {choice}.")
        raise ArenaError(f"{choice} is not legal here; ? shows the rules.")

    def _numbered(self, word: str) -> Interned:
        choices, number = self.all, int(word.removeprefix("#"))
        if self._may_be_bid(number) and not word.startswith("#"):
            raise ArenaError(
                f"{number} may mean a bid or a choice: type the bid in full, such as {number}H, "
                f"or #{number} for the choice."
            )
        if not 1 <= number <= len(choices):
            raise ArenaError(f"There is no choice {number}: expected 1 to {len(choices)}, or {self._example()}.")
        return choices[number - 1]

    def _may_be_bid(self, number: int) -> bool:
        return self.bids and LOWEST <= number <= HIGHEST
