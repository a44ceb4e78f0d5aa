"""The host for isolation `none`: trusted bots as plain objects in the referee's own process."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.bots.base import Bot
from arena.bots.options import OptionValue
from arena.games.base import DealEnded, Event, Game, MatchEnded, MatchStarted, PrivateEvent, Variant, View
from arena.hosts.limits import Limits
from arena.hosts.seat import Seat
from arena.hosts.thinking import Thinking
from arena.match.players import FaultError
from arena.seeds import bot_rng_seed

_RARE = (MatchStarted, DealEnded, MatchEnded)


@dataclass(frozen=True)
class Seating:
    """Who sits at one seat: the bot's class and the options of its entrant.

    The limits are not enforced here; a timed bot reads them from its clock.
    """

    bot_class: type[Bot]
    options: Mapping[str, OptionValue]
    limits: Limits = field(default_factory=Limits)


class InProcessPlayers:
    """Bots of one match in this process; implements `arena.match.players.Players` for the seats given.

    They share one `Public`, so that a public event is taken in once however many seats there are. `faults` are
    those raised so far, `thinking` is the wall time of the decisions by seat.
    """

    def __init__(
        self,
        game: Game[Any],
        variant: Variant,
        seed: str,
        seats: Sequence[Seating] | Mapping[int, Seating],
    ) -> None:
        seated = seats if isinstance(seats, Mapping) else dict(enumerate(seats))
        self.faults: list[FaultError] = []
        self.thinking = {seat: Thinking() for seat in sorted(seated)}
        self._public = game.public(variant)
        observations = {seat: game.observation(self._public, seat) for seat in sorted(seated)}
        whole = len(seated) == sum(map(len, game.sides(variant)))

        def others(seat: int) -> dict[int, View] | None:
            """What a bot with open cards is shown: it takes a table at which all are trusted."""
            if not whole or seated[seat].bot_class.open_cards is not True:
                return None
            return {other: observation.view for other, observation in observations.items() if other != seat}

        self._seats = {
            seat: Seat(
                observation,
                seated[seat].bot_class,
                seated[seat].options,
                bot_rng_seed(seed, seat),
                seated[seat].limits,
                others(seat),
            )
            for seat, observation in observations.items()
        }
        self._present = list(self._seats.values())
        self._eager = [seat for seat in self._present if "on_event" in seat.hooks]
        self._waiting: dict[int, list[int]] = {seat: [] for seat in self._seats}

    def see(self, event: Event) -> None:
        """Pass an event on, see `Players.see`."""
        if isinstance(event, PrivateEvent):
            seat = self._seats[event.seat]
            seat.observation.see(event)
            hearing = [seat] if seat in self._present else []
        else:
            self._public.see(event)
            hearing = self._present if isinstance(event, _RARE) else self._eager
        first = None
        for seat in hearing:
            try:
                seat.hear(event)
            except FaultError as fault:
                first = first or fault
        if first is not None:
            self.faults.append(first)
            raise first

    def decide(self, seat: int) -> int:
        """Ask a seat for its action, see `Players.decide`."""
        waiting = self._waiting[seat]
        if not waiting:
            asked = time.perf_counter_ns()
            try:
                waiting = self._waiting[seat] = self._seats[seat].decide()
            except FaultError as fault:
                self.faults.append(fault)
                raise
            finally:
                self.thinking[seat].add(time.perf_counter_ns() - asked)
            if len(waiting) > 1:
                waiting.reverse()
        return waiting.pop()

    def has_answered(self, seat: int) -> bool:
        """Whether the next decision of a seat is known: a list of discards answers several questions."""
        return bool(self._waiting[seat])

    def retire(self, seat: int) -> None:
        """Leave a seat to the substitute, see `Players.retire`."""
        for seats in (self._present, self._eager):
            if self._seats[seat] in seats:
                seats.remove(self._seats[seat])

    def close(self) -> None:
        """Nothing outlives the objects."""
