"""Positions of the play with open hands."""

from collections.abc import Iterable, Mapping

import msgspec

from arena.cards import Card

Hand = tuple[Card, ...]


class BridgettePosition(msgspec.Struct, frozen=True):
    """A position of Bridgette: what each seat holds, the trump (``C D H S NT``) and who leads to this trick.

    `led` is the card that `leader` has led already; `ban` is the suit letter that it may not lead (B23), which may
    be given though it lapses. `str` gives the position as a text (README.md).
    """

    hands: tuple[Hand, Hand]
    trump: str
    leader: int
    led: Card | None = None
    ban: str | None = None

    def __str__(self) -> str:
        parts = ["bridgette", *_play(self.trump, self.leader, dict(enumerate(self.hands)))]
        if self.led is not None:
            parts.append(f"trick {self.led}")
        if self.ban is not None:
            parts.append(f"ban {self.ban}")
        return "; ".join(parts)


class FiftySixPosition(msgspec.Struct, frozen=True):
    """A position of 56: what each seat still in holds, the trump (``C D H S NT``) and who leads to this trick.

    `side` are the seats whose points are counted: the declarer's team, against which all others play together.
    `trick` are the cards played to this trick already, in order. `str` gives the position as a text (README.md).
    """

    hands: Mapping[int, Hand]
    trump: str
    leader: int
    side: tuple[int, ...]
    trick: tuple[Card, ...] = ()

    def __str__(self) -> str:
        parts = ["fiftysix", *_play(self.trump, self.leader, self.hands), f"side {_words(self.side)}"]
        if self.trick:
            parts.append(f"trick {_words(self.trick)}")
        return "; ".join(parts)


Position = BridgettePosition | FiftySixPosition


def _play(trump: str, leader: int, hands: Mapping[int, Hand]) -> list[str]:
    """What both games have."""
    return [
        f"trump {trump}",
        f"leader {leader}",
        *(f"hand {seat}: {_words(hand)}" for seat, hand in sorted(hands.items())),
    ]


def _words(things: Iterable[object]) -> str:
    return " ".join(map(str, things))
