"""The ladder's config: what its keys are, and reading it with every problem told at once."""

from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from arena.ladder.config_values import Count, Keys, Text
from arena.ladder.deadline import EXPECTED, check_at
from arena.ladder.executor_config import SCHEDULER, check_executor, check_scheduler
from arena.ladder.format_config import FormatConfig, StageStopConfig, check_format
from arena.ladder.model_problems import check_model, sound_part, sound_parts
from arena.ladder.names import check_entrant_name, check_ladder_name, check_pool_id
from arena.ladder.problems import ConfigError, KeyPath, Problem
from arena.ladder.yaml_source import YamlSource, read_yaml
from arena.stats.standings import RankBy

__all__ = ["ConfigError", "FormatConfig", "LadderConfig", "Problem", "load_config"]


def _check_workers(value: object) -> object:
    if value != "auto" and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
        raise ValueError("expected auto or a whole number (0: serial, in the main process)")
    return value


PoolId = Annotated[str, AfterValidator(check_pool_id)]
LadderName = Annotated[str, AfterValidator(check_ladder_name)]
EntrantName = Annotated[str, AfterValidator(check_entrant_name)]
Share = Annotated[float, Field(ge=0, le=1)]
Seconds = Annotated[float, Field(gt=0)]
Workers = Annotated[int | Literal["auto"], BeforeValidator(_check_workers)]


class PoolConfig(Keys):
    """A pool: a game under a variant, with its own standings."""

    id: PoolId = Field(description="a name for the pool, such as bridgette")
    game: Text = Field(description="the name of a game")
    variant: dict[str, Any] = Field({}, description="the game's rule options, keys with values")


class ResolvedConfig(Keys):
    """That the order of the first `top` entrants (None: all) is right with probability `p`."""

    p: Annotated[float, Field(gt=0.5, lt=1)] = Field(description="a number above 0.5 and below 1")
    top: Count | None = Field(None, description="a whole number of at least 1")


class StopConfig(StageStopConfig):
    """When a pool ends, whichever comes first; counts are per pool. `hours` and `at` end a run."""

    at: Annotated[Text, AfterValidator(check_at)] | None = Field(None, description=EXPECTED)
    resolved: ResolvedConfig | None = Field(None, description="keys with values, such as {p: 0.95}")


class ExecutorConfig(Keys):
    """Where the sets are played; without a `scheduler` Dask's workers are processes of this machine."""

    kind: Literal["local", "dask"] = Field("local", description="local or dask")
    scheduler: Annotated[Text, AfterValidator(check_scheduler)] | None = Field(None, description=SCHEDULER)
    tls_ca: Text | None = Field(None, description="a file of certificates (PEM)")
    tls_cert: Text | None = Field(None, description="a file with a certificate (PEM)")
    tls_key: Text | None = Field(None, description="a file with the key of tls_cert (PEM)")


class OnFaultConfig(Keys):
    """What follows from a bot's fault (B32, F25): see `arena.match.referee` and `arena.ladder.suspension`."""

    two_sides: Literal["forfeit"] = Field("forfeit", description="forfeit")
    more_sides: Literal["play_on", "forfeit"] = Field("play_on", description="play_on or forfeit")
    strikes: Count = Field(3, description="a whole number of at least 1")
    max_fault_rate: Share = Field(0.5, description="a number from 0 to 1")


Kind = Literal["auto", "none", "process", "sandbox"]
_KINDS: Final = "auto, none, process or sandbox"
_REQUIRE: Final = "best_effort or [bubblewrap]"


def _check_require(value: object) -> object:
    if value != "best_effort" and not (isinstance(value, tuple) and set(value) <= {"bubblewrap"}):
        raise ValueError(f"expected {_REQUIRE}")
    return value


class IsolationConfig(Keys):
    """How bots are held (`arena.ladder.isolation`); `require` is for a sandbox."""

    kind: Kind = Field("auto", description=_KINDS)
    require: Annotated[Literal["best_effort"] | tuple[str, ...], BeforeValidator(_check_require)] = Field(
        (), description=_REQUIRE
    )

    @model_validator(mode="before")
    @classmethod
    def _from_word(cls, value: object) -> object:
        if isinstance(value, str) and value not in get_args(Kind):
            raise ValueError(f"expected {_KINDS}, or {{kind: sandbox, require: {_REQUIRE}}}")
        return {"kind": value} if isinstance(value, str) else value


class LimitsConfig(Keys):
    """What a bot may use up (`arena.hosts.limits.Limits`); None: the ladder's limit, or the default."""

    decision_ms: Count | None = Field(None, description="a whole number of at least 1")
    match_s: Seconds | None = Field(None, description="a number above 0")
    memory_mb: Count | None = Field(None, description="a whole number of at least 1")
    startup_s: Seconds | None = Field(None, description="a number above 0")


