"""A bot that is shown all cards plays where every bot is trusted, and nowhere else."""

import random
from typing import Any

import pytest

from arena.bots import Bot
from arena.bots.files import BotError
from arena.games import GAMES
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.match.referee import play_match
from arena.records import FaultKind


class First(Bot):
    """Answers what comes first."""

    games = ("bridgette", "fiftysix")

    def act(self, view: Any) -> Any:
        return view.legal[0]


class Seer(First):
    """Compares what it is shown with the cards that are left."""

    open_cards = True

    def act(self, view: Any) -> Any:
        if view.phase == "play":
            masks = [view.hand_mask, *(other.hand_mask for other in self.others.values())]
            sizes = {mask.bit_count() for mask in masks}
            assert max(sizes) - min(sizes) <= 1
            assert view.seat not in self.others
        return view.legal[0]


@pytest.mark.parametrize(("game", "seats", "sides"), [("bridgette", 2, 2), ("fiftysix", 4, 2)])
def test_it_is_shown_the_views_of_all_other_seats(game: str, seats: int, sides: int) -> None:
    rules = GAMES[game]
    variant = rules.variant({"tables": 2} if game == "fiftysix" else {})
    players = InProcessPlayers(rules, variant, "seer", [Seating(Seer, {})] + [Seating(First, {})] * (seats - 1))
    assert play_match(rules, variant, "seer", players, order=range(sides)).fault is None


def test_others_are_shown_nothing() -> None:
    assert not hasattr(First.create({}, random.Random(1)), "others")


def test_beside_a_seat_that_is_held_apart_it_does_not_start() -> None:
    rules = GAMES["bridgette"]
    variant = rules.variant({})
    players = InProcessPlayers(rules, variant, "apart", {0: Seating(Seer, {})})
    _, opening = rules.start(variant, "apart")
    with pytest.raises(Exception, match="isolation none") as caught:
        players.see(opening[0])
    assert caught.value.kind is FaultKind.CRASH  # type: ignore[attr-defined]


def test_without_a_table_it_cannot_be_made() -> None:
    with pytest.raises(BotError, match="isolation none"):
        Seer.create({}, random.Random(1))
