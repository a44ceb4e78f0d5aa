"""Records with and without forfeited matches."""

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.records import SetResult
from arena.stats.forfeits import ForfeitRow, SetRecord, with_and_without_forfeits
from arena.stats.standings import standings
from arena.stats.tallies import PoolTally
from tests.stats.kit import ENTRANTS, a_set, crash, duel, match, sets


def tally_of(*results: SetResult) -> PoolTally:
    tally = PoolTally()
    for result in results:
        tally.add(result)
    return tally


def test_a_set_with_a_forfeited_match_counts_on_one_side_only() -> None:
    given_away = a_set(["a@1", "b@1"], match([0, 9]), crash([0, 9], seat=0, order=[1, 0]))
    tally = tally_of(duel("a@1", "b@1", [9, 0], [9, 0]), given_away, duel("a@1", "b@1", [9, 0], [0, 9], k=2))
    a, b = with_and_without_forfeits(tally.ranked, ["b@1", "a@1"])
    assert a == ForfeitRow("a@1", SetRecord(1, 2, 0), SetRecord(1, 1, 0))
    assert b == ForfeitRow("b@1", SetRecord(0, 2, 1), SetRecord(0, 1, 1))
    assert (a.every.score, a.clean.score) == (2 / 3, 3 / 4)


def test_without_sets_there_is_no_score() -> None:
    (row,) = with_and_without_forfeits({}, ["a@1"])
    assert (row.every, row.every.sets, row.every.score) == (SetRecord(0, 0, 0), 0, None)


@given(st.lists(sets(), max_size=15))
@settings(max_examples=40)
def test_all_sets_are_those_of_the_standings_and_those_without_forfeits_the_ones_with_margins(
    played: list[SetResult],
) -> None:
    tally = tally_of(*played)
    table = {row.entrant: row for row in standings(tally, ENTRANTS)}
    for row in with_and_without_forfeits(tally.ranked, ENTRANTS):
        own = table[row.entrant]
        assert row.every == SetRecord(own.sets_won, own.sets_drawn, own.sets_lost)
        assert row.clean.sets >= own.margin_sets
