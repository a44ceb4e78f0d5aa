"""Checking data against pydantic models, with messages in our words and with lines instead of pydantic's."""

import re
from collections.abc import Iterator
from typing import Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from arena.errors import did_you_mean
from arena.ladder.problems import KeyPath
from arena.ladder.yaml_source import YamlSource

M = TypeVar("M", bound=BaseModel)

_ITEM = -1
"""Stands for any index of a list in the place of a field."""


def check_model(model: type[M], source: YamlSource) -> M | None:
    """The model made of a source's data, or None after reporting every problem to the source."""
    try:
        return model.model_validate(source.data)
    except ValidationError as error:
        expected = dict(_expected(model, ()))
        for details in error.errors():
            at = details["loc"]
            source.report(at, _message(details, at, expected, source))
        return None


def sound_part(model: type[M], source: YamlSource, at: KeyPath) -> M | None:
    """A part of the data without what is known to be wrong in it; None if too little is left.

    It is for checks across parts, which so can be made although something else is wrong.
    """
    try:
        return model.model_validate(_sound(source, at, source.value(at)))
    except ValidationError:
        return None


def sound_parts(model: type[M], source: YamlSource, at: KeyPath) -> dict[int, M]:
    """The sound parts of a list, by index."""
    items = source.value(at)
    parts = {i: sound_part(model, source, (*at, i)) for i in range(len(items) if isinstance(items, tuple) else 0)}
    return {i: part for i, part in parts.items() if part is not None}


def sound_texts(source: YamlSource, at: KeyPath) -> dict[int, str]:
    """The texts of a list about which nothing wrong is known, by index."""
    items = source.value(at)
    texts = enumerate(items if isinstance(items, tuple) else ())
    return {i: item for i, item in texts if isinstance(item, str) and not source.is_faulty((*at, i))}


def report_repeats(source: YamlSource, at: KeyPath) -> None:
    """Report texts of a list that have stood in it before."""
    seen: set[str] = set()
    for i, text in sound_texts(source, at).items():
        if text in seen:
            source.report((*at, i), f"{text!r} is named twice")
        seen.add(text)


def _sound(source: YamlSource, at: KeyPath, value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {
        key: _sound(source, (*at, key), inner)
        for key, inner in value.items()
        if not (source.is_faulty((*at, key)) or (isinstance(inner, tuple) and source.has_faults_in((*at, key))))
    }


def _expected(model: type[BaseModel], at: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    """Every place a model knows, list items included, with the words for what is expected there."""
    for name, field in model.model_fields.items():
        place: KeyPath = (*at, name)
        yield place, field.description or ""
        for part in (field.annotation, *get_args(field.annotation)):
            if isinstance(part, type) and issubclass(part, BaseModel):
                if get_origin(field.annotation) is tuple:
                    place = (*place, _ITEM)
                    yield place, "keys with values"
                yield from _expected(part, place)


def _message(details: ErrorDetails, at: KeyPath, expected: dict[KeyPath, str], source: YamlSource) -> str:
    place = tuple(_ITEM if isinstance(part, int) else part for part in at)
    value = details["input"]
    got = f"got {source.shown(at, value)}"
    match details["type"]:
        case "missing":
            return f"missing; expected {expected[place]}"
        case "extra_forbidden":
            known = [str(key[-1]) for key in expected if key[:-1] == place[:-1] and key[-1] != _ITEM]
            return f"unknown key; known: {', '.join(known)}{did_you_mean(str(at[-1]), known)}"
        case "value_error":
            return f"{details['ctx']['error']}, {got}"
        case "literal_error":
            known = re.findall(r"'(\w+)'", details["ctx"]["expected"])
            return f"expected {expected[place]}, {got}{did_you_mean(str(value), known)}"
    hint = ""
    if details["type"] == "string_type" and isinstance(value, bool | int | float):
        hint = f'; if text is meant, put it in quotes: "{source.texts[at]}"'
    if details["type"] == "int_type" and isinstance(value, str) and value.isdecimal():
        hint = "; leave out the quotes"
    return f"expected {expected.get(place, 'a text')}, {got}{hint}"
