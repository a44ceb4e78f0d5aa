"""Knockout: the champion is who never lost, everybody else is out, and who leaves loses what is left."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ladder.formats.authors import shared_authors
from arena.ladder.formats.bracket import SECOND_FINAL, Placed, Seed, groups_bracket, pairs_bracket
from arena.ladder.formats.knockout import Knockout, PlayedTie
from tests.ladder.formats.kit import (
    Contest,
    Outcome,
    assert_any_start_goes_on_the_same,
    by_chance,
    by_strength,
    epoch,
    keys,
    pairings,
)

CALM = settings(deadline=None, max_examples=40)


def contest(n: int, sides: int = 2, outcome: Outcome = by_chance, **form: Any) -> Contest:
    form = {"kind": "knockout", "sets_per_tie": 2} | form
    return Contest([epoch(keys(n), form)], sides, outcome)


def ties(contest: Contest) -> tuple[PlayedTie, ...]:
    """The bracket after all that is finished."""
    walk = contest.walk_from(contest.finished)
    assert walk.course is not None
    walk.course.hear(contest.finished)
    form = walk.course.form
    assert isinstance(form, Knockout)
    return form.ties()


def lost(found: Sequence[PlayedTie]) -> Counter[str | None]:
    """In how many ties each did not go on."""
    return Counter(key for tie in found for key in tie.order[tie.advance :])


@CALM
@given(st.integers(2, 60))
def test_one_life_takes_one_tie_for_everybody_but_the_champion(n: int) -> None:
    one = contest(n)
    assert len(one.play()) == 2 * (n - 1) == one.walk.end
    found = ties(one)
    assert len(found) == n - 1
    champion = found[-1].order[0]
    assert found[-1].round == "final"
    assert lost(found) == Counter(key for key in keys(n) if key != champion)


@CALM
@given(st.integers(2, 60))
def test_with_two_lives_all_but_the_champion_lose_twice(n: int) -> None:
    one = contest(n, lives=2)
    one.play()
    found = ties(one)
    assert len(found) == 2 * n - 1
    needed = found[-1].round == SECOND_FINAL and found[-1].sets > 0
    champion = found[-1].order[0]
    beaten = lost(found if needed else found[:-1])
    assert all(beaten[key] == 2 for key in keys(n) if key != champion)
    assert beaten[champion] == needed
    assert len(one.tasks) == 2 * (2 * n - 2 + needed)
    assert_any_start_goes_on_the_same(one)


@CALM
@given(st.integers(3, 60), st.sampled_from([3, 4]), st.integers(1, 3))
def test_groups_are_full_and_the_champion_went_on_from_every_one(n: int, sides: int, advance: int) -> None:
    if n < sides or advance >= sides:
        return
    one = contest(n, sides, advance=advance)
    one.play()
    found = ties(one)
    assert all(len(set(tie.entrants)) == sides for tie in found)
    assert {key for tie in found for key in tie.entrants} == set(keys(n))
    *before, final = found
    assert final.round == "final"
    assert sum(sides - tie.advance for tie in before) == n - sides
    assert all(tie.advance >= advance for tie in before)
    assert sum(tie.advance > advance for tie in before) <= 1
    champion = final.order[0]
    beaten = lost(found)
    assert beaten[champion] == 0
    assert all(beaten[key] == 1 for key in keys(n) if key != champion)
    assert_any_start_goes_on_the_same(one)


@pytest.mark.parametrize("n", [2, 3, 5, 8, 13, 60])
def test_the_seeds_meet_as_late_as_can_be(n: int) -> None:
    one = contest(n, outcome=by_strength(keys(n)))
    one.play()
    found = ties(one)
    assert found[-1].order == keys(n)[:2]
    semi_finals = [tie for tie in found if tie.round == "semi-finals"]
    assert {key for tie in semi_finals for key in tie.entrants} <= set(keys(n)[:4])


@CALM
@given(st.integers(2, 60))
def test_the_top_seeds_have_no_opponent_at_first(n: int) -> None:
    bracket = pairs_bracket(n)
    first = [source.number for tie in bracket for source in tie.sources if isinstance(source, Seed)]
    in_first_round = [
        source.number
        for tie in bracket
        if all(isinstance(source, Seed) for source in tie.sources) and tie.round == bracket[0].round
        for source in tie.sources
        if isinstance(source, Seed)
    ]
    size = 1 << (n - 1).bit_length()
    assert sorted(first) == list(range(n))
    assert sorted(in_first_round) == list(range(size - n, n))


def test_seeds_may_be_named_and_the_others_follow() -> None:
    a, b, c, d = keys(4)
    one = contest(4, outcome=by_strength([d, c, b, a]), seeding=[d.partition("@")[0], b.partition("@")[0]])
    one.play()
    assert pairings(one.tasks)[::2] == [tuple(sorted(pair)) for pair in ((d, c), (b, a), (d, b))]


def test_seeding_by_rating_is_by_all_sets_before() -> None:
    entrants = keys(4)
    rated = epoch(entrants, {"kind": "round_robin", "sets_per_pairing": 3}, 1, 18)
    knockout = epoch(entrants, {"kind": "knockout", "sets_per_tie": 1}, 2)
    one = Contest([rated, knockout], outcome=by_strength(entrants[::-1]))
    tasks = one.play()
    assert len(tasks) == 18 + 3
    d, c, b, a = entrants
    assert pairings(tasks)[18:] == [tuple(sorted(pair)) for pair in ((a, d), (b, c), (a, b))]
    assert_any_start_goes_on_the_same(one)


def test_without_ratings_the_config_has_the_seeds_in_order() -> None:
    entrants = keys(4)
    assert pairings(contest(4).play())[:1] == [tuple(sorted((entrants[0], entrants[3])))]


def test_losers_of_the_semi_finals_play_for_the_third_place() -> None:
    one = contest(8, outcome=by_strength(keys(8)), third_place=True)
    one.play()
    (third,) = (tie for tie in ties(one) if tie.round == "third place")
    assert third.order == keys(8)[2:4]
    assert len(one.tasks) == 2 * 8


def test_a_tie_begins_when_its_own_two_are_decided() -> None:
    one = contest(8)
    while one.next():
        pass
    assert len(one.tasks) == 8
    one.finish(3)
    assert one.next() is None
    one.finish(1)
    assert one.next() is not None
    assert one.next() is not None
    assert one.next() is None


def drawn(pairing: tuple[str, ...], k: int) -> list[int]:
    """All sets are drawn but the fifth, which the first by name wins."""
    return [1, 0] if k == 5 else [0, 0]


def test_a_level_tie_goes_to_the_better_seed() -> None:
    one = contest(2, outcome=drawn)
    one.play()
    assert ties(one)[0].order == keys(2)


def test_a_level_tie_goes_first_to_the_greater_score() -> None:
    a, b = sorted(keys(2))
    one = contest(2, outcome=lambda pairing, k: [5, 0] if k == 1 else [0, 1], seeding=[b.partition("@")[0]])
    one.play()
    assert (ties(one)[0].order, ties(one)[0].points) == ((a, b), (1.0, 1.0))


def test_a_level_tie_is_played_on_until_it_is_not() -> None:
    one = contest(2, outcome=drawn, level_tie="play_on", sets_per_tie=4)
    assert len(one.play()) == 5
    assert ties(one)[0].order[0] == min(keys(2))
    assert_any_start_goes_on_the_same(one)


def test_playing_on_has_an_end() -> None:
    one = contest(2, outcome=drawn, level_tie="play_on", sets_per_tie=2)
    assert len(one.play()) == 4
    assert one.walk.end == 4
    assert ties(one)[0].order == keys(2)


def test_who_leaves_loses_what_is_not_decided_and_does_not_come_back() -> None:
    entrants = keys(4)
    one = contest(4, outcome=by_strength(entrants), sets_per_tie=3)
    one.play(4)
    first, second = pairings(one.tasks)[0], pairings(one.tasks)[3]
    assert entrants[0] in first
    assert entrants[1] in second
    one.turn([key for key in entrants if key != entrants[1]])
    one.play(5)
    one.turn(entrants)
    tasks = one.play()
    assert pairings(tasks)[4:] == 3 * [tuple(sorted((entrants[0], entrants[2])))]
    final = ties(one)[-1]
    assert (final.order[0], ties(one)[1].walkover, final.walkover) == (entrants[0], True, False)
    assert_any_start_goes_on_the_same(one)


def test_a_tie_that_was_decided_stands_though_its_winner_leaves() -> None:
    entrants = keys(4)
    one = contest(4, outcome=by_strength(entrants))
    one.play(4)
    one.turn(entrants[1:])
    tasks = one.play()
    assert len(tasks) == 4
    assert ties(one)[-1].order == (entrants[1], entrants[0])
    assert ties(one)[-1].walkover


def test_who_comes_later_waits() -> None:
    one = contest(4)
    one.play(3)
    one.turn(keys(6))
    assert not set(keys(6)[4:]) & {key for pair in pairings(one.play()) for key in pair}
    assert len(one.tasks) == 6


def test_a_group_that_is_short_of_somebody_is_ranked_as_it_stands() -> None:
    entrants = keys(9)
    one = contest(9, 3, outcome=by_strength(entrants), sets_per_tie=2)
    one.play(1)
    group = ties(one)[0].entrants
    one.turn([key for key in entrants if key != group[0]])
    one.play()
    found = ties(one)[0]
    assert (found.sets, found.walkover, found.order) == (1, True, (*group[1:], group[0]))


@CALM
@given(st.integers(2, 12), st.data(), st.sampled_from([{}, {"lives": 2}, {"level_tie": "play_on"}]))
def test_whoever_leaves_the_rest_find_a_champion(n: int, data: st.DataObject, form: dict[str, Any]) -> None:
    one = contest(n, **form)
    field = list(keys(n))
    one.play(1)
    while len(field) > 1:
        one.play(len(one.tasks) + data.draw(st.integers(0, 4)))
        field.remove(data.draw(st.sampled_from(field)))
        one.turn(field)
    one.play()
    assert ties(one)[-1].order
    left = lost(ties(one))
    assert left[ties(one)[-1].order[0]] <= (1 if form == {"lives": 2} else 0)
    assert_any_start_goes_on_the_same(one)


def test_of_each_author_only_the_first_is_in_a_knockout_of_groups() -> None:
    entrants = keys(8)
    authors = shared_authors(
        dict(zip(entrants, ["kim", None, "kim", "lee", None, "lee", None, None], strict=True)), 3
    )
    form = {"kind": "knockout", "sets_per_tie": 1}
    one = Contest([epoch(entrants, form, authors=authors)], 3)
    one.play()
    playing = {key for tie in ties(one) for key in tie.entrants}
    assert playing == set(entrants) - {entrants[2], entrants[5]}


@CALM
@given(st.integers(3, 60), st.sampled_from([3, 4]), st.integers(1, 3))
def test_in_groups_those_sit_out_who_did_so_least(n: int, sides: int, advance: int) -> None:
    if n < sides or advance >= sides:
        return
    bracket = groups_bracket(n, sides, advance)
    first = bracket[0].round
    seeds = [source.number for tie in bracket for source in tie.sources if isinstance(source, Seed)]
    at_first = sorted(
        source.number
        for tie in bracket
        if tie.round == first
        for source in tie.sources
        if isinstance(source, Seed)
    )
    assert sorted(seeds) == list(range(n))
    assert at_first == list(range(n - len(at_first), n))
    used = Counter(source for tie in bracket for source in tie.sources if isinstance(source, Placed))
    assert set(used.values()) <= {1}
