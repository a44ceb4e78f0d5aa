"""Layers are known to work by trying them."""

import subprocess
import sys
from typing import Any

import pytest

import arena.hosts.layers
from arena.errors import ArenaError
from arena.hosts.layers import REQUIRED, LayerMissingError, _try_bubblewrap, _try_lock, layers


def test_every_layer_has_a_state_and_a_reason_if_it_does_not_work() -> None:
    assert [layer.name for layer in layers()] == [*REQUIRED, "bubblewrap"]
    assert all(layer.works != bool(layer.reason) for layer in layers())


def test_off_linux_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    for layer in (_try_lock("seccomp"), _try_bubblewrap()):
        assert not layer.works
        assert layer.reason == "there is none on darwin, only on Linux"


@pytest.mark.parametrize(
    ("code", "said", "reason"),
    [
        (
            1,
            "landlock_create_ruleset: Function not implemented\n",
            "landlock_create_ruleset: Function not implemented",
        ),
        (-31, "", "the trial ended with code -31"),
    ],
)
def test_the_trial_says_why(monkeypatch: pytest.MonkeyPatch, code: int, said: str, reason: str) -> None:
    def run(*_: Any, **__: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], code, "", said)

    monkeypatch.setattr(arena.hosts.layers.subprocess, "run", run)
    layer = _try_lock("landlock")
    assert (layer.works, layer.reason) == (False, reason)


def test_a_missing_layer_is_told_with_what_to_do() -> None:
    error = LayerMissingError([layers()[0]])
    assert isinstance(error, ArenaError)
    assert "arena doctor" in str(error)
    assert "isolation: process" in str(error)
    assert "best_effort" in str(error)
