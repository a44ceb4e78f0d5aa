"""Whether pools, entrants, format and stop fit together, so that every pool has something to play."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from arena.errors import did_you_mean
from arena.ladder.config import StopConfig
from arena.ladder.deadline import local_time, moment
from arena.ladder.drafts import EntrantDraft, PoolDraft
from arena.ladder.format_config import StageConfig, StageStopConfig, sound_stages
from arena.ladder.model_problems import sound_part, sound_texts
from arena.ladder.problems import KeyPath
from arena.ladder.seatings import seatings
from arena.ladder.stored_entrant import StoredEntrant
from arena.ladder.twin import with_twin
from arena.ladder.yaml_source import YamlSource


@dataclass(frozen=True)
class _Player:
    """An entrant of a pool, from the config or submitted."""

    name: str
    author: str | None


def check_line_up(
    source: YamlSource, pools: list[PoolDraft], entrants: list[EntrantDraft], guests: Sequence[StoredEntrant]
) -> None:
    """Report names that do not fit, pools without a match, ties that cannot be, and too early stops.

    `guests` are the submitted entrants: if there are any, a pool may wait for more of them. An entrant about which
    something could not be found out has the benefit of the doubt.
    """
    stages = sound_stages(source)
    if not source.is_faulty(("entrants",)):
        _check_names(source, entrants, guests)
        for at in stages or [("format",)]:
            _check_named(source, at, entrants, guests)
        fields = {pool.index: _field(source, pool, entrants, guests) for pool in pools}
        # With submissions a pool may wait for more of them, as long as there is another to play.
        waiting = {index for index, field in fields.items() if guests and field.lack}
        for pool in pools:
            if pool.index not in waiting or len(waiting) == len(pools):
                _check_pool(source, pool, stages, fields[pool.index])
    for pool in pools:
        _check_stop(source, ("stop",), pool)
    for at, stage in stages.items():
        for pool in pools:
            _check_stop(source, (*at, "stop"), pool)
        if stage.kind == "knockout":
            _check_ties(source, at, stage, pools)
    _check_time(source)


def _check_names(source: YamlSource, entrants: list[EntrantDraft], guests: Sequence[StoredEntrant]) -> None:
    taken = {guest.name for guest in guests}
    for entrant in entrants:
        if entrant.name in taken:
            way_out = "leave out the twin" if entrant.at == ("null_twin",) else "give this one another name"
            source.report(
                entrant.at,
                f"the name {entrant.name!r} is also that of an entrant that was submitted; {way_out}, or take "
                f"that one out: arena entrants RESULTS {shlex.quote(entrant.name)} --withdraw",
            )


def _check_named(
    source: YamlSource, at: KeyPath, entrants: list[EntrantDraft], guests: Sequence[StoredEntrant]
) -> None:
    """Report challengers and seeds of a format that are no entrants."""
    kind = source.value((*at, "kind"))
    key = {"gauntlet": "challengers", "knockout": "seeding"}.get(kind if isinstance(kind, str) else "")
    if key is None:
        return
    names = [entrant.name for entrant in entrants if entrant.name is not None]
    if len(names) < _asked_for(source):
        return
    names += [guest.name for guest in guests]
    for i, name in sound_texts(source, (*at, key)).items():
        if name not in names:
            source.report(
                (*at, key, i),
                f"no entrant {name!r}; known: {', '.join(names)}{did_you_mean(name, names)}",
            )


@dataclass(frozen=True)
class _Field:
    """Who plays in a pool, how many more may, and what it lacks for a match ("" if nothing)."""

    players: tuple[_Player, ...]
    in_doubt: int
    lack: str

    @property
    def playing(self) -> str:
        """How many play in it, and who."""
        names = ", ".join(player.name for player in self.players)
        return f"has {len(self.players)}" + (f": {names}" if names else "")


def _field(
    source: YamlSource, pool: PoolDraft, entrants: list[EntrantDraft], guests: Sequence[StoredEntrant]
) -> _Field:
    known = [entrant for entrant in entrants if entrant.name is not None and entrant.pools is not None]
    players = [
        _Player(str(entrant.name), entrant.config.author) for entrant in known if pool.id in (entrant.pools or ())
    ]
    players += [_Player(guest.name, guest.author) for guest in guests if pool.game in guest.games]
    field = _Field(tuple(players), _asked_for(source) - len(known), "")
    return field if pool.sides is None else replace(field, lack=_lack(field, pool.sides))


def _lack(field: _Field, sides: int) -> str:
    if len(field.players) + field.in_doubt < sides:
        return f"needs an entrant for each of its {sides} sides, {field.playing}"
    if sides > 2 and _apart(field.players) + field.in_doubt < sides:
        return (
            f"needs entrants of {sides} authors for a match, as those of one author never meet in it; it "
            f"{field.playing}"
        )
    return ""


def _check_pool(source: YamlSource, pool: PoolDraft, stages: Mapping[KeyPath, StageConfig], field: _Field) -> None:
    """Report a pool in which there could not be one match."""
    if pool.sides is None:
        return
    at = ("games", pool.index)
    players, in_doubt, playing = field.players, field.in_doubt, field.playing
    if field.lack:
        source.report(at, field.lack)
    elif not source.has_faults_in(("format",)):
        for stage in stages.values():
            challenging = with_twin(stage.challengers, source.value(("null_twin",)))
            others = [player for player in players if player.name not in challenging]
            if stage.kind != "gauntlet":
                continue
            if len(players) == len(others) and not in_doubt:
                source.report(at, f"none of the format's challengers plays in it; it {playing}")
            elif len(others) + in_doubt < pool.sides - 1:
                source.report(
                    at, f"needs {pool.sides - 1} entrants that are no challengers for a match; it {playing}"
                )
    for place, stage in stages.items():
        if stage.top is not None and stage.top < pool.sides:
            source.report(
                (*place, "top"),
                f"expected at least {pool.sides}, the sides of a match in pool {pool.id!r}, got {stage.top}",
            )
        if stage.top is not None and not in_doubt and pool.sides <= len(players) < stage.top:
            source.report((*place, "top"), f"expected at most {len(players)}, as pool {pool.id!r} {playing}")


def _check_ties(source: YamlSource, at: KeyPath, form: StageConfig, pools: Sequence[PoolDraft]) -> None:
    """Report options of a knockout that do not fit the number of sides in the pools' matches."""
    sides = {pool.sides: pool.id for pool in reversed(pools) if pool.sides is not None}
    groups = sorted(n for n in sides if n > 2)
    if form.lives == 2 and groups:
        n = groups[-1]
        source.report((*at, "lives"), f"pool {sides[n]!r} has {n} sides; two lives are for ties of two")
    if form.third_place and sides and 2 not in sides:
        source.report((*at, "third_place"), "a final of more than two sides ranks them all; leave this out")
    if form.advance is not None and sides and not groups:
        source.report((*at, "advance"), "from a tie of two sides one goes on; leave this out")
    if form.advance is not None and groups and form.advance >= groups[0]:
        source.report(
            (*at, "advance"),
            f"expected less than {groups[0]}, the sides of a match in pool {sides[groups[0]]!r}, "
            f"got {form.advance}",
        )


