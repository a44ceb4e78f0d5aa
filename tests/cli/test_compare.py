"""`arena compare A B --play`."""

import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from arena.cli.main import app
from arena.errors import ArenaError
from arena.ladder.schema import DATABASE, StoreError
from arena.ladder.stored import open_ladder
from arena.records import SetResult
from tests.ladder.kit import write_config

STEADY, BOLD, RANDOM = "bots/bridgette_steady.py", "bots/bridgette_bold.py", "bots/random_legal.py"
SEED = "0123456789abcdef0123456789abcdef"
MARGIN = r"A's margin: \S+ points per deal on the same cards, 95% interval \S+ to \S+, over \d+ sets"
EASY = ("--bounds", "0.3", "0.7")


def arena(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["compare", *map(str, arguments)], catch_exceptions=False)


def counted(folder: Path) -> list[SetResult]:
    with open_ladder(folder) as ladder:
        (pool,) = ladder.rules()
        return list(ladder.counted_sets(pool.id))


def test_the_better_bot_is_found_out_and_the_account_tells_how(tmp_path: Path) -> None:
    result = arena(STEADY, RANDOM, "--play", "--game", "bridgette", *EASY, "--out", tmp_path / "out")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "bridgette, passed_out count"
    assert re.fullmatch(rf"  A: {STEADY} \(version \w{{12}}\)", lines[1])
    assert re.fullmatch(r"\d+ sets: A won \d+, drew \d+, lost \d+", lines[3])
    assert lines[4].startswith("A's share of a set's place points: 1 in ")
    mean = re.fullmatch(r"A's mean share: (\S+), 95% interval (\S+) to (\S+) \(as if .*\)", lines[5])
    assert mean is not None
    assert 0 < float(mean[2]) < float(mean[1]) <= float(mean[3])
    assert re.fullmatch(MARGIN + r" \(as if .*\)", lines[6])
    ratio = re.fullmatch(
        r"Log-likelihood ratio (\S+), bounds -2.94 and 2.94: a mean share of 0.7 \(better\) against 0.3 "
        r"\(not better\), error rates 0.05 and 0.05",
        lines[7],
    )
    assert ratio is not None
    assert float(ratio[1]) >= 2.94
    assert lines[-2:] == [f"Results: {tmp_path / 'out'}", "Verdict: better"]
    assert re.search(r"LLR \S+ \(-2.94 to 2.94\) after \d+ sets$", result.stderr.splitlines()[-1])


def test_the_worse_bot_is_not_better_and_twins_are_undecided(tmp_path: Path) -> None:
    worse = arena(RANDOM, STEADY, "--play", "--game", "bridgette", *EASY, "--out", tmp_path / "worse")
    assert (worse.exit_code, worse.stdout.splitlines()[-1]) == (1, "Verdict: not better")
    twins = arena(STEADY, STEADY, "--play", *EASY, "--max-sets", 3, "--workers", 0, "--out", tmp_path / "twins")
    assert (twins.exit_code, twins.stdout.splitlines()[-1]) == (3, "Verdict: undecided")
    assert "\n3 sets: A won 0, drew 3, lost 0\nA's share of a set's place points: 0.5 in 3\n" in twins.stdout


def test_the_verdict_and_the_sets_it_rests_on_are_the_same_with_any_number_of_workers(tmp_path: Path) -> None:
    found = []
    for workers in (0, 1, 3):
        out = tmp_path / str(workers)
        result = arena(STEADY, BOLD, "--play", *EASY, "--seed", SEED, "--workers", workers, "--out", out)
        account = [line for line in result.stdout.splitlines() if not line.startswith("Results")]
        found.append((result.exit_code, account, counted(out)))
    assert all(one == found[0] for one in found)
    assert found[0][0] in (0, 1)


def test_again_it_plays_nothing_and_says_the_same(tmp_path: Path) -> None:
    arguments = (STEADY, RANDOM, "--play", "--game", "bridgette", *EASY, "--out", tmp_path / "out")
    first, second = arena(*arguments), arena(*arguments)
    assert second.stdout == first.stdout
    assert second.stderr == ""
    assert second.exit_code == first.exit_code == 0


