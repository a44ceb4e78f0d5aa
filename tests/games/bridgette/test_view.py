from dataclasses import dataclass

import pytest

from arena.cards import Card
from arena.games.bridgette.calls import Call
from arena.games.bridgette.contract import Contract
from arena.games.bridgette.game import BRIDGETTE
from arena.games.bridgette.observation import BridgetteObservation
from arena.games.bridgette.state import BridgetteState
from arena.games.bridgette.view import BridgetteView
from tests.games.bridgette.kit import COUNT, facts, tell


@dataclass
class Table:
    state: BridgetteState
    observations: list[BridgetteObservation]

    def act(self, *actions: str) -> None:
        for text in actions:
            self.apply(BRIDGETTE.parse_action(text))

    def apply(self, action: int) -> None:
        tell(self.observations, self.state.apply(action))

    def until(self, phase: str) -> None:
        while self.state.public.phase != phase:
            self.apply(self.state.substitute())

    @property
    def view(self) -> BridgetteView:
        """The view of the seat to act."""
        return self.observations[self.state.to_act].view


@pytest.fixture
def table() -> Table:
    """A table at its first decision; seat 1 deals."""
    state, events = BRIDGETTE.start(COUNT, "0", ("a", "b"))
    observations = [BRIDGETTE.observation(BRIDGETTE.public(COUNT), seat) for seat in (0, 1)]
    tell(observations, events)
    return Table(state, observations)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(card) for card in text.split())


def test_the_exchange_shows_what_was_dealt_drawn_and_discarded(table: Table) -> None:
    view = table.view
    assert (view.game, view.seat, view.phase, view.dealer, view.to_discard) == ("bridgette", 0, "discard", 1, 2)
    assert view.upcard is Card.parse("C3")
    assert view.hand == view.legal == cards("C3 C4 CT CQ D3 D6 D8 DT DA HK S5 S7 S8 S9 SK")
    assert sorted(view.dealt + view.drawn) == list(view.hand)
    assert view.drawn[0] is view.upcard
    table.act("discard S9")
    assert (view.to_discard, view.discarded) == (1, cards("S9"))
    assert view.hand == view.legal == cards("C3 C4 CT CQ D3 D6 D8 DT DA HK S5 S7 S8 SK")
    other = table.observations[1].view
    assert (other.to_discard, other.legal, other.drawn, other.discarded) == (0, (), (), ())


def test_the_match_so_far_is_shown(table: Table) -> None:
    view = table.view
    assert (view.names, view.variant, view.totals, view.history) == (("a", "b"), COUNT, (0, 0), ())
    assert (view.deal_number, view.deals_counted) == (1, 0)
    table.until("call")
    table.act("call P", "call P")
    (deal,) = view.history
    assert (deal.contract, deal.counted, deal.upcard, deal.dealer) == (None, True, Card.parse("C3").id, 1)
    assert deal.calls == ((1, Call.parse("P")), (0, Call.parse("P")))
    assert (view.deal_number, view.deals_counted, view.dealer, view.calls) == (2, 1, 0, ())


def test_the_auction_is_shown_with_its_seats(table: Table) -> None:
    table.until("call")
    view = table.view
    assert view.seat == 1
    assert view.phase == "call"
    assert (view.contract, view.declarer, view.trump, view.to_discard) == (None, None, None, 0)
    assert view.legal[:3] == (Call.parse("P"), Call.parse("0NT"), Call.parse("1C"))
    table.act("call 1S", "call X", "call XX")
    assert [f"{seat}:{call}" for seat, call in view.calls] == ["1:1S", "0:X", "1:XX"]
    table.act("call P")
    assert view.contract == Contract(Call.parse("1S"), declarer=1, doubling=4)
    assert (view.declarer, view.trump) == (1, "S")


def test_a_no_trump_contract_has_nt_as_trump(table: Table) -> None:
    table.until("call")
    table.act("call 0NT", "call P")
    assert table.view.trump == "NT"


def test_the_play_is_shown_trick_by_trick(table: Table) -> None:
    table.until("call")
    table.act("call 1S", "call P")
    view = table.view
    assert (view.seat, view.phase, view.trick, view.led, view.plays, view.tricks) == (
        0,
        "play",
        (),
        None,
        (),
        (0, 0),
    )
    table.act("play DA")
    other = table.view
    assert other.trick == ((0, Card.parse("DA")),)
    assert other.led is Card.parse("DA")
    assert other.legal == cards("D5 D9 DJ :G")
    table.act("play :G")
    assert (view.trick, view.tricks, view.ban) == ((), (1, 0), "D")
    assert view.plays == ((0, Card.parse("DA")), (1, Card.parse(":G")))
    assert not set(view.legal) & set(cards("D6 D8 DT"))
    table.act("play SK")
    assert view.ban is None


def test_views_print_readably(table: Table) -> None:
    table.until("call")
    assert str(table.view) == (
        "bridgette, deal 1 (0 counted), totals (0, 0)\n"
        "seat 1, to act (call); dealer 1, up-card C3\n"
        "hand: C5 C6 C8 CJ CA D5 D9 DJ HT S6 SA :G :L\n"
        "auction: –\n"
        "legal: " + " ".join(str(call) for call in table.view.legal)
    )
    table.act("call 1S", "call X", "call P", "play DA", "play :G", "play SK")
    assert str(table.view) == (
        "bridgette, deal 1 (0 counted), totals (0, 0)\n"
        "seat 1, to act (play); dealer 1, up-card C3\n"
        "hand: C5 C6 C8 CJ CA D5 D9 DJ HT S6 SA :L\n"
        "auction: 1S X P\n"
        "contract: 1SX by seat 1; tricks (1, 0); ban: none\n"
        "trick: SK\n"
        "legal: S6 SA"
    )
    assert "waiting" in str(table.observations[0].view)


def test_the_public_part_is_a_copy_to_build_states_from(table: Table) -> None:
    table.until("call")
    state, public = table.state, table.view.public
    assert facts(public) == facts(state.public)
    public.call(Call.parse("P").id)
    assert table.view.calls == ()
    sample = BridgetteState.from_public(table.view.public, state.hands, state.discards, state.stock)
    assert sample.legal() == state.legal()
