"""What bots read."""

import pytest

from arena.cards import Card
from arena.games.base import View
from arena.games.fiftysix.calls import Call
from arena.games.fiftysix.game import FIFTYSIX
from arena.games.fiftysix.pack import hand_of
from arena.games.fiftysix.view import FiftySixView
from tests.games.fiftysix.kit import calls, cards, hands, kinds, observers, opening, position, show, variant

WANTED = {1: "HA CJ CJ", 2: "HJ HJ"}


def seen(text: str, plays: str = "", **options: object) -> list[FiftySixView]:
    """The views of all seats after these calls and plays of a first deal."""
    rules = variant(**options)
    dealt = hands(range(rules.players), WANTED)
    state = position(wanted=WANTED, **options)
    seats = observers(rules)
    show(seats, opening(state, dealt))
    for action in calls(text) + kinds(plays):
        show(seats, state.apply(action))
    return [seat.view for seat in seats]


def test_before_the_first_call():
    view = seen("")[1]
    assert (view.game, view.seat, view.phase, view.deal_number, view.dealer) == ("fiftysix", 1, "call", 1, 0)
    assert (view.variant.players, view.variant.teams) == (4, "pairs")
    assert (view.names, view.seats, view.sides, view.side_of) == (
        None,
        (0, 1, 2, 3),
        ((0, 2), (1, 3)),
        (0, 1, 0, 1),
    )
    assert (view.side, view.partners, view.opponents) == (1, (3,), (0, 2))
    assert (view.tables, view.out, view.history, view.points) == ((12, 12), (), (), (0, 0))
    assert (view.calls, view.bid, view.bidder, view.number, view.trump, view.doubling) == (
        (),
        None,
        None,
        None,
        None,
        1,
    )
    assert (view.contract, view.declarer, view.plays, view.trick) == (None, None, (), ())
    assert (view.led, view.winning) == (None, None)
    assert view.hand == tuple(sorted(hands(range(4), WANTED)[1]))
    assert view.legal[0] is Call.parse("P")
    assert all(isinstance(call, Call) for call in view.legal)


def test_in_the_auction():
    views = seen("28D +3S X")
    view = views[0]
    assert view.calls == ((1, Call.parse("28D")), (2, Call.parse("+3S")), (3, Call.parse("X")))
    assert (view.bid, view.bidder, view.number, view.trump, view.doubling) == (Call.parse("+3S"), 2, 31, "S", 2)
    assert Call.parse("XX") in view.legal
    assert views[1].legal == ()


def test_in_the_play():
    views = seen("28D 29NO P P P", plays="HA HJ")
    view = views[3]
    assert view.phase == "play"
    assert str(view.contract) == "29NT by seat 2"
    assert view.contract.call is Call.parse("29NO")
    assert (view.declarer, view.number, view.trump) == (2, 29, "NT")
    assert view.trick == view.plays == ((1, Card.parse("HA")), (2, Card.parse("HJ")))
    assert (view.led, view.winning) == (Card.parse("HA"), (2, Card.parse("HJ")))
    assert all(isinstance(card, Card) for card in view.legal)
    assert len(views[1].hand) == 11
    assert views[1].hand_mask == hand_of([card.id for card in views[1].hand])
    assert [card for card in views[1].hand if card.suit == "C" and card.rank == "J"] == cards("CJ CJ")


def test_a_passed_out_deal_is_28_without_trumps():
    view = seen("P P P P")[0]
    assert (view.number, view.trump, view.declarer, view.bid) == (28, "NT", 1, None)
    assert view.contract.call is None


def test_each_kind_is_legal_once_and_held_twice():
    view = seen("P P P P")[1]
    assert view.hand.count(Card.parse("CJ")) == 2
    assert view.legal.count(Card.parse("CJ")) == 1


def test_it_shows_the_present_and_what_it_returned_stays():
    rules = variant()
    state, events = FIFTYSIX.start(rules, "s", names=("a", "b", "a", "b"))
    seats = observers(rules)
    show(seats, events)
    view = seats[0].view
    first = (view.hand, view.calls, view.legal)
    kept = tuple(map(tuple, first))
    assert view is seats[0].view
    assert view.names == ("a", "b", "a", "b")
    while not state.deals():
        show(seats, state.apply(state.substitute()))
    assert tuple(map(tuple, first)) == kept
    assert view.deal_number == 2
    (deal,) = view.history
    assert (deal.number, deal.seats, deal.tables_before) == (1, (0, 1, 2, 3), (12, 12))
    assert (len(deal.calls), len(deal.plays), sum(deal.points)) == (4, 48, 56)
    assert deal.tables == view.tables


def test_the_sides_that_are_out_in_order():
    rules = variant(players=8)
    public = FIFTYSIX.public(rules)
    public.out = ((2,), (0, 1))
    assert FIFTYSIX.observation(public, 3).view.out == (2, 0, 1)


def test_a_search_gets_a_copy_of_common_knowledge():
    view = seen("28D P P P", plays="HA")[2]
    copy = view.public
    copy.play_card(*kinds("HJ"))
    assert len(view.plays) == 1
    assert copy.to_act == 3


def test_it_prints_readably():
    text = str(seen("28D X P P P", plays="HA")[2])
    assert text.splitlines() == [
        "56, deal 1, dealer 0, seat 2 of side 0",
        "tables: side 0 12, side 1 12",
        "calls: 1 28D, 2 X, 3 P, 0 P, 1 P",
        "contract: 28D doubled by seat 1",
        "points: side 0 0, side 1 0",
        "trick: 1 HA",
        "hand: " + " ".join(map(str, sorted(hands(range(4), WANTED)[2]))),
    ]
    assert "contract" not in str(seen("28D")[2])


def test_it_is_a_view_of_the_contract():
    view: View = seen("")[1]
    assert view.game == FIFTYSIX.name


@pytest.mark.parametrize(
    "name", [name for name, member in vars(FiftySixView).items() if isinstance(member, property)]
)
def test_every_property_is_explained_and_read_only(name):
    assert getattr(FiftySixView, name).__doc__
    with pytest.raises(AttributeError):
        setattr(seen("")[0], name, None)
