"""A yardstick between random_legal and the heuristic bots: always passes, and wins tricks as cheaply as it can."""

from typing import Any

from arena.bots import Bot
from arena.cards import Card
from arena.games.bridgette.play import follower_wins
from arena.games.fiftysix.pack import BEATS, LOWEST_FIRST
from arena.games.fiftysix.view import FiftySixView


class Passive(Bot):
    """Passes; leads low, wins with the lowest winner, else plays its lowest card."""

    games = ("bridgette", "fiftysix")

    def discard(self, view: Any) -> list[Card]:
        return sorted(view.hand, key=_bridgette_rank)[: view.to_discard]

    def call(self, view: Any) -> Any:
        return view.legal[0]

    def play(self, view: Any) -> Card:
        if isinstance(view, FiftySixView):
            winning = view.winning
            best = [card for card in view.legal if winning and BEATS[view.trump][winning[1].id] >> card.id & 1]
            return min(best or view.legal, key=lambda card: LOWEST_FIRST.index(card.id))
        trump = "CDHS".find(view.trump) if view.trump != "NT" else 4
        best = [card for card in view.legal if view.led and follower_wins(view.led.id, card.id, trump)]
        return min(best or view.legal, key=_bridgette_rank)


def _bridgette_rank(card: Card) -> int:
    return -1 if card.is_colon else card.id % 13
