"""Bundles: the frozen files of a bot, identified by their content.

A bot is one Python file, or a folder with further Python files and weights. A folder says in `arena-bot.yaml`
which file holds the bot, or which command runs it; without it there must be just one Python file. A ladder keeps
the bundles that were submitted to it, so that it goes on when an author's files have changed or gone.
"""

import hashlib
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any, Final

import yaml

from arena.bots.files import BotError, BotFile, feed
from arena.errors import did_you_mean

MANIFEST: Final = "arena-bot.yaml"
MOST_BYTES: Final = 64 * 1024 * 1024
MOST_FILES: Final = 1000
HASH: Final = re.compile(r"[0-9a-f]{64}")
LEFT_OUT: Final = ("__pycache__", "__MACOSX")


@dataclass(frozen=True)
class Manifest:
    """What `arena-bot.yaml` says: the bot's file, and what `arena submit` takes if told nothing else.

    A program in another language has no `main` but a `command`, see `arena.bots.command`.
    """

    main: str
    class_name: str = ""
    name: str | None = None
    author: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    command: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bundle:
    """The files of a bot, sorted by name."""

    files: tuple[BotFile, ...]
    manifest: Manifest

    @cached_property
    def hash(self) -> str:
        """64 hex digits that stand for exactly these files."""
        digest = hashlib.sha256()
        feed(digest, self.files)
        return digest.hexdigest()


def read_bundle(path: Path) -> Bundle:
    """The bundle of a Python file alone, or of a folder. Hidden files and `__pycache__` are left out.

    Raises BotError: too big, too many files, a symbolic link or anything else that is no regular file, no or a
    wrong `arena-bot.yaml`, or a file that takes the name of a module of Python's own.
    """
    if path.is_dir():
        files = tuple(folder_files(path))
        manifest = _manifest_of(path, files)
        if not manifest.command:
            _check_module_names(path, files)
    else:
        if not path.is_file():
            raise BotError(f"{path}: no such file or folder")
        files = (BotFile(path.name, file_content(path)),)
        manifest = Manifest(path.name)
    return Bundle(files, manifest)


def has_manifest(folder: Path) -> bool:
    """Whether a folder says what its bot is, so that all of it is the bundle."""
    return (folder / MANIFEST).is_file()


