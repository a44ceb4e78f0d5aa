"""Reading a YAML file so that every key and value remembers its line, and nothing is silently misread."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import yaml

from arena.errors import did_you_mean
from arena.ladder.problems import ConfigError, KeyPath, Problem, key_text

MOST_REPEATED: Final = 100_000
"""Values that the aliases of a file may stand for, beyond those written."""


@dataclass
class YamlSource:
    """The contents of a YAML file, and the problems found in it so far.

    `data` is made of dicts with text keys, tuples (lists), texts, ints, floats and bools. `lines` and
    `texts` give the line of each place and each scalar as it is written in the file.
    """

    path: Path
    data: Any = None
    lines: dict[KeyPath, int] = field(default_factory=dict)
    texts: dict[KeyPath, str] = field(default_factory=dict)
    _problems: dict[KeyPath, Problem] = field(default_factory=dict)
    _spoilt: set[KeyPath] = field(default_factory=set)

    def report(self, at: KeyPath, message: str, *spoils: KeyPath) -> None:
        """Note a problem at a place, unless one is known there or above it: one cause, one message.

        Places that the same cause spoils too are named in `spoils`; nothing is reported on them later.
        """
        if not self.is_faulty(at):
            self._problems[at] = Problem(str(self.path), self.line(at), key_text(at), message)
        self._spoilt.update(spoils)

    def is_faulty(self, at: KeyPath) -> bool:
        """Whether a problem is known at a place or above it."""
        return any(at[:depth] in self._problems or at[:depth] in self._spoilt for depth in range(len(at) + 1))

    def has_faults_in(self, at: KeyPath) -> bool:
        """Whether a problem is known at a place, above it or anywhere in it."""
        return self.is_faulty(at) or any(place[: len(at)] == at for place in self._problems)

    def check(self) -> None:
        """Raise ConfigError with all problems, in the order of the file, if there is any."""
        if self._problems:
            raise ConfigError(tuple(sorted(self._problems.values(), key=lambda problem: problem.line)))

    def line(self, at: KeyPath) -> int:
        """The line of a place, or of the nearest place above it that is in the file."""
        return next((self.lines[at[:depth]] for depth in range(len(at), -1, -1) if at[:depth] in self.lines), 1)

    def value(self, at: KeyPath) -> Any:
        """The value at a place, or None if the file has no such place."""
        value = self.data
        for part in at:
            if isinstance(value, dict):
                value = value.get(part)
            elif isinstance(value, tuple) and isinstance(part, int) and part < len(value):
                value = value[part]
            else:
                return None
        return value

    def shown(self, at: KeyPath, value: object) -> str:
        """A value as its writer would call it, for messages."""
        if isinstance(value, dict):
            return "keys with values"
        if isinstance(value, tuple):
            return "a list"
        if isinstance(value, str):
            return f"the text {value!r}"
        text = self.texts.get(at, str(value))
        if isinstance(value, bool):
            return text if text in ("true", "false") else f"{text} (to YAML the same as {str(value).lower()})"
        return f"the number {text}"


def read_yaml(path: Path) -> YamlSource:
    """Read a file of one YAML mapping.

    Raises ConfigError if the file cannot be read or is not such a file. Lesser problems (a key given twice, a
    value that YAML reads as something surprising) are noted in the source.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise _unreadable(path, 0, _why_not(path, error)) from error
    try:
        node = yaml.compose(content.decode("utf-8-sig"), Loader=yaml.SafeLoader)
    except UnicodeDecodeError as error:
        raise _unreadable(path, 1 + content.count(b"\n", 0, error.start), "not a text in UTF-8") from error
    except yaml.reader.ReaderError as error:
        line = 1 + content.decode("utf-8-sig").count("\n", 0, error.position)
        raise _unreadable(path, line, f"not valid YAML: {error.reason} (U+{error.character:04X})") from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        said = ", ".join(filter(None, (error.context, error.problem)))
        raise _unreadable(path, mark.line + 1 if mark else 1, f"not valid YAML: {said}") from error
    except RecursionError as error:
        raise _unreadable(path, 1, "nested too deeply") from error
    if not isinstance(node, yaml.MappingNode):
        raise _unreadable(path, 1, "expected keys with values, the first of them such as 'ladder: spring'")
    source = YamlSource(path)
    try:
        _refuse_a_bomb(path, node)
        source.data = _read(node, (), source, ())
    except RecursionError as error:
        raise _unreadable(path, 1, "nested too deeply") from error
    return source


