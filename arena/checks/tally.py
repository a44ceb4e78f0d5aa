"""Adding up what the scenes came to."""

import math
import shlex
from collections import Counter
from collections.abc import Sequence

import msgspec

from arena.bots.command import Command
from arena.checks.deal_text import deal_text
from arena.checks.playing import Played
from arena.checks.programme import PROGRAMMES
from arena.checks.records import Covered, Problem, Timing
from arena.checks.seats import Candidate
from arena.records import FaultKind


def command(bot: Candidate, scenes: Sequence[str] = ()) -> str:
    """What to type to check a bot, or to play scenes with it, once more."""
    loaded = bot.loaded
    by_words = isinstance(loaded, Command) and loaded.folder is None
    words = ["arena", "check"] if by_words else ["arena", "check", loaded.spec]
    for name, value in bot.changed.items():
        words += ["--options", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    for scene in scenes:
        words += ["--scene", scene]
    if isinstance(loaded, Command) and by_words:
        words += ["--", *loaded.words]
    return shlex.join(words)


class Tally:
    """What has been seen so far of one bot."""

    def __init__(self, games: Sequence[str]) -> None:
        self.games = games
        self.matches = 0
        self.deals = 0
        self.hooks: Counter[str] = Counter()
        self._met: Counter[tuple[str, str]] = Counter()
        self._faults: Counter[tuple[str, str]] = Counter()
        self._spent: dict[tuple[str, str], list[float]] = {}
        self._problems: dict[tuple[str, ...], Problem] = {}

    def add(self, played: Played, bot: Candidate) -> None:
        """Take in a scene that the bot has played."""
        game = played.scene.game
        self.matches += 1
        self.deals += played.deals
        self.hooks.update(played.hooks)
        for kind, count in played.met.items():
            self._met[game, kind] += count
        for decision, times in played.spent.items():
            self._spent.setdefault((game, decision), []).extend(times)
        if played.failure is not None:
            self._fail(played, bot)

    def met(self, game: str, situation: str) -> int:
        """How often a situation has been met."""
        return self._met[game, situation]

    def problem(self, problem: Problem, *alike: str) -> None:
        """Note a problem, unless one has been noted that is alike; those are counted."""
        key = (problem.kind, *alike)
        known = self._problems.get(key)
        self._problems[key] = problem if known is None else msgspec.structs.replace(known, times=known.times + 1)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems in the order in which they came up."""
        return tuple(self._problems.values())

    @property
    def covered(self) -> tuple[Covered, ...]:
        """Every kind of situation of the games, met or not, the rare ones first."""
        return tuple(
            Covered(game, kind, rare, self._met[game, kind], self._faults[game, kind])
            for game in self.games
            for rare, kinds in ((True, PROGRAMMES[game].rare), (False, PROGRAMMES[game].usual))
            for kind in kinds
        )

    @property
    def timings(self) -> tuple[Timing, ...]:
        """Percentiles of the CPU time of each kind of decision."""
        return tuple(
            Timing(game, decision, len(times), *(1000 * _percentile(sorted(times), p) for p in (0.5, 0.99, 1.0)))
            for (game, decision), times in sorted(self._spent.items())
        )

    def _fail(self, played: Played, bot: Candidate) -> None:
        failure, scene = played.failure, played.scene
        assert failure is not None
        for kind in failure.situations:
            self._faults[scene.game, kind] += 1
        where = f" ({'; '.join(failure.situations)})" if failure.situations else ""
        problem = Problem(
            kind=str(failure.kind),
            asked=f"{scene.game}, {failure.asked}{where}",
            came=failure.came,
            again=command(bot, [scene.name]),
            scene=scene.name,
            seed=scene.seed,
            deal=deal_text(failure.deal, scene.seats) if failure.deal else "",
            trace=failure.trace,
        )
        if failure.kind is FaultKind.ILLEGAL_ACTION:
            self.problem(problem, scene.game, *failure.asked.split()[:1])
        else:
            self.problem(problem, failure.came, failure.trace)


def _percentile(ordered: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
