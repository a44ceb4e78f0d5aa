"""The arena from Python: play some sets, open the results of a ladder, or solve a position."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from arena.bots.base import Bot
from arena.bots.loading import LoadedBot, load_bot, load_class
from arena.bots.options import resolve_options
from arena.errors import ArenaError, did_you_mean
from arena.games import GAMES
from arena.ladder.config import EntrantConfig, FormatConfig, LadderConfig, PoolConfig
from arena.ladder.entrants import Entrant, Ladder, Pool
from arena.ladder.event_log import Suspension
from arena.ladder.formats.base import Epoch
from arena.ladder.locate import locate
from arena.ladder.results import Results
from arena.ladder.rows import PoolRules
from arena.ladder.schedule import schedule
from arena.ladder.stored import open_ladder
from arena.ladder.terms import Uncounted
from arena.ladder.worker import SetPlayer
from arena.records import SetResult
from arena.seeds import match_seed
from arena.solvers.solve import solve as solve  # part of what is offered here
from arena.stats.standings import RankBy

AnyBot = str | Path | type[Bot]


def open(results: str | Path | None = None) -> Results:
    """The results of a ladder: `results` is its folder, its config or its name, or None if there is only one.

    They can be looked at while the ladder runs. Raises ArenaError if there is no such ladder.
    """
    if not isinstance(results, str | Path | None):
        raise ArenaError(f"expected a ladder's folder, config or name, got {results!r}")
    return Results(open_ladder(locate(None if results is None else str(results))))


def play(
    *bots: AnyBot,
    game: str,
    sets: int,
    seed: str,
    variant: Mapping[str, object] | None = None,
    noise: Sequence[float] = (),
) -> Results:
    """Play bots against each other here and now: a round robin with so many sets for each pairing.

    A bot is a class, or what a config may call one (``bots/x.py``, ``bots/x.py:Class`` …); it runs in this
    process with its default options, so a debugger works. The same seed gives the same deals. `noise`, if given,
    has for each bot the probability that a random legal action replaces what it answers. Nothing is written; the
    results are in memory. Raises ArenaError for anything unknown or incomplete.
    """
    _check(game, sets, seed, variant)
    _check_noise(noise, len(bots))
    rules = GAMES[game]
    options = rules.variant(variant or {})
    entrants = _entrants([_load(bot) for bot in bots], game, [float(p) for p in noise] or [0.0] * len(bots))
    pool = Pool(game, game, options, entrants)
    if len(entrants) < pool.sides:
        raise ArenaError(f"a match has {pool.sides} sides, so it takes as many bots; got {len(entrants)}")
    try:
        config = LadderConfig(
            ladder="played",
            seed=seed,
            games=(PoolConfig(id=game, game=game, variant=options.options()),),
            format=FormatConfig(kind="round_robin", sets_per_pairing=sets),
            entrants=tuple(EntrantConfig(bot=entrant.spec, name=entrant.name) for entrant in entrants),
        )
    except ValidationError as error:
        raise ArenaError("; ".join(_words(problem) for problem in error.errors())) from error
    player = SetPlayer(Ladder("played", config, (pool,), entrants))
    keys = tuple(sorted(entrant.key for entrant in entrants))
    form = {"kind": "round_robin", "sets_per_pairing": sets}
    tasks = schedule(game, pool.sides, [Epoch(1, keys, (), form, None)], seed)
    rows = PoolRules(game, game, options.options())
    timed = frozenset(entrant.key for entrant in entrants if entrant.timed)
    return Results(_Played(rows, keys, timed, seed, [player.play(task) for task in tasks]))


def _check(game: object, sets: object, seed: object, variant: object) -> None:
    """Raises ArenaError if an argument is not what it should be."""
    if not isinstance(game, str) or game not in GAMES:
        raise ArenaError(f"no game {game!r}; known: {', '.join(GAMES)}{did_you_mean(game, GAMES)}")
    if not isinstance(sets, int) or isinstance(sets, bool) or sets < 1:
        raise ArenaError(f"sets: expected a whole number of at least 1, got {sets!r}")
    if not isinstance(seed, str):
        raise ArenaError(f"seed: expected a text, such as {str(seed)!r}, got {seed!r}")
    if variant is not None and not (isinstance(variant, Mapping) and all(isinstance(key, str) for key in variant)):
        raise ArenaError(
            f"variant: expected rule options with their values, such as {{'tables': 6}}, got {variant!r}"
        )


def _check_noise(noise: object, bots: int) -> None:
    """Raises ArenaError unless it is nothing, or a probability for each bot."""
    if not isinstance(noise, Sequence) or isinstance(noise, str) or len(noise) not in (0, bots):
        raise ArenaError(f"noise: expected a number for each of the {bots} bots, got {noise!r}")
    for p in noise:
        if isinstance(p, bool) or not isinstance(p, int | float) or not 0 <= p <= 1:
            raise ArenaError(f"noise: expected numbers from 0 to 1, got {p!r}")


def _words(problem: ErrorDetails) -> str:
    """What is wrong with a value that the arguments came to."""
    return f"{problem['loc'][-1]} {problem['input']!r}: {problem['msg'].removeprefix('Value error, ')}"


def _load(bot: object) -> LoadedBot:
    if isinstance(bot, type) and issubclass(bot, Bot):
        return load_class(bot)
    if isinstance(bot, str | Path):
        return load_bot(str(bot), Path.cwd())
    if isinstance(bot, Bot):
        raise ArenaError(f"expected a bot's class, got an object of it: give {type(bot).__name__} itself")
    raise ArenaError(f"expected a bot: a subclass of Bot, or a text such as 'bots/x.py', got {bot!r}")


def _entrants(loaded: Sequence[LoadedBot], game: str, noise: Sequence[float]) -> tuple[Entrant, ...]:
    """An entrant for each bot; a name that comes again gets a number."""
    taken: set[str] = set()
    entrants = []
    for bot, p in zip(loaded, noise, strict=True):
        if game not in bot.games:
            raise ArenaError(f"{bot.spec} does not play {game}; it plays {', '.join(bot.games)}")
        name, n = bot.default_name, 1
        while name in taken:
            n += 1
            name = f"{bot.default_name} {n}"
        taken.add(name)
        options = resolve_options(bot.bot_class.OPTIONS, {})
        entrants.append(
            Entrant(
                name,
                bot.version(options, p),
                bot.spec,
                options,
                None,
                (game,),
                bot,
                "none",
                timed=bot.bot_class.timed,
                noise=p,
            )
        )
    return tuple(entrants)


@dataclass(frozen=True)
class _Played:
    """Sets just played, as a source of results."""

    pool: PoolRules
    keys: tuple[str, ...]
    timed_keys: frozenset[str]
    secret: str
    results: Sequence[SetResult]

    name = "played"
    rank_by: ClassVar[RankBy] = "trueskill"
    null_twin = None

    def rules(self) -> tuple[PoolRules, ...]:
        return (self.pool,)

    def field(self, pool: str) -> tuple[str, ...]:
        return self.keys

    def timed(self) -> frozenset[str]:
        return self.timed_keys

    def suspensions(self, pool: str) -> tuple[Suspension, ...]:
        return ()

    def counted_sets(self, pool: str, transcripts: bool = False) -> Iterator[SetResult]:
        return iter(self.results)

    def uncounted(self, pool: str) -> Uncounted:
        return Uncounted()

    def seed(self, result: SetResult) -> str:
        names = [entrant.rpartition("@")[0] for side in result.sides for entrant in side]
        return match_seed(self.secret, result.pool, names, result.k)
