"""What the referee needs of those who sit at the table, whatever process they run in."""

from typing import Protocol

from arena.games.base import Event
from arena.records import FaultKind


class FaultError(Exception):
    """A bot at `seat` did wrong; the referee decides what follows from it.

    `detail` is the same in every run of the match. `trace` is for the bot's author: the lines of its code on the
    way to an exception, and what it printed last.
    """

    def __init__(
        self,
        seat: int,
        kind: FaultKind,
        detail: str,
        action: str | tuple[str, ...] | None = None,
        trace: str = "",
    ) -> None:
        super().__init__(detail)
        self.seat = seat
        self.kind = kind
        self.detail = detail
        self.action = action
        self.trace = trace


class HostDiedError(Exception):
    """The process of the bot at `seat` ended without a word: perhaps its own doing, perhaps the machine's."""

    def __init__(self, seat: int, cause: str) -> None:
        super().__init__(f"the process of seat {seat} {cause}")
        self.seat = seat
        self.cause = cause


class StopAsked(KeyboardInterrupt):
    """The user stops the run while a bot thinks, which is not the bot's doing."""


class Players(Protocol):
    """The bots of one match, one a seat.

    `see` and `decide` raise HostDiedError if a bot's process ends and it cannot be said by whose doing.
    """

    def see(self, event: Event) -> None:
        """Pass an event on to the seats that may see it, lowest seat first.

        Raises FaultError for the lowest seat whose bot failed at it, after every seat has seen the event.
        """
        ...

    def decide(self, seat: int) -> int:
        """Ask the bot at a seat for its action id (not yet checked against the rules). Raises FaultError."""
        ...

    def retire(self, seat: int) -> None:
        """A substitute plays this seat from now on: its bot is asked and told nothing more (F25)."""
        ...

    def close(self) -> None:
        """The match is over: free what the players hold."""
        ...
