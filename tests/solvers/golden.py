"""The golden matches, deal by deal."""

import json
from pathlib import Path
from typing import Any

import pytest

from arena.cards import Card

FOLDER = Path(__file__).parents[1] / "golden"


def golden_matches(game: str) -> list[tuple[str, dict[str, Any]]]:
    """Every golden match by name."""
    paths = sorted((FOLDER / game).glob("*.json"))
    return [(path.stem, json.loads(path.read_text(encoding="utf-8"))) for path in paths]


def golden_deals(game: str) -> list[Any]:
    """Every deal that was played, as a parameter of a test."""
    return [
        pytest.param(deal, id=f"{name}-{deal['number']}")
        for name, match in golden_matches(game)
        for deal in match["deals"]
        if deal["plays"]
    ]


def hands_in_play(deal: dict[str, Any]) -> list[list[int]]:
    """The card ids of each Bridgette hand after the exchange (B7 … B9)."""
    hands = [list(hand) for hand in deal["hands"]]
    stock = iter(deal["stock"])
    for exchange in deal["exchanges"]:
        hand = hands[exchange["seat"]]
        hand += [next(stock) for _ in exchange["discards"]]
        for card in exchange["discards"]:
            hand.remove(card)
    return [[Card.parse(card).id for card in hand] for hand in hands]
