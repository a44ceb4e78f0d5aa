"""Entrants that were submitted, where a config is checked and where a set is played."""

from pathlib import Path
from typing import Any

import pytest

from arena.bots.bundle import read_bundle
from arena.bots.files import BotError
from arena.ladder.entrants import Ladder, load_config_of, load_ladder
from arena.ladder.events import Roster
from arena.ladder.field import field_of
from arena.ladder.guests import guests, shelf_in
from arena.ladder.inbox import Inbox, Resume, Withdraw
from arena.ladder.lookup import EntrantLookup
from arena.ladder.problems import ConfigError
from arena.ladder.stored_entrant import Origin
from tests.ladder.kit import SIX, make_ladder, opened, submission, write_config

BOT = "from arena.bots import Bot\n\nclass X(Bot):\n    games = ('bridgette', 'fiftysix')\n    act = print\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "results"


def load(tmp_path: Path, folder: Path, entrants: str, **keys: Any) -> Ladder:
    return load_ladder(write_config(tmp_path, entrants, **keys), folder)


def names(folder: Path) -> list[str]:
    return [guest.name for guest in guests(folder)]


def test_guests_are_those_of_the_ladder_and_of_its_inbox(tmp_path: Path, folder: Path) -> None:
    assert names(folder) == []
    Inbox(folder).post(submission("x"), submission("y"))
    assert names(folder) == ["x", "y"]
    opened(folder, make_ladder(tmp_path)).close("done")
    assert names(folder) == ["x", "y"]
    Inbox(folder).post(Withdraw("x"), submission("z"), Withdraw("nobody"))
    assert names(folder) == ["y", "z"]
    Inbox(folder).post(Resume("x"))
    assert sorted(names(folder)) == ["x", "y", "z"]


def test_a_pool_may_have_its_entrants_from_outside(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(ConfigError, match="needs an entrant for each of its 2 sides, has 1: a"):
        load(tmp_path, folder, "a")
    Inbox(folder).post(submission("x"))
    load(tmp_path, folder, "a")
    load_config_of(write_config(tmp_path, ""), folder)


def test_a_challenger_may_come_from_outside(tmp_path: Path, folder: Path) -> None:
    gauntlet = {"kind": "gauntlet", "challengers": ["x"], "sets_per_pairing": 2}
    with pytest.raises(ConfigError, match="no entrant 'x'"):
        load(tmp_path, folder, "ab", format=gauntlet)
    Inbox(folder).post(submission("x"))
    ladder = load(tmp_path, folder, "ab", format=gauntlet)
    assert field_of(ladder, ladder.pools[0], Roster({"x": "x@v1"}), {}).challengers == ("x@v1",)


def test_a_group_game_needs_as_many_authors_as_sides(tmp_path: Path, folder: Path) -> None:
    config = write_config(tmp_path, "abc", games=[SIX])
    config.write_text(config.read_text().replace("name:", "author: kim\n  name:"))
    with pytest.raises(ConfigError, match="needs entrants of 3 authors for a match"):
        load_ladder(config, folder)
    Inbox(folder).post(submission("x", author="lee"), submission("y"))
    ladder = load_ladder(config, folder)
    with opened(folder, ladder) as store:
        (epoch,) = store.epochs("six")
    assert set(epoch.authors.values()) == {"kim"}
    assert len(epoch.authors) == 3


def test_a_set_finds_its_submitted_bot_on_the_shelf(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "x.py").write_text(BOT)
    kept = read_bundle(tmp_path / "x.py")
    place = shelf_in(folder).put(kept)
    (tmp_path / "x.py").unlink()
    ladder = make_ladder(tmp_path)
    lookup = EntrantLookup(ladder, folder)
    opened(folder, ladder).close("done")
    Inbox(folder).post(submission("x", bundle=kept.hash, main="x.py", class_name="X"))
    assert lookup.find("x@v1").loaded.folder == place
    opened(folder, ladder).close("done")
    found = EntrantLookup(ladder, folder).find("x@v1")
    assert (found.origin, found.loaded.main, found.loaded.bot_class.__name__) == (Origin.SUBMITTED, "x.py", "X")
    assert lookup.find(ladder.entrants[0].key) is ladder.entrants[0]
    with pytest.raises(KeyError):
        lookup.find("x@v2")


def test_a_bundle_that_has_gone_is_told(tmp_path: Path, folder: Path) -> None:
    ladder = make_ladder(tmp_path)
    Inbox(folder).post(submission("x"))
    opened(folder, ladder).close("done")
    with pytest.raises(BotError, match="no bundle"):
        EntrantLookup(ladder, folder).find("x@v1")
