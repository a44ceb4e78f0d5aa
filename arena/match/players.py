"""What the referee needs of those who sit at the table, whatever process they run in."""

from typing import Protocol

from arena.games.base import Event
from arena.records import FaultKind


class FaultError(Exception):
    """A bot at `seat` did wrong; the referee decides what follows from it."""

    def __init__(
        self, seat: int, kind: FaultKind, detail: str, action: str | tuple[str, ...] | None = None
    ) -> None:
        super().__init__(detail)
        self.seat = seat
        self.kind = kind
        self.detail = detail
        self.action = action


class Players(Protocol):
    """The bots of one match, one a seat."""

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
