"""F3, F4: the cards, the packs and the deal."""

from collections import Counter

import pytest

from arena.cards import CARDS
from arena.games.fiftysix.pack import (
    BEATS,
    COPY,
    LOWEST_FIRST,
    PACKS,
    POINTS,
    cards_each,
    deal,
    hand_cards,
    hand_of,
    without,
)
from tests.games.fiftysix.kit import kinds


@pytest.mark.parametrize(("players", "size", "each"), [(4, 48, 12), (6, 48, 8), (8, 64, 8)])
def test_packs_hold_every_card_twice_and_56_points(players, size, each):
    counts = Counter(card % COPY for card in PACKS[players])
    assert sum(counts.values()) == size
    assert set(counts.values()) == {2}
    assert cards_each(players) == each
    assert sum(POINTS[kind] * count for kind, count in counts.items()) == 56


def test_only_eight_players_use_eights_and_sevens():
    assert {CARDS[card % COPY].rank for card in PACKS[8]} - {CARDS[card % COPY].rank for card in PACKS[6]} == {
        "7",
        "8",
    }


def test_rank_order_within_a_suit_is_j_9_a_t_k_q_8_7():
    order = kinds("HJ H9 HA HT HK HQ H8 H7")
    for place, card in enumerate(order):
        beaten_by = {other for other in order if BEATS["NT"][card] >> other & 1}
        assert beaten_by == set(order[:place])


def test_only_trumps_beat_another_suit():
    jack, seven, queen = kinds("HJ S7 CQ")
    assert BEATS["S"][jack] >> seven & 1
    assert not BEATS["S"][jack] >> queen & 1
    assert not BEATS["S"][seven] >> jack & 1
    assert not BEATS["NT"][jack] >> seven & 1


def test_lowest_first_goes_by_rank_then_suit():
    assert [str(CARDS[card]) for card in LOWEST_FIRST[:5]] == ["C7", "D7", "H7", "S7", "C8"]
    assert [str(CARDS[card]) for card in LOWEST_FIRST[-4:]] == ["CJ", "DJ", "HJ", "SJ"]
    assert len(LOWEST_FIRST) == 32


@pytest.mark.parametrize("players", [4, 6, 8])
@pytest.mark.parametrize("dealer", [0, 3])
def test_the_pack_goes_round_from_the_dealers_right(players, dealer, monkeypatch):
    monkeypatch.setattr("arena.games.fiftysix.pack.shuffled", lambda *args: list(args[-1]))
    seats = list(range(players))
    dealt = deal("s", 1, dealer, seats)
    assert list(dealt) == seats
    turn = [(dealer + 1 + i) % players for i in range(players)]
    in_order = [dealt[seat][round_] for round_ in range(cards_each(players)) for seat in turn]
    assert in_order == [card % COPY for card in PACKS[players]]


def test_a_deal_depends_on_seed_number_dealer_and_seats_alone():
    base = deal("s", 1, 0, (0, 1, 2, 3))
    assert deal("s", 1, 0, (0, 1, 2, 3)) == base
    for other in (("t", 1, 0, (0, 1, 2, 3)), ("s", 2, 0, (0, 1, 2, 3)), ("s", 1, 1, (0, 1, 2, 3))):
        assert sorted(deal(*other).values()) != sorted(base.values())
    assert sorted(deal("s", 1, 0, (0, 1, 3, 4)).values()) != sorted(base.values())


def test_a_hand_keeps_both_copies_apart_only_by_count():
    hand = hand_of(kinds("HJ C9 HJ"))
    assert hand.bit_count() == 3
    assert " ".join(map(str, hand_cards(hand))) == "C9 HJ HJ"
    once = without(hand, *kinds("HJ"))
    assert once == hand_of(kinds("C9 HJ"))
    assert without(once, *kinds("HJ")) == hand_of(kinds("C9"))
