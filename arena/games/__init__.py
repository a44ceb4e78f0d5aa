"""The games, by name."""

from typing import Any

from arena.games.base import Game
from arena.games.bridgette.game import BRIDGETTE
from arena.games.fiftysix.game import FIFTYSIX

GAMES: dict[str, Game[Any]] = {game.name: game for game in (BRIDGETTE, FIFTYSIX)}
"""Every game there is."""
