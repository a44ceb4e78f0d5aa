"""What a ladder keeps of an entrant."""

from enum import StrEnum

import msgspec


class Origin(StrEnum):
    """How an entrant came into the ladder."""

    CONFIG = "config"
    SUBMITTED = "submitted"


class StoredEntrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One version of an entrant.

    `spec` is what the config, or whoever submitted it, calls the bot. `bundle` is the hash of its files, `main`
    the one of them with its class (empty for a bot in an installed package), and `games` are those the bot plays.
    `packages` are the installed ones it imports, with the versions they had when it came. A `timed` bot lets time
    decide what it does, so that its results need not be the same in another run. `noise` is the probability that
    the bot's host replaces its answer; nobody submits an entrant with noise.
    """

    name: str
    version: str
    spec: str
    options: dict[str, bool | int | float | str]
    author: str | None
    origin: Origin
    bundle: str
    main: str
    class_name: str
    games: tuple[str, ...]
    packages: dict[str, str]
    timed: bool
    noise: float = 0.0

    @property
    def key(self) -> str:
        """How sets name it: ``name@version``."""
        return f"{self.name}@{self.version}"
