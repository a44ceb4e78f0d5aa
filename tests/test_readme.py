"""The README's first bot, submitted and ranked as it says."""

import re
from pathlib import Path

import pytest

from arena.cli.commands import LISTED
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


def test_every_command_is_in_the_readme() -> None:
    assert set(re.findall(r"^\| `arena (\w+)", README, re.M)) == set(LISTED)


def folders() -> list[Path]:
    """The folders of the project that hold files of their own."""
    found = [ROOT / name for name in ("arena", "bots", "configs", "results", "tests")]
    found += [path for path in (ROOT / "arena").rglob("*") if path.is_dir() and path.name != "__pycache__"]
    return [path for path in found if path.is_dir() and any(one.is_file() for one in path.iterdir())]


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.relative_to(ROOT).as_posix())
def test_every_folder_explains_itself_or_is_explained_by_the_one_above(folder: Path) -> None:
    above = folder.parent / "README.md"
    assert (folder / "README.md").is_file() or f"`{folder.name}/`" in above.read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.relative_to(ROOT).as_posix())
def test_the_python_files_that_a_readme_lists_are_there(folder: Path) -> None:
    readme = folder / "README.md"
    listed = re.findall(r"^- `([\w/]+\.py)`", readme.read_text(encoding="utf-8") if readme.is_file() else "", re.M)
    assert [name for name in listed if not (folder / name).is_file()] == []
