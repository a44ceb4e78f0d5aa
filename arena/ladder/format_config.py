"""The config's `format`: one format, or several in stages."""

from typing import Annotated, Final, Literal

from pydantic import Field

from arena.ladder.config_values import Count, Keys
from arena.ladder.format_options import COUNT, KINDS, FormatOptions, Kind, check_options, missing_end
from arena.ladder.model_problems import sound_part, sound_parts
from arena.ladder.problems import KeyPath
from arena.ladder.yaml_source import YamlSource

MOST_HOURS: Final = 10_000.0
STAGES: Final[KeyPath] = ("format", "stages")


class StageStopConfig(Keys):
    """When a stage of a pool ends, whichever comes first; counts are its own, `hours` those of play."""

    sets: Count | None = Field(None, description=COUNT)
    matches: Count | None = Field(None, description=COUNT)
    hours: Annotated[float, Field(gt=0, le=MOST_HOURS)] | None = Field(
        None, description=f"a number above 0 and at most {MOST_HOURS:g}"
    )


class StageConfig(FormatOptions):
    """A format and its stop. In a later stage the first `top` of the one before take part (None: all of it).

    `carry_over` tells what matters to it of earlier stages' sets: for ratings, seeding and fit, or nothing.
    """

    kind: Kind = Field(description=KINDS)
    top: Count | None = Field(None, description=COUNT)
    carry_over: Literal["ratings", "nothing"] | None = Field(None, description="ratings or nothing")
    stop: StageStopConfig = Field(StageStopConfig(), description="keys with values, such as {hours: 3}")


class FormatConfig(FormatOptions):
    """Who meets whom: one format, or `stages`, each of which is one."""

    stages: tuple[StageConfig, ...] = Field(
        (), description="a list of formats, such as [{kind: swiss, rounds: 7}]"
    )

    @property
    def in_turn(self) -> tuple[StageConfig, ...]:
        """The stages; a single format is one."""
        return self.stages or (StageConfig.model_validate(self.model_dump(exclude={"stages"})),)


def sound_stages(source: YamlSource) -> dict[KeyPath, StageConfig]:
    """The stages of a config as far as they are sound, by their places; a single format is one."""
    if source.value(STAGES) is not None:
        return {(*STAGES, i): stage for i, stage in sound_parts(StageConfig, source, STAGES).items()}
    only = sound_part(StageConfig, source, ("format",))
    return {} if only is None else {("format",): only}


def last_place(source: YamlSource) -> KeyPath:
    """Where the last stage is."""
    stages = source.value(STAGES)
    return (*STAGES, len(stages) - 1) if isinstance(stages, tuple) else ("format",)


def check_format(source: YamlSource, has_stop: bool) -> None:
    """Report options that do not fit their format, and those it lacks; `has_stop`: a stop ends the ladder."""
    form = source.value(("format",))
    if isinstance(form, dict) and "stages" in form:
        _check_stages(source, form)
    elif isinstance(form, dict) and "kind" not in form:
        source.report(("format", "kind"), f"missing; expected {KINDS}, or stages: a list of formats")
    for at, stage in sound_stages(source).items():
        if not source.has_faults_in(at) and not (has_stop and at == last_place(source)):
            _check_end(source, at, stage)
        check_options(source, at, stage)
        if at == ("format",) and stage.kind == "knockout" and source.value(("stop", "resolved")) is not None:
            source.report(("stop", "resolved"), "a knockout ends with its final; leave this out")


def _check_stages(source: YamlSource, form: dict[str, object]) -> None:
    """Report what can be no stages, or not in this order."""
    for key in form.keys() - {"stages"}:
        if key in FormatOptions.model_fields:
            source.report(("format", key), "a ladder in stages has its formats there; put this into one of them")
    stages = sound_stages(source)
    if form["stages"] == ():
        source.report(STAGES, f"expected {FormatConfig.model_fields['stages'].description}, got an empty list")
    for key in ("top", "carry_over"):
        if source.value((*STAGES, 0, key)) is not None:
            source.report((*STAGES, 0, key), "before the first stage there is none; leave this out")
    tops = {at: stage.top for at, stage in stages.items() if stage.top is not None}
    for (at, top), before in zip(list(tops.items())[1:], tops.values(), strict=False):
        if top > before:
            source.report((*at, "top"), f"expected at most {before}, as many as are left by then, got {top}")
    for at, stage in stages.items():
        if stage.kind == "knockout" and at != last_place(source):
            source.report((*at, "kind"), "after a knockout there is nothing to play for; make it the last stage")
    if source.value(("stop", "resolved")) is not None:
        source.report(("stop", "resolved"), "a ladder in stages ends with the last of them; leave this out")


def _check_end(source: YamlSource, at: KeyPath, stage: StageConfig) -> None:
    """Report a stage without end."""
    key = missing_end(stage)
    if key is None or stage.stop != StageStopConfig():
        return
    what, hours = ("ladder", 8) if at == ("format",) else ("stage", 3)
    also = "give" if key == "kind" else f"give {key} here, or"
    stops = f"a stop, such as stop: {{sets: 5000}} or stop: {{hours: {hours}}}"
    source.report((*at, key), f"this {what} would never end: {also} {stops}")
