"""A person at the table: what they are told, and what their answers come to."""

from collections.abc import Sequence
from typing import Any

import pytest

from arena.bots import Bot
from arena.games import GAMES
from arena.games.base import Event, MatchEnded, PrivateEvent
from arena.games.bridgette.events import BridgetteDealEnded
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.hosts.person import PersonPlayers, WatchedPlayers
from arena.match.players import FaultError
from arena.match.referee import play_match
from arena.records import MatchResult, Termination

GAMES_AND_OPTIONS: list[tuple[str, dict[str, object]]] = [
    ("bridgette", {}),
    ("fiftysix", {"players": 4, "tables": 1}),
    ("fiftysix", {"players": 8, "tables": 1}),
]
EITHER_GAME = pytest.mark.parametrize(("game", "options"), GAMES_AND_OPTIONS, ids=str)


class Last(Bot):
    """Always the last legal action."""

    games = ("bridgette", "fiftysix")

    def act(self, view: Any) -> object:
        return view.legal[-1]


class Broken(Last):
    def act(self, view: Any) -> object:
        raise RuntimeError("no idea")


class LastByHand:
    """A person who does the same."""

    def __init__(self) -> None:
        self.seen: list[Event] = []
        self.faults: list[FaultError] = []

    def see(self, view: Any, event: Event) -> None:
        self.seen.append(event)

    def answer(self, view: Any) -> object:
        return view.legal[-1]

    def hear_fault(self, fault: FaultError) -> None:
        self.faults.append(fault)


class Onlooker(LastByHand):
    """A watcher who takes down all hands."""

    def see(self, views: Sequence[Any], event: Event) -> None:
        self.seen.append(event)
        self.hands = [view.hand for view in views]


def play(
    game: str, options: dict[str, object], person: Any, seat: int | None, bot: type[Bot] = Last
) -> MatchResult:
    rules = GAMES[game]
    variant = rules.variant(options)
    seats = sum(map(len, rules.sides(variant)))
    bots = InProcessPlayers(rules, variant, "seed", {i: Seating(bot, {}) for i in range(seats) if i != seat})
    players: Any = (
        WatchedPlayers(rules, variant, bots, person)
        if seat is None
        else PersonPlayers(rules, variant, bots, seat, person)
    )
    return play_match(rules, variant, "seed", players, order=range(len(rules.sides(variant))))


@EITHER_GAME
def test_a_match_with_a_person_is_the_match_that_a_bot_of_the_same_mind_plays(
    game: str, options: dict[str, object]
) -> None:
    for seat in (0, 1):
        assert play(game, options, LastByHand(), seat) == play(game, options, Onlooker(), None)


@EITHER_GAME
def test_a_person_is_told_what_the_seat_may_see_and_nothing_else(game: str, options: dict[str, object]) -> None:
    for seat in (0, 1):
        person = LastByHand()
        play(game, options, person, seat)
        assert {event.seat for event in person.seen if isinstance(event, PrivateEvent)} == {seat}
        assert isinstance(person.seen[-1], MatchEnded)


@EITHER_GAME
def test_a_watcher_is_told_of_every_seat(game: str, options: dict[str, object]) -> None:
    watcher = Onlooker()
    play(game, options, watcher, None)
    seats = {event.seat for event in watcher.seen if isinstance(event, PrivateEvent)}
    assert seats == set(range(len(watcher.hands)))


def test_what_a_person_raises_goes_through() -> None:
    class Leaves(LastByHand):
        def answer(self, view: Any) -> object:
            raise EOFError

    with pytest.raises(EOFError):
        play("bridgette", {}, Leaves(), 0)


def test_a_person_hears_of_a_bots_fault_and_the_referee_punishes_it() -> None:
    person = LastByHand()
    result = play("bridgette", {}, person, 0, Broken)
    assert [fault.detail for fault in person.faults] == ["RuntimeError: no idea"]
    assert result.termination is Termination.FORFEIT
    assert result.places == (1, 2)
    assert not any(isinstance(event, BridgetteDealEnded) for event in person.seen)
    watcher = Onlooker()
    play("fiftysix", {"players": 6, "tables": 1, "max_deals": 1}, watcher, None, Broken)
    assert {fault.seat for fault in watcher.faults} == set(range(6))