def _asked_for(source: YamlSource) -> int:
    """How many entrants the config asks for, sound or not."""
    return len(source.value(("entrants",)) or ()) + (source.value(("null_twin",)) is not None)


def _apart(players: Sequence[_Player]) -> int:
    """How many of them could meet in one match."""
    authors = {player.author for player in players if player.author is not None}
    return len(authors) + sum(player.author is None for player in players)


def _check_stop(source: YamlSource, at: KeyPath, pool: PoolDraft) -> None:
    """Report a limit of matches, the ladder's or that of a stage, that is below one set."""
    stop = sound_part(StageStopConfig if len(at) > 1 else StopConfig, source, at) if source.value(at) else None
    mode = source.data.get("seatings", "rotations")
    if pool.sides is None or stop is None or stop.matches is None or source.is_faulty(("seatings",)):
        return
    matches_per_set = len(seatings(mode, pool.sides))
    if stop.matches < matches_per_set:
        source.report(
            (*at, "matches"),
            f"expected at least {matches_per_set}, the matches of one set in pool {pool.id!r}, got {stop.matches}",
        )


def _check_time(source: YamlSource) -> None:
    """Report a stop that is past."""
    stop = sound_part(StopConfig, source, ("stop",)) if "stop" in source.data else None
    now = local_time()
    if stop is not None and stop.at is not None and moment(stop.at, now) <= now:
        source.report(
            ("stop", "at"),
            f"{stop.at} is past, it is now {now:%Y-%m-%d %H:%M} here; expected a time to come, or a time of day "
            'such as "07:00", which is the next one',
        )
