import os
import stat
from pathlib import Path

import pytest

from arena.bots import bundle
from arena.bots.bundle import MANIFEST, Shelf, read_bundle
from arena.bots.files import BotError
from arena.bots.loading import kept_bot, load_bot

BOT = """
from pathlib import Path
from arena.bots import BridgetteBot
import helper
from nets import model

class {name}(BridgetteBot):
    mark = helper.MARK
    size = model.SIZE
    weights = Path(__file__).with_name("weights.bin").read_bytes()

    def discard(self, view):
        import late
        return late.VALUE
    def call(self, view): return None
    def play(self, view): return None
"""


def write(folder: Path, mark: str = "one", manifest: str = "bot: mine.py\n") -> Path:
    """A bot of several files."""
    (folder / "nets").mkdir(parents=True)
    (folder / "mine.py").write_text(BOT.format(name="Mine"))
    (folder / "helper.py").write_text(f"MARK = {mark!r}\n")
    (folder / "late.py").write_text(f"VALUE = 'late {mark}'\n")
    (folder / "nets" / "__init__.py").write_text("")
    (folder / "nets" / "model.py").write_text("from .sizes import SIZE\n")
    (folder / "nets" / "sizes.py").write_text("SIZE = 7\n")
    (folder / "weights.bin").write_bytes(b"\x00\xff")
    (folder / MANIFEST).write_text(manifest)
    return folder


# What belongs to a bundle


