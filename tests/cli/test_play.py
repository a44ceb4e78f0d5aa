"""`arena play`: whole matches from the command line, and what becomes of them."""

import json
import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from arena.cli.main import app
from arena.cli.play import spread
from arena.errors import ArenaError

ROOT = Path(__file__).parents[2]
BRIDGETTE = ("bridgette", "--seed", "play")
SIX = ("fiftysix", "--seed", "play", "--variant", "tables=2")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, with the bots."""
    (tmp_path / "bots").symlink_to(ROOT / "bots")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def arena(*arguments: object, typed: str = "") -> Result:
    done = CliRunner().invoke(app, list(map(str, arguments)), input=typed)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def stored(folder: Path) -> list[dict[str, object]]:
    file = folder / "results" / "play" / "matches.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


@pytest.mark.parametrize(
    "arguments",
    [
        (*BRIDGETTE, "--against", "bots/bridgette_steady.py"),
        (*BRIDGETTE, "--seat", 1),
        (*SIX, "--against", "bots/fiftysix_plain.py", "--seat", 2),
        (*SIX, "players=8", "--against", "bots/fiftysix_plain.py", "bots/fiftysix_signals.py"),
        (*SIX, "players=6", "teams=two_sides"),
    ],
    ids=str,
)
def test_a_match_played_to_its_end_is_stored_and_can_be_replayed(
    folder: Path, arguments: tuple[object, ...]
) -> None:
    done = arena("play", *arguments, typed="1\n" * 3000)
    assert done.exit_code == 0
    (record,) = stored(folder)
    assert f"Stored: arena replay play {arguments[0]}/1\n" in done.stdout
    assert "The same cards again: add --seed play\n" in done.stdout
    assert record["seats"].count("you") == 1  # type: ignore[attr-defined]
    shown = arena("replay", "play", f"{arguments[0]}/1").stdout
    assert f"Match {arguments[0]}/1" in shown
    assert "Result (played_out)" in shown
    deals = record["deals"]
    assert isinstance(deals, list)
    assert f"Deal {len(deals)}, dealt by" in shown
    again = arena("replay", "play", f"{arguments[0]}/1", "--with", "bots/random_legal.py", "--deal", 1).stdout
    assert "decisions of seat" in again


def test_a_watched_match_is_stored_too(folder: Path) -> None:
    done = arena("play", *BRIDGETTE, "--watch", "--against", "bots/bridgette_steady.py", typed="d" * 7)
    assert done.exit_code == 0
    (record,) = stored(folder)
    assert record["seats"] == ["bridgette_steady", "bridgette_steady"]
    assert (
        "It acts the same in all"
        in arena("replay", "play", "bridgette/1", "--with", "bots/bridgette_steady.py", "--seat", 1).stdout
    )


def test_the_seed_is_told_and_deals_the_same_cards(folder: Path) -> None:
    done = arena("play", "bridgette", "--watch", typed="d" * 7)
    seed = done.stdout.split("add --seed ")[1].strip()
    arena("play", "bridgette", "--watch", "--seed", seed, typed="d" * 7)
    one, other = stored(folder)
    assert one["deals"] == other["deals"]
    assert (one["match"], other["match"]) == ("bridgette/1", "bridgette/2")


def test_noise_makes_the_bots_play_otherwise(folder: Path) -> None:
    for noise in ([], ["--noise", "0"], ["--noise", "0.5"]):
        assert arena("play", *BRIDGETTE, "--watch", *noise, typed="d" * 7).exit_code == 0
    first, same, other = (record["deals"] for record in stored(folder))
    assert first == same != other
    assert "less than or equal to 1" in arena("play", *BRIDGETTE, "--noise", "2").output


@pytest.mark.parametrize("typed", ["", "1\n", "1\n2\nq\n", "?\nquit\n"])
def test_leaving_is_polite_and_stores_nothing(folder: Path, typed: str) -> None:
    done = arena("play", *BRIDGETTE, typed=typed)
    assert done.exit_code == 0
    assert done.stdout.endswith("\nYou have left the table. The match is not stored.\n")
    assert stored(folder) == []


def test_ctrl_c_is_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    done = CliRunner().invoke(app, ["play", *BRIDGETTE])
    assert done.exit_code == 130
    assert done.stdout.endswith("The match is not stored.\n")
    assert stored(folder) == []


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (("fiftysix", "--variant", "players=5"), "--variant players: expected 4, 6 or 8, got 5"),
        (("fiftysix", "--variant", "player=4"), "--variant player: unknown option of 56; known: players"),
        (("fiftysix", "--variant", "players"), "--variant players: expected key=value, such as players=8"),
        (("bridgette", "--against", "bots/nobody.py"), "no bot"),
        (("bridgette", "--against", "bots/fiftysix_plain.py"), "does not play bridgette; it plays fiftysix"),
        (("bridgette", "--against", "bots/random_legal.py", "bots/random_legal.py"), "--against names 2 bots"),
        (("bridgette", "--seat", "2"), "--seat 2: expected 0 to 1"),
        (("bridgette", "--seat", "0", "--watch"), "--seat and --watch do not go together"),
    ],
)
def test_bad_input_is_one_message(arguments: tuple[str, ...], answer: str, folder: Path) -> None:
    with pytest.raises(ArenaError) as refused:
        arena("play", *arguments)
    assert answer in str(refused.value)
    assert stored(folder) == []


def test_a_game_that_does_not_exist_is_refused() -> None:
    assert arena("play", "bridge").exit_code == 2


def test_a_bot_that_fails_ends_the_match_by_forfeit(folder: Path) -> None:
    (folder / "bad.py").write_text(
        "from arena.bots import BridgetteBot\n\nclass Bad(BridgetteBot):\n"
        "    def act(self, view):\n        return 1 / 0\n"
    )
    done = arena("play", *BRIDGETTE, "--against", "bad.py", typed="1\n" * 3000)
    assert "line 5, in act" in done.stdout
    assert "Forfeit: seat 1 (bad) in deal 1: crash: ZeroDivisionError" in done.stdout
    assert stored(folder)[0]["termination"] == "forfeit"


def test_names_are_printed_as_they_are(folder: Path) -> None:
    (folder / "[red].py").write_text((ROOT / "bots" / "random_legal.py").read_text())
    done = arena("play", *BRIDGETTE, "--against", "[red].py", typed="1\n" * 3000)
    assert "seat 1: [red]\n" in done.stdout
    assert "Won by [red]" in done.stdout or "[red]: " in done.stdout


def test_several_values_may_follow_an_option() -> None:
    options = ("--against", "--variant")
    assert spread(["x", "--against", "a", "b", "--seat", "1", "--variant", "k=1", "l=2"], options) == [
        *("x", "--against", "a", "--against", "b", "--seat", "1", "--variant", "k=1", "--variant", "l=2"),
    ]
    assert spread(["x", "--against=a", "--watch", "b"], options) == ["x", "--against=a", "--watch", "b"]
    assert spread([], options) == []


@pytest.mark.parametrize(
    ("watch", "dialogue"),
    [
        ((), [("give up", "1\n"), ("> ", "?\n"), ("Other parts", "\x04")]),
        (("--watch",), [("Up-card", "x"), ("Given up", "?"), ("Other parts", "d"), ("Deal 2", "\x04")]),
        (("--watch",), [("Up-card", "x"), ("Given up", "\x03")]),
    ],
    ids=["play", "watch", "interrupt"],
)
def test_it_works_in_a_real_terminal(
    folder: Path, watch: tuple[str, ...], dialogue: list[tuple[str, str]]
) -> None:
    """Lines and keys are read from the terminal, red cards are red, Ctrl-D and Ctrl-C leave the table."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "arena.cli.main", "play", *BRIDGETTE, *watch],
        env=os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm", "PYTHONHASHSEED": "0"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    shown = ""
    try:
        for wanted, typed in [*dialogue, ("not stored", "")]:
            new = ""
            while wanted not in new:
                assert select.select([ours], [], [], 30)[0], f"{wanted!r} does not come: {shown}"
                new += os.read(ours, 65536).decode(errors="replace")
                shown += new
            time.sleep(0.3)  # it may still be about to wait for the key
            os.write(ours, typed.encode())
        assert process.wait(30) == (130 if "\x03" in dialogue[-1][1] else 0)
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert "You have left the table. The match is not stored." in shown
    assert "\x1b[31m" in shown
    assert stored(folder) == []


