"""The table `events` of a ladder's database: what has changed in each pool's field, and from where on it holds."""

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from arena.ladder.content import decoding
from arena.ladder.events import Change, ChangeKind, Field, Roster, epochs_of
from arena.ladder.formats import Epoch, check_format
from arena.ladder.schedule import Place
from arena.ladder.schema import explained, to_json
from arena.ladder.terms import Terms

FIELD = "field"
TERMS = "terms"
STAGE = "stage"


class DatedChange(msgspec.Struct, frozen=True):
    """A change, the place from which it holds, and how many sets of the schedule come before."""

    place: Place
    index: int
    change: Change


class Suspension(msgspec.Struct, frozen=True):
    """An entrant (`name@version`) that is suspended from a set on, counted from 1 over all of a pool's schedule.

    `faulty` of its last sets led to it.
    """

    entrant: str
    since: int
    faulty: int


class StageEnd(msgspec.Struct, frozen=True):
    """The detail of a `stage` event: which stage has been played for its hours."""

    stage: int


class EventLog:
    """Reads events and, for the one run that may, appends them inside its transaction."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._db = connection
        self._path = path

    def fields(self, pool: str) -> tuple[Field, ...]:
        """The fields of a pool, each of which began an epoch."""
        rows = self._rows("WHERE pools.name = ? AND kind = ?", pool, FIELD)
        with decoding(self._path, f"events of pool {pool}"):
            fields = tuple(msgspec.json.decode(detail, type=Field) for _, _, _, detail in rows)
            for epoch in epochs_of(fields):
                check_format(epoch)
        return fields

    def epochs(self, pool: str) -> tuple[Epoch, ...]:
        """The epochs of a pool, each but the last with the length at which it was cut."""
        return epochs_of(self.fields(pool))

    def changes(self, pool: str) -> Iterator[DatedChange]:
        """All that has happened to the entrants of a pool, in order.

        A suspension that lies beyond a later cut never began: the sets say anew where it does.
        """
        starts = self._starts(pool)
        happened: list[tuple[Place, Change]] = []
        where = "WHERE pools.name = ? AND kind NOT IN (?, ?)"
        for epoch_, position, kind, detail in self._rows(where, pool, TERMS, STAGE):
            with decoding(self._path, f"events of pool {pool}"):
                if kind == FIELD:
                    # What is dated from the epoch that the field begins came with it.
                    cut = msgspec.json.decode(detail, type=Field).cut
                    happened = [one for one in happened if one[0] == (epoch_, position) or _holds(*one, cut)]
                else:
                    happened.append(((epoch_, position), msgspec.json.decode(detail, type=Change)))
        for place, change in happened:
            yield DatedChange(place, starts[place[0] - 1] + place[1], change)

    def _starts(self, pool: str) -> list[int]:
        """How many sets of the schedule come before each epoch."""
        starts = [0]
        for epoch in self.epochs(pool):
            starts.append(starts[-1] + (epoch.length or 0))
        return starts

    def stage_end(self, pool: str) -> int | None:
        """At which set of the schedule the present stage of a pool has ended by its hours; None if it has not."""
        epochs = self.epochs(pool)
        rows = self._rows("WHERE pools.name = ? AND kind = ?", pool, STAGE)
        with decoding(self._path, f"events of pool {pool}"):
            for number, position, _, detail in rows:
                if msgspec.json.decode(detail, type=StageEnd).stage == epochs[-1].stage:
                    length = epochs[number - 1].length
                    return self._starts(pool)[number - 1] + (position if length is None else min(position, length))
        return None

    def end_stage(self, pool: str, place: Place, stage: int) -> None:
        """Take down that a stage has been played for its hours; no set from this place on is of it."""
        self._append(pool, place, [(STAGE, to_json(StageEnd(stage)))])

    def terms(self, pool: str) -> Terms:
        """What of a pool counts, as the config last said."""
        rows = self._rows("WHERE pools.name = ? AND kind = ?", pool, TERMS)
        with decoding(self._path, f"events of pool {pool}"):
            return msgspec.json.decode(rows[-1][3], type=Terms) if rows else Terms()

    def put_terms(self, pool: str, place: Place, terms: Terms) -> None:
        """Add other terms; they hold for all of the pool, `place` tells when they came."""
        if terms != self.terms(pool):
            self._append(pool, place, [(TERMS, to_json(terms))])

    def roster(self, pool: str, cut: Place | None = None) -> Roster:
        """Who may play in a pool after all that has happened, or where the schedule is now cut."""
        return Roster().after(
            dated.change for dated in self.changes(pool) if cut is None or _holds(dated.place, dated.change, cut)
        )

    def suspensions(self, pool: str) -> tuple[Suspension, ...]:
        """Who is suspended in a pool, in order of coming."""
        suspended = self.roster(pool).suspended
        latest = {
            dated.change.entrant: Suspension(dated.change.entrant, dated.index + 1, dated.change.faulty)
            for dated in self.changes(pool)
            if dated.change.kind is ChangeKind.SUSPENDED
        }
        return tuple(one for key, one in latest.items() if key in suspended)

    def lifts(self, pool: str) -> dict[str, list[int]]:
        """For each entrant the indexes of the sets from which on it was let play again."""
        found: dict[str, list[int]] = {}
        for dated in self.changes(pool):
            if dated.change.kind is ChangeKind.RESUMED:
                found.setdefault(dated.change.entrant, []).append(dated.index)
        return found

    def append(self, pool: str, place: Place, changes: Iterable[Change], field: Field | None) -> None:
        """Add changes and, if they begin an epoch, its field; both hold from the same place."""
        rows = [(change.kind.value, to_json(change)) for change in changes]
        if field is not None:
            rows.append((FIELD, to_json(field)))
        self._append(pool, place, rows)

    def _append(self, pool: str, place: Place, rows: Iterable[tuple[str, str]]) -> None:
        self._db.executemany(
            "INSERT INTO events (pool, epoch, position, kind, detail) "
            "VALUES ((SELECT id FROM pools WHERE name = ?), ?, ?, ?, ?)",
            [(pool, *place, *row) for row in rows],
        )

    def _rows(self, where: str, *values: object) -> list[tuple[int, int, str, str]]:
        query = (
            "SELECT epoch, position, kind, detail FROM events JOIN pools ON pools.id = events.pool "
            f"{where} ORDER BY events.id"
        )
        with explained(self._path):
            return self._db.execute(query, values).fetchall()


def _holds(place: Place, change: Change, cut: Place) -> bool:
    """Whether a change still does when the schedule is cut: a suspension beyond that never began."""
    return change.kind is not ChangeKind.SUSPENDED or place <= cut
