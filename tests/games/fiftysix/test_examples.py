"""The worked examples of RULES.md, one by one."""

import pytest

from arena.errors import IllegalActionError
from arena.games.fiftysix.pack import deal
from arena.games.fiftysix.play import Play
from tests.games.fiftysix.kit import calls, kinds, legal_texts, position, settled


def contract(text: str, **options: object) -> str:
    return str(position(text, **options).public.contract)


class TestExample1:
    """F7, F12, F13, F15."""

    def test_four_passes_bind_the_first_caller_to_28_without_trumps(self):
        state = position("P P P P")
        assert str(state.public.contract) == "28NT by seat 1"
        assert state.public.contract.call is None
        assert state.to_act == 1

    def test_a_bid_and_three_passes_end_the_auction(self):
        state = position("28D P P P")
        assert str(state.public.contract) == "28D by seat 1"
        assert str(state.public.contract.call) == "28D"
        assert state.to_act == 1


class TestExample2:
    """F9, F10."""

    def test_another_form_of_the_same_number_is_not_higher(self):
        legal = legal_texts(position("28D"))
        assert "D28" not in legal
        assert "H29" in legal

    def test_plus_forms_add_to_the_last_number(self):
        numbers = []
        state = position("28D")
        for call in calls("29NO +3S +2NO"):
            state.apply(call)
            numbers.append((state.public.auction.number, state.public.auction.bid.trump))
        assert numbers == [(29, "NT"), (32, "S"), (34, "NT")]

    def test_an_opening_cannot_be_a_plus(self):
        legal = legal_texts(position())
        assert "+2H" not in legal
        assert "28NO" in legal

    def test_no_plus_goes_beyond_56(self):
        legal = legal_texts(position("55H"))
        assert "+2S" not in legal
        assert "+1S" in legal
        assert "56NT" in legal


class TestExample3:
    """F11, F12, F14."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("30S X P P P", "30S doubled by seat 1"),
            ("30S P P X P P P", "30S doubled by seat 1"),
            ("30S X 32C P P P", "32C by seat 3"),
            ("30S X XX", "30S redoubled by seat 1"),
        ],
    )
    def test_contract(self, text, expected):
        assert contract(text) == expected

    @pytest.mark.parametrize("text", ["30S P X", "30S X P X", "X", "30S XX"])
    def test_illegal(self, text):
        *before, last = calls(text)
        state = position()
        for call in before:
            state.apply(call)
        with pytest.raises(IllegalActionError):
            state.apply(last)


class TestExample4:
    """F11, F12 with six players."""

    def test_five_passes_after_a_bid_end_the_auction_and_four_do_not(self):
        assert position("30S P P P P", players=6).public.contract is None
        assert contract("30S P P P P P", players=6) == "30S by seat 1"

    def test_only_the_bidders_team_may_redouble(self):
        assert "XX" not in legal_texts(position("30S X", players=6))
        assert "XX" in legal_texts(position("30S X P", players=6))


class TestExample5:
    """F16."""

    def test_suit_is_followed_if_possible(self):
        hearts_led = position("P P P P", plays="HA", wanted={1: "HA", 2: "H9 HK SJ CJ CJ CA CA C9 C9 CT CT CK"})
        assert legal_texts(hearts_led) == ["H9", "HK"]

    def test_any_card_may_be_played_by_a_hand_without_the_suit(self):
        hand = "SJ C9 C9 CJ CJ CA CA CT CT CK CK CQ"
        hearts_led = position("P P P P", plays="HA", wanted={1: "HA", 2: hand})
        assert set(legal_texts(hearts_led)) == {"SJ", "C9", "CJ", "CA", "CT", "CK", "CQ"}


class TestExample6:
    """F17: four players, led by seat 0."""

    @pytest.mark.parametrize(
        ("trick", "trump", "winner", "points"),
        [
            ("HJ SJ H9 HA", "NT", 0, 9),
            ("HJ SJ H9 HA", "S", 1, 9),
            ("HA S7 HK H9", "S", 1, 3),
            ("DJ DJ D9 D9", "NT", 0, 10),
            ("C9 SQ SQ CJ", "S", 1, 5),
        ],
    )
    def test_winner_and_points(self, trick, trump, winner, points):
        play = Play(trump, (0, 1, 2, 3), (0, 1, 0, 1))
        turns = [play.add(seat, card) for seat, card in enumerate(kinds(trick))]
        assert turns == [1, 2, 3, winner]
        assert play.points[winner % 2] == points


class TestExample7:
    """F19 – F21: A = seats 0 and 2, 12 tables each, seat 2 declares for A."""

    @pytest.mark.parametrize(
        ("bid", "double", "points", "tables"),
        [
            (30, "P P P", 34, (13, 11)),
            (30, "P P P", 29, (10, 14)),
            (40, "P P P", 40, (14, 10)),
            (47, "P P P", 46, (9, 15)),
            (48, "X P P P", 48, (18, 6)),
            (56, "X P P P", 55, (2, 22)),
            (56, "X XX", 56, (24, 0)),
        ],
    )
    def test_tables(self, bid, double, points, tables):
        public = settled(f"P {bid}S {double}", (points, 56 - points), tables=(12, 12))
        assert public.tables == tables


class TestExample8:
    """F19 – F23 with three teams: A = {0, 3}, B = {1, 4}, C = {2, 5}."""

    def test_made_and_failed(self):
        text = "P P 41H P P P P P"
        assert settled(text, (41, 15, 0), tables=(12, 12, 12), players=6).tables == (16, 10, 10)
        assert settled(text, (40, 0, 16), tables=(12, 12, 12), players=6).tables == (6, 15, 15)

    def test_a_failing_team_that_is_short_pays_in_turn_and_leaves(self):
        text = "33S P P P P P"
        public = settled(text, (32, 24, 0), tables=(3, 20, 13), dealer=5, players=6)
        assert public.contract.declarer == 0
        assert public.tables == (0, 22, 14)
        assert public.out == ((0,),)
        number, dealer, seats = public.next_deal()
        assert (number, dealer, seats) == (2, 1, (1, 2, 4, 5))
        assert {len(hand) for hand in deal("any", number, dealer, seats).values()} == {12}

    def test_teams_that_cannot_pay_in_full_pay_what_they_have(self):
        text = "50S X P P P P P"
        public = settled(text, (50, 6, 0), tables=(30, 1, 5), dealer=5, players=6)
        assert public.tables == (36, 0, 0)
        assert public.termination == "played_out"
        assert public.out == ((1, 2),)


class TestExample9:
    """F23: eight players become six."""

    def test_six_players_stay_with_the_48_card_pack(self):
        text = "56S P P P P P P P"
        public = settled(text, (56, 0, 0, 0), tables=(20, 4, 12, 12), dealer=7, players=8)
        assert public.tables == (32, 0, 8, 8)
        number, dealer, seats = public.next_deal()
        assert seats == (0, 2, 3, 4, 6, 7)
        dealt = deal("any", number, dealer, seats)
        assert sum(map(len, dealt.values())) == 48
