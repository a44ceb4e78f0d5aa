import stat
import zipfile
from pathlib import Path

import pytest

from arena.bots.files import BotError
from arena.submissions import unpack as module
from arena.submissions.unpack import laid_out, unpack


def archive(path: Path, files: dict[str, bytes], **attributes: int) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            if name in attributes:
                info.external_attr = attributes[name] << 16
            made.writestr(info, content)
    return path


def into(tmp_path: Path) -> Path:
    folder = tmp_path / "out" / "here"
    folder.mkdir(parents=True)
    return folder


def refused(tmp_path: Path, path: Path) -> str:
    """What is said of an archive; nothing of it may have been written anywhere."""
    folder = into(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(BotError) as refusal:
        unpack(path, folder)
    assert sorted(tmp_path.rglob("*")) == before
    return str(refusal.value)


def test_files_come_out_as_they_were_but_hidden_ones_and_caches(tmp_path: Path) -> None:
    path = archive(
        tmp_path / "x.zip",
        {
            "a.py": b"1",
            "n/b.py": b"2",
            "__MACOSX/._a.py": b"",
            ".git/x": b"",
            "n/__pycache__/b.pyc": b"",
            "e/": b"",
        },
    )
    folder = unpack(path, into(tmp_path))
    assert {
        file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()
    } == {
        "a.py": b"1",
        "n/b.py": b"2",
    }


def test_one_folder_in_the_archive_is_the_bots(tmp_path: Path) -> None:
    path = archive(tmp_path / "x.zip", {"mine/a.py": b"1", "mine/b.py": b"2", "__MACOSX/mine/._a.py": b""})
    assert unpack(path, into(tmp_path)).name == "mine"


@pytest.mark.parametrize(
    "name", ["/etc/x", "../x.py", "a/../../x.py", "..", "a\\..\\..\\x.py", "C:/x.py", "C:x.py", "a\nb.py", "//x"]
)
def test_a_path_that_could_lead_elsewhere_is_refused(name: str, tmp_path: Path) -> None:
    assert "is no path inside a folder" in refused(tmp_path, archive(tmp_path / "x.zip", {"a.py": b"", name: b""}))


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        (stat.S_IFLNK | 0o777, "is a symbolic link"),
        (stat.S_IFIFO | 0o644, "is no regular file"),
        (stat.S_IFCHR | 0o644, "is no regular file"),
    ],
)
def test_what_is_no_regular_file_is_refused(mode: int, told: str, tmp_path: Path) -> None:
    path = archive(tmp_path / "x.zip", {"a.py": b"", "link": b"/etc/passwd"}, link=mode)
    assert told in refused(tmp_path, path)


def test_bombs_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    zeros = bytes(2 * 1024 * 1024)
    assert "more than 200 times its size" in refused(tmp_path, archive(tmp_path / "x.zip", {"zeros": zeros}))
    monkeypatch.setattr(module, "MOST_BYTES", 10_000)
    (tmp_path / "out" / "here").rmdir()
    (tmp_path / "out").rmdir()
    many = {f"{i}.txt": bytes(1000) for i in range(11)}
    assert "too big for a bot" in refused(tmp_path, archive(tmp_path / "y.zip", many))


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_FILES", 5)
    path = archive(tmp_path / "x.zip", {f"{i}.py": b"" for i in range(11)})
    assert "too many files" in refused(tmp_path, path)


def test_a_file_that_is_bigger_than_it_says_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path / "x.zip", {"a.bin": bytes(range(256)) * 100})
    content = bytearray(path.read_bytes())
    size = (25_600).to_bytes(4, "little")
    while (at := content.find(size)) >= 0:
        content[at : at + 4] = (10).to_bytes(4, "little")
    path.write_bytes(content)
    with pytest.raises(BotError):
        unpack(path, into(tmp_path))
    assert all(file.stat().st_size <= 10 for file in (tmp_path / "out").rglob("*") if file.is_file())


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as made:
        made.writestr("a.py", b"1")
        made.writestr("./a.py", b"2")
    assert "'a.py' is in it twice" in refused(tmp_path, tmp_path / "x.zip")


def test_a_file_that_is_a_folder_too_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path / "x.zip", {"a": b"1", "a/b.py": b"2"})
    assert "'a' is both a file and a folder in it" in refused(tmp_path, path)


def test_an_encrypted_archive_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path / "x.zip", {"a.py": b"1"})
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    assert "'a.py' is encrypted" in refused(tmp_path, path)


@pytest.mark.parametrize("content", [b"", b"PK", b"print(1)\n", b"PK\x05\x06" + bytes(10)])
def test_what_is_no_archive_is_told(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(content)
    assert "x.zip: not a sound zip file" in refused(tmp_path, tmp_path / "x.zip")


def test_a_damaged_archive_is_told(tmp_path: Path) -> None:
    path = archive(tmp_path / "x.zip", {"a.py": b"some text that is long enough to be damaged" * 20})
    content = bytearray(path.read_bytes())
    content[45] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(BotError, match=r"x.zip: not a sound zip file"):
        unpack(path, into(tmp_path))


def test_messages_do_not_tell_where_it_was_unpacked(tmp_path: Path) -> None:
    path = archive(tmp_path / "kim.zip", {"a.py": b"", "b.py": b""})
    with pytest.raises(BotError) as refusal, laid_out(path) as (spec, base):
        raise BotError(f"{base / spec}: wrong")
    assert str(refusal.value) == "kim: wrong"
