"""The version of a bot in a package stands for all the code that it is made of."""

import importlib
import linecache
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from arena.bots import Bot
from arena.bots.loading import BotError, load_bot, load_class

BASE = "from arena.bots import Bot\nclass Base(Bot):\n    games = ('bridgette',)\n    act = print\n"
FILES = {
    "clever_pkg/__init__.py": "from clever_pkg.deep.own import Clever\n",
    "clever_pkg/deep/__init__.py": "",
    "clever_pkg/deep/own.py": (
        "from abc import ABC\nfrom base_pkg.base import Base\nfrom clever_pkg.helper import VALUE\n"
        "class Clever(Base, ABC):\n    value = VALUE\n"
    ),
    "clever_pkg/helper.py": "VALUE = 1\n",
    "clever_pkg/weights.bin": "0",
    "base_pkg/__init__.py": "",
    "base_pkg/base.py": BASE,
    "alone.py": "from mixin import Mixin\nfrom base_pkg.base import Base\nclass Alone(Mixin, Base): pass\n",
    "mixin.py": "class Mixin: pass\n",
    "spaced/inner/__init__.py": BASE,
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Packages that can be imported, each test's anew."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path
    forget()


def forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] in ROOTS]:
        del sys.modules[name]


ROOTS = {name.partition("/")[0].removesuffix(".py") for name in FILES}


def version(spec: str) -> str:
    """The bot's version, as a process finds it that has not imported it before."""
    forget()
    return load_bot(spec, Path()).version({})


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("clever_pkg.deep.own:Clever", ["clever_pkg/", "base_pkg/"]),
        ("clever_pkg:Clever", ["clever_pkg/", "base_pkg/"]),
        ("alone:Alone", ["alone.py", "mixin.py", "base_pkg/"]),
        ("spaced.inner:Base", ["spaced/inner/"]),
    ],
)
def test_the_version_changes_with_every_file_the_bot_is_made_of_and_with_no_other(
    folder: Path, spec: str, parts: list[str]
) -> None:
    before = version(spec)
    assert version(spec) == before
    for name, text in FILES.items():
        (folder / name).write_text(text + "\n# changed")
        assert (version(spec) != before) == name.startswith(tuple(parts)), name
        (folder / name).write_text(text)
    assert version(spec) == before


def test_a_new_helper_is_a_change_and_what_python_leaves_behind_is_none(folder: Path) -> None:
    before = version("clever_pkg:Clever")
    (folder / "clever_pkg" / "__pycache__").mkdir(exist_ok=True)
    (folder / "clever_pkg" / "__pycache__" / "helper.pyc").write_bytes(b"x")
    assert version("clever_pkg:Clever") == before
    (folder / "clever_pkg" / "new.py").touch()
    assert version("clever_pkg:Clever") != before


def test_a_bot_of_arena_itself_is_its_own_file_only() -> None:
    loaded = load_bot("arena.bots.templates.bridgette:Template", Path())
    assert [file.name for file in loaded.files] == ["bridgette.py"]


def test_a_module_without_a_file_is_refused(folder: Path) -> None:
    module = ModuleType("alone")
    exec("from base_pkg.base import Base\nclass Alone(Base): pass", module.__dict__)
    sys.modules["alone"] = module
    with pytest.raises(BotError, match="module 'alone' has no file, so its version cannot be told"):
        load_bot("alone:Alone", folder)


def test_a_class_of_a_notebook_changes_with_its_base_class(folder: Path) -> None:
    def version_with(mark: str) -> str:
        forget()
        (folder / "alone.py").write_text(BASE + f"    mark = {mark}\nclass Alone(Base): pass\n")
        linecache.clearcache()
        bot: type[Bot] = importlib.import_module("alone").Alone
        return load_class(bot).version({})

    assert version_with("1") == version_with("1") != version_with("2")
