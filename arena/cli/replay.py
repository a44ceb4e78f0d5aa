"""`arena replay`: a match, readable in the terminal, and which of them to look at."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text
from tqdm import tqdm

from arena.bots.loading import LoadedBot
from arena.bots.options import Option, OptionValue, resolve_options
from arena.cli.arguments import refuse_given
from arena.cli.named_bots import Held, HeldOption, load_named, seated
from arena.errors import ArenaError, did_you_mean
from arena.games import GAMES
from arena.hosts.hosts import Hosts, passing_hosts
from arena.hosts.shadow import shadow
from arena.ladder.costly import CostlyDeals
from arena.ladder.locate import locate
from arena.ladder.played import find_record, played_file
from arena.ladder.results import Results
from arena.ladder.rows import PoolRules, seat_entrants
from arena.ladder.stored import StoredLadder, open_ladder
from arena.ladder.stored_entrant import StoredEntrant
from arena.match.record import actions_of
from arena.records import match_name
from arena.report.costly_text import costly_text
from arena.report.match_text import match_text, seatings_text
from arena.report.shadow_text import shadow_text

MOST = 10
SLASHES_IN_SET = 2
"""As in ``pool/a@1+b@2/7``; a match has one more."""


def replay(
    results: Annotated[
        str,
        typer.Argument(
            metavar="RESULTS", help="The ladder's folder, config or name; `play`; or a file of match records."
        ),
    ],
    match: Annotated[
        str | None,
        typer.Argument(
            metavar="MATCH", help="The match's id, as in `arena export` or the report.", show_default=False
        ),
    ] = None,
    deal: Annotated[
        int | None, typer.Option(metavar="N", help="Only the deal with this number.", show_default=False)
    ] = None,
    solve: Annotated[
        bool, typer.Option("--solve", help="Also what each deal was worth with open hands and best play.")
    ] = False,
    worst: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="List the deals that cost this entrant most, against the same cards in the other seatings.",
            show_default=False,
        ),
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="NAME", help="With --worst: only against this one.", show_default=False)
    ] = None,
    most: Annotated[
        int | None,
        typer.Option(
            "-n", metavar="N", min=1, help=f"With --worst: how many; {MOST} if left out.", show_default=False
        ),
    ] = None,
    with_: Annotated[
        str | None,
        typer.Option(
            "--with",
            metavar="BOT",
            help="Show where this bot, as its code is now, acts otherwise.",
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="With --with: the seat it looks from; that of its name, else 0.", show_default=False
        ),
    ] = None,
    isolation: HeldOption = Held.PROCESS,
) -> None:
    """Print a match deal by deal: hands, exchange, auction, tricks, scores or tables.

    Given a set's id, which is a match's without the seating at its end, it prints all seatings, side by side where
    there is room.

    `--worst NAME` finds the deals to look at, with the command for each. `--with BOT` plays a match again and
    prints the decisions of one seat in which the bot would now do something else than was done.

    `--solve` adds what each deal was worth with all hands open and best play: in Bridgette the tricks by
    denomination and leader, the best contracts and par; in 56 the points of the last tricks.

    Example: arena replay quick 'bridgette/bold@0123456789ab+steady@ba9876543210/1/1' --deal 2

    Example: arena replay quick --worst steady --against bold -n 3
    """
    _check_options(match, deal, solve, worst, against, most, with_, seat)
    console = Console()
    if worst is not None:
        _print_worst(console, results, worst, against, most or MOST)
        return
    assert match is not None
    if match.count("/") == SLASHES_IN_SET and played_file(results) is None:
        refuse_given({"--with": with_}, "--with looks at one match: give the id of one seating")
        records = _find_set(results, match)
        console.print(seatings_text(records, deal, solve, console.width), highlight=False)
        return
    found = _find(results, match)
    if with_ is None:
        for part in match_text(found.record, deal, solve):
            # The terminal itself breaks lines that are too long, so that an id can be copied.
            console.print(part, highlight=False, markup=False, soft_wrap=isinstance(part, str | Text))
    else:
        with passing_hosts() as hosts:
            for line in _shadowed(hosts, found, with_, isolation, seat, deal):
                console.print(line, soft_wrap=True)


def _check_options(
    match: str | None,
    deal: int | None,
    solve: bool,
    worst: str | None,
    against: str | None,
    most: int | None,
    with_: str | None,
    seat: int | None,
) -> None:
    """Refuse options that do not go together."""
    if worst is not None:
        of_one_match = {"MATCH": match, "--deal": deal, "--solve": solve, "--with": with_, "--seat": seat}
        refuse_given(of_one_match, "--worst lists deals of all matches")
        return
    refuse_given({"--against": against, "-n": most}, "--against and -n are for --worst NAME")
    if with_ is not None:
        refuse_given({"--solve": solve}, "--with shows a match in another way")
    else:
        refuse_given({"--seat": seat}, "--seat is for --with BOT")
    if match is None:
        raise ArenaError(
            "which match? Give its id, as in `arena export RESULTS --table matches --format csv`, or --worst NAME "
            "to find the deals that cost an entrant most"
        )


@dataclass(frozen=True)
class _Found:
    """A match: its record, whether its bots were told names, and each seat's entrant as the ladder knows it."""

    record: dict[str, Any]
    names_shown: bool
    entrants: tuple[StoredEntrant, ...]


