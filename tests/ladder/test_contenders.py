from pathlib import Path

import pytest

from arena.bots.files import BotError
from arena.errors import ArenaError
from arena.ladder.contenders import find_contender, find_field
from arena.ladder.entrants import Entrant, load_ladder
from arena.ladder.runner import run_ladder
from arena.ladder.stored import open_ladder
from tests.ladder.kit import made_up, write_config

BOT = """
from arena.bots import BridgetteBot, Option
from arena.games.bridgette.calls import Call

class Mine(BridgetteBot):
    OPTIONS = {{"courage": Option(1, "how bold it is")}}

    def discard(self, view): return view.hand[: view.to_discard]
    def call(self, view): return Call.parse("P")
    def play(self, view): return view.legal[{index}]
"""


def write_bot(folder: Path, index: int, name: str = "mine") -> Path:
    path = folder / f"{name}.py"
    path.write_text(BOT.format(index=index))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A ladder in which `mine` has played with an option, in two versions."""
    for index in (0, -1):
        bot = {"bot": str(write_bot(tmp_path, index)), "name": "mine", "options": {"courage": 7}}
        ladder = load_ladder(write_config(tmp_path, [bot, "b"]))
        run_ladder(ladder, tmp_path / "results", 0, quiet=True, play=made_up)
    return tmp_path / "results"


def versions(folder: Path) -> list[str]:
    with open_ladder(folder) as ladder:
        return [entrant.version for entrant in ladder.entrants() if entrant.name == "mine"]


def test_a_file_is_a_bot_with_its_default_options(tmp_path: Path) -> None:
    path = write_bot(tmp_path, 0)
    for text in (str(path), f"{path}:Mine"):
        entrant = find_contender(text, None)
        assert (dict(entrant.options), entrant.games, entrant.isolation) == (
            {"courage": 1},
            ("bridgette",),
            "process",
        )
    assert find_contender(str(path), None).name == "mine"


def test_a_version_is_had_as_it_was_then_whatever_has_become_of_its_file(tmp_path: Path, folder: Path) -> None:
    old, new = versions(folder)
    write_bot(tmp_path, 1)
    for version in (old, new):
        for text in (f"mine@{version}", f"mine@{version[:5]}"):
            entrant = find_contender(text, str(folder))
            assert (entrant.key, dict(entrant.options)) == (f"mine@{version}", {"courage": 7})
            assert entrant.loaded.version(entrant.options) == version
    (tmp_path / "mine.py").unlink()
    assert find_contender(f"mine@{old}", str(folder)).loaded.bot_class.games == ("bridgette",)


def test_a_name_alone_is_the_present_version(folder: Path) -> None:
    assert find_contender("mine", str(folder)).version == versions(folder)[-1]


def test_the_only_ladder_need_not_be_named(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = f"mine@{versions(folder)[0]}"
    with pytest.raises(ArenaError, match=r"mine@\w+: no RESULTS given, and there is no ladder .* with --ladder"):
        find_contender(text, None)
    (tmp_path / "results").rename(tmp_path / "tiny")
    (tmp_path / "results").mkdir()
    (tmp_path / "tiny").rename(tmp_path / "results" / "tiny")
    assert find_contender(text, None).version == versions(tmp_path / "results" / "tiny")[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "mien",
            r"no file or folder 'mien', and no entrant 'mien' in .*; there are: mine, b; did you mean 'mine'",
        ),
        ("mine@ffffffffffff", r"mine@ffffffffffff: no such version in .*; mine has: \w{12}, \w{12}$"),
        ("mine@x", "no such version"),
    ],
)
def test_an_unknown_entrant_is_answered_with_those_there_are(text: str, message: str, folder: Path) -> None:
    with pytest.raises(ArenaError, match=message):
        find_contender(text, str(folder))


def test_a_version_whose_files_are_gone_is_refused(folder: Path) -> None:
    (folder / "bundles").rename(folder / "elsewhere")
    with pytest.raises(ArenaError, match=r"the files of that version are not kept in .*; give its file or folder"):
        find_contender("mine", str(folder))


def test_a_bot_that_does_not_play_the_game_is_refused(tmp_path: Path) -> None:
    path = write_bot(tmp_path, 0)
    with pytest.raises(ArenaError, match=r"mine.py does not play fiftysix; it plays bridgette$"):
        find_contender(str(path), None, "fiftysix")


def test_a_bot_without_a_usable_name_is_refused(tmp_path: Path) -> None:
    path = write_bot(tmp_path, 0, "a+b")
    with pytest.raises(ArenaError, match=r"name 'a\+b' \(taken from the bot\): expected a name of at most 64"):
        find_contender(str(path), None)


def test_no_such_file_is_the_loaders_message() -> None:
    with pytest.raises(BotError, match=r"no bot file 'bots/no.py': looked in"):
        find_contender("bots/no.py", None)


# Fields


def names(entrants: tuple[Entrant, ...]) -> list[str]:
    return [entrant.name for entrant in entrants]


def test_a_field_is_of_bots_and_of_the_entrants_of_configs_each_under_a_name_of_its_own(tmp_path: Path) -> None:
    mine = write_bot(tmp_path, 0)
    config = write_config(tmp_path, ["a", {"bot": str(mine), "options": {"courage": 3}, "limits": {"match_s": 9}}])
    field = find_field([str(mine), str(config), "bots/bridgette_bold.py"], None, "bridgette")
    assert names(field) == ["mine", "a", "mine 2", "bridgette_bold"]
    assert [dict(entrant.options).get("courage") for entrant in field] == [1, None, 3, None]
    assert [entrant.isolation for entrant in field] == ["process", "none", "none", "process"]
    assert field[2].limits.match_s == 9


def test_of_a_config_those_come_that_play_the_game(tmp_path: Path) -> None:
    both = [{"id": "b", "game": "bridgette"}, {"id": "s", "game": "fiftysix"}]
    mine = {"bot": str(write_bot(tmp_path, 0))}
    config = write_config(tmp_path, [mine, "a", "c"], games=both)
    assert names(find_field([str(config)], None, "bridgette")) == ["mine", "a", "c"]
    assert names(find_field([str(config)], None, "fiftysix")) == ["a", "c"]
    alone = write_config(tmp_path, [mine, {**mine, "name": "other"}])
    with pytest.raises(ArenaError, match=r"tiny.yaml: none of its entrants plays fiftysix"):
        find_field([str(alone)], None, "fiftysix")
