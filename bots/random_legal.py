"""Plays any legal action of any game, each equally likely: the floor that every other bot should beat."""

from typing import Any

from arena.bots import Bot


class RandomLegal(Bot):
    """Chooses uniformly among the legal actions."""

    games = ("bridgette", "fiftysix")

    def act(self, view: Any) -> object:
        """Pick one of the legal cards or calls."""
        return self.rng.choice(view.legal)