BAD = """
import os, time
from arena.bots import Bot

class Bad(Bot):
    games = ("bridgette", "fiftysix")

    def act(self, view):
        {act}
"""


@pytest.mark.parametrize(
    ("act", "fault"),
    [
        ("os._exit(3)", "ended with exit code 3"),
        ("import ctypes; ctypes.string_at(0)", "ended itself by signal 11 (segmentation fault)"),
        ("while True: pass", "longer than decision_ms, 1000 ms of CPU time, for one answer"),
    ],
)
def test_a_bot_that_would_end_or_hang_the_table_is_a_fault(folder: Path, act: str, fault: str) -> None:
    (folder / "bad.py").write_text(BAD.format(act=act))
    done = arena("play", *BRIDGETTE, "--watch", "--against", "bad.py", typed="\n" * 3000)
    assert done.exit_code == 0
    assert fault in done.stdout
    (record,) = stored(folder)
    assert record["fault"]


def test_a_bot_that_ends_while_it_is_loaded_is_one_message(folder: Path) -> None:
    (folder / "bad.py").write_text("import os\nos._exit(3)\n")
    with pytest.raises(ArenaError, match=r"bad\.py: cannot be loaded in a process of its own: .*exit code 3"):
        arena("play", *BRIDGETTE, "--against", "bad.py")


def test_in_isolation_none_a_bot_runs_here_for_debuggers(folder: Path) -> None:
    (folder / "mine.py").write_text(BAD.format(act=f"assert os.getpid() == {os.getpid()}; return view.legal[0]"))
    arguments = ("play", *BRIDGETTE, "--watch", "--against", "mine.py")
    assert "AssertionError" not in arena(*arguments, "--isolation", "none", typed="\n" * 3000).stdout
    assert "AssertionError" in arena(*arguments, typed="\n" * 3000).stdout
