"""The worked examples of RULES.md, one by one."""

import pytest

from arena.cards import SUITS, ids_of
from arena.games.bridgette.auction import NO_BID, legal_calls
from arena.games.bridgette.calls import Call
from arena.games.bridgette.game import BRIDGETTE
from arena.games.bridgette.play import NO_SUIT, NO_TRUMP, banned_by, follower_wins
from arena.games.bridgette.scoring import deal_scores
from arena.games.bridgette.state import BridgetteState
from tests.games.bridgette.kit import COUNT, act, at_lead, card_id, legal_words, mask

H = mask("SA S9 S8 S4 HK H7 H5 D9 D3 C6 :G :R :L")


def may_call(hand: int, call: str, over: str | None = None) -> bool:
    bid = NO_BID if over is None else Call.parse(over).id
    return legal_calls(hand, bid, 1) >> Call.parse(call).id & 1 == 1


@pytest.mark.parametrize("call", ["0NT", "1S", "4S", "4D"])
def test_example_1_legal_openings(call: str) -> None:
    assert may_call(H, call)


def test_example_1_one_club_does_not_open_clubs() -> None:
    assert not may_call(H, "1C")


@pytest.mark.parametrize(
    ("over", "call", "legal"),
    [
        ("1H", "1S", True),
        ("1H", "2D", True),
        ("1H", "2S", True),
        ("1H", "3S", True),
        ("1S", "2H", True),
        ("1S", "3NT", True),
        ("1S", "3H", False),
        ("2C", "2D", True),
        ("2C", "3C", False),
        ("7S", "7NT", True),
    ],
)
def test_example_1_overcalls(over: str, call: str, legal: bool) -> None:
    assert may_call(H, call, over) == legal


def test_example_2_a_colon_does_not_stand_in_for_a_missing_suit() -> None:
    assert not may_call(mask("SA SK SQ SJ ST HA HK HQ DA DK DQ DJ :L"), "1NT")


def at_auction(dealer: int = 0) -> BridgetteState:
    """Both hands hold two cards of every suit at least."""
    hands = [mask("C2 C3 C4 D2 D3 D4 H2 H3 H4 S2 S3 S4 S5"), mask("C6 C7 C8 D6 D7 D8 H6 H7 H8 S6 S7 S8 S9")]
    public = BRIDGETTE.public(COUNT)
    public.start_deal(1, dealer, card_id("D9"))
    public.exchanged()
    public.exchanged()
    stock = [card for card in range(55) if not (hands[0] | hands[1]) >> card & 1]
    return BridgetteState.from_public(public, hands, (0, 0), stock)


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize(
    ("calls", "bid", "doubling", "dealer_declares"),
    [
        ("P 1S P", "1S", 1, False),
        ("P 1S X P", "1S", 2, False),
        ("1H X XX P", "1H", 4, True),
        ("1H X 1S P", "1S", 1, True),
        ("1H 1S X 2D P", "2D", 1, False),
    ],
)
def test_example_3_contracts(dealer: int, calls: str, bid: str, doubling: int, dealer_declares: bool) -> None:
    state = at_auction(dealer)
    act(state, *(f"call {call}" for call in calls.split()))
    contract = state.public.contract
    assert contract is not None
    assert (contract.bid, contract.doubling) == (Call.parse(bid), doubling)
    assert contract.declarer == (dealer if dealer_declares else 1 - dealer)
    assert state.to_act == 1 - contract.declarer


def test_example_3_two_passes_pass_the_deal_out() -> None:
    state = at_auction()
    act(state, "call P", "call P")
    assert state.public.history[0].contract is None
    assert (len(state.deals()), state.scores()) == (1, (0, 0))


@pytest.mark.parametrize(("calls", "illegal"), [("1C", "XX"), ("1C X", "X")])
def test_example_3_illegal_doubles(calls: str, illegal: str) -> None:
    state = at_auction()
    act(state, *(f"call {call}" for call in calls.split()))
    assert illegal not in legal_words(state)


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        ("SA", "S3 SK H4 :G", "S3 SK :G"),
        ("SA", "S3 SK H4 :R", "S3 SK"),
        ("SA", "H4 D9 :R", "H4 D9"),
        ("S5", ":R :G", ":R :G"),
        ("SQ", "S3 H4 :R :L", "S3 :R"),
        (":G", "S3 H4 D9 :R", "S3 H4 D9 :R"),
    ],
)
def test_example_4_following(led: str, hand: str, legal: str) -> None:
    fillers = [f"C{rank}" for rank in "23456"][: len(hand.split()) - 1]
    state = at_lead((" ".join([led, *fillers]), hand))
    act(state, f"play {led}")
    assert legal_words(state) == set(legal.split())


