"""TrueSkill with one update a set."""

import math
import random
from statistics import fmean

import pytest
import trueskill
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.records import SetResult
from arena.stats.ratings import MAX_SURPRISE, Rating, RatingTable, by_name, rate
from tests.stats.kit import ENTRANTS, a_set, crash, duel, match, sets

PRIOR = Rating()
WIN, DRAW = (1, 2), (1, 1)

RATINGS = st.builds(Rating, st.floats(-3000, 3000), st.floats(0.05, 25 / 3))
SIDES = st.lists(st.lists(RATINGS, min_size=1, max_size=2).map(tuple), min_size=2, max_size=4)


def rounded(sides: list[tuple[Rating, ...]]) -> list[tuple[float, float]]:
    return [(round(r.mu, 3), round(r.sigma, 3)) for side in sides for r in side]


def documented() -> trueskill.TrueSkill:
    """The package as decision 6 sets it, without our clipping and averaging."""
    return trueskill.TrueSkill(mu=25, sigma=25 / 3, beta=25 / 6, tau=0, draw_probability=0.10)


def test_the_prior_and_the_conservative_rating() -> None:
    assert Rating() == Rating(25.0, 25 / 3)
    assert Rating(30.0, 2.0).conservative == 24.0


def test_the_documented_example_of_the_package() -> None:
    """The example in the documentation of trueskill 0.2.1, computed there with the default tau of 25/300."""
    winner, loser = Rating(25, 8.333), Rating(30, 8.333)
    ((after,), (other,)) = rate([(winner,), (loser,)], WIN)
    assert (after.mu, after.sigma) == pytest.approx((30.768, 7.030), abs=0.002)
    assert (other.mu, other.sigma) == pytest.approx((24.232, 7.030), abs=0.002)


def test_the_documented_example_of_three_teams() -> None:
    """The example in the documentation of trueskill 0.1.4, likewise."""
    ((first,), second, (third,)) = rate([(PRIOR,), (PRIOR, PRIOR), (PRIOR,)], (1, 2, 3))
    assert (first.mu, first.sigma) == pytest.approx((35.877, 6.791), abs=0.002)
    assert (second[0].mu, second[0].sigma) == pytest.approx((17.867, 7.059), abs=0.002)
    assert second[1] == second[0]
    assert (third.mu, third.sigma) == pytest.approx((21.255, 7.155), abs=0.002)


def test_a_win_between_newcomers() -> None:
    assert rounded(rate([(PRIOR,), (PRIOR,)], WIN)) == [(29.396, 7.171), (20.604, 7.171)]


def test_a_draw_between_newcomers() -> None:
    assert rounded(rate([(PRIOR,), (PRIOR,)], DRAW)) == [(25.0, 6.457), (25.0, 6.457)]


@given(SIDES, st.data())
@settings(max_examples=60)
def test_without_ties_and_extremes_the_numbers_are_the_packages(
    sides: list[tuple[Rating, ...]], data: st.DataObject
) -> None:
    near = [tuple(Rating(25 + r.mu / 300, max(r.sigma, 0.5)) for r in sorted(side)) for side in sides]
    order = data.draw(st.permutations(range(1, len(near) + 1)))
    by_package = documented().rate([[trueskill.Rating(r.mu, r.sigma) for r in side] for side in near], order)
    for side, expected, before in zip(rate(near, order), by_package, near, strict=True):
        if len(set(before)) == len(before):
            # The package adds up in the order of the sides as given, so its last digits may differ.
            assert [(r.mu, r.sigma) for r in side] == [pytest.approx((r.mu, r.sigma), abs=1e-9) for r in expected]


def test_tied_sides_with_equal_priors_get_equal_posteriors_the_mean_of_the_packages() -> None:
    ours = rate([(PRIOR,)] * 4, [1, 2, 2, 2])
    assert ours[1] == ours[2] == ours[3]
    newcomers = [(trueskill.Rating(25, 25 / 3),) for _ in range(4)]
    (_, *tied) = documented().rate(newcomers, [0, 1, 1, 1])
    assert len({group[0].mu for group in tied}) > 1, "the package alone tells them apart"
    assert ours[1][0].mu == pytest.approx(fmean(group[0].mu for group in tied))
    assert ours[1][0].sigma == pytest.approx(fmean(group[0].sigma for group in tied))


def test_tied_sides_with_other_priors_keep_apart() -> None:
    strong, weak = rate([(Rating(30, 4),), (Rating(20, 4),)], DRAW)
    assert 20 < weak[0].mu < strong[0].mu < 30


@given(SIDES, st.data())
@settings(max_examples=100)
def test_the_order_of_sides_and_of_their_members_changes_nothing(
    sides: list[tuple[Rating, ...]], data: st.DataObject
) -> None:
    places = data.draw(st.lists(st.integers(1, 4), min_size=len(sides), max_size=len(sides)))
    places = [1 + sum(other < place for other in places) for place in places]
    expected = rate(sides, places)
    order = data.draw(st.permutations(range(len(sides))))
    assert rate([sides[s] for s in order], [places[s] for s in order]) == [expected[s] for s in order]
    assert rate([side[::-1] for side in sides], places) == [side[::-1] for side in expected]


def test_the_packages_own_floating_point_error_is_met() -> None:
    """The upset that makes `trueskill` raise in doubles."""
    with pytest.raises(FloatingPointError):
        documented().rate([(trueskill.Rating(1253.2, 1.3154),), (trueskill.Rating(2038.35, 1.1361),)], [0, 1])


