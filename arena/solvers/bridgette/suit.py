"""One suit as the search sees it: who owns its cards from the highest down, and nothing else.

A suit is a text with one letter a card. ``0`` and ``1`` are cards of player 0 and 1. ``G R L`` are cards of
player 0 that belong to the group of a colon which player 1 holds, ``g r l`` cards of player 1 likewise: their
group matters, because that colon answers them (B20) or is led to them (B24). All other ranks are forgotten. So
equal texts play alike whatever the cards are, neighbours with the same letter are one move, and tables made for
one deal serve every other.
"""

from typing import Final

_OWNER: Final = {"0": 0, "G": 0, "R": 0, "L": 0, "1": 1, "g": 1, "r": 1, "l": 1}
_GROUP: Final = {"0": 0, "G": 1, "R": 2, "L": 4, "1": 0, "g": 1, "r": 2, "l": 4}

PLAIN: Final = ("0", "1")
MATCHED: Final = (("G", "R", "L"), ("g", "r", "l"))
"""The letter of a player's card in a group (0 … 2: Grand, Royal, Little) whose colon the other one holds."""


class Suit:
    """The cards of a suit that are still held; one object for each text (`SuitBook`).

    All pairs are by player. `length` counts the cards, `masters` those above all cards of the other. `winners`
    are the cards that a player can lead and win with, one after the other, against an opponent without trumps,
    and `followed` those to which any opponent must follow suit, so that he cannot trump; neither counts a card
    that a colon would match, for that brings a ban. `groups` is the mask of the groups (1 Grand, 2 Royal, 4
    Little) in which a player has cards that a colon would match.
    """

    __slots__ = (
        "colon_led",
        "drops",
        "followed",
        "groups",
        "leads",
        "length",
        "masters",
        "text",
        "winners",
        "without",
    )

    def __init__(self, text: str) -> None:
        self.text = text
        first, second = _Figures(text, 0), _Figures(text, 1)
        self.length = (first.length, second.length)
        self.masters = (first.masters, second.masters)
        self.winners = (first.winners, second.winners)
        self.followed = (first.followed, second.followed)
        self.groups = (first.groups, second.groups)
        # What a card played leads to: made when first asked for.
        self.leads: list[tuple[Lead, ...] | None] = [None, None]
        self.drops: list[tuple[Suit, ...] | None] = [None, None]
        self.without: list[Suit | None] = [None] * 6
        self.colon_led: list[ColonAnswers | None] = [None] * 6


class _Figures:
    """The figures of `Suit` for one player."""

    def __init__(self, text: str, player: int) -> None:
        owners = [_OWNER[letter] for letter in text]
        self.length = owners.count(player)
        others = len(text) - self.length
        self.masters = owners.index(player ^ 1) if others else len(text)
        free = sum([1 for letter in text[: self.masters] if not _GROUP[letter]])
        self.followed = min(free, others)
        # With that many the opponent runs out of the suit, and then all its cards win.
        reach = text if free >= others else text[: self.masters]
        self.winners = reach.count(PLAIN[player])
        self.groups = 0
        for letter in text:
            if _OWNER[letter] == player:
                self.groups |= _GROUP[letter]


class Lead:
    """One move of the leader in a suit, and the opponent's answers in that suit.

    `after` is the suit without the card; `beats` the suit after each answer that wins, the cheapest first; `loses`
    after each that does not, the lowest first; both are empty if he is void. `group` is the group in which a colon
    would match the card, or 0.
    """

    __slots__ = ("after", "beats", "group", "loses")

    def __init__(self, after: Suit, beats: tuple[Suit, ...], loses: tuple[Suit, ...], group: int) -> None:
        self.after = after
        self.beats = beats
        self.loses = loses
        self.group = group


class ColonAnswers:
    """The suit after each answer in it to a colon led: `beats` with a card of its group, `loses` with another."""

    __slots__ = ("beats", "loses")

    def __init__(self, beats: tuple[Suit, ...], loses: tuple[Suit, ...]) -> None:
        self.beats = beats
        self.loses = loses


class SuitBook:
    """All suits met so far."""

    def __init__(self) -> None:
        self._suits: dict[str, Suit] = {}

    def suit(self, text: str) -> Suit:
        """The suit of this text."""
        suit = self._suits.get(text)
        if suit is None:
            suit = self._suits[text] = Suit(text)
        return suit

    def drops(self, suit: Suit, player: int) -> tuple[Suit, ...]:
        """The suit after each card that a player can throw off it, the lowest first."""
        drops = suit.drops[player]
        if drops is None:
            text = suit.text
            drops = suit.drops[player] = self._each(text, moves(text, player))
        return drops

    def leads(self, suit: Suit, player: int) -> tuple[Lead, ...]:
        """The moves of a player who leads this suit, the lowest first."""
        leads = suit.leads[player]
        if leads is None:
            leads = suit.leads[player] = tuple([self._lead(suit.text, i) for i in moves(suit.text, player)])
        return leads

    def without(self, suit: Suit, player: int, group: int) -> Suit:
        """The suit once the colon of a group (0 … 2) that the opponent of `player` held has been played."""
        which = 3 * player + group
        without = suit.without[which]
        if without is None:
            text = suit.text.replace(MATCHED[player][group], PLAIN[player])
            without = suit.without[which] = self.suit(text)
        return without

    def colon_led(self, suit: Suit, player: int, group: int) -> ColonAnswers:
        """What `player` can answer from this suit when the colon of a group (0 … 2) is led."""
        which = 3 * player + group
        answers = suit.colon_led[which]
        if answers is None:
            letter = MATCHED[player][group]
            beats, loses = [], []
            for i in moves(suit.text, player):
                after = self.without(self.suit(_taken(suit.text, i)), player, group)
                if suit.text[i] == letter:
                    beats.append(after)
                else:
                    loses.append(after)
            answers = suit.colon_led[which] = ColonAnswers(tuple(beats), tuple(loses))
        return answers

    def _lead(self, text: str, i: int) -> Lead:
        after = _taken(text, i)
        answers = moves(text, _OWNER[text[i]] ^ 1)
        beats = self._each(after, [j for j in answers if j < i])
        loses = self._each(after, [j - 1 for j in answers if j > i])
        return Lead(self.suit(after), beats, loses, _GROUP[text[i]])

    def _each(self, text: str, places: list[int]) -> tuple[Suit, ...]:
        return tuple([self.suit(_taken(text, i)) for i in places])


def moves(text: str, player: int) -> list[int]:
    """The places of a player's cards in a suit, the lowest first, one of each run of cards that play alike."""
    return [
        i for i in range(len(text) - 1, -1, -1) if _OWNER[text[i]] == player and text[i + 1 : i + 2] != text[i]
    ]


def _taken(text: str, i: int) -> str:
    return text[:i] + text[i + 1 :]
