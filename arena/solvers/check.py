"""Whether a position can be: its cards, its seats and the sizes of its hands."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from arena.cards import CARDS, SUITS, Card
from arena.errors import ArenaError
from arena.games.bridgette.calls import DENOMINATIONS
from arena.games.bridgette.pack import HAND_SIZE, SEATS
from arena.games.fiftysix.pack import COPY, PACKS, cards_each
from arena.solvers.position import BridgettePosition, FiftySixPosition, Hand


class PositionError(ArenaError, ValueError):
    """A position that cannot be, or that takes too long to solve."""


def check_bridgette(position: BridgettePosition) -> None:
    """Raises PositionError."""
    hands = dict(enumerate(position.hands))
    trick = () if position.led is None else (position.led,)
    _check_among("trump", position.trump, DENOMINATIONS)
    _check_among("leader", position.leader, SEATS)
    if position.ban is not None:
        _check_among("ban", position.ban, tuple(SUITS))
        if trick:
            raise PositionError("ban: it holds for the lead (B23), and a card is led already")
    _check_cards(hands, trick, Counter(CARDS))
    _check_sizes(hands, [position.leader] if trick else [], HAND_SIZE)


def check_fiftysix(position: FiftySixPosition) -> None:
    """Raises PositionError."""
    seats = sorted(position.hands)
    if len(seats) not in PACKS:
        raise PositionError(f"expected the hands of 4, 6 or 8 seats, got {len(seats)}")
    _check_among("trump", position.trump, DENOMINATIONS)
    _check_among("leader", position.leader, seats)
    for seat in position.side:
        _check_among("side", seat, seats)
    if len(position.trick) >= len(seats):
        raise PositionError(f"trick: {len(position.trick)} cards are a full trick; leave it out")
    first = seats.index(position.leader)
    played = [seats[(first + nth) % len(seats)] for nth in range(len(position.trick))]
    _check_cards(position.hands, position.trick, Counter(CARDS[card % COPY] for card in PACKS[len(seats)]))
    _check_sizes(position.hands, played, cards_each(len(seats)))


def _check_among(name: str, value: object, known: Collection[object]) -> None:
    if value not in known:
        raise PositionError(f"{name}: expected one of {', '.join(map(str, known))}, got {value!r}")


def _check_cards(hands: Mapping[int, Hand], trick: Iterable[Card], pack: Counter[Card]) -> None:
    """Every card is in the pack, and held or on the table no more often than there."""
    held = Counter([*trick, *(card for hand in hands.values() for card in hand)])
    for card, count in held.items():
        if count > pack[card]:
            raise PositionError(f"{card}: given {count} times, but the pack holds it {pack[card]} times")


def _check_sizes(hands: Mapping[int, Hand], played: Collection[int], most: int) -> None:
    """All had as many cards before the trick, and at least one."""
    sizes = {seat: len(hand) + (seat in played) for seat, hand in hands.items()}
    if len(set(sizes.values())) > 1 or not 1 <= max(sizes.values()) <= most:
        told = ", ".join(f"seat {seat} {len(hands[seat])}" for seat in sorted(hands))
        less = f", those that have played to the trick ({_seats(played)}) one less" if played else ""
        raise PositionError(f"hands: expected 1 to {most} cards, as many for each seat{less}; got {told}")


def _seats(seats: Collection[int]) -> str:
    return "seat" + ("s " if len(seats) > 1 else " ") + ", ".join(map(str, seats))
