"""The scenes of 56: the rare ones first, then matches against random play."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from arena.checks.fiftysix import scripts, situations
from arena.checks.scene import Family, Scene, Script, random_legal
from arena.games.fiftysix.seating import sides_of

TABLES: Final = tuple((players, teams) for players in (4, 6, 8) for teams in ("pairs", "two_sides"))
"""Players and teams of every table; with 4 players the two ways of teaming are the same, but both are options."""

_BIG: Final = ((8, "pairs"), (6, "pairs"))


def _variant(table: tuple[int, str], **options: int) -> Mapping[str, object]:
    return {"players": table[0], "teams": table[1], **options}


def _any(script: Script) -> Callable[[int], Script]:
    """The same script whatever side the bot is."""
    return lambda side: script


def _family(
    name: str,
    script_for: Callable[[int], Script],
    aims: tuple[str, ...],
    *,
    tables: Sequence[tuple[int, str]] = TABLES,
    deals: int | None = 1,
    **options: int,
) -> Family:
    """Scenes at each of the tables in turn, the bot at one seat and the next time at all seats of a side.

    `script_for` gives the script against the bot's side.
    """

    def make(k: int) -> Scene:
        table = tables[k % len(tables)]
        turn = k // len(tables)
        seat = turn % table[0]
        sides = sides_of(*table)
        side = seat % len(sides)
        seats = sides[side] if turn % 2 else (seat,)
        full = f"fiftysix/{name}/{k}"
        return Scene(full, "fiftysix", _variant(table, **options), full, seats, script_for(side), deals)

    return Family(name, make, aims)


RARE: Final = (
    _family(
        "eliminations",
        scripts.sinking,
        (situations.SIX_LEFT, situations.FOUR_LEFT),
        tables=_BIG,
        deals=None,
        max_deals=8,
    ),
    _family("all_forms", _any(scripts.ALL_FORMS), (situations.ALL_FORMS,)),
    _family(
        "doubles",
        _any(scripts.DOUBLES),
        (situations.MAY_DOUBLE, situations.MAY_REDOUBLE, situations.DOUBLED, situations.REDOUBLED),
        deals=2,
    ),
    _family("bid_of_56", _any(scripts.BIDS_56), (situations.TOP,)),
    _family("all_pass", _any(scripts.PASSES), (situations.ALL_PASSED,)),
    _family("identical", _any(scripts.PASSES), (situations.BOTH_COPIES, situations.IDENTICAL), tables=TABLES[:2]),
    _family(
        "going_out",
        lambda side: scripts.sinking(side, first=True),
        (situations.OUT,),
        tables=_BIG,
        deals=None,
        max_deals=4,
    ),
    _family("max_deals", _any(scripts.RANDOM), (situations.LAST_DEAL,), deals=None, max_deals=2),
)


def _match(table: tuple[int, str]) -> Family:
    players, teams = table
    name = f"random_{players}_{teams}"
    sides = sides_of(*table)

    def make(k: int) -> Scene:
        full = f"fiftysix/{name}/{k}"
        seat = k % players
        seats = sides[seat % len(sides)] if k // players % 2 else (seat,)
        return Scene(full, "fiftysix", _variant(table, tables=4, max_deals=4), full, seats, random_legal)

    return Family(name, make)


MATCHES: Final = tuple(_match(table) for table in TABLES)


def _duel(k: int) -> Scene:
    """Two scenes after another are a set: the same cards in both seatings."""
    sides = sides_of(4, "pairs")
    return Scene(f"fiftysix/duel/{k}", "fiftysix", {}, f"fiftysix/duel/{k // 2}", sides[k % 2], random_legal)


DUEL: Final = Family("duel", _duel)
