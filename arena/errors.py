"""Errors whose message is meant for the person who caused them.

The command line prints an `ArenaError` as it is, without a traceback, and exits with code 2. So a message
says what is wrong and where (file, line, key or entrant), what was expected, and what to do.
"""

from collections.abc import Iterable
from difflib import get_close_matches


class ArenaError(Exception):
    """Bad input, explained; the base of all errors a user can cause."""


class NotationError(ArenaError, ValueError):
    """A text that is not in the notation of the rules files."""


class IllegalActionError(ArenaError, ValueError):
    """An action that the rules forbid here; the state it was applied to has not changed."""


class VariantError(ArenaError, ValueError):
    """Rule options that a game does not know or cannot honour; `problems` maps option to reason."""

    def __init__(self, problems: dict[str, str]) -> None:
        super().__init__("; ".join(f"{option}: {reason}" for option, reason in problems.items()))
        self.problems = problems


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return "; did you mean 'x'?" for the known word closest to a misspelt one, or an empty string.

    The word itself is not suggested: where it is known, something else was wrong with it.
    """
    close = get_close_matches(str(word), [one for one in known if one != str(word)], n=1)
    return f"; did you mean {close[0]!r}?" if close else ""
