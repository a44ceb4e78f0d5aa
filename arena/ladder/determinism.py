"""Whether bots act again as they did: a sample of matches, played once more in fresh processes."""

import hashlib
import heapq
from collections.abc import Iterator
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from typing import Final

import msgspec

from arena.bots.files import BotError
from arena.hosts.hosts import Hosts, Occupant
from arena.hosts.limits import Limits
from arena.hosts.noise import with_noise
from arena.ladder.config import IsolationConfig
from arena.ladder.guests import kept
from arena.ladder.isolation import find_sandbox, isolation_of
from arena.ladder.rows import PoolRules, seat_entrants
from arena.ladder.stored import StoredLadder
from arena.ladder.stored_entrant import Origin
from arena.match.players import HostDiedError
from arena.match.referee import play_match
from arena.match.transcript import decode
from arena.records import MatchResult, SetResult, match_name, set_name

SETS_EACH: Final = 3
"""How many sets of each entrant are played again."""
LIMITS: Final = Limits(decision_ms=60_000, match_s=600)
"""Far more than any ladder's by default, so that only what a bot does decides, not how long it takes."""


class Deviation(msgspec.Struct, frozen=True):
    """A match that went otherwise when it was played again, and the first action at which it did."""

    match: str
    entrant: str
    """Whose turn it was: `name@version`."""
    deal: int
    then: str
    """The action in words."""
    now: str
    """The same, or the fault that the bot committed."""

    def __str__(self) -> str:
        return (
            f"{self.match}: {self.entrant} does not act again as it did: in deal {self.deal} it was "
            f"{self.then!r}, now {self.now!r}"
        )


class Repetition:
    """Plays some matches of every entrant of the pools' fields again; `folder` is the ladder's.

    `workspace` is where the bots' files are laid out. `left_out` says which entrants cannot be played again, and
    why; `matches` counts those that were.
    """

    def __init__(self, ladder: StoredLadder, workspace: Path) -> None:
        self._ladder = ladder
        self._workspace = workspace
        self._entrants = {entrant.key: entrant for entrant in ladder.entrants()}
        self._occupants: dict[str, Occupant | None] = {}
        self.left_out: dict[str, str] = {}
        self.matches = 0

    def deviations(self) -> Iterator[Deviation]:
        """Play the sample; only what went otherwise. Raises LayerMissingError if bots cannot be held safely."""
        for pool in self._ladder.rules():
            chosen = self._sample(pool)
            occupants = [self._occupant(key) for result in chosen for side in result.sides for key in side]
            sandboxed = any(one is not None and one.isolation == "sandbox" for one in occupants)
            sandbox = find_sandbox(IsolationConfig()) if sandboxed else None
            hosts = (
                Hosts(self._workspace, sandbox.locks, wrapped=sandbox.wrapped)
                if sandbox
                else Hosts(self._workspace, ())
            )
            with closing(hosts):
                for result in chosen:
                    yield from self._set(hosts, pool, result)

    def _sample(self, pool: PoolRules) -> list[SetResult]:
        """For each entrant the sets that come first by a hash of their names, of those without a fault."""
        heaps: dict[str, list[tuple[int, str]]] = {key: [] for key in self._ladder.field(pool.id)}
        for result in self._ladder.counted_sets(pool.id):
            if any(match.fault or match.substituted for match in result.matches):
                continue
            name = set_name(pool.id, result.sides, result.k)
            rank = -int.from_bytes(hashlib.sha256(name.encode()).digest()[:8])
            for side in result.sides:
                for key in side:
                    heap = heaps.get(key)
                    if heap is None:
                        continue
                    if len(heap) < SETS_EACH:
                        heapq.heappush(heap, (rank, name))
                    else:
                        heapq.heappushpop(heap, (rank, name))
        names = dict.fromkeys(name for heap in heaps.values() for _, name in sorted(heap, reverse=True))
        return [self._ladder.find_match(match_name(name, 1))[0] for name in names]

    def _set(self, hosts: Hosts, pool: PoolRules, result: SetResult) -> Iterator[Deviation]:
        seed = self._ladder.seed(result)
        for seating, match in enumerate(result.matches, start=1):
            at_seats = seat_entrants(pool, result, match)
            occupants = [one for one in map(self._occupant, at_seats) if one is not None]
            if len(occupants) < len(at_seats):
                return
            name = match_name(result.name, seating)
            shown = None
            if self._ladder.meta["names"] == "shown":
                shown = [key.rpartition("@")[0] for key in at_seats]
            with hosts.table(pool.rules, pool.variant, seed, occupants, name) as table:
                noise = [self._entrants[key].noise for key in at_seats]
                players = with_noise(pool.rules, pool.variant, seed, table, noise)
                try:
                    again = play_match(
                        pool.rules,
                        pool.variant,
                        seed,
                        players,
                        order=match.order,
                        names=shown,
                        policy=self._ladder.policy,
                    )
                except HostDiedError as died:
                    yield Deviation(name, at_seats[died.seat], 0, "no fault", "its process ended without a word")
                    continue
            self.matches += 1
            if again.transcript != match.transcript or again.fault is not None:
                yield _deviation(pool, name, seed, at_seats, match, again)

    def _occupant(self, key: str) -> Occupant | None:
        """The entrant ready to be seated; None if its bot has not been kept."""
        if key not in self._occupants:
            self._occupants[key] = self._find(key)
        return self._occupants[key]

    def _find(self, key: str) -> Occupant | None:
        entrant = self._entrants[key]
        if entrant.timed:
            self.left_out[key] = "it lets time decide what it does"
            return None
        try:
            bot = kept(self._ladder.folder, entrant)
        except BotError as error:
            not_kept = not entrant.main and entrant.origin is Origin.CONFIG
            self.left_out[key] = "no ladder keeps a config's programs and packages" if not_kept else str(error)
            return None
        return Occupant(key, bot, entrant.options, isolation_of("auto", entrant.origin), LIMITS)


def _deviation(
    pool: PoolRules, name: str, seed: str, at_seats: tuple[str, ...], match: MatchResult, again: MatchResult
) -> Deviation:
    """Where a match that was played without a fault, and what was played now, part."""
    state, _ = pool.rules.start(pool.variant, seed)
    then = now = None
    for then, now in zip_longest(decode(match.transcript), decode(again.transcript)):
        if then != now:
            break
        state.apply(then)
    else:
        then = now = None
    fault = again.fault
    if now is None and fault is not None:
        seat, told = fault.seat, f"{fault.kind}: {fault.detail}"
    else:
        seat, told = state.to_act, _words(pool, now)
    return Deviation(name, at_seats[seat], state.deal_number, _words(pool, then), told)


def _words(pool: PoolRules, action: int | None) -> str:
    return "the end" if action is None else pool.rules.action_text(action)
