"""Whether pools, entrants, format and stop fit together, so that every pool has something to play."""

from arena.errors import did_you_mean
from arena.ladder.config import FormatConfig, StopConfig
from arena.ladder.drafts import EntrantDraft, PoolDraft
from arena.ladder.model_problems import sound_part
from arena.ladder.seatings import seatings
from arena.ladder.yaml_source import YamlSource


def check_line_up(source: YamlSource, pools: list[PoolDraft], entrants: list[EntrantDraft]) -> None:
    """Report unknown challengers, pools with too few entrants, and stops before the first set.

    An entrant about which something could not be found out has the benefit of the doubt.
    """
    form = sound_part(FormatConfig, source, ("format",))
    challengers = form.challengers if form is not None and form.kind == "gauntlet" else ()
    if not source.is_faulty(("entrants",)):
        _check_challengers(source, challengers, entrants)
        for pool in pools:
            _check_pool(source, pool, challengers, entrants)
    for pool in pools:
        _check_stop(source, pool)


def _check_challengers(source: YamlSource, challengers: tuple[str, ...], entrants: list[EntrantDraft]) -> None:
    names = [entrant.name for entrant in entrants if entrant.name is not None]
    if len(names) < len(source.value(("entrants",)) or ()):
        return
    for i, name in enumerate(challengers):
        if name not in names:
            source.report(
                ("format", "challengers", i),
                f"no entrant {name!r}; known: {', '.join(names)}{did_you_mean(name, names)}",
            )


def _check_pool(
    source: YamlSource, pool: PoolDraft, challengers: tuple[str, ...], entrants: list[EntrantDraft]
) -> None:
    """Report a pool that has too few entrants for one match."""
    if pool.sides is None:
        return
    known = [entrant for entrant in entrants if entrant.name is not None and entrant.pools is not None]
    in_doubt = len(source.value(("entrants",)) or ()) - len(known)
    names = [str(entrant.name) for entrant in known if pool.id in (entrant.pools or ())]
    playing = f"has {len(names)}" + (f": {', '.join(names)}" if names else "")
    field = [name for name in names if name not in challengers]
    if len(names) + in_doubt < pool.sides:
        source.report(("games", pool.index), f"needs an entrant for each of its {pool.sides} sides, {playing}")
    elif challengers and not source.has_faults_in(("format",)):
        if len(names) == len(field) and not in_doubt:
            source.report(("games", pool.index), f"none of the format's challengers plays in it; it {playing}")
        elif len(field) + in_doubt < pool.sides - 1:
            source.report(
                ("games", pool.index),
                f"needs {pool.sides - 1} entrants that are no challengers for a match; it {playing}",
            )


def _check_stop(source: YamlSource, pool: PoolDraft) -> None:
    """Report a limit of matches that is below one set."""
    stop = sound_part(StopConfig, source, ("stop",)) if "stop" in source.data else None
    mode = source.data.get("seatings", "rotations")
    if pool.sides is None or stop is None or stop.matches is None or source.is_faulty(("seatings",)):
        return
    matches_per_set = len(seatings(mode, pool.sides))
    if stop.matches < matches_per_set:
        source.report(
            ("stop", "matches"),
            f"expected at least {matches_per_set}, the matches of one set in pool {pool.id!r}, got {stop.matches}",
        )
