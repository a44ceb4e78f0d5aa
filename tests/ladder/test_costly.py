"""The deals that cost an entrant most, checked against the rows of all deals."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

import arena
from arena.bots import Bot
from arena.ladder.costly import CostlyDeals
from arena.ladder.results import Results
from arena.records import FaultKind

ROOT = Path(__file__).parents[2]


class Bold(Bot):
    """Likes the highest call and the first card."""

    games = ("bridgette", "fiftysix")

    def act(self, view: Any) -> object:
        if view.phase == "call" and len(view.calls) < 4:
            return self.rng.choice(view.legal)
        return view.legal[0]


class Meek(Bold):
    """Bids as little as it can, once, and plays its last card."""

    def act(self, view: Any) -> object:
        if view.phase == "call":
            return view.legal[min(len(view.calls) < 2, len(view.legal) - 1)]
        return view.legal[-1]


class Crasher(Bold):
    """Fails in the second deal."""

    def act(self, view: Any) -> object:
        if view.deal_number == 2 and view.phase == "play":
            raise RuntimeError(f"trick {len(view.plays) // 2}")
        return super().act(view)


BRIDGETTE = arena.play(Bold, Meek, game="bridgette", sets=6, seed="costly")
PAIRS = arena.play(
    Bold,
    Meek,
    Crasher,
    game="fiftysix",
    sets=3,
    seed="costly",
    variant={"players": 6, "tables": 99, "max_deals": 3},
)
CRASHES = arena.play(Meek, Crasher, game="bridgette", sets=4, seed="costly")


def fold(
    results: Results, name: str, against: str | None = None, most: int = 1000, *, gains_too: bool = False
) -> CostlyDeals:
    (pool,) = results.pools
    costly = CostlyDeals(pool, name, against, most, gains_too=gains_too)
    source = results._source
    for result in source.counted_sets(pool.id, transcripts=True):
        costly.add(result, source.seed(result))
    return costly


def expected(results: Results, name: str, against: str | None) -> dict[tuple[str, int], float]:
    """What each deal, finished in every seating, cost: the others' mean gain less the entrant's."""
    gains: dict[tuple[str, int], dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    seatings: dict[tuple[str, int], set[str]] = defaultdict(set)
    for row in results.deals():
        if row.gain is not None:
            key = (row.match.rpartition("/")[0], row.deal)
            gains[key][row.entrant.partition("@")[0]].append(row.gain)
            seatings[key].add(row.match)
    costs = {}
    for key, by_name in gains.items():
        others = [sum(got) for other, got in by_name.items() if other != name and against in (None, other)]
        if len(seatings[key]) == len(by_name):
            costs[key] = sum(others) / len(others) - sum(by_name[name])
    return {key: cost for key, cost in costs.items() if cost > 0}


@pytest.mark.parametrize(
    ("results", "name", "against"),
    [
        (BRIDGETTE, "Bold", None),
        (BRIDGETTE, "Meek", "Bold"),
        (CRASHES, "Meek", None),
        (PAIRS, "Bold", None),
        (PAIRS, "Bold", "Meek"),
        (PAIRS, "Meek", "Bold"),
        (PAIRS, "Crasher", None),
    ],
)
def test_costs_are_those_of_the_deal_rows(results: Results, name: str, against: str | None) -> None:
    costly = fold(results, name, against)
    found = {(deal.set, deal.number): deal.cost for deal in costly.costliest}
    assert found == pytest.approx(expected(results, name, against))
    assert found or results is not BRIDGETTE
    costs = [deal.cost for deal in costly.costliest]
    assert costs == sorted(costs, reverse=True)


@pytest.mark.parametrize("results", [BRIDGETTE, PAIRS])
@pytest.mark.parametrize("most", [1, 2, 5])
def test_only_the_costliest_are_kept_the_earliest_of_equal_ones(results: Results, most: int) -> None:
    assert fold(results, "Bold", most=most).costliest == fold(results, "Bold").costliest[:most]


def test_what_one_of_two_loses_the_other_wins() -> None:
    bold = {(deal.set, deal.number) for deal in fold(BRIDGETTE, "Bold").costliest}
    meek = {(deal.set, deal.number) for deal in fold(BRIDGETTE, "Meek").costliest}
    assert not bold & meek


def test_gains_are_found_among_costs_by_their_size() -> None:
    moved = fold(BRIDGETTE, "Bold", "Meek", 1000, gains_too=True).costliest
    either = [*fold(BRIDGETTE, "Bold", "Meek").costliest, *fold(BRIDGETTE, "Meek", "Bold").costliest]
    assert [abs(deal.cost) for deal in moved] == sorted((deal.cost for deal in either), reverse=True)
    assert {deal.cost > 0 for deal in moved} == {True, False}


def test_each_seating_of_a_deal_is_told() -> None:
    rows = {(row.match, row.deal, row.side): row for row in BRIDGETTE.deals()}
    for deal in fold(BRIDGETTE, "Bold").costliest:
        assert [played.match for played in deal.played] == [f"{deal.set}/1", f"{deal.set}/2"]
        assert sorted(played.seats for played in deal.played) == [(0,), (1,)]
        for played in deal.played:
            row = rows[played.match, deal.number, played.seats[0]]
            assert dict(played.gains)["Bold"] == row.gain
            assert (played.contract or "").partition(" ")[0] == (row.contract or "")
            assert ("doubled" in (played.contract or "")) == (row.doubling in (2, 4))
            if row.declarer is not None:
                declaring = rows[played.match, deal.number, row.declarer]
                assert declaring.taken is not None
                assert played.declarer == declaring.entrant.partition("@")[0]
                assert played.made == (declaring.taken >= 6 + int(str(row.contract)[0]))
            else:
                assert (played.declarer, played.made) == (None, None)


def test_contracts_of_56_are_told_as_number_and_trump() -> None:
    for deal in fold(PAIRS, "Bold").costliest:
        for played in deal.played:
            assert played.contract is not None
            assert 28 <= int(played.contract[:2]) <= 56
            assert (played.made is True) == (dict(played.gains)[str(played.declarer)] > 0)
            assert len(played.seats) == 2
            assert sum(gain for _, gain in played.gains) == 0


def test_faults_that_lost_matches_are_counted_with_the_first() -> None:
    costly = fold(CRASHES, "Crasher")
    assert sum(lost.count for lost in costly.lost) == 8
    first = costly.lost[0]
    assert first.kind is FaultKind.CRASH
    assert first.detail.startswith("RuntimeError: trick ")
    assert first.deal == 2
    assert first.count >= costly.lost[-1].count
    assert fold(CRASHES, "Meek").lost == ()


def test_faults_that_cost_actions_stand_with_their_deal() -> None:
    faults = {
        fault
        for deal in fold(PAIRS, "Crasher").costliest
        for played in deal.played
        for fault in played.faults
        if deal.number == 2
    }
    assert faults
    assert all(fault.startswith("crash: RuntimeError") for fault in faults)
    assert not any(played.faults for deal in fold(PAIRS, "Meek").costliest for played in deal.played)


def test_after_an_elimination_only_deals_of_the_same_seats_are_compared() -> None:
    results = arena.play(
        Bold,
        Meek,
        Crasher,
        game="fiftysix",
        sets=6,
        seed="out",
        variant={"players": 6, "tables": 4, "max_deals": 6},
    )
    seats = {
        (record["match"].rpartition("/")[0], deal["number"], record["match"]): deal["seats"]
        for record in results.match_records()
        for deal in record["deals"]
    }
    deals = [deal for name in ("Bold", "Meek", "Crasher") for deal in fold(results, name).costliest]
    for deal in deals:
        assert len({tuple(seats[deal.set, deal.number, played.match]) for played in deal.played}) == 1
    unlike = {
        key[:2]
        for key, those in seats.items()
        if any(other[:2] == key[:2] and others != those for other, others in seats.items())
    }
    assert unlike
    assert not unlike & {(deal.set, deal.number) for deal in deals}


def test_sets_without_the_two_are_passed_over() -> None:
    three = arena.play(Bold, Meek, Crasher, game="bridgette", sets=1, seed="three")
    assert fold(three, "Bold").sets == 2
    assert fold(three, "Bold", "Meek").sets == 1
    assert fold(three, "nobody").sets == 0
    key = next(row.entrant for row in three.sets() if row.entrant.startswith("Bold@"))
    assert fold(three, key).costliest == fold(three, "Bold").costliest
