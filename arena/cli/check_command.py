"""`arena check` for a program in any language."""

import os
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from arena.bots.command import load_command
from arena.bots.declarations import Facts
from arena.checks.check import check_bot
from arena.checks.seats import Candidate, HostBench
from arena.checks.walk import walk
from arena.cli.check_report import print_report, print_walk
from arena.cli.check_scenes import only, play_scenes
from arena.hosts.hosts import Isolation
from arena.hosts.limits import Limits


def is_command(words: Sequence[str]) -> bool:
    """Whether words are a command, and not a bot in Python: several of them, or one program."""
    path = Path(words[0])
    return len(words) > 1 or (path.suffix != ".py" and path.is_file() and os.access(path, os.X_OK))


def check_command(
    console: Console,
    words: Sequence[str],
    isolation: Isolation,
    *,
    game: str | None,
    scenes: list[str],
    budget: float,
    full: bool,
) -> bool:
    """Walk a program through the protocol, then check it as any bot; whether nothing was wrong."""
    command, limits = load_command(words, Path.cwd()), Limits()
    with console.status(f"Walking {command.spec} through the protocol …"):
        walked = walk(command, isolation, limits)
    if walked.wrong is not None or not scenes:
        print_walk(console, walked)
    if walked.wrong is not None:
        return False
    command = walked.command
    games = only(command.games, game)
    if scenes:
        with HostBench(isolation) as bench:
            return play_scenes(console, Candidate(command, {}, {}, limits), bench, scenes)
    with console.status("") as status:
        report = check_bot(
            command,
            {},
            games=games,
            limits=limits,
            facts=Facts.of_program(command.games, command.timed),
            isolation=isolation,
            budget_s=budget,
            full=full,
            tell=lambda part: status.update(f"Checking {command.spec}: {part} …"),
        )
    print_report(console, report)
    return report.ok
