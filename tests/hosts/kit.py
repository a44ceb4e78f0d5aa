"""Bots written to files, seated in any isolation."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.bots.loading import LoadedBot, load_bot
from arena.bots.options import resolve_options
from arena.games import GAMES
from arena.hosts.hosts import Hosts, Isolation, Occupant
from arena.hosts.limits import Limits
from arena.hosts.noise import with_noise
from arena.match.players import FaultError
from arena.match.referee import FaultPolicy, play_match
from arena.records import MatchResult

BOTS = Path(__file__).parent / "bots"
SIX = {"players": 6, "teams": "pairs", "tables": 2, "max_deals": 2}
LIMITS = Limits()
POLICY = FaultPolicy()
FOUR = {"players": 4, "tables": 1, "max_deals": 2}

MIDDLE = """
import ctypes, json, os, random, signal, sys, threading, time

from arena.bots import Bot

class Middle(Bot):
    games = ("bridgette", "fiftysix")

    def act(self, view):
        return view.legal[len(view.legal) // 2]
"""


def written(folder: Path, source: str, name: str = "bot.py") -> LoadedBot:
    """A bot from its source text."""
    path = folder / name
    path.write_text(textwrap.dedent(source))
    return load_bot(name, folder)


def middle_but(folder: Path, body: str, name: str = "bot.py") -> LoadedBot:
    """A bot that takes the middle one of its legal action, with something else in the body of its class."""
    return written(folder, MIDDLE + textwrap.indent(textwrap.dedent(body), "    "), name)


@dataclass
class Played:
    """A match, with all that came out of it."""

    result: MatchResult
    faults: list[FaultError]


@dataclass
class Kit:
    """Plays matches in one isolation."""

    hosts: Hosts
    isolation: Isolation

    def play(
        self,
        bots: Sequence[LoadedBot],
        game: str = "bridgette",
        variant: Mapping[str, object] | None = None,
        *,
        seed: str = "seed",
        options: Mapping[str, object] | None = None,
        names: Sequence[str] | None = None,
        limits: Limits = LIMITS,
        policy: FaultPolicy = POLICY,
        isolation: Sequence[Isolation] | None = None,
        blamed: frozenset[str] = frozenset(),
        noise: Sequence[float] = (),
    ) -> Played:
        """Play one match; a bot is given those of the options that it has."""
        occupants = [
            Occupant(
                f"{bot.default_name}@{bot.version({})}",
                bot,
                resolve_options(
                    bot.bot_class.OPTIONS,
                    {name: value for name, value in (options or {}).items() if name in bot.bot_class.OPTIONS},
                ),
                held,
                limits,
            )
            for bot, held in zip(bots, isolation or [self.isolation] * len(bots), strict=True)
        ]
        rules = GAMES[game]
        settings = rules.variant(variant or {})
        order = range(len(rules.sides(settings)))
        with self.hosts.table(rules, settings, seed, occupants, "m", blamed) as table:
            players = with_noise(rules, settings, seed, table, noise)
            result = play_match(rules, settings, seed, players, order=order, names=names, policy=policy)
        return Played(result, table.faults)
