"""In bubblewrap a bot sees what Python and its packages need, and little else; what it sees is kept in memory."""

import ctypes
import mmap
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.hosts.hosts import Hosts
from arena.hosts.layers import REQUIRED, bubblewrap_works, missing_layers
from arena.hosts.packages import package_folders
from arena.hosts.readable import Warmth, hidden_folders, readable_paths
from tests.hosts.kit import Kit, middle_but

pytestmark = pytest.mark.skipif(sys.platform != "linux" or bool(missing_layers()), reason="no sandbox here")


@pytest.fixture(scope="module")
def wrapped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    if not bubblewrap_works():
        pytest.skip("bubblewrap does not start here")
    hosts = Hosts(tmp_path_factory.mktemp("hosts"), REQUIRED, wrapped=True)
    yield Kit(hosts, "sandbox")
    hosts.close()


def does(wrapped: Kit, folder: Path, *lines: str) -> str:
    """What goes wrong when a bot does this at its start."""
    body = "\n    ".join(["def match_start(self, view):", *lines])
    played = wrapped.play([middle_but(folder, body)] * 2)
    return str(played.faults[0]) if played.faults else ""


EXTENSIONS = (
    "bz2",
    "ctypes",
    "curses",
    "decimal",
    "hashlib",
    "lzma",
    "sqlite3",
    "ssl",
    "uuid",
    "zlib",
    "zoneinfo",
)


def test_all_of_the_standard_library_that_bots_use_can_be_imported(wrapped: Kit, tmp_path: Path) -> None:
    assert does(wrapped, tmp_path, f"import {', '.join(EXTENSIONS)}", "zoneinfo.ZoneInfo('Europe/Berlin')") == ""


@pytest.mark.parametrize("package", ["numpy", "scipy.optimize"])
def test_a_package_that_is_imported_is_there_with_all_it_requires(
    wrapped: Kit, tmp_path: Path, package: str
) -> None:
    pytest.importorskip(package)
    assert does(wrapped, tmp_path, f"import {package}", "import numpy", "numpy.linalg.inv(numpy.eye(3))") == ""


def test_what_no_bot_needs_is_not_there(wrapped: Kit, tmp_path: Path) -> None:
    assert "No module named 'numpy'" in does(wrapped, tmp_path, "__import__('num' + 'py')")
    assert "test" in {Path(folder).name for folder in hidden_folders()} or not hidden_folders()
    for folder in hidden_folders():
        assert does(wrapped, tmp_path, f"assert os.listdir({folder!r}) == []") == ""
    assert does(wrapped, tmp_path, "assert os.listdir('/usr/lib') != []") == ""
    there = sum(len(names) for _, _, names in os.walk("/usr/lib"))
    seen = "sum(len(names) for _, _, names in os.walk('/usr/lib'))"
    assert does(wrapped, tmp_path, f"assert {seen} < {there // 2}") == ""


def test_the_packages_that_one_requires_are_found() -> None:
    pytest.importorskip("scipy")
    names = {Path(path).name for path in package_folders(["scipy.optimize"])}
    assert {"scipy", "numpy", "msgspec"} <= names
    assert "numpy" not in {Path(path).name for path in package_folders([])}


def test_what_is_readable_exists_and_holds_the_c_library() -> None:
    paths = readable_paths()
    assert all(Path(path).exists() for path in paths)
    assert any("/libc.so" in path for path in paths) or "/usr/lib" in paths


def test_what_bots_can_read_is_kept_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "weights"
    path.write_bytes(os.urandom(1 << 20))
    with path.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    if in_memory(path):
        pytest.skip("this file system keeps all in memory")
    warmth = Warmth()
    warmth.add(frozenset(), str(tmp_path))
    warmth.keep()
    end = time.monotonic() + 10
    while not in_memory(path) and time.monotonic() < end:
        time.sleep(0.01)
    assert in_memory(path)


def in_memory(path: Path) -> bool:
    """Whether all pages of a file are."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, flags=mmap.MAP_PRIVATE) as mapped:
        pages = (ctypes.c_ubyte * (len(mapped) // mmap.PAGESIZE))()
        begin = ctypes.c_char.from_buffer(mapped)
        found = ctypes.CDLL(None).mincore(ctypes.byref(begin), ctypes.c_size_t(len(mapped)), pages)
        del begin
    assert found == 0
    return all(page & 1 for page in pages)
