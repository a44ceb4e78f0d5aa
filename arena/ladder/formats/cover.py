"""Covers of many entrants by groups, from difference families in the cyclic group of n.

Two entrants x and y have the difference min(|x − y|, n − |x − y|). A base block is a group; its n translations
(every member moved on by 0 … n − 1) hold every pair of a given difference equally often: once for each pair
of the block that has this difference, or twice if the difference is n / 2. So base blocks that together have
every difference once or twice (n / 2 just once) give groups in which every two entrants meet once or twice.
See Colbourn and Dinitz (eds.), Handbook of Combinatorial Designs, 2nd ed., VI.16, difference families.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from math import gcd

from arena.seeds import permuted

Block = tuple[int, ...]


def develop(block: Block, n: int) -> Iterator[Block]:
    """The different translations of a block, in an order that keeps neighbours disjoint as long as possible."""
    members = frozenset(block)
    length = next(t for t in range(1, n + 1) if n % t == 0 and members == {(i + t) % n for i in block})
    stride = _stride({(i - j) % length for i in block for j in block}, length)
    lap = length // gcd(stride, length)
    for t in range(length):
        shift = (t * stride + t // lap) % length
        yield tuple((i + shift) % n for i in block)


def _stride(differences: set[int], length: int) -> int:
    """A step through the translations whose multiples come late to one of the block's own differences."""

    def disjoint_for(step: int) -> int:
        return next(times for times in count(1) if times * step % length in differences)

    return max(range(1, length + 1), key=disjoint_for)


@lru_cache(maxsize=16)
def base_blocks(n: int, size: int) -> tuple[Block, ...]:
    """Base blocks of `size` members that have every difference once or twice (n / 2 just once).

    A greedy search in a fixed, shuffled order, begun anew in another order should it get stuck. It is meant for
    groups of three and four with more than `groups.MOST_GROUPS` groups in all; there one of the first five
    attempts has succeeded for every n tried, up to 1,000.
    """
    return next(blocks for attempt in range(1000) if (blocks := _search(n, size, attempt)) is not None)


def _search(n: int, size: int, attempt: int) -> tuple[Block, ...] | None:
    """One attempt: each block begins with a difference still missing and grows by what adds most of them."""
    room = {d: 1 if 2 * d == n else 2 for d in range(1, n // 2 + 1)}
    missing = set(room)
    order = permuted(f"arena/1/blocks/{n}/{size}/{attempt}", range(1, n))
    blocks = []

    def new_differences(block: list[int], member: int) -> list[int]:
        return [min(abs(member - i), n - abs(member - i)) for i in block]

    def gain(block: list[int], member: int) -> int:
        """How many missing differences a member adds; −1 if it cannot join."""
        added = new_differences(block, member)
        if member in block or any(added.count(d) > room[d] for d in added):
            return -1
        return len(missing.intersection(added))

    for start in order:
        if min(start, n - start) not in missing:
            continue
        block = [0]
        while len(block) < size:
            member = start if len(block) == 1 else max(order, key=lambda m: gain(block, m))
            if gain(block, member) < 0:
                return None
            for d in new_differences(block, member):
                room[d] -= 1
                missing.discard(d)
            block.append(member)
        blocks.append(tuple(block))
    return tuple(blocks)
