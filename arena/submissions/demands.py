"""What a ladder asks of whoever wants to play in it."""

import hashlib
from pathlib import Path

import msgspec

from arena.errors import ArenaError
from arena.hosts.hosts import Isolation
from arena.hosts.limits import Limits
from arena.ladder.entrants import Ladder, load_config_of
from arena.ladder.isolation import find_sandbox, isolation_of, limits_of
from arena.ladder.stored_entrant import Origin
from arena.version import VERSION


class SubmissionError(ArenaError):
    """A submission that cannot be accepted: what is wrong and what to do."""


class Demands(msgspec.Struct, frozen=True):
    """What a submission is held to: plain values, so that they can travel to another process.

    `games` are those of the ladder's pools, `names` and `authors` those that the config's entrants have.
    """

    games: tuple[str, ...]
    names: tuple[str, ...]
    limits: Limits
    isolation: Isolation
    budget_s: float
    version: str = VERSION
    authors: tuple[str, ...] = ()

    @property
    def fingerprint(self) -> str:
        """What changes when a bot that was checked before must be checked again."""
        held_to = msgspec.structs.replace(self, authors=())
        return hashlib.sha256(msgspec.json.encode(held_to, order="deterministic")).hexdigest()[:12]


def demands_of(config: Path, folder: Path | None, budget_s: float) -> tuple[Ladder, Demands]:
    """Read a ladder's config, and what it asks of submissions.

    Raises ConfigError, and LayerMissingError if this machine cannot hold submitted bots as the config wants it.
    """
    ladder = load_config_of(config, folder)
    isolation = isolation_of(ladder.config.isolation.kind, Origin.SUBMITTED)
    if isolation == "sandbox":
        find_sandbox(ladder.config.isolation)
    games = tuple(dict.fromkeys(pool.game for pool in ladder.pools))
    names = tuple(sorted(ladder.names))
    authors = tuple(sorted({entrant.author for entrant in ladder.entrants if entrant.author is not None}))
    return ladder, Demands(games, names, limits_of(ladder.config.limits), isolation, budget_s, authors=authors)
