"""Entrants of one author never meet in a group of three or more, where they could play into each other's hands.

Groups that hold two of them are left out. Everybody else still meets as before; an entrant whose author has m
entrants among n is left out of about (m − 1)(s − 1) / (n − 1) of its groups of s, so its rating is that much less
certain. Pairs are not concerned: who meets in twos can only win what the other loses.
"""

from collections import Counter
from collections.abc import Mapping, Sequence


def shared_authors(authors: Mapping[str, str | None], sides: int) -> dict[str, str]:
    """Of these entrants those, with their authors, that must be kept apart in matches of `sides` sides."""
    entries = Counter(author for author in authors.values() if author is not None)
    if sides < 3:
        return {}
    return {entrant: author for entrant, author in authors.items() if author is not None and entries[author] > 1}


def may_meet(pairing: Sequence[str], authors: Mapping[str, str]) -> bool:
    """Whether no two of a pairing are of one author."""
    present = [authors[entrant] for entrant in pairing if entrant in authors]
    return len(set(present)) == len(present)


def total(sizes: Sequence[int], cycles: int) -> int:
    """The size of so many cycles, which repeat after those whose sizes are given."""
    periods, rest = divmod(cycles, len(sizes))
    return periods * sum(sizes) + sum(sizes[:rest])
