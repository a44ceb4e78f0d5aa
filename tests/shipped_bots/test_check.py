"""`arena check` finds nothing wrong with the bots in bots/."""

from pathlib import Path

import pytest

from arena.bots.loading import load_bot
from arena.bots.options import resolve_options
from arena.checks.check import check_bot

ROOT = Path(__file__).parents[2]
BOTS = sorted(f"bots/{path.name}" for path in (ROOT / "bots").glob("*.py") if path.name != "open_cards.py")
"""Without the one that plays only where all hands are in one process."""


@pytest.mark.parametrize("spec", BOTS)
def test_a_shipped_bot_passes_the_check(spec: str) -> None:
    loaded = load_bot(spec, ROOT)
    report = check_bot(loaded, resolve_options(loaded.bot_class.OPTIONS, {}), isolation="none", budget_s=5)
    assert report.problems == ()
    assert report.compared
