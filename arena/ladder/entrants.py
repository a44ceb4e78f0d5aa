"""A ladder ready to run: its pools with checked variants, and its entrants with loaded bots."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from arena.bots.bundle import Shelf
from arena.bots.command import Command
from arena.bots.loading import LoadedBot
from arena.bots.options import OptionValue
from arena.games import GAMES
from arena.games.base import Variant
from arena.hosts.hosts import Isolation
from arena.hosts.limits import Limits
from arena.hosts.packages import imported_packages, package_versions
from arena.ladder.config import IsolationConfig, LadderConfig, LimitsConfig, ResolvedConfig, check_config
from arena.ladder.drafts import EntrantDraft, PoolDraft, draft_entrants, draft_pools
from arena.ladder.guests import guests, shelf_in
from arena.ladder.isolation import can_be_guessed, isolation_of, limits_of
from arena.ladder.judge import Judge
from arena.ladder.line_up import check_line_up
from arena.ladder.model_problems import sound_part
from arena.ladder.reception import Reception
from arena.ladder.stored_entrant import Origin, StoredEntrant
from arena.ladder.twin import draft_twin
from arena.ladder.yaml_source import YamlSource, read_yaml


@dataclass(frozen=True)
class Entrant:
    """A named, configured bot at one version.

    `spec` is what the config calls the bot, `options` holds every option the bot declares, and `games` names the
    games it plays in this ladder. The bot of a `timed` one lets time decide what it does; `noise` is the
    probability that the host replaces an answer (`arena.hosts.noise`). Code must not be run in this process unless
    the isolation is `none`.
    """

    name: str
    version: str
    spec: str
    options: Mapping[str, OptionValue]
    author: str | None
    games: tuple[str, ...]
    loaded: LoadedBot
    isolation: Isolation
    limits: Limits = field(default_factory=Limits)
    origin: Origin = Origin.CONFIG
    timed: bool = False
    noise: float = 0.0

    @property
    def key(self) -> str:
        """What schedules, results and ratings call it: ``name@version``."""
        return f"{self.name}@{self.version}"


@dataclass(frozen=True)
class Pool:
    """A game under a variant, with the entrants that the config names for it.

    `judge` makes what ends the pool by its results, if something does.
    """

    id: str
    game: str
    variant: Variant
    entrants: tuple[Entrant, ...]
    judge: Callable[[], Judge] | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The entrants' keys."""
        return tuple(entrant.key for entrant in self.entrants)

    @property
    def sides(self) -> int:
        """The number of sides in a match."""
        return len(GAMES[self.game].sides(self.variant))


@dataclass(frozen=True)
class Ladder:
    """A config in which everything has been checked."""

    name: str
    config: LadderConfig
    pools: tuple[Pool, ...]
    entrants: tuple[Entrant, ...]

    @property
    def names(self) -> frozenset[str]:
        """The names that the config uses."""
        return frozenset(entrant.name for entrant in self.entrants)

    def __contains__(self, key: str) -> bool:
        """Whether the config has an entrant with this key."""
        return key in self._by_key

    def entrant(self, key: str) -> Entrant:
        """The entrant with a key, ``name@version``. Raises KeyError."""
        return self._by_key[key]

    @cached_property
    def _by_key(self) -> dict[str, Entrant]:
        return {entrant.key: entrant for entrant in self.entrants}


def load_ladder(path: Path, folder: Path | None = None) -> Ladder:
    """Read a config and load all that it names: variants, bots and their options.

    `folder` is the ladder's, if it may have one: the entrants that have been submitted to it count too, and its
    bundles may be named. Raises ConfigError with every problem of all of them.
    """
    return _load(path, folder, () if folder is None else guests(folder))


def load_config_of(path: Path, folder: Path | None = None) -> Ladder:
    """Like `load_ladder`, for a ladder that need not have entrants enough yet."""
    return _load(path, folder, None)


def _load(path: Path, folder: Path | None, others: Sequence[StoredEntrant] | None) -> Ladder:
    source = read_yaml(path)
    config = check_config(source)
    pool_drafts = draft_pools(source)
    with ExitStack() as stack:
        reception = _reception(source, None if folder is None else shelf_in(folder))
        entrant_drafts = draft_entrants(source, pool_drafts, reception and stack.enter_context(reception))
    entrant_drafts += draft_twin(source, entrant_drafts)
    if others is not None:
        check_line_up(source, pool_drafts, entrant_drafts, others)
    if config is not None:
        _check_seed(source, config, others is None or len(others) > 0)
        _check_open_cards(source, config, entrant_drafts)
    source.check()
    assert config is not None  # otherwise the source has problems
    entrants = {draft.at: _entrant(draft, pool_drafts, config) for draft in entrant_drafts}
    pools = []
    for pool in pool_drafts:
        assert pool.game is not None
        assert pool.variant is not None
        playing = tuple(entrants[draft.at] for draft in entrant_drafts if pool.id in (draft.pools or ()))
        judge = _judge(config.stop.resolved, len(GAMES[pool.game].sides(pool.variant)))
        pools.append(Pool(pool.id, pool.game, pool.variant, playing, judge))
    return Ladder(config.ladder, config, tuple(pools), tuple(entrants.values()))


