"""The entrants that were submitted to a ladder: who they are, and their bots."""

from pathlib import Path
from typing import Final

from arena.bots.bundle import Shelf
from arena.bots.loading import LoadedBot, kept_bot
from arena.ladder.inbox import Inbox, Resume, Submit, Withdraw
from arena.ladder.schema import DATABASE
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


def kept(folder: Path, entrant: StoredEntrant) -> LoadedBot:
    """The bot of a submitted entrant, from its bundle. Raises BotError if that is gone or changed."""
    shelf = shelf_in(folder)
    bundle = shelf.get(entrant.bundle)
    place = shelf.folder / entrant.bundle
    return kept_bot(bundle, place, entrant.spec, entrant.main, entrant.class_name, entrant.games)
