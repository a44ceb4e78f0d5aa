"""The config's `format`: its keys, and which of them belong together."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field

from arena.ladder.config_values import Count, Keys, Text
from arena.ladder.model_problems import report_repeats, sound_part
from arena.ladder.problems import KeyPath
from arena.ladder.yaml_source import YamlSource

_COUNT: Final = "a whole number of at least 1"
_SEEDING: Final = "rating or a list of names of entrants"


def _check_seeding(value: object) -> object:
    if value != "rating" and not (isinstance(value, tuple) and all(isinstance(name, str) for name in value)):
        raise ValueError(f"expected {_SEEDING}")
    return value


class FormatConfig(Keys):
    """Who meets whom (`arena.ladder.formats`); None: the format's default, or no such option."""

    kind: Literal["round_robin", "gauntlet", "swiss", "knockout", "adaptive"] = Field(
        description="round_robin, gauntlet, swiss, knockout or adaptive"
    )
    sets_per_pairing: Count | None = Field(None, description=_COUNT)
    challengers: tuple[Text, ...] = Field((), description="a list of names of entrants")
    rounds: Count | None = Field(None, description=_COUNT)
    sets_per_tie: Count | None = Field(None, description=_COUNT)
    seeding: Annotated[Literal["rating"] | tuple[Text, ...], BeforeValidator(_check_seeding)] | None = Field(
        None, description=_SEEDING
    )
    level_tie: Literal["margin", "play_on"] | None = Field(None, description="margin or play_on")
    lives: Literal[1, 2] | None = Field(None, description="1 or 2")
    third_place: bool | None = Field(None, description="true or false")
    advance: Count | None = Field(None, description=_COUNT)
    sets_per_round: Count | None = Field(None, description=_COUNT)
    min_sets_per_pair: Count | None = Field(None, description=_COUNT)


_OPTIONS: Final[Mapping[str, Sequence[str]]] = {
    "round_robin": ("sets_per_pairing",),
    "gauntlet": ("sets_per_pairing", "challengers"),
    "swiss": ("rounds", "sets_per_pairing"),
    "knockout": ("sets_per_tie", "seeding", "level_tie", "lives", "third_place", "advance"),
    "adaptive": ("sets_per_round", "min_sets_per_pair"),
}
_ENDING: Final = {"round_robin": "sets_per_pairing", "gauntlet": "sets_per_pairing", "swiss": "rounds"}
"""The option without which a format has no end."""


def check_format(source: YamlSource, has_stop: bool) -> None:
    """Report options that the format does not have, and those it lacks; `has_stop`: whether a stop ends it."""
    form = sound_part(FormatConfig, source, ("format",))
    if form is None:
        return
    if not has_stop and not source.has_faults_in(("format",)):
        _check_end(source, form)
    for key in source.data["format"]:
        kinds = [kind for kind, options in _OPTIONS.items() if key in options]
        if kinds and form.kind not in kinds:
            source.report(
                ("format", key), f"{form.kind} has no {key}; expected kind: {' or '.join(kinds)}, or no {key}"
            )
    at: KeyPath = ("format", "challengers")
    if form.kind == "gauntlet" and not form.challengers and not source.has_faults_in(at):
        source.report(at, "a gauntlet needs challengers: a list of at least one name of an entrant")
    at = ("format", "sets_per_tie")
    if form.kind == "knockout" and form.sets_per_tie is None and not source.has_faults_in(at):
        source.report(at, f"missing; expected {_COUNT}")
    if form.kind == "knockout" and form.lives == 2 and form.third_place:
        source.report(
            ("format", "third_place"),
            "with two lives, the third is whoever loses the last of the losers' rounds; leave this out",
        )
    if form.kind == "knockout" and source.value(("stop", "resolved")) is not None:
        source.report(("stop", "resolved"), "a knockout ends with its final; leave this out")
    for key in ("challengers", "seeding"):
        report_repeats(source, ("format", key))


def _check_end(source: YamlSource, form: FormatConfig) -> None:
    """Report a ladder without end."""
    stops = "a stop, such as stop: {sets: 5000} or stop: {hours: 8}"
    key = _ENDING.get(form.kind)
    if form.kind == "adaptive":
        source.report(("format", "kind"), f"this ladder would never end: give {stops}")
    elif key is not None and getattr(form, key) is None:
        source.report(("format", key), f"this ladder would never end: give {key} here, or {stops}")
