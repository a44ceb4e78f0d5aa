"""How sets ended."""

from arena.analysis.shares import Shares
from tests.analysis.kit import a_set, match


def test_a_share_is_that_of_the_place_points() -> None:
    shares = Shares()
    won_both = a_set(match((1, 0)), match((0, 1), order=(1, 0)))
    won_one_tied_one = a_set(match((1, 0)), match((0, 0), order=(1, 0)))
    for one in (won_both, won_both, won_one_tied_one):
        shares.add(one)
    assert shares.of({"a@1", "b@1"}) == {"a@1": ((0.75, 1), (1.0, 2)), "b@1": ((0.0, 2), (0.25, 1))}


def test_an_entrant_without_sets_has_no_shares() -> None:
    assert Shares().of({"a@1"}) == {"a@1": ()}
