"""What is wrong in a config, each thing with its place in the file."""

from dataclasses import dataclass

from arena.errors import ArenaError

KeyPath = tuple[str | int, ...]
"""The way to a value: keys of mappings and indexes of lists, from the top of the file."""


@dataclass(frozen=True)
class Problem:
    """One thing wrong in a file: where, and a message that says what was expected. Line 0: the file as a whole."""

    file: str
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        line = f":{self.line}" if self.line else ""
        return f"{self.file}{line}: {self.key + ': ' if self.key else ''}{self.message}"


class ConfigError(ArenaError):
    """A config that is not sound; `problems` holds everything that is wrong, in the order of the file."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def key_text(at: KeyPath) -> str:
    """A place in words: ``entrants[1].options.aggression``."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in at).removeprefix(".")
