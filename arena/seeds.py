"""Every chance event comes from here: match seeds, deals, first dealers and the bots' random numbers.

The procedure is specified for other programs, with test vectors, in `arena/README.md`. Nothing here uses
Python's `random` except `bot_rng`, whose numbers are the bots' own affair.
"""

import hashlib
import hmac
import json
import random
import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def match_seed(secret: str, pool: str, entrants: Iterable[str], k: int) -> str:
    """The seed, 64 hex digits, that every match of the k-th set of a pairing is dealt from.

    `entrants` are names without versions, in any order, so that a new version of a bot meets the same cards.
    """
    message = json.dumps([pool, sorted(entrants), k], separators=(",", ":"))
    return hmac.new(secret.encode(), message.encode(), hashlib.sha256).hexdigest()


def shuffled(
    game: str, seed: str, number: int, dealer: int, seats: Sequence[int], pack: Sequence[int]
) -> list[int]:
    """The pack as shuffled for one deal, top card first: an unbiased Fisher-Yates shuffle."""
    places = ",".join(map(str, seats))
    return permuted(f"arena/1/deal/{game}/{seed}/{number}/{dealer}/{places}", pack)


def first_dealer(game: str, seed: str, seats: int) -> int:
    """The seat, 0 … seats − 1, that deals first (B5, F6)."""
    return _below(_words(f"arena/1/dealer/{game}/{seed}"), seats)


def bot_rng_seed(seed: str, seat: int) -> bytes:
    """What a bot's own random numbers begin from: neither the match's seed nor a card can be computed back."""
    return hashlib.sha256(f"arena/1/rng/{seed}/{seat}".encode()).digest()


def bot_rng(rng_seed: bytes) -> random.Random:
    """A bot's own random numbers (`self.rng`), made from `bot_rng_seed`."""
    return random.Random(int.from_bytes(rng_seed))


class NoiseNumbers:
    """What decides about a seat's noise (`arena.hosts.noise`); no bot learns these numbers.

    Neither the match's seed nor a card can be computed back from them.
    """

    def __init__(self, seed: str, seat: int) -> None:
        self._words = _words(f"arena/1/noise/{seed}/{seat}")

    def happens(self, probability: float) -> bool:
        """Whether something of this probability, 0 … 1, happens now."""
        return next(self._words) < probability * 2**32

    def below(self, n: int) -> int:
        """A number 0 … n − 1, each equally likely."""
        return _below(self._words, n)


def permuted(label: str, items: Iterable[T]) -> list[T]:
    """The items in the order that a label fixes, every order equally likely: a Fisher-Yates shuffle."""
    words = _words(label)
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = _below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def lot(label: str) -> int:
    """A number 0 … 2³² − 1 that a label fixes, each equally likely."""
    return next(_words(label))


def _words(label: str) -> Iterator[int]:
    """SHAKE-256 of the label, read as big-endian 32-bit words, as many as are asked for."""
    stream = hashlib.shake_256(label.encode())
    used, size = 0, 64
    while True:
        yield from struct.unpack(f">{size}I", stream.digest(4 * size))[used:]
        used, size = size, 2 * size


def _below(words: Iterator[int], n: int) -> int:
    """A number 0 … n − 1, each equally likely: words in the last, incomplete multiple of n are rejected."""
    limit = (1 << 32) // n * n
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % n
