"""The field of a pool: who plays in it, and how."""

from collections.abc import Mapping

from arena.ladder.entrants import Ladder, Pool
from arena.ladder.events import Field, Roster
from arena.ladder.formats.authors import shared_authors
from arena.ladder.schedule import Place, name_of


def field_of(
    ladder: Ladder, pool: Pool, roster: Roster, authors: Mapping[str, str | None], cut: Place = (1, 0)
) -> Field:
    """The field that config and roster make, from a place of the schedule on; `authors` has every entrant's."""
    form = ladder.config.format
    entrants = roster.playing(pool.keys)
    return Field(
        entrants=entrants,
        challengers=tuple(key for key in entrants if name_of(key) in ladder.challengers),
        format=form.model_dump(mode="json", exclude_none=True, exclude={"challengers"}),
        cut=cut,
        authors=shared_authors({key: authors.get(key) for key in entrants}, pool.sides),
    )
