"""What happens at a table, told so that a page can draw it without knowing the rules.

Each event of a match becomes ``{"e": kind, …}``, with cards and calls as text, and after it comes what the rules
make of it: the contract, who won a trick, a ban. The kinds are deal, hand, stock, drew, discarded, exchanged,
call, contract, play, trick, ban, scored, end and fault. Those with a `to` are for that seat alone, as the events
they come from are (−1: for the record alone), so that a page that is sent only what a seat may see draws what that
seat may know.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final, Protocol

from arena.games.base import Event, Game, HandDealt, MatchEnded, Variant
from arena.match.transcript import replay
from arena.records import Fault, MatchResult, Substitution
from arena.report.viewer.bridgette import BridgetteTable
from arena.report.viewer.cards import texts
from arena.report.viewer.fiftysix import FiftySixTable

TableEvent = dict[str, Any]
COUNTED: Final = frozenset({"exchanged", "call", "play"})
"""The kinds that `Substitution.index` counts."""


class Table(Protocol):
    """How a game tells of its own events."""

    def tell(self, event: Event) -> Iterator[TableEvent]:
        """What to draw for the next event."""
        ...


TABLES: Final[Mapping[str, Any]] = {"bridgette": BridgetteTable, "fiftysix": FiftySixTable}
"""Each game's `Table`, made from the variant."""


def table_events(game: Game[Any], variant: Variant, events: Iterable[Event]) -> Iterator[TableEvent]:
    """These events of a match, all of them or those that one seat saw, as a page draws them."""
    table: Table = TABLES[game.name](variant)
    for event in events:
        if isinstance(event, HandDealt):
            yield {"e": "hand", "to": event.seat, "cards": texts(event.cards)}
        elif isinstance(event, MatchEnded):
            yield {"e": "end", "places": list(event.places), "scores": list(event.scores)}
        else:
            yield from table.tell(event)


def match_events(
    game: Game[Any], variant: Variant, seed: str, match: MatchResult, costs: Sequence[Sequence[int]] = ()
) -> list[TableEvent]:
    """All that happened in a finished match, with the substitutes' actions marked and the fault that ended it.

    `costs` are the tricks that each card cost, by deal in the order played; where it is 0 nothing is told.
    """
    _, events = replay(game, variant, seed, match.transcript)
    told = list(table_events(game, variant, events))
    _mark(told, match.substituted)
    plays = (event for event in told if event["e"] == "play")
    for event, cost in zip(plays, chain.from_iterable(costs), strict=False):
        if cost:
            event["cost"] = cost
    if match.fault is not None:
        told.append(_fault(match.fault, match.places))
    return told


def _mark(told: Iterable[TableEvent], substituted: Iterable[Substitution]) -> None:
    """Say at each action that a substitute took why it did (F25)."""
    why = {(entry.deal, entry.index): f"{entry.kind}: {entry.detail}" for entry in substituted}
    deal = index = 0
    for event in told:
        if event["e"] == "deal":
            deal, index = event["number"], 0
        elif event["e"] in COUNTED:
            if (deal, index) in why:
                event["substituted"] = why[deal, index]
            index += 1


def _fault(fault: Fault, places: tuple[int, ...]) -> TableEvent:
    action = " ".join(fault.action) if isinstance(fault.action, tuple) else fault.action
    return {
        "e": "fault",
        "seat": fault.seat,
        "kind": str(fault.kind),
        "detail": fault.detail,
        "action": action,
        "places": list(places),
    }
