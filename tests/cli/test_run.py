"""`arena run`."""

import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from arena.cli.main import app
from arena.errors import ArenaError
from arena.ladder.schema import DATABASE
from arena.ladder.stored import open_ladder
from arena.ladder.worker import SetPlayer
from arena.records import SetResult, SetTask
from arena.report.document import report
from arena.report.results import ladder_results
from arena.report.summary import summarise
from tests.ladder.kit import BRIDGETTE, SIX, contents, made_up, write_config


def arena(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["run", *map(str, arguments)], catch_exceptions=False)


def test_a_small_ladder_of_both_games_is_played_to_its_end_and_ranked(tmp_path: Path) -> None:
    config = write_config(tmp_path, games=[BRIDGETTE, SIX])
    out = tmp_path / "out"
    result = arena(config, "--out", out)
    assert result.exit_code == 0
    assert "Pool bridgette: bridgette (passed_out count), 12 sets (24 matches) counted" in result.stdout
    assert "Combined: mean rank over 2 pools" in result.stdout
    assert "Played 16 sets (36 matches, " in result.stdout
    assert "the end of the schedule is reached." in result.stdout
    assert f"Results: {out}\nNext:    arena standings {out}\n         arena report {out}\n" in result.stdout
    assert "Go on" not in result.stdout
    assert "36 of 36 matches" in result.stderr


def test_workers_store_what_one_process_stores(tmp_path: Path) -> None:
    config = write_config(tmp_path, games=[BRIDGETTE, SIX])
    stored = []
    for workers in (0, 2):
        out = tmp_path / str(workers)
        assert arena(config, "--out", out, "--workers", workers, "--quiet").exit_code == 0
        with open_ladder(out) as ladder:
            stored.append(contents(ladder))
    assert stored[0] == stored[1]


def test_results_go_to_the_ladders_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bots").symlink_to(Path("bots").resolve())
    config = write_config(tmp_path, ladder="spring")
    monkeypatch.chdir(tmp_path)
    assert "Results: results/spring" in arena(config, "--max-sets", 1).stdout
    assert (tmp_path / "results" / "spring" / DATABASE).is_file()


def test_quiet_prints_the_summary_only(tmp_path: Path) -> None:
    result = arena(write_config(tmp_path), "--out", tmp_path / "out", "--quiet")
    assert result.stdout.startswith("Played 12 sets")
    assert result.stderr == ""


def test_max_sets_ends_early_and_tells_the_command_to_go_on(tmp_path: Path) -> None:
    config, out = write_config(tmp_path), tmp_path / "out"
    first = arena(config, "--out", out, "--max-sets", 5)
    assert "Played 5 sets (10 matches" in first.stdout
    assert "--max-sets 5 is reached" in first.stdout
    go_on = first.stdout.splitlines()[-1].removeprefix("Go on:   ")
    assert go_on == f"arena run {config} --out {out} --max-sets 5"
    assert "Played 5 sets" in arena(*shlex.split(go_on)[2:]).stdout
    assert "Played 2 sets" in arena(*shlex.split(go_on)[2:]).stdout


def test_a_finished_ladder_says_so_and_plays_nothing(tmp_path: Path) -> None:
    config, out = write_config(tmp_path, stop={"sets": 3}), tmp_path / "out"
    assert "stop.sets 3 is reached" in arena(config, "--out", out).stdout
    again = arena(config, "--out", out)
    assert again.exit_code == 0
    assert "Nothing played: stop.sets 3 is reached.\nMore is played once the config asks for more" in again.stdout


def test_a_run_that_the_clock_ends_tells_the_command_to_go_on(tmp_path: Path) -> None:
    config, out = write_config(tmp_path, format={"kind": "round_robin"}, stop={"hours": 1e-9}), tmp_path / "out"
    done = arena(config, "--out", out)
    assert done.exit_code == 0
    assert "Nothing played: stop.hours 1e-09 is reached.\n" in done.stdout
    assert done.stdout.splitlines()[-1] == f"Go on:   arena run {config} --out {out}"
    assert "More is played" not in done.stdout


def test_a_dry_run_of_a_ladder_that_only_the_clock_or_its_results_end_claims_no_size(tmp_path: Path) -> None:
    for stop in ({"hours": 8}, {"resolved": {"p": 0.95}}):
        config = write_config(tmp_path, format={"kind": "round_robin"}, stop=stop)
        shown = arena(config, "--out", tmp_path / "out", "--dry-run").stdout.splitlines()
        assert re.split(r"  +", shown[2].strip()) == ["bridgette", "3", *3 * ["open"], *2 * ["–"]]


def test_a_dry_run_tells_size_hours_and_disk_and_leaves_nothing_behind(tmp_path: Path) -> None:
    config = write_config(
        tmp_path, games=[BRIDGETTE, SIX], format={"kind": "round_robin", "sets_per_pairing": 9000}
    )
    before = sorted(tmp_path.iterdir())
    assert dry_run(config, tmp_path / "out") == {
        "bridgette": ["3", "27,000", "54,000", "27,000"],
        "six": ["1", "9,000", "27,000", "9,000"],
    }
    assert sorted(tmp_path.iterdir()) == before


