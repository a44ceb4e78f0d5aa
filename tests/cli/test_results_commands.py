"""`arena export`, `verify` and `replay` on a ladder that was really played."""

import csv
import io
import json
import re
import shutil
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.cli.main import app
from arena.errors import ArenaError
from arena.ladder.entrants import load_ladder
from arena.ladder.runner import run_ladder

ROOT = Path(__file__).parents[2]
CONFIG = """
ladder: small
seed: small
games:
  - {id: bridgette, game: bridgette}
  - {id: six, game: fiftysix, variant: {players: 6, tables: 2}}
format: {kind: round_robin, sets_per_pairing: 2}
isolation: none
entrants:
  - {bot: bots/random_legal.py, name: a}
  - {bot: bots/random_legal.py, name: b}
  - {bot: bots/random_legal.py, name: "c d"}
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    config = folder / "small.yaml"
    config.write_text(CONFIG, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        run_ladder(load_ladder(config), folder / "results", workers=0, quiet=True)
    return folder / "results"


def arena(*arguments: object, code: int = 0) -> bytes:
    done = CliRunner().invoke(app, list(map(str, arguments)))
    if isinstance(done.exception, ArenaError):
        raise done.exception
    assert done.exit_code == code, done.output
    return done.stdout_bytes


def test_export_writes_one_record_a_line_for_every_match_in_schedule_order(played: Path) -> None:
    records = [json.loads(line) for line in arena("export", played).splitlines()]
    assert len(records) == 6 * 2 + 2 * 3
    assert {tuple(record["seats"]) for record in records if record["game"] == "bridgette"} == {
        *(("a", "b"), ("b", "a"), ("a", "c d"), ("c d", "a"), ("b", "c d"), ("c d", "b")),
    }
    numbers = [record["match"].split("/")[2:] for record in records if record["game"] == "fiftysix"]
    assert numbers == [[k, seating] for k in "12" for seating in "123"]


def test_matches_of_one_set_hold_the_same_cards(played: Path) -> None:
    records = [json.loads(line) for line in arena("export", played, "--pool", "bridgette").splitlines()]
    for one, other in zip(records[::2], records[1::2], strict=True):
        assert one["seats"] == other["seats"][::-1]
        assert one["seed"] == other["seed"]
        assert one["deals"][0]["hands"] == other["deals"][0]["hands"]
        assert one["deals"][0]["stock"] == other["deals"][0]["stock"]


def test_export_writes_tables_to_files(played: Path, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    arena("export", played, "--table", "deals", "--format", "csv", "--out", tmp_path / "deals.csv")
    arena("export", played, "--table", "deals", "--format", "parquet", "--out", tmp_path / "deals.parquet")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "deals.csv").read_text(encoding="utf-8"))))
    assert len(rows) == len(pandas.read_parquet(tmp_path / "deals.parquet"))
    assert {row["entrant"].partition("@")[0] for row in rows} == {"a", "b", "c d"}


def test_what_cannot_be_exported_is_said(played: Path) -> None:
    with pytest.raises(ArenaError, match="add --out FILE"):
        arena("export", played, "--format", "parquet")
    with pytest.raises(ArenaError, match="no pool 'bridgete'; this ladder has: bridgette, six; did you"):
        arena("export", played, "--pool", "bridgete")


def test_verify_plays_everything_again_and_finds_nothing(played: Path) -> None:
    assert arena("verify", played).decode().strip() == "18 matches of 8 sets played again, differences: 0"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("UPDATE matches SET scores = '1,2' WHERE rowid_ = 0", "scores: stored"),
        ("UPDATE matches SET deals = x'000000' WHERE rowid_ = 0", "deals: stored"),
        ("UPDATE matches SET termination = 'max_deals' WHERE rowid_ = 0", "termination: stored max_deals"),
        ("UPDATE matches SET transcript = x'ff' WHERE rowid_ = 0", "the transcript ends in the middle"),
        ("UPDATE matches SET transcript = x'00' WHERE rowid_ = 0", "action 0:"),
    ],
)
def test_verify_lists_what_differs_and_ends_with_exit_code_1(
    played: Path, tmp_path: Path, change: str, told: str
) -> None:
    shutil.copytree(played, tmp_path / "changed")
    database = sqlite3.connect(tmp_path / "changed" / "ladder.db")
    with database:
        database.execute(
            change.replace("rowid_ = 0", "set_id = (SELECT min(set_id) FROM matches) AND seating = 1")
        )
    database.close()
    output = arena("verify", tmp_path / "changed", code=1).decode()
    assert told in output
    assert output.rstrip().endswith("18 matches of 8 sets played again, differences: 1")


@pytest.mark.parametrize("transcript", ["x'ff'", "x'00'"])
@pytest.mark.parametrize(
    "command", [["export"], ["export", "--table", "deals"], ["export", "--table", "decisions"]]
)
def test_a_transcript_that_cannot_be_played_is_told_with_its_match(
    played: Path, tmp_path: Path, command: list[str], transcript: str
) -> None:
    shutil.copytree(played, tmp_path / "changed")
    database = sqlite3.connect(tmp_path / "changed" / "ladder.db")
    with database:
        database.execute(f"UPDATE matches SET transcript = {transcript}")
    database.close()
    match = json.loads(arena("export", played).splitlines()[0])["match"]
    with pytest.raises(ArenaError, match=f"match {re.escape(match)}: "):
        arena(*command, tmp_path / "changed")
    with pytest.raises(ArenaError, match=r"match bridgette/.*/1/1: "):
        arena("replay", tmp_path / "changed", "--worst", "b")


def test_replay_prints_a_match_or_a_deal_of_it(played: Path) -> None:
    match = json.loads(arena("export", played).splitlines()[0])["match"]
    whole = arena("replay", played, match).decode()
    assert f"Match {match}" in whole
    assert "Deal 6, dealt by" in whole
    one = arena("replay", played, match, "--deal", 2).decode()
    assert "Deal 2, dealt by" in one
    assert "Deal 3, dealt by" not in one


def test_an_unknown_match_is_refused_with_what_there_is(played: Path) -> None:
    with pytest.raises(ArenaError, match="such as bridgette/"):
        arena("replay", played, "nothing")
    match = json.loads(arena("export", played).splitlines()[0])["match"]
    with pytest.raises(ArenaError, match="the last is number 2"):
        arena("replay", played, match.replace("/1/1", "/9/1"))


@pytest.mark.parametrize("pool", ["bridgette", "six"])
def test_what_is_suggested_instead_of_an_unknown_match_is_of_its_pool_and_can_be_replayed(
    played: Path, pool: str
) -> None:
    match = json.loads(arena("export", played, "--pool", pool).splitlines()[0])["match"]
    for unknown in (f"{pool}/zzz/1/1", f"{pool}/zzz/9/9", match.replace("@", "@x")):
        with pytest.raises(ArenaError) as caught:
            arena("replay", played, unknown)
        suggested = re.split(r"near: |such as ", str(caught.value))[1].split(", ")
        assert suggested
        for one in suggested:
            assert one.startswith(f"{pool}/")
            arena("replay", played, one, "--deal", 1)
    with pytest.raises(ArenaError, match="no pool 'bridgete'; this ladder has: bridgette, six; did you mean"):
        arena("replay", played, "bridgete/zzz/1/1")


def test_on_a_narrow_terminal_an_id_is_still_in_one_piece(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    for match in (json.loads(line)["match"] for line in arena("export", played).splitlines()):
        assert f"Match {match}\x1b" in arena("replay", played, match, "--deal", 1).decode()


# verify --deep


def test_deep_verification_plays_a_sample_again_and_tells_of_seats_and_few_sets(played: Path) -> None:
    shown = arena("verify", played, "--deep").decode()
    assert "differences: 0" in shown
    assert "Pool bridgette by seat: points per deal" in shown
    assert "bridgette: not enough sets, fewer than 20: a (4), b (4), c d (4)" in shown
    assert re.search(r"^(\d+) matches played again by the bots, .* with other actions: 0$", shown, re.M)


def test_deep_verification_names_groups_that_never_met(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = CONFIG.replace("  - {id: six", "  # {id: six").replace("entrants:", "stop: {sets: 2}\nentrants:")
    config += "  - {bot: bots/random_legal.py, name: e}\n"
    (tmp_path / "small.yaml").write_text(config, encoding="utf-8")
    monkeypatch.chdir(ROOT)
    run_ladder(load_ladder(tmp_path / "small.yaml"), tmp_path / "results", workers=0, quiet=True)
    shown = arena("verify", tmp_path / "results", "--deep").decode()
    named = re.search(r"bridgette: no sets link these groups, .*: (.*, .*) \| (.*, .*)\. Let them meet", shown)
    assert named is not None
    assert sorted([*named[1].split(", "), *named[2].split(", ")]) == ["a", "b", "c d", "e"]


def test_deep_verification_names_a_bot_that_does_not_act_again_as_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = "import time\nfrom arena.bots import Bot\n\nclass Some(Bot):\n    games = ('bridgette',)\n\n"
    bot += "    def act(self, view):\n        return view.legal[time.time_ns() % len(view.legal)]\n"
    (tmp_path / "some.py").write_text(bot)
    config = CONFIG.replace("  - {id: six", "  # {id: six").replace(
        "name: a}", "name: a}\n  - {bot: SOME, name: some}"
    )
    (tmp_path / "small.yaml").write_text(config.replace("SOME", str(tmp_path / "some.py")), encoding="utf-8")
    monkeypatch.chdir(ROOT)
    run_ladder(load_ladder(tmp_path / "small.yaml"), tmp_path / "results", workers=0, quiet=True)
    shown = arena("verify", tmp_path / "results", "--deep", code=1).decode()
    assert "some@" in shown
    assert "does not act again as it did" in shown
