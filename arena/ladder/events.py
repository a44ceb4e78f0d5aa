"""What can happen to the field of a pool, and what follows from it. Pure.

Edits of the config, submissions, withdrawals, suspensions and what lifts them are rows of the table `events`, each
with the place in the pool's schedule from which it holds. A change of the field begins a new epoch there.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import msgspec

from arena.ladder.formats.base import Epoch
from arena.ladder.schedule import Place, name_of
from arena.ladder.stored_entrant import Origin
from arena.stats.standings import RankBy


class ChangeKind(StrEnum):
    """What happened to an entrant; the `kind` of an event."""

    SUBMITTED = "submitted"
    WITHDRAWN = "withdrawn"
    SUSPENDED = "suspended"
    RESUMED = "resumed"


class Change(msgspec.Struct, frozen=True):
    """Something that happened to an entrant (`name@version`). `faulty` of its last sets led to a suspension."""

    kind: ChangeKind
    entrant: str
    origin: Origin
    faulty: int = 0


class Qualified(msgspec.Struct, frozen=True):
    """Who reached a stage: the names that came first in the one before, best first, and by which rule."""

    names: tuple[str, ...]
    top: int | None
    rank_by: RankBy


class Field(msgspec.Struct, frozen=True):
    """The detail of a `field` event: who plays from here on, and how.

    `cut` is the place where the schedule before ends: its epoch is cut to that length, later ones to nothing.
    `authors` holds those whose entrants must be kept apart. In the first `stage` everybody is `qualified`; an
    `afresh` one has nothing of the sets of those before.
    """

    entrants: tuple[str, ...]
    challengers: tuple[str, ...]
    format: dict[str, Any]
    cut: Place
    authors: dict[str, str] = {}
    stage: int = 1
    qualified: Qualified | None = None
    afresh: bool = False

    def is_like(self, other: "Field") -> bool:
        """Whether the contest is the same; another order of the same entrants is."""
        return (set(self.entrants), set(self.challengers), self.format, self.authors, self.stage) == (
            set(other.entrants),
            set(other.challengers),
            other.format,
            other.authors,
            other.stage,
        )


@dataclass(frozen=True)
class Roster:
    """Who of a pool's entrants may play, besides those that the config names.

    `submitted` has the present version of each submitted name, in order of coming. Whoever is withdrawn stays so
    under any version; a suspension holds for one version.
    """

    submitted: Mapping[str, str] = field(default_factory=dict)
    withdrawn: frozenset[tuple[str, Origin]] = frozenset()
    suspended: frozenset[str] = frozenset()

    def after(self, changes: Iterable[Change]) -> "Roster":
        """The roster once these have happened."""
        submitted, withdrawn, suspended = dict(self.submitted), set(self.withdrawn), set(self.suspended)
        for change in changes:
            entry = (name_of(change.entrant), change.origin)
            match change.kind:
                case ChangeKind.SUBMITTED:
                    submitted[entry[0]] = change.entrant
                    withdrawn.discard(entry)
                case ChangeKind.WITHDRAWN:
                    withdrawn.add(entry)
                case ChangeKind.SUSPENDED:
                    suspended.add(change.entrant)
                case ChangeKind.RESUMED:
                    withdrawn.discard(entry)
                    suspended.discard(change.entrant)
        return Roster(submitted, frozenset(withdrawn), frozenset(suspended))

    def entered(self, config: Iterable[str]) -> dict[str, Origin]:
        """All entrants meant to play, also those withdrawn or suspended; the config's are these."""
        keys = dict.fromkeys(config, Origin.CONFIG)
        names = set(map(name_of, keys))
        return keys | {key: Origin.SUBMITTED for name, key in self.submitted.items() if name not in names}

    def is_in(self, key: str, origin: Origin) -> bool:
        """Whether an entrant that is meant to play does."""
        return key not in self.suspended and (name_of(key), origin) not in self.withdrawn

    def playing(self, config: Iterable[str]) -> tuple[str, ...]:
        """The entrants that play, the config's being these."""
        return tuple(key for key, origin in self.entered(config).items() if self.is_in(key, origin))


def epochs_of(fields: Sequence[Field]) -> tuple[Epoch, ...]:
    """The epochs that these fields, one after the other, make of a pool's schedule."""
    lengths: list[int | None] = [None] * len(fields)
    for field_ in fields[1:]:
        number, position = field_.cut
        open_ = lengths.index(None)
        lengths[number - 1 : open_ + 1] = [position, *[0] * (open_ + 1 - number)]
    epochs: list[Epoch] = []
    stage = since = 1
    for number, (one, length) in enumerate(zip(fields, lengths, strict=True), start=1):
        if one.stage != stage and one.afresh:
            since = number
        stage = one.stage
        epochs.append(Epoch(number, one.entrants, one.challengers, one.format, length, one.authors, stage, since))
    return tuple(epochs)
