"""Pools and entrants while a config is being checked: each as far as it is sound, so that all problems show."""

from collections.abc import Mapping
from dataclasses import dataclass

from arena.bots.declarations import Facts
from arena.bots.loading import BotError, LoadedBot
from arena.bots.options import OptionsError, OptionValue, resolve_options
from arena.errors import VariantError, did_you_mean
from arena.games import GAMES
from arena.games.base import Variant
from arena.ladder.config import EntrantConfig, PoolConfig
from arena.ladder.model_problems import report_repeats, sound_parts, sound_texts
from arena.ladder.names import check_entrant_name
from arena.ladder.problems import KeyPath
from arena.ladder.reception import Reception
from arena.ladder.yaml_source import YamlSource


@dataclass(frozen=True)
class PoolDraft:
    """A pool; `game` is None if there is none of its name, `variant` if it has problems."""

    index: int
    id: str
    game: str | None
    variant: Variant | None

    @property
    def sides(self) -> int | None:
        """The number of sides in a match, if the variant is known."""
        if self.game is None or self.variant is None:
            return None
        return len(GAMES[self.game].sides(self.variant))


@dataclass(frozen=True)
class EntrantDraft:
    """An entrant; what could not be found out because of a problem is None.

    `at` is where the config asks for it, `facts` are what the bot says of itself, `pools` the ids that the entrant
    plays.
    """

    at: KeyPath
    config: EntrantConfig
    loaded: LoadedBot | None
    facts: Facts | None
    options: Mapping[str, OptionValue] | None
    name: str | None
    pools: tuple[str, ...] | None


def draft_pools(source: YamlSource) -> list[PoolDraft]:
    """The pools, after reporting unknown games and rule options."""
    drafts = []
    for i, config in sound_parts(PoolConfig, source, ("games",)).items():
        at: KeyPath = ("games", i)
        if config.game not in GAMES:
            hint = did_you_mean(config.game, GAMES)
            source.report((*at, "game"), f"no game {config.game!r}; known: {', '.join(GAMES)}{hint}")
            drafts.append(PoolDraft(i, config.id, None, None))
            continue
        if config.id in GAMES and config.id != config.game:
            source.report((*at, "id"), f"{config.id!r} is the name of another game; expected an id that is not")
        variant = None
        try:
            variant = GAMES[config.game].variant(config.variant)
        except VariantError as error:
            for option, reason in error.problems.items():
                source.report((*at, "variant", option), reason)
        drafts.append(PoolDraft(i, config.id, config.game, variant))
    return drafts


def draft_entrants(source: YamlSource, pools: list[PoolDraft], reception: Reception | None) -> list[EntrantDraft]:
    """The entrants, after loading their bots and reporting what is wrong with bots, options, names and games.

    Without a `reception` no bot is loaded.
    """
    drafts: list[EntrantDraft] = []
    for i, config in sound_parts(EntrantConfig, source, ("entrants",)).items():
        at: KeyPath = ("entrants", i)
        loaded, facts = _load(source, at, config, reception)
        options = None if facts is None else _options(source, at, config, facts)
        name = _name(source, at, config, loaded, drafts)
        playing = _pools(source, at, config, loaded, pools)
        drafts.append(EntrantDraft(at, config, loaded, facts, options, name, playing))
    return drafts


def _load(
    source: YamlSource, at: KeyPath, config: EntrantConfig, reception: Reception | None
) -> tuple[LoadedBot, Facts] | tuple[None, None]:
    key = "bot" if config.command is None else "command"
    is_there = config.bot is not None or config.command is not None
    # Never held in another way than was meant.
    unknown = source.is_faulty((*at, key)) or source.is_faulty((*at, "isolation"))
    if reception is None or not is_there or unknown:
        return None, None
    try:
        return reception.receive(config)
    except BotError as error:
        source.report((*at, key), str(error))
        return None, None


def _options(
    source: YamlSource, at: KeyPath, config: EntrantConfig, facts: Facts
) -> dict[str, OptionValue] | None:
    if config.command is not None and config.options:
        source.report(
            (*at, "options"), "a command has none; give it what it needs as further words of the command"
        )
        return None
    try:
        return resolve_options(facts.options, config.options)
    except OptionsError as error:
        for option, reason in error.problems.items():
            source.report((*at, "options", option), reason)
        return None


def _name(
    source: YamlSource,
    at: KeyPath,
    config: EntrantConfig,
    loaded: LoadedBot | None,
    earlier: list[EntrantDraft],
) -> str | None:
    """The given or default name, after reporting if it cannot be one or is another entrant's."""
    if source.is_faulty((*at, "name")):
        return None
    name, place, from_bot = config.name, (*at, "name"), ""
    if name is None:
        if loaded is None:
            return None
        name, place, from_bot = loaded.default_name, at, " (taken from the bot, as no name is given)"
        try:
            check_entrant_name(name)
        except ValueError as error:
            source.report(place, f"name {name!r}{from_bot}: {error}")
            return None
    for other in earlier:
        if other.name == name:
            source.report(place, f"name {name!r}{from_bot} is also that of entrants[{other.at[1]}]")
    return name


def _pools(
    source: YamlSource,
    at: KeyPath,
    config: EntrantConfig,
    loaded: LoadedBot | None,
    pools: list[PoolDraft],
) -> tuple[str, ...] | None:
    """The pools an entrant plays: those its `games` names, else those whose game its bot plays."""
    named = (*at, "games")
    if config.games is None and not source.has_faults_in(named):
        if loaded is None:
            return None
        found = [pool.id for pool in pools if pool.game in loaded.games]
        if not found and not source.has_faults_in(("games",)):
            games = ", ".join(dict.fromkeys(str(pool.game) for pool in pools))
            source.report(at, f"plays in no pool: its bot plays {', '.join(loaded.games)}, the pools {games}")
        return tuple(found)
    if config.games == ():
        source.report(named, "plays in no pool; expected at least one pool or game, or no such key")
    report_repeats(source, named)
    found = []
    known = list(dict.fromkeys([pool.id for pool in pools] + [pool.game for pool in pools if pool.game]))
    listed = source.value(("games",))
    all_known = isinstance(listed, tuple) and len(pools) == len(listed)
    for i, entry in sound_texts(source, named).items():
        place = (*named, i)
        meant = [pool for pool in pools if pool.id == entry] or [pool for pool in pools if pool.game == entry]
        if not meant and all_known:
            hint = did_you_mean(entry, known)
            source.report(place, f"no pool or game {entry!r}; known: {', '.join(known)}{hint}")
        for pool in meant:
            if loaded is not None and pool.game is not None and pool.game not in loaded.games:
                source.report(place, f"the bot does not play {pool.game}; it plays {', '.join(loaded.games)}")
        found += [pool.id for pool in meant]
    return None if loaded is None or source.has_faults_in(named) else tuple(found)
