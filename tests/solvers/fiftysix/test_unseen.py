"""What a player takes for certain of the others' hands is so, and the deals it samples agree with all of it."""

import random
from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from arena.bots import FiftySixBot
from arena.games import GAMES
from arena.games.fiftysix.pack import POINTS, hand_cards
from arena.games.fiftysix.view import FiftySixView
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.match.referee import play_match
from arena.solvers.fiftysix.playout import Playout
from arena.solvers.fiftysix.unseen import Unseen


class Watcher(FiftySixBot):
    """Plays at random, and keeps what it knew of the others' hands, with the hands themselves."""

    views: ClassVar[dict[int, FiftySixView]] = {}
    seen: ClassVar[list[tuple[Unseen, dict[int, int]]]] = []

    def match_start(self, view: FiftySixView) -> None:
        self.views[view.seat] = view

    def act(self, view: FiftySixView) -> Any:
        unseen = Unseen(view)
        self.seen.append((unseen, {seat: self.views[seat].hand_mask for seat in unseen.sizes}))
        return self.rng.choice(view.legal)


@pytest.fixture(
    scope="module", params=[{"players": 4}, {"players": 6}, {"players": 8}], ids=lambda variant: variant["players"]
)
def watched(request: pytest.FixtureRequest) -> list[tuple[Unseen, dict[int, int]]]:
    """What the players of a match knew at each decision, with the hands that the others held."""
    variant: Mapping[str, object] = {**request.param, "tables": 100, "max_deals": 4}
    rules = GAMES["fiftysix"]
    checked = rules.variant(variant)
    Watcher.seen.clear()
    players = InProcessPlayers(rules, checked, "watched", [Seating(Watcher, {})] * request.param["players"])
    sides = len(rules.sides(checked))
    assert play_match(rules, checked, "watched", players, order=range(sides)).fault is None
    return list(Watcher.seen)


def test_the_true_hands_are_always_possible(watched: list[tuple[Unseen, dict[int, int]]]) -> None:
    assert len(watched) > 100
    assert all(unseen.fit(hands) for unseen, hands in watched)


def test_every_sample_is_possible_and_deals_all_unseen_cards(watched: list[tuple[Unseen, dict[int, int]]]) -> None:
    rng = random.Random(1)
    for unseen, _ in watched:
        deal = unseen.sample(rng)
        assert unseen.fit(deal)
        assert tuple(sorted(card.id for hand in deal.values() for card in hand_cards(hand))) == unseen.cards


def test_voids_are_noticed(watched: list[tuple[Unseen, dict[int, int]]]) -> None:
    assert any(len(lacks) > 1 for unseen, _ in watched for lacks in unseen.lacks.values())


def test_a_playout_shares_out_all_points(watched: list[tuple[Unseen, dict[int, int]]]) -> None:
    """Whatever the hands, each point is taken by one of the sides."""
    for _, hands in watched[:: len(watched) // 20]:
        if len({hand.bit_count() for hand in hands.values()}) > 1:
            continue  # within a trick
        seats = tuple(hands)
        side_of = tuple(seat % 2 for seat in range(max(seats) + 1))
        playout = Playout(seats, side_of, "H")
        left = sum(POINTS[card.id] for hand in hands.values() for card in hand_cards(hand))
        assert playout.points(hands, 0, seats[0]) + playout.points(hands, 1, seats[0]) == left
