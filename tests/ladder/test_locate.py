from pathlib import Path

import pytest

from arena.ladder.inbox import Inbox, Withdraw
from arena.ladder.locate import LocateError, locate
from arena.ladder.schema import DATABASE
from tests.ladder.kit import write_config


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A results folder with two ladders and a folder that is none."""
    root = tmp_path / "results"
    for name in ("autumn", "tiny"):
        (root / name).mkdir(parents=True)
        (root / name / DATABASE).touch()
    (root / "notes").mkdir()
    return root


def test_a_ladder_is_found_by_folder_database_config_and_name(root: Path, tmp_path: Path) -> None:
    config = write_config(tmp_path)
    for given in (root / "tiny", root / "tiny" / DATABASE, config, "tiny", "tiny/"):
        assert locate(str(given), root) == root / "tiny"


def test_a_folder_outside_results_is_found(root: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / DATABASE).touch()
    assert locate(str(elsewhere), root) == elsewhere


def test_a_broken_config_still_names_its_ladder(root: Path, tmp_path: Path) -> None:
    config = write_config(tmp_path, games=None, format="gone wrong")
    assert locate(str(config), root) == root / "tiny"


def test_the_only_ladder_needs_no_naming(root: Path) -> None:
    (root / "autumn" / DATABASE).unlink()
    assert locate(None, root) == root / "tiny"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (None, "no RESULTS given, and which one? in .*results/ there are: autumn, tiny"),
        ("tinny", "tinny: no such ladder; did you mean 'tiny'?; in .*results/ there are: autumn, tiny"),
        ("notes", "notes: no such ladder; in .*/ there are: autumn, tiny"),
    ],
)
def test_what_is_not_found_is_answered_with_what_there_is(given: str | None, told: str, root: Path) -> None:
    with pytest.raises(LocateError, match=told.replace("?", r"\?")):
        locate(given, root)


def test_a_ladder_that_has_only_submissions_is_told_apart(root: Path) -> None:
    Inbox(root / "new").post(Withdraw("x"))
    for given in ("new", str(root / "new")):
        with pytest.raises(LocateError, match="has submissions but has not run yet; give its config"):
            locate(given, root)


def test_a_folder_without_a_ladder_is_told_apart(root: Path) -> None:
    with pytest.raises(LocateError, match="holds no ladder"):
        locate(str(root / "notes"), root)


@pytest.mark.parametrize("given", [None, "tiny"])
def test_no_ladder_at_all_is_said(given: str | None, tmp_path: Path) -> None:
    with pytest.raises(LocateError, match=r"there is no ladder in .*expected a ladder's folder, its config"):
        locate(given, tmp_path / "results")


def test_a_config_that_has_not_run_is_answered_with_how_to(root: Path, tmp_path: Path) -> None:
    config = write_config(tmp_path, ladder="spring")
    with pytest.raises(LocateError, match=f"'spring' has no results .*arena run {config}"):
        locate(str(config), root)


@pytest.mark.parametrize(
    ("content", "told"), [("- a\n", "no ladder's config"), ("a: [", "cannot be read as YAML")]
)
def test_a_file_that_is_no_config_is_refused(content: str, told: str, root: Path, tmp_path: Path) -> None:
    config = tmp_path / "odd.yaml"
    config.write_text(content)
    with pytest.raises(LocateError, match=told):
        locate(str(config), root)
