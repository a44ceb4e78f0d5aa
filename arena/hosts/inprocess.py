"""The host for isolation `none`: trusted bots as plain objects in the referee's own process."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.bots.base import Bot
from arena.bots.options import OptionValue
from arena.cards import Card
from arena.games.base import (
    DealEnded,
    Event,
    Game,
    HandDealt,
    MatchEnded,
    MatchStarted,
    Observation,
    PrivateEvent,
    Variant,
)
from arena.hosts.details import describe_exception
from arena.match.players import FaultError
from arena.records import FaultKind
from arena.seeds import bot_rng

_HOOKS = ("match_start", "deal_start", "on_event", "deal_end", "match_end")


@dataclass(frozen=True)
class Seating:
    """Who sits at one seat: the bot's class and the options of its entrant."""

    bot_class: type[Bot]
    options: Mapping[str, OptionValue]


class InProcessPlayers:
    """Bots of one match in this process; implements `arena.match.players.Players`.

    They share one `Public`, so that a public event is taken in once however many seats there are.
    """

    def __init__(self, game: Game[Any], variant: Variant, seed: str, seats: Sequence[Seating]) -> None:
        self._seats = seats
        self._rngs = [bot_rng(seed, seat) for seat in range(len(seats))]
        self._public = game.public(variant)
        self._observations = [game.observation(self._public, seat) for seat in range(len(seats))]
        self._bots: list[Bot | None] = [None] * len(seats)
        self._listeners: dict[str, list[int]] = {}
        self._discards: list[list[int]] = [[] for _ in seats]
        self._faults: dict[int, FaultError] = {}

    def see(self, event: Event) -> None:
        """Pass an event on, see `Players.see`."""
        if isinstance(event, PrivateEvent):
            self._observations[event.seat].see(event)
            if isinstance(event, HandDealt) and event.seat in self._listeners["deal_start"]:
                self._call_hook("deal_start", [event.seat])
        else:
            self._public.see(event)
            if isinstance(event, MatchStarted):
                self._seat_bots()
                self._call_hook("match_start", self._listeners["match_start"])
            elif self._listeners["on_event"]:
                self._call_hook("on_event", self._listeners["on_event"], event)
            if isinstance(event, DealEnded):
                self._call_hook("deal_end", self._listeners["deal_end"], event)
            elif isinstance(event, MatchEnded):
                self._call_hook("match_end", self._listeners["match_end"], event)
        if self._faults:
            fault = self._faults[min(self._faults)]
            self._faults.clear()
            raise fault

    def decide(self, seat: int) -> int:
        """Ask a seat for its action, see `Players.decide`."""
        waiting = self._discards[seat]
        if waiting:
            return waiting.pop()
        bot = self._bots[seat]
        if bot is None:
            raise FaultError(seat, FaultKind.CRASH, "the bot did not start")
        observation = self._observations[seat]
        view = observation.view
        asked = "act" if hasattr(bot, "act") else view.phase
        try:
            answer = getattr(bot, asked)(view)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise FaultError(seat, FaultKind.CRASH, describe_exception(error)) from error
        if asked == "discard":
            return self._take_discards(seat, observation, answer)
        try:
            return observation.action(answer)
        except TypeError as error:
            raise FaultError(seat, FaultKind.PROTOCOL, f"{asked}: {error}") from error

    def retire(self, seat: int) -> None:
        """Leave a seat to the substitute, see `Players.retire`."""
        for listeners in self._listeners.values():
            if seat in listeners:
                listeners.remove(seat)

    def close(self) -> None:
        """Nothing outlives the objects."""

    def _seat_bots(self) -> None:
        """Create the bots; a seat whose bot cannot be created stays empty."""
        self._listeners = {hook: [] for hook in _HOOKS}
        for seat, seating in enumerate(self._seats):
            try:
                self._bots[seat] = seating.bot_class.create(seating.options, self._rngs[seat])
            except BaseException as error:
                self._note_crash(seat, error)
                continue
            for hook, listeners in self._listeners.items():
                if getattr(seating.bot_class, hook) is not getattr(Bot, hook):
                    listeners.append(seat)

    def _call_hook(self, hook: str, seats: Iterable[int], *event: Event) -> None:
        for seat in seats:
            try:
                getattr(self._bots[seat], hook)(self._observations[seat].view, *event)
            except BaseException as error:
                self._note_crash(seat, error)

    def _note_crash(self, seat: int, error: BaseException) -> None:
        """Keep a seat's first failure at an event; Ctrl-C is the user's and goes through."""
        if isinstance(error, KeyboardInterrupt):
            raise error
        if seat not in self._faults:
            fault = FaultError(seat, FaultKind.CRASH, describe_exception(error))
            fault.__cause__ = error
            self._faults[seat] = fault

    def _take_discards(self, seat: int, observation: Observation, answer: object) -> int:
        """Check a bot's list of discards, keep all but the first for the next decisions, return the first."""
        wanted: int = observation.view.to_discard  # type: ignore[attr-defined]
        if isinstance(answer, set | frozenset):
            answer = sorted(answer, key=str)
        if not isinstance(answer, list | tuple) or not all(type(card) is Card for card in answer):
            raise FaultError(
                seat, FaultKind.PROTOCOL, f"discard: expected a list of Cards, got {type(answer).__name__}"
            )
        hand = observation.view.legal
        if len(answer) != wanted or len(set(answer)) != wanted or not all(card in hand for card in answer):
            given = tuple(map(str, answer))
            raise FaultError(
                seat,
                FaultKind.ILLEGAL_ACTION,
                f"discard: expected {wanted} different cards of the hand",
                given,
            )
        actions = [observation.action(card) for card in answer]
        self._discards[seat] = actions[:0:-1]
        return actions[0]