def test_a_fixed_number_of_sets_has_an_interval_and_no_verdict(tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = arena(BOLD, STEADY, "--play", "--fixed", 4, "--out", out)
    assert result.exit_code == 0
    assert "\n4 sets: A won " in result.stdout
    assert re.search(
        rf"\nA's mean share: 0\.\d+, 95% interval 0\.\d+ to [01]\.\d+\n{MARGIN}\nResults: ", result.stdout
    )
    assert "Verdict" not in result.stdout
    assert len(counted(out)) == 4
    assert "not enough sets" in arena(BOLD, STEADY, "--play", "--fixed", 1, "--out", tmp_path / "one").stdout


def test_against_a_field_each_plays_all_of_it(tmp_path: Path) -> None:
    config = write_config(tmp_path, [{"bot": RANDOM, "name": "other"}, {"bot": STEADY, "name": "same"}])
    out = tmp_path / "out"
    result = arena(STEADY, BOLD, "--play", "--fixed", 6, "--against", RANDOM, config, "--out", out)
    assert result.exit_code == 0
    assert re.search(
        r"\n  each against: random_legal \(version \w+\), other \(.*\), same \(.*\)\n6 sets", result.stdout
    )
    assert re.search(
        rf"\nAgainst the field A got 0\.\d+ of a set's place points in the mean, B 0\.\d+\n{MARGIN}\nB's margin: ",
        result.stdout,
    )
    sets = counted(out)
    assert len(sets) >= 12
    assert all(sum(key.startswith("contender@") for side in result.sides for key in side) == 1 for result in sets)


def test_six_players_sit_down_with_a_field(tmp_path: Path) -> None:
    result = arena(
        *("bots/fiftysix_plain.py", "bots/fiftysix_signals.py", "--play", "--fixed", 1),
        *("--against", RANDOM, RANDOM, "--variant", "players=6", "tables=2", "--out", tmp_path / "out"),
    )
    assert result.exit_code == 0
    assert result.stdout.startswith("fiftysix, players 6, teams pairs, tables 2, max_deals 400\n")
    assert "\n1 set: A won " in result.stdout


def test_lost_matches_are_counted_that_a_bot_lost_by_itself(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(
        "from arena.bots import BridgetteBot\nclass Bad(BridgetteBot):\n"
        "    def act(self, view): raise ValueError('lost')\n"
    )
    result = arena(bad, STEADY, "--play", *EASY, "--out", tmp_path / "out")
    assert result.exit_code == 1
    sets = len(counted(tmp_path / "out"))
    assert f"\nMatches lost by a fault: A {2 * sets}, B 0\n" in result.stdout


def test_results_go_to_a_folder_of_their_own_and_versions_of_a_ladder_can_be_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bots").symlink_to(Path("bots").resolve())
    config = write_config(tmp_path, [{"bot": STEADY, "name": "mine"}, "b"], ladder="spring")
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(app, ["run", str(config), "--max-sets", "1", "--quiet"]).exit_code == 0
    with open_ladder(Path("results/spring")) as ladder:
        mine = next(entrant for entrant in ladder.entrants() if entrant.name == "mine")
    result = arena("mine", BOLD, "--ladder", "spring", "--play", "--fixed", 1)
    assert f"  A: mine (version {mine.version})\n" in result.stdout
    again = arena(f"mine@{mine.version[:6]}", BOLD, "--play", "--fixed", 1)
    assert again.stdout.partition("\n  B")[2] == result.stdout.partition("\n  B")[2]
    (folder,) = Path("results/compare").iterdir()
    assert f"Results: {folder}\n" in result.stdout
    assert re.fullmatch(r"bridgette_steady-bridgette_bold-\w{8}", folder.name)
    assert CliRunner().invoke(app, ["standings", str(folder)]).exit_code == 0
    assert CliRunner().invoke(app, ["verify", str(folder)]).exit_code == 0


# Bad input


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((STEADY, "--play"), rf"expected two bots, A and B, got {STEADY}; they come first"),
        (("--play", "--against", RANDOM, STEADY, BOLD), "expected two bots, A and B, got none; they come first"),
        ((RANDOM, RANDOM, "--play"), "which game. Both play bridgette, fiftysix: say with --game"),
        ((STEADY, "bots/fiftysix_plain.py", "--play"), "no game that both play: .* plays bridgette, .* fiftysix"),
        ((STEADY, BOLD, "--play", "--game", "fiftysix"), "does not play fiftysix; it plays bridgette"),
        (
            (STEADY, BOLD, "--play", "--variant", "passed_out=no"),
            r"--variant passed_out: expected 'count' or 'redeal', got 'no'",
        ),
        ((STEADY, BOLD, "--play", "--bounds", 0.6, 0.5), "bounds 0.6 and 0.5: expected two shares between"),
        ((STEADY, BOLD, "--play", "--alpha", 1), "alpha 1, beta 0.05: expected two probabilities"),
        ((STEADY, BOLD, "--play", "--fixed", 5, "--beta", 0.1), "--fixed and --beta: a fixed number of sets is"),
        ((STEADY, BOLD, "--play", "--seed", "7"), "--seed: so short that a bot could find it by trying"),
        ((STEADY, "bots/bold.py", "--play"), "no bot file 'bots/bold.py': looked in "),
        ((STEADY, BOLD, "--play", "--ladder", "no/ladder", "--against", "x"), "no/ladder: no such ladder"),
    ],
)
def test_bad_input_is_one_message(arguments: tuple[object, ...], message: str, tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=message):
        arena(*arguments, *([] if "--against" in arguments else ["--out", tmp_path / "out"]))
    assert not (tmp_path / "out").exists()


