"""F18 – F25: payments and places as plain sums."""

import pytest

from arena.games.fiftysix.contract import Contract
from arena.games.fiftysix.settlement import places, price, settle
from tests.games.fiftysix.kit import settled


@pytest.mark.parametrize(
    ("number", "made", "failed"),
    [(28, 1, 2), (39, 1, 2), (40, 2, 3), (47, 2, 3), (48, 3, 4), (55, 3, 4), (56, 4, 5)],
)
@pytest.mark.parametrize("doubling", [1, 2, 4])
def test_prices(number, made, failed, doubling):
    contract = Contract(None, number, "NT", 0, doubling)
    assert price(contract, True) == made * doubling
    assert price(contract, False) == failed * doubling


def test_only_the_declarers_own_pile_counts():
    text = "28S P P P P P"
    assert settled(text, (27, 0, 29), tables=(12, 12, 12), dealer=5, players=6).tables == (8, 14, 14)


def test_all_pass_is_settled_as_a_plain_28_of_the_first_caller():
    assert settled("P P P P", (28, 28), tables=(12, 12)).tables == (11, 13)
    assert settled("P P P P", (29, 27), tables=(12, 12)).tables == (14, 10)


def test_the_turn_of_the_creditors_starts_on_the_declarers_right():
    # Seat 2 declares for side 2 of four; to its right sit 3, 0 (seat 4) and 1 (seat 5).
    public = settled("30S P P P P P P P", (0, 0, 0, 56), tables=(5, 5, 4, 5), dealer=1, players=8)
    assert public.contract.declarer == 2
    assert public.tables == (6, 6, 0, 7)


def test_a_team_that_is_out_neither_pays_nor_gets():
    public = settled("30S P P P P P", (0, 0, 0, 56), tables=(12, 0, 12, 12), dealer=7, players=8)
    assert public.seats == (0, 2, 3, 4, 6, 7)
    assert public.tables == (8, 0, 14, 14)


def test_two_sides_pay_once():
    public = settled("30S P P P P P", (30, 26), tables=(12, 12), players=6, teams="two_sides")
    assert public.contract.declarer == 1
    assert public.tables == (14, 10)


@pytest.mark.parametrize("made", [True, False])
def test_payments_never_exceed_what_is_there(made):
    assert settle((1, 2, 0), 0, (1,), 20, made) == ((3, 0, 0) if made else (0, 3, 0))


@pytest.mark.parametrize(
    ("tables", "out", "forfeited", "expected"),
    [
        ((24, 0), ((1,),), (), (1, 2)),
        ((36, 0, 0), ((1, 2),), (), (1, 2, 2)),
        ((0, 0, 36), ((1,), (0,)), (), (2, 3, 1)),
        ((20, 10, 10, 8), (), (), (1, 2, 2, 4)),
        ((20, 0, 28, 0), ((3,), (1,)), (), (2, 3, 1, 4)),
        ((20, 0, 28, 0), ((1, 3),), (), (2, 3, 1, 3)),
        ((20, 0, 28, 0), ((3,), (1,)), (2,), (1, 2, 4, 3)),
        ((20, 0, 28, 0), ((3,), (1,)), (1,), (2, 4, 1, 3)),
        ((12, 12, 12), (), (0,), (3, 1, 1)),
        ((12, 12, 12), (), (0, 2), (2, 1, 2)),
        ((12, 12), (), (1,), (1, 2)),
    ],
)
def test_places(tables, out, forfeited, expected):
    assert places(tables, out, forfeited) == expected
