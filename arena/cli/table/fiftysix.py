"""The table of 56 on the screen."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from arena.cards import CARDS
from arena.cli.table.labels import Labels
from arena.cli.table.screen import Row, auction_table, doubled, hand_text, moves_text
from arena.games.base import Event, HandDealt, MatchEnded
from arena.games.fiftysix.calls import CALLS, FIRST_CALL, Call
from arena.games.fiftysix.contract import Contract
from arena.games.fiftysix.events import Called, DealStarted, FiftySixDealEnded, Played
from arena.games.fiftysix.game import FIFTYSIX
from arena.games.fiftysix.pack import POINTS
from arena.games.fiftysix.view import FiftySixView
from arena.report.card_text import cards_text, in_order, plain_table


class FiftySixScreen:
    """See `Screen`."""

    parts: ClassVar[Mapping[str, str]] = {
        "table": "Table",
        "auction": "Auction",
        "play": "Play",
        "scoring": "Settlement",
    }

    def __init__(self, labels: Labels) -> None:
        self._labels = labels

    def news(self, view: FiftySixView, event: Event) -> Iterator[RenderableType]:
        """See `Screen.news`."""
        seat = self._labels.seat
        if isinstance(event, DealStarted):
            yield Rule(Text(f"Deal {event.number}", "bold"), align="left")
            yield f"Dealt by {seat(event.dealer)}. Tables: {self._each(view.tables, view.out)}"
        elif isinstance(event, Called) and view.contract:
            yield self._auction(view)
            yield f"Contract: {self._contract(view.contract)}. The lead is with {seat(view.calls[0][0])}."
        elif isinstance(event, Played) and not view.trick:
            yield self._finished_trick(view)
        elif isinstance(event, FiftySixDealEnded):
            yield f"{self._contract(event.contract)}: {'made' if event.made else 'failed'}."
            yield self._settlement(event)
        elif isinstance(event, MatchEnded):
            yield Rule(Text("End of the match", "bold"), align="left")
            first = [self._labels.side(side) for side, place in enumerate(event.places) if place == 1]
            result = f"Won by {first[0]}" if len(first) == 1 else f"First place shared by {' and '.join(first)}"
            yield Text(f"{result}. Tables: {self._each(event.scores)}", "bold")

    def step(self, view: FiftySixView, event: Event) -> Text | None:
        """See `Screen.step`."""
        if isinstance(event, Called):
            return Text(f"{self._labels.seat(event.seat)}: {CALLS[event.call - FIRST_CALL]}")
        if isinstance(event, Played):
            return Text(f"{self._labels.seat(event.seat)}: ").append(cards_text([CARDS[event.card]]))
        return None

    def hands_changed(self, view: FiftySixView, event: Event) -> bool:
        """See `Screen.hands_changed`."""
        if isinstance(event, HandDealt):
            return event.seat == view.seats[-1]
        return isinstance(event, Played) and not view.trick and bool(view.hand)

    def status(self, view: FiftySixView) -> str:
        """See `Screen.status`."""
        contract = view.contract
        if contract is None:
            return f"Tables: {self._each(view.tables, view.out)}"
        number = len(view.plays) // len(view.seats) + 1
        return f"Trick {number}. {self._contract(contract)}. Points: {self._each(view.points, view.out)}"

    def situation(self, view: FiftySixView) -> Iterator[RenderableType]:
        """See `Screen.situation`."""
        if view.contract is None:
            if view.calls:
                yield self._auction(view)
        else:
            yield self.status(view)
            if view.winning is None:
                yield "Your lead"
            else:
                table = Text("Table ").append(moves_text(self._labels, view.trick))
                yield table.append(f"; the best is that of {self._labels.seat(view.winning[0])}")
        yield hand_text("fiftysix", view.hand)

    def choices(self, view: FiftySixView) -> Sequence[Row]:
        """See `Screen.choices`; the calls are grouped by the number they name."""
        legal: Sequence[Any] = view.legal
        if view.phase == "play":
            return [("", in_order("fiftysix", legal))]
        rows: dict[int, list[Call]] = {}
        for call in legal:
            number = call.number_over(view.number or 0) if call.is_bid else 0
            rows.setdefault(number, []).append(call)
        return [(f"{number}: " if number else "", rows[number]) for number in sorted(rows)]

    def topic(self, view: FiftySixView) -> str:
        """See `Screen.topic`."""
        return "auction" if view.phase == "call" else "play"

    def _each(self, amounts: Sequence[int], out: Sequence[int] = ()) -> str:
        return ", ".join(
            f"{self._labels.side(side)}: {'out' if side in out else amount}" for side, amount in enumerate(amounts)
        )

    def _contract(self, contract: Contract) -> str:
        call = "nobody bid" if contract.call is None else str(contract.call)
        words = f"{contract.number}{contract.trump}"
        called = "" if call == words else f" ({call})"
        return f"{words}{called}{doubled(contract.doubling)} by {self._labels.seat(contract.declarer)}"

    def _auction(self, view: FiftySixView) -> Table:
        first = view.seats.index(view.calls[0][0])
        return auction_table(self._labels, view.seats[first:] + view.seats[:first], view.calls)

    def _finished_trick(self, view: FiftySixView) -> Text:
        size = len(view.seats)
        moves = view.plays[-size:]
        winner, _ = moves[FIFTYSIX.trick_winner([card for _, card in moves], view.trump or "NT")]
        points = sum(POINTS[card.id] for _, card in moves)
        text = Text(f"Trick {len(view.plays) // size}: ").append(moves_text(self._labels, moves))
        return text.append(f". Won by {self._labels.seat(winner)}, {points} point{'s' * (points != 1)}")

    def _settlement(self, event: FiftySixDealEnded) -> Table:
        table = plain_table("side", "seats", "points", "tables before", "tables after")
        for side, points in enumerate(event.points):
            if event.tables_before[side]:
                seats = ", ".join(map(self._labels.seat, self._labels.sides[side]))
                after = str(event.tables[side]) if event.tables[side] else "0, out"
                table.add_row(self._labels.side(side), seats, str(points), str(event.tables_before[side]), after)
        return table