def _find(results: str, match: str) -> _Found:
    file = played_file(results)
    if file is not None:
        return _Found(find_record(file, match), False, ())
    with open_ladder(locate(results)) as ladder:
        result, played = ladder.find_match(match)
        record = Results(ladder).match_record(match, result, played)
        by_key = {entrant.key: entrant for entrant in ladder.entrants()}
        pool = next(rules for rules in ladder.rules() if rules.id == result.pool)
        entrants = tuple(by_key[key] for key in seat_entrants(pool, result, played))
        return _Found(record, ladder.meta["names"] == "shown", entrants)


def _find_set(results: str, name: str) -> list[dict[str, Any]]:
    """The records of all matches of a set."""
    with open_ladder(locate(results)) as ladder:
        result, _ = ladder.find_match(match_name(name, 1))
        found = Results(ladder)
        return [
            found.match_record(match_name(name, seating), result, match)
            for seating, match in enumerate(result.matches, start=1)
        ]


def _shadowed(
    hosts: Hosts, found: _Found, spec: str, held: Held, seat: int | None, deal: int | None
) -> Iterator[Text]:
    """The decisions of a seat in which a bot differs, as texts."""
    record = found.record
    game = GAMES[record["game"]]
    bot, declared = load_named(hosts, spec, held)
    if game.name not in bot.games:
        raise ArenaError(f"{spec} does not play {game.name}; it plays {', '.join(bot.games)}")
    names: list[str] = record["seats"]
    own_seats = [_is_its_entrant(bot, found, at) for at in range(len(names))]
    if seat is None:
        seat = own_seats.index(True) if True in own_seats else 0
    if not 0 <= seat < len(names):
        raise ArenaError(f"--seat {seat}: this match has the seats 0 to {len(names) - 1}")
    own = found.entrants[seat] if found.entrants and own_seats[seat] else None
    beside = seated(bot, _options(declared, own), held)
    variant = game.variant(record["variant"])
    shown = names if found.names_shown else None
    numbers = [played["number"] for played in record["deals"]]
    if deal is not None and deal not in numbers:
        raise ArenaError(f"match {record['match']} has no deal {deal}: it has deals 1 … {len(numbers)}")
    substituted = {(entry["deal"], entry["index"]) for entry in record["substituted"] if entry["seat"] == seat}
    noise = found.entrants[seat].noise if found.entrants else 0.0
    occupants = [beside if at == seat else None for at in range(len(names))]
    with hosts.table(game, variant, record["seed"], occupants, blamed=[beside.entrant]) as players:
        decisions = shadow(game, variant, record["seed"], actions_of(game, record), seat, players, shown)
        chosen = (decision for decision in decisions if deal in (None, decision.deal))
        yield from shadow_text(chosen, f"seat {seat} ({names[seat]})", substituted, noise)


def _is_its_entrant(bot: LoadedBot, found: _Found, seat: int) -> bool:
    """Whether an entrant of this bot, at whatever version, sat there: of its name, or from a file of its name."""
    if found.record["seats"][seat] == bot.default_name:
        return True
    return bool(found.entrants) and Path(found.entrants[seat].spec).name == Path(bot.spec).name


def _options(declared: Mapping[str, Option], entrant: StoredEntrant | None) -> dict[str, OptionValue]:
    """The options of its entrant, as far as the present code takes them, else the defaults."""
    kept = {
        name: value
        for name, value in (entrant.options if entrant else {}).items()
        if name in declared and declared[name].problem(value) is None
    }
    return resolve_options(declared, kept)


def _print_worst(console: Console, results: str, name: str, against: str | None, most: int) -> None:
    if played_file(results) is not None:
        raise ArenaError(f"{results}: holds single matches; --worst compares the seatings of a ladder's sets")
    with open_ladder(locate(results)) as ladder:
        for given in (name, against):
            if given is not None:
                _check_name(ladder, given)
        found = False
        for pool in ladder.rules():
            costly = CostlyDeals(pool, name, against, most)
            _fold(ladder, pool, costly)
            if costly.sets:
                if found:
                    console.print()
                found = True
                for part in costly_text(costly, pool.id, pool.rules.score_unit, name, results):
                    console.print(part, soft_wrap=True)
    if not found:
        raise ArenaError(f"{name} has no set that counts yet{'' if against is None else f' against {against}'}")


def _fold(ladder: StoredLadder, pool: PoolRules, costly: CostlyDeals) -> None:
    sets = ladder.counted_sets(pool.id, transcripts=True)
    for result in tqdm(sets, total=ladder.finished(pool.id), unit=" sets", leave=False, disable=None):
        costly.add(result, ladder.seed(result))


def _check_name(ladder: StoredLadder, name: str) -> None:
    known = dict.fromkeys(entrant.name for entrant in ladder.entrants())
    keys = [entrant.key for entrant in ladder.entrants()]
    if name not in known and name not in keys:
        raise ArenaError(f"no entrant {name!r}; this ladder has: {', '.join(known)}{did_you_mean(name, known)}")
