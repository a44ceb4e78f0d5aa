"""What a pool's sets have come to so far, kept in the ladder's folder, so that only new sets are folded.

A kept fold is used only if it is of the very sets that now begin the pool's schedule, and of this very program.
Otherwise, or without the file, all sets are folded anew, to the same result.
"""

import logging
import os
from contextlib import suppress
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from arena.ladder.placed import PlacedSet
from arena.ladder.program import program_digest
from arena.ladder.rows import PoolRules
from arena.ladder.schedule import Place
from arena.ladder.stored import StoredLadder
from arena.stats.tallies import PoolTally
from arena.stats.tally_bytes import decode_tally, encode_tally

FOLDER: Final = "folds"
WORTH: Final = 2000
"""So many new sets, about a second's work, are worth keeping their fold."""

_CHECK: Final = 32
"""Bytes of SHA-256 that begin a file, over the rest of it."""

log = logging.getLogger(__name__)


class _Kept(msgspec.Struct, frozen=True):
    """The file of a fold: its fields, and the tally's bytes."""

    chain: bytes
    sets: int
    following: Place
    tally: bytes


class Fold:
    """A pool's tally over the first sets of its schedule.

    `sets` counts them, void ones included; `following` is the place of the next.
    """

    def __init__(self, pool: PoolRules) -> None:
        rules, variant = pool.rules, pool.variant
        self.tally = PoolTally(rules.starting_score(variant), rules.compares_by_deal(variant))
        self.sets = 0
        self.following: Place = (1, 0)
        self._pool = pool
        self._chain = sha256(_program() + msgspec.msgpack.encode((pool.game, pool.options)))
        self._kept = 0

    def add(self, placed: PlacedSet) -> None:
        """Take in the next set."""
        self._chain.update(_link(placed.place, placed.digest))
        self.sets += 1
        self.following = (placed.epoch, placed.position + 1)
        if placed.result is not None:
            self.tally.add(placed.result)

    def keep(self, folder: Path) -> None:
        """Write the fold into the ladder's folder, if enough is new and the folder can be written."""
        if self.sets - self._kept < WORTH:
            return
        self._kept = self.sets
        kept = _Kept(self._chain.digest(), self.sets, self.following, encode_tally(self.tally))
        body = msgspec.msgpack.encode(kept)
        path = _path(folder, self._pool)
        unfinished = path.with_suffix(f".{os.getpid()}")
        try:
            path.parent.mkdir(exist_ok=True)
            unfinished.write_bytes(sha256(body).digest() + body)
            unfinished.replace(path)
        except OSError as error:
            log.info("%s: not kept: %s", path, error)
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)

    def take_over(self, ladder: StoredLadder, most: int | None) -> None:
        """Begin with the fold that is kept, if it is of the pool's first sets, and of at most so many."""
        kept = _read(_path(ladder.folder, self._pool))
        if kept is None or (most is not None and kept.sets > most):
            return
        chain = self._chain.copy()
        count = 0
        for place, digest in islice(ladder.digests(self._pool.id), kept.sets):
            chain.update(_link(place, digest))
            count += 1
        if count == kept.sets and chain.digest() == kept.chain:
            self.tally = decode_tally(kept.tally)
            self.sets = self._kept = kept.sets
            self.following = kept.following
            self._chain = chain


def kept_fold(ladder: StoredLadder, pool: PoolRules) -> Fold:
    """The fold that is kept of a pool's sets that count, or an empty one."""
    fold = Fold(pool)
    fold.take_over(ladder, ladder.stop(pool.id))
    return fold


def whole_fold(ladder: StoredLadder, pool: PoolRules) -> Fold:
    """The fold of all sets of a pool that count; it is kept, if the folder can be written."""
    fold = kept_fold(ladder, pool)
    stop = ladder.stop(pool.id)
    rest = None if stop is None else stop - fold.sets
    for placed in islice(ladder.prefix(pool.id, fold.following), rest):
        fold.add(placed)
    fold.keep(ladder.folder)
    return fold


def _path(folder: Path, pool: PoolRules) -> Path:
    return folder / FOLDER / f"{pool.id}.fold"


def _read(path: Path) -> _Kept | None:
    """What a file holds; None if there is none, or it is not as it was written."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    check, body = data[:_CHECK], data[_CHECK:]
    return msgspec.msgpack.decode(body, type=_Kept) if sha256(body).digest() == check else None


def _link(place: Place, digest: bytes) -> bytes:
    """What a set adds to the chain that tells a prefix from any other; a void set's digest is empty."""
    return b"%d %d %b\n" % (*place, digest)


@cache
def _program() -> bytes:
    """What tells this program from any other version of it."""
    return program_digest().encode()