def test_a_dry_run_tells_what_is_left_as_the_next_run_would_play_it(tmp_path: Path) -> None:
    config, out = write_config(tmp_path), tmp_path / "out"
    arena(config, "--out", out, "--max-sets", 5)
    assert dry_run(config, out) == {"bridgette": ["3", "12", "24", "7"]}
    more = {"format": {"kind": "round_robin", "sets_per_pairing": 6}}
    for number, (entrants, keys) in enumerate(
        [
            ("abc", more),
            ("abcd", {}),
            ("abcd", {"stop": {"sets": 4}}),
            ("bc", more | {"games": [BRIDGETTE, {"id": "second", "game": "bridgette"}]}),
        ]
    ):
        changed = write_config(tmp_path, entrants, **keys)
        left = sum(int(cells[-1]) for cells in dry_run(changed, out).values())
        folder = tmp_path / f"out{number}"
        shutil.copytree(out, folder)
        done = arena(changed, "--out", folder).stdout
        assert (f"Played {left} sets" if left else "Nothing played") in done
        assert all(cells[-1] == "0" for cells in dry_run(changed, folder).values())


def test_a_dry_run_tells_of_faults_once_and_without_a_line_of_a_log(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "from arena.bots import BridgetteBot\nclass Bad(BridgetteBot):\n"
        "    def act(self, view): raise ValueError('lost')\n"
    )
    config = write_config(tmp_path, [{"bot": str(tmp_path / "bad.py")}, "b"])
    done = arena(config, "--out", tmp_path / "out", "--dry-run")
    assert done.stdout.count("A fault in pool bridgette: bad: crash: ValueError: lost\n") == 1
    assert done.stderr == ""


def dry_run(config: Path, out: Path) -> dict[str, list[str]]:
    """Pairings, sets, matches and sets left of each pool."""
    lines = arena(config, "--out", out, "--dry-run").stdout.splitlines()
    assert lines[1].split() == ["pool", "pairings", "sets", "matches", "sets", "left", "hours", "disk"]
    rows = [line.split() for line in lines[2:-2]]
    assert all(re.fullmatch(r"\d+:\d\d:\d\d", row[5]) and row[7] == "MB" for row in rows)
    return {row[0]: row[1:5] for row in rows}


@pytest.mark.parametrize("options", [[], ["--dry-run"]])
def test_a_config_that_does_not_fit_the_results_is_refused(options: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    arena(write_config(tmp_path), "--out", out, "--max-sets", 1)
    with pytest.raises(
        ArenaError, match=r"(?s)the config does not fit the results there:.*another folder with --out"
    ):
        arena(write_config(tmp_path, names="shown"), "--out", out, *options)


def process(*arguments: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "arena.cli.main", "run", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_bad_input_is_one_message_and_exit_code_two(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with process(write_config(tmp_path), "--out", tmp_path / "file" / "out") as run:
        out, err = run.communicate(timeout=20)
    assert run.returncode == 2
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "cannot be written" in err


def test_a_second_run_is_refused_and_ctrl_c_ends_the_first_with_the_command_to_go_on(tmp_path: Path) -> None:
    config = write_config(tmp_path, format={"kind": "round_robin", "sets_per_pairing": 1_000_000})
    arguments = (config, "--out", tmp_path / "out", "--workers", 2)
    with process(*arguments) as first:
        end = time.monotonic() + 20
        while time.monotonic() < end and not (tmp_path / "out" / DATABASE).exists():
            time.sleep(0.05)
        time.sleep(0.5)
        try:
            with process(*arguments) as second:
                _, err = second.communicate(timeout=60)
        except BaseException:
            first.kill()  # it would play on for ever
            raise
        assert second.returncode == 2
        assert f"a run (process {first.pid} on " in err
        asked = time.monotonic()
        first.send_signal(signal.SIGINT)
        out, _ = first.communicate(timeout=20)
        assert time.monotonic() - asked < 2
    assert first.returncode == 130
    assert "interrupted." in out
    assert out.splitlines()[-1] == f"Go on:   arena run {config} --out {tmp_path / 'out'} --workers 2"


def test_sets_that_could_not_be_played_are_named_and_are_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report says in one line what each came down to."""

    def broken(player: SetPlayer, task: SetTask) -> SetResult:
        if task.k == 2:
            raise OSError("the disk is gone")
        return made_up(task)

    monkeypatch.setattr(SetPlayer, "play", broken)
    config, out = write_config(tmp_path), tmp_path / "out"
    first = arena(config, "--out", out)
    assert first.exit_code == 1
    assert "Played 9 sets (18 matches" in first.stdout
    assert "3 sets could not be played; the end of the schedule is reached." in first.stdout
    with open_ladder(out) as ladder:
        voids = list(ladder.voids("bridgette"))
        text = report(ladder_results(summarise(ladder), ladder), ladder)
    assert len(voids) == 3
    assert all(f"\n  {name}\n" in first.stdout for name in voids)
    assert text.count(": OSError: the disk is gone\n") == 3
    assert "Traceback" not in text
    again = arena(config, "--out", out, "--quiet")
    assert again.exit_code == 1
    assert again.stdout.startswith("Nothing played: 3 sets could not be played")
    monkeypatch.setattr(SetPlayer, "play", lambda player, task: made_up(task))
    assert arena(config, "--out", out, "--quiet").exit_code == 0
