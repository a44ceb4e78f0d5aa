"""Which sets of a ladder the report shows card by card, and where.

Those that its page points to: the deals that moved a result most and the matches in which a bot first failed. A
large field has very many; then those come first that moved the most between any two, and each two get their next
one only after all others have theirs.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, zip_longest
from typing import Final

from arena.analysis.set_split import decode_split
from arena.ladder.rows import find_pool
from arena.ladder.stored import StoredLadder
from arena.match.transcript import TranscriptError
from arena.records import match_name
from arena.report.audience import Audience
from arena.report.results import LadderResults, PoolResults, own_keys, visible_faults
from arena.report.viewer.page import replay_page

MOST: Final = 300
"""So many sets are shown at most; their pages take some 60 KB each."""


def replayed_sets(results: LadderResults, audience: Audience) -> tuple[str, ...]:
    """The ids of the sets to show."""
    found = dict.fromkeys(chain(*zip_longest(*(_sets(pool, results, audience) for pool in results.pools))))
    found.pop(None, None)
    return tuple(name for name in list(found)[:MOST] if name is not None)


def set_pages(results: LadderResults, ladder: StoredLadder, audience: Audience) -> dict[str, str]:
    """Their pages by id; a set that cannot be replayed has none (`arena verify` tells of it)."""
    pages = {}
    for name in replayed_sets(results, audience):
        with suppress(TranscriptError):
            pages[name] = set_page(ladder, name, audience)
    return pages


def set_page(ladder: StoredLadder, name: str, audience: Audience) -> str:
    """The page of a set. Raises ArenaError, with what there is instead, if the ladder has no such set."""
    result, _ = ladder.find_match(match_name(name, 1))
    pool = find_pool(ladder.rules(), result.pool)
    content = ladder.analyses.of(result)
    splits = None if content is None else decode_split(pool, result, content)
    return replay_page(pool, ladder.seed(result), result, not audience.sees_everything, splits)


def _sets(pool: PoolResults, results: LadderResults, audience: Audience) -> Iterator[str]:
    """The sets of a pool, the more telling ones first."""
    own = own_keys(results, audience)
    for note in visible_faults(pool.summary, results, audience):
        if note.entrant in own:
            yield note.first_match.rpartition("/")[0]
    of_two = [swings for two, swings in pool.analysis.swings.items() if not own.isdisjoint(two)]
    for swings in zip_longest(*of_two):
        yield from (swing.set for swing in swings if swing is not None)
