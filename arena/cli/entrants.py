"""`arena entrants`: who plays in a ladder, and taking entrants out or letting them play again."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from arena.cli.arguments import ResultsArgument
from arena.errors import ArenaError, did_you_mean
from arena.hosts.details import safe_lines
from arena.hosts.output import LOGS, entrant_logs
from arena.ladder.entrants import load_config_of
from arena.ladder.inbox import Inbox, Request, Resume, Submit, Withdraw
from arena.ladder.locate import config_not_run, locate
from arena.ladder.states import EntrantState, State, entrant_states, states_to_be
from arena.ladder.stored import open_ladder
from arena.report.standings_tables import noise_text, timed_note, timed_text
from arena.report.tables import Table, print_table


def entrants(
    results: ResultsArgument = None,
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="Only this entrant, or NAME@VERSION of it.", show_default=False),
    ] = None,
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="Take it out: it plays no more, its results stay.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Let it play again after a withdrawal or a suspension.")
    ] = False,
    log: Annotated[bool, typer.Option("--log", help="Print what its bot has printed.")] = False,
) -> None:
    """List the entrants of a ladder, whether they play, and since which set of the schedule they do not.

    Before the first run RESULTS has to be the config: its entrants are listed, and what has been submitted.

    What is asked for with --withdraw or --resume holds from the next `arena run` on, or within a second or two if
    the ladder is running. A suspension comes from faulting too often; see `on_fault` in configs/KEYS.md.

    Example: arena entrants quick random_legal --withdraw
    """
    folder, states = _ladder(results)
    waiting = list(Inbox(folder).waiting().values())
    if name is None:
        if withdraw or resume or log:
            raise ArenaError("which entrant? Give its name after the ladder's")
    else:
        names = {state.entrant.name for state in states}
        name, at, version = name.partition("@")
        names |= {request.entrant.name for request in waiting if isinstance(request, Submit)}
        if name not in names:
            raise ArenaError(
                f"no entrant {name!r} in {folder}; there are: {', '.join(sorted(names))}"
                f"{did_you_mean(name, names)}"
            )
        if at and (withdraw or resume):
            raise ArenaError(f"{name}@{version}: it is the entrant that plays or does not; give its name, {name}")
        states = tuple(state for state in states if state.entrant.name == name)
        waiting = [request for request in waiting if _name(request) == name]
        if at:
            states, waiting = _of_version(version, states, waiting)
    if withdraw and resume:
        raise ArenaError("--withdraw and --resume: one or the other")
    if log:
        _print_log(folder, states)
    elif name is not None and (withdraw or resume):
        _ask(folder, Withdraw(name) if withdraw else Resume(name), states, waiting)
    else:
        if states:
            print_table(Console(), _table(states))
        for request, is_replaced in zip(waiting, _replaced(waiting), strict=True):
            note = " (replaced: a later version waits too)" if is_replaced else ""
            print(f"Waiting for the next run: {_words(request)}{note}")


def _ladder(results: str | None) -> tuple[Path, tuple[EntrantState, ...]]:
    """The folder of the ladder that is meant, and its entrants; the config's if it has not run yet."""
    config = config_not_run(results)
    if config is None:
        folder = locate(results)
        with open_ladder(folder) as ladder:
            return folder, entrant_states(ladder)
    path, folder = config
    states = states_to_be(load_config_of(path, folder))
    print(f"This ladder has not run yet; to run it: arena run {shlex.quote(str(path))}")
    return folder, states


def _of_version(
    version: str, states: tuple[EntrantState, ...], waiting: list[Request]
) -> tuple[tuple[EntrantState, ...], list[Request]]:
    """What there is of one version of an entrant. Raises ArenaError if that is nothing."""
    known = {state.entrant.version for state in states}
    known |= {request.entrant.version for request in waiting if isinstance(request, Submit)}
    if version not in known:
        raise ArenaError(
            f"no version {version!r} of it; there are: {', '.join(sorted(known))}{did_you_mean(version, known)}"
        )
    return tuple(state for state in states if state.entrant.version == version), [
        request for request in waiting if isinstance(request, Submit) and request.entrant.version == version
    ]


