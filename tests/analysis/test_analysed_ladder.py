"""A ladder of 56 that was really played, for two sides and for three, is analysed alike however it is done."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.analysis.analyser import analyse_ladder
from arena.analysis.margin_split import margin_split
from arena.analysis.set_split import wrong_splits
from arena.ladder.entrants import load_ladder
from arena.ladder.runner import run_ladder
from arena.ladder.schema import DATABASE
from arena.ladder.stored import open_ladder
from arena.report.document import report
from arena.report.results import ladder_results
from arena.report.summary import summarise
from arena.stats.means import mean_over_sets
from arena.stats.tallies import PoolTally

ROOT = Path(__file__).parents[2]
FIELD = ("a", "b", "c")
CONFIG = """
ladder: small
seed: small
games:
  - {id: four, game: fiftysix, variant: {tables: 2}}
  - {id: six, game: fiftysix, variant: {players: 6, tables: 2}}
format: {kind: round_robin, sets_per_pairing: 2}
isolation: none
entrants:
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    config = folder / "small.yaml"
    entrants = "".join(f"  - {{bot: bots/random_legal.py, name: {name}}}\n" for name in FIELD)
    config.write_text(CONFIG + entrants, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        run_ladder(load_ladder(config), folder / "results", workers=0, quiet=True)
    analyse_ladder(folder / "results", workers=0)
    return folder / "results"


def stored(folder: Path) -> dict[str, bytes]:
    """What was stored of each set."""
    with open_ladder(folder) as ladder:
        analysed = [ladder.analysed_sets(pool.id) for pool in ladder.rules()]
        return {result.name: content for sets in analysed for result, content in sets}


def test_any_number_of_workers_stores_the_same(played: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    shutil.copytree(played, again)
    with closing(sqlite3.connect(again / DATABASE)) as database, database:
        database.execute("DROP TABLE analyses")
    assert analyse_ladder(again, workers=2).left == 0
    assert stored(again) == stored(played) != {}


def test_what_is_stored_adds_up_and_its_margins_are_those_of_the_standings(played: Path) -> None:
    with open_ladder(played) as ladder:
        assert list(wrong_splits(ladder)) == []
        for pool in ladder.rules():
            tally = PoolTally(pool.rules.starting_score(pool.variant), deal_by_deal=False)
            for result in ladder.counted_sets(pool.id):
                tally.add(result)
            keys = sorted(tally.entrants)
            split = margin_split(ladder, pool, keys)
            assert split.sets == tally.sets > 0
            for key in keys:
                made = split.entrants[key]
                assert made.margin == mean_over_sets(one.gain for one in tally.entrants[key].strata.values())
                assert sum(part.value for part in made.parts.values()) == pytest.approx(made.margin.value)
            assert split.surplus.keys() == split.entrants.keys()
            for pair, sums in tally.pairs.items():
                assert split.pairs[pair].margin == mean_over_sets([sums.margins.gain])


def test_the_report_shows_it_with_the_points_made_against_those_expected(played: Path) -> None:
    with open_ladder(played) as ladder:
        text = report(ladder_results(summarise(ladder), ladder), ladder)
    assert text.count("points made – expected") == 2
    assert "not analysed yet" not in text
