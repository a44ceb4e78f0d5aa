"""Limits are CPU time by the process's clock, here by hand."""

import time

import pytest

from arena.hosts.budget import Budget, Patience
from arena.hosts.limits import Limits

MS = 1_000_000
S = 1000 * MS


def begun() -> Budget:
    budget = Budget(Limits(decision_ms=100, match_s=1, startup_s=2))
    budget.begin_match(S)
    return budget


def test_starting_has_a_limit_of_its_own_and_is_not_part_of_the_match() -> None:
    budget = Budget(Limits(decision_ms=100, match_s=1, startup_s=2))
    assert budget.overdue(2 * S) is None
    assert budget.overdue(2 * S + 1) == "longer than startup_s, 2 s of CPU time, to start"
    budget.begin_match(2 * S)
    assert budget.spend(2 * S + 99 * MS) is None
    assert not budget.is_empty


def test_an_answer_is_late_beyond_the_limit_and_waited_for_up_to_twice_as_long() -> None:
    budget = begun()
    assert budget.spend(S + 100 * MS) is None
    assert budget.overdue(S + 300 * MS) is None
    assert budget.overdue(S + 301 * MS) == "longer than decision_ms, 100 ms of CPU time, for one answer"
    assert budget.spend(S + 201 * MS) == "longer than decision_ms, 100 ms of CPU time, for one answer"
    assert budget.spend(S + 202 * MS) is None


def test_all_answers_share_the_bank_of_the_match() -> None:
    budget = begun()
    for answer in range(1, 11):
        assert budget.spend(S + answer * 100 * MS) is None
    assert budget.is_empty
    assert budget.spend(2 * S + MS) == "longer than match_s, 1 s of CPU time, in the match"


def test_time_between_answers_shows_and_counts_for_the_next() -> None:
    budget = begun()
    budget.spend(S + 50 * MS)
    assert budget.idle_ns(S + 90 * MS) == 40 * MS
    assert budget.spend(S + 151 * MS) == "longer than decision_ms, 100 ms of CPU time, for one answer"


def test_wall_time_is_generous() -> None:
    assert begun().wall_s >= 10 * 0.1


def test_patience_begins_with_the_first_look_and_lasts_for_who_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    patience = Patience(2.0)
    now += 60  # until there was a process at all
    assert not patience.is_over(0)
    now += 1.9
    assert not patience.is_over(0)
    now += 0.2
    assert patience.is_over(199 * MS)
    assert not patience.is_over(200 * MS)
