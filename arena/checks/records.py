"""What a check found out, as plain frozen values."""

import msgspec


class Covered(msgspec.Struct, frozen=True):
    """How often a kind of situation was met and how often the bot failed in it.

    `met` counts decisions, or events for a situation in which a bot only listens. `rare` situations are those
    that a bot's author will hardly meet in a few matches.
    """

    game: str
    situation: str
    rare: bool
    met: int
    faults: int


class Timing(msgspec.Struct, frozen=True):
    """The CPU time of one kind of decision, in milliseconds; an exchange is one decision."""

    game: str
    decision: str
    count: int
    p50: float
    p99: float
    longest: float


class Problem(msgspec.Struct, frozen=True):
    """Something wrong with the bot.

    `kind` is a kind of fault or ``nondeterministic``, ``time`` or ``memory``; `again` is the command that shows
    it once more. `scene`, `seed`, `deal` (in the notation of the rules) and `trace` (the bot's own lines) are
    empty where they do not apply. `times` counts what was alike.
    """

    kind: str
    asked: str
    came: str
    again: str
    scene: str = ""
    seed: str = ""
    deal: str = ""
    trace: str = ""
    times: int = 1


class Duel(msgspec.Struct, frozen=True):
    """Sets of duplicate matches against random legal play; `score` is the share won, a draw counting half."""

    game: str
    won: int
    drawn: int
    lost: int

    @property
    def sets(self) -> int:
        """How many sets were played."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """Between 0 and 1; 0 if none was played."""
        return (self.won + self.drawn / 2) / self.sets if self.sets else 0.0


class CheckReport(msgspec.Struct, frozen=True):
    """All that a check of one bot came to.

    `matches` and `deals` count what the bot played; `memory_mb` is the most that its process took beyond what
    Python and the arena take (of a program: that it had in use), None if that was not measured; `compared` counts
    the matches that were played again in fresh processes; `notes` say what was left out and why, and what is odd
    but not wrong.
    """

    bot: str
    games: tuple[str, ...]
    options: dict[str, bool | int | float | str]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]
    covered: tuple[Covered, ...]
    hooks: dict[str, int]
    timings: tuple[Timing, ...]
    memory_mb: float | None
    compared: int
    duels: tuple[Duel, ...]
    matches: int
    deals: int
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether nothing wrong was found."""
        return not self.problems

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is not ok, one line each."""
        return tuple(f"{problem.kind}: {problem.asked}: {problem.came}" for problem in self.problems)

    @property
    def p99_ms(self) -> float:
        """The 99th percentile of the CPU time of the slowest kind of decision, in milliseconds."""
        return max((timing.p99 for timing in self.timings), default=0.0)

    @property
    def score(self) -> float | None:
        """The share of sets won against random play over all games; None if none was played."""
        sets = sum(duel.sets for duel in self.duels)
        return sum(duel.score * duel.sets for duel in self.duels) / sets if sets else None
