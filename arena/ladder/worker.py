"""What a worker does with a task: plays the set, one match for each seating."""

import logging
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from arena.games import GAMES
from arena.hosts.hosts import Hosts, Occupant
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.hosts.noise import with_noise
from arena.hosts.table import Table
from arena.hosts.thinking import Thinking
from arena.ladder.entrants import Entrant, Ladder, Pool
from arena.ladder.executors.base import Measured, ThinkingTime
from arena.ladder.isolation import Sandbox, find_sandbox, isolation_of
from arena.ladder.lookup import EntrantLookup, Finder
from arena.ladder.seatings import seatings
from arena.ladder.stored_entrant import StoredEntrant
from arena.match.players import FaultError, HostDiedError
from arena.match.referee import FaultPolicy, play_match
from arena.records import MatchResult, SetResult, SetTask, entrant_at, match_name

log = logging.getLogger(__name__)


class SetPlayer:
    """Plays the sets of one ladder, in the process that calls `play`.

    `folder` is the ladder's, for the entrants that are submitted to it; `workspace` is where bots in processes of
    their own have their files and logs, the ladder's folder unless it is to stay as it is. `entrants` knows the
    entrants where neither the ladder nor its folder does.
    """

    def __init__(
        self,
        ladder: Ladder,
        folder: Path | None = None,
        workspace: Path | None = None,
        entrants: Finder | None = None,
    ) -> None:
        self._entrants = entrants or EntrantLookup(ladder, folder)
        self._ladder = ladder
        self._workspace = workspace or folder or Path()
        self._hosts: Hosts | None = None
        self._sandboxed = False
        self._thinking: dict[str, Thinking] = {}
        self._pools = {pool.id: pool for pool in ladder.pools}
        on_fault = ladder.config.on_fault
        self._policy = FaultPolicy(on_fault.more_sides, on_fault.strikes)

    def prepare(self, guests: Sequence[StoredEntrant]) -> None:
        """See to it that the bots can be held as the config says; `guests` are the submitted entrants.

        Says on standard error where that is less than a sandbox. Raises LayerMissingError.
        """
        kind = self._ladder.config.isolation.kind
        kinds = {entrant.isolation for entrant in self._ladder.entrants}
        kinds |= {isolation_of(kind, guest.origin) for guest in guests}
        if guests and kind == "auto" and "sandbox" not in kinds:
            print("There is no sandbox on this system: submitted bots run in processes only.", file=sys.stderr)
        if "sandbox" in kinds and self.sandbox.lacks:
            print(f"The sandbox lacks {self.sandbox.lacks}.", file=sys.stderr)

    @cached_property
    def sandbox(self) -> Sandbox:
        """What sandboxes consist of here, found out at the first call. Raises LayerMissingError."""
        return find_sandbox(self._ladder.config.isolation)

    def play_measured(self, task: SetTask) -> Measured:
        """The same as `play`, with how long each entrant thought."""
        self._thinking = {}
        result = self.play(task)
        times = [ThinkingTime(key, dict(of.counts), of.longest_ns) for key, of in self._thinking.items()]
        return result, tuple(times)

    def play(self, task: SetTask) -> SetResult:
        """Play every seating of a set on its seed; bots' faults are part of the result.

        If a bot's process ends without a word, the set is played again with new processes, and there it is to
        blame if its process ends once more: else a losing bot could void its losses (design, decision 7). So does
        every other entrant get its second chance: the set is played again for each of them at the most, and no
        two that end themselves can make it void. Raises what is the harness's fault.
        """
        ended: set[str] = set()
        while True:
            try:
                return self._play(task, blamed=ended)
            except _EntrantDiedError as died:
                log.warning("%s; the set is played again, alone", died)
                self.close()
                ended.add(died.key)

    def close(self) -> None:
        """End the processes kept for the next set."""
        if self._hosts is not None:
            self._hosts.close()
            self._hosts = None

    def _play(self, task: SetTask, blamed: Collection[str] = ()) -> SetResult:
        pool = self._pools[task.pool]
        orders = seatings(self._ladder.config.seatings, pool.sides)
        matches = tuple(self._play_match(pool, task, i, order, blamed) for i, order in enumerate(orders, start=1))
        return SetResult(task.pool, task.sides, task.k, matches)

    def _play_match(
        self, pool: Pool, task: SetTask, number: int, order: tuple[int, ...], blamed: Collection[str]
    ) -> MatchResult:
        game = GAMES[pool.game]
        at_seats = self._seat(pool, task, order)
        name = match_name(task.name, number)
        shown = [entrant.name for entrant in at_seats] if self._ladder.config.names == "shown" else None
        with self._table(pool, task.seed, at_seats, name, blamed) as players:
            noise = [entrant.noise for entrant in at_seats]
            noisy = with_noise(game, pool.variant, task.seed, players, noise)
            try:
                result = play_match(
                    game, pool.variant, task.seed, noisy, order=order, names=shown, policy=self._policy
                )
            except HostDiedError as died:
                raise _EntrantDiedError(at_seats[died.seat].key, f"{name}: {died}") from died
        for seat, thinking in players.thinking.items():
            self._thinking.setdefault(at_seats[seat].key, Thinking()).update(thinking)
        self._log(name, at_seats, result, players.faults)
        return result

    @contextmanager
    def _table(
        self, pool: Pool, seed: str, at_seats: Sequence[Entrant], match: str, blamed: Collection[str]
    ) -> Iterator[Table | InProcessPlayers]:
        game = GAMES[pool.game]
        if all(entrant.isolation == "none" for entrant in at_seats):
            seats = [Seating(entrant.loaded.bot_class, entrant.options, entrant.limits) for entrant in at_seats]
            yield InProcessPlayers(game, pool.variant, seed, seats)
            return
        occupants = [
            Occupant(entrant.key, entrant.loaded, entrant.options, entrant.isolation, entrant.limits)
            for entrant in at_seats
        ]
        with self._hosts_with(at_seats).table(game, pool.variant, seed, occupants, match, blamed) as table:
            yield table

    def _hosts_with(self, at_seats: Iterable[Entrant]) -> Hosts:
        """The hosts; for a match without sandboxes it does not matter what they would consist of."""
        if any(entrant.isolation == "sandbox" for entrant in at_seats) and not self._sandboxed:
            self.close()
            self._sandboxed = True
        if self._hosts is None:
            sandbox = self.sandbox if self._sandboxed else Sandbox((), wrapped=False)
            self._hosts = Hosts(self._workspace, sandbox.locks, wrapped=sandbox.wrapped)
        return self._hosts

    def _log(
        self, match: str, at_seats: Sequence[Entrant], result: MatchResult, faults: Sequence[FaultError]
    ) -> None:
        """Tell of the fault that a match was forfeited by, and, for the bots' authors, of every one raised."""
        if result.fault is not None:
            fault = result.fault
            who = at_seats[fault.seat].key
            log.warning("%s: %s at seat %d: %s: %s", match, who, fault.seat, fault.kind, fault.detail)
        for raised in faults:
            who = at_seats[raised.seat].key
            log.info("%s: %s at seat %d: %s: %s\n%s", match, who, raised.seat, raised.kind, raised, raised.trace)

    def _seat(self, pool: Pool, task: SetTask, order: tuple[int, ...]) -> list[Entrant]:
        """The entrant at each seat."""
        seats = sum(map(len, GAMES[pool.game].sides(pool.variant)))
        return [self._entrants.find(entrant_at(task.sides, order, seat)) for seat in range(seats)]


class _EntrantDiedError(Exception):
    """The process of an entrant's bot ended without a word."""

    def __init__(self, key: str, cause: str) -> None:
        super().__init__(cause)
        self.key = key
