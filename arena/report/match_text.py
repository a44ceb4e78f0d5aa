"""A match printed for the terminal, from its exported record alone."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from arena.cards import Card
from arena.errors import ArenaError
from arena.games import GAMES
from arena.games.base import Game
from arena.report.card_text import cards_text, hands_table, plain_table
from arena.report.solved_text import solved_text

Record = dict[str, Any]

GAP = 4
"""Cells between matches that stand side by side."""


def match_text(record: Record, deal: int | None = None, solve: bool = False) -> Iterator[RenderableType]:
    """The match, or one deal of it, as renderables in reading order; with `solve` also what each was worth.

    Raises ArenaError if the match has no deal of that number.
    """
    deals: list[Record] = record["deals"]
    if deal is not None:
        numbers = [played["number"] for played in deals]
        if deal not in numbers:
            known = f"it has deals 1 … {numbers[-1]}" if numbers else "no deal was dealt"
            raise ArenaError(f"match {record['match']} has no deal {deal}: {known}")
        deals = [played for played in deals if played["number"] == deal]
    yield Text(f"Match {record['match']}", style="bold")
    yield f"{record['game']}, {', '.join(f'{key} {value}' for key, value in record['variant'].items())}"
    yield _named_seats(record)
    for played in deals:
        yield ""
        yield Text(f"Deal {played['number']}, dealt by seat {played['dealer']}", style="bold")
        yield from _deal(GAMES[record["game"]], played)
        if solve:
            yield from solved_text(record, played)
    yield ""
    yield from _substitutions(record, deal)
    yield from ending(record)


def seatings_text(records: Sequence[Record], deal: int | None, solve: bool, width: int) -> RenderableType:
    """The matches of a set, or one deal of them: side by side if `width` cells are enough, else one by one.

    Raises ArenaError if one of them has no deal of that number.
    """
    columns = [
        Group(*(Text(part) if isinstance(part, str) else part for part in match_text(record, deal, solve)))
        for record in records
    ]
    console = Console(width=1000)
    widths = [Measurement.get(console, console.options, column).maximum for column in columns]
    if sum(widths) + GAP * (len(columns) - 1) > width:
        return Group(*(part for column in columns for part in (column, Text())))
    table = Table.grid(padding=(0, GAP, 0, 0), pad_edge=False)
    for _ in columns:
        table.add_column(no_wrap=True)
    table.add_row(*columns)
    return table


def _named_seats(record: Record) -> Table:
    table = plain_table("seat", "entrant")
    for seat, entrant in enumerate(record["seats"]):
        table.add_row(str(seat), Text(entrant))
    return table


def _deal(game: Game[Any], deal: Record) -> Iterator[RenderableType]:
    summary = game.summary(deal)
    hands = deal["hands"]
    yield _hands(game.name, hands if isinstance(hands, dict) else {str(i): hand for i, hand in enumerate(hands)})
    yield from _exchanges(deal)
    yield _auction(deal, summary.callers)
    contract = deal["contract"]
    if contract is not None:
        yield f"Contract {summary.terms}{_doubled(contract)} by seat {contract['declarer']}"
    elif summary.sides is not None:
        yield "Passed out"
    if deal["plays"] and summary.trump is not None:
        yield _tricks(deal["plays"], len(summary.callers), partial(game.trick_winner, trump=summary.trump))
    if summary.sides is not None:
        unit = game.score_unit
        table = plain_table("side", game.taken_unit, f"{unit} before", "gained", f"{unit} after")
        for side, fared in enumerate(summary.sides):
            gained = fared.after - fared.before
            table.add_row(*map(str, (side, fared.taken, fared.before, gained, fared.after)))
        yield table


def _exchanges(deal: Record) -> Iterator[RenderableType]:
    """The up-card and the exchanges, in a game that has them."""
    if "stock" not in deal:
        return
    yield Text("up-card ").append(cards_text(deal["stock"][:1]))
    stock = iter(deal["stock"])
    for exchange in deal["exchanges"]:
        drawn = [next(stock) for _ in exchange["discards"]]
        yield (
            Text(f"seat {exchange['seat']} draws ")
            .append(cards_text(drawn))
            .append(", gives up ")
            .append(cards_text(exchange["discards"]))
        )


def _hands(game: str, hands: dict[str, Sequence[str]]) -> Table:
    return hands_table(game, {seat: [Card.parse(card) for card in hand] for seat, hand in hands.items()})


def _auction(deal: Record, seats: Sequence[int]) -> Table:
    """One column a seat, in the order of calling."""
    table = plain_table(*(f"seat {seat}" for seat in seats))
    calls = [call["call"] for call in deal["calls"]]
    for start in range(0, len(calls), len(seats)):
        table.add_row(*calls[start : start + len(seats)])
    return table


def _tricks(plays: Sequence[Record], seats: int, winner: Callable[[list[Card]], int]) -> Table:
    """One row a trick, the cards in the order played; `winner` says which card of a full trick wins it."""
    table = plain_table("trick", *(f"card {i + 1}" for i in range(seats)), "won by")
    for start in range(0, len(plays), seats):
        trick = plays[start : start + seats]
        cells = [Text(f"{play['seat']}: ").append(cards_text([play["card"]])) for play in trick]
        full = len(trick) == seats
        won = f"seat {trick[winner([Card.parse(play['card']) for play in trick])]['seat']}" if full else ""
        table.add_row(str(start // seats + 1), *cells, *[Text("")] * (seats - len(trick)), won)
    return table


def _substitutions(record: Record, deal: int | None) -> Iterator[str]:
    for entry in record["substituted"]:
        if deal is None or entry["deal"] == deal:
            yield (
                f"Deal {entry['deal']}, action {entry['index']}: the substitute acted for seat {entry['seat']} "
                f"({entry['kind']}: {entry['detail']})"
            )


def ending(record: Record) -> Iterator[RenderableType]:
    """How a match ended: the fault that decided it, if one did, and the places."""
    fault = record["fault"]
    if fault is not None:
        where = "at the start" if fault["deal"] is None else f"in deal {fault['deal']}"
        yield Text(
            f"Forfeit: seat {fault['seat']} ({fault['entrant']}) {where}: {fault['kind']}: {fault['detail']}",
            style="red",
        )
    places = ", ".join(f"side {side} place {place}" for side, place in enumerate(record["places"]))
    yield Text(f"Result ({record['termination']}): {places}", style="bold")


def _doubled(contract: Record) -> str:
    return {1: "", 2: ", doubled", 4: ", redoubled"}[contract["doubling"]]