class EntrantConfig(Keys):
    """A bot with its options; `games` names the pools, or the games, that it plays (None: all it can).

    The bot is either a `bot` in Python or a `command`, a program in any language.
    """

    bot: Text | None = Field(
        None,
        description="a bot: path.py, path.py:Class, a folder, package.module:Class or the name of an entry point",
    )
    command: tuple[Text, ...] | None = Field(
        None, description="a program and what it is given, such as [node, bots/external/first_legal.mjs]"
    )
    name: EntrantName | None = Field(None, description="a name for the entrant")
    author: Text | None = Field(None, description="a text")
    options: dict[str, Any] = Field({}, description="the bot's options, keys with values")
    games: tuple[Text, ...] | None = Field(None, description="a list of ids of pools or names of games")
    limits: LimitsConfig | None = Field(None, description="keys with values, such as {decision_ms: 500}")
    isolation: Kind | None = Field(None, description=_KINDS)
    noise: Share = Field(0.0, description="a number from 0 to 1")


class LadderConfig(Keys):
    """A whole config. `seed` None means a secret that is made at the first run and kept by the store."""

    ladder: LadderName = Field(description="a name for the ladder, such as spring")
    seed: Text | None = Field(None, description="32 hex digits or any other text, in quotes")
    games: tuple[PoolConfig, ...] = Field(
        description="a list of at least one pool, such as - {id: bridgette, game: bridgette}"
    )
    format: FormatConfig = Field(description="a format, such as {kind: round_robin, sets_per_pairing: 20}")
    seatings: Literal["rotations", "permutations"] = Field("rotations", description="rotations or permutations")
    stop: StopConfig = Field(StopConfig(), description="keys with values, such as {sets: 5000}")
    rank_by: RankBy = Field("trueskill", description="trueskill or fit")
    workers: Workers = Field("auto", description="auto or a whole number (0: serial, in the main process)")
    executor: ExecutorConfig = Field(ExecutorConfig(), description="keys with values, such as {kind: local}")
    isolation: IsolationConfig = Field(IsolationConfig(), description=_KINDS)
    limits: LimitsConfig = Field(LimitsConfig(), description="keys with values, such as {decision_ms: 500}")
    on_fault: OnFaultConfig = Field(OnFaultConfig(), description="keys with values, such as {strikes: 3}")
    names: Literal["hidden", "shown"] = Field("hidden", description="hidden or shown")
    entrants: tuple[EntrantConfig, ...] = Field(description="a list of entrants, such as - {bot: bots/basic.py}")
    null_twin: Text | None = Field(None, description="the name of an entrant")


def load_config(path: Path) -> LadderConfig:
    """Read a config without looking at the bots and games it names (`arena.ladder.entrants.load_ladder` does).

    Raises ConfigError with every problem.
    """
    source = read_yaml(path)
    config = check_config(source)
    source.check()
    assert config is not None
    return config


def check_config(source: YamlSource) -> LadderConfig | None:
    """The config, or None after reporting to the source what is wrong with its keys and values."""
    if "stages" in source.data:
        source.report(("stages",), "stages are a format; write format: {stages: [ … ]}", ("format",))
    config = check_model(LadderConfig, source)
    _check_lists(source)
    _check_bots(source)
    _check_require_fits(source)
    _check_pool_ids(source)
    check_executor(source)
    check_format(source, _may_end(source))
    return config


def _check_lists(source: YamlSource) -> None:
    if source.value(("games",)) == ():
        source.report(("games",), f"expected {LadderConfig.model_fields['games'].description}, got an empty list")


def _check_bots(source: YamlSource) -> None:
    """Report entrants that are no bot, or two."""
    entrants = source.value(("entrants",))
    for i, entrant in enumerate(entrants if isinstance(entrants, tuple) else ()):
        if not isinstance(entrant, dict):
            continue
        at: KeyPath = ("entrants", i)
        if "bot" in entrant and "command" in entrant:
            source.report((*at, "command"), "either a bot or a command; leave out one of them")
        if "bot" not in entrant and "command" not in entrant:
            bot, command = (EntrantConfig.model_fields[key].description for key in ("bot", "command"))
            source.report((*at, "bot"), f"missing; expected {bot}; or a command: {command}")


def _check_require_fits(source: YamlSource) -> None:
    value = source.value(("isolation",))
    if isinstance(value, dict) and value.get("require") is not None and value.get("kind", "auto") != "sandbox":
        source.report(("isolation", "require"), "only a sandbox has layers; expected kind: sandbox")


def _check_pool_ids(source: YamlSource) -> None:
    first: dict[str, int] = {}
    for i, pool in sound_parts(PoolConfig, source, ("games",)).items():
        if first.setdefault(pool.id, i) != i:
            source.report(("games", i, "id"), f"{pool.id!r} is also the id of games[{first[pool.id]}]")


def _may_end(source: YamlSource) -> bool:
    """Whether a stop ends the ladder, or may be meant to."""
    stop = sound_part(StopConfig, source, ("stop",)) if "stop" in source.data else StopConfig()
    return stop != StopConfig() or source.has_faults_in(("stop",))
