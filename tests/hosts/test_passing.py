import multiprocessing
import os
import signal
import tempfile
import time
from pathlib import Path

import pytest

from arena.hosts.passing import passing_folder


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of temporary ones."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def hold(name: str) -> None:
    """Make a folder, tell which, and keep it."""
    with passing_folder() as folder:
        (folder / "file").write_text("")
        Path(name).write_text(str(folder))
        time.sleep(60)


def test_it_is_gone_afterwards_with_all_that_is_in_it(temporary: Path) -> None:
    with passing_folder() as folder:
        (folder / "a").mkdir()
        (folder / "a" / "b").write_text("")
        (folder / "a" / "b").chmod(0o444)
    assert list(temporary.iterdir()) == []


def test_one_that_is_held_stays_and_one_whose_process_was_killed_goes(
    temporary: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    told = tmp_path_factory.mktemp("told") / "name"
    process = multiprocessing.get_context("fork").Process(target=hold, args=(str(told),))
    process.start()
    until = time.monotonic() + 30
    while not (told.exists() and told.read_text()):
        assert time.monotonic() < until
        time.sleep(0.01)
    held = Path(told.read_text())
    with passing_folder() as own:
        assert held.exists()
        with passing_folder() as other:
            assert own.exists()
            assert other != own
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    assert held.exists()
    with passing_folder():
        assert not held.exists()
    assert list(temporary.iterdir()) == []


def test_nothing_else_is_removed(temporary: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "precious").write_text("")
    (temporary / "arena-passing-link").symlink_to(elsewhere)
    (temporary / "arena-passing-file").write_text("")
    (temporary / "other").mkdir()
    with passing_folder():
        pass
    assert sorted(path.name for path in temporary.iterdir()) == [
        "arena-passing-file",
        "arena-passing-link",
        "other",
    ]
    assert (elsewhere / "precious").exists()
