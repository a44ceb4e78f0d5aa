"""What the requests in a ladder's inbox change in one of its pools. Pure."""

from collections.abc import Collection, Iterable

from arena.ladder.events import Change, ChangeKind, Roster
from arena.ladder.inbox import Request, Resume, Submit, Withdraw
from arena.ladder.schedule import name_of
from arena.ladder.stored_entrant import Origin


def changes_asked(
    requests: Iterable[Request], game: str, config: Collection[str], roster: Roster
) -> tuple[Change, ...]:
    """The changes that requests, in their order, make in a pool of this game whose roster is this.

    `config` are the entrants that the config names for it. What is so already, or is so again after all of them,
    changes nothing: so requests may be taken twice.
    """
    before = roster
    changes: list[Change] = []
    for request in requests:
        change = _change(request, game, config, roster)
        if change is not None:
            changes.append(change)
            roster = roster.after([change])
    return tuple(changes) if roster != before else ()


def _change(request: Request, game: str, config: Collection[str], roster: Roster) -> Change | None:
    entered = {name_of(key): (key, origin) for key, origin in roster.entered(config).items()}
    match request:
        case Submit():
            entrant = request.entrant
            withdrawn = (entrant.name, Origin.SUBMITTED) in roster.withdrawn
            known = roster.submitted.get(entrant.name) == entrant.key
            if game in entrant.games and (withdrawn or not known):
                return Change(ChangeKind.SUBMITTED, entrant.key, Origin.SUBMITTED)
        case Withdraw():
            if request.name in entered:
                key, origin = entered[request.name]
                if (request.name, origin) not in roster.withdrawn:
                    return Change(ChangeKind.WITHDRAWN, key, origin)
        case Resume():
            if request.name in entered and not roster.is_in(*entered[request.name]):
                return Change(ChangeKind.RESUMED, *entered[request.name])
    return None
