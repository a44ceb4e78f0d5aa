"""What a bot is: a class with one method for each kind of decision, and optional hooks.

`bots/README.md` shows how to write one.
"""

import random
from collections.abc import Mapping
from typing import Any, ClassVar, Self

from arena.bots.clock import Clock
from arena.bots.files import BotError
from arena.bots.options import Option, OptionValue
from arena.games.base import DealEnded, Event, MatchEnded, View

DECISIONS: Mapping[str, tuple[str, ...]] = {
    "bridgette": ("discard", "call", "play"),
    "fiftysix": ("call", "play"),
}
"""The methods that answer the decisions of each game."""


class Bot:
    """The base of every bot.

    A bot sets `games` and defines, for each of them, the methods of `DECISIONS`, or `act` alone:

    - ``discard(view)``: the cards to give up, `view.to_discard` of them (Bridgette);
    - ``call(view)``: one of the calls in `view.legal`;
    - ``play(view)``: one of the cards in `view.legal`;
    - ``act(view)``: one of `view.legal`, whatever the decision; in the exchange it is asked once a card.

    One object plays one match in one seat. `self.rng` (seeded, so that the match can be repeated) and
    `self.options` (checked against `OPTIONS`) are there before ``__init__`` runs, which takes no arguments.
    A bot that declares `timed` also finds there what time it has left, in `self.clock`; one that declares
    `open_cards`, the views of all other seats by seat, in `self.others`.
    """

    games: ClassVar[tuple[str, ...]] = ()
    """The names of the games the bot plays."""
    OPTIONS: ClassVar[Mapping[str, Option]] = {}
    """The options a config may set, by name."""
    timed: ClassVar[bool] = False
    """Whether time decides what the bot does: it then has `clock`, and is marked as not reproducible."""

    open_cards: ClassVar[bool] = False
    """Whether the bot is shown all hands, to measure what others lack: it plays only where all are trusted."""

    rng: random.Random
    options: Mapping[str, OptionValue]
    clock: Clock
    others: Mapping[int, View]

    @classmethod
    def create(
        cls,
        options: Mapping[str, OptionValue],
        rng: random.Random,
        clock: Clock | None = None,
        others: Mapping[int, View] | None = None,
    ) -> Self:
        """A bot for one match; `options` holds every declared option, `clock` is for timed bots.

        `others` is for those with open cards. Raises BotError if such a bot is not shown them.
        """
        bot = cls.__new__(cls)
        if cls.open_cards is True:
            if others is None:
                raise BotError(f"{cls.__name__} is shown all cards: it plays only where all have isolation none")
            bot.others = others
        bot.options = options
        bot.rng = rng
        if clock is not None:
            bot.clock = clock
        bot.__init__()  # type: ignore[misc]
        return bot

    def match_start(self, view: Any) -> None:
        """Called once, before the first deal."""

    def deal_start(self, view: Any) -> None:
        """Called when the seat has been dealt its hand."""

    def on_event(self, view: Any, event: Event) -> None:
        """Called after each public event, the view already showing it."""

    def deal_end(self, view: Any, event: DealEnded) -> None:
        """Called after the last card of a deal, also when the deal was passed out."""

    def match_end(self, view: Any, event: MatchEnded) -> None:
        """Called after the last deal, unless the match was forfeited."""


class BridgetteBot(Bot):
    """A bot for Bridgette."""

    games = ("bridgette",)


class FiftySixBot(Bot):
    """A bot for 56."""

    games = ("fiftysix",)
