"""bots/README.md says what is so: its bots run, and it lists all that the views have."""

import re
from pathlib import Path

import pytest

from arena.games.bridgette.view import BridgetteView
from arena.games.fiftysix.view import FiftySixView
from tests.kit import ROOT, check_bot

TEXT = (ROOT / "bots" / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", TEXT, flags=re.DOTALL | re.MULTILINE)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 3


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_example_is_a_complete_bot(number: int, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(EXAMPLES[number], encoding="utf-8")
    check_bot("mine.py", base=tmp_path)


@pytest.mark.parametrize(
    ("heading", "view"), [("The view of Bridgette", BridgetteView), ("The view of 56", FiftySixView)]
)
def test_every_property_of_the_view_is_described(heading: str, view: type) -> None:
    section = TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]
    described = re.findall(r"^\| `view\.(\w+)(?:\(\))?` \| \S", section, flags=re.MULTILINE)
    assert sorted(described) == [name for name in dir(view) if not name.startswith("_")]


def test_every_bot_is_described() -> None:
    files = {path.name for path in (ROOT / "bots").glob("*.py")}
    assert set(re.findall(r"^- `(\w+\.py)`", TEXT, flags=re.MULTILINE)) == files
