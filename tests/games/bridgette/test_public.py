import pytest

from arena.games.base import Event, HandDealt, MatchStarted
from arena.games.bridgette.events import Called, DealStarted, Discarded, Drew, Exchanged, Played, StockDealt
from arena.games.bridgette.game import BRIDGETTE
from arena.games.bridgette.public import BridgettePublic
from tests.games.bridgette.kit import COUNT, act, at_lead, card_id, facts, play_match, random_chooser


@pytest.mark.parametrize(
    "event",
    [HandDealt(0, (1,)), Drew(0, (1,)), Discarded(0, 1), StockDealt(-1, (1,)), Event()],
    ids=lambda event: type(event).__name__,
)
def test_only_public_events_are_taken(event: Event) -> None:
    public = BridgettePublic(COUNT)
    with pytest.raises(ValueError, match="not a public event"):
        public.see(event)
    assert facts(public) == facts(BridgettePublic(COUNT))


def test_before_the_match_nobody_acts() -> None:
    public = BRIDGETTE.public(COUNT)
    assert (public.to_act, public.phase, public.number, public.legal(0)) == (-1, "idle", 0, 0)


def test_names_come_with_the_start_of_the_match() -> None:
    public = BRIDGETTE.public(COUNT)
    public.see(MatchStarted("bridgette", COUNT.options(), ("a", "b")))
    assert public.names == ("a", "b")


def test_a_deal_goes_through_its_phases() -> None:
    public = BRIDGETTE.public(COUNT)
    seen = []
    for event in (
        DealStarted(1, 0, card_id("SA")),
        Exchanged(1, 2),
        Exchanged(0, 12),
        Called(0, 118),
        Called(1, 110),
        Played(1, card_id("S2")),
        Played(0, card_id("S3")),
    ):
        public.see(event)
        seen.append((public.phase, public.to_act))
    assert seen == [
        ("discard", 1),
        ("discard", 0),
        ("call", 0),
        ("call", 1),
        ("play", 1),
        ("play", 0),
        ("play", 0),
    ]
    assert public.tricks == [1, 0]


def test_nothing_can_be_discarded_before_the_cards_are_drawn() -> None:
    public = BRIDGETTE.public(COUNT)
    public.see(DealStarted(1, 0, card_id("SA")))
    assert public.legal((1 << 13) - 1) == 0


def test_the_last_trick_bans_nothing() -> None:
    state = at_lead(("SA", ":G"), declarer_tricks=6)
    act(state, "play SA")
    public = state.public.copy()
    public.play(card_id(":G"))
    assert (public.phase, public.ban, public.tricks) == ("idle", -1, [7, 6])


def test_a_finished_deal_keeps_its_auction_and_play() -> None:
    match = play_match(COUNT, "7", random_chooser(7))
    for finished, deal in zip(match.state.public.history, match.deals, strict=True):
        assert finished.number == deal["number"]
        assert [{"seat": seat, "call": str(call)} for seat, call in finished.calls] == deal["calls"]
        assert [{"seat": seat, "card": str(card)} for seat, card in finished.plays] == deal["plays"]
        assert [list(pair) for pair in (finished.tricks, finished.scores, finished.totals)] == [
            deal["tricks"],
            deal["scores"],
            deal["totals"],
        ]
