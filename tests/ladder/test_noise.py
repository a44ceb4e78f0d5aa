"""Entrants with noise in a ladder: other versions of their bots, whose matches can be played and checked again."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arena.cli.main import app
from arena.ladder.entrants import Ladder
from arena.ladder.runner import run_ladder
from arena.ladder.schedule import name_of
from arena.ladder.stored import open_ladder
from arena.ladder.verification import Verification
from arena.ladder.worker import SetPlayer
from arena.records import SetTask
from tests.ladder.kit import SIX, make_ladder

BOT = """
from arena.bots import Bot

class Plain(Bot):
    games = ("bridgette", "fiftysix")

    def act(self, view):
        return view.legal[0]
"""


def ladder_of(folder: Path, *noise: float | None, **keys: Any) -> Ladder:
    """A ladder of the same bot with so much noise; None leaves the key out."""
    (folder / "plain.py").write_text(BOT)
    entrants = [
        {"bot": "plain.py", "name": f"plain{i}"} | ({} if p is None else {"noise": p}) for i, p in enumerate(noise)
    ]
    return make_ladder(folder, entrants, **keys)


def run(ladder: Ladder, folder: Path) -> list[str]:
    """Play what is missing; the entrants of the field."""
    run_ladder(ladder, folder, quiet=True)
    with open_ladder(folder) as stored:
        return list(stored.field(stored.rules()[0].id))


def test_noise_is_part_of_the_version_and_none_is_not(tmp_path: Path) -> None:
    plain, none, some, more = ladder_of(tmp_path, None, 0, 0.1, 1).entrants
    assert plain.version == none.version
    assert len({plain.version, some.version, more.version}) == 3
    assert [entrant.noise for entrant in (plain, none, some, more)] == [0.0, 0.0, 0.1, 1.0]


def test_a_change_of_noise_is_a_new_version_that_plays_all_its_sets(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    before = run(ladder_of(tmp_path, 0, 0.1), folder)
    assert run(ladder_of(tmp_path, 0, 0.1), folder) == before
    after = run(ladder_of(tmp_path, 0, 0.2), folder)
    assert [name_of(key) for key in after] == ["plain0", "plain1"]
    assert (after[0], after[1] != before[1]) == (before[0], True)
    with open_ladder(folder) as stored:
        assert [entrant.noise for entrant in stored.entrants()] == [0.0, 0.1, 0.2]
        assert len(list(stored.counted_sets("bridgette"))) == 2 * 4


@pytest.mark.parametrize("pool", [{"id": "bridgette", "game": "bridgette"}, SIX])
def test_a_set_with_noise_comes_out_alike_in_every_isolation(tmp_path: Path, pool: dict[str, Any]) -> None:
    results = []
    for isolation in ("none", "process", "sandbox"):
        ladder = ladder_of(tmp_path, 0.3, 0, 1, games=[pool], isolation=isolation)
        keys = ladder.pools[0].keys[: ladder.pools[0].sides]
        player = SetPlayer(ladder, tmp_path / "results")
        results.append(player.play(SetTask(pool["id"], 1, 1, tuple((key,) for key in keys), 1, "5eed")))
        player.close()
    assert results[0] == results[1] == results[2]
    assert all(match.fault is None for match in results[0].matches)


def test_a_ladder_with_noise_is_found_as_it_was_played(tmp_path: Path) -> None:
    run(ladder_of(tmp_path, 0.5, 0), tmp_path / "results")
    with open_ladder(tmp_path / "results") as stored:
        assert list(Verification(stored).findings()) == []


def test_replay_with_the_same_bot_shows_what_its_host_did_and_says_so(tmp_path: Path) -> None:
    ladder = ladder_of(tmp_path, 0.5, 0)
    run(ladder, tmp_path / "results")
    match = f"bridgette/{ladder.entrants[0].key}+{ladder.entrants[1].key}/1/1"
    shown = [
        CliRunner()
        .invoke(
            app, ["replay", str(tmp_path / "results"), match, "--with", str(tmp_path / "plain.py"), "--seat", n]
        )
        .stdout
        for n in "01"
    ]
    assert "decisions of seat 0 (plain0) differ.\nIt had noise 0.5: random actions of its host are" in shown[0]
    assert "It acts the same in all" in shown[1]


def test_noise_is_listed_where_there_is_some(tmp_path: Path) -> None:
    for noise, listed in (((0, 0), False), ((0, 0.25), True)):
        ladder = ladder_of(tmp_path, *noise, ladder=f"listed{listed}")
        run(ladder, tmp_path / ladder.name)
        table = CliRunner().invoke(app, ["entrants", str(tmp_path / ladder.name)]).stdout
        assert ("noise" in table, "0.25" in table) == (listed, listed)
        CliRunner().invoke(app, ["report", str(tmp_path / ladder.name)])
        assert (" noise " in (tmp_path / ladder.name / "report.md").read_text().split("## Standings")[0]) == listed
