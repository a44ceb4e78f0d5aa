"""The tables of a ladder's database, and how records are written in their columns.

Everything in tables named `run_…` is measured (times, workers, failures of the harness) and belongs to no
result; two runs of one ladder may differ there and nowhere else. Row ids have no meaning: results are named by
pool, pairing and k.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec

from arena.errors import ArenaError
from arena.match.transcript import decode, encode
from arena.records import DealResult, Fault, MatchResult, Substitution, Termination

DATABASE: Final = "ladder.db"
APPLICATION_ID: Final = 0x6172656E
"""Tells a ladder's database from any other (`PRAGMA application_id`, "aren")."""
FORMAT: Final = 4
"""The version of these tables (`PRAGMA user_version`); rises with every change of theirs."""

TABLES: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE pools (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    variant TEXT NOT NULL                       -- JSON object, every option
);
CREATE TABLE entrants (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    spec TEXT NOT NULL,
    options TEXT NOT NULL,                      -- JSON object, every option
    author TEXT,
    origin TEXT NOT NULL,                       -- config or submitted
    bundle TEXT NOT NULL,                       -- the hash of its files
    main TEXT NOT NULL,                         -- which of them holds the class; empty: an installed module
    class TEXT NOT NULL,
    games TEXT NOT NULL,                        -- JSON list, the games the bot plays
    packages TEXT NOT NULL,                     -- JSON object, the installed packages it imports: versions
    timed INTEGER NOT NULL,                     -- 1: its bot lets time decide, see arena.bots.base
    noise REAL NOT NULL,                        -- how often its host replaces its answer, see arena.hosts.noise
    UNIQUE (name, version)
);
CREATE TABLE events (                           -- rows are only ever appended
    id INTEGER PRIMARY KEY,
    pool INTEGER NOT NULL REFERENCES pools,
    epoch INTEGER NOT NULL,                     -- the event holds from this epoch and position on
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,                         -- field, terms, stage, or of an entrant
    detail TEXT NOT NULL                        -- JSON, see arena.ladder.events and arena.ladder.terms
);
CREATE TABLE pairings (
    id INTEGER PRIMARY KEY,
    pool INTEGER NOT NULL REFERENCES pools,
    sides TEXT NOT NULL,                        -- as in a set's name: a@1+b@2
    UNIQUE (pool, sides)
);
CREATE TABLE sets (
    id INTEGER PRIMARY KEY,
    pool INTEGER NOT NULL REFERENCES pools,
    pairing INTEGER NOT NULL REFERENCES pairings,
    k INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    position INTEGER NOT NULL,
    status TEXT NOT NULL,                       -- played or void
    faulty TEXT NOT NULL,                       -- which of its entrants, in the order of its name, faulted: 0,2
    digest BLOB NOT NULL,                       -- tells whether it is as it was stored, see arena.ladder.content
    UNIQUE (pairing, k),
    UNIQUE (pool, epoch, position)
);
CREATE TABLE matches (
    set_id INTEGER NOT NULL REFERENCES sets,
    seating INTEGER NOT NULL,                   -- from 1
    sides TEXT NOT NULL,                        -- at each side of the table, the side of the pairing: 10
    places TEXT NOT NULL,                       -- by sides of the table: 12
    scores TEXT NOT NULL,                       -- by sides of the table: 140,-35
    deals BLOB NOT NULL,                        -- see `deals_bytes`
    termination TEXT NOT NULL,
    forfeited TEXT NOT NULL,                    -- sides of the table that lost by a fault, mostly none
    fault TEXT,                                 -- JSON
    substituted TEXT,                           -- JSON
    transcript BLOB NOT NULL,                   -- see arena.match.transcript
    PRIMARY KEY (set_id, seating)
) WITHOUT ROWID;
CREATE TABLE run_sessions (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,                      -- ISO 8601, UTC
    ended TEXT,                                 -- null while it runs, or if it was killed
    reason TEXT,                                -- why it ended
    workers INTEGER NOT NULL,
    host TEXT NOT NULL,
    system TEXT NOT NULL
);
CREATE TABLE run_sets (
    set_id INTEGER PRIMARY KEY REFERENCES sets,
    session INTEGER NOT NULL REFERENCES run_sessions,
    worker INTEGER NOT NULL,
    seconds REAL NOT NULL
);
CREATE TABLE run_paces (                        -- how fast workers compute, see arena.ladder.executors.pace
    session INTEGER NOT NULL REFERENCES run_sessions,
    worker INTEGER NOT NULL,
    loops INTEGER NOT NULL,                     -- how often it has measured
    total_ns INTEGER NOT NULL,                  -- the sum of what it has measured
    PRIMARY KEY (session, worker)
) WITHOUT ROWID;
CREATE TABLE run_thinking (                     -- how long decisions took, over all runs
    pool INTEGER NOT NULL REFERENCES pools,
    entrant TEXT NOT NULL,                      -- name@version
    bucket INTEGER NOT NULL,                    -- see arena.hosts.thinking
    decisions INTEGER NOT NULL,
    longest_ns INTEGER NOT NULL,                -- the longest of all in the highest bucket; lower ones may have 0
    PRIMARY KEY (pool, entrant, bucket)
) WITHOUT ROWID;
CREATE TABLE run_stages (                       -- how long stages that end by the clock were played
    pool INTEGER NOT NULL REFERENCES pools,
    stage INTEGER NOT NULL,                     -- from 1
    seconds REAL NOT NULL,
    PRIMARY KEY (pool, stage)
) WITHOUT ROWID;
CREATE TABLE run_failures (                     -- the harness's failures, nobody's result
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES run_sessions,
    set_name TEXT NOT NULL,
    cause TEXT NOT NULL
);
"""


class StoreError(ArenaError):
    """A ladder's database that cannot be opened, read or written, or that does not fit the config."""


