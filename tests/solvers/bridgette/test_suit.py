import random

import pytest

from arena.solvers.bridgette.suit import Suit, SuitBook

BOOK = SuitBook()


@pytest.mark.parametrize(
    ("text", "masters", "winners", "followed"),
    [
        ("", (0, 0), (0, 0), (0, 0)),
        ("0011", (2, 0), (2, 0), (2, 0)),
        ("0101", (1, 0), (1, 0), (1, 0)),
        # Two masters draw both cards of the other, so the low ones win too.
        ("001010", (2, 0), (4, 0), (2, 0)),
        ("001101", (2, 0), (2, 0), (2, 0)),
        ("000", (3, 0), (3, 0), (0, 0)),
        # A card that a colon would match is a master, but leading it brings a ban.
        ("G011", (2, 0), (1, 0), (1, 0)),
        ("rr10", (0, 3), (0, 1), (0, 1)),
        ("GLL", (3, 0), (0, 0), (0, 0)),
    ],
)
def test_a_suit_knows_what_its_owners_can_cash(
    text: str, masters: tuple[int, int], winners: tuple[int, int], followed: tuple[int, int]
) -> None:
    suit = BOOK.suit(text)
    assert (suit.masters, suit.winners, suit.followed) == (masters, winners, followed)


def texts(suits: tuple[Suit, ...]) -> list[str]:
    return [suit.text for suit in suits]


def test_cards_that_play_alike_are_one_move() -> None:
    leads = BOOK.leads(BOOK.suit("G001100"), 0)
    assert [lead.after.text for lead in leads] == ["G00110", "G01100", "001100"]
    assert [lead.group for lead in leads] == [0, 0, 1]


def test_answers_are_split_by_the_card_led_though_they_are_neighbours_after_it() -> None:
    (lead,) = BOOK.leads(BOOK.suit("1r01g"), 0)
    assert texts(lead.beats) == ["11g", "r1g"]
    assert texts(lead.loses) == ["1r1", "1rg"]


def test_the_cheapest_winner_and_the_lowest_loser_come_first() -> None:
    (lead,) = BOOK.leads(BOOK.suit("gr01l"), 0)
    assert texts(lead.beats) == ["g1l", "r1l"]
    assert texts(lead.loses) == ["gr1", "grl"]


def test_a_colon_played_makes_its_group_like_any_other_cards() -> None:
    suit = BOOK.suit("G0R1rL")
    assert BOOK.without(suit, 0, 1).text == "G001rL"
    assert BOOK.without(suit, 1, 1).text == "G0R11L"


def test_a_colon_led_is_beaten_by_its_group_alone() -> None:
    answers = BOOK.colon_led(BOOK.suit("G0R1"), 0, 1)
    assert texts(answers.beats) == ["G01"]
    assert texts(answers.loses) == ["G01", "001"]


def test_every_card_thrown_off_leaves_one_less() -> None:
    rng = random.Random(1)
    for _ in range(200):
        text = "".join(rng.choice("01GRLgrl") for _ in range(rng.randint(1, 8)))
        for player, own in ((0, "0GRL"), (1, "1grl")):
            expected = {text[:i] + text[i + 1 :] for i in range(len(text)) if text[i] in own}
            assert set(texts(BOOK.drops(BOOK.suit(text), player))) == expected