def test_a_folder_of_other_bots_or_another_seed_is_refused(tmp_path: Path) -> None:
    out = ("--play", "--fixed", 1, "--out", tmp_path / "out")
    arena(STEADY, BOLD, *out)
    with pytest.raises(ArenaError, match=r"out: holds another ladder, 'bridgette_steady-.*; give another folder"):
        arena(BOLD, STEADY, *out)
    with pytest.raises(ArenaError, match=r"seed: another one there"):
        arena(STEADY, BOLD, *out, "--seed", SEED)


def test_help_shows_an_example_and_the_exit_codes() -> None:
    shown = arena("--help").stdout
    assert "Example: arena compare" in shown
    assert "exit code 0 if A is" in re.sub(r"\s+", " ", shown)


# A run of its own


def process(*arguments: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "arena.cli.main", "compare", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_an_interrupted_comparison_goes_on_with_the_command_it_prints_and_comes_to_the_same(
    tmp_path: Path,
) -> None:
    asked = (STEADY, BOLD, "--play", "--bounds", 0.4, 0.6, "--seed", SEED)
    with process(*asked, "--workers", 2, "--out", tmp_path / "rough") as first:
        end = time.monotonic() + 30
        while time.monotonic() < end and not stored_sets(tmp_path / "rough"):
            time.sleep(0.02)
        first.send_signal(signal.SIGINT)
        out, _ = first.communicate(timeout=20)
    assert first.returncode == 130
    *_, said, go_on = out.splitlines()
    assert said == "Interrupted."
    assert go_on.startswith(f"Go on:   arena compare {STEADY} {BOLD} --play --bounds 0.4 0.6 --seed {SEED}")
    assert counted(tmp_path / "rough")
    resumed = arena(*shlex.split(go_on)[4:])
    smooth = arena(*asked, "--out", tmp_path / "smooth")
    assert resumed.exit_code == smooth.exit_code
    assert resumed.stdout.splitlines()[-1] == smooth.stdout.splitlines()[-1]
    assert counted(tmp_path / "rough") == counted(tmp_path / "smooth")


def stored_sets(folder: Path) -> int:
    if not (folder / DATABASE).is_file():
        return 0
    with suppress(StoreError), open_ladder(folder) as ladder:  # it may be half made
        return sum(1 for pool in ladder.rules() for _ in ladder.counted_sets(pool.id))
    return 0


def test_a_first_line_comes_within_ten_seconds(tmp_path: Path) -> None:
    """Where there is no terminal; on one the bar moves at once."""
    started = time.monotonic()
    with process(STEADY, BOLD, "--play", "--bounds", 0.5, 0.501, "--out", tmp_path / "out") as run:
        assert run.stderr is not None
        line = run.stderr.readline()
        assert time.monotonic() - started < 10
        assert re.search(r", LLR -?\d+\.\d\d \(-2\.94 to 2\.94\) after [\d,]+ sets$", line.strip())
        run.terminate()
        run.communicate(timeout=20)