def sides_text(sides: tuple[tuple[str, ...], ...]) -> str:
    """The sides of a pairing as in a set's name: ``a@1+b@2``, team mates joined by ``&``."""
    return "+".join("&".join(side) for side in sides)


def parse_sides(text: str) -> tuple[tuple[str, ...], ...]:
    """The inverse of `sides_text`."""
    return tuple(tuple(side.split("&")) for side in text.split("+"))


def match_row(match: MatchResult) -> tuple[object, ...]:
    """The columns of a match, from `sides` to `transcript`."""
    return (
        "".join(map(str, match.order)),
        "".join(map(str, match.places)),
        ",".join(map(str, match.scores)),
        deals_bytes(match.deals),
        match.termination.value,
        "".join(map(str, match.forfeited)),
        None if match.fault is None else to_json(match.fault),
        to_json(match.substituted) if match.substituted else None,
        match.transcript,
    )


def parse_match(row: tuple[Any, ...]) -> MatchResult:
    """The inverse of `match_row`. Raises what `arena.ladder.content.UNREADABLE` lists."""
    sides, places, scores, deals, termination, forfeited, fault, substituted, transcript = row
    if type(deals) is not bytes or type(transcript) is not bytes:
        raise TypeError("the deals or the transcript are no blob")
    return MatchResult(
        _digits(sides),
        _digits(places),
        tuple(map(int, scores.split(","))),
        parse_deals(deals, len(places)),
        Termination(termination),
        _digits(forfeited),
        None if fault is None else msgspec.json.decode(fault, type=Fault),
        () if substituted is None else msgspec.json.decode(substituted, type=tuple[Substitution, ...]),
        transcript,
    )


def deals_bytes(deals: tuple[DealResult, ...]) -> bytes:
    """Deals in few bytes: numbers as in a transcript, for each deal its seats, then each side's gain.

    The seats are 16 · dealer + declarer + 1 (0: none). A gain g is 2g, or −2g − 1 if it is below zero.
    """
    numbers: list[int] = []
    for deal in deals:
        numbers.append(16 * deal.dealer + (0 if deal.declarer is None else deal.declarer + 1))
        numbers += [2 * gain if gain >= 0 else -2 * gain - 1 for gain in deal.gains]
    return encode(numbers)


def parse_deals(blob: bytes, sides: int) -> tuple[DealResult, ...]:
    """The inverse of `deals_bytes`. Raises what `arena.ladder.content.UNREADABLE` lists."""
    numbers = list(decode(blob))
    if len(numbers) % (sides + 1):
        raise ValueError("the deals end in the middle of one")
    found = []
    for i in range(0, len(numbers), sides + 1):
        dealer, declarer = divmod(numbers[i], 16)
        gains = tuple(-(n + 1) // 2 if n & 1 else n // 2 for n in numbers[i + 1 : i + 1 + sides])
        found.append(DealResult(dealer, declarer - 1 if declarer else None, gains))
    return tuple(found)


@lru_cache(maxsize=256)
def _digits(text: str) -> tuple[int, ...]:
    if type(text) is not str:
        raise TypeError(f"{text!r} is no text")
    return tuple(map(int, text))


def to_json(value: object) -> str:
    """JSON with sorted keys, so that equal values are equal texts."""
    return msgspec.json.encode(value, order="deterministic").decode()


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into a StoreError that says what happened to which file and what to do."""
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise damaged(path, str(error)) from error
        raise StoreError(f"{path}: {_explanation(error)}") from error


def damaged(path: Path, what: str) -> StoreError:
    """The error for a database whose content cannot be trusted."""
    return StoreError(
        f"{path}: the database is damaged ({' '.join(what.split())}). Bring it back from a copy, or move the "
        "folder away and run the ladder again from the start"
    )


def _explanation(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    match code:
        case sqlite3.SQLITE_FULL:
            return (
                "the disk is full. Every set stored so far is safe; free some space and run the same command "
                "again to go on"
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return (
                f"cannot be opened or written ({error}). Check who may write to the folder, or use another "
                "folder with --out"
            )
        case sqlite3.SQLITE_IOERR:
            return (
                f"the disk does not do as asked ({error}). Every set stored so far is safe; check that it is "
                "there and has space, then run the same command again to go on"
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"another program holds the database ({error}). Close it and try again"
    return f"{type(error).__name__}: {error}"
