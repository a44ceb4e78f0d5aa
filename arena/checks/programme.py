"""What a bot is put through at each game, and finding a scene again by its name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from arena.checks.bridgette import scenes as bridgette_scenes
from arena.checks.bridgette import situations as bridgette_situations
from arena.checks.fiftysix import scenes as fiftysix_scenes
from arena.checks.fiftysix import situations as fiftysix_situations
from arena.checks.scene import Family, Scene
from arena.errors import ArenaError, did_you_mean


@dataclass(frozen=True)
class Programme:
    """The checks of one game.

    `situations` names the kinds of the decision that is due, `listening` the one of an event that a seat hears (or
    None). `rare` and `usual` are all their names. `families` bring the rare ones about; `matches` are against
    random play, one family a variant; two scenes of `duel` after another are a set.
    """

    situations: Callable[[Any], list[str]]
    listening: Callable[[Any, int], str | None]
    rare: tuple[str, ...]
    usual: tuple[str, ...]
    families: tuple[Family, ...]
    matches: tuple[Family, ...]
    duel: Family


PROGRAMMES: Final[Mapping[str, Programme]] = {
    "bridgette": Programme(
        bridgette_situations.situations,
        lambda state, seat: None,
        bridgette_situations.RARE,
        bridgette_situations.USUAL,
        bridgette_scenes.RARE,
        bridgette_scenes.MATCHES,
        bridgette_scenes.DUEL,
    ),
    "fiftysix": Programme(
        fiftysix_situations.situations,
        fiftysix_situations.listening,
        fiftysix_situations.RARE,
        fiftysix_situations.USUAL,
        fiftysix_scenes.RARE,
        fiftysix_scenes.MATCHES,
        fiftysix_scenes.DUEL,
    ),
}


def find_scene(name: str) -> Scene:
    """The scene of that name, ``game/family/number``. Raises ArenaError."""
    game, _, rest = name.partition("/")
    family, _, number = rest.partition("/")
    if game not in PROGRAMMES:
        raise ArenaError(f"scene {name!r}: expected game/family/number; the games are {', '.join(PROGRAMMES)}")
    programme = PROGRAMMES[game]
    families = {known.name: known for known in (*programme.families, *programme.matches, programme.duel)}
    if family not in families:
        hint = did_you_mean(family, families)
        raise ArenaError(f"scene {name!r}: no family {family!r}; known: {', '.join(families)}{hint}")
    if not (number.isascii() and number.isdigit()) or str(int(number)) != number:
        raise ArenaError(f"scene {name!r}: expected a number such as {game}/{family}/0, got {number!r}")
    return families[family].make(int(number))
