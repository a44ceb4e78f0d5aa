from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.records import SetResult
from arena.stats.duel import Duel
from arena.stats.set_points import place_points
from tests.stats.kit import a_set, crash, duel, match, sets


def test_in_a_set_of_the_two_the_score_is_the_share_of_the_place_points() -> None:
    for first, second, score in [
        ((9, 1), (8, 2), 1.0),
        ((9, 1), (5, 5), 0.75),
        ((9, 1), (2, 8), 0.5),
        ((5, 5), (2, 8), 0.25),
        ((1, 9), (2, 8), 0.0),
    ]:
        result = duel("a@1", "b@1", first, second)
        ours, theirs = Duel("a@1", "b@1"), Duel("b@1", "a@1")
        assert (ours.add(result), theirs.add(result)) == (score, 1 - score)
        assert ours.shares == (score, 1 - score)


def against(who: str, rival: str, k: int, first: tuple[int, int], second: tuple[int, int]) -> SetResult:
    return duel(who, rival, first, second, k)


def test_against_a_field_two_sets_on_the_same_cards_are_compared() -> None:
    """A takes ¾ of its set, B ¼ of its own: half the difference more than ½."""
    ours = Duel("x@1", "x@2")
    assert ours.add(against("x@1", "f@1", 1, (9, 1), (5, 5))) is None
    assert ours.sets == 0
    assert ours.shares is None
    assert ours.add(against("x@2", "f@1", 1, (1, 9), (5, 5))) == 0.75
    assert ours.scores == {0.75: 1}
    assert ours.shares == (0.75, 0.25)


def test_sets_on_other_cards_or_against_others_are_not_compared() -> None:
    ours = Duel("x@1", "x@2")
    for result in (
        against("x@1", "f@1", 1, (9, 1), (9, 1)),
        against("x@2", "f@1", 2, (9, 1), (9, 1)),
        against("x@2", "g@1", 1, (9, 1), (9, 1)),
        against("f@1", "g@1", 1, (9, 1), (9, 1)),
    ):
        assert ours.add(result) is None
    assert ours.sets == 0


def test_a_table_of_three_counts_every_side_beaten() -> None:
    """Six place points are the most in three matches of three; 6 against 1½ are a score of ½ + 4½/12."""
    first = a_set(
        ["f@1", "g@1", "x@1"], match((1, 2, 3)), match((2, 3, 1), [1, 2, 0]), match((3, 1, 2), [2, 0, 1])
    )
    second = a_set(["f@1", "g@1", "x@2"], *[match((3, 2, 2))] * 3)
    assert place_points(first)[2] == 6
    assert place_points(second)[2] == 1.5
    ours = Duel("x@1", "x@2")
    assert ours.add(first) is None
    assert ours.add(second) == 0.5 + 4.5 / 12


def test_a_forfeited_match_counts_as_lost() -> None:
    result = a_set(["a@1", "b@1"], crash((0, 0), 1), match((3, 5), [1, 0]))
    assert Duel("a@1", "b@1").add(result) == 1.0


@given(st.lists(sets(3, ["x@1", "x@2", "f@1", "g@1"]), max_size=12))
def test_exchanging_the_two_turns_every_score_around(results: list[SetResult]) -> None:
    ours, theirs = Duel("x@1", "x@2"), Duel("x@2", "x@1")
    for result in results:
        ours.add(result)
        theirs.add(result)
    assert sorted(ours.scores.elements()) == pytest.approx(sorted(1 - score for score in theirs.scores.elements()))


def test_whichever_of_two_sets_comes_first_the_score_is_the_same() -> None:
    cards = [
        against(who, rival, k, *scores)
        for who, scores in (("x@1", ((9, 1), (5, 5))), ("x@2", ((5, 5), (1, 9))))
        for rival, k in (("f@1", 1), ("g@1", 1))
    ]
    found = set()
    for order in permutations(cards):
        ours = Duel("x@1", "x@2")
        for result in order:
            ours.add(result)
        found.add(tuple(sorted(ours.scores.items())))
    assert found == {((0.75, 2),)}
