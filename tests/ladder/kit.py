"""Small ladders for tests: real configs and entrants, but sets that are made up instead of played."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import yaml

from arena.ladder.entrants import Ladder, load_ladder
from arena.ladder.executors.base import Played
from arena.ladder.inbox import Submit
from arena.ladder.pool_run import PoolRun
from arena.ladder.store import Store, open_store
from arena.ladder.stored import StoredLadder
from arena.ladder.stored_entrant import Origin, StoredEntrant
from arena.records import (
    DealResult,
    Fault,
    FaultKind,
    MatchResult,
    SetResult,
    SetTask,
    Substitution,
    Termination,
)

BRIDGETTE = {"id": "bridgette", "game": "bridgette"}
SIX = {"id": "six", "game": "fiftysix", "variant": {"players": 6}}


Entrants = Iterable[str | dict[str, Any]]
"""Names of equal bots, or entries of a config."""


def write_config(folder: Path, entrants: Entrants = "abc", **keys: Any) -> Path:
    """A config; `keys` replace those below, None leaves one out."""
    config = {
        "ladder": "tiny",
        "seed": "0123456789abcdef0123456789abcdef",
        "games": [BRIDGETTE],
        "format": {"kind": "round_robin", "sets_per_pairing": 4},
        "workers": 0,
        "isolation": "none",
        "entrants": [
            {"bot": "bots/random_legal.py", "name": one} if isinstance(one, str) else one for one in entrants
        ],
    } | keys
    path = folder / "tiny.yaml"
    path.write_text(yaml.safe_dump({key: value for key, value in config.items() if value is not None}))
    return path


def make_ladder(folder: Path, entrants: Entrants = "abc", **keys: Any) -> Ladder:
    return load_ladder(write_config(folder, entrants, **keys))


def made_up(task: SetTask, sides: int | None = None) -> SetResult:
    """The result that a set has in these tests: whatever its seed says, with a fault now and then."""
    n = len(task.sides) if sides is None else sides
    matches = []
    for turn in range(n):
        noise = hashlib.shake_256(f"{task.seed}/{turn}".encode()).digest(250)
        scores = tuple(value - 100 for value in noise[:n])
        faulty = noise[n] < 16
        matches.append(
            MatchResult(
                order=tuple((t + turn) % n for t in range(n)),
                places=tuple(1 + sum(other > own for other in scores) for own in scores),
                scores=scores,
                deals=(DealResult(0, 0, scores),),
                termination=Termination.FORFEIT if faulty else Termination.PLAYED_OUT,
                forfeited=(1,) if faulty else (),
                fault=Fault(1, FaultKind.ILLEGAL_ACTION, 2, "not legal", ("SA", "H2")) if faulty else None,
                substituted=(Substitution(1, FaultKind.CRASH, 1, 3, "ValueError: no"),) if faulty else (),
                transcript=noise,
            )
        )
    return SetResult(task.pool, task.sides, task.k, tuple(matches))


def bad_luck(task: SetTask) -> SetResult:
    """Like `made_up`, but those whose names begin with "bad" fault in two sets of three, and others never."""
    result = made_up(task)
    matches = []
    for number, match in enumerate(result.matches):
        sides = [t for t, side in enumerate(match.order) if task.sides[side][0].startswith("bad")]
        unlucky = sides[:1] if number == 0 and match.transcript[-1] % 3 else []
        fault = Fault(unlucky[0], FaultKind.CRASH, 1, "ValueError: no") if unlucky else None
        ended = Termination.FORFEIT if fault else Termination.PLAYED_OUT
        matches.append(
            msgspec.structs.replace(
                match, forfeited=tuple(unlucky), fault=fault, termination=ended, substituted=()
            )
        )
    return msgspec.structs.replace(result, matches=tuple(matches))


def submission(name: str, version: str = "v1", author: str | None = None, **changes: Any) -> Submit:
    """A request to let a bot play that has been checked; its bundle does not matter where sets are made up."""
    entrant = StoredEntrant(
        name=name,
        version=version,
        spec=f"{name}.py",
        options={},
        author=author,
        origin=Origin.SUBMITTED,
        bundle="0" * 64,
        main=f"{name}.py",
        class_name="Bot",
        games=("bridgette", "fiftysix"),
        packages={},
        timed=False,
    )
    return Submit(msgspec.structs.replace(entrant, **changes))


def play(store: Store, ladder: Ladder, most: int | None = None) -> list[SetTask]:
    """Store what is missing of the first pool, at most so many sets; the tasks played."""
    tasks = []
    for task in missing(store, ladder):
        if len(tasks) == most:
            break
        tasks.append(task)
        store.add([played(task)])
    return tasks


def missing(store: Store, ladder: Ladder, pool: int = 0) -> Iterator[SetTask]:
    """The sets of a pool that are still to be played; those of a long ladder as they are being stored."""
    run = PoolRun(ladder, ladder.pools[pool], store)
    task = run.next()
    while task is not None:
        yield task
        task = run.next()
        if task is None:
            run.update()
            task = run.next()


def played(task: SetTask) -> Played:
    return Played(task, made_up(task), 0.01, 0)


def opened(folder: Path, ladder: Ladder) -> Store:
    return open_store(folder, ladder, workers=0)


def results_in(ladder: StoredLadder, pool: str) -> list[SetResult]:
    """Every played set in schedule order, also those that do not count (yet)."""
    return [placed.result for placed in ladder.every_set(pool) if placed.result]


def contents(ladder: StoredLadder) -> dict[str, Any]:
    """All that a ladder holds as results: everything but the tables `run_…`, without row ids."""
    return {
        "meta": ladder.meta,
        "rules": ladder.rules(),
        "entrants": ladder.entrants(),
        "epochs": {pool.id: ladder.epochs(pool.id) for pool in ladder.rules()},
        "changes": {pool.id: list(ladder.events.changes(pool.id)) for pool in ladder.rules()},
        "sets": {pool.id: list(ladder.prefix(pool.id, transcripts=True)) for pool in ladder.rules()},
        "all": {pool.id: list(ladder.every_set(pool.id, transcripts=True)) for pool in ladder.rules()},
    }
