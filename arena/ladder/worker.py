"""What a worker does with a task: plays the set, one match for each seating."""

import logging

from arena.games import GAMES
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.ladder.entrants import Entrant, Ladder, Pool
from arena.ladder.seatings import seatings
from arena.match.referee import FaultPolicy, play_match
from arena.records import MatchResult, SetResult, SetTask, match_name

log = logging.getLogger(__name__)


class SetPlayer:
    """Plays the sets of one ladder."""

    def __init__(self, ladder: Ladder) -> None:
        self._ladder = ladder
        self._pools = {pool.id: pool for pool in ladder.pools}
        on_fault = ladder.config.on_fault
        self._policy = FaultPolicy(on_fault.more_sides, on_fault.strikes)

    def play(self, task: SetTask) -> SetResult:
        """Play every seating of a set on its seed; bots' faults are part of the result."""
        pool = self._pools[task.pool]
        orders = seatings(self._ladder.config.seatings, pool.sides)
        matches = tuple(self._play_match(pool, task, i, order) for i, order in enumerate(orders, start=1))
        return SetResult(task.pool, task.sides, task.k, matches)

    def _play_match(self, pool: Pool, task: SetTask, number: int, order: tuple[int, ...]) -> MatchResult:
        game = GAMES[pool.game]
        at_seats = self._seat(pool, task, order)
        seats = [Seating(entrant.loaded.bot_class, entrant.options) for entrant in at_seats]
        shown = [entrant.name for entrant in at_seats] if self._ladder.config.names == "shown" else None
        players = InProcessPlayers(game, pool.variant, task.seed, seats)
        result = play_match(
            game, pool.variant, task.seed, players, order=order, names=shown, policy=self._policy
        )
        if result.fault is not None:
            fault = result.fault
            log.warning(
                "%s: %s at seat %d: %s: %s",
                match_name(task.name, number),
                at_seats[fault.seat].key,
                fault.seat,
                fault.kind,
                fault.detail,
            )
        return result

    def _seat(self, pool: Pool, task: SetTask, order: tuple[int, ...]) -> list[Entrant]:
        """The entrant at each seat."""
        seated: dict[int, Entrant] = {}
        for seats, side in zip(GAMES[pool.game].sides(pool.variant), order, strict=True):
            keys = task.sides[side] if len(task.sides[side]) > 1 else task.sides[side] * len(seats)
            seated |= {seat: self._ladder.entrant(key) for seat, key in zip(seats, keys, strict=True)}
        return [seated[seat] for seat in sorted(seated)]
