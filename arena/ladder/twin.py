"""The null twin: a copy of an entrant under another name, which shows what chance alone does to a rating."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from arena.errors import did_you_mean
from arena.ladder.drafts import EntrantDraft
from arena.ladder.names import check_entrant_name
from arena.ladder.yaml_source import YamlSource

SUFFIX: Final = "-twin"


def twin_name(name: str) -> str:
    """What the twin of an entrant is called."""
    return name + SUFFIX


def with_twin(names: Iterable[str], null_twin: str | None) -> frozenset[str]:
    """The names, and the twin's if the one is among them whose twin there is."""
    found = frozenset(names)
    return found | {twin_name(null_twin)} if null_twin in found else found


def draft_twin(source: YamlSource, drafts: list[EntrantDraft]) -> list[EntrantDraft]:
    """The twin that `null_twin` asks for, after reporting if there can be none."""
    at, name = ("null_twin",), source.value(("null_twin",))
    if not isinstance(name, str) or source.is_faulty(at):
        return []
    names = {draft.name: draft for draft in drafts if draft.name is not None}
    if name not in names:
        if len(names) == len(source.value(("entrants",)) or ()):
            known = ", ".join(names)
            source.report(
                at,
                f"no entrant {name!r} in this config, and one that was submitted can have no twin; known: {known}"
                f"{did_you_mean(name, names)}",
            )
        return []
    twin = twin_name(name)
    if twin in names:
        other = names[twin].at[1]
        source.report(
            at, f"the twin would be called {twin!r}, as entrants[{other}] is; give that one another name"
        )
        return []
    try:
        check_entrant_name(twin)
    except ValueError as error:
        source.report(at, f"the twin would be called {twin!r}: {error}")
        return []
    return [replace(names[name], at=at, name=twin)]
