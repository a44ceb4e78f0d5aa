"""Every attack is let loose in every isolation, and does there what it declares and nothing else."""

import builtins
import json
import os
from collections.abc import Callable

import pytest

from arena.hosts.layers import bubblewrap_works, missing_layers
from tests.hostile.attacks import ATTACKS
from tests.hostile.ground import Ground

QUICK = (
    "byte_at_a_time",
    "deal_from_config",
    "exit_at_once",
    "flood_channel",
    "fork_bomb",
    "heap",
    "honest",
    "kill_bystander",
    "loop_c",
    "partner_files",
    "pickle_payload",
    "process_memory",
    "read_database",
    "read_rival",
    "tcp",
    "twin_files",
    "unix_sockets",
    "write_rival",
)
"""A few of every sort, for every run of the tests."""
IN_PROCESS = [name for name, attack in ATTACKS.items() if "none" in attack.outcomes]


def check(ground: Callable[[str], Ground], isolation: str, name: str) -> None:
    """Play an attack and hold what happened against what it declares."""
    outcome = ATTACKS[name].outcome("user" if isolation == "process" and os.geteuid() else isolation)
    found = ground(isolation).play(name)
    assert found.harm - outcome.perhaps == outcome.harm, found.printed
    assert found.verdicts <= outcome.verdicts, found.printed


@pytest.mark.skipif(bool(missing_layers()), reason="this machine has no sandbox")
@pytest.mark.parametrize("name", QUICK)
def test_a_few_attacks_are_stopped_in_a_sandbox(ground: Callable[[str], Ground], name: str) -> None:
    check(ground, "quick", name)


@pytest.mark.system
@pytest.mark.parametrize("name", ATTACKS)
def test_every_attack_is_stopped_in_a_sandbox(ground: Callable[[str], Ground], name: str) -> None:
    assert bubblewrap_works(), "these tests need bubblewrap"
    check(ground, "sandbox", name)


@pytest.mark.system
@pytest.mark.parametrize("name", ATTACKS)
def test_without_bubblewrap_an_attack_comes_to_what_it_declares(
    ground: Callable[[str], Ground], name: str
) -> None:
    assert not missing_layers(), "these tests need a sandbox"
    check(ground, "bare", name)


@pytest.mark.system
@pytest.mark.parametrize("name", ATTACKS)
def test_in_a_process_an_attack_comes_to_what_it_declares(ground: Callable[[str], Ground], name: str) -> None:
    check(ground, "process", name)


@pytest.mark.system  # going through all objects of the interpreter ends a worker of a parallel run
@pytest.mark.parametrize("name", IN_PROCESS)
def test_in_the_workers_own_process_an_attack_finds_all_there_is(
    ground: Callable[[str], Ground], name: str
) -> None:
    try:
        check(ground, "none", name)
    finally:
        for module, name in ((builtins, "last"), (json, "last"), (json, "shown")):
            vars(module).pop(name, None)
