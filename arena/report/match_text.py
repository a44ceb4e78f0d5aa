"""A match printed for the terminal, from its exported record alone."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from arena.cards import Card
from arena.errors import ArenaError
from arena.games.bridgette.calls import DENOMINATIONS
from arena.games.bridgette.play import follower_wins
from arena.games.fiftysix.pack import BEATS

Record = dict[str, Any]

_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_RANKS = {"bridgette": "AKQJT98765432", "fiftysix": "J9ATKQ87"}  # high to low, B2 and F4


def match_text(record: Record, deal: int | None = None) -> Iterator[RenderableType]:
    """The match, or one deal of it, as renderables in reading order.

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
        yield from _bridgette_deal(played) if record["game"] == "bridgette" else _fiftysix_deal(played)
    yield ""
    yield from _substitutions(record, deal)
    yield from _ending(record)


def _named_seats(record: Record) -> Table:
    table = _table("seat", "entrant")
    for seat, entrant in enumerate(record["seats"]):
        table.add_row(str(seat), Text(entrant))
    return table


def _bridgette_deal(deal: Record) -> Iterator[RenderableType]:
    yield _hands("bridgette", {str(seat): hand for seat, hand in enumerate(deal["hands"])})
    yield Text("up-card ").append(_cards(deal["stock"][:1]))
    stock = iter(deal["stock"])
    for exchange in deal["exchanges"]:
        drawn = [next(stock) for _ in exchange["discards"]]
        yield (
            Text(f"seat {exchange['seat']} draws ")
            .append(_cards(drawn))
            .append(", gives up ")
            .append(_cards(exchange["discards"]))
        )
    yield _auction(deal, [deal["dealer"], 1 - deal["dealer"]])
    contract = deal["contract"]
    if contract is not None:
        yield f"Contract {contract['bid']}{_doubled(contract)} by seat {contract['declarer']}"
    elif deal["scores"] is not None:
        yield "Passed out"
    if deal["plays"]:
        yield _tricks(deal["plays"], 2, partial(_bridgette_winner, contract["bid"][1:]))
    if deal["scores"] is not None:
        table = _table("seat", "tricks", "points", "total")
        for seat in (0, 1):
            table.add_row(
                *(str(x) for x in (seat, deal["tricks"][seat], deal["scores"][seat], deal["totals"][seat]))
            )
        yield table


def _fiftysix_deal(deal: Record) -> Iterator[RenderableType]:
    seats: list[int] = deal["seats"]
    yield _hands("fiftysix", deal["hands"])
    first = (seats.index(deal["dealer"]) + 1) % len(seats)
    yield _auction(deal, seats[first:] + seats[:first])
    contract = deal["contract"]
    if contract is not None:
        bid = contract["call"] or "nobody bid"
        yield (
            f"Contract {contract['number']} {contract['trump']} ({bid}){_doubled(contract)} "
            f"by seat {contract['declarer']}"
        )
    if deal["plays"]:
        yield _tricks(deal["plays"], len(seats), partial(_fiftysix_winner, contract["trump"]))
    if deal["points"] is not None:
        table = _table("side", "points", "tables before", "tables after")
        for side, points in enumerate(deal["points"]):
            table.add_row(str(side), str(points), str(deal["tables_before"][side]), str(deal["tables"][side]))
        yield table


def _hands(game: str, hands: dict[str, Sequence[str]]) -> Table:
    colons = any(card[0] == ":" for hand in hands.values() for card in hand)
    table = _table("seat", *(_SYMBOLS[suit] for suit in "SHDC"), *([":"] if colons else []))
    for seat, hand in hands.items():
        cells = [
            " ".join(sorted((card[1] for card in hand if card[0] == suit), key=_RANKS[game].index)) or "–"
            for suit in "SHDC"
        ]
        own = " ".join(card[1] for card in hand if card[0] == ":") or "–"
        table.add_row(seat, *cells, *([own] if colons else []))
    return table


def _auction(deal: Record, seats: Sequence[int]) -> Table:
    """One column a seat, in the order of calling."""
    table = _table(*(f"seat {seat}" for seat in seats))
    calls = [call["call"] for call in deal["calls"]]
    for start in range(0, len(calls), len(seats)):
        table.add_row(*calls[start : start + len(seats)])
    return table


def _tricks(plays: Sequence[Record], seats: int, winner: Callable[[list[Card]], int]) -> Table:
    """One row a trick, the cards in the order played; `winner` says which card of a full trick wins it."""
    table = _table("trick", *(f"card {i + 1}" for i in range(seats)), "won by")
    for start in range(0, len(plays), seats):
        trick = plays[start : start + seats]
        cells = [Text(f"{play['seat']}: ").append(_cards([play["card"]])) for play in trick]
        full = len(trick) == seats
        won = f"seat {trick[winner([Card.parse(play['card']) for play in trick])]['seat']}" if full else ""
        table.add_row(str(start // seats + 1), *cells, *[Text("")] * (seats - len(trick)), won)
    return table


def _bridgette_winner(denomination: str, trick: list[Card]) -> int:
    led, followed = trick
    return int(follower_wins(led.id, followed.id, DENOMINATIONS.index(denomination)))


def _fiftysix_winner(trump: str, trick: list[Card]) -> int:
    best = 0
    for i, card in enumerate(trick):
        if BEATS[trump][trick[best].id] >> card.id & 1:
            best = i
    return best


def _substitutions(record: Record, deal: int | None) -> Iterator[str]:
    for entry in record["substituted"]:
        if deal is None or entry["deal"] == deal:
            yield (
                f"Deal {entry['deal']}, action {entry['index']}: the substitute acted for seat {entry['seat']} "
                f"({entry['kind']}: {entry['detail']})"
            )


def _ending(record: Record) -> Iterator[RenderableType]:
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


def _cards(cards: Iterable[str]) -> Text:
    """Cards as the rules write them, hearts and diamonds in red."""
    text = Text()
    for i, card in enumerate(cards):
        text.append(" " if i else "")
        text.append(card, style="red" if card[0] in "HD" else "")
    return text


def _table(*columns: str) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in columns:
        table.add_column(column)
    return table
