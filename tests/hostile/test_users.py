"""The same attacks by an ordinary user; only root can make one."""

import os
import sys

import pytest

from tests.hostile.attacks import ATTACKS
from tests.hostile.users import ordinary_user

PLAYED = 3 * len(ATTACKS) + sum("none" in attack.outcomes for attack in ATTACKS.values())
"""Each attack in three isolations, and some in none."""


@pytest.mark.system
def test_all_attacks_come_to_the_same_by_an_ordinary_user() -> None:
    assert os.geteuid() == 0, "these tests make a user, so they need root"
    with ordinary_user() as user:
        pytest_options = ["-m", "system", "-p", "no:cacheprovider", f"--basetemp={user.folder}/pytest"]
        command = [sys.executable, "-m", "pytest", *pytest_options, "tests/hostile/test_attacks.py"]
        done = user.run(command, seconds=400)
    assert done.returncode == 0, done.stdout[-20_000:]
    assert f"{PLAYED} passed" in done.stdout, done.stdout[-2000:]
