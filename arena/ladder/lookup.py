"""Finding the entrants of a set by their keys, also those that were submitted after the run began."""

from pathlib import Path
from typing import Protocol

from arena.ladder.entrants import Entrant, Ladder
from arena.ladder.guests import guests, kept
from arena.ladder.isolation import isolation_of, limits_of
from arena.ladder.schema import DATABASE
from arena.ladder.stored import open_ladder
from arena.ladder.stored_entrant import StoredEntrant


class Finder(Protocol):
    """Knows entrants by their keys."""

    def find(self, key: str) -> Entrant:
        """The entrant ``name@version``. Raises KeyError if it is unknown, ArenaError if it cannot play."""
        ...


class EntrantLookup:
    """The config's entrants and, from the ladder's folder, those that were submitted to it."""

    def __init__(self, ladder: Ladder, folder: Path | None) -> None:
        self._ladder = ladder
        self._folder = folder
        self._submitted: dict[str, Entrant] = {}

    def find(self, key: str) -> Entrant:
        """The entrant. Raises KeyError if it is unknown, BotError if its bundle is gone or changed."""
        if key in self._ladder:
            return self._ladder.entrant(key)
        if key not in self._submitted:
            self._submitted[key] = self._load(key)
        return self._submitted[key]

    def _load(self, key: str) -> Entrant:
        if self._folder is None:
            raise KeyError(key)
        entrant = _record(self._folder, key)
        return Entrant(
            name=entrant.name,
            version=entrant.version,
            spec=entrant.spec,
            options=entrant.options,
            author=entrant.author,
            games=entrant.games,
            loaded=kept(self._folder, entrant),
            isolation=isolation_of(self._ladder.config.isolation.kind, entrant.origin),
            limits=limits_of(self._ladder.config.limits),
            origin=entrant.origin,
            timed=entrant.timed,
            noise=entrant.noise,
        )


def _record(folder: Path, key: str) -> StoredEntrant:
    """An entrant that is in a ladder, or waiting in its inbox."""
    if (folder / DATABASE).is_file():
        with open_ladder(folder) as stored:
            for entrant in stored.entrants():
                if entrant.key == key:
                    return entrant
    waiting = {entrant.key: entrant for entrant in guests(folder)}
    return waiting[key]
