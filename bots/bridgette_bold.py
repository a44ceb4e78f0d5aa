"""A bold Bridgette player: counts playing tricks in its head, jumps for the big prizes, and doubles readily.

- Exchange: picks the longest suit, keeps all of it, and beside it aces, kings, queens and the Grand colon.
- Auction: counts half tricks, adds its `boldness`, and looks only at the rungs where the score leaps: game
  (3NT, 4H, 4S, 5C, 5D: 750), slam (5NT, 6 of a suit: 1500), grand slam (6NT, 7 of a suit: 2200). It jumps to
  the highest rung within reach; one trick short costs but 100. Without a rung it bids what it counts, once.
- Doubles whenever it counts enough tricks, at `double_margin` more than half a chance.
- Play: draws trumps while the opponent may have any, leads a colon as soon as it will probably hold, then
  runs its longest suit from the top. It never bans: its colons are for leading.
"""

from arena.bots import BridgetteBot, Option
from arena.cards import SUITS, Card
from arena.games.bridgette.calls import Call
from arena.games.bridgette.view import BridgetteView

RANKS = "23456789TJQKA"
PRIZES = (("game", {"C": 5, "D": 5, "H": 4, "S": 4, "NT": 3}), ("slam", {"C": 6, "D": 6, "H": 6, "S": 6, "NT": 5}), ("grand", {"C": 7, "D": 7, "H": 7, "S": 7, "NT": 6}))
SIDE_HALVES = {"A": 2, "K": 1, "Q": 1, "J": 1}
NT_HALVES = {"A": 2, "K": 2, "Q": 2, "J": 1, "T": 1}
GROUP = {"G": "A", "R": "KQJ", "L": "23456789T"}


class Bold(BridgetteBot):
    OPTIONS = {
        "boldness": Option(1.0, "tricks added to the count before bidding for a prize", low=-3.0, high=4.0),
        "double_margin": Option(0.5, "tricks over the needed ones that a double asks for", low=-3.0, high=6.0),
    }

    def discard(self, view):
        counts = {s: sum(c.suit == s for c in view.hand) for s in SUITS}
        high = {s: sum(c.suit == s and c.rank in "AKQ" for c in view.hand) for s in SUITS}
        long = max(SUITS, key=lambda s: (counts[s] + high[s]/2))

        def keep(card):
            if card.is_colon:
                return 8 if card.rank == "G" else 0
            if card.suit == long:
                return 100 + RANKS.index(card.rank)
            return RANKS.index(card.rank) + counts[card.suit] * 0.5

        return sorted(view.hand, key=keep)[: view.to_discard]

    def call(self, view: BridgetteView) -> Call:
        legal = {c.text: c for c in view.legal}
        counts = {d: self.count(view.hand, d) for d in (*SUITS, "NT")}
        bid = next(((seat, c) for seat, c in reversed(view.calls) if c.is_bid), None)
        mine = bid and bid[0] == view.seat
        if "XX" in legal:
            return legal["XX"] if counts[bid[1].denomination] >= 6 + bid[1].level + self.options["double_margin"] else legal["P"]
        best = None
        for i, (_, levels) in enumerate(PRIZES):
            for d, level in levels.items():
                for lv in ([level] if i else [level, level + 1] if d in "HS" else [level]):
                    spare = counts[d] + self.options["boldness"] - 6 - lv
                    t = f"{lv}{d}"
                    if spare >= 0 and t in legal:
                        key = (i, spare)
                        if best is None or key > best[0]:
                            best = key, legal[t]
        if best:
            return best[1]
        if bid and "X" in legal:
            c = bid[1]
            tricks = self.count(view.hand, c.denomination) - 1
            if tricks >= 8 - c.level + self.options["double_margin"]:
                return legal["X"]
        d = max(counts, key=lambda d: counts[d])
        level = int(counts[d] - 6)
        if level >= 0 and not any(s == view.seat and c.is_bid for s, c in view.calls):
            for lv in range(level, -1, -1):
                if f"{lv}{d}" in legal:
                    return legal[f"{lv}{d}"]
        return legal["P"]

    def count(self, hand, d):
        h = 2.4
        if d == "NT":
            h = 4
            return sum([NT_HALVES.get(c.rank, 0) for c in hand if not c.is_colon], h) / 2
        for c in hand:
            if c.is_colon: continue
            if c.suit == d:
                h += 2 + (c.rank in "AKQ")
            else:
                h += SIDE_HALVES.get(c.rank, 0)
        return h / 2

    def play(self, view):
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        gone = {c for _, c in view.plays} | set(view.dealt) | set(view.drawn)
        if view.led is None:
            return self.lead(view, gone)
        return self.follow(view, gone)

    def higher(self, card, gone):
        return sum(1 for r in RANKS[RANKS.index(card.rank) + 1 :] if Card.parse(card.suit + r) not in gone)

    def lead(self, view, gone):
        legal = view.legal
        trump = view.trump
        length = {s: sum(c.suit == s for c in view.hand) for s in SUITS}
        out = {s: sum(1 for r in RANKS if Card.parse(s + r) not in gone) for s in SUITS}
        left = len(view.hand)
        total = sum(out.values()) + 0.01
        share = min(1, left / total)
        if trump != "NT":
            tr = [c for c in legal if c.suit == trump]
            if tr and out[trump] * share > 0.3 and length[trump] >= out[trump] * share:
                top = max(tr)
                if self.higher(top, gone) * share < 0.8:
                    return top
        for colon in legal:
            if colon.is_colon:
                danger = sum(1 for s in SUITS for r in GROUP[colon.rank] if Card.parse(s + r) not in gone)
                if trump != "NT":
                    danger += out[trump]
                if danger * share < 0.5:
                    return colon
        plain = [c for c in legal if not c.is_colon]
        if not plain: return legal[0]
        def key(c):
            sure = self.higher(c, gone) * share < 0.4
            return (c.suit != trump, sure, length[c.suit], RANKS.index(c.rank))
        return max(plain, key=key)

    def follow(self, view, gone):
        legal = view.legal
        led = view.led
        trump = view.trump
        def wins(c):
            if c.is_colon: return False
            if led.is_colon: return c.suit == trump or c.rank in GROUP[led.rank]
            return c.suit == led.suit and RANKS.index(c.rank) > RANKS.index(led.rank) or (c.suit == trump != led.suit)
        w = [c for c in legal if wins(c)]
        if w:
            return min(w, key=lambda c: (c.suit == trump, RANKS.index(c.rank)))
        length = {s: sum(c.suit == s for c in view.hand) for s in SUITS}
        def cost(c):
            if c.is_colon:
                return 7
            return RANKS.index(c.rank) + length[c.suit] * .7 + 20 * (c.suit == trump)
        return min(legal, key=cost)
