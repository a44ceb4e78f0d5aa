"""The field of a pool: who plays in it, and how."""

from collections.abc import Mapping, Sequence
from typing import Any

from arena.ladder.entrants import Ladder, Pool
from arena.ladder.events import Field, Qualified, Roster
from arena.ladder.format_config import StageConfig
from arena.ladder.formats.authors import shared_authors
from arena.ladder.schedule import Place, name_of
from arena.ladder.twin import with_twin


def field_of(
    ladder: Ladder,
    pool: Pool,
    roster: Roster,
    authors: Mapping[str, str | None],
    cut: Place = (1, 0),
    last: Field | None = None,
) -> Field:
    """The field that config and roster make, from a place of the schedule on, in the stage of the `last` one.

    `authors` has every entrant's.
    """
    if last is None:
        return _field(ladder, pool, roster, authors, cut, 1, None)
    return _field(ladder, pool, roster, authors, cut, last.stage, last.qualified)


def field_of_next_stage(
    ladder: Ladder,
    pool: Pool,
    roster: Roster,
    authors: Mapping[str, str | None],
    cut: Place,
    last: Field,
    ranking: Sequence[str],
) -> Field:
    """The field of the stage after the `last` one's, which ended with this ranking (names, best first)."""
    top = ladder.config.format.in_turn[last.stage].top
    qualified = Qualified(tuple(ranking[:top]), top, ladder.config.rank_by)
    return _field(ladder, pool, roster, authors, cut, last.stage + 1, qualified)


def likely_next_field(ladder: Ladder, last: Field) -> Field:
    """The field of the stage after the `last` one's, if those reach it who are listed first."""
    stage = ladder.config.format.in_turn[last.stage]
    entrants = last.entrants[: stage.top]
    return Field(
        entrants=entrants,
        challengers=_challengers(ladder, stage, entrants),
        format=_options(stage),
        cut=(1, 0),
        authors={key: last.authors[key] for key in entrants if key in last.authors},
        stage=last.stage + 1,
    )


def _field(
    ladder: Ladder,
    pool: Pool,
    roster: Roster,
    authors: Mapping[str, str | None],
    cut: Place,
    number: int,
    qualified: Qualified | None,
) -> Field:
    stage = ladder.config.format.in_turn[number - 1]
    entrants = roster.playing(pool.keys)
    if qualified is not None:
        playing = {name_of(key): key for key in entrants}
        entrants = tuple(playing[name] for name in qualified.names if name in playing)
    return Field(
        entrants=entrants,
        challengers=_challengers(ladder, stage, entrants),
        format=_options(stage),
        cut=cut,
        authors=shared_authors({key: authors.get(key) for key in entrants}, pool.sides),
        stage=number,
        qualified=qualified,
        afresh=stage.carry_over == "nothing",
    )


def _challengers(ladder: Ladder, stage: StageConfig, entrants: Sequence[str]) -> tuple[str, ...]:
    """Those who challenge, in a gauntlet; the twin of one is one too."""
    names = with_twin(stage.challengers, ladder.config.null_twin)
    return tuple(key for key in entrants if name_of(key) in names)


def _options(stage: StageConfig) -> dict[str, Any]:
    """What the schedule has to know of a format besides who challenges, where it ends and who takes part."""
    return stage.model_dump(mode="json", exclude_none=True, exclude={"challengers", "top", "carry_over", "stop"})
