"""The options a bot declares and the values a config gives them."""

import math
import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arena.errors import ArenaError, did_you_mean

OptionValue = bool | int | float | str

_LARGEST: Final = 2**63 - 1  # what can be sent and stored


@dataclass(frozen=True)
class Option:
    """One option of a bot: its default (which fixes the type), what it means, and what values are allowed.

    `low` and `high` bound a number, both included; `choices` lists the allowed values of any type. An int is
    accepted where the default is a float.
    """

    default: OptionValue
    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[OptionValue, ...] | None = None

    def problem(self, value: object) -> str | None:
        """Why a value cannot be taken, or None if it can."""
        wanted = type(self.default)
        if type(value) is not wanted and not (wanted is float and type(value) is int):
            return f"expected {_NAMES[wanted]}, got {shown(value)}"
        if isinstance(value, str):
            if not _is_unicode(value):
                return f"expected a text of valid Unicode, got {value!a}"
        elif not isinstance(value, bool) and (problem := self._number_problem(value)):
            return problem
        if self.choices is not None and value not in self.choices:
            return f"expected one of {', '.join(map(repr, self.choices))}, got {value!r}"
        return None

    def flaws(self) -> list[str]:
        """What is wrong with the declaration itself; a sound one has a default that fits it."""
        if type(self.default) not in _NAMES:
            return [f"expected true or false, a number or a text as default, got {shown(self.default)}"]
        found = [flaw for name in ("low", "high") if (flaw := self._bound_flaw(name, getattr(self, name)))]
        if type(self.help) is not str:
            found.append(f"expected a text that says what it means, got {shown(self.help)}")
        if self.choices is not None and not (isinstance(self.choices, list | tuple) and self.choices):
            found.append(f"expected a tuple of values as choices, got {shown(self.choices)}")
        if found:
            return found
        values = [("default", self.default), *(("choices", choice) for choice in self.choices or ())]
        return [f"{name}: {problem}" for name, value in values if (problem := self.problem(value))]

    def _number_problem(self, value: object) -> str | None:
        assert isinstance(value, int | float)
        if isinstance(value, int) and abs(value) > _LARGEST:
            return f"expected at most {_LARGEST} either way, got {shown(value)}"
        if not math.isfinite(value):
            return f"expected a finite number, got {'NaN' if math.isnan(value) else value}"
        if self.low is not None and value < self.low:
            return f"expected at least {self.low:g}, got {value!r}"
        if self.high is not None and value > self.high:
            return f"expected at most {self.high:g}, got {value!r}"
        return None

    def _bound_flaw(self, name: str, bound: object) -> str | None:
        if bound is None:
            return None
        if type(self.default) not in (int, float):
            return f"has {name}, but only a number has bounds"
        if type(bound) not in (int, float) or not abs(bound) <= _LARGEST:  # type: ignore[arg-type]
            return f"expected a finite number as {name}, got {shown(bound)}"
        return None


_NAMES: Final = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}


def shown(value: object) -> str:
    """A value in a message, whatever it is: at most a few words."""
    if isinstance(value, int) and value.bit_length() > 64:
        return f"a number of {value.bit_length()} bits"
    return reprlib.repr(value)


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


class OptionsError(ArenaError):
    """Options that a bot does not declare or cannot take; `problems` maps option to reason."""

    def __init__(self, problems: dict[str, str]) -> None:
        super().__init__("; ".join(f"option {name}: {reason}" for name, reason in problems.items()))
        self.problems = problems


def resolve_options(declared: Mapping[str, Option], given: Mapping[str, object]) -> dict[str, OptionValue]:
    """Every declared option with its given or default value, sorted by name.

    Raises OptionsError with every unknown option and every value that does not fit.
    """
    problems: dict[str, str] = {}
    values: dict[str, OptionValue] = {name: option.default for name, option in declared.items()}
    for name, value in given.items():
        if name not in declared:
            known = f"known: {', '.join(sorted(declared))}" if declared else "this bot has no options"
            problems[name] = f"unknown option; {known}{did_you_mean(name, declared)}"
        elif (problem := declared[name].problem(value)) is not None:
            problems[name] = problem
        else:
            values[name] = float(value) if isinstance(declared[name].default, float) else value  # type: ignore[arg-type, assignment]
    if problems:
        raise OptionsError(problems)
    return dict(sorted(values.items()))
