"""`arena new`: every template is a sound bot that beats random play."""

import sys
from pathlib import Path

import pytest

from arena.bots.loading import load_bot
from arena.bots.options import resolve_options
from arena.checks.check import check_bot
from arena.cli.main import main
from arena.cli.new import Game, source
from tests.kit import check_bot as conforms


def arena(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["arena", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.mark.parametrize("game", Game)
def test_a_new_bot_conforms_and_clearly_beats_random_play(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert arena(monkeypatch, "new", "my_bot", "--game", game) == 0
    shown = capsys.readouterr().out
    assert "Wrote bots/my_bot.py." in shown
    assert "arena check bots/my_bot.py" in shown
    conforms("bots/my_bot.py", base=tmp_path)
    loaded = load_bot("bots/my_bot.py", tmp_path)
    assert loaded.bot_class.__name__ == "MyBot"
    assert loaded.games == (("bridgette", "fiftysix") if game is Game.BOTH else (game,))
    report = check_bot(loaded, resolve_options(loaded.bot_class.OPTIONS, {}), isolation="none", budget_s=20)
    assert report.problems == ()
    for duel in report.duels:
        assert duel.score > 0.9


@pytest.mark.parametrize("game", Game)
def test_a_template_shows_every_method_a_hook_an_option_and_the_random_numbers(game: Game) -> None:
    text = source("mine", game)
    methods = ["call", "play"] if game is Game.FIFTYSIX else ["discard", "call", "play"]
    for part in [
        *(f"def {method}(self, view" for method in methods),
        "def deal_start",
        "OPTIONS",
        "self.rng.choice",
    ]:
        assert part in text
    assert "Template" not in text


@pytest.mark.parametrize("name", ["call", "card", "bot", "option", "bridgette_bot", "a", "x_2"])
def test_a_bot_of_any_name_can_be_loaded(name: str, tmp_path: Path) -> None:
    for game in Game:
        (tmp_path / f"{name}.py").write_text(source(name, game), encoding="utf-8")
        assert load_bot(f"{name}.py", tmp_path).games


def test_out_names_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert arena(monkeypatch, "new", "mine", "--game", "bridgette", "--out", str(tmp_path / "a" / "b")) == 0
    assert (tmp_path / "a" / "b" / "mine.py").is_file()


def test_a_file_that_is_there_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.py").write_text("precious")
    assert arena(monkeypatch, "new", "mine", "--game", "both", "--out", str(tmp_path)) == 2
    assert "mine.py: is there already" in capsys.readouterr().err
    assert (tmp_path / "mine.py").read_text() == "precious"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("My Bot", "expected up to 40 small letters"),
        ("../evil", "expected up to 40 small letters"),
        ("2nd", "expected up to 40 small letters"),
        ("x" * 41, "expected up to 40 small letters"),
        ("class", "take another, such as 'class_bot'"),
        ("random", "take another, such as 'random_bot'"),
        ("numpy", "is an installed package, which the bot's file would hide; take another, such as 'numpy_bot'"),
    ],
)
def test_a_name_that_will_not_do_is_refused(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena(monkeypatch, "new", name, "--game", "both", "--out", str(tmp_path)) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert arena(monkeypatch, "new", "mine", "--game", "both", "--out", str(tmp_path / "file" / "sub")) == 2
    assert "file/sub: cannot be made: Not a directory" in capsys.readouterr().err
    assert arena(monkeypatch, "new", "mine", "--game", "both", "--out", str(tmp_path / "file")) == 2
    assert "file: is a file; expected a folder for the bot's file" in capsys.readouterr().err
