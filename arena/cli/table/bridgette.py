"""The table of Bridgette on the screen."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from arena.cards import CARDS
from arena.cli.table.labels import Labels
from arena.cli.table.screen import Row, auction_table, doubled, hand_text, moves_text
from arena.games.base import Event, HandDealt, MatchEnded
from arena.games.bridgette.calls import CALLS, PASS
from arena.games.bridgette.contract import Contract
from arena.games.bridgette.events import BridgetteDealEnded, Called, DealStarted, Drew, Exchanged, Played
from arena.games.bridgette.game import BRIDGETTE
from arena.games.bridgette.view import BridgetteView
from arena.report.card_text import cards_text, in_order

_SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


class BridgetteScreen:
    """See `Screen`."""

    parts: ClassVar[Mapping[str, str]] = {
        "match": "Match and pack",
        "exchange": "Deal and exchange",
        "auction": "Auction",
        "play": "Play",
        "scoring": "Scoring",
    }

    def __init__(self, labels: Labels) -> None:
        self._labels = labels

    def news(self, view: BridgetteView, event: Event) -> Iterator[RenderableType]:
        """See `Screen.news`."""
        seat = self._labels.seat
        if isinstance(event, DealStarted):
            yield Rule(Text(f"Deal {event.number}", "bold"), align="left")
            up = cards_text([view.upcard])
            yield Text(f"Dealt by {seat(event.dealer)}. Points: {self._each(view.totals)}. Up-card ").append(up)
        elif isinstance(event, Drew):
            yield Text(f"Drawn by {seat(event.seat)}: ").append(cards_text(CARDS[card] for card in event.cards))
        elif isinstance(event, Exchanged):
            if event.seat == view.seat:
                yield Text(f"Given up by {seat(event.seat)}: ").append(cards_text(view.discarded))
            else:
                yield f"Exchanged by {seat(event.seat)}: {event.count} cards"
        elif isinstance(event, Called) and view.contract:
            yield self._auction(view)
            leader = seat(1 - view.contract.declarer)
            yield f"Contract: {self._contract(view.contract)}. The lead is with {leader}."
        elif isinstance(event, Played) and not view.trick:
            yield self._finished_trick(view)
        elif isinstance(event, BridgetteDealEnded):
            yield from self._deal_ended(view, event)
        elif isinstance(event, MatchEnded):
            yield Rule(Text("End of the match", "bold"), align="left")
            best = [self._labels.side(side) for side, place in enumerate(event.places) if place == 1]
            result = f"Won by {best[0]}" if len(best) == 1 else "A draw"
            yield Text(f"{result}. Points: {self._each(event.scores)}", "bold")

    def step(self, view: BridgetteView, event: Event) -> Text | None:
        """See `Screen.step`."""
        if isinstance(event, Called):
            return Text(f"{self._labels.seat(event.seat)}: {CALLS[event.call - PASS]}")
        if isinstance(event, Played):
            return Text(f"{self._labels.seat(event.seat)}: ").append(cards_text([CARDS[event.card]]))
        return None

    def hands_changed(self, view: BridgetteView, event: Event) -> bool:
        """See `Screen.hands_changed`."""
        if isinstance(event, HandDealt):
            return event.seat == 1
        return isinstance(event, Exchanged) or (isinstance(event, Played) and not view.trick and bool(view.hand))

    def status(self, view: BridgetteView) -> str:
        """See `Screen.status`."""
        contract = view.contract
        if contract is None:
            return f"Points: {self._each(view.totals)}"
        number = len(view.plays) // 2 + 1
        return f"Trick {number}. {self._contract(contract)}. Tricks: {self._each(view.tricks)}"

    def situation(self, view: BridgetteView) -> Iterator[RenderableType]:
        """See `Screen.situation`."""
        if view.phase == "call" and view.calls:
            yield self._auction(view)
        if view.phase == "play":
            yield self.status(view)
            yield Text("Table ").append(moves_text(self._labels, view.trick)) if view.trick else self._lead(view)
        yield hand_text("bridgette", view.hand)

    def choices(self, view: BridgetteView) -> Sequence[Row]:
        """See `Screen.choices`."""
        legal: Sequence[Any] = view.legal
        if view.phase != "call":
            return [("", in_order("bridgette", legal))]
        levels = dict.fromkeys(call.level for call in legal)
        return [("", [call for call in legal if call.level == level]) for level in levels]

    def topic(self, view: BridgetteView) -> str:
        """See `Screen.topic`."""
        return {"discard": "exchange", "call": "auction", "play": "play"}.get(view.phase, "match")

    def _each(self, amounts: Sequence[int]) -> str:
        return ", ".join(f"{self._labels.seat(seat)}: {amount:,}" for seat, amount in enumerate(amounts))

    def _contract(self, contract: Contract) -> str:
        return f"{contract.bid}{doubled(contract.doubling)} by {self._labels.seat(contract.declarer)}"

    def _auction(self, view: BridgetteView) -> RenderableType:
        return auction_table(self._labels, (view.dealer, 1 - view.dealer), view.calls)

    def _lead(self, view: BridgetteView) -> str:
        if view.ban is None:
            return "Your lead"
        if all(card.suit == view.ban for card in view.hand):
            return f"Your lead; you hold nothing but {_SUITS[view.ban]}, so the ban on them lapses (B23)"
        return f"Your lead, but no {_SUITS[view.ban]} (B23)"

    def _finished_trick(self, view: BridgetteView) -> Text:
        moves = view.plays[-2:]
        winner, _ = moves[BRIDGETTE.trick_winner([card for _, card in moves], view.trump or "NT")]
        text = Text(f"Trick {len(view.plays) // 2}: ").append(moves_text(self._labels, moves))
        text.append(f". Won by {self._labels.seat(winner)}")
        return text.append(f", who may not lead {_SUITS[view.ban]} next (B23)") if view.ban else text

    def _deal_ended(self, view: BridgetteView, event: BridgetteDealEnded) -> Iterator[str]:
        contract = view.contract
        if contract is None:
            counts = "" if event.counted else "; the deal does not count and is dealt again"
            yield f"Passed out, nobody scores{counts} (B18)."
        else:
            made = event.scores[contract.declarer] > 0
            tricks = event.tricks[contract.declarer]
            yield f"{self._contract(contract)}: {'made' if made else 'failed'}, {tricks} tricks."
        yield f"Scored: {self._each(event.scores)}. Total: {self._each(event.totals)}."
