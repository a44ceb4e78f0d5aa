"""Submissions, withdrawals and suspensions while a ladder is played, in any order and after any kill."""

import itertools
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from arena.ladder.entrants import Ladder, load_ladder
from arena.ladder.events import ChangeKind
from arena.ladder.executors.base import Failed, Played
from arena.ladder.inbox import INBOX, REFUSED, Inbox, Request, Resume, Withdraw
from arena.ladder.interrupt import Interrupt
from arena.ladder.pool_run import PoolRun
from arena.ladder.problems import ConfigError
from arena.ladder.runner import LOG_FILE, Outcome, Runner, run_ladder
from arena.ladder.schedule import name_of, schedule
from arena.ladder.store import Store
from arena.ladder.stored import StoredLadder, open_ladder
from arena.records import SetTask
from tests.ladder.kit import (
    BRIDGETTE,
    SIX,
    bad_luck,
    contents,
    make_ladder,
    missing,
    opened,
    play,
    played,
    submission,
    write_config,
)
from tests.ladder.test_runner import running, wait_for_sets


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "results"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at the inbox after every batch, and suspend soon."""
    monkeypatch.setattr("arena.ladder.runner.LOOK_S", 0.0)
    monkeypatch.setattr("arena.ladder.suspension.LEAST_NOTICE", 40)


def field(folder: Path, pool: str = "bridgette") -> list[str]:
    with open_ladder(folder) as stored:
        return [name_of(key) for key in stored.field(pool)]


def names(folder: Path, pool: str = "bridgette") -> list[str]:
    with open_ladder(folder) as stored:
        return [result.name for result in stored.counted_sets(pool)]


def run(ladder: Ladder, folder: Path, workers: int = 0, max_sets: int | None = None) -> Outcome:
    return run_ladder(ladder, folder, workers, max_sets, quiet=True, play=bad_luck)


class Eventful:
    """An executor that gives back in any order, and posts requests after so many answers."""

    def __init__(self, folder: Path, seed: int, slots: int, requests: dict[int, Request]) -> None:
        self.slots = slots
        self._inbox = Inbox(folder)
        self._random = random.Random(seed)
        self._tasks: list[SetTask] = []
        self._requests = dict(requests)
        self._answers = 0

    def submit(self, task: SetTask) -> None:
        self._tasks.append(task)

    def wait(self, timeout: float) -> list[Played | Failed]:
        self._random.shuffle(self._tasks)
        tasks = [self._tasks.pop() for _ in range(self._random.randint(0, len(self._tasks)))]
        self._answers += len(tasks)
        for at in [at for at in self._requests if at <= self._answers]:
            self._inbox.post(self._requests.pop(at))
        return [Played(task, bad_luck(task), 0.01, 0) for task in tasks]

    def recall(self) -> int:
        return 0

    @property
    def waiting(self) -> bool:
        """Whether a request has not been posted."""
        return bool(self._requests)

    def close(self) -> None:
        self._tasks.clear()


def run_eventfully(
    ladder: Ladder, folder: Path, seed: int, slots: int, requests: dict[int, Request], max_sets: int | None = None
) -> Outcome:
    with opened(folder, ladder) as store, Interrupt() as interrupt:
        executor = Eventful(folder, seed, slots, requests)
        return Runner(ladder, store, quiet=True, max_sets=max_sets).run(lambda: executor, interrupt)


def asked_for(stored: StoredLadder, pool: str) -> list[int]:
    """Before which sets the changes that somebody asked for took effect."""
    changes = stored.events.changes(pool)
    return [dated.index for dated in changes if dated.change.kind is not ChangeKind.SUSPENDED]


def play_to(store: Store, run: PoolRun, index: int | None) -> None:
    """Play a pool one set after the other, up to a set of its schedule."""
    while index is None or run.index < index:
        task = run.next()
        if task is None:
            return
        store.add([Played(task, bad_luck(task), 0.01, 0)])
        run.update()


def replay(rough: Path, ladder: Ladder, smooth: Path, requests: Sequence[Request]) -> None:
    """Play a ladder undisturbed, with the same requests taking effect at the same places of the schedule."""
    with open_ladder(rough) as stored:
        places = {pool.id: asked_for(stored, pool.id) for pool in ladder.pools}
    with opened(smooth, ladder) as store:
        runs = [PoolRun(ladder, pool, store) for pool in ladder.pools]
        at = list(zip(*(places[one.pool.id] for one in runs), strict=True))
        for indexes, together in itertools.groupby(zip(at, requests, strict=True), key=lambda one: one[0]):
            for one, index in zip(runs, indexes, strict=True):
                play_to(store, one, index)
            store.take(ladder, [request for _, request in together], {one.pool.id: one.place for one in runs})
            for one in runs:
                one.turn()
        for one in runs:
            play_to(store, one, None)


def outcome_of(folder: Path) -> dict[str, Any]:
    """Everything that counts, without the order of what happens before one set, and without empty epochs."""
    with open_ladder(folder) as stored:
        pools = [pool.id for pool in stored.rules()]
        return {
            "meta": stored.meta,
            "results": {pool: list(stored.counted_sets(pool, transcripts=True)) for pool in pools},
            "fields": {
                pool: [(epoch.entrants, epoch.length) for epoch in stored.epochs(pool) if epoch.length != 0]
                for pool in pools
            },
            "changes": {
                pool: sorted((dated.index, str(dated.change)) for dated in stored.events.changes(pool))
                for pool in pools
            },
        }


# Between runs


def test_a_submission_joins_the_next_run_and_only_its_sets_are_played(tmp_path: Path, folder: Path) -> None:
    ladder = make_ladder(tmp_path)
    run(ladder, folder)
    Inbox(folder).post(submission("x"))
    assert run(ladder, folder).sets == 3 * 4
    assert field(folder) == ["a", "b", "c", "x"]
    assert all("x@v1" in name for name in names(folder)[12:])
    assert run(ladder, folder).sets == 0
    assert list((folder / INBOX).iterdir()) == []


def test_submissions_wait_for_the_first_run(tmp_path: Path, folder: Path) -> None:
    Inbox(folder).post(submission("x"), submission("y"))
    run(load_ladder(write_config(tmp_path, "a"), folder), folder)
    assert field(folder) == ["a", "x", "y"]
    assert len(names(folder)) == 3 * 4


def test_a_new_version_replaces_the_old_one_whose_results_stay(tmp_path: Path, folder: Path) -> None:
    ladder = make_ladder(tmp_path)
    Inbox(folder).post(submission("x"))
    run(ladder, folder)
    Inbox(folder).post(submission("x", "v2"))
    assert run(ladder, folder).sets == 3 * 4
    with open_ladder(folder) as stored:
        assert "x@v2" in stored.field("bridgette")
        assert "x@v1" not in stored.field("bridgette")
    assert sum("x@v1" in name for name in names(folder)) == 3 * 4


def test_who_is_withdrawn_plays_no_more_and_its_results_stay(tmp_path: Path, folder: Path) -> None:
    ladder = make_ladder(tmp_path)
    run(ladder, folder, max_sets=6)
    Inbox(folder).post(Withdraw("c"))
    run(ladder, folder)
    assert field(folder) == ["a", "b"]
    played_with_c = [name for name in names(folder) if "c@" in name]
    assert 0 < len(played_with_c) == sum("c@" in name for name in names(folder)[:6])
    Inbox(folder).post(Resume("c"))
    run(ladder, folder)
    assert len(names(folder)) == 12


def test_a_request_that_was_taken_but_not_removed_changes_nothing(tmp_path: Path, folder: Path) -> None:
    ladder = make_ladder(tmp_path)
    Inbox(folder).post(submission("x"), submission("x", "v2"), Withdraw("a"))
    paths = {path: path.read_bytes() for path in (folder / INBOX).iterdir()}
    run(ladder, folder, max_sets=3)
    with open_ladder(folder) as stored:
        before = contents(stored)
    for path, content in paths.items():
        path.write_bytes(content)
    opened(folder, ladder).close("done")
    with open_ladder(folder) as stored:
        assert contents(stored) == before


@pytest.mark.parametrize("content", [b"", b"{", b'{"type": "submit"}', b'{"type": "withdraw", "name": 3}'])
def test_what_is_no_request_is_put_aside(content: bytes, tmp_path: Path, folder: Path) -> None:
    (folder / INBOX).mkdir(parents=True)
    (folder / INBOX / "1.json").write_bytes(content)
    run(make_ladder(tmp_path), folder)
    assert (folder / INBOX / REFUSED / "1.json").read_bytes() == content


def test_a_name_that_the_config_uses_is_put_aside_and_said(tmp_path: Path, folder: Path) -> None:
    ladder = make_ladder(tmp_path)
    executor = lambda: Eventful(folder, 0, 3, {2: submission("a", "v9")})  # noqa: E731
    with opened(folder, ladder) as store, Interrupt() as interrupt:
        Runner(ladder, store, quiet=True).run(executor, interrupt)
    assert field(folder) == ["a", "b", "c"]
    assert len(list((folder / INBOX / REFUSED).iterdir())) == 1


def test_a_ladder_may_live_on_submissions_alone(tmp_path: Path, folder: Path) -> None:
    Inbox(folder).post(submission("x"), submission("y"))
    ladder = load_ladder(write_config(tmp_path, ""), folder)
    with opened(folder, ladder) as store:
        assert len(play(store, ladder)) == 4


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"format": {"kind": "gauntlet", "challengers": ["x"], "sets_per_pairing": 2}},
        {"format": {"kind": "swiss", "rounds": 2}},
        {"format": {"kind": "knockout", "sets_per_tie": 1}},
        {"format": {"kind": "adaptive"}, "stop": {"sets": 10}},
        {"format": {"stages": [{"kind": "round_robin", "stop": {"sets": 4}}, {"kind": "swiss", "rounds": 1}]}},
    ],
)
def test_a_pool_waits_for_submissions_while_another_plays(
    keys: dict[str, Any], tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = write_config(tmp_path, "", games=[BRIDGETTE, SIX], **keys)
    Inbox(folder).post(*(submission(name, games=("bridgette",)) for name in "xy"))
    Inbox(folder).post(submission("z", games=("fiftysix",)))
    run_ladder(load_ladder(config, folder), folder, 0, play=bad_luck)
    assert "six: waits for entrants, a match has 3 sides and there are: z\n" in capsys.readouterr().err
    assert names(folder)
    assert not names(folder, "six")
    Inbox(folder).post(*(submission(name, games=("fiftysix",)) for name in "vwx"))
    run(load_ladder(config, folder), folder)
    assert names(folder, "six")


def test_without_a_pool_that_can_play_there_is_no_run(tmp_path: Path, folder: Path) -> None:
    config = write_config(tmp_path, "", games=[BRIDGETTE, SIX])
    Inbox(folder).post(submission("x"))
    with pytest.raises(ConfigError, match=r"(?s)2 sides, has 1: x.*3 sides, has 1: x"):
        load_ladder(config, folder)


# While it runs


def test_what_was_handed_out_before_a_submission_stays_in_the_schedule(tmp_path: Path, folder: Path) -> None:
    ladder = make_ladder(tmp_path, "abcd")
    with opened(folder, ladder) as store:
        one = PoolRun(ladder, ladder.pools[0], store)
        in_flight = [one.next() for _ in range(7)]
        store.take(ladder, [submission("x")], {"bridgette": one.place})
        one.turn()
        rest = []
        while (task := one.next()) is not None:
            rest.append(task)
        assert [epoch.length for epoch in store.epochs("bridgette")] == [7, None]
        assert {task.epoch for task in rest} == {2}
        assert len({task.name for task in [*in_flight, *rest] if task}) == 7 + len(rest) == 10 * 4
        store.add([played(task) for task in [*reversed(rest), *in_flight] if task])
        expected = [task.name for task in schedule("bridgette", 2, store.epochs("bridgette"), store.secret)]
    assert names(folder) == expected


@pytest.mark.parametrize("seed", range(6))
def test_any_order_of_completion_and_any_cuts_store_what_an_undisturbed_run_does(
    seed: int, tmp_path: Path, folder: Path
) -> None:
    ladder = make_ladder(
        tmp_path, ["a", "b", "bad"], games=[BRIDGETTE, SIX], format={"kind": "round_robin", "sets_per_pairing": 60}
    )
    requests: list[Request] = [
        submission("x"),
        submission("bad 2"),
        Withdraw("a"),
        submission("x", "v2"),
        Resume("a"),
    ]
    chance = random.Random(seed)
    due = iter(zip(sorted(chance.sample(range(10, 300), len(requests))), requests, strict=True))
    coming = dict(itertools.islice(due, 3))
    run_eventfully(ladder, folder, seed, chance.randint(1, 20), coming, max_sets=200)
    for at, request in due:
        run_eventfully(ladder, folder, seed, chance.randint(1, 20), {at % 20 + 1: request}, max_sets=60)
    while not run_eventfully(ladder, folder, seed, chance.randint(1, 20), {}, chance.randint(50, 200)).complete:
        pass
    replay(folder, ladder, tmp_path / "smooth", requests)
    assert outcome_of(folder) == outcome_of(tmp_path / "smooth")
    with open_ladder(folder) as stored:
        kinds = [dated.change.kind for dated in stored.events.changes("bridgette")]
    assert ChangeKind.SUSPENDED in kinds


@pytest.mark.system
def test_submissions_between_kills_store_what_an_undisturbed_run_does(tmp_path: Path) -> None:
    keys = {"games": [BRIDGETTE], "format": {"kind": "round_robin", "sets_per_pairing": 60}}
    folder = tmp_path / "rough" / "results"
    chance = random.Random(15)
    requests: list[Request] = []
    for number in range(15):
        with running(folder, chance.randint(0, 3), "unlucky", **keys) as process:
            time.sleep(0.6 + 0.3 * chance.random())
            requests.append(submission(f"bad {number}" if number % 2 else f"x {number}"))
            Inbox(folder).post(requests[-1])
            time.sleep(chance.choice([0.1, 1.5]))
            process.kill()
    ladder = make_ladder(tmp_path, "abcd", **keys)
    run(ladder, folder)
    replay(folder, ladder, tmp_path / "smooth", requests)
    assert outcome_of(folder) == outcome_of(tmp_path / "smooth")


def test_a_running_ladder_takes_a_submission_within_seconds(tmp_path: Path, folder: Path) -> None:
    keys = {"format": {"kind": "round_robin", "sets_per_pairing": 10_000}}
    with running(folder, 2, "quick", **keys) as process:
        wait_for_sets(folder, 5)
        Inbox(folder).post(submission("x"))
        end = time.monotonic() + 10
        while not any("x@v1" in name for name in names(folder)):
            assert time.monotonic() < end
            time.sleep(0.1)
        process.kill()


# Suspension


@pytest.mark.parametrize("workers", [0, 2])
def test_who_keeps_faulting_is_suspended_from_the_same_set_for_any_number_of_workers(
    workers: int, tmp_path: Path, folder: Path
) -> None:
    ladder = make_ladder(tmp_path, ["a", "b", "bad"], format={"kind": "round_robin", "sets_per_pairing": 80})
    run(ladder, folder, workers)
    with open_ladder(folder) as stored:
        (dated,) = stored.events.changes("bridgette")
        assert (dated.change.kind, name_of(dated.change.entrant)) == (ChangeKind.SUSPENDED, "bad")
        assert dated.change.faulty == 26
        counted = list(stored.counted_sets("bridgette"))
    bad = [i for i, result in enumerate(counted) if "bad" in result.name]
    faulty = [i for i in bad if counted[i].matches[0].fault is not None]
    assert bad[-1] < dated.index == faulty[25] + 75
    assert field(folder) == ["a", "b"]
    assert "bad" in (folder / LOG_FILE).read_text()


def test_resuming_lifts_a_suspension_and_forgives_what_was_before(tmp_path: Path, folder: Path) -> None:
    ladder = make_ladder(tmp_path, ["a", "b", "bad"], format={"kind": "round_robin", "sets_per_pairing": 400})
    run(ladder, folder)
    Inbox(folder).post(Resume("bad"))
    run(ladder, folder)
    with open_ladder(folder) as stored:
        first, lifted, second = stored.events.changes("bridgette")
    assert [one.change.kind for one in (first, lifted, second)] == ["suspended", "resumed", "suspended"]
    assert second.index - lifted.index > 75 + 26
    replay(folder, ladder, tmp_path / "smooth", [Resume("bad")])
    assert outcome_of(folder) == outcome_of(tmp_path / "smooth")


def test_a_suspended_version_is_replaced_by_a_new_one(tmp_path: Path, folder: Path) -> None:
    ladder = make_ladder(tmp_path, "ab", format={"kind": "round_robin", "sets_per_pairing": 80})
    Inbox(folder).post(submission("bad"))
    run(ladder, folder)
    assert field(folder) == ["a", "b"]
    Inbox(folder).post(submission("bad", "v2"))
    run(ladder, folder, max_sets=20)
    assert field(folder) == ["a", "b", "bad"]


@pytest.mark.parametrize("request_", [submission("x"), Withdraw("a"), Withdraw("bad")])
def test_a_suspension_beyond_what_a_dead_run_finished_begins_at_the_same_set_after_a_change(
    request_: Request, tmp_path: Path, folder: Path
) -> None:
    ladder = make_ladder(tmp_path, ["a", "b", "bad"], format={"kind": "round_robin", "sets_per_pairing": 80})
    with opened(folder, ladder) as store:
        one = PoolRun(ladder, ladder.pools[0], store)
        while not any(True for _ in store.events.changes("bridgette")):
            task = one.next()
            assert task is not None
            if task.position < 70:  # the sets that were handed out later die with the run
                store.add([Played(task, bad_luck(task), 0.01, 0)])
                one.update()
    Inbox(folder).post(request_)
    run(ladder, folder)
    replay(folder, ladder, tmp_path / "smooth", [request_])
    assert outcome_of(folder) == outcome_of(tmp_path / "smooth")


def test_nobody_is_suspended_at_a_rate_of_one(tmp_path: Path, folder: Path) -> None:
    ladder = make_ladder(
        tmp_path,
        ["a", "bad"],
        format={"kind": "round_robin", "sets_per_pairing": 150},
        on_fault={"max_fault_rate": 1.0},
    )
    run(ladder, folder)
    assert field(folder) == ["a", "bad"]


def test_workers_hardly_ever_wait_for_a_suspension_that_may_come(tmp_path: Path, folder: Path) -> None:
    ladder = make_ladder(tmp_path, "abcd", format={"kind": "round_robin", "sets_per_pairing": 50})
    with opened(folder, ladder) as store:
        one = PoolRun(ladder, ladder.pools[0], store)
        ahead = list(iter(one.next, None))
        assert len(ahead) == 100
        store.add([played(ahead[0])])
        one.update()
        assert one.next() is not None
        assert one.next() is None


# Config edits meet the rest


def test_sets_that_only_a_removed_entrant_could_play_are_dropped(tmp_path: Path, folder: Path) -> None:
    """A run dies with sets in flight from before a withdrawal; then the withdrawn entrant leaves the config."""
    ladder = make_ladder(tmp_path, "abcd")
    with opened(folder, ladder) as store:
        one = PoolRun(ladder, ladder.pools[0], store)
        in_flight = [task for task in (one.next() for _ in range(8)) if task]
        store.take(ladder, [Withdraw("d")], {"bridgette": one.place})
        store.add([played(task) for task in in_flight if "d@" not in task.name])
    with opened(folder, ladder) as store:
        assert any("d@" in task.name for task in missing(store, ladder))
    edited = make_ladder(tmp_path, "abc")
    with opened(folder, edited) as store:
        tasks = play(store, edited)
        assert not any("d@" in task.name for task in tasks)
        expected = [task.name for task in schedule("bridgette", 2, store.epochs("bridgette"), store.secret)]
    assert names(folder) == expected
    assert len(expected) == 12


def test_a_void_set_holds_up_no_suspension(tmp_path: Path, folder: Path) -> None:
    ladder = make_ladder(tmp_path, ["a", "b", "bad"], format={"kind": "round_robin", "sets_per_pairing": 80})
    with opened(folder, ladder) as store:
        one = PoolRun(ladder, ladder.pools[0], store)
        for number in itertools.count():
            task = one.next()
            if task is None:
                break
            if number % 9:
                store.add([Played(task, bad_luck(task), 0.01, 0)])
            else:
                store.add([], [Failed(task, "worker killed")], [task])
            one.update()
    assert field(folder) == ["a", "b"]
