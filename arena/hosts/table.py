"""A table at which every seat is held as its entrant's isolation asks."""

import time
from collections.abc import Mapping

from arena.games.base import Event, PrivateEvent
from arena.hosts.command.seat import CommandSeat
from arena.hosts.inprocess import InProcessPlayers
from arena.hosts.isolated import IsolatedSeat
from arena.hosts.thinking import Thinking
from arena.match.players import FaultError

SeatApart = IsolatedSeat | CommandSeat
Part = InProcessPlayers | SeatApart


class Table:
    """Implements `arena.match.players.Players` over trusted bots in this process and others in their own.

    `isolated` are the seats with a process; `trusted` plays all others, if any. `faults` are those raised so far;
    `thinking` is the time of the decisions by seat, CPU time of the seats with a process.
    """

    def __init__(self, isolated: Mapping[int, SeatApart], trusted: InProcessPlayers | None) -> None:
        self.faults: list[FaultError] = []
        self.thinking = {seat: Thinking() for seat in isolated}
        if trusted is not None:
            self.thinking |= trusted.thinking
        self._isolated = isolated
        self._trusted = trusted
        self._parts: list[Part] = [*isolated.values(), *([trusted] if trusted is not None else [])]

    def see(self, event: Event) -> None:
        """Pass an event on, see `Players.see`."""
        hearing = [self._part(event.seat)] if isinstance(event, PrivateEvent) else self._parts
        lowest = None
        for part in hearing:
            try:
                part.see(event)
            except FaultError as fault:
                if lowest is None or fault.seat < lowest.seat:
                    lowest = fault
        if lowest is not None:
            self.faults.append(lowest)
            raise lowest

    def decide(self, seat: int) -> int:
        """Ask a seat for its action, see `Players.decide`."""
        isolated = self._isolated.get(seat)
        try:
            if isolated is None:
                assert self._trusted is not None
                return self._trusted.decide(seat)
            if isolated.has_answered:
                return isolated.decide()
            before = isolated.cpu_s
            try:
                return isolated.decide()
            finally:
                self.thinking[seat].add(round((isolated.cpu_s - before) * 1e9))
        except FaultError as fault:
            self.faults.append(fault)
            raise

    def has_answered(self, seat: int) -> bool:
        """Whether the next decision of a seat is known: a list of discards answers several questions."""
        isolated = self._isolated.get(seat)
        if isolated is None:
            assert self._trusted is not None
            return self._trusted.has_answered(seat)
        return isolated.has_answered

    def cpu_s(self, seat: int) -> float:
        """The CPU time that the process of a seat has used so far; of a trusted bot that is this process."""
        isolated = self._isolated.get(seat)
        return time.process_time() if isolated is None else isolated.cpu_s

    def peak_mb(self, seat: int) -> float | None:
        """The most memory that the program at a seat has had in use, in MiB; None if that is not known."""
        part = self._part(seat)
        return part.peak_mb if isinstance(part, CommandSeat) else None

    def retire(self, seat: int) -> None:
        """Leave a seat to the substitute, see `Players.retire`."""
        isolated = self._isolated.get(seat)
        if isolated is not None:
            isolated.retire()
        elif self._trusted is not None:
            self._trusted.retire(seat)

    def close(self) -> None:
        """End every process of the match."""
        for seat in self._isolated.values():
            seat.close()

    def _part(self, seat: int) -> Part:
        part = self._isolated.get(seat) or self._trusted
        assert part is not None
        return part
