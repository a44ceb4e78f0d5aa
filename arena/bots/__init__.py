"""The plug-in interface: derive a class from one of these and answer its decisions."""

from arena.bots.base import Bot, BridgetteBot, FiftySixBot
from arena.bots.options import Option

__all__ = ["Bot", "BridgetteBot", "FiftySixBot", "Option"]
