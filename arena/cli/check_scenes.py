"""Playing single scenes of a check, and checking one game only."""

from rich.console import Console

from arena.checks.playing import Played, play
from arena.checks.programme import find_scene
from arena.checks.seats import Bench, Candidate
from arena.cli.check_report import print_scene
from arena.errors import ArenaError, did_you_mean


def only(played: tuple[str, ...], game: str | None) -> tuple[str, ...]:
    """The games that a bot plays, or the one of them that is wanted."""
    if game is None:
        return played
    if game not in played:
        raise ArenaError(f"--game {game}: the bot plays {', '.join(played)}{did_you_mean(game, played)}")
    return (game,)


def play_scenes(console: Console, bot: Candidate, bench: Bench, names: list[str]) -> bool:
    """Play scenes in the order given, and print them; whether all went well."""
    scenes = [find_scene(name) for name in names]
    for scene in scenes:
        if scene.game not in bot.loaded.games:
            raise ArenaError(f"--scene {scene.name}: the bot plays {', '.join(bot.loaded.games)}")
    played: list[Played] = []
    for scene in scenes:
        played.append(play(scene, bot, bench))
        print_scene(console, played[-1])
    return all(one.failure is None for one in played)
