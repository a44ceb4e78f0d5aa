"""Which cards may be played, who wins a trick and what it bans (B20 … B24)."""

from typing import Final

from arena.games.bridgette.pack import COLON_OF, GRAND, GROUPS, ORDINARY, PACK, SUIT_MASKS, SUIT_OF

NO_CARD: Final = -1
NO_SUIT: Final = -1
NO_TRUMP: Final = 4

# For each ordinary lead: its suit, the matching colon, and all that a void hand may choose from (B20).
_SAME_SUIT: Final = tuple(SUIT_MASKS[SUIT_OF[led]] for led in range(GRAND))
_MATCHING: Final = tuple(1 << COLON_OF[led] for led in range(GRAND))
_IF_VOID: Final = tuple(ORDINARY | _MATCHING[led] for led in range(GRAND))


def legal_leads(hand: int, ban: int) -> int:
    """The cards that may be led, with `ban` the banned suit or NO_SUIT; the ban may lapse (B23)."""
    if ban == NO_SUIT:
        return hand
    return hand & ~SUIT_MASKS[ban] or hand


def legal_follows(hand: int, led: int) -> int:
    """The cards that may be played to the card led (B20, B21, B24)."""
    if led >= GRAND:
        return hand
    same_suit = hand & _SAME_SUIT[led]
    if same_suit:
        return same_suit | hand & _MATCHING[led]
    return hand & _IF_VOID[led] or hand  # nothing but wrong colons: any of them (B21)


def _winners(led: int, trump: int) -> int:
    """The mask of the cards that win as follower (B22, B24)."""
    trumps = 0 if trump == NO_TRUMP else SUIT_MASKS[trump]
    if led >= GRAND:
        return GROUPS[led] | trumps
    suit = SUIT_MASKS[SUIT_OF[led]]
    higher = suit & ~((1 << led + 1) - 1)
    return higher if trumps == suit else higher | trumps


_WINNERS: Final = tuple(tuple(_winners(led, trump) for led in PACK) for trump in range(5))


def follower_wins(led: int, followed: int, trump: int) -> bool:
    """Whether the second card of a trick wins it; `trump` is 0 … 3 (C D H S) or NO_TRUMP."""
    return _WINNERS[trump][led] >> followed & 1 == 1


def banned_by(led: int, followed: int) -> int:
    """The suit that the winner of a trick may not lead next, or NO_SUIT (B23, B24)."""
    if followed >= GRAND > led and COLON_OF[led] == followed:
        return SUIT_OF[led]
    return NO_SUIT
