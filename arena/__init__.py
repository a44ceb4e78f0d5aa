"""A tournament simulator and bot ladder for two trick-taking card games, Bridgette and 56.

``arena.play`` plays some sets, ``arena.open`` opens the results of a ladder, ``arena.solve`` solves a position
with open hands; see `arena.api`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arena.api import open, play, solve

__all__ = ["open", "play", "solve"]


def __getattr__(name: str) -> Any:
    # Loaded when first used: the parts of the package must not wait for the whole of it.
    if name in __all__:
        from arena import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
