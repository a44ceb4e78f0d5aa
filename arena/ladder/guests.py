"""The bundles in a ladder's folder, and the entrants that were submitted to it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from arena.bots.bundle import Bundle, Manifest, Shelf
from arena.bots.command import bundled_command
from arena.bots.loading import LoadedBot, kept_bot
from arena.ladder.inbox import Inbox, Resume, Submit, Withdraw
from arena.ladder.schema import DATABASE, StoreError
from arena.ladder.stored import open_ladder
from arena.ladder.stored_entrant import Origin, StoredEntrant

BUNDLES: Final = "bundles"


def shelf_in(folder: Path) -> Shelf:
    """The bundles in a ladder's folder."""
    return Shelf(folder / BUNDLES)


def guests(folder: Path) -> tuple[StoredEntrant, ...]:
    """The submitted entrants that are meant to play once the inbox is taken, suspended ones too.

    The folder need not exist.
    """
    known: dict[str, StoredEntrant] = {}
    present: dict[str, StoredEntrant] = {}
    if (folder / DATABASE).is_file():
        with open_ladder(folder) as stored:
            entrants = {entrant.key: entrant for entrant in stored.entrants()}
            for pool in stored.rules():
                roster = stored.events.roster(pool.id)
                known |= {name: entrants[key] for name, key in roster.submitted.items()}
                for name in roster.submitted:
                    if (name, Origin.SUBMITTED) not in roster.withdrawn:
                        present[name] = known[name]
    for request in Inbox(folder).waiting().values():
        match request:
            case Submit(entrant):
                known[entrant.name] = present[entrant.name] = entrant
            case Withdraw(name):
                present.pop(name, None)
            case Resume(name) if name in known:
                present[name] = known[name]
    return tuple(present.values())


def all_entrants(folder: Path) -> tuple[StoredEntrant, ...]:
    """Every version of every entrant that a ladder has or had, the config's too, then those that wait.

    The folder need not exist.
    """
    found: list[StoredEntrant] = []
    if (folder / DATABASE).is_file():
        with open_ladder(folder) as stored:
            found += stored.entrants()
    requests = Inbox(folder).waiting().values()
    return (*found, *(request.entrant for request in requests if isinstance(request, Submit)))


def keep(folder: Path, bots: Iterable[LoadedBot]) -> None:
    """Keep the bundles of the bots that have one, so that results can be looked into when the files have changed.

    Bots in installed packages, and programs that a config names by their command, have none. Raises StoreError if
    they cannot be written.
    """
    shelf = shelf_in(folder)
    try:
        for bot in bots:
            if bot.folder is not None:
                shelf.put(Bundle(bot.files, Manifest(bot.main)))
    except OSError as error:
        raise StoreError(
            f"{shelf.folder}: cannot be written ({error.strerror}). Free some space or check who may write there, "
            "and run the same command again"
        ) from error


def kept(folder: Path, entrant: StoredEntrant) -> LoadedBot:
    """The bot of an entrant, from its bundle. Raises BotError if that is gone, changed, or was never there."""
    shelf = shelf_in(folder)
    bundle = shelf.get(entrant.bundle)
    place = shelf.folder / entrant.bundle
    if not entrant.main:
        command = bundled_command(bundle, place, entrant.spec)
        return command.answering(entrant.games, timed=entrant.timed)
    return kept_bot(bundle, place, entrant.spec, entrant.main, entrant.class_name, entrant.games)
