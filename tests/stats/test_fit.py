"""The fit of all sets at once."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from time import process_time

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import approx_fprime

from arena.records import SetResult
from arena.stats.choices import Choices
from arena.stats.fit import POINTS, PRIOR, Fit, fit
from arena.stats.fit_rows import FitRow, fit_rows
from arena.stats.ranges import order_probability, superiority
from arena.stats.ranked_sets import RankedSet, without_forfeits
from arena.stats.tallies import PoolTally
from tests.stats.kit import ENTRANTS, a_set, crash, duel, match, sets
from tests.stats.ladders import a_ladder, chances, gauntlet, name, round_robin

FIRST, SECOND, LEVEL = (1, 2), (2, 1), (1, 1)
PRECISION = (POINTS / PRIOR) ** 2
"""Of the prior, in log strengths."""


def tally_of(*results: SetResult) -> PoolTally:
    tally = PoolTally()
    for result in results:
        tally.add(result)
    return tally


def two_sides(*results: tuple[str, str, tuple[int, int], int]) -> Counter[RankedSet]:
    """Sets by (one, other, ranks, how often)."""
    return Counter({RankedSet(((f"{a}@1",), (f"{b}@1",)), ranks, False): n for a, b, ranks, n in results if n})


def strengths(found: Fit) -> dict[str, float]:
    return dict(zip(found.entrants, found.strengths.tolist(), strict=True))


def deviations(found: Fit) -> dict[str, float]:
    return dict(zip(found.entrants, np.sqrt(np.diag(found.covariance)).tolist(), strict=True))


# The sets counted


def test_sets_are_counted_by_pairing_ranks_and_forfeits() -> None:
    forfeited = a_set(["a@1", "b@1"], match([5, 0]), crash([0, 7], seat=0, order=[1, 0]))
    tally = tally_of(duel("a@1", "b@1", [9, 0], [9, 0], k=1), duel("a@1", "b@1", [5, 0], [1, 0], k=2), forfeited)
    sides = (("a@1",), ("b@1",))
    assert tally.ranked == {RankedSet(sides, FIRST, False): 2, RankedSet(sides, FIRST, True): 1}
    assert without_forfeits(tally.ranked) == {RankedSet(sides, FIRST, False): 2}


def test_memory_grows_with_the_pairings_alone() -> None:
    tally = tally_of(*(duel("a@1", "b@1", [k % 7, k % 5], [k % 3, 1], k=k) for k in range(200)))
    assert tally.ranked.total() == 200
    assert len(tally.ranked) == 3


# The model


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_the_likelihood_is_that_of_the_formula(sides: int) -> None:
    random = np.random.default_rng(sides)
    logs, ties = random.normal(size=5), {2: 0.6, 3: 0.3, 4: 0.2}
    pairings = round_robin(5, sides)
    played = a_ladder(random, logs.tolist(), pairings, 60, {n: ties[n] for n in range(2, sides + 1)})
    choices = Choices(played, [name(n) for n in range(5)])
    assert choices.tie_sizes == tuple(range(2, sides + 1))
    expected = 0.0
    for pairing in pairings:
        found = chances([logs[n] for n in pairing], {n: ties[n] for n in choices.tie_sizes})
        entrants = tuple((name(n),) for n in pairing)
        expected += sum(played[RankedSet(entrants, ranks, False)] * math.log(p) for ranks, p in found.items())
    at = np.append(logs, np.log([ties[n] for n in choices.tie_sizes]))
    assert choices.log_likelihood(at) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_the_derivatives_are_those_of_the_likelihood(sides: int) -> None:
    random = np.random.default_rng(sides)
    played = a_ladder(random, random.normal(size=5).tolist(), round_robin(5, sides), 9, {2: 0.5, 3: 0.5})
    choices = Choices(played, [name(n) for n in range(5)])
    at = random.normal(size=choices.parameters)
    assert choices.gradient(at) == pytest.approx(approx_fprime(at, choices.log_likelihood, 1e-6), abs=1e-3)
    assert choices.information(at) == pytest.approx(-approx_fprime(at, choices.gradient, 1e-6), abs=1e-3)
    assert choices.times @ choices.scores(at) == pytest.approx(choices.gradient(at), abs=1e-9)


@pytest.mark.parametrize("p", [0.1, 0.5, 0.8])
def test_a_set_of_two_independent_matches_follows_the_model_with_delta_2(p: float) -> None:
    found = chances([2 * math.log(p / (1 - p)), 0], {2: 2})
    assert found == pytest.approx({FIRST: p**2, LEVEL: 2 * p * (1 - p), SECOND: (1 - p) ** 2})


# The estimate


def test_of_two_entrants_the_fit_is_known_in_closed_form() -> None:
    """Davidson 1970: the odds of winning to losing are the ratio of strengths, draws over their mean the delta."""
    found = fit(two_sides(("a", "b", FIRST, 60_000), ("b", "a", FIRST, 15_000), ("a", "b", LEVEL, 30_000)))
    apart = strengths(found)["a@1"] - strengths(found)["b@1"]
    assert apart == pytest.approx(400 * math.log10(4), rel=1e-4)
    assert found.ties == {2: pytest.approx(30 / math.sqrt(60 * 15), rel=1e-4)}
    features = np.array([[0.5, 0], [-0.5, 0], [0, 1]])  # won, lost, drawn: of the lead and of log delta
    information = np.cov(features.T, fweights=[60_000, 15_000, 30_000], bias=True) * 105_000
    error = POINTS * math.sqrt(np.linalg.inv(information)[0, 0])
    assert deviations(found)["a@1"] == pytest.approx(error / 2, rel=1e-3)


def test_a_delta_of_two_and_equal_strengths_mean_half_the_sets_drawn() -> None:
    found = fit(two_sides(("a", "b", FIRST, 250), ("a", "b", SECOND, 250), ("a", "b", LEVEL, 500)))
    assert strengths(found) == {"a@1": 0, "b@1": 0}
    assert found.ties[2] == pytest.approx(2, rel=0.01)


def test_entrants_with_the_same_results_are_equally_strong() -> None:
    played = two_sides(("a", "c", FIRST, 6), ("b", "c", FIRST, 6), ("c", "d", FIRST, 3), ("d", "c", FIRST, 2))
    found = strengths(fit(played))
    assert found["a@1"] == found["b@1"] > found["c@1"] > found["d@1"]
    assert sum(found.values()) == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("seed", range(3))
def test_two_sides_without_draws_agree_with_choix(seed: int) -> None:
    """`opt_pairwise` has the same model and, with this alpha, the same prior."""
    random = np.random.default_rng(seed)
    played = a_ladder(random, random.normal(size=8).tolist(), round_robin(8), 7, {})
    wins = [
        (int(winner[1:3]), int(loser[1:3]))
        for ranked, times in played.items()
        for (winner,), (loser,) in [ranked.sides if ranked.ranks == FIRST else ranked.sides[::-1]]
        for _ in range(times)
    ]
    expected = choix.opt_pairwise(8, wins, alpha=PRECISION / 2, method="Newton-CG", tol=1e-10)
    ours = strengths(fit(played))
    assert [ours[name(n)] for n in range(8)] == pytest.approx(POINTS * (expected - expected.mean()), abs=0.01)


@pytest.mark.parametrize("sides", [3, 4])
def test_more_sides_without_ties_agree_with_choix(sides: int) -> None:
    random = np.random.default_rng(sides)
    played = a_ladder(random, random.normal(size=6).tolist(), round_robin(6, sides), 4, {})
    rankings = [
        tuple(int(ranked.sides[side][0][1:3]) for side in np.argsort(ranked.ranks))
        for ranked, times in played.items()
        for _ in range(times)
    ]
    expected = choix.opt_rankings(6, rankings, alpha=PRECISION / 2, method="Newton-CG", tol=1e-10)
    ours = strengths(fit(played))
    assert [ours[name(n)] for n in range(6)] == pytest.approx(POINTS * (expected - expected.mean()), abs=0.01)


def test_the_prior_hardly_shows_against_a_fit_without_one() -> None:
    random = np.random.default_rng(5)
    played = a_ladder(random, [1, 0.5, 0, -0.5, -1], round_robin(5), 500, {})
    table = np.zeros((5, 5))
    for ranked, times in played.items():
        (winner,), (loser,) = ranked.sides if ranked.ranks == FIRST else ranked.sides[::-1]
        table[int(winner[1:3]), int(loser[1:3])] += times
    expected = choix.lsr.ilsr_pairwise_dense(table)
    ours = strengths(fit(played))
    assert [ours[name(n)] for n in range(5)] == pytest.approx(POINTS * (expected - expected.mean()), abs=0.1)


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_strengths_and_ties_are_found_again(sides: int) -> None:
    logs, ties = [1.0, 0.4, 0.0, -0.4, -1.0], {2: 0.8, 3: 0.4, 4: 0.3}
    known = {n: ties[n] for n in range(2, sides + 1)}
    found = fit(a_ladder(np.random.default_rng(1), logs, round_robin(5, sides), 4000, known))
    assert [strengths(found)[name(n)] for n in range(5)] == pytest.approx(POINTS * np.array(logs), abs=8)
    assert found.ties == {n: pytest.approx(delta, rel=0.15) for n, delta in known.items()}


def test_a_side_of_several_is_as_strong_as_the_mean_of_its_members() -> None:
    pairs = [(("a@1", "b@1"), ("c@1",)), (("a@1",), ("b@1",))]
    played = Counter(
        {
            RankedSet(pairs[0], FIRST, False): 40_000,
            RankedSet(pairs[0], SECOND, False): 10_000,
            RankedSet(pairs[1], FIRST, False): 30_000,
            RankedSet(pairs[1], SECOND, False): 10_000,
        }
    )
    found = strengths(fit(played))
    assert (found["a@1"] + found["b@1"]) / 2 - found["c@1"] == pytest.approx(400 * math.log10(4), abs=1)
    assert found["a@1"] - found["b@1"] == pytest.approx(400 * math.log10(3), abs=1)


def test_a_field_is_ranked_by_all_sets_those_with_others_too() -> None:
    played = two_sides(("a", "x", FIRST, 8), ("x", "a", FIRST, 4), ("x", "b", FIRST, 8), ("b", "x", FIRST, 4))
    found = fit(played, ["a@1", "b@1", "new@1"])
    assert found.entrants == ("a@1", "b@1")
    assert found.strengths.sum() == pytest.approx(0, abs=1e-3)
    whole = strengths(fit(played))
    assert found.strengths[0] - found.strengths[1] == pytest.approx(whole["a@1"] - whole["b@1"], abs=1e-3)


@pytest.mark.parametrize("field", [None, [], ["new@1"]])
def test_without_sets_there_is_nothing_to_fit(field: Sequence[str] | None) -> None:
    found = fit({}, field)
    assert (found.entrants, found.ties, fit_rows(found, {}), order_probability(found)) == ((), {}, (), 1.0)


def test_one_alone_of_a_field_is_at_its_mean() -> None:
    played = two_sides(("a", "b", FIRST, 3))
    (row,) = fit_rows(fit(played, ["a@1"]), played)
    assert (row.rank, row.strength, row.low, row.high, row.rank_low, row.rank_high) == (1, 0, 0, 0, 1, 1)


# The uncertainty


def test_a_perfect_record_is_finite_and_less_sure_than_others() -> None:
    played = two_sides(("a", "b", FIRST, 20), ("a", "c", FIRST, 20), ("b", "c", FIRST, 11), ("c", "b", FIRST, 9))
    found = fit(played)
    assert found.entrants[0] == "a@1"
    assert 200 < strengths(found)["a@1"] < 2000
    assert deviations(found)["a@1"] > 1.5 * deviations(found)["b@1"]
    assert superiority(found)[0, 1] > 0.99


def test_strengths_in_groups_that_never_met_compare_by_the_prior_alone() -> None:
    played = two_sides(("a", "b", FIRST, 60), ("b", "a", FIRST, 40), ("c", "d", FIRST, 60), ("d", "c", FIRST, 40))
    rows = {row.entrant: row for row in fit_rows(fit(played), played)}
    assert rows["a@1"].strength == rows["c@1"].strength
    assert rows["a@1"].high - rows["a@1"].low > PRIOR
    assert {(row.rank_low, row.rank_high) for row in rows.values()} == {(1, 4)}
    assert rows["a@1"].group == rows["b@1"].group != rows["c@1"].group == rows["d@1"].group
    assert {row.group for row in rows.values()} == {1, 2}


def test_where_some_draw_oftener_than_others_resampling_sets_gives_the_error() -> None:
    """One draws never, the others nearly always: the model, with one delta for all, is too sure of that one."""
    random = np.random.default_rng(3)
    drawless = a_ladder(random, [0.0] * 5, gauntlet(5, 0), 40, {2: 0.01})
    played = drawless + a_ladder(random, [0.0] * 5, list(combinations(range(1, 5), 2)), 40, {2: 20.0})
    found = fit(played)
    kinds = list(played)
    shares = np.array([played[kind] for kind in kinds]) / played.total()
    resamples = []
    for _ in range(200):
        times = random.multinomial(played.total(), shares).tolist()
        again = fit({kind: n for kind, n in zip(kinds, times, strict=True) if n})
        resamples.append(strengths(again)[name(0)])
    assert deviations(found)[name(0)] == pytest.approx(np.std(resamples), rel=0.15)

    modelled = a_ladder(random, [0.0] * 5, round_robin(5), 40, {2: found.ties[2]})
    assert deviations(found)[name(0)] > 1.2 * deviations(fit(modelled))[name(0)]


def test_sixty_entrants_are_fitted_in_a_second() -> None:
    random = np.random.default_rng(60)
    played = a_ladder(random, random.normal(size=60).tolist(), round_robin(60), 10, {2: 1.0})
    begin = process_time()
    found = fit(played)
    order_probability(found, top=5)
    assert process_time() - begin < 3  # three times as much as is promised: machines are slow at times
    assert len(found.entrants) == 60


# What must make no difference

FIELDS = st.lists(sets(), min_size=1, max_size=12)


def by_name(rows: Sequence[FitRow]) -> dict[str, FitRow]:
    return {row.entrant: row for row in rows}


@given(FIELDS, st.randoms())
@settings(max_examples=30, deadline=None)
def test_the_order_of_play_and_of_sides_makes_no_difference(
    played: list[SetResult], random: "np.random.Generator"
) -> None:
    whole = tally_of(*played).ranked
    shuffled = list(whole.items())
    random.shuffle(shuffled)
    other: Counter[RankedSet] = Counter()
    for ranked, times in shuffled:
        order = list(range(len(ranked.sides)))
        random.shuffle(order)
        sides, ranks = tuple(ranked.sides[n] for n in order), tuple(ranked.ranks[n] for n in order)
        other[RankedSet(sides, ranks, ranked.forfeited)] += times
    one, another = fit(whole), fit(other)
    assert fit_rows(one, whole) == fit_rows(another, other)
    assert one.covariance.tobytes() == another.covariance.tobytes()
    assert order_probability(one) == order_probability(another)


@given(FIELDS, st.permutations(ENTRANTS))
@settings(max_examples=60, deadline=None)
def test_renaming_changes_nothing_but_names(played: list[SetResult], names: list[str]) -> None:
    new = dict(zip(ENTRANTS, names, strict=True))
    whole = tally_of(*played).ranked
    renamed = {
        RankedSet(tuple(tuple(new[e] for e in side) for side in ranked.sides), ranked.ranks, ranked.forfeited): n
        for ranked, n in whole.items()
    }
    before, after = by_name(fit_rows(fit(whole), whole)), by_name(fit_rows(fit(renamed), renamed))
    for entrant, row in before.items():
        twin = after[new[entrant]]
        assert (twin.rank, twin.strength, twin.low, twin.high) == (row.rank, row.strength, row.low, row.high)
        assert (twin.rank_low, twin.rank_high, twin.sets, twin.open) == (
            row.rank_low,
            row.rank_high,
            row.sets,
            row.open,
        )
    assert fit(whole).ties == pytest.approx(fit(renamed).ties)