class Shelf:
    """Bundles by hash, each a folder of read-only files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, bundle: Bundle) -> Path:
        """Keep a bundle; returns its folder. It appears as a whole, and stays as it is if it is there already."""
        place = self.folder / bundle.hash
        if place.is_dir():
            return place
        self.folder.mkdir(parents=True, exist_ok=True)
        unfinished = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=self.folder))
        try:
            for file in bundle.files:
                target = unfinished / file.name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(file.content)
                target.chmod(0o444)
            unfinished.chmod(0o755)
            try:
                unfinished.rename(place)
            except OSError:
                if not place.is_dir():  # else another process has put the same one there
                    raise
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
        return place

    def get(self, name: str) -> Bundle:
        """The bundle with a hash. Raises BotError if it is not there, or its files are not what they were."""
        place = self.folder / name
        if not place.is_dir():
            kept = [path.name for path in self.folder.glob("*") if HASH.fullmatch(path.name)]
            there = ", ".join(sorted(kept)) or "no bundles"
            raise BotError(f"no bundle {name!r} in {self.folder}{did_you_mean(name, kept)}; there: {there}")
        bundle = read_bundle(_only_file(place) or place)
        if bundle.hash != name:
            raise BotError(
                f"{place}: the bundle's files have been changed; bring them back, or remove the folder and submit "
                "the bot again"
            )
        return bundle


def _only_file(place: Path) -> Path | None:
    """The file of a bundle that is one Python file."""
    found = list(place.iterdir())
    return found[0] if len(found) == 1 and found[0].suffix == ".py" and found[0].is_file() else None


def folder_files(folder: Path) -> Iterator[BotFile]:
    """All files of a folder, sorted by name, without hidden ones. Raises BotError as `read_bundle` does."""
    left = MOST_BYTES
    paths = {path.relative_to(folder).as_posix(): path for path in islice(_paths_in(folder), MOST_FILES + 1)}
    if len(paths) > MOST_FILES:
        raise BotError(f"{folder}: too many files for a bot; at most {MOST_FILES:,} are taken")
    for name, path in sorted(paths.items()):
        content = file_content(path, left, folder)
        left -= len(content)
        yield BotFile(name, content)


def _paths_in(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name.startswith(".") or path.name in LEFT_OUT:
            continue
        mode = path.lstat().st_mode
        if stat.S_ISDIR(mode):
            yield from _paths_in(path)
        elif stat.S_ISREG(mode):
            yield path
        else:
            what = "a symbolic link" if stat.S_ISLNK(mode) else "no regular file"
            raise BotError(f"{path}: {what}; a bot is made of regular files only, so put the file itself there")


def file_content(path: Path, most: int = MOST_BYTES, whole: Path | None = None) -> bytes:
    """The content of a file. Raises BotError if it has more than `most` bytes, calling it `whole`."""
    size = path.stat().st_size
    if size > most:
        raise BotError(f"{whole or path}: too big for a bot; at most {MOST_BYTES // 1024**2} MB are taken")
    return path.read_bytes()


def _check_module_names(folder: Path, files: Iterable[BotFile]) -> None:
    for name in (file.name for file in files):
        top = PurePosixPath(name).parts[0].removesuffix(".py")
        if name.endswith(".py") and (top in sys.stdlib_module_names or top == "arena"):
            raise BotError(f"{folder / name}: {top!r} is the name of a module that is there already; rename it")


def _manifest_of(folder: Path, files: tuple[BotFile, ...]) -> Manifest:
    names = [file.name for file in files]
    if MANIFEST not in names:
        programs = [name for name in names if name.endswith(".py") and "/" not in name]
        if len(programs) == 1:
            return Manifest(programs[0])
        found = "several Python files" if programs else "no Python file"
        raise BotError(
            f"{folder}: {found} and no {MANIFEST}; expected one with a line such as 'bot: mine.py', or for a "
            "program in another language 'command: [node, mine.mjs]'"
        )
    manifest = parse_manifest(folder / MANIFEST, files[names.index(MANIFEST)].content)
    if not manifest.command and manifest.main not in names:
        programs = [name for name in names if name.endswith(".py")]
        raise BotError(
            f"{folder / MANIFEST}: bot: no file {manifest.main!r} in the folder"
            f"{did_you_mean(manifest.main, programs)}"
        )
    return manifest


def parse_manifest(path: Path, content: bytes) -> Manifest:
    """What an `arena-bot.yaml` says. Raises BotError for all that is wrong in it."""
    try:
        text = content.decode()
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, yaml.SafeLoader)):
            raise BotError(f"{path}: expected every value written out, not an alias (*name)")
        problems = [*_repeated_keys(yaml.compose(text, yaml.SafeLoader))]
        data = yaml.safe_load(text)
    except (ValueError, yaml.YAMLError, RecursionError) as error:  # no UTF-8, or a date such as 2020-99-99
        raise BotError(f"{path}: not valid YAML: {' '.join(str(error).split())}") from error
    if not isinstance(data, dict) or not (isinstance(data.get("bot"), str) or "command" in data):
        raise BotError(
            f"{path}: expected keys with values, among them the bot's file, such as 'bot: mine.py', or the "
            "command that runs it, such as 'command: [node, mine.mjs]'"
        )
    problems += _problems_in(data)
    if problems:
        raise BotError("\n".join(f"{path}: {problem}" for problem in problems))
    main, _, class_name = data.get("bot", "").partition(":")
    name, author, options = data.get("name"), data.get("author"), data.get("options", {})
    return Manifest(main, class_name, name, author, options, tuple(data.get("command", ())))


def _repeated_keys(node: yaml.Node | None) -> Iterator[str]:
    """Keys that are given twice: which of the values would count is not to be guessed."""
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _repeated_keys(item)
    elif isinstance(node, yaml.MappingNode):
        lines: dict[str, int] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if isinstance(key.value, str) and key.value in lines:
                yield f"{key.value}: given twice, on line {lines[key.value]} and on line {line}"
            elif isinstance(key.value, str):
                lines[key.value] = line
            yield from _repeated_keys(value)


def _problems_in(data: Mapping[str, Any]) -> Iterator[str]:
    kinds: dict[str, type] = {"bot": str, "command": list, "name": str, "author": str, "options": dict}
    wanted: dict[type, str] = {
        str: "a text",
        list: "a list of texts such as [node, mine.mjs]",
        dict: "keys with values",
    }
    for key, value in data.items():
        if key not in kinds:
            yield f"{key}: unknown key; known: {', '.join(kinds)}{did_you_mean(str(key), kinds)}"
        elif not isinstance(value, kinds[key]) or (key == "command" and not _are_words(data[key])):
            yield f"{key}: expected {wanted[kinds[key]]}, got {value!r}"
    if "command" in data:
        if "bot" in data:
            yield "command: expected it or bot, not both"
        if "options" in data:
            yield "options: a command has none; give it what it needs as further words of the command"
        return
    main = data["bot"].partition(":")[0]
    if not main.endswith(".py") or "/" in main:
        yield f"bot: expected file.py or file.py:Class beside this file, got {data['bot']!r}"


def _are_words(value: Any) -> bool:
    return bool(value) and all(isinstance(word, str) and "\0" not in word for word in value) and value[0] != ""
