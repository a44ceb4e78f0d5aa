"""Small bots to check."""

from pathlib import Path

from arena.bots.loading import LoadedBot, load_bot
from arena.bots.options import resolve_options
from arena.checks.check import check_bot
from arena.checks.records import CheckReport

HEAD = """
import random, time
from arena.bots import Bot, Option
from arena.cards import Card
from arena.games.bridgette.calls import Call

class Mine(Bot):
    games = ("{game}",)
"""
RANDOM = """
    def act(self, view):
        return self.rng.choice(view.legal)
"""
SLOW = """
    def act(self, view):
        end = time.process_time() + {seconds}
        while time.process_time() < end: pass
        return self.rng.choice(view.legal)
"""


def answering(answer: str) -> str:
    """The body of a bot that always answers with this expression."""
    return f"    def act(self, view):\n        return {answer}\n"


def write(folder: Path, body: str, game: str = "bridgette") -> LoadedBot:
    """A bot of one game in ``mine.py``, loaded in this process."""
    path = folder / "mine.py"
    path.write_text(HEAD.format(game=game) + body, encoding="utf-8")
    return load_bot(str(path), folder)


def check(folder: Path, body: str, game: str = "bridgette", budget_s: float = 6.0) -> CheckReport:
    """The report on such a bot, checked in this process."""
    loaded = write(folder, body, game)
    options = resolve_options(loaded.bot_class.OPTIONS, {})
    return check_bot(loaded, options, isolation="none", budget_s=budget_s)
