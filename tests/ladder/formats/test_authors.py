from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ladder.formats import Epoch, Gauntlet, RoundRobin, make_format
from arena.ladder.formats.authors import may_meet, shared_authors, total
from arena.ladder.schedule import planned_sets, schedule
from tests.ladder.formats.kit import Contest, pairings

CALM = settings(deadline=None, max_examples=40)


def keys(n: int) -> tuple[str, ...]:
    return tuple(f"e{i:02}@1" for i in range(n))


@st.composite
def fields(draw: st.DrawFn, least: int = 4, most: int = 30) -> tuple[tuple[str, ...], dict[str, str], int]:
    """Entrants, who of them share an author, and sides."""
    entrants = keys(draw(st.integers(least, most)))
    authors = draw(
        st.lists(st.sampled_from(["kim", "lee", "pat", None]), min_size=len(entrants), max_size=len(entrants))
    )
    sides = draw(st.sampled_from([3, 4]))
    return entrants, shared_authors(dict(zip(entrants, authors, strict=True)), sides), sides


def test_only_those_matter_who_share_an_author_in_a_match_of_more_than_two() -> None:
    authors = {"a@1": "kim", "b@1": None, "c@1": "kim", "d@1": "lee", "e@1": None}
    assert shared_authors(authors, 3) == {"a@1": "kim", "c@1": "kim"}
    assert shared_authors(authors, 2) == {}


@CALM
@given(fields())
def test_nobody_meets_another_of_its_author_and_all_other_groups_stay(field: tuple) -> None:  # type: ignore[type-arg]
    entrants, authors, sides = field
    apart, free = RoundRobin(entrants, sides, authors), RoundRobin(entrants, sides)
    for number in (0, 5):
        assert list(apart.cycle(number)) == [
            pairing for pairing in free.cycle(number) if may_meet(pairing, authors)
        ]


@CALM
@given(fields(), st.integers(0, 40))
def test_the_size_of_cycles_is_that_of_their_groups(field: tuple, cycles: int) -> None:  # type: ignore[type-arg]
    entrants, authors, sides = field
    form = RoundRobin(entrants, sides, authors)
    assert form.pairings_in(cycles) == sum(sum(1 for _ in form.cycle(number)) for number in range(cycles))


@CALM
@given(fields(least=6), st.integers(1, 4), st.integers(0, 6))
def test_a_gauntlet_keeps_authors_apart_too(field: tuple, challengers: int, cycles: int) -> None:  # type: ignore[type-arg]
    entrants, authors, sides = field
    form = Gauntlet(entrants, entrants[:challengers], sides, authors)
    met = [pairing for number in range(cycles) for pairing in form.cycle(number)]
    assert len(met) == form.pairings_in(cycles)
    assert all(may_meet(pairing, authors) for pairing in met)


@CALM
@given(fields(most=24), st.integers(1, 30))
def test_planned_sets_are_those_of_the_schedule(field: tuple, cycles: int) -> None:  # type: ignore[type-arg]
    entrants, authors, sides = field
    form = {"kind": "round_robin", "sets_per_pairing": cycles}
    before = Epoch(
        1, entrants[:-1], (), form, None, {key: value for key, value in authors.items() if key != entrants[-1]}
    )
    length = (planned_sets(sides, [before]) or 0) // 2
    epochs = [
        Epoch(1, before.entrants, (), form, length, before.authors),
        Epoch(2, entrants, (), form, None, authors),
    ]
    assert planned_sets(sides, epochs) == sum(1 for _ in schedule("pool", sides, epochs, "secret"))


def test_entrants_of_one_author_alone_have_no_match_even_without_end() -> None:
    entrants = keys(4)
    epoch = Epoch(1, entrants, (), {"kind": "round_robin"}, None, dict.fromkeys(entrants, "kim"))
    assert make_format(epoch, 3).pairings_in(1) == 0
    assert planned_sets(3, [epoch]) == 0
    assert list(schedule("pool", 3, [epoch], "secret")) == []


@pytest.mark.parametrize(("sides", "n"), [(3, 30), (4, 20)])
def test_it_costs_an_author_with_two_about_the_share_the_docs_say(sides: int, n: int) -> None:
    entrants = keys(n)
    authors = dict.fromkeys(entrants[:2], "kim")
    cycles = 16
    played = Counter(
        entrant
        for number in range(cycles)
        for pairing in RoundRobin(entrants, sides, authors).cycle(number)
        for entrant in pairing
    )
    free = Counter(
        entrant
        for number in range(cycles)
        for pairing in RoundRobin(entrants, sides).cycle(number)
        for entrant in pairing
    )
    lost = {entrant: 1 - played[entrant] / free[entrant] for entrant in entrants}
    share = (sides - 1) / (n - 1)
    assert lost[entrants[0]] == pytest.approx(share, rel=0.3)
    assert max(lost[entrant] for entrant in entrants[2:]) < share


def test_pairs_of_one_author_meet_in_twos() -> None:
    entrants = keys(6)
    authors = shared_authors(dict.fromkeys(entrants, "kim"), 2)
    assert set(RoundRobin(entrants, 2, authors).cycle(0)) == set(combinations(entrants, 2))


def test_sizes_repeat() -> None:
    assert total((3, 5), 5) == 3 + 5 + 3 + 5 + 3
    assert total((0,), 9) == 0


FORMATS = [
    {"kind": "round_robin", "sets_per_pairing": 3},
    {"kind": "gauntlet", "sets_per_pairing": 3},
    {"kind": "swiss", "rounds": 6, "sets_per_pairing": 1},
    {"kind": "knockout", "sets_per_tie": 2},
    {"kind": "adaptive", "sets_per_round": 8},
]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: str(form["kind"]))
@pytest.mark.parametrize("sides", [3, 4])
@settings(deadline=None, max_examples=6)
@given(data=st.data())
def test_in_no_format_do_entrants_of_one_author_meet_in_a_group(
    form: dict[str, object], sides: int, data: st.DataObject
) -> None:
    entrants = keys(12)
    names = st.lists(st.sampled_from(["kim", "lee", None, None]), min_size=12, max_size=12)
    authors = shared_authors(dict(zip(entrants, data.draw(names), strict=True)), sides)
    challengers = entrants[:2] if form["kind"] == "gauntlet" else ()
    contest = Contest([Epoch(1, entrants, challengers, form, None, authors)], sides)
    met = pairings(contest.play(most=60))
    assert met or len(set(authors.values())) + sum(key not in authors for key in entrants) < sides
    assert all(may_meet(pairing, authors) for pairing in met)
