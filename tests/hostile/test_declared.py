"""What the attacks declare, and what the documents say of it."""

import re
from pathlib import Path

import pytest

from tests.hostile.attacks import ATTACKS, KINDS

ROOT = Path(__file__).parents[2]
README = ROOT / "arena" / "hosts" / "README.md"
LISTS = {
    "What `process` does not stop": "process",
    "What a sandbox does not stop without bubblewrap": "bare",
    "What no isolation stops": "sandbox",
}


def test_every_kind_of_attack_is_tried() -> None:
    assert {attack.kind for attack in ATTACKS.values()} == set(KINDS)
    assert len(ATTACKS) > 45


@pytest.mark.parametrize("heading", LISTS)
def test_the_readme_names_exactly_the_attacks_that_are_not_stopped(heading: str) -> None:
    section = README.read_text().partition(f"## {heading}\n")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([a-z0-9_]+)`", section)) & ATTACKS.keys()
    stricter = {"process": "bare", "bare": "sandbox"}.get(LISTS[heading])
    expected = {
        name
        for name, attack in ATTACKS.items()
        if harm(name, LISTS[heading]) and not (stricter and harm(name, stricter))
    }
    assert named == expected


def harm(name: str, isolation: str) -> frozenset[str]:
    """The harm that an attack can do."""
    outcome = ATTACKS[name].outcome(isolation)
    return outcome.harm | outcome.perhaps