def _why_not(path: Path, error: OSError) -> str:
    """Why a file cannot be read, and what was expected."""
    expected = "expected a ladder's config, a YAML file"
    if path.is_dir():
        return f"this is a folder; {expected}"
    if isinstance(error, FileNotFoundError):
        others = [str(one) for one in sorted({*path.parent.glob("*.yaml"), *Path("configs").glob("*.yaml")})]
        return f"there is no such file; {expected}{did_you_mean(path, others)}"
    return f"cannot be read ({error.strerror}); {expected}"


def _unreadable(path: Path, line: int, message: str) -> ConfigError:
    return ConfigError((Problem(str(path), line, "", message),))


def _refuse_a_bomb(path: Path, node: yaml.Node) -> None:
    """Refuse a file whose aliases stand for far more than is written."""
    sizes: dict[int, int] = {}
    repeated = _size(node, sizes) - len(sizes)
    if repeated > MOST_REPEATED:
        raise _unreadable(
            path,
            1,
            f"its aliases (*name) repeat {repeated:,} values; expected at most {MOST_REPEATED:,}: write out what "
            "they stand for",
        )


def _size(node: yaml.Node, sizes: dict[int, int]) -> int:
    """How many keys and values a node is, what its aliases stand for included."""
    if id(node) not in sizes:
        sizes[id(node)] = 0  # for an alias that stands inside what it refers to
        inner = node.value if isinstance(node, yaml.CollectionNode) else ()
        size = 1
        for part in inner:
            size += sum(_size(one, sizes) for one in (part if isinstance(part, tuple) else (part,)))
        sizes[id(node)] = size
    return sizes[id(node)]


def _read(node: yaml.Node, at: KeyPath, source: YamlSource, above: tuple[yaml.Node, ...]) -> Any:
    """The value of a node, noting lines, texts and problems on the way."""
    source.lines.setdefault(at, node.start_mark.line + 1)
    if node in above:
        source.report(at, "the alias stands inside what it refers to")
        return None
    if isinstance(node, yaml.MappingNode):
        return _read_mapping(node, at, source, (*above, node))
    if isinstance(node, yaml.SequenceNode):
        return tuple(_read(item, (*at, i), source, (*above, node)) for i, item in enumerate(node.value))
    assert isinstance(node, yaml.ScalarNode)  # YAML has no fourth kind
    return _read_scalar(node, at, source)


def _read_mapping(
    node: yaml.MappingNode, at: KeyPath, source: YamlSource, above: tuple[yaml.Node, ...]
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        key = key_node.value
        if not isinstance(key, str):
            source.report(at, f"expected a text as key on line {line}")
        elif key in values:
            source.report((*at, key), f"given twice, on line {source.line((*at, key))} and on line {line}")
        else:
            source.lines[(*at, key)] = line
            values[key] = _read(value_node, (*at, key), source, above)
    return values


_KINDS = {f"tag:yaml.org,2002:{kind}" for kind in ("str", "int", "float", "bool", "null")}
_LIKE_A_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?")
_SURPRISING_NUMBER = re.compile(r"[-+]?0\d|.*:")


def _read_scalar(node: yaml.ScalarNode, at: KeyPath, source: YamlSource) -> Any:
    """A text, number or bool (None after a problem); what YAML 1.1 and its readers disagree about is a problem."""
    text: str = node.value
    source.texts[at] = text
    in_quotes = f'if text is meant, put it in quotes: "{text}"'
    if node.tag not in _KINDS:
        kind = "date" if node.tag.endswith(":timestamp") else node.tag.rpartition(":")[2]
        source.report(at, f"expected a text, a number, true or false, got {text} as a {kind}; {in_quotes}")
        return None
    try:
        value = yaml.constructor.SafeConstructor().construct_object(node)
    except ValueError:
        source.report(at, f"{text!r} is not what its tag says")
        return None
    if value is None:
        source.report(at, "expected a value, got nothing; to have the default, leave the key out")
    elif isinstance(value, int | float) and _SURPRISING_NUMBER.match(text):
        source.report(at, f"YAML takes {text} for the number {value}; {in_quotes}")
    elif isinstance(value, str) and node.style is None and _LIKE_A_NUMBER.fullmatch(text):
        number = repr(float(text)).removesuffix(".0")
        otherwise = "" if number.strip("-.0123456789") else f", and if a number is meant, write {number}"
        source.report(at, f"YAML takes {text} for a text; {in_quotes}{otherwise}")
    return value
