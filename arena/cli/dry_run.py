"""`arena run --dry-run`: what a ladder will take, without playing it."""

import logging
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from arena.hosts.passing import passing_folder
from arena.ladder.entrants import Ladder
from arena.ladder.guests import guests
from arena.ladder.inbox import Inbox
from arena.ladder.rehearsal import Estimate, rehearse
from arena.ladder.schema import DATABASE
from arena.ladder.settings import refuse_changes
from arena.ladder.stored import open_ladder
from arena.ladder.worker import SetPlayer
from arena.report.numbers import NO_DATA
from arena.report.tables import Table, print_table


def print_estimates(ladder: Ladder, folder: Path, workers: int) -> None:
    """Play a few sets of each pool, store nothing, and print size, hours and disk.

    Raises StoreError if the config does not fit the results in the folder.
    """
    estimates = _rehearse(ladder, folder)
    print_table(Console(), _table(estimates, workers))
    for estimate in estimates:
        if estimate.stages:
            print_table(Console(), _stages_table(estimate))
    for estimate in estimates:
        for fault in estimate.faults:
            print(f"A fault in pool {estimate.pool}: {fault}")
    print("The config is sound; nothing was stored.")


def _rehearse(ladder: Ladder, folder: Path) -> tuple[Estimate, ...]:
    log, unheard = logging.getLogger("arena"), logging.NullHandler()
    with ExitStack() as stack:
        stored = None
        if (folder / DATABASE).is_file():
            stored = stack.enter_context(open_ladder(folder))
            refuse_changes(stored, ladder)
        player = SetPlayer(ladder, folder, stack.enter_context(passing_folder()))
        stack.callback(player.close)
        log.addHandler(unheard)  # a run has a log file; here faults are told with the estimate
        stack.callback(log.removeHandler, unheard)
        player.prepare(guests(folder))
        return rehearse(ladder, player.play, stored, list(Inbox(folder).waiting().values()))


def _table(estimates: tuple[Estimate, ...], workers: int) -> Table:
    by = f"{workers or 'no'} worker{'' if workers == 1 else 's'}"
    return Table(
        title="What is to be played",
        columns=("pool", "pairings", "sets", "matches", "sets left", "hours", "disk"),
        rows=tuple(
            (
                estimate.pool,
                f"{estimate.pairings:,}",
                _shown(estimate.sets),
                _shown(estimate.matches),
                _shown(estimate.left),
                _clock(estimate.seconds(workers)),
                NO_DATA if estimate.megabytes is None else f"{estimate.megabytes:,.1f} MB",
            )
            for estimate in estimates
        ),
        left=frozenset({"pool"}),
        notes=(f"Hours and disk are for the sets left, with {by}, judged from two sets of each pool.",),
    )


def _stages_table(estimate: Estimate) -> Table:
    return Table(
        title=f"Stages of pool {estimate.pool}",
        columns=("stage", "format", "entrants", "pairings", "sets", "hours of play"),
        rows=tuple(
            (
                str(stage.number),
                stage.kind,
                f"{stage.entrants:,}",
                f"{stage.pairings:,}",
                _shown(stage.sets),
                NO_DATA if stage.hours is None else f"at most {stage.hours:g}",
            )
            for stage in estimate.stages
        ),
        left=frozenset({"format"}),
        notes=(
            "Entrants are those there are now. Pairings are those of a round, or the least sets of a knockout.",
            "Sets are open where results or the clock end a stage.",
        ),
    )


def _shown(size: int | None) -> str:
    return "open" if size is None else f"{size:,}"


def _clock(seconds: float | None) -> str:
    """Hours, minutes and seconds."""
    if seconds is None:
        return NO_DATA
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60:,}:{minutes % 60:02}:{rest:02}"
