"""The options a bot declares and the values a config gives them."""

from collections.abc import Mapping
from dataclasses import dataclass

from arena.errors import ArenaError, did_you_mean

OptionValue = bool | int | float | str


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
            return f"expected {_NAMES[wanted]}, got {value!r}"
        if self.choices is not None and value not in self.choices:
            return f"expected one of {', '.join(map(repr, self.choices))}, got {value!r}"
        if isinstance(value, int | float) and not isinstance(value, bool):
            if value != value:
                return "expected a number, got NaN"
            if self.low is not None and value < self.low:
                return f"expected at least {self.low:g}, got {value!r}"
            if self.high is not None and value > self.high:
                return f"expected at most {self.high:g}, got {value!r}"
        return None


_NAMES = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}


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
