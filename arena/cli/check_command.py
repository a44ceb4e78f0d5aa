"""`arena check` for a program in any language."""

import os
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from arena.bots.bundle import has_manifest, read_bundle
from arena.bots.command import Command, bundled_command, how_to_run, load_command
from arena.bots.declarations import Facts
from arena.bots.files import BotError
from arena.checks.check import check_bot
from arena.checks.seats import Candidate, HostBench
from arena.checks.walk import walk
from arena.cli.check_report import print_report, print_walk
from arena.cli.check_scenes import only, play_scenes
from arena.cli.check_there import There, print_there
from arena.hosts.hosts import Isolation
from arena.hosts.limits import Limits


def find_command(words: Sequence[str]) -> Command | None:
    """The program that is meant: several words, one program, or a folder that names one; None for a bot in Python.

    Raises BotError, also for one file that can be neither.
    """
    path = Path(words[0])
    if len(words) == 1 and path.is_dir() and has_manifest(path):
        bundle = read_bundle(path)
        return bundled_command(bundle, path.resolve(), words[0]) if bundle.manifest.command else None
    if len(words) == 1 and path.suffix == ".zip":
        raise BotError(f"{path}: a zip file; unpack it, and give the folder")
    if len(words) == 1 and path.is_file() and path.suffix != ".py" and not os.access(path, os.X_OK):
        raise BotError(f"{path} is no bot in Python, and cannot be executed; {how_to_run(words[0])}")
    if len(words) > 1 or (path.suffix != ".py" and path.is_file()):
        return load_command(words, Path.cwd())
    return None


def check_command(
    console: Console,
    command: Command,
    isolation: Isolation,
    *,
    game: str | None,
    scenes: list[str],
    budget: float,
    full: bool,
    there: There | None = None,
) -> bool:
    """Walk a program through the protocol, then check it as any bot; whether nothing was wrong."""
    limits = Limits()
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
    if there is not None:
        print_there(console, report, there)
    return report.ok
