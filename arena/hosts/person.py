"""A person at the table with bots, and a person who watches bots with all hands open.

Both are fed by the same events as the bots, through an observation of their own: a person at the table cannot be
shown what the seat may not know.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from arena.games.base import Event, Game, Observation, PrivateEvent, Variant
from arena.match.players import FaultError, Players


class Person(Protocol):
    """Whoever sits at a seat in place of a bot."""

    def see(self, view: Any, event: Event) -> None:
        """Be told what happened; the view, that of the seat, already shows it."""
        ...

    def answer(self, view: Any) -> object:
        """Choose one of `view.legal`. In Bridgette's exchange this is asked once a card."""
        ...

    def hear_fault(self, fault: FaultError) -> None:
        """Be told that a bot did wrong."""
        ...


class Watcher(Protocol):
    """Whoever looks on, without a seat."""

    def see(self, views: Sequence[Any], event: Event) -> None:
        """Be told what happened; the views, one a seat, already show it."""
        ...

    def hear_fault(self, fault: FaultError) -> None:
        """Be told that a bot did wrong."""
        ...


class PersonPlayers:
    """A person at one seat, bots at the others; implements `arena.match.players.Players`.

    `bots` are the players of the other seats. Whatever `person` raises goes through the referee.
    """

    def __init__(self, game: Game[Any], variant: Variant, bots: Players, seat: int, person: Person) -> None:
        self._bots = bots
        self._seat = seat
        self._person = person
        self._observation = game.observation(game.public(variant), seat)

    def see(self, event: Event) -> None:
        """Tell the person what the seat may see, and the bots the rest; see `Players.see`."""
        own = isinstance(event, PrivateEvent) and event.seat == self._seat
        if own or not isinstance(event, PrivateEvent):
            self._observation.see(event)
            self._person.see(self._observation.view, event)
        if not own:
            with _telling(self._person):
                self._bots.see(event)

    def decide(self, seat: int) -> int:
        """Ask the person or a bot, see `Players.decide`."""
        if seat == self._seat:
            return self._observation.action(self._person.answer(self._observation.view))
        with _telling(self._person):
            return self._bots.decide(seat)

    def retire(self, seat: int) -> None:
        """Leave a bot's seat to the substitute, see `Players.retire`; a person's answers are all legal."""
        self._bots.retire(seat)

    def close(self) -> None:
        """Free what the bots hold."""
        self._bots.close()


class WatchedPlayers:
    """Bots at every seat and a watcher who sees all that they see; implements `arena.match.players.Players`."""

    def __init__(self, game: Game[Any], variant: Variant, bots: Players, watcher: Watcher) -> None:
        self._bots = bots
        self._watcher = watcher
        self._public = game.public(variant)
        seats = sum(map(len, game.sides(variant)))
        self._observations: list[Observation] = [game.observation(self._public, seat) for seat in range(seats)]
        self._views = [observation.view for observation in self._observations]

    def see(self, event: Event) -> None:
        """Show the event, then pass it on; see `Players.see`."""
        if isinstance(event, PrivateEvent):
            self._observations[event.seat].see(event)
        else:
            self._public.see(event)
        self._watcher.see(self._views, event)
        with _telling(self._watcher):
            self._bots.see(event)

    def decide(self, seat: int) -> int:
        """Ask a bot, see `Players.decide`."""
        with _telling(self._watcher):
            return self._bots.decide(seat)

    def retire(self, seat: int) -> None:
        """Leave a seat to the substitute, see `Players.retire`."""
        self._bots.retire(seat)

    def close(self) -> None:
        """Free what the bots hold."""
        self._bots.close()


@contextmanager
def _telling(person: Person | Watcher) -> Iterator[None]:
    """Tell of a fault that goes by."""
    try:
        yield
    except FaultError as fault:
        person.hear_fault(fault)
        raise