def _reception(source: YamlSource, shelf: Shelf | None) -> Reception | None:
    """Where the config's bots are met, whatever else is wrong; None if it is not known how to hold them."""
    if source.has_faults_in(("isolation",)):
        return None
    isolation = IsolationConfig()
    if "isolation" in source.data:
        isolation = sound_part(IsolationConfig, source, ("isolation",)) or isolation
    limits = sound_part(LimitsConfig, source, ("limits",)) or LimitsConfig()
    return Reception(isolation, limits, source.path.parent, shelf)


def _check_seed(source: YamlSource, config: LadderConfig, guests: bool) -> None:
    """Refuse a seed that a bot could find by trying, unless all bots are trusted."""
    kinds = {entrant.isolation or config.isolation.kind for entrant in config.entrants}
    if guests:
        kinds.add(config.isolation.kind)
    if can_be_guessed(config.seed) and kinds != {"none"}:
        source.report(
            ("seed",),
            "so short that a bot could find it by trying, and with it the hidden cards; expected 32 hex digits, "
            "or no seed (one is made at the first run), or isolation: none for bots that you trust",
        )


def _check_open_cards(source: YamlSource, config: LadderConfig, drafts: Sequence[EntrantDraft]) -> None:
    """Refuse a bot that is shown all cards unless all are trusted and every table tells it by its name."""
    for draft in drafts:
        if draft.facts is None or not draft.facts.open_cards:
            continue
        apart = [one.name for one in drafts if (one.config.isolation or config.isolation.kind) != "none"]
        if apart:
            source.report(
                (*draft.at, "bot"),
                f"shown all cards, which takes isolation: none for every entrant; {apart[0]} has another",
            )
        if draft.name is not None and not draft.name.startswith("open_cards"):
            source.report(
                (*draft.at, "name"),
                f"shown all cards; expected a name that begins with open_cards, so that every table says so, "
                f"got {draft.name!r}",
            )


def _judge(resolved: ResolvedConfig | None, sides: int) -> Callable[[], Judge] | None:
    """What ends a pool with so many sides once its order is settled, if something does."""
    if resolved is None:
        return None
    from arena.ladder.resolved import ResolvedJudge  # needs scipy, for which other ladders need not wait

    return partial(ResolvedJudge, sides, resolved.p, resolved.top)


def record_of(entrant: Entrant) -> StoredEntrant:
    """What a ladder keeps of an entrant, with the present versions of the packages that its files import."""
    loaded = entrant.loaded
    modules = set(imported_packages(loaded.files)) if not isinstance(loaded, Command) else set()
    if loaded.module and not loaded.main:
        modules.add(loaded.module)
    return StoredEntrant(
        name=entrant.name,
        version=entrant.version,
        spec=entrant.spec,
        options=dict(entrant.options),
        author=entrant.author,
        origin=entrant.origin,
        bundle=loaded.bundle,
        main=loaded.main,
        class_name=loaded.class_name,
        games=loaded.games,
        packages=package_versions(modules),
        timed=entrant.timed,
        noise=entrant.noise,
    )


def _entrant(draft: EntrantDraft, pools: list[PoolDraft], config: LadderConfig) -> Entrant:
    """The entrant of a draft without problems."""
    assert draft.name is not None
    assert draft.loaded is not None
    assert draft.facts is not None
    assert draft.options is not None
    games = [pool.game for pool in pools if pool.game is not None and pool.id in (draft.pools or ())]
    return Entrant(
        name=draft.name,
        version=draft.loaded.version(draft.options, draft.config.noise),
        spec=draft.loaded.spec,
        options=draft.options,
        author=draft.config.author,
        games=tuple(dict.fromkeys(games)),
        loaded=draft.loaded,
        isolation=isolation_of(draft.config.isolation or config.isolation.kind, Origin.CONFIG),
        limits=limits_of(config.limits, draft.config.limits),
        timed=draft.facts.timed,
        noise=draft.config.noise,
    )