def test_a_file_alone_is_a_bundle(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text("1\n")
    (tmp_path / "y.py").write_text("2\n")
    assert [file.name for file in read_bundle(tmp_path / "x.py").files] == ["x.py"]


def test_a_folder_is_a_bundle_of_all_its_files_but_hidden_ones_and_caches(tmp_path: Path) -> None:
    folder = write(tmp_path / "bot")
    before = read_bundle(folder)
    for junk in (".git/config", "__pycache__/mine.pyc", "nets/__pycache__/x.pyc", ".DS_Store"):
        (folder / junk).parent.mkdir(exist_ok=True)
        (folder / junk).write_text("junk")
    bundle_ = read_bundle(folder)
    assert bundle_.hash == before.hash
    nets = [f"nets/{name}.py" for name in ("__init__", "model", "sizes")]
    names = sorted([MANIFEST, "helper.py", "late.py", "mine.py", "weights.bin", *nets])
    assert [file.name for file in bundle_.files] == names


@pytest.mark.parametrize("change", ["rename", "content", "add"])
def test_the_hash_stands_for_names_and_contents(change: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "bot")
    before = read_bundle(folder).hash
    if change == "rename":
        (folder / "weights.bin").rename(folder / "weights.bi")
    elif change == "content":
        (folder / "weights.bin").write_bytes(b"\x00\xfe")
    else:
        (folder / "more.txt").write_text("")
    assert read_bundle(folder).hash != before


def test_the_hash_does_not_depend_on_where_or_when(tmp_path: Path) -> None:
    one, other = write(tmp_path / "a"), write(tmp_path / "b")
    os.utime(other / "mine.py", (0, 0))
    assert read_bundle(one).hash == read_bundle(other).hash


def test_one_python_file_needs_no_manifest(tmp_path: Path) -> None:
    (tmp_path / "weights.bin").write_text("")
    (tmp_path / "x.py").write_text("1\n")
    assert read_bundle(tmp_path).manifest.main == "x.py"


def test_a_manifest_says_what_it_is(tmp_path: Path) -> None:
    text = "bot: mine.py:Mine\nname: m\nauthor: kim\noptions: {a: 1}\n"
    manifest = read_bundle(write(tmp_path / "bot", manifest=text)).manifest
    assert (manifest.main, manifest.class_name, manifest.name, manifest.author, manifest.options) == (
        *("mine.py", "Mine", "m", "kim"),
        {"a": 1},
    )


@pytest.mark.parametrize(
    ("manifest", "told"),
    [
        ("bot: min.py\n", "bot: no file 'min.py' in the folder; did you mean 'mine.py'?"),
        ("name: x\n", "expected keys with values, among them the bot's file"),
        ("- bot\n", "expected keys with values, among them the bot's file"),
        ("bot: [\n", "not valid YAML"),
        ("bot: mine.py\noptions: {a: &a [1], b: *a}\n", "expected every value written out, not an alias"),
        (
            "bot: mine.py\nauther: x\n",
            "auther: unknown key; known: bot, command, name, author, options; did you mean 'author'?",
        ),
        ("bot: mine.py\noptions: 3\n", "options: expected keys with values, got 3"),
        ("bot: mine.py\nname: 3\n", "name: expected a text, got 3"),
        ("bot: mine.py\nbot: helper.py\n", "bot: given twice, on line 1 and on line 2"),
        ("bot: mine.py\nname: a\nauthor: x\nname: b\n", "name: given twice, on line 2 and on line 4"),
        ("bot: mine.py\noptions: {a: 1, a: 2}\n", "a: given twice, on line 2 and on line 2"),
        ("bot: mine.py\ncommand: [node, x.mjs]\n", "command: expected it or bot, not both"),
        ("command: [node, x.mjs]\noptions: {a: 1}\n", "options: a command has none"),
        ("command: node x.mjs\n", "command: expected a list of texts such as [node, mine.mjs], got 'node x.mjs'"),
        ("command: [node, 3]\n", "command: expected a list of texts"),
        ("command: []\n", "command: expected a list of texts"),
        ("command:\n", "command: expected a list of texts"),
        ("bot: nets/model.py\n", "bot: expected file.py or file.py:Class beside this file, got 'nets/model.py'"),
    ],
)
def test_a_wrong_manifest_is_told(manifest: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(BotError) as refusal:
        read_bundle(write(tmp_path / "bot", manifest=manifest))
    assert told in str(refusal.value)
    assert MANIFEST in str(refusal.value)


@pytest.mark.parametrize(
    ("files", "told"), [(["a.py", "b.py"], "several Python files"), (["a.txt"], "no Python file")]
)
def test_without_a_manifest_it_must_be_clear_what_the_bot_is(files: list[str], told: str, tmp_path: Path) -> None:
    for name in files:
        (tmp_path / name).write_text("")
    with pytest.raises(BotError, match=f"{told} and no arena-bot.yaml; expected one with a line"):
        read_bundle(tmp_path)


def test_symbolic_links_and_pipes_are_refused(tmp_path: Path) -> None:
    folder = write(tmp_path / "bot")
    (folder / "link").symlink_to("/etc/passwd")
    with pytest.raises(BotError, match=r"link: a symbolic link; a bot is made of regular files only"):
        read_bundle(folder)
    (folder / "link").unlink()
    (folder / "inner").symlink_to(tmp_path, target_is_directory=True)
    with pytest.raises(BotError, match=r"inner: a symbolic link"):
        read_bundle(folder)
    (folder / "inner").unlink()
    os.mkfifo(folder / "pipe")
    with pytest.raises(BotError, match="pipe: no regular file"):
        read_bundle(folder)


def test_what_is_too_big_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(tmp_path / "bot")
    monkeypatch.setattr(bundle, "MOST_FILES", 7)
    with pytest.raises(BotError, match="too many files for a bot; at most 7 are taken"):
        read_bundle(folder)
    monkeypatch.setattr(bundle, "MOST_FILES", 8)
    read_bundle(folder)
    monkeypatch.setattr(bundle, "MOST_BYTES", 300)
    with pytest.raises(BotError, match="too big for a bot"):
        read_bundle(folder)


@pytest.mark.parametrize("name", ["random.py", "arena.py", "arena/x.py", "json/__init__.py"])
def test_files_that_would_hide_pythons_own_modules_are_refused(name: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "bot")
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("")
    with pytest.raises(BotError, match="is the name of a module that is there already; rename it"):
        read_bundle(folder)


# Running it


def test_a_bot_finds_its_own_files(tmp_path: Path) -> None:
    loaded = load_bot(str(write(tmp_path / "bot")), tmp_path)
    bot = loaded.bot_class
    assert (bot.mark, bot.size, bot.weights) == ("one", 7, b"\x00\xff")  # type: ignore[attr-defined]
    assert bot.discard(object(), None) == "late one"  # type: ignore[attr-defined]
    assert loaded.default_name == "bot"


def test_files_of_the_same_names_do_not_disturb_each_other(tmp_path: Path) -> None:
    bots = [load_bot(str(write(tmp_path / mark, mark)), tmp_path).bot_class for mark in ("one", "two")]
    assert [bot.mark for bot in bots] == ["one", "two"]  # type: ignore[attr-defined]
    assert [bot.discard(object(), None) for bot in bots] == ["late one", "late two"]  # type: ignore[attr-defined]
    with pytest.raises(ModuleNotFoundError):
        import helper  # type: ignore[import-not-found]  # noqa: F401


def test_a_changed_helper_is_another_version(tmp_path: Path) -> None:
    folder = write(tmp_path / "bot")
    before = load_bot(str(folder), tmp_path)
    (folder / "helper.py").write_text("MARK = 'changed'\n")
    after = load_bot(str(folder), tmp_path)
    assert after.version({}) != before.version({})
    assert (before.bot_class.mark, after.bot_class.mark) == ("one", "changed")  # type: ignore[attr-defined]


def test_a_file_beside_a_manifest_stands_for_the_folder(tmp_path: Path) -> None:
    folder = write(tmp_path / "bot")
    assert load_bot("bot/mine.py", tmp_path).bundle == load_bot("bot", tmp_path).bundle == read_bundle(folder).hash


def test_a_mistake_in_a_helper_is_told_with_its_place(tmp_path: Path) -> None:
    folder = write(tmp_path / "bot")
    (folder / "helper.py").write_text("x = 1\nx = (\n")
    with pytest.raises(BotError, match=r"helper.py:2: syntax error"):
        load_bot("bot", tmp_path)
    (folder / "helper.py").write_text("MARK = 1 / 0\n")
    with pytest.raises(
        BotError, match=r"bot/mine.py:4: ZeroDivisionError: division by zero while the bot was loaded"
    ):
        load_bot("bot", tmp_path)


def test_a_helper_beside_a_lonely_file_is_pointed_to(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text("import helper\n")
    (tmp_path / "helper.py").write_text("")
    with pytest.raises(BotError, match=r"to have helper.py with it, put both in a folder of their own"):
        load_bot("x.py", tmp_path)


def test_several_bots_and_none_named_are_told(tmp_path: Path) -> None:
    folder = write(tmp_path / "bot")
    (folder / "mine.py").write_text(BOT.format(name="Mine") + BOT.format(name="Yours"))
    with pytest.raises(BotError, match=r"several bots, name one: bot/mine.py:Mine, bot/mine.py:Yours"):
        load_bot("bot", tmp_path)
    assert load_bot("bot:Yours", tmp_path).class_name == "Yours"


# The shelf


def test_a_bundle_on_the_shelf_plays_though_its_files_have_gone(tmp_path: Path) -> None:
    folder = write(tmp_path / "bot")
    shelf = Shelf(tmp_path / "bundles")
    kept = read_bundle(folder)
    place = shelf.put(kept)
    assert shelf.put(kept) == place
    before = load_bot("bot", tmp_path)
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    bot = load_bot(kept.hash, tmp_path, shelf)
    assert bot.bot_class.mark == "one"  # type: ignore[attr-defined]
    assert bot.version({}) == before.version({})
    assert not any(stat.S_IMODE(path.stat().st_mode) & 0o222 for path in place.rglob("*") if path.is_file())
    assert [path.name for path in shelf.folder.iterdir()] == [kept.hash]


def test_a_single_file_on_the_shelf_has_the_version_it_had(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text(
        "from arena.bots import Bot\nclass X(Bot):\n    games = ('bridgette',)\n    act = print\n"
    )
    shelf = Shelf(tmp_path / "bundles")
    kept = read_bundle(tmp_path / "x.py")
    shelf.put(kept)
    assert load_bot(kept.hash, tmp_path, shelf).version({}) == load_bot("x.py", tmp_path).version({})


def test_what_is_kept_is_not_run_until_its_class_is_asked_for(tmp_path: Path) -> None:
    folder = write(tmp_path / "bot")
    (folder / "mine.py").write_text("raise SystemExit('ran')\n")
    kept = read_bundle(folder)
    bot = kept_bot(kept, folder, "bot", "mine.py", "Mine", ("bridgette",))
    assert (bot.games, bot.class_name) == (("bridgette",), "Mine")
    with pytest.raises(BotError, match="SystemExit: ran"):
        _ = bot.bot_class


def test_a_changed_or_missing_bundle_is_told(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "bundles")
    kept = read_bundle(write(tmp_path / "bot"))
    with pytest.raises(BotError, match=r"no bundle .* there: no bundles"):
        shelf.get(kept.hash)
    place = shelf.put(kept)
    (place / "helper.py").chmod(0o644)
    (place / "helper.py").write_text("MARK = 'evil'\n")
    with pytest.raises(BotError, match="the bundle's files have been changed"):
        load_bot(kept.hash, tmp_path, shelf)
    with pytest.raises(BotError, match="only a ladder that was submitted to has bundles"):
        load_bot(kept.hash, tmp_path)
