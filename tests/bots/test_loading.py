import random
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from arena.bots import loading
from arena.bots.loading import BotError, load_bot

BOT = """
from arena.bots import BridgetteBot

class {name}(BridgetteBot):
    mark = {mark!r}
    def discard(self, view): return []
    def call(self, view): return None
    def play(self, view): return None
"""


def write_bot(path: Path, name: str = "Mine", mark: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(BOT.format(name=name, mark=mark))
    return path


def test_a_path_alone_finds_the_only_bot_of_the_file(tmp_path: Path) -> None:
    write_bot(tmp_path / "x.py")
    loaded = load_bot("x.py", tmp_path)
    assert loaded.bot_class.__name__ == "Mine"
    assert loaded.games == ("bridgette",)
    assert loaded.default_name == "x"


def test_a_class_can_be_named(tmp_path: Path) -> None:
    path = write_bot(tmp_path / "many.py", "First")
    path.write_text(path.read_text() + BOT.format(name="Second", mark=""))
    loaded = load_bot("many.py:Second", tmp_path)
    assert loaded.bot_class.__name__ == "Second"
    assert loaded.default_name == "Second"


def test_a_relative_path_is_looked_for_beside_the_config_then_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bot(tmp_path / "here" / "x.py", mark="current folder")
    monkeypatch.chdir(tmp_path / "here")
    (tmp_path / "configs").mkdir()
    assert load_bot("x.py", tmp_path / "configs").bot_class.mark == "current folder"  # type: ignore[attr-defined]
    write_bot(tmp_path / "configs" / "x.py", mark="beside the config")
    assert load_bot("x.py", tmp_path / "configs").bot_class.mark == "beside the config"  # type: ignore[attr-defined]


def test_bots_with_equal_file_and_class_names_do_not_disturb_each_other(tmp_path: Path) -> None:
    write_bot(tmp_path / "a" / "bot.py", mark="a")
    write_bot(tmp_path / "b" / "bot.py", mark="b")
    first = load_bot("a/bot.py", tmp_path)
    second = load_bot("b/bot.py", tmp_path)
    assert (first.bot_class.mark, second.bot_class.mark) == ("a", "b")  # type: ignore[attr-defined]
    assert first.bot_class.__module__ in sys.modules
    assert first.bot_class.__module__ != second.bot_class.__module__


def test_a_changed_file_is_loaded_anew(tmp_path: Path) -> None:
    write_bot(tmp_path / "x.py", mark="old")
    old = load_bot("x.py", tmp_path)
    write_bot(tmp_path / "x.py", mark="new")
    new = load_bot("x.py", tmp_path)
    assert (old.bot_class.mark, new.bot_class.mark) == ("old", "new")  # type: ignore[attr-defined]


def test_a_class_of_an_importable_module_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_bot(tmp_path / "some_bots_pkg" / "clever.py", "Clever")
    (tmp_path / "some_bots_pkg" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    loaded = load_bot("some_bots_pkg.clever:Clever", tmp_path)
    assert loaded.default_name == "Clever"
    assert [file.name for file in loaded.files] == ["some_bots_pkg/__init__.py", "some_bots_pkg/clever.py"]


def test_an_entry_point_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_bot(tmp_path / "entry_point_bot.py", "Installed")
    monkeypatch.syspath_prepend(str(tmp_path))
    point = EntryPoint("installed", "entry_point_bot:Installed", loading.ENTRY_POINT_GROUP)
    monkeypatch.setattr(loading, "entry_points", lambda group: EntryPoints([point]))
    assert load_bot("installed", tmp_path).bot_class.__name__ == "Installed"
    with pytest.raises(BotError, match="did you mean 'installed'"):
        load_bot("instaled", tmp_path)


def test_the_version_changes_with_the_code_the_class_the_options_and_the_noise_only(tmp_path: Path) -> None:
    write_bot(tmp_path / "x.py")
    loaded = load_bot("x.py", tmp_path)
    version = loaded.version({"a": 1, "b": 2})
    assert len(version) == 12
    assert version == loaded.version({"a": 1, "b": 2}, 0.0)
    assert len({version, loaded.version({"a": 1, "b": 2}, 0.1), loaded.version({"a": 1, "b": 2}, 0.2)}) == 3
    assert version == load_bot("x.py", tmp_path).version({"b": 2, "a": 1})
    assert version != loaded.version({"a": 1, "b": 3})
    write_bot(tmp_path / "x.py", mark="changed")
    assert version != load_bot("x.py", tmp_path).version({"a": 1, "b": 2})


def test_options_and_random_numbers_are_there_when_the_bot_is_created(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_text(BOT.format(name="Mine", mark="") + "    def __init__(self): self.seen = self.options['a']\n")
    bot = load_bot("x.py", tmp_path).bot_class.create({"a": 7}, random.Random(1))
    assert bot.seen == 7  # type: ignore[attr-defined]


HEAD = "from arena.bots import Bot, BridgetteBot, FiftySixBot\n"


@pytest.mark.parametrize(
    ("source", "spec", "messages"),
    [
        ("def f(:\n", "x.py", ["x.py:1", "syntax error"]),
        ("\nimport no_such_module_anywhere\n", "x.py", ["x.py:2", "no_such_module_anywhere"]),
        ("def f():\n    return 1 / 0\n\nf()\n", "x.py", ["x.py:2", "ZeroDivisionError"]),
        ("raise SystemExit(3)\n", "x.py", ["x.py:1", "SystemExit: 3"]),
        ("\0", "x.py", ["x.py", "null bytes"]),
        ("x = 1\n", "x.py", ["no bot in it", "arena.bots.Bot"]),
        (HEAD + "class A(BridgetteBot):\n  act = print\nclass B(A): pass\n", "x.py", ["x.py:A", "x.py:B"]),
        (HEAD + "class Able(BridgetteBot): act = print\n", "x.py:Abel", ["'Abel'", "did you mean 'Able'"]),
        (HEAD + "class A: pass\n", "x.py:A", ["'A' is not a bot"]),
        (HEAD + "A = 3\n", "x.py:A", ["'A' is not a bot"]),
        (
            HEAD + "class A(BridgetteBot):\n  def call(self, v): 0\n  def discards(self, v): 0\n",
            "x.py",
            ["lacks discard(view), play(view)", "did you mean 'discards'"],
        ),
        (HEAD + "class A(FiftySixBot):\n  play = print\n", "x.py", ["lacks call(view)", "fiftysix"]),
        (HEAD + "class A(Bot): act = print\n", "x.py", ["names no games"]),
        (HEAD + "class A(Bot):\n  games = ('bridgete',)\n  act = print\n", "x.py", ["did you mean 'bridgette'"]),
    ],
)
def test_a_bot_that_cannot_play_is_refused_with_file_line_and_what_was_expected(
    tmp_path: Path, source: str, spec: str, messages: list[str]
) -> None:
    (tmp_path / "x.py").write_text(source)
    with pytest.raises(BotError) as caught:
        load_bot(spec, tmp_path)
    for message in messages:
        assert message in str(caught.value)


def test_a_missing_file_is_refused_with_the_places_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "configs").mkdir()
    write_bot(tmp_path / "basic.py")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BotError) as caught:
        load_bot("basik.py", tmp_path / "configs")
    assert str(tmp_path / "configs") in str(caught.value)
    assert "did you mean 'basic.py'" in str(caught.value)


@pytest.mark.parametrize("spec", ["no_such_pkg.module:Class", "arena.nothing:Class", "nothing"])
def test_a_missing_module_or_entry_point_is_refused_with_the_forms_a_bot_can_have(
    spec: str, tmp_path: Path
) -> None:
    with pytest.raises(BotError, match=r"path\.py:Class"):
        load_bot(spec, tmp_path)


def test_an_installed_module_that_fails_is_refused_with_the_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_bot_module.py").write_text("1 / 0\n")
    (tmp_path / "needy_bot_module.py").write_text("import no_such_module_anywhere\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(BotError, match="ZeroDivisionError"):
        load_bot("broken_bot_module:A", tmp_path)
    with pytest.raises(BotError, match="no_such_module_anywhere"):
        load_bot("needy_bot_module:A", tmp_path)
