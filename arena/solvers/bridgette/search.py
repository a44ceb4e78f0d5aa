"""The search of Bridgette's play with open hands.

Every question is whether the leader takes at least so many of the tricks left, so a search ends at the first
lead that makes sure of them and each lead at the first answer that prevents them. A table keeps, for each position
that was searched, the least and the most tricks known so far. Positions are told apart only as far as
`arena.solvers.bridgette.suit` tells suits apart.
"""

from typing import Final

from arena.solvers.bridgette.suit import ColonAnswers, Lead, Suit, SuitBook
from arena.solvers.budget import OutOfNodesError

NO_BAN: Final = 4
TRUMPS: Final = 3
"""The place of the trump suit, if there is one."""

Key = tuple[Suit, Suit, Suit, Suit, int]

_GROUPS: Final = (0, 1, 2)
_GROUP_OF_BIT: Final = (0, 0, 1, 0, 2)  # the group of each bit 1, 2, 4


class Search:
    """One position at a time, and what is known of all before.

    The position is set by `place`: four suits by place, the mask of each player's colons, and whether the suit in
    the place TRUMPS is trumps. The methods change it while they run and leave it as it was, unless they raise
    OutOfNodesError. `ban` is the place of the banned suit, or NO_BAN; the leader holds another card then.
    """

    __slots__ = ("_colons", "_known", "_suits", "_trumps", "book", "known", "limit", "nodes")

    def __init__(self) -> None:
        self.book: Final = SuitBook()
        self.nodes = 0
        """Positions searched since this was last set to 0."""
        self.limit = -1
        """How many may be; −1 for any number."""
        # Bounds of the leader's tricks, without and with trumps: the least above four bits, the most in them.
        self.known: Final[tuple[dict[Key, int], dict[Key, int]]] = ({}, {})
        self._known = self.known[0]
        self._suits: list[Suit] = []
        self._colons = [0, 0]
        self._trumps = False

    def place(self, suits: list[Suit], colons: list[int], trumps: bool) -> None:
        """Set the position."""
        self._suits = suits
        self._colons = colons
        self._trumps = trumps
        self._known = self.known[1 if trumps else 0]

    def suit_at(self, place: int) -> Suit:
        """One suit of the position."""
        return self._suits[place]

    def wins(self, player: int, ban: int, need: int, left: int) -> bool:
        """Whether `player`, on lead, takes at least `need` of the `left` tricks; `need` is 1 … `left`."""
        suits = self._suits
        colons = self._colons
        a, b, c, d = suits
        if self._trumps and d.masters[player ^ 1] > left - need:
            return False
        if self._sure(player, ban) >= need:
            return True
        key = (a, b, c, d, player | ban << 1 | colons[0] << 4 | colons[1] << 7)
        bounds = self._known.get(key, left)
        if bounds >> 4 >= need:
            return True
        if bounds & 15 < need:
            return False
        if self.nodes == self.limit:
            raise OutOfNodesError
        self.nodes += 1
        if self._leads_to(player, ban, need, left):
            self._known[key] = need << 4 | bounds & 15
            return True
        self._known[key] = bounds >> 4 << 4 | need - 1
        return False

    def _sure(self, player: int, ban: int) -> int:
        """Tricks that the leader is sure of."""
        a, b, c, d = self._suits
        other = player ^ 1
        if self._trumps and d.length[other] and (ban == TRUMPS or d.followed[player] < d.length[other]):
            # The opponent keeps trumps: cash what he must follow to. Master trumps win whenever they are played.
            return (
                d.masters[player]
                + (0 if ban == 0 else a.followed[player])
                + (0 if ban == 1 else b.followed[player])
                + (0 if ban == 2 else c.followed[player])
            )
        sure = a.winners[player] + b.winners[player] + c.winners[player] + d.winners[player]
        if ban != NO_BAN and sure == self._suits[ban].winners[player]:
            sure = 0  # nothing to begin with
        colons = self._colons[player]
        if colons:
            # A colon led wins when nothing of its group is left (B24).
            sure += (colons & ~(a.groups[other] | b.groups[other] | c.groups[other] | d.groups[other])).bit_count()
        return sure

    def _leads_to(self, player: int, ban: int, need: int, left: int) -> bool:
        """Whether some lead makes sure of `need` tricks.

        The order is the one that was fastest on random deals: leads that cannot be beaten, then those that a
        higher card beats, from high to low, then those that can be ruffed, then colons.
        """
        suits = self._suits
        other = player ^ 1
        ruffs = self._trumps and suits[TRUMPS].length[other] > 0
        beaten: list[tuple[int, Lead]] = []
        ruffed: list[tuple[int, Lead]] = []
        for place in range(3, -1, -1):
            suit = suits[place]
            if place == ban or not suit.length[player]:
                continue
            void = not suit.length[other]
            for lead in suit.leads[player] or self.book.leads(suit, player):
                if lead.beats:
                    beaten.append((place, lead))
                elif void and ruffs and place != TRUMPS:
                    ruffed.append((place, lead))
                elif self.lead_wins(player, place, lead, need, left):
                    return True
        beaten.reverse()
        for place, lead in beaten + ruffed:  # no `any`: a generator would cost a tenth of the whole search
            if self.lead_wins(player, place, lead, need, left):
                return True
        for group in _GROUPS:
            if self._colons[player] >> group & 1 and self.colon_wins(player, group, need, left):
                return True
        return False

    def lead_wins(self, player: int, place: int, lead: Lead, need: int, left: int) -> bool:
        """Whether a card led makes sure of `need` tricks, whatever is answered (B20 … B23)."""
        suit = self._suits[place]
        if suit.length[player ^ 1]:
            held = not (
                self._beaten(player, place, lead.beats, need, left)
                or (need > 1 and lead.group and self._matched(player, place, lead, need, left))
                or self._ducked(player, place, lead.loses, need, left)
            )
        else:
            self._suits[place] = lead.after
            held = not self._void(player, place, lead, need, left)
        self._suits[place] = suit
        return held

    # What the opponent answers: each method tells whether that keeps the leader from `need` of the `left` tricks.

    def _beaten(self, player: int, place: int, answers: tuple[Suit, ...], need: int, left: int) -> bool:
        """Winning answers from one suit, given as the suit after each; it is left changed."""
        if left == need:
            return len(answers) > 0
        for suit in answers:
            self._suits[place] = suit
            if self.wins(player ^ 1, NO_BAN, left - need, left - 1):
                return True
        return False

    def _ducked(self, player: int, place: int, answers: tuple[Suit, ...], need: int, left: int) -> bool:
        """Losing answers from one suit, given as the suit after each; it is left changed."""
        if need == 1:
            return False
        for suit in answers:
            self._suits[place] = suit
            if not self.wins(player, NO_BAN, need - 1, left - 1):
                return True
        return False

    def _void(self, player: int, place: int, lead: Lead, need: int, left: int) -> bool:
        """Anything but the suit led: a trump, a card thrown off, or a colon."""
        suits = self._suits
        other = player ^ 1
        ruffs = self._trumps and place != TRUMPS and suits[TRUMPS].length[other] > 0
        if ruffs:
            trumps = suits[TRUMPS]
            if self._beaten(player, TRUMPS, trumps.drops[other] or self.book.drops(trumps, other), need, left):
                suits[TRUMPS] = trumps
                return True
            suits[TRUMPS] = trumps
        if need == 1:
            return False
        if lead.group and self._matched(player, place, lead, need, left):
            return True
        for j in range(TRUMPS if ruffs else 4):
            suit = suits[j]
            if suit.length[other]:
                prevented = self._ducked(player, j, suit.drops[other] or self.book.drops(suit, other), need, left)
                suits[j] = suit
                if prevented:
                    return True
        return False  # who holds nothing but wrong colons plays one (B21), but colons never win (B22, B24)

    def _matched(self, player: int, place: int, lead: Lead, need: int, left: int) -> bool:
        """The colon whose group holds the card led: the suit is banned, unless the leader has no other (B23)."""
        saved = self._suits[:]
        self._suits[place] = lead.after
        length = lead.after.length[player]
        ban = place if 0 < length < left - 1 else NO_BAN
        group = _GROUP_OF_BIT[lead.group]
        self._play_colon(player ^ 1, group)
        prevented = not self.wins(player, ban, need - 1, left - 1)
        self._take_back_colon(player ^ 1, group, saved)
        return prevented

    def _thrown(self, player: int, need: int, left: int) -> bool:
        """A colon thrown on a colon: it loses and bans nothing (B24)."""
        for group in _GROUPS:
            if self._colons[player ^ 1] >> group & 1:
                saved = self._suits[:]
                self._play_colon(player ^ 1, group)
                prevented = not self.wins(player, NO_BAN, need - 1, left - 1)
                self._take_back_colon(player ^ 1, group, saved)
                if prevented:
                    return True
        return False

    def colon_wins(self, player: int, group: int, need: int, left: int) -> bool:
        """Whether the colon of a group (0 … 2), led, makes sure of `need` tricks, whatever is answered (B24)."""
        other = player ^ 1
        saved = self._suits[:]
        answers = [self.book.colon_led(suit, other, group) for suit in saved]
        self._play_colon(player, group)
        prevented = self._colon_answered(player, answers, need, left)
        self._take_back_colon(player, group, saved)
        return not prevented

    def _colon_answered(self, player: int, answers: list[ColonAnswers], need: int, left: int) -> bool:
        suits = self._suits
        for place in range(4):
            suit = suits[place]
            answer = answers[place]
            prevented = self._beaten(player, place, answer.beats, need, left)
            if not prevented and place == TRUMPS and self._trumps:
                prevented = self._beaten(player, place, answer.loses, need, left)
            suits[place] = suit
            if prevented:
                return True
        if need == 1:
            return False
        for place in range(TRUMPS if self._trumps else 4):
            suit = suits[place]
            prevented = self._ducked(player, place, answers[place].loses, need, left)
            suits[place] = suit
            if prevented:
                return True
        return self._thrown(player, need, left)

    def _play_colon(self, player: int, group: int) -> None:
        """A colon leaves the hand of `player`, and the other one's cards of its group become like any others."""
        self._colons[player] ^= 1 << group
        suits = self._suits
        for place in range(4):
            suits[place] = self.book.without(suits[place], player ^ 1, group)

    def _take_back_colon(self, player: int, group: int, suits: list[Suit]) -> None:
        self._colons[player] ^= 1 << group
        self._suits[:] = suits
