"""Whether a bot acts alike in other processes, with the same scenes in another order, and with other hashes."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest

from arena.bots.command import Command
from arena.bots.loading import BotError
from arena.checks.fresh import FreshError, Outcome, play_fresh
from arena.checks.playing import Played, play
from arena.checks.records import Problem
from arena.checks.scene import Scene
from arena.checks.seats import Bench, Candidate
from arena.checks.tally import command
from arena.errors import NotationError
from arena.games import GAMES
from arena.hosts.hosts import Isolation

_MOST_SCENES = 24

_RANDOM = "it acts otherwise in each process (random numbers that are not from self.rng, the time, id() …)"
_UNSEEDED = "it acts otherwise each time (random numbers not begun from `random` of `start`, the time, threads …)"
_HASHES = "it depends on the order of a set or on hash(), which PYTHONHASHSEED changes"
_STATE = "it depends on the matches played before in the same process (module or class variables)"

Actions = Mapping[str, Sequence[int]]


@dataclass(frozen=True)
class Comparison:
    """What came of it: the problem if there is one, the scenes compared, and the memory of the fresh process."""

    problem: Problem | None
    compared: int
    memory_mb: float | None


def sample(played: Sequence[Played], cpu_s: float) -> list[Played]:
    """Scenes of all kinds that were played to the end without a fault and take no more time than this together."""
    sound = [one for one in played if one.finished and one.actions]
    step = max(1, len(sound) // _MOST_SCENES)
    chosen: list[Played] = []
    for one in sorted(sound[::step][:_MOST_SCENES], key=lambda one: one.cpu_s):
        cpu_s -= one.cpu_s
        if cpu_s < 0:
            break
        chosen.append(one)
    return chosen


def compare(bot: Candidate, isolation: Isolation, played: Sequence[Played]) -> Comparison:
    """Play scenes again in fresh processes: in the same order, and in reverse with another PYTHONHASHSEED.

    If something differs, further processes tell what it depends on.
    """
    runs = _Runs(bot, isolation, played)
    try:
        first = runs.outcome(0)
        cause, one, other = runs.difference(first)
    except (FreshError, BotError) as error:
        again = command(bot, [one.scene.name for one in played])
        asked = f"the same {len(played)} matches in a fresh process"
        return Comparison(Problem("nondeterministic", asked, str(error), again), 0, None)
    problem = None if cause is None else runs.problem(cause, one, other)
    return Comparison(problem, len(played), first.memory_mb)


def compare_programs(bot: Candidate, bench: Bench, played: Sequence[Played]) -> Comparison:
    """Play scenes again with a program, which has a new process for each seat of each match anyway."""
    runs = _Runs(bot, "process", played)
    here = {name: one.actions for name, one in runs.played.items()}
    again = {name: play(one.scene, bot, bench) for name, one in runs.played.items()}
    there = {name: one.actions for name, one in again.items()}
    problem = None if here == there else runs.problem(_UNSEEDED, here, there)
    return Comparison(problem, len(played), peak_mb([*played, *again.values()]))


def peak_mb(played: Sequence[Played]) -> float | None:
    """The most memory that a program has had in use in any of these scenes, in MiB, if that is known."""
    return max((one.peak_mb for one in played if one.peak_mb is not None), default=None)


def memory_mb(bot: Candidate, isolation: Isolation, played: Sequence[Played]) -> float | None:
    """The memory that a bot takes which cannot be compared with itself, from scenes played again by it."""
    if isinstance(bot.loaded, Command):
        return peak_mb(played)
    with suppress(FreshError, BotError):
        return _Runs(bot, isolation, played).outcome(0).memory_mb
    return None


class _Runs:
    def __init__(self, bot: Candidate, isolation: Isolation, played: Sequence[Played]) -> None:
        self.bot = bot
        self.isolation = isolation
        self.played = {one.scene.name: one for one in played}
        self.names = list(self.played)
        self.computing_s = sum(one.cpu_s for one in played)

    def outcome(self, hash_seed: int, backwards: bool = False) -> Outcome:
        names = self.names[::-1] if backwards else self.names
        return play_fresh(self.bot, names, self.isolation, hash_seed, self.computing_s)

    def difference(self, first: Outcome) -> tuple[str | None, Actions, Actions]:
        """What the bot's actions depend on besides seeds, observations and options, and two runs that show it."""
        here = {name: one.actions for name, one in self.played.items()}
        one = first.actions
        other = self.outcome(1, backwards=True).actions
        if one == here == other:
            return None, one, other
        again = self.outcome(0).actions
        if again != one:
            return _RANDOM, one, again
        if one == other:
            return _STATE, one, here
        hashed = self.outcome(1).actions
        return (_HASHES, one, hashed) if hashed != one else (_STATE, one, other)

    def problem(self, cause: str, one: Actions, other: Actions) -> Problem:
        """The first difference between two runs, in words."""
        name = next(name for name in self.names if list(one[name]) != list(other[name]))
        scene = self.played[name].scene
        pairs = zip_longest(one[name], other[name])
        index, pair = next((index, pair) for index, pair in enumerate(pairs) if pair[0] != pair[1])
        first, second = (_in_words(scene, action) for action in pair)
        return Problem(
            kind="nondeterministic",
            asked=f"{scene.game}, the same match twice, the bot's action {index + 1}",
            came=f"{first} one time, {second} the other: {cause}",
            again=self.again(cause, name),
            scene=name,
            seed=scene.seed,
        )

    def again(self, cause: str, name: str) -> str:
        """Two commands that show the difference."""
        alone = command(self.bot, [name])
        if cause == _HASHES:
            arena = """python -c "from arena.cli.main import main; main()\""""
            return f"{alone} and PYTHONHASHSEED=1 {arena}{alone.removeprefix('arena')}"
        if cause == _STATE:
            backwards = self.names[::-1]
            return f"{alone} and {command(self.bot, backwards[: backwards.index(name) + 1])}"
        return f"{alone}, twice"


def _in_words(scene: Scene, action: int | None) -> str:
    if action is None:
        return "nothing"
    try:
        return GAMES[scene.game].action_text(action)
    except NotationError:
        return f"action {action}"
