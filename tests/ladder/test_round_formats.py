"""Ladders whose formats depend on results: the same with any workers, after any cuts, kills and field changes."""

import itertools
import random
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.ladder.entrants import Ladder
from arena.ladder.executors.base import Executor, Failed
from arena.ladder.inbox import Inbox, Request, Resume, Withdraw
from arena.ladder.interrupt import Interrupt
from arena.ladder.pool_run import PoolRun
from arena.ladder.runner import Outcome, Runner, run_ladder
from arena.ladder.schedule import schedule
from arena.ladder.settled import Settled
from arena.ladder.stored import open_ladder
from arena.ladder.verification import Verification
from arena.records import SetResult, SetTask
from tests.ladder.kit import BRIDGETTE, SIX, contents, made_up, make_ladder, opened, played, submission
from tests.ladder.test_field_changes import Eventful, outcome_of, replay, run
from tests.ladder.test_runner import Shuffling, run_with, running

FORMATS: dict[str, dict[str, Any]] = {
    "swiss": {"format": {"kind": "swiss", "rounds": 9, "sets_per_pairing": 3}},
    "knockout": {"format": {"kind": "knockout", "sets_per_tie": 12, "third_place": True}},
    "play_on": {"format": {"kind": "knockout", "sets_per_tie": 4, "level_tie": "play_on"}},
    "adaptive": {"format": {"kind": "adaptive", "sets_per_round": 10}, "stop": {"sets": 150}},
    "stages": {
        "format": {
            "stages": [
                {"kind": "swiss", "rounds": 6, "sets_per_pairing": 2},
                {"kind": "round_robin", "top": 5, "stop": {"sets": 35}, "carry_over": "nothing"},
                {"kind": "knockout", "top": 4, "sets_per_tie": 6},
            ]
        }
    },
}
LONG: dict[str, dict[str, Any]] = {
    "swiss": {"format": {"kind": "swiss", "rounds": 400, "sets_per_pairing": 2}},
    "knockout": {"format": {"kind": "knockout", "sets_per_tie": 500}},
    "play_on": {"format": {"kind": "knockout", "sets_per_tie": 500, "level_tie": "play_on"}},
    "two lives": {"format": {"kind": "knockout", "sets_per_tie": 300, "lives": 2}},
    "adaptive": {"format": {"kind": "adaptive", "sets_per_round": 40}, "stop": {"sets": 1500}},
    "stages": {
        "format": {
            "stages": [
                {"kind": "swiss", "stop": {"sets": 500}},
                {"kind": "adaptive", "sets_per_round": 40, "stop": {"sets": 500}},
                {"kind": "knockout", "top": 4, "sets_per_tie": 150},
            ]
        }
    },
}
FORMATS_OF_TWO = {"two lives": {"format": {"kind": "knockout", "sets_per_tie": 3, "lives": 2}}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "results"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at the inbox after every batch, and suspend soon."""
    monkeypatch.setattr("arena.ladder.runner.LOOK_S", 0.0)
    monkeypatch.setattr("arena.ladder.suspension.LEAST_NOTICE", 40)


def ladder_of(folder: Path, name: str, entrants: str = "abcdefg") -> Ladder:
    games = [BRIDGETTE] if name in FORMATS_OF_TWO else [BRIDGETTE, SIX]
    return make_ladder(folder, entrants, games=games, **(FORMATS | FORMATS_OF_TWO)[name])


def stored(folder: Path) -> dict[str, Any]:
    with open_ladder(folder) as ladder:
        return contents(ladder)


@pytest.mark.parametrize("name", FORMATS | FORMATS_OF_TWO)
def test_any_order_of_completion_and_any_cuts_store_what_a_serial_run_does(
    name: str, tmp_path: Path, folder: Path
) -> None:
    ladder = ladder_of(tmp_path, name)
    chance = random.Random(name)
    outcome = run_with(Shuffling(9, 1), ladder, tmp_path / "one")
    assert outcome.complete
    for seed in itertools.count():
        outcome = run_with(Shuffling(chance.randint(1, 20), seed), ladder, folder, chance.randint(1, 60))
        if outcome.complete:
            break
        assert outcome.sets
    assert stored(folder)["sets"] == stored(tmp_path / "one")["sets"]
    assert run(ladder, folder).sets == 0
    with open_ladder(folder) as results:
        for pool in ladder.pools:
            seen = Settled(results, pool.id)
            expected = schedule(pool.id, pool.sides, results.epochs(pool.id), results.secret, 0, seen)
            counted = list(results.counted_sets(pool.id))
            assert [task.name for task in itertools.islice(expected, len(counted))] == [
                result.name for result in counted
            ]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("name", FORMATS)
def test_any_number_of_workers_stores_what_a_serial_run_does(
    name: str, workers: int, tmp_path: Path, folder: Path
) -> None:
    ladder = ladder_of(tmp_path, name)
    run(ladder, tmp_path / "serial")
    assert run(ladder, folder, workers).complete
    assert stored(folder) == stored(tmp_path / "serial")
    with open_ladder(folder) as results:
        places = [one for one in Verification(results).findings() if "schedule" in str(one)]
    assert places == []


def run_in(executor: Executor, ladder: Ladder, folder: Path, max_sets: int | None = None) -> Outcome:
    with opened(folder, ladder) as store, Interrupt() as interrupt:
        return Runner(ladder, store, quiet=True, max_sets=max_sets).run(lambda: executor, interrupt)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", FORMATS | FORMATS_OF_TWO)
def test_field_changes_and_cuts_store_what_an_undisturbed_run_does(
    name: str, seed: int, tmp_path: Path, folder: Path
) -> None:
    ladder = ladder_of(tmp_path, name)
    requests: list[Request] = [
        submission("x"),
        submission("y"),
        Withdraw("a"),
        submission("x", "v2"),
        Resume("a"),
        Withdraw("b"),
    ]
    chance = random.Random(f"{name}/{seed}")
    for request in requests:
        executor = Eventful(folder, seed, chance.randint(1, 20), {chance.randint(1, 25): request})
        run_in(executor, ladder, folder, chance.randint(5, 30))
        if executor.waiting:
            Inbox(folder).post(request)
    while not run_in(Eventful(folder, seed, chance.randint(1, 20), {}), ladder, folder, 50).complete:
        pass
    replay(folder, ladder, tmp_path / "smooth", requests)
    assert outcome_of(folder) == outcome_of(tmp_path / "smooth")


@pytest.mark.system
@pytest.mark.parametrize("name", LONG)
def test_kills_with_submissions_in_between_store_what_an_undisturbed_run_does(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "rough" / "results"
    chance = random.Random(name)
    requests: list[Request] = []
    for number in range(4):
        with running(folder, number % 3, "unlucky", **LONG[name]) as process:
            time.sleep(0.6 + 0.3 * chance.random())
            requests.append(submission(f"x {number}"))
            Inbox(folder).post(requests[-1])
            time.sleep(chance.choice([0.1, 1.0]))
            process.kill()
    ladder = make_ladder(tmp_path, "abcd", **LONG[name])
    assert run(ladder, folder).complete
    replay(folder, ladder, tmp_path / "smooth", requests)
    assert outcome_of(folder) == outcome_of(tmp_path / "smooth")


@pytest.mark.system
def test_a_stage_that_ends_by_its_hours_does_so_once_however_often_the_run_is_killed(tmp_path: Path) -> None:
    swiss, *later = LONG["stages"]["format"]["stages"]
    by_hours = {"format": {"stages": [swiss | {"stop": {"hours": 2 / 3600}}, *later]}}
    folder = tmp_path / "rough" / "results"
    chance = random.Random(1)
    requests: list[Request] = []
    for number in range(5):
        with running(folder, number % 3, "unlucky", **by_hours) as process:
            time.sleep(0.7 + 0.3 * chance.random())
            requests.append(submission(f"x {number}"))
            Inbox(folder).post(requests[-1])
            time.sleep(chance.choice([0.1, 0.7]))
            process.kill()
    assert run(make_ladder(tmp_path, "abcd", **by_hours), folder).complete
    with open_ladder(folder) as results:
        ended = sum(epoch.length or 0 for epoch in results.epochs("bridgette") if epoch.stage == 1)
    by_sets = {"format": {"stages": [swiss | {"stop": {"sets": ended}}, *later]}}
    replay(folder, make_ladder(tmp_path, "abcd", **by_sets), tmp_path / "smooth", requests)
    assert outcome_of(folder) == outcome_of(tmp_path / "smooth")


@pytest.mark.parametrize("name", FORMATS)
def test_a_void_set_that_later_rounds_need_stops_the_run_until_it_is_played(
    name: str, tmp_path: Path, folder: Path
) -> None:
    ladder = ladder_of(tmp_path, name)
    run_with(Shuffling(), ladder, tmp_path / "sound")
    with opened(tmp_path / "first", ladder) as store:
        task = PoolRun(ladder, ladder.pools[0], store).next()
    assert task is not None
    outcome = run_in(Shuffling(4, 1, {task.name: 3}), ladder, folder)
    assert not outcome.complete
    assert outcome.voids == (task.name,)
    assert outcome.reason == "1 set could not be played; what comes next depends on that"
    assert run_with(Shuffling(), ladder, folder).complete
    assert stored(folder)["sets"] == stored(tmp_path / "sound")["sets"]


def by_name(task: SetTask) -> SetResult:
    """Who comes first in the alphabet wins more often, the more so the further apart the names are."""
    result = made_up(task)
    matches = []
    for match in result.matches:
        strengths = [-12 * ord(task.sides[side][0][0]) for side in match.order]
        scores = tuple(score // 3 + strength for score, strength in zip(match.scores, strengths, strict=True))
        places = tuple(1 + sum(other > own for other in scores) for own in scores)
        matches.append(msgspec.structs.replace(match, scores=scores, places=places))
    return msgspec.structs.replace(result, matches=tuple(matches))


def test_adaptive_rounds_go_on_until_the_order_is_settled(tmp_path: Path) -> None:
    keys = {"format": {"kind": "adaptive", "sets_per_round": 20}, "stop": {"resolved": {"p": 0.9}, "sets": 5000}}
    ladder = make_ladder(tmp_path, "abcde", **keys)
    stops = []
    for workers in (0, 2):
        outcome = run_ladder(ladder, tmp_path / str(workers), workers, quiet=True, play=by_name)
        assert outcome.complete
        assert outcome.reason.startswith("stop.resolved (the order of all is right with 0.9")
        with open_ladder(tmp_path / str(workers)) as results:
            stops.append([result.name for result in results.counted_sets("bridgette")])
    assert stops[0] == stops[1]
    assert 20 < len(stops[0]) < 5000


def test_a_void_set_of_somebody_who_left_is_given_up(tmp_path: Path, folder: Path) -> None:
    ladder = ladder_of(tmp_path, "swiss")
    with opened(folder, ladder) as store:
        one = PoolRun(ladder, ladder.pools[0], store)
        first = one.next()
        assert first is not None
        store.add([], [Failed(first, "worker killed")], [first])
        while (task := one.next()) is not None:
            store.add([played(task)])
            one.update()
        assert store.finished("bridgette") == 9
    gone = first.sides[0][0].partition("@")[0]
    Inbox(folder).post(Withdraw(gone))
    assert run(ladder, folder).complete
    Inbox(folder).post(Resume(gone))
    run(ladder, folder)
    with open_ladder(folder) as results:
        assert first.name in results.voids("bridgette")
        assert len({result.name for result in results.counted_sets("bridgette")}) > 50