@pytest.mark.parametrize(
    ("hand", "legal"), [("SA SK H4", "H4"), ("SA SK", "SA SK"), ("SA SK :L", ":L")], ids=["H4", "lapsed", "colon"]
)
def test_example_5_leading_under_a_spade_ban(hand: str, legal: str) -> None:
    other = " ".join(f"D{rank}" for rank in "234"[: len(hand.split())])
    assert legal_words(at_lead((hand, other), ban="S")) == set(legal.split())


@pytest.mark.parametrize(
    ("led", "followed", "trump", "winner", "banned"),
    [
        ("SK", "SA", "H", "follower", None),
        ("SK", "H2", "H", "follower", None),
        ("SK", "D2", "H", "leader", None),
        ("SA", ":G", "H", "leader", "S"),
        ("S5", ":L", "S", "leader", "S"),
        ("S5", ":G", "S", "leader", None),
        (":G", "DA", "NT", "follower", None),
        (":G", "DK", "NT", "leader", None),
        (":G", "H2", "H", "follower", None),
        (":G", ":L", "H", "leader", None),
        (":R", "CJ", "NT", "follower", None),
        (":L", "ST", "NT", "follower", None),
        (":L", "SJ", "NT", "leader", None),
    ],
)
def test_example_6_winners(led: str, followed: str, trump: str, winner: str, banned: str | None) -> None:
    trump_number = NO_TRUMP if trump == "NT" else SUITS.index(trump)
    assert follower_wins(card_id(led), card_id(followed), trump_number) == (winner == "follower")
    suit = NO_SUIT if banned is None else SUITS.index(banned)
    assert banned_by(card_id(led), card_id(followed)) == suit


@pytest.mark.parametrize(
    ("bid", "doubling", "tricks", "points"),
    [
        ("4S", 1, 10, 1000),
        ("4S", 1, 11, 750),
        ("4S", 1, 12, 750),
        ("4S", 1, 13, 1100),
        ("0NT", 1, 6, 400),
        ("0NT", 1, 9, 500),
        ("0NT", 1, 10, 150),
        ("4D", 1, 10, 500),
        ("5H", 1, 11, 1000),
        ("6H", 1, 12, 1600),
        ("6NT", 1, 12, 2300),
        ("6C", 1, 13, 1500),
        ("7NT", 1, 13, 2500),
        ("1C", 2, 7, 1600),
        ("3NT", 2, 9, 2800),
        ("3NT", 2, 12, 3000),
        ("3NT", 4, 9, 8000),
        ("7NT", 4, 13, 14000),
    ],
)
def test_example_7_contracts_made(bid: str, doubling: int, tricks: int, points: int) -> None:
    assert deal_scores(Call.parse(bid), doubling, tricks) == (points, 0)


@pytest.mark.parametrize(
    ("bid", "doubling", "tricks", "points"),
    [
        ("4S", 1, 9, 100),
        ("4S", 2, 8, 500),
        ("4S", 4, 6, 1500),
        ("3NT", 1, 4, 700),
        ("3NT", 2, 3, 3000),
        ("7NT", 4, 3, 4000),
    ],
)
def test_example_7_contracts_failed(bid: str, doubling: int, tricks: int, points: int) -> None:
    assert deal_scores(Call.parse(bid), doubling, tricks) == (0, points)


def test_14000_is_the_largest_score() -> None:
    bids = [
        Call.parse("0NT"),
        *(Call.parse(f"{level}{name}") for level in range(1, 8) for name in ("C", "S", "NT")),
    ]
    best = max(max(deal_scores(bid, d, tricks)) for bid in bids for d in (1, 2, 4) for tricks in range(14))
    assert best == 14000


def test_hand_h_has_thirteen_cards() -> None:
    assert len(ids_of(H)) == 13
