"""A whole ladder in which half of the bots misbehave: the others fare as they do among themselves."""

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from arena.hosts.layers import missing_layers
from arena.ladder.entrants import load_ladder
from arena.ladder.runner import run_ladder
from arena.ladder.stored import StoredLadder, open_ladder
from arena.ladder.worker import SetPlayer
from arena.records import Fault, FaultKind, MatchResult, SetResult, SetTask, Termination
from arena.stats.ratings import RatingTable
from arena.stats.standings import StandingRow, standings
from arena.stats.tallies import PoolTally
from tests.hostile.watch import children

ROOT = Path(__file__).parents[2]
SETS = 6
GOOD = {
    "bold": "bots/bridgette_bold.py",
    "random1": "bots/random_legal.py",
    "random2": "bots/random_legal.py",
    "random3": "bots/random_legal.py",
    "steady": "bots/bridgette_steady.py",
}
BAD = {
    "crash": "raise ValueError(view.seat)",
    "exit": "os._exit(0)",
    "flood": "os.write(3, b'x' * 100_000)",
    "hang": "while True: pass",
    "heap": "x = [b'x' * 2**20 for _ in range(1000)]",
}
BOT = """
import os
import tempfile
from arena.bots import Bot

class Bad(Bot):
    games = ("bridgette",)

    def act(self, view):
        {act}
"""


def config(folder: Path, entrants: dict[str, str]) -> Path:
    path = folder / f"{len(entrants)}.yaml"
    keys: dict[str, Any] = {
        "ladder": "field",
        "seed": "0123456789abcdef0123456789abcdef",
        "games": [{"id": "bridgette", "game": "bridgette"}],
        "format": {"kind": "round_robin", "sets_per_pairing": SETS},
        "isolation": {"kind": "sandbox"},
        "on_fault": {"max_fault_rate": 1.0},
        "entrants": [
            {"bot": bot, "name": name, "limits": {"decision_ms": 30} if name in BAD else {}}
            for name, bot in entrants.items()
        ],
    }
    path.write_text(yaml.safe_dump(keys))
    return path


@pytest.mark.system
def test_honest_bots_fare_among_hostile_ones_as_among_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not missing_layers(), "these tests need a sandbox"
    good = {name: str(ROOT / bot) for name, bot in GOOD.items()}
    for name, act in BAD.items():
        (tmp_path / f"{name}.py").write_text(BOT.format(act=act))
    bad = {name: str(tmp_path / f"{name}.py") for name in BAD}
    for name in ("temporary", "current"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.chdir(tmp_path / "current")
    play(tmp_path, good, "alone")
    before = traces()
    play(tmp_path, good | bad, "among")
    assert traces() == before

    with open_ladder(tmp_path / "alone") as alone, open_ladder(tmp_path / "among") as among:
        by_name = {result.name: result for result in alone.counted_sets("bridgette", transcripts=True)}
        all_sets = list(among.counted_sets("bridgette", transcripts=True))
        assert sum(len(result.matches) for result in all_sets) >= 500
        expected = RatingTable()
        for result in all_sets:
            sides = [side for (side,) in result.sides]
            hostile = [side for side in sides if side.partition("@")[0] in BAD]
            if not hostile:
                assert result == by_name[result.name]
            elif len(hostile) == 1:
                loser = sides.index(hostile[0])
                assert all(is_won_by_forfeit(match, loser) for match in result.matches)
                result = won_by_forfeit(result, loser)
            expected.update(result)
        rows = {row.entrant: row for row in table(among)}
        for row in table(alone):
            gain = SETS * len(BAD)
            here = rows[row.entrant]
            assert (here.sets_won, here.matches_won) == (row.sets_won + gain, row.matches_won + 2 * gain)
            same = ("sets_drawn", "sets_lost", "matches_drawn", "matches_lost", "mean_per_deal", "deals", "faults")
            assert [getattr(here, key) for key in same] == [getattr(row, key) for key in same]
            rating = expected.rating(row.entrant)
            assert (here.mu, here.sigma) == (rating.mu, rating.sigma)
        assert {row.entrant.partition("@")[0] for row in rows.values() if row.faults} == BAD.keys()


def play(folder: Path, entrants: dict[str, str], name: str) -> None:
    """Play a ladder with two workers, both of which must be there to the end."""
    results = folder / name
    ladder = load_ladder(config(folder, entrants))
    player = SetPlayer(ladder, results)
    note = folder / f"{name}.pids"

    def noting(task: SetTask) -> SetResult:
        result = player.play(task)
        with note.open("a") as file:
            file.write(f"{os.getpid()}\n")
        return result

    outcome = run_ladder(ladder, results, workers=2, quiet=True, play=noting)
    assert outcome.complete
    assert not outcome.voids
    pids = note.read_text().split()
    assert len(set(pids)) == 2
    assert set(pids[-30:]) == set(pids)
    keys = {f"{entrant.name}@{entrant.version}" for entrant in ladder.entrants}
    assert {path.name for path in (results / "staged").iterdir()} == keys


def traces() -> dict[str, object]:
    """What could be left of a ladder outside its folder."""
    return {
        "processes": children(os.getpid()),
        "descriptors": len(list(Path("/proc/self/fd").iterdir())),
        "folders": [sorted(Path(place).iterdir()) for place in (".", tempfile.gettempdir(), "/dev/shm")],
        "shared memory": Path("/proc/sysvipc/shm").read_text(),
    }


def is_won_by_forfeit(match: MatchResult, loser: int) -> bool:
    return match.forfeited == (match.order.index(loser),) and match.termination is Termination.FORFEIT


def won_by_forfeit(result: SetResult, loser: int) -> SetResult:
    """What a set is if all that is known of it is that its matches were lost by forfeit."""
    matches = []
    for match in result.matches:
        at = match.order.index(loser)
        places = tuple(2 if side == at else 1 for side in range(2))
        fault = Fault(at, FaultKind.CRASH, None, "")
        matches.append(MatchResult(match.order, places, (0, 0), (), Termination.FORFEIT, (at,), fault, (), b""))
    return SetResult(result.pool, result.sides, result.k, tuple(matches))


def table(stored: StoredLadder) -> tuple[StandingRow, ...]:
    tally = PoolTally()
    for result in stored.counted_sets("bridgette"):
        tally.add(result)
    return standings(tally, stored.field("bridgette"))
