"""How each entrant's bot is held, and what it may use up, as the config says."""

import re
import sys
from dataclasses import dataclass
from typing import Final, Literal

from arena.hosts.hosts import Isolation
from arena.hosts.layers import (
    REQUIRED,
    LayerMissingError,
    bubblewrap_works,
    missing_layers,
    working_locks,
)
from arena.hosts.limits import Limits
from arena.ladder.config import IsolationConfig, LimitsConfig
from arena.ladder.stored_entrant import Origin

_LONG_SEED: Final = re.compile(r"[0-9a-fA-F]{32}")


def isolation_of(
    kind: Literal["auto", "none", "process", "sandbox"], origin: Origin, platform: str = sys.platform
) -> Isolation:
    """What a config's word means for an entrant: `auto` is a sandbox for what was submitted, else a process."""
    if kind != "auto":
        return kind
    return "sandbox" if origin is Origin.SUBMITTED and platform == "linux" else "process"


def limits_of(whole: LimitsConfig, own: LimitsConfig | None = None) -> Limits:
    """The limits of an entrant: its own, else the ladder's, else the defaults."""
    given = whole.model_dump(exclude_none=True) | (own.model_dump(exclude_none=True) if own else {})
    return Limits(**given)


def can_be_guessed(seed: str | None) -> bool:
    """Whether a bot could find a ladder's secret by trying, and with it the hidden cards."""
    return seed is not None and not _LONG_SEED.fullmatch(seed)


@dataclass(frozen=True)
class Sandbox:
    """What a sandbox consists of on this machine; `lacks` says what it does without, by permission."""

    locks: tuple[str, ...]
    wrapped: bool
    lacks: str = ""


def find_sandbox(config: IsolationConfig) -> Sandbox:
    """Try the layers. Raises LayerMissingError if one is missing that the config does not do without."""
    if config.require == "best_effort":
        lacks = ", ".join(f"{layer.name} ({layer.reason})" for layer in missing_layers())
        return Sandbox(working_locks(), bubblewrap_works(), lacks)
    missing = missing_layers((*REQUIRED, *config.require))
    if missing:
        raise LayerMissingError(missing)
    return Sandbox(REQUIRED, bubblewrap_works())
