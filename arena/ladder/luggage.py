"""What goes to other machines so that a ladder's sets can be played there, and what plays them there."""

import logging
import pickle
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from arena.bots.bundle import Bundle, Manifest
from arena.bots.command import Command
from arena.bots.files import BotError, BotFile
from arena.bots.loading import LoadedBot, kept_bot, load_bot
from arena.hosts.output import LOGS, EntrantLog, log_folder
from arena.hosts.packages import installed_versions
from arena.ladder.entrants import Entrant, Ladder, record_of
from arena.ladder.executors.base import Measured
from arena.ladder.executors.luggage import content_hash
from arena.ladder.guests import guests, shelf_in
from arena.ladder.lookup import EntrantLookup
from arena.ladder.worker import SetPlayer
from arena.records import SetTask

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Files:
    """The files of a bot, as a content; `bundle` is their hash as a bundle."""

    bundle: str
    files: tuple[BotFile, ...]


@dataclass(frozen=True)
class _Packed:
    """An entrant, as a content: without the files of its bot, which are one of their own, and without its class.

    `fields` are those of `Entrant` but `loaded`, which is `bot` here; `packages` are the versions it plays with.
    """

    fields: Mapping[str, Any]
    bot: LoadedBot
    bundle: str
    packages: dict[str, str]


class LadderLuggage:
    """A ladder on its way (`arena.ladder.executors.luggage.Luggage`); `folder` is its folder.

    The secret that deals come from stays here.
    """

    def __init__(self, ladder: Ladder, folder: Path) -> None:
        self._ladder = ladder
        self._folder = folder
        self._entrants = EntrantLookup(ladder, folder)
        self._contents: dict[str, bytes] = {}
        self._needs: dict[str, tuple[str, ...]] = {}
        self._first: tuple[str, ...] | None = None
        config = ladder.config.model_copy(update={"seed": None, "entrants": ()})
        pools = tuple(replace(pool, entrants=(), judge=None) for pool in ladder.pools)
        self.recipe = pickle.dumps(partial(AwayPlayer, Ladder(ladder.name, config, pools, ())))

    def needs(self, task: SetTask | None) -> tuple[str, ...]:
        """The contents of the entrants of a task, or of all that the run begins with."""
        if task is not None:
            keys = [key for side in task.sides for key in side]
            return tuple(dict.fromkeys(name for key in keys for name in self._pack(key)))
        if self._first is None:
            keys = [entrant.key for entrant in self._ladder.entrants]
            keys += [guest.key for guest in guests(self._folder)]
            self._first = tuple(dict.fromkeys(name for key in keys for name in self._pack(key)))
        return self._first

    def content(self, name: str) -> bytes:
        """A content by its hash."""
        return self._contents[name]

    def keep(self, entrant: str, printed: bytes) -> None:
        """Add to an entrant's log what its bot has printed elsewhere."""
        EntrantLog(log_folder(self._folder), entrant).append(printed)

    def _pack(self, key: str) -> tuple[str, ...]:
        """The contents of an entrant. Raises what `EntrantLookup.find` does."""
        if key not in self._needs:
            entrant = self._entrants.find(key)
            bot = entrant.loaded
            fields = {name: value for name, value in vars(entrant).items() if name != "loaded"}
            fields["options"] = dict(entrant.options)
            bare = replace(bot, files=(), folder=None, load=_elsewhere)
            packed = _Packed(fields, bare, bot.bundle, record_of(entrant).packages)
            parts: list[_Files | _Packed] = [packed]
            if bot.main or isinstance(bot, Command):
                parts.insert(0, _Files(bot.bundle, bot.files))
            self._needs[key] = tuple(self._add(pickle.dumps(part)) for part in parts)
        return self._needs[key]

    def _add(self, content: bytes) -> str:
        name = content_hash(content)
        self._contents[name] = content
        return name


class AwayPlayer:
    """Plays sets of a ladder far from it (`arena.ladder.executors.luggage.Away`), with all files in `folder`."""

    def __init__(self, ladder: Ladder, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, tuple[BotFile, ...]] = {}
        self._entrants: dict[str, Entrant] = {}
        self._player = SetPlayer(ladder, workspace=folder, entrants=self)

    def unpack(self, content: bytes) -> None:
        """Take in an entrant, after the files of its bot.

        Raises ArenaError: a package, program or module that it needs is not here, or is another; no sandbox.
        """
        part = pickle.loads(content)
        if isinstance(part, _Files):
            self._files[part.bundle] = part.files
            return
        entrant = Entrant(loaded=self._bot(part), **part.fields)
        self._check_packages(part)
        if entrant.isolation == "sandbox" and self._player.sandbox.lacks:
            log.warning("the sandbox lacks %s", self._player.sandbox.lacks)
        self._entrants[entrant.key] = entrant

    def find(self, key: str) -> Entrant:
        """An entrant that has been unpacked."""
        return self._entrants[key]

    def play(self, task: SetTask) -> Measured:
        """Play a set."""
        return self._player.play_measured(task)

    def printed(self) -> list[tuple[str, bytes]]:
        """What the entrants' logs hold; they are empty afterwards."""
        logs = sorted((self._folder / LOGS).glob("*/*.log*"), reverse=True)  # .log.1 is the older one
        found = [(path.name.removesuffix(".1").removesuffix(".log"), path.read_bytes()) for path in logs]
        if logs:
            shutil.rmtree(self._folder / LOGS)
        return found

    def _bot(self, part: _Packed) -> LoadedBot:
        bot = part.bot
        files = self._files.get(part.bundle, ())
        if isinstance(bot, Command):
            return replace(bot, files=files).found_here()
        if not bot.main:
            found = load_bot(bot.spec, Path())
            if found.bundle != part.bundle:
                raise BotError(f"{bot.spec}: its files here differ from those of the machine that runs the ladder")
            return found
        bundle = Bundle(files, Manifest(bot.main))
        place = shelf_in(self._folder).put(bundle)
        return kept_bot(bundle, place, bot.spec, bot.main, bot.class_name, bot.games)

    def _check_packages(self, part: _Packed) -> None:
        here = installed_versions(part.packages)
        for package, version in part.packages.items():
            if here.get(package) != version:
                found = here.get(package, "is not installed")
                raise BotError(
                    f"{part.fields['name']}: {package} {found}; expected {version}, as on the machine that runs "
                    "the ladder"
                )


def _elsewhere() -> Any:
    raise AssertionError("the class of a packed bot")
