"""Who meets next when the results so far decide."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import sqrt
from time import process_time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import ndtr

from arena.errors import ArenaError
from arena.stats.fit import POINTS, PRIOR, Fit, fit
from arena.stats.pairing import Pairing, adaptive_pairings
from arena.stats.ranked_sets import RankedSet
from tests.stats.ladders import a_ladder, name, round_robin

NOTHING = Fit((), np.zeros(0), np.zeros((0, 0)), {})
TIES = {2: 2.0}
CALM = settings(deadline=None, max_examples=30)


def known(*strengths: float, error: float = 30.0) -> Fit:
    """A fit of these strengths, the strongest first, known equally well and apart from each other."""
    names = tuple(name(n) for n in range(len(strengths)))
    return Fit(names, np.array(strengths), error**2 * np.eye(len(strengths)), TIES)


def played(seed: int, entrants: int, sides: int = 2) -> Counter[RankedSet]:
    """Sets of a few pairings of a field, some more often than others."""
    random = np.random.default_rng(seed)
    found: Counter[RankedSet] = Counter()
    for pairing in round_robin(entrants, sides):
        if random.random() < 0.6:
            ties = dict.fromkeys(range(2, sides + 1), 0.5)
            found += a_ladder(
                random, random.normal(0, 1, entrants).tolist(), [pairing], int(random.integers(1, 20)), ties
            )
    return found


def names(entrants: int) -> list[str]:
    return [name(n) for n in range(entrants)]


@st.composite
def fields(draw: st.DrawFn) -> tuple[Fit, list[str], int]:
    """A fit, a field of which it may know only a part, and sides."""
    sides = draw(st.integers(2, 4))
    entrants = draw(st.integers(sides, 8))
    sets = played(draw(st.integers(0, 10**6)), draw(st.integers(sides, entrants)), sides)
    return fit(sets) if sets else NOTHING, draw(st.permutations(names(entrants))), sides


# What comes out


@CALM
@given(fields(), st.integers(0, 12), st.one_of(st.none(), st.integers(1, 9)))
def test_so_many_pairings_of_different_entrants_of_the_field_come_out(
    given: tuple[Fit, list[str], int], sets: int, top: int | None
) -> None:
    found, field, sides = given
    pairings = adaptive_pairings(found, field, sides, sets, {}, top)
    assert len(pairings) == sets
    for pairing in pairings:
        assert list(pairing) == sorted(set(pairing) & set(field))
        assert len(pairing) == sides


@CALM
@given(fields())
def test_more_pairings_begin_with_the_same_ones(given: tuple[Fit, list[str], int]) -> None:
    found, field, sides = given
    assert adaptive_pairings(found, field, sides, 9, {})[:4] == adaptive_pairings(found, field, sides, 4, {})


@CALM
@given(st.integers(0, 10**6), st.permutations(range(8)), st.integers(2, 3))
def test_names_and_the_order_of_the_field_make_no_difference(seed: int, order: Sequence[int], sides: int) -> None:
    sets = played(seed, 8, sides) + Counter({RankedSet(((name(0),), (name(1),)), (1, 2), False): 1})
    renamed = {name(n): name(order[n]) for n in range(8)}
    mirrored = Counter(
        {
            RankedSet(tuple((renamed[side[0]],) for side in ranked.sides), ranked.ranks, False): times
            for ranked, times in sets.items()
        }
    )
    field = sorted({side[0] for ranked in sets for side in ranked.sides})
    chosen = adaptive_pairings(fit(sets), field, sides, 10, {})
    other = adaptive_pairings(fit(mirrored), [renamed[entrant] for entrant in reversed(field)], sides, 10, {})
    assert [tuple(sorted(renamed[entrant] for entrant in pairing)) for pairing in chosen] == list(other)


def test_who_left_the_field_meets_nobody() -> None:
    pairings = adaptive_pairings(known(100, 50, 0, -50), names(4)[1:], 2, 12, {})
    assert name(0) not in {entrant for pairing in pairings for entrant in pairing}


# Who is chosen


def by_the_book(found: Fit, critical: Sequence[tuple[int, int]]) -> Pairing:
    """The set that takes most of the doubt, by inverting the matrices."""

    def variance(covariance: np.ndarray, a: int, b: int) -> float:  # type: ignore[type-arg]
        return float(covariance[a, a] + covariance[b, b] - 2 * covariance[a, b])

    def gain(one: int, other: int) -> float:
        lead = (found.strengths[one] - found.strengths[other]) / POINTS
        won, _, lost = (
            weight / (2 * np.cosh(lead / 2) + TIES[2]) for weight in (np.exp(lead / 2), 2, np.exp(-lead / 2))
        )
        contrast = np.eye(len(found.entrants))[one] - np.eye(len(found.entrants))[other]
        told = (won + lost - (won - lost) ** 2) / 4 / POINTS**2
        after = np.linalg.inv(np.linalg.inv(found.covariance) + told * np.outer(contrast, contrast))
        return sum(
            float(ndtr(-(found.strengths[a] - found.strengths[b]) / sqrt(variance(found.covariance, a, b))))
            * (1 - variance(after, a, b) / variance(found.covariance, a, b))
            for a, b in critical
        )

    best = max(combinations(range(len(found.entrants)), 2), key=lambda pair: gain(*pair))
    return tuple(found.entrants[n] for n in best)


@CALM
@given(st.integers(0, 10**6), st.sampled_from([None, 1, 2, 4]))
def test_the_first_set_is_the_one_that_takes_most_of_the_doubt(seed: int, top: int | None) -> None:
    random = np.random.default_rng(seed)
    strengths = np.sort(random.normal(0, 100, 6))[::-1]
    root = random.normal(0, 20, (6, 6))
    found = replace(known(*strengths), covariance=root @ root.T + 100 * np.eye(6))
    last = 5 if top is None else top - 1
    critical = [(n, n + 1) for n in range(last)] + [(last, n) for n in range(last + 1, 6)]
    assert adaptive_pairings(found, found.entrants, 2, 1, {}, top) == (by_the_book(found, critical),)


def test_sets_go_to_neighbours_whose_order_is_in_doubt() -> None:
    pairings = adaptive_pairings(known(600, 300, 10, 0, -300, -600), names(6), 2, 5, {})
    assert set(pairings) == {(name(2), name(3))}


def test_a_level_pair_gets_most_but_not_everything() -> None:
    found = known(1000, 600, 0, 0, -600, -1000, error=300)
    counts = Counter(adaptive_pairings(found, names(6), 2, 60, {}))
    assert counts.most_common(1)[0][0] == (name(2), name(3))
    assert len(counts) > 2


def test_for_the_top_nobody_meets_whose_place_is_below_for_sure() -> None:
    pairings = adaptive_pairings(known(*range(1000, -1000, -100)), names(20), 2, 30, {}, top=3)
    assert {entrant for pairing in pairings for entrant in pairing} <= set(names(6))


def test_the_last_of_the_top_meets_all_who_might_belong_there() -> None:
    pairings = adaptive_pairings(known(500, 0, -1, -2, -3, -500), names(6), 2, 30, {}, top=2)
    assert {name(1), name(2), name(3), name(4)} <= {entrant for pairing in pairings for entrant in pairing}
    assert name(5) not in {entrant for pairing in pairings for entrant in pairing}


def test_new_entrants_get_sets_first() -> None:
    pairings = adaptive_pairings(known(150, 50, -50, -150), [*names(4), "new@1", "newer@1"], 2, 6, {})
    assert all("new@1" in pairing or "newer@1" in pairing for pairing in pairings)
    assert {"new@1", "newer@1"} <= {entrant for pairing in pairings[:2] for entrant in pairing}


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_before_the_first_set_everybody_is_paired_in_few_sets(sides: int) -> None:
    pairings = adaptive_pairings(NOTHING, names(12), sides, 24 // sides, {})
    counts = Counter(entrant for pairing in pairings for entrant in pairing)
    assert counts.keys() == set(names(12))
    assert max(counts.values()) <= 4


def test_of_equally_useful_sets_the_one_that_came_least_is_next_and_then_the_first_by_name() -> None:
    level = known(0, 0, error=PRIOR)
    three = replace(level, entrants=(), strengths=np.zeros(0), covariance=np.zeros((0, 0)))
    assert adaptive_pairings(three, names(2), 2, 1, {}) == ((name(0), name(1)),)
    assert adaptive_pairings(three, names(4), 2, 1, {}, top=1) == ((name(0), name(1)),)
    met = {(name(0), name(1)): 1}
    assert adaptive_pairings(three, names(4), 2, 1, met, top=1) == ((name(0), name(2)),)


# Who may meet


@CALM
@given(fields(), st.lists(st.sampled_from(["kim", "lee", "pat", None]), min_size=8, max_size=8))
def test_two_of_one_author_never_meet_and_the_others_always_can(
    given: tuple[Fit, list[str], int], drawn: list[str | None]
) -> None:
    found, field, sides = given
    authors = {entrant: author for entrant, author in zip(field, drawn, strict=False) if author}
    pairings = adaptive_pairings(found, field, sides, 6, {}, authors=authors)
    apart = len(set(authors.values())) + len([entrant for entrant in field if entrant not in authors])
    assert len(pairings) == (6 if apart >= sides else 0)
    for pairing in pairings:
        present = [authors[entrant] for entrant in pairing if entrant in authors]
        assert len(set(present)) == len(present)


def test_two_that_are_the_same_bot_never_meet_and_draw_no_sets_to_themselves() -> None:
    # The first two are level, the others a little apart: without being told, all sets would go to the first two.
    found = known(100, 100, -80, -160)
    level = tuple(sorted((name(0), name(1))))
    assert adaptive_pairings(found, names(4), 2, 4, {})[0] == level
    bots = {name(0): "the one", name(1): "the one"}
    pairings = adaptive_pairings(found, names(4), 2, 40, {}, bots=bots)
    assert len(pairings) == 40
    assert level not in pairings
    assert Counter(pairings).most_common(1)[0][0] == tuple(sorted((name(2), name(3))))
    assert adaptive_pairings(found, names(2), 2, 4, {}, bots=bots) == ()
    for three in adaptive_pairings(found, names(4), 3, 20, {}, bots=bots):
        assert not set(level) <= set(three)


@pytest.mark.parametrize("field", [[], ["a@1"]])
def test_too_few_entrants_have_no_pairing(field: list[str]) -> None:
    assert adaptive_pairings(NOTHING, field, 2, 3, {}) == ()


@pytest.mark.parametrize(("sides", "sets", "top"), [(1, 1, None), (2, -1, None), (2, 1, 0)])
def test_numbers_without_a_meaning_are_refused(sides: int, sets: int, top: int | None) -> None:
    with pytest.raises(ArenaError, match="expected 2 sides"):
        adaptive_pairings(NOTHING, names(4), sides, sets, {}, top)


# What it is good for


def test_a_round_of_sixty_among_sixty_is_quick() -> None:
    random = np.random.default_rng(1)
    sets = a_ladder(random, random.normal(0, 1, 60).tolist(), round_robin(60)[::3], 2, TIES)
    found = fit(sets)
    began = process_time()
    assert len(adaptive_pairings(found, names(60), 2, 60, {})) == 60
    assert process_time() - began < 0.2


def shares_right(ladders: int, sets: int) -> tuple[float, float]:
    """In which share of ladders of so many sets the order of six is right: adaptive, and round robin."""
    logs = [1.4, 0.9, 0.3, -0.2, -0.8, -1.6]
    right = [0, 0]
    for seed in range(ladders):
        random = np.random.default_rng(seed)
        adaptive: Counter[RankedSet] = Counter()
        for _ in range(sets // 30):
            chosen = adaptive_pairings(fit(adaptive), names(6), 2, 30, {})
            pairs = [tuple(int(entrant[1:3]) for entrant in pairing) for pairing in chosen]
            for pair, times in sorted(Counter(pairs).items()):
                adaptive += a_ladder(random, logs, [pair], times, TIES)
        in_turn = a_ladder(random, logs, round_robin(6), sets // 15, TIES)
        right[0] += fit(adaptive).entrants == tuple(names(6))
        right[1] += fit(in_turn).entrants == tuple(names(6))
    return right[0] / ladders, right[1] / ladders


def test_with_as_many_sets_the_order_is_right_oftener_than_in_a_round_robin() -> None:
    adaptive, in_turn = shares_right(20, 300)
    assert adaptive > in_turn + 0.1


@pytest.mark.soak
def test_the_order_is_as_often_right_as_with_twice_the_sets_of_a_round_robin() -> None:
    adaptive, _ = shares_right(400, 300)
    _, in_turn = shares_right(400, 600)
    print(f"order of six right: adaptive {adaptive:.3f} with 300 sets, round robin {in_turn:.3f} with 600")
    assert adaptive > in_turn - 0.03
