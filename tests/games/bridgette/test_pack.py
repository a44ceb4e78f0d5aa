from arena.cards import CARDS
from arena.games.bridgette.pack import COLON_OF, DEALER_DRAWS, FULL_PACK, GROUPS, LOWEST_FIRST, ORDINARY, PACK
from tests.games.bridgette.kit import mask
from tests.games.bridgette.reference import PACK as REFERENCE_PACK
from tests.games.bridgette.reference import group


def test_the_pack_is_52_cards_and_three_colons() -> None:
    assert [str(CARDS[card]) for card in PACK] == REFERENCE_PACK
    assert (FULL_PACK.bit_count(), ORDINARY.bit_count()) == (55, 52)


def test_each_card_belongs_to_the_group_of_one_colon() -> None:
    assert [str(CARDS[COLON_OF[card]]) for card in PACK] == [group(str(CARDS[card])) for card in PACK]
    assert [GROUPS[card].bit_count() for card in (52, 53, 54)] == [4, 12, 36]
    assert GROUPS[52] == mask("CA DA HA SA")


def test_the_dealer_draws_by_the_upcard() -> None:
    draws = {str(CARDS[card]): DEALER_DRAWS[card] for card in PACK}
    assert {draws[card] for card in REFERENCE_PACK if group(card) == ":L"} == {4}
    assert {draws[card] for card in REFERENCE_PACK if group(card) == ":R"} == {8}
    assert {draws[card] for card in REFERENCE_PACK if group(card) == ":G"} == {12}


def test_the_lowest_cards_come_by_rank_then_suit_and_colons_last() -> None:
    order = [str(CARDS[card]) for card in LOWEST_FIRST]
    assert order[:5] == ["C2", "D2", "H2", "S2", "C3"]
    assert order[-5:] == ["HA", "SA", ":G", ":R", ":L"]
