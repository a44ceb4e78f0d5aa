"""The options of the formats: their keys in a config, and which of them belong together."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field

from arena.ladder.config_values import Count, Keys, Text
from arena.ladder.model_problems import report_repeats
from arena.ladder.problems import KeyPath
from arena.ladder.yaml_source import YamlSource

COUNT: Final = "a whole number of at least 1"
KINDS: Final = "round_robin, gauntlet, swiss, knockout or adaptive"
Kind = Literal["round_robin", "gauntlet", "swiss", "knockout", "adaptive"]
_SEEDING: Final = "rating or a list of names of entrants"


def _check_seeding(value: object) -> object:
    if value != "rating" and not (isinstance(value, tuple) and all(isinstance(name, str) for name in value)):
        raise ValueError(f"expected {_SEEDING}")
    return value


class FormatOptions(Keys):
    """Who meets whom (`arena.ladder.formats`); None: the format's default, or no such option."""

    kind: Kind | None = Field(None, description=KINDS)
    sets_per_pairing: Count | None = Field(None, description=COUNT)
    challengers: tuple[Text, ...] = Field((), description="a list of names of entrants")
    rounds: Count | None = Field(None, description=COUNT)
    sets_per_tie: Count | None = Field(None, description=COUNT)
    seeding: Annotated[Literal["rating"] | tuple[Text, ...], BeforeValidator(_check_seeding)] | None = Field(
        None, description=_SEEDING
    )
    level_tie: Literal["margin", "play_on"] | None = Field(None, description="margin or play_on")
    lives: Literal[1, 2] | None = Field(None, description="1 or 2")
    third_place: bool | None = Field(None, description="true or false")
    advance: Count | None = Field(None, description=COUNT)
    sets_per_round: Count | None = Field(None, description=COUNT)
    min_sets_per_pair: Count | None = Field(None, description=COUNT)


_OPTIONS: Final[Mapping[str, Sequence[str]]] = {
    "round_robin": ("sets_per_pairing",),
    "gauntlet": ("sets_per_pairing", "challengers"),
    "swiss": ("rounds", "sets_per_pairing"),
    "knockout": ("sets_per_tie", "seeding", "level_tie", "lives", "third_place", "advance"),
    "adaptive": ("sets_per_round", "min_sets_per_pair"),
}
_ENDING: Final = {"round_robin": "sets_per_pairing", "gauntlet": "sets_per_pairing", "swiss": "rounds"}
"""The option without which a format has no end."""


def check_options(source: YamlSource, at: KeyPath, form: FormatOptions) -> None:
    """Report the options at a place that its format does not have, and those it lacks."""
    for key in source.value(at):
        kinds = [kind for kind, options in _OPTIONS.items() if key in options]
        if kinds and form.kind not in kinds:
            source.report(
                (*at, key), f"{form.kind} has no {key}; expected kind: {' or '.join(kinds)}, or no {key}"
            )
    for kind, key, message in (
        ("gauntlet", "challengers", "a gauntlet needs challengers: a list of at least one name of an entrant"),
        ("knockout", "sets_per_tie", f"missing; expected {COUNT}"),
    ):
        if form.kind == kind and not getattr(form, key) and not source.has_faults_in((*at, key)):
            source.report((*at, key), message)
    if form.kind == "knockout" and form.lives == 2 and form.third_place:
        source.report(
            (*at, "third_place"),
            "with two lives, the third is whoever loses the last of the losers' rounds; leave this out",
        )
    for key in ("challengers", "seeding"):
        report_repeats(source, (*at, key))


def missing_end(form: FormatOptions) -> str | None:
    """The key of what a format needs to have an end: `kind` if it has none but a stop; None if it ends."""
    if form.kind == "adaptive":
        return "kind"
    key = _ENDING.get(form.kind or "")
    return key if key is not None and getattr(form, key) is None else None
