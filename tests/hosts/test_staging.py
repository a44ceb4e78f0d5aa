from pathlib import Path

import pytest

from arena.bots.files import BotFile
from arena.hosts.staging import stage

FILES = (BotFile("bot.py", b"x = 1\n"), BotFile("data/weights.bin", bytes(1000)))


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_folder_holds_exactly_the_bots_files(tmp_path: Path) -> None:
    staged = stage(tmp_path / "staged" / "a@1", FILES)
    assert contents(staged) == {"bot.py": b"x = 1\n", "data/weights.bin": bytes(1000)}
    assert [path.name for path in staged.parent.iterdir()] == ["a@1"]


def test_it_is_left_alone_while_it_is_right(tmp_path: Path) -> None:
    staged = stage(tmp_path / "a@1", FILES)
    before = (staged / "bot.py").stat().st_ino
    stage(tmp_path / "a@1", FILES)
    assert (staged / "bot.py").stat().st_ino == before


@pytest.mark.parametrize("change", ["other content", "one more", "one less", "a link", "a file in the way"])
def test_it_is_made_anew_if_anything_has_changed(tmp_path: Path, change: str) -> None:
    staged = stage(tmp_path / "a@1", FILES)
    match change:
        case "other content":
            (staged / "bot.py").chmod(0o644)
            (staged / "bot.py").write_bytes(b"x = 2\n")
        case "one more":
            (staged / "more.py").write_bytes(b"")
        case "one less":
            (staged / "bot.py").unlink()
        case "a link":
            (staged / "bot.py").rename(tmp_path / "elsewhere.py")
            (staged / "bot.py").symlink_to(tmp_path / "elsewhere.py")
        case "a file in the way":
            staged.rename(tmp_path / "old")
            staged.write_bytes(b"")
    stage(tmp_path / "a@1", FILES)
    assert contents(staged) == {"bot.py": b"x = 1\n", "data/weights.bin": bytes(1000)}
    assert not (staged / "bot.py").is_symlink()


def test_reading_leaves_no_trace_that_another_bot_could_see(tmp_path: Path) -> None:
    file = stage(tmp_path / "a@1", FILES) / "bot.py"
    before = file.stat().st_atime_ns
    file.read_bytes()
    assert file.stat().st_atime_ns == before
