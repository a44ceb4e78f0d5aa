"""Programs in any language as bots: a command line, and the files it names.

A word of the command that names a file (or a folder) stands for that file (or for all files of the folder). They
are read once, and what plays is run from copies of that reading, so the version always names what plays. The first
word is the program: a plain name is looked for on the PATH, an absolute path or a symbolic link (as in a virtual
environment) is a program of this machine, and any other path is one of the bot's own files.
"""

import hashlib
import json
import os
import posixpath
import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePosixPath

from arena.bots.base import Bot
from arena.bots.bundle import MANIFEST, Bundle, file_content, folder_files
from arena.bots.files import BotError, BotFile, feed
from arena.bots.loading import LoadedBot
from arena.bots.options import OptionValue
from arena.errors import did_you_mean

_SOURCES = (".c", ".cc", ".cpp", ".cs", ".d", ".go", ".hs", ".java", ".kt", ".rs", ".swift", ".zig")
_RUNNERS = {".py": "python3", ".rb": "ruby", ".lua": "lua", ".pl": "perl", ".sh": "sh", ".jar": "java, -jar"}
_SYSTEM = "/usr/local/bin:/usr/bin:/bin"
_INTERPRETERS = ("/usr/", "/bin/")
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
        """The entrant's name if none is given: the folder's, the stem of the first file, else of the program."""
        if self.folder is not None:
            return super().default_name
        return Path(self.names[0][1] if self.names else self.program).stem

    def as_named(self, text: str, staged: str) -> str:
        """As for any bot; files that were named one by one lie in numbered folders."""
        if self.folder is not None:
            return super().as_named(text, staged)
        return re.sub(rf"/[^\s\"']*/{re.escape(staged)}/(?:\d+/)?", "", text)

    @property
    def is_own(self) -> bool:
        """Whether the program itself is one of the bot's files."""
        return self.names[:1] != () and self.names[0][0] == 0

    def version(self, options: Mapping[str, OptionValue], noise: float = 0.0) -> str:
        """12 hex digits of the SHA-256 over the files of the command, the command line, and noise if any."""
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

    def found_here(self) -> "Command":
        """The same on another machine, with the program as it is found there. Raises BotError if it is not."""
        word = self.words[0] if "/" not in self.words[0] else self.program
        return replace(self, program=_machine_program(word, Path())) if word else self

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
        raise BotError(f"{words[0]} cannot be executed; {how_to_run(words[0])}")
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


def bundled_command(bundle: Bundle, folder: Path, spec: str) -> Command:
    """The program of a folder whose `arena-bot.yaml` names a command; nothing is run.

    Anybody may have written it, so its words name files of the folder only, and the program is one of these, or a
    plain name that is looked for among the system's programs, then on the PATH. Raises BotError.
    """
    words = bundle.manifest.command
    files = {file.name: file for file in bundle.files}
    try:
        names = tuple((i, name) for i, word in enumerate(words) if (name := _name_in(files, word, i)) is not None)
        is_own = names[:1] != () and names[0][0] == 0
        program = "" if is_own else shutil.which(words[0], path=_SYSTEM) or _machine_program(words[0], folder)
        if not program:
            _check_interpreter(files[names[0][1]])
    except BotError as error:
        raise BotError(f"{spec}/{MANIFEST}: command: {error}") from error
    return Command(
        spec=spec,
        class_name="",
        games=(),
        files=bundle.files,
        main="",
        folder=folder,
        module="",
        load=_no_class,
        words=words,
        names=names,
        program=program,
    )


def _name_in(files: Mapping[str, BotFile], word: str, position: int) -> str | None:
    """The file or folder of a bundle that a word names; None if it is meant as something else."""
    name = posixpath.normpath(word)
    if word.startswith("/") or name.startswith(".."):
        raise BotError(
            f"{word!r} is not in the folder; expected a program by its plain name, such as node, or files of the "
            "folder"
        )
    if not word or word.startswith("-") or (position == 0 and "/" not in word):
        return None
    folders = {".", *(str(above) for file in files for above in PurePosixPath(file).parents)}
    if name in files or (position and name in folders):
        return name
    if "/" in word or _SCRIPT.fullmatch(word):
        raise BotError(f"no file {word!r} in the folder{did_you_mean(name, files)}")
    return None


def _check_interpreter(program: BotFile) -> None:
    """Refuse a script that names what runs it where only the owner of this machine has business.

    What runs a script can be read by it, with its libraries.
    """
    line = program.content[:256].partition(b"\n")[0]
    words = line[2:].split() if line.startswith(b"#!") else []
    place = os.fsdecode(words[0]) if words else "/usr/"
    if not place.startswith(_INTERPRETERS) or ".." in place.split("/"):
        raise BotError(
            f"{program.name} is to be run by {place!r}, as its first line says; expected a program in /usr or "
            "/bin, such as #!/usr/bin/env node"
        )


def how_to_run(word: str) -> str:
    """What to do about a file that cannot be run as it is."""
    path = Path(word)
    own = f"./{path.stem}"
    if path.suffix in _SOURCES:
        return f"compile it, and give the program that comes of it: arena check -- {own}, or command: [{own}]"
    runner = _RUNNERS.get(path.suffix, "node")
    return f"make it executable (chmod +x), or name what runs it first: [{runner}, {word}]"


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
