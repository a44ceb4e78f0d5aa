"""A ladder ready to run: its pools with checked variants, and its entrants with loaded bots."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from arena.bots.loading import LoadedBot
from arena.bots.options import OptionValue
from arena.games import GAMES
from arena.games.base import Variant
from arena.ladder.config import LadderConfig, check_config
from arena.ladder.drafts import EntrantDraft, PoolDraft, draft_entrants, draft_pools
from arena.ladder.line_up import check_line_up
from arena.ladder.yaml_source import read_yaml


@dataclass(frozen=True)
class Entrant:
    """A named, configured bot at one version.

    `spec` is what the config calls the bot, `options` holds every option the bot declares, and `games` names the
    games it plays in this ladder.
    """

    name: str
    version: str
    spec: str
    options: Mapping[str, OptionValue]
    author: str | None
    games: tuple[str, ...]
    loaded: LoadedBot

    @property
    def key(self) -> str:
        """What schedules, results and ratings call it: ``name@version``."""
        return f"{self.name}@{self.version}"


@dataclass(frozen=True)
class Pool:
    """A game under a variant, with the entrants that play it; `challengers` are keys (gauntlet only)."""

    id: str
    game: str
    variant: Variant
    entrants: tuple[Entrant, ...]
    challengers: tuple[str, ...]

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

    def entrant(self, key: str) -> Entrant:
        """The entrant with a key, ``name@version``. Raises KeyError."""
        return self._by_key[key]

    @cached_property
    def _by_key(self) -> dict[str, Entrant]:
        return {entrant.key: entrant for entrant in self.entrants}


def load_ladder(path: Path) -> Ladder:
    """Read a config and load all that it names: variants, bots and their options.

    Raises ConfigError with every problem of all of them.
    """
    source = read_yaml(path)
    config = check_config(source)
    pool_drafts = draft_pools(source)
    entrant_drafts = draft_entrants(source, pool_drafts)
    check_line_up(source, pool_drafts, entrant_drafts)
    source.check()
    assert config is not None  # otherwise the source has problems
    entrants = {draft.index: _entrant(draft, pool_drafts) for draft in entrant_drafts}
    pools = []
    for pool in pool_drafts:
        assert pool.game is not None
        assert pool.variant is not None
        playing = tuple(entrants[draft.index] for draft in entrant_drafts if pool.id in (draft.pools or ()))
        challengers = tuple(entrant.key for entrant in playing if entrant.name in config.format.challengers)
        pools.append(Pool(pool.id, pool.game, pool.variant, playing, challengers))
    return Ladder(config.ladder, config, tuple(pools), tuple(entrants.values()))


def _entrant(draft: EntrantDraft, pools: list[PoolDraft]) -> Entrant:
    """The entrant of a draft without problems."""
    assert draft.name is not None
    assert draft.loaded is not None
    assert draft.options is not None
    games = [pool.game for pool in pools if pool.game is not None and pool.id in (draft.pools or ())]
    return Entrant(
        name=draft.name,
        version=draft.loaded.version(draft.options),
        spec=draft.config.bot,
        options=draft.options,
        author=draft.config.author,
        games=tuple(dict.fromkeys(games)),
        loaded=draft.loaded,
    )