def _ask(
    folder: Path, request: Withdraw | Resume, states: tuple[EntrantState, ...], waiting: list[Request]
) -> None:
    """Put a request in the inbox, unless it would change nothing."""
    present = {state.state for state in states}
    out = {State.WITHDRAWN, State.SUSPENDED}
    latest = next((one for one in reversed(waiting) if _name(one) == request.name), None)
    if type(latest) is type(request):
        print(f"It is asked for already to {_words(request)}; nothing was changed.")
        return
    concerned = present & ({State.IN, State.SUSPENDED} if isinstance(request, Withdraw) else out)
    if not concerned and not any(_name(one) == request.name for one in waiting):
        why = ", ".join(sorted(present))
        raise ArenaError(f"{request.name}: nothing to {_words(request).partition(' ')[0]}, as it is {why}")
    Inbox(folder).post(request)
    print(
        f"Asked to {_words(request)}: it holds from the next run on, or within seconds if the ladder is running."
    )


def _replaced(waiting: Sequence[Request]) -> list[bool]:
    """Of each request whether it submits a version that will not play, as another of that name came later."""
    latest = {request.entrant.name: i for i, request in enumerate(waiting) if isinstance(request, Submit)}
    return [isinstance(one, Submit) and latest[one.entrant.name] != i for i, one in enumerate(waiting)]


def _name(request: Request) -> str:
    return request.entrant.name if isinstance(request, Submit) else request.name


def _words(request: Request) -> str:
    match request:
        case Submit(entrant):
            return f"submit {entrant.name}, version {entrant.version}"
        case Withdraw(name):
            return f"withdraw {name}"
        case Resume(name):
            return f"resume {name}"


def _table(states: tuple[EntrantState, ...]) -> Table:
    pools = len({state.pool for state in states}) > 1
    noise = any(state.entrant.noise for state in states)
    timed = any(state.entrant.timed for state in states)
    columns = (
        "entrant",
        "version",
        "author",
        "origin",
        *(["noise"] if noise else []),
        *(["timed"] if timed else []),
        *(["pool"] if pools else []),
        "state",
        "sets",
        "faulty sets",
    )
    return Table(
        title="",
        columns=columns,
        rows=tuple(
            (
                *(
                    state.entrant.name,
                    state.entrant.version,
                    state.entrant.author or "",
                    state.entrant.origin.value,
                ),
                *([noise_text(state.entrant.noise)] if noise else []),
                *([timed_text(state.entrant.timed)] if timed else []),
                *([state.pool] if pools else []),
                _state(state),
                *(f"{state.sets:,}", f"{state.faulty:,}"),
            )
            for state in states
        ),
        left=frozenset({"entrant", "version", "author", "origin", "timed", "pool", "state"}),
        notes=_notes(states),
        spare=("origin", "author"),
    )


def _state(state: EntrantState) -> str:
    return state.state.value if state.since is None else f"{state.state.value} from set {state.since:,} on"


def _notes(states: tuple[EntrantState, ...]) -> tuple[str, ...]:
    suspended = sorted({state.entrant.name for state in states if state.state is State.SUSPENDED})
    timed = sorted({state.entrant.name for state in states if state.entrant.timed})
    return (
        *(
            f"{name} faulted too often; to let it play again: arena entrants RESULTS {shlex.quote(name)} --resume"
            for name in suspended
        ),
        *([timed_note(timed)] if timed else []),
    )


def _print_log(folder: Path, states: tuple[EntrantState, ...]) -> None:
    """What the bot of the latest version has printed, the older part first."""
    keys = [state.entrant.key for state in states]
    for key in dict.fromkeys(reversed(keys)):
        found = entrant_logs(folder, key)
        for path in found:
            print(safe_lines(path.read_text(encoding="utf-8", errors="backslashreplace")))
        if found:
            return
    raise ArenaError(
        f"no log in {folder / LOGS} for {keys[-1] if keys else 'it'}: its bot has printed nothing, or it runs "
        "with isolation none, where it prints to the terminal"
    )
