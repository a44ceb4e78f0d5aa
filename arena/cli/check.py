"""`arena check`: is a bot fit to play?"""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from arena.bots.options import OptionValue, resolve_options
from arena.checks.check import check_bot
from arena.checks.seats import Candidate, HostBench, OwnProcess, hosts_for
from arena.cli.arguments import refuse_given
from arena.cli.check_command import check_command, find_command
from arena.cli.check_report import print_report
from arena.cli.check_scenes import only, play_scenes
from arena.cli.check_there import There, find_there, print_there
from arena.cli.given_options import given_options
from arena.cli.named_bots import Held, HeldOption, load_named
from arena.cli.tidy import tidily
from arena.errors import ArenaError
from arena.hosts.describing import load_apart
from arena.hosts.hosts import Isolation, passing_hosts
from arena.hosts.layers import missing_layers
from arena.hosts.limits import Limits

FOUND = 1


def check(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT | -- COMMAND…",
            help="The bot as a config would name it: bots/x.py, a folder …; or the words of a command.",
            show_default=False,
        ),
    ],
    budget: Annotated[
        float, typer.Option(min=1, help="Seconds to take at most; quick bots need a few.", metavar="SECONDS")
    ] = 60,
    full: Annotated[
        bool, typer.Option("--full", help="Play 200 deals of each variant, however long it takes.")
    ] = False,
    options: Annotated[
        list[str] | None,
        typer.Option(help="An option of the bot; may be given several times.", metavar="KEY=VALUE"),
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="Only this one of its games.", show_default=False)
    ] = None,
    there: Annotated[
        str | None,
        typer.Option(
            "--as",
            help="Tell how its time compares with the limit of this ladder, on the machines that play it.",
            metavar="RESULTS",
            show_default=False,
        ),
    ] = None,
    scene: Annotated[
        list[str] | None,
        typer.Option(
            help="Play only this scene, as a problem names it. With --isolation none breakpoints work.",
            metavar="NAME",
        ),
    ] = None,
    isolation: HeldOption = Held.PROCESS,
) -> None:
    """Check a bot: rare situations first, then plain matches, time, memory, and whether it always acts alike.

    Ends with exit code 0 if nothing is wrong, 1 if something is. Each problem comes with a command that shows it
    again.

    Example: arena check bots/random_legal.py

    Example: arena check -- node bots/external/first_legal.mjs

    Example: arena check bots/random_legal.py --as results/spring
    """
    if there is not None and scene:
        raise ArenaError("--as: a scene is not timed; leave out --scene")
    ladder = None if there is None else find_there(there)
    with tidily("nothing was found out yet"):
        sound = _check(words, given_options(options or []), budget, full, game, scene or [], isolation, ladder)
    if not sound:
        raise typer.Exit(FOUND)


def _check(
    words: list[str],
    given: dict[str, OptionValue],
    budget: float,
    full: bool,
    game: str | None,
    scene: list[str],
    isolation: Held,
    ladder: There | None,
) -> bool:
    """Whether all is well with a bot."""
    console = Console()
    bot = words[0]
    command = find_command(words)
    if command is not None:
        if given:
            raise ArenaError("--options: a command has none; give it what it needs as further words")
        refuse_given({"--isolation": isolation is Held.NONE}, "a command always has a process of its own")
        sound = check_command(
            console, command, _isolation(), game=game, scenes=scene, budget=budget, full=full, there=ladder
        )
    elif scene:
        with passing_hosts() as hosts:
            loaded, declared = load_named(hosts, bot, isolation)
        with OwnProcess() if isolation is Held.NONE else HostBench("process") as bench:
            sound = play_scenes(
                console, Candidate(loaded, resolve_options(declared, given), declared), bench, scene
            )
    else:
        refuse_given({"--isolation": isolation is Held.NONE}, "--isolation none is for --scene NAME")
        strictest = _isolation()
        with hosts_for(strictest) as hosts:
            loaded, facts = load_apart(hosts, bot, Path.cwd(), strictest, Limits())
        resolved = resolve_options(facts.options, given)
        games = only(facts.games, game)
        with console.status("") as status:
            report = check_bot(
                loaded,
                resolved,
                games=games,
                facts=facts,
                isolation=strictest,
                budget_s=budget,
                full=full,
                tell=lambda part: status.update(f"Checking {bot}: {part} …"),
            )
        print_report(console, report)
        if ladder is not None:
            print_there(console, report, ladder)
        sound = report.ok
    return sound


def _isolation() -> Isolation:
    """That of submitted bots where this machine can give it."""
    missing = missing_layers()
    if not missing:
        return "sandbox"
    layers = ", ".join(f"{layer.name} ({layer.reason})" for layer in missing)
    print(f"The bot runs in a process of its own but in no sandbox; this machine lacks {layers}.", file=sys.stderr)
    return "process"
