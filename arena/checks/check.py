"""The check of one bot from beginning to end."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from arena.bots.command import Command
from arena.bots.declarations import Facts
from arena.bots.loading import LoadedBot
from arena.bots.options import OptionValue
from arena.checks.determinism import Comparison, compare, compare_programs, memory_mb, sample
from arena.checks.playing import Played, play
from arena.checks.programme import PROGRAMMES
from arena.checks.records import CheckReport, Duel, Problem
from arena.checks.scene import Family, Scene
from arena.checks.seats import Bench, Candidate, HostBench, OwnProcess, hosts_for
from arena.checks.tally import Tally, command
from arena.hosts.describing import describe
from arena.hosts.hosts import Isolation
from arena.hosts.limits import Limits

ENOUGH = 10
"""A rare situation is sought until it has been met so often …"""
ROUNDS = 40
"""… or so many scenes of each kind have been played …"""
LONG_ROUNDS = 400
"""… or, if it has not been met at all, so many, or this share of the budget has been used."""
LONG_SHARE = 0.15
DEALS = 12
"""Deals of each variant against random play; with `full` the next."""
FULL_DEALS = 200
SETS = 20
"""Sets of the duel at each game."""
MOST_FAULTS = 5
"""A family of scenes is given up when the bot has failed so often in it."""

_LIMITS = Limits()

_SHARES = {"rare": 0.4, "plain": 0.2, "fresh": 0.2, "duel": 0.2}
"""Of the budget; what one part leaves is there for the next."""


def check_bot(
    loaded: LoadedBot,
    options: Mapping[str, OptionValue],
    *,
    games: Sequence[str] = (),
    limits: Limits = _LIMITS,
    isolation: Isolation = "sandbox",
    budget_s: float = 60.0,
    full: bool = False,
    facts: Facts | None = None,
    tell: Callable[[str], None] = lambda stage: None,
) -> CheckReport:
    """Check a bot with these options (all of them, see `resolve_options`), at all its games or only at some.

    It takes at most about `budget_s` seconds, with quick bots far less; what there was no time for is in the
    report's notes. `full` plays 200 deals of each variant, however long it takes. The bot's code runs in processes
    of the given isolation only, unless that is `none`. `facts` are what `describe` says of the bot, if it has been
    asked already. `tell` hears what comes next. Raises BotError if the bot cannot be loaded in such a process.
    """
    if facts is None:
        facts = _facts_of(loaded, limits, isolation)
    bot = Candidate(loaded, options, facts.options, limits)
    with OwnProcess() if isolation == "none" else HostBench(isolation) as bench:
        return _Check(bot, facts, bench, isolation, games or facts.games, budget_s, full, tell).run()


def _facts_of(loaded: LoadedBot, limits: Limits, isolation: Isolation) -> Facts:
    if isolation == "none" or not loaded.main:  # an installed package has been run here already
        return Facts.of(loaded.class_name, loaded.bot_class)
    with hosts_for(isolation) as hosts:
        return describe(hosts, loaded, isolation, limits)


class _Check:
    def __init__(
        self,
        bot: Candidate,
        facts: Facts,
        bench: Bench,
        isolation: Isolation,
        games: Sequence[str],
        budget_s: float,
        full: bool,
        tell: Callable[[str], None],
    ) -> None:
        self.bot = bot
        self.facts = facts
        self.bench = bench
        self.isolation = isolation
        self.games = tuple(games)
        self.budget_s = budget_s
        self.full = full
        self.tell = tell
        self.started = time.monotonic()
        self.until = self.started
        self.tally = Tally(self.games)
        self.played: list[Played] = []
        self.faults: Counter[str] = Counter()
        self.notes: list[str] = []

    def run(self) -> CheckReport:
        """Everything, in the order of what tells most."""
        self.begin("rare", "rare situations")
        self.rare()
        self.begin("plain", "matches against random play")
        self.plain()
        self.at_bounds()
        self.begin("fresh", "the same matches in fresh processes")
        comparison = self.again()
        self.begin("duel", "a duel with random play")
        duels = tuple(self.duel(game) for game in self.games)
        self.look_back()
        return CheckReport(
            bot=self.bot.loaded.spec,
            games=self.games,
            options=dict(self.bot.options),
            problems=self.tally.problems,
            notes=tuple(self.notes),
            covered=self.tally.covered,
            hooks={} if isinstance(self.bot.loaded, Command) else dict(self.tally.hooks),
            timings=self.tally.timings,
            memory_mb=comparison.memory_mb,
            compared=comparison.compared,
            duels=duels,
            matches=self.tally.matches,
            deals=self.tally.deals,
            seconds=time.monotonic() - self.started,
        )

    def begin(self, part: str, words: str) -> None:
        """Set the time at which a part has to end: the budget's share up to it, but at least its own share."""
        self.tell(words)
        parts = list(_SHARES)
        planned = self.started + self.budget_s * sum(_SHARES[one] for one in parts[: parts.index(part) + 1])
        self.until = max(planned, time.monotonic() + self.budget_s * _SHARES[part])
        if part == "plain" and self.full:
            self.until = float("inf")

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self.until

    def is_given_up(self, game: str, family: Family) -> bool:
        """Whether the bot has failed all too often in scenes of a family."""
        return self.faults[f"{game}/{family.name}"] >= MOST_FAULTS

    def play(self, scene: Scene, bot: Candidate | None = None) -> Played:
        """Play a scene and add it up; `bot` is the same one under other options."""
        candidate = bot or self.bot
        played = play(scene, candidate, self.bench, self.until)
        self.tally.add(played, candidate)
        if played.failure is not None:
            self.faults[scene.name.rpartition("/")[0]] += 1
        if bot is None:
            self.played.append(played)
        return played

    def rare(self) -> None:
        """Look for each rare situation until it has been met often enough, all kinds of scenes in turns."""
        for k in range(LONG_ROUNDS):
            wanted = ENOUGH
            if k >= ROUNDS:
                wanted = 1
                self.until = min(self.until, self.started + LONG_SHARE * self.budget_s)
            for game in self.games:
                for family in PROGRAMMES[game].families:
                    if not self.goes_on:
                        return
                    if self.is_given_up(game, family):
                        continue
                    if any(self.tally.met(game, aim) < wanted for aim in family.aims):
                        self.play(family.make(k))

    def plain(self) -> None:
        """Matches against random play at every variant in turns, until each has had its deals."""
        wanted = FULL_DEALS if self.full else DEALS
        left = {(game, family): wanted for game in self.games for family in PROGRAMMES[game].matches}
        k = 0
        while left:
            for game, family in list(left):
                if not self.goes_on:
                    self.notes.append("the matches against random play were cut short")
                    return
                left[game, family] -= self.play(family.make(k)).deals
                if left[game, family] <= 0 or self.is_given_up(game, family):
                    del left[game, family]
            k += 1

    def at_bounds(self) -> None:
        """A match at each game with every option at its lowest and highest value and at each of its choices."""
        for number, bot in enumerate(_at_bounds(self.bot)):
            for game in self.games:
                matches = PROGRAMMES[game].matches
                if not self.goes_on:
                    self.notes.append("not all options were tried at their bounds")
                    return
                self.play(matches[number % len(matches)].make(number), bot)

    def again(self) -> Comparison:
        """Some of the matches in fresh processes."""
        # The fresh process has the limits of a match for all of them together.
        computing_s = min((self.until - time.monotonic()) / 4, self.bot.limits.match_s / 2)
        matches = sample(self.played, computing_s)
        if not matches:
            self.notes.append("no match was quick and sound enough to be played again in a fresh process")
            return Comparison(None, 0, None)
        if self.facts.timed:
            self.notes.append("the bot is timed, so it was not checked that it always acts alike")
            return Comparison(None, 0, memory_mb(self.bot, self.isolation, matches))
        if isinstance(self.bot.loaded, Command):
            comparison = compare_programs(self.bot, self.bench, matches)
        else:
            comparison = compare(self.bot, self.isolation, matches)
        if comparison.problem is not None:
            self.tally.problem(comparison.problem)
        return comparison

    def duel(self, game: str) -> Duel:
        """Sets of two matches against random play, won by whoever does better over both."""
        results = {1: 0, 0: 0, -1: 0}
        family = PROGRAMMES[game].duel
        for k in range(SETS):
            balance = 0
            for seating in (0, 1):
                played = self.play(family.make(2 * k + seating)) if self.goes_on else None
                if played is None or not (played.finished or played.failure):
                    self.notes.append(f"the duel at {game} was cut short after {k} sets")
                    return Duel(game, results[1], results[0], results[-1])
                balance += _result(played)
            results[(balance > 0) - (balance < 0)] += 1
        return Duel(game, results[1], results[0], results[-1])

    def look_back(self) -> None:
        """Decisions that would be too slow in a ladder; other isolations have called them a timeout already."""
        for timing in self.tally.timings if self.isolation == "none" else ():
            if timing.longest > self.bot.limits.decision_ms:
                self.tally.problem(
                    Problem(
                        kind="time",
                        asked=f"{timing.game}, {timing.decision}",
                        came=f"{timing.longest:.0f} ms of CPU time; the limit is {self.bot.limits.decision_ms} ms",
                        again=command(self.bot),
                    ),
                    timing.game,
                    timing.decision,
                )


def _result(played: Played) -> int:
    """1 for a match of two sides that the bot has won, 0 for a draw, −1 if it has lost or failed."""
    if played.failure is not None:
        return -1
    side = played.scene.seats[0] % 2
    own, other = played.places[side], played.places[side ^ 1]
    return (other > own) - (own > other)


def _at_bounds(bot: Candidate) -> Iterator[Candidate]:
    """The bot with each option at its lowest, at its highest, and at each of its choices."""
    for name, option in bot.declared.items():
        values: list[OptionValue] = [
            type(option.default)(bound) for bound in (option.low, option.high) if bound is not None
        ]
        values += option.choices or ()
        if isinstance(option.default, bool):
            values = [True, False]
        for value in values:
            if value != bot.options[name]:
                yield replace(bot, options={**bot.options, name: value})
