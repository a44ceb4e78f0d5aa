"""The rules, part by part, as a person at the table asks for them."""

import re
from collections.abc import Mapping
from importlib.resources import files

from rich.markdown import Markdown

from arena.errors import ArenaError, did_you_mean


def rules_text(game: str, parts: Mapping[str, str], topic: str) -> Markdown:
    """The part of the game's RULES.md that a word stands for. Raises ArenaError if it stands for none."""
    if topic not in parts:
        known = ", ".join(f"? {word}" for word in parts)
        raise ArenaError(
            f"no part of the rules is called {topic!r}: there are {known}{did_you_mean(topic, parts)}"
        )
    text = files(f"arena.games.{game}").joinpath("RULES.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE))
    others = ", ".join(f"`? {word}`" for word in parts if word != topic)
    return Markdown(f"**{parts[topic]}**\n\n{sections[parts[topic]]}\n\nOther parts: {others}")
