"""The course of ratings."""

from arena.analysis.course import POINTS, rating_course
from arena.stats.ratings import RatingTable
from tests.analysis.kit import a_set, match

A_WINS = a_set(match((1, 0)), match((0, 1), order=(1, 0)))


def test_it_ends_with_the_rating_after_the_last_set() -> None:
    sets = [A_WINS] * 7
    table = RatingTable()
    for one in sets:
        table.update(one)
    course = rating_course(sets, {"a@1", "b@1"}, 7)
    assert course.after == (1, 2, 3, 4, 5, 6, 7)
    assert course.ratings["a@1"][-1] == (table.rating("a@1").mu, table.rating("a@1").sigma)


def test_nobody_has_a_rating_before_the_first_set() -> None:
    course = rating_course([A_WINS, a_set(match((1, 0)), match((0, 1), order=(1, 0)), names="ac")], {"c@1"}, 2)
    assert course.ratings["c@1"][0] is None
    assert course.ratings["c@1"][1] is not None


def test_it_has_few_points_of_many_sets() -> None:
    course = rating_course([A_WINS] * 1_005, {"a@1"}, 1_005)
    assert len(course.after) <= POINTS
    assert course.after[-1] == 1_005


def test_without_sets_it_is_empty() -> None:
    assert rating_course([], {"a@1"}, 0).after == ()
