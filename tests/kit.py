"""What every bot must pass, whoever wrote it."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from arena.bots.base import Bot
from arena.bots.loading import load_bot
from arena.bots.options import resolve_options
from arena.games import GAMES
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.match.referee import play_match
from arena.records import MatchResult

ROOT = Path(__file__).parents[1]

VARIANTS: Mapping[str, tuple[Mapping[str, object], ...]] = {
    "bridgette": ({"passed_out": "count"}, {"passed_out": "redeal"}),
    "fiftysix": tuple(
        {"players": players, "teams": teams, "tables": 4, "max_deals": 4}
        for players in (4, 6, 8)
        for teams in ("pairs", "two_sides")
    ),
}
"""Every kind of table, with matches short enough to play many."""


def check_bot(spec: str, *, base: Path = ROOT, seeds: int = 1) -> None:
    """Play a bot in every seat of every variant, with every option at its bounds; it must not commit a fault.

    Each match is played once more by a bot whose module has been loaded afresh, and must come out the same.
    """
    played = transcripts(spec, base=base, seeds=seeds)
    assert transcripts(spec, base=base, seeds=seeds) == played, f"{spec}: the same seeds were played differently"


def transcripts(spec: str, *, base: Path = ROOT, seeds: int = 1) -> list[bytes]:
    """The transcript of every match of the check, by a bot loaded as for the first time."""
    bot = fresh(spec, base)
    defaults = resolve_options(bot.OPTIONS, {})
    random_legal = load_bot("bots/random_legal.py", ROOT).bot_class
    partner = Seating(random_legal, {})
    played = []
    for game in bot.games:
        rules = GAMES[game]
        for variant in VARIANTS[game]:
            seats = sum(map(len, rules.sides(rules.variant(variant))))
            for k in range(seeds):
                tables = [
                    [partner] * i + [Seating(bot, defaults)] + [partner] * (seats - i - 1) for i in range(seats)
                ]
                tables.append([Seating(bot, defaults)] * seats)
                played += [_play(spec, game, variant, f"kit/{k}", table).transcript for table in tables]
            for options in _at_bounds(bot):
                table = [Seating(bot, resolve_options(bot.OPTIONS, options))] + [partner] * (seats - 1)
                played.append(_play(spec, game, variant, "kit/options", table).transcript)
    return played


def fresh(spec: str, base: Path = ROOT) -> type[Bot]:
    """The bot's class from a module that has just been run, with nothing left of earlier matches."""
    sys.modules.pop(load_bot(spec, base).bot_class.__module__)
    return load_bot(spec, base).bot_class


def _at_bounds(bot: type[Bot]) -> Iterator[Mapping[str, object]]:
    """Each declared option at its lowest, at its highest and at each of its choices, the others by default."""
    for name, option in bot.OPTIONS.items():
        values = [type(option.default)(bound) for bound in (option.low, option.high) if bound is not None]
        values += option.choices or ()
        if isinstance(option.default, bool):
            values.append(not option.default)
        yield from ({name: value} for value in values)


def _play(spec: str, game: str, variant: Mapping[str, object], seed: str, table: list[Seating]) -> MatchResult:
    rules = GAMES[game]
    checked = rules.variant(variant)
    players = InProcessPlayers(rules, checked, seed, table)
    result = play_match(rules, checked, seed, players, order=range(len(rules.sides(checked))))
    faults = [result.fault, *result.substituted]
    assert faults == [None], f"{spec} at {game} {variant}, seed {seed!r}: {faults}"
    return result
