"""Bots that a command line names, as entrants of a ladder that it makes up."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from arena.bots.files import BotError
from arena.bots.options import resolve_options
from arena.errors import ArenaError, did_you_mean
from arena.ladder.config import EntrantConfig, IsolationConfig, LimitsConfig
from arena.ladder.entrants import Entrant, load_config_of
from arena.ladder.guests import kept
from arena.ladder.isolation import isolation_of
from arena.ladder.locate import LocateError, folder_of, locate
from arena.ladder.names import check_entrant_name, check_text
from arena.ladder.reception import Reception
from arena.ladder.stored import StoredLadder, open_ladder
from arena.ladder.stored_entrant import Origin, StoredEntrant


class ContenderError(ArenaError):
    """A bot that a command line names and that cannot be had."""


def find_contender(text: str, results: str | None, game: str | None = None) -> Entrant:
    """The bot that is meant, held as it would be in a ladder (submitted ones in a sandbox).

    That is what a config may name (`bots/x.py`, `bots/x.py:Class`, a folder, …), with its default options; or
    NAME@VERSION, an entrant of the ladder `results` with its options there, as it was then. If `results` is given,
    NAME alone is its present version. A version may be cut short. Raises ContenderError, BotError, and LocateError
    if it is not clear which ladder.
    """
    if Path(text.partition(":")[0]).exists() or ("@" not in text and results is None):
        entrant = _loaded(text)
    else:
        entrant = _stored(text, results)
    if game is not None and game not in entrant.games:
        raise ContenderError(f"{text} does not play {game}; it plays {', '.join(entrant.games)}")
    return entrant


def find_field(texts: Iterable[str], results: str | None, game: str) -> tuple[Entrant, ...]:
    """The bots that are meant: each text is a bot, or a config, which stands for its entrants in this game.

    A name that comes again gets a number.
    """
    found: list[Entrant] = []
    for text in texts:
        found += _of_config(Path(text), game) if _is_config(text) else [find_contender(text, results, game)]
    return tuple(numbered(found))


def numbered(entrants: Iterable[Entrant], taken: Iterable[str] = ()) -> list[Entrant]:
    """The entrants, those with a number behind their names whose names are taken by then."""
    names = set(taken)
    renamed = []
    for entrant in entrants:
        name, n = entrant.name, 1
        while name in names:
            n += 1
            name = f"{entrant.name} {n}"
        names.add(name)
        renamed.append(replace(entrant, name=name))
    return renamed


def _is_config(text: str) -> bool:
    return Path(text).suffix in (".yaml", ".yml")


def _of_config(path: Path, game: str) -> list[Entrant]:
    ladder = load_config_of(path, folder_of(path))
    found = [entrant for entrant in ladder.entrants if game in entrant.games]
    if not found:
        raise ContenderError(f"{path}: none of its entrants plays {game}")
    return found


def _loaded(text: str) -> Entrant:
    try:
        config = EntrantConfig(bot=check_text(text))
    except ValueError as error:
        raise ContenderError(f"no bot {text!r}: {error}") from error
    with Reception(IsolationConfig(), LimitsConfig(), Path.cwd(), None) as reception:
        bot, facts = reception.receive(config)
    options = resolve_options(facts.options, {})
    name = bot.default_name
    try:
        check_entrant_name(name)
    except ValueError as error:
        raise ContenderError(f"{text}: name {name!r} (taken from the bot): {error}") from error
    return Entrant(
        name=name,
        version=bot.version(options),
        spec=bot.spec,
        options=options,
        author=None,
        games=facts.games,
        loaded=bot,
        isolation=isolation_of("auto", Origin.CONFIG),
        timed=facts.timed,
    )


def _stored(text: str, results: str | None) -> Entrant:
    try:
        folder = locate(results)
    except LocateError as error:
        raise ContenderError(f"{text}: {error}; say with --ladder whose entrant it is") from error
    with open_ladder(folder) as ladder:
        found = _find(text, ladder)
    try:
        loaded = kept(folder, found)
    except BotError as error:
        raise ContenderError(
            f"{text}: the files of that version are not kept in {folder}; give its file or folder instead"
        ) from error
    return Entrant(
        name=found.name,
        version=found.version,
        spec=found.spec,
        options=found.options,
        author=None,
        games=found.games,
        loaded=loaded,
        isolation=isolation_of("auto", found.origin),
        origin=found.origin,
        timed=found.timed,
        noise=found.noise,
    )


def _find(text: str, ladder: StoredLadder) -> StoredEntrant:
    """The version of an entrant that is meant. Raises ContenderError, with what there is instead."""
    name, _, version = text.partition("@")
    entrants = ladder.entrants()
    versions = [entrant for entrant in entrants if entrant.name == name]
    if not versions:
        names = list(dict.fromkeys(entrant.name for entrant in entrants))
        raise ContenderError(
            f"no file or folder {text!r}, and no entrant {name!r} in {ladder.folder}; there are: "
            f"{', '.join(names)}{did_you_mean(name, names)}"
        )
    if not version:
        playing = {key for pool in ladder.rules() for key in ladder.field(pool.id)}
        return ([entrant for entrant in versions if entrant.key in playing] or versions)[-1]
    meant = [entrant for entrant in versions if entrant.version.startswith(version)]
    if len(meant) != 1:
        known = ", ".join(entrant.version for entrant in versions)
        many = "several versions begin like that" if meant else "no such version"
        raise ContenderError(f"{text}: {many} in {ladder.folder}; {name} has: {known}")
    return meant[0]