@pytest.mark.parametrize("places", [WIN, (2, 1), DRAW])
def test_extreme_upsets_are_rated(places: tuple[int, int]) -> None:
    before = Rating(1253.2, 1.3154), Rating(2038.35, 1.1361)
    (low,), (high,) = rate([(before[0],), (before[1],)], places)
    assert all(map(math.isfinite, (low.mu, low.sigma, high.mu, high.sigma)))
    assert 0 < low.sigma <= before[0].sigma
    assert 0 < high.sigma <= before[1].sigma
    if places == (2, 1):
        assert (low, high) == before, "what was certain teaches nothing"
    else:
        assert before[0].mu < low.mu < high.mu < before[1].mu


def test_a_surprise_moves_a_rating_more_the_greater_it_is_up_to_the_limit() -> None:
    deviation = math.sqrt(2 * (25 / 6) ** 2 + 2)
    moves = []
    for surprise in (1, 5, 15, MAX_SURPRISE + 5, MAX_SURPRISE + 500):
        ((winner,), _) = rate([(Rating(0, 1),), (Rating(surprise * deviation, 1),)], WIN)
        moves.append(winner.mu)
    assert moves[:4] == sorted(moves[:4])
    assert moves[3] == pytest.approx(moves[4])


@given(SIDES, st.data())
@settings(max_examples=100)
def test_every_result_can_be_rated(sides: list[tuple[Rating, ...]], data: st.DataObject) -> None:
    places = data.draw(st.lists(st.integers(1, 4), min_size=len(sides), max_size=len(sides)))
    for before, after in zip(sides, rate(sides, places), strict=True):
        for prior, posterior in zip(before, after, strict=True):
            assert math.isfinite(posterior.mu)
            assert 0 < posterior.sigma <= prior.sigma * (1 + 1e-9)


def test_a_set_is_one_update_by_its_summed_place_points() -> None:
    table = RatingTable()
    table.update(duel("a@1", "b@1", [10, 3], [5, 5]))
    assert (table.rating("a@1"),) == rate([(PRIOR,), (PRIOR,)], WIN)[0]


def test_winning_a_match_each_is_a_draw() -> None:
    table = RatingTable()
    table.update(duel("a@1", "b@1", [900, 3], [0, 1]))
    assert table.rating("a@1") == table.rating("b@1")


def test_a_forfeited_match_counts() -> None:
    table = RatingTable()
    table.update(a_set(["a@1", "b@1"], crash([9, 0], seat=0), match([3, 3], [1, 0])))
    assert table.rating("a@1").mu < 25 < table.rating("b@1").mu


def test_an_entrant_without_sets_has_the_prior_and_another_version_starts_anew() -> None:
    table = RatingTable()
    table.update(duel("a@1", "b@1", [10, 3], [10, 3]))
    assert table.rating("a@2") == PRIOR


def test_partners_of_a_side_are_rated_as_a_team() -> None:
    table = RatingTable()
    table.update(a_set([("a@1", "b@1"), ("c@1", "d@1")], match([14, 10])))
    assert table.rating("a@1") == table.rating("b@1")
    assert table.rating("c@1") == table.rating("d@1")
    assert rounded([(table.rating("a@1"),), (table.rating("c@1"),)]) == rounded(
        [side[:1] for side in rate([(PRIOR, PRIOR), (PRIOR, PRIOR)], WIN)]
    )


def test_the_leader_is_the_highest_conservative_rating_first_by_name() -> None:
    table = RatingTable()
    assert table.leader() is None
    table.update(duel("b@1", "a@1", [1, 1], [2, 2]))
    assert table.leader() == "a@1"
    table.update(duel("b@1", "c@1", [3, 1], [3, 1]))
    assert table.leader() == "b@1"
    assert table.leader(["a@1", "c@1", "new@1"]) == "a@1"
    assert table.leader(["new@1"]) is None


def test_names_sort_before_versions() -> None:
    """Not as plain text: there `a-b@1` comes before `a@1`."""
    assert sorted(["a-b@1", "a@2", "a@1"], key=by_name) == ["a@1", "a@2", "a-b@1"]


@given(st.lists(sets(), max_size=12), st.permutations(ENTRANTS))
@settings(max_examples=40)
def test_renaming_the_entrants_changes_no_number(played: list[SetResult], names: list[str]) -> None:
    new_name = dict(zip(ENTRANTS, names, strict=True))
    table, renamed = RatingTable(), RatingTable()
    for result in played:
        table.update(result)
        sides = tuple((new_name[side[0]],) for side in result.sides)
        renamed.update(SetResult(result.pool, sides, result.k, result.matches))
    assert all(table.rating(old) == renamed.rating(new) for old, new in new_name.items())


@given(st.lists(sets(), max_size=12), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_listing_a_pairings_sides_otherwise_changes_no_number(played: list[SetResult], rng: random.Random) -> None:
    table, reordered = RatingTable(), RatingTable()
    for result in played:
        table.update(result)
        places = rng.sample(range(len(result.sides)), len(result.sides))  # old side at each new position
        matches = tuple(
            match(
                m.scores,
                [places.index(side) for side in m.order],
                deals=m.deals,
                fault=m.fault,
                forfeited=m.forfeited,
            )
            for m in result.matches
        )
        reordered.update(a_set([result.sides[old] for old in places], *matches))
    assert all(table.rating(entrant) == reordered.rating(entrant) for entrant in ENTRANTS)
