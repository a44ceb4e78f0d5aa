"""Programs in any language as bots: a command line, and the files it names.

A word of the command that names a file (or a folder) stands for that file (or for all files of the folder). They
are read once, and what plays is run from copies of that reading, so the version always names what plays. The first
word is the program: a plain name is looked for on the PATH, an absolute path or a symbolic link (as in a virtual
environment) is a program of this machine, and any other path is one of the bot's own files.
"""

import hashlib
import json
import os
import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from arena.bots.base import Bot
from arena.bots.bundle import file_content, folder_files
from arena.bots.files import BotError, BotFile, feed
from arena.bots.loading import LoadedBot
from arena.bots.options import OptionValue
from arena.errors import did_you_mean

_SCRIPT = re.compile(r".*\.(py|js|mjs|cjs|ts|rb|lua|jar|pl|sh|php|exe|wasm)")


@dataclass(frozen=True)
class Command(LoadedBot):
    """A program as a bot. `words` is the command as the config gives it.

    `files` lie in numbered folders, those that lay in one folder together: ``0/first_legal.mjs``. `names` says by
    its position which word is which of them; `program` is what to run if the first word is none. `games` and
    `timed` are what the program says of itself (see `answering`), unknown before.
    """

    words: tuple[str, ...] = ()
    names: tuple[tuple[int, str], ...] = ()
    program: str = ""
    timed: bool = False

    @cached_property
    def bot_class(self) -> type[Bot]:
        """A class that says of the program what others say of themselves; no object of it ever plays."""
        return type("Program", (Bot,), {"games": self.games, "timed": self.timed})

    @property
    def default_name(self) -> str:
        """The entrant's name if the config gives none: the stem of the first file, else of the program."""
        return Path(self.names[0][1] if self.names else self.program).stem

    @property
    def is_own(self) -> bool:
        """Whether the program itself is one of the bot's files."""
        return self.names[:1] != () and self.names[0][0] == 0

    def version(self, options: Mapping[str, OptionValue], noise: float = 0.0) -> str:
        """12 hex digits of the SHA-256 over the files named in the command, the command line, and noise if any."""
        digest = hashlib.sha256()
        feed(digest, self.files)
        digest.update(json.dumps(self.words, separators=(",", ":")).encode())
        if noise:
            digest.update(json.dumps([noise]).encode())
        return digest.hexdigest()[:12]

    def line(self, folder: Path) -> tuple[str, ...]:
        """The command line when the files lie in this folder; its first word is an absolute path."""
        words = [self.program or self.words[0], *self.words[1:]]
        for position, name in self.names:
            words[position] = str(folder.absolute() / name)
        return tuple(words)

    def answering(self, games: Sequence[str], timed: bool) -> "Command":
        """The same, with what the program says of itself."""
        return replace(self, games=tuple(games), timed=timed)


def load_command(words: Sequence[str], base: Path) -> Command:
    """Find the program and read the files of a command; nothing is run.

    Relative paths are looked for in `base`, then in the current folder. Raises BotError: no such program, a file
    that is not there or not executable, or too much.
    """
    words = tuple(words)
    if not words or not words[0]:
        raise BotError("expected a program and what it is given, such as [node, bots/external/first_legal.mjs]")
    program = _machine_program(words[0], base)
    paths = {i: found for i, word in enumerate(words) if (i or not program) and (found := _find(word, base, i))}
    if 0 in paths and not (paths[0].is_file() and os.access(paths[0], os.X_OK)):
        raise BotError(
            f"{words[0]} cannot be executed; make it executable (chmod +x), or name what runs it first, "
            f"such as [node, {words[0]}]"
        )
    folders = list(dict.fromkeys(path.parent for path in paths.values()))
    names = {i: f"{folders.index(path.parent)}/{path.name}" for i, path in paths.items()}
    files = {file.name: file for i, path in paths.items() for file in _read(path, names[i])}
    return Command(
        spec=shlex.join(words),
        class_name="",
        games=(),
        files=tuple(file for _, file in sorted(files.items())),
        main="",
        folder=None,
        module="",
        load=_no_class,
        words=words,
        names=tuple(names.items()),
        program=program,
    )


def _no_class() -> type[Bot]:
    raise AssertionError("a program has no class")


def _machine_program(word: str, base: Path) -> str:
    """The absolute path of a program of this machine; empty if the word names a file of the bot's own."""
    if "/" in word and not Path(word).is_absolute():
        paths = (base / word, Path.cwd() / word)
        links = [path for path in paths if path.is_symlink() and os.access(path, os.X_OK)]
        return str(links[0].absolute()) if links else ""
    found = shutil.which(word)
    if found is not None:
        return str(Path(found).absolute())
    if Path(word).is_absolute():
        problem = "is not executable" if Path(word).is_file() else "does not exist"
        raise BotError(f"the program {word} {problem}; expected one that can be run")
    raise BotError(
        f"no program {word!r} on the PATH; install it, or give its path (one of the bot's own files: such as "
        f"./{word})"
    )


def _find(word: str, base: Path, position: int) -> Path | None:
    """The file or folder that a word names; None if it is meant as something else."""
    if not word or word.startswith("-") or "\0" in word:
        return None
    candidates = [Path(word)] if Path(word).is_absolute() else [base / word, Path.cwd() / word]
    for candidate in candidates:
        if candidate.is_file() or (position and "/" in word and candidate.is_dir()):
            return candidate.resolve()
    if "/" not in word and not _SCRIPT.fullmatch(word):
        return None
    folders = [candidate.parent for candidate in candidates if candidate.parent.is_dir()]
    near = sorted({path.name for folder in folders for path in folder.iterdir()})
    tried = " and ".join(dict.fromkeys(str(candidate.parent.resolve()) for candidate in candidates))
    raise BotError(f"no file {word!r}: looked in {tried}{did_you_mean(Path(word).name, near)}")


def _read(path: Path, name: str) -> list[BotFile]:
    if path.is_dir():
        return [BotFile(f"{name}/{file.name}", file.content) for file in folder_files(path)]
    return [BotFile(name, file_content(path))]
