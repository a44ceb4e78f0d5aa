"""The README's first bot, submitted and ranked as it says."""

import re
from pathlib import Path

import pytest

from arena.ladder.entrants import load_ladder
from arena.ladder.runner import run_ladder
from arena.ladder.stored import open_ladder
from arena.report.summary import summarise

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"```(\w+)\n(.*?)```", README.split("## Reading the standings")[0], re.S)[1:])


def test_the_first_bot_is_ranked_and_beats_random_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "mine.py").write_text(BLOCKS["python"], encoding="utf-8")
    config = tmp_path / "mine.yaml"
    config.write_text(BLOCKS["yaml"], encoding="utf-8")
    monkeypatch.chdir(ROOT)
    outcome = run_ladder(load_ladder(config), tmp_path / "results", workers=0, quiet=True)
    assert outcome.faults == 0
    with open_ladder(tmp_path / "results") as stored:
        names = [row.name for row in summarise(stored).pools[0].rows]
    assert set(names) == {"mine", "random_legal", "bridgette_steady"}
    assert names.index("mine") < names.index("random_legal")


def test_the_first_bot_has_at_most_twenty_lines() -> None:
    assert len([line for line in BLOCKS["python"].splitlines() if line]) <= 20


def test_links_of_the_readme_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target
