import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.cards import CARDS, SUITS, cards_of, mask_of
from arena.games.bridgette.pack import PACK
from arena.games.bridgette.play import NO_SUIT, banned_by, follower_wins, legal_follows, legal_leads
from tests.games.bridgette import reference
from tests.games.bridgette.kit import act, at_lead, legal_words

hands = st.lists(st.sampled_from(PACK), min_size=1, max_size=13, unique=True)
colon_rich = st.lists(st.sampled_from([0, 13, 26, 39, 51, 52, 53, 54]), min_size=1, max_size=4, unique=True)


@given(hands | colon_rich, st.sampled_from(PACK))
def test_legal_follows_are_those_of_the_rules(hand: list[int], led: int) -> None:
    legal = {str(card) for card in cards_of(legal_follows(mask_of(hand), led))}
    assert legal == reference.legal_plays([str(CARDS[card]) for card in hand], str(CARDS[led]), None)


@given(hands | colon_rich, st.sampled_from([None, *SUITS]))
def test_legal_leads_are_those_of_the_rules(hand: list[int], ban: str | None) -> None:
    suit = NO_SUIT if ban is None else SUITS.index(ban)
    legal = {str(card) for card in cards_of(legal_leads(mask_of(hand), suit))}
    assert legal == reference.legal_plays([str(CARDS[card]) for card in hand], None, ban)


@pytest.mark.parametrize("trump", range(5))
def test_trick_winners_are_those_of_the_rules(trump: int) -> None:
    name = reference.DENOMINATIONS[trump]
    for led in PACK:
        for followed in PACK:
            if followed != led:
                expected = reference.follower_wins(str(CARDS[led]), str(CARDS[followed]), name)
                assert follower_wins(led, followed, trump) == expected, (led, followed)


def test_only_a_matching_colon_on_an_ordinary_lead_bans_its_suit() -> None:
    for led in PACK:
        for followed in PACK:
            led_text, text = str(CARDS[led]), str(CARDS[followed])
            bans = led_text[0] != ":" == text[0] and reference.group(led_text) == text
            assert banned_by(led, followed) == (SUITS.index(led_text[0]) if bans else NO_SUIT)


def test_a_ban_holds_for_one_lead_only() -> None:
    state = at_lead(("SA SK SQ D2", ":G H3 C4 C5"))
    act(state, "play SA", "play :G")
    assert legal_words(state) == {"D2"}
    act(state, "play D2", "play H3")
    assert legal_words(state) == {"SK", "SQ"}


def test_trumps_can_be_banned() -> None:
    state = at_lead(("S5 S2 D2", ":L H3 C4"), "2S")
    act(state, "play S5", "play :L")
    assert legal_words(state) == {"D2"}


def test_a_ban_lapses_when_nothing_else_is_held() -> None:
    state = at_lead(("SA SK SQ", ":G H3 C4"))
    act(state, "play SA", "play :G")
    assert legal_words(state) == {"SK", "SQ"}


def test_a_wrong_colon_is_played_only_when_nothing_else_is_held() -> None:
    state = at_lead(("S5 S2 D2", ":G :R SA"))
    act(state, "play D2")
    assert legal_words(state) == {"SA"}


def test_a_forced_wrong_colon_bans_nothing() -> None:
    state = at_lead(("S5 S2", ":G :R"))
    act(state, "play S5")
    assert legal_words(state) == {":G", ":R"}
    act(state, "play :G")
    assert legal_words(state) == {"S2"}
    assert state.public.ban == NO_SUIT


def test_a_colon_may_be_led_under_a_ban() -> None:
    state = at_lead(("SA SK :L", ":G H3 C4"))
    act(state, "play SA", "play :G")
    assert legal_words(state) == {":L"}
