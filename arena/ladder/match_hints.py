"""What there is in a ladder instead of a match that somebody asked for and that it does not have."""

import sqlite3
from difflib import get_close_matches
from pathlib import Path

from arena.ladder.content import decoding
from arena.ladder.schema import explained, parse_sides
from arena.records import match_name, set_name


class MatchHints:
    """Looks into the database at `path` for what comes near."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._db = connection
        self._path = path

    def near(self, pool: str, sides: str, k: int) -> str:
        """What there is instead of an unknown set of a known pool."""
        query = (
            "SELECT sides, count(*), max(k), sum(k = ? AND status = 'void') "
            "FROM sets JOIN pairings ON pairings.id = sets.pairing "
            "JOIN pools ON pools.id = sets.pool WHERE pools.name = ? GROUP BY pairing ORDER BY pairing"
        )
        with explained(self._path):
            rows = self._db.execute(query, (k, pool)).fetchall()
        played = {pairing: (count, last, void) for pairing, count, last, void in rows}
        if sides in played:
            count, last, void = played[sides]
            state = "that set is void" if void else "that set is not played (yet)"
            return f"{state}; {sides} has {count} sets, the last is number {last}"
        with decoding(self._path, "pairings"):
            near = get_close_matches(sides, played, n=3, cutoff=0.4)
        ids = ", ".join(f"{pool}/{pairing}/{min(k, played[pairing][1])}/1" for pairing in near)
        hint = f"; near: {ids}" if near else self.example(pool)
        return f"{sides} has no set in pool {pool}{hint}"

    def example(self, pool: str | None = None) -> str:
        """A match there is, in this pool or in any."""
        query = (
            "SELECT pools.name, sides, k FROM sets JOIN pairings ON pairings.id = sets.pairing "
            "JOIN pools ON pools.id = sets.pool WHERE status = 'played' AND pools.name = ifnull(?, pools.name) "
            "LIMIT 1"
        )
        with explained(self._path):
            row = self._db.execute(query, (pool,)).fetchone()
        if row is None:
            return "; no match is stored yet"
        name, sides, k = row
        with decoding(self._path, "pairings"):
            return f", such as {match_name(set_name(name, parse_sides(sides), k), 1)}"
