"""A bot at its seat: all that is said to a bot and taken from it, the same in whatever process it runs."""

import signal
from collections.abc import Mapping
from typing import Any

from arena.bots.base import Bot
from arena.bots.clock import Clock
from arena.bots.options import OptionValue
from arena.cards import Card, kind_of
from arena.games.base import DealEnded, Event, HandDealt, MatchEnded, MatchStarted, Observation, PrivateEvent, View
from arena.hosts.details import describe_exception, message_of, one_line, trace_of
from arena.hosts.limits import Limits
from arena.match.players import FaultError, StopAsked
from arena.records import FaultKind
from arena.seeds import bot_rng

HOOKS = ("match_start", "deal_start", "on_event", "deal_end", "match_end")
NOT_STARTED = "the bot did not start"
NO_ACTION = "the answer is no card or call of the game; expected one of view.legal"
HIGHEST_ACTION = 1 << 31


def hooks_at(event: Event) -> tuple[str, ...]:
    """The hooks that are called at an event, in order."""
    if isinstance(event, PrivateEvent):
        return ("deal_start",) if isinstance(event, HandDealt) else ()
    if isinstance(event, MatchStarted):
        return ("match_start",)
    if isinstance(event, DealEnded):
        return ("on_event", "deal_end")
    if isinstance(event, MatchEnded):
        return ("on_event", "match_end")
    return ("on_event",)


def hooks_of(bot_class: type[Bot]) -> frozenset[str]:
    """The hooks that a bot overrides."""
    # Without `getattr`, which may run the bot's code.
    return frozenset(
        hook for hook in HOOKS if next(base for base in bot_class.__mro__ if hook in vars(base)) is not Bot
    )


def is_interrupt(error: BaseException) -> bool:
    """Whether an exception that comes out of a bot is the user's Ctrl-C, and not the bot's own doing.

    A run raises `StopAsked` for it. Elsewhere Python does with its usual handler, and nobody does without.
    """
    kind = type(error)
    if issubclass(kind, StopAsked):
        return True
    return issubclass(kind, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) is signal.default_int_handler


class Seat:
    """One bot of one match. Whatever it does wrong is raised as FaultError; only the user's interrupt passes.

    `observation` is fed by whoever holds the seat, before `hear` is called. `rng_seed` is `seeds.bot_rng_seed`.
    `others` are the views of the other seats, for a bot with open cards.
    """

    def __init__(
        self,
        observation: Observation,
        bot_class: type[Bot],
        options: Mapping[str, OptionValue],
        rng_seed: bytes,
        limits: Limits,
        others: Mapping[int, View] | None = None,
    ) -> None:
        self.seat = observation.seat
        self.observation = observation
        self.hooks = hooks_of(bot_class)
        self._bot_class = bot_class
        self._options = options
        self._rng_seed = rng_seed
        self._clock = Clock(limits.decision_ms / 1000, limits.match_s) if bot_class.timed is True else None
        self._others = others
        self._bot: Bot | None = None
        self._acts = False

    def hear(self, event: Event) -> None:
        """Call the hooks for an event that the observation shows; the first brings the bot to the table."""
        if isinstance(event, MatchStarted):
            self._start()
        if self._bot is None:
            return
        fault = None
        for hook in hooks_at(event):
            if hook in self.hooks:
                arguments = () if hook in ("match_start", "deal_start") else (event,)
                try:
                    self._call(hook, self.observation.view, *arguments)
                except FaultError as error:
                    fault = fault or error
        if fault is not None:
            raise fault

    def decide(self) -> list[int]:
        """The bot's action id, which need not be legal; for a list of discards, one for each.

        What is no id of any action, as of a card that the bot made up, is a fault.
        """
        if self._bot is None:
            raise FaultError(self.seat, FaultKind.CRASH, NOT_STARTED)
        view = self.observation.view
        asked = "act" if self._acts else view.phase
        answer = self._call(asked, view)
        try:
            if asked == "discard":
                return self._discards(answer)
            action = self.observation.action(answer)
        except FaultError:
            raise
        except TypeError as error:
            raise FaultError(self.seat, FaultKind.PROTOCOL, one_line(f"{asked}: {message_of(error)}")) from error
        except BaseException as error:
            raise self._crash(error) from error
        if type(action) is not int or not 0 <= action < HIGHEST_ACTION:
            raise FaultError(self.seat, FaultKind.PROTOCOL, NO_ACTION)
        return [action]

    def _start(self) -> None:
        rng = bot_rng(self._rng_seed)
        try:
            bot = self._bot_class.create(self._options, rng, self._clock, self._others)
            self._acts = hasattr(bot, "act")
        except BaseException as error:
            raise self._crash(error) from error
        self._bot = bot

    def _call(self, method: str, *arguments: Any) -> Any:
        clock = self._clock
        if clock is not None:
            clock.start()
        try:
            return getattr(self._bot, method)(*arguments)
        except BaseException as error:
            raise self._crash(error) from error
        finally:
            if clock is not None:
                clock.stop()

    def _crash(self, error: BaseException) -> FaultError:
        if is_interrupt(error):
            raise error
        kind = FaultKind.MEMORY if issubclass(type(error), MemoryError) else FaultKind.CRASH
        return FaultError(self.seat, kind, describe_exception(error), trace=trace_of(error))

    def _discards(self, answer: object) -> list[int]:
        """The actions that a list of discards stands for, in its order; a set is taken by the cards' names."""
        if not isinstance(answer, list | tuple | set | frozenset):
            raise self._no_cards(type(answer).__name__)
        others = {kind_of(card) for card in answer if type(card) is not Card or card.is_forged}
        if others:
            raise self._no_cards(f"one with {min(others)} in it")
        cards = sorted(answer, key=str) if isinstance(answer, set | frozenset) else list(answer)
        view: Any = self.observation.view
        wanted, hand = view.to_discard, view.legal
        if len(cards) != wanted or not all(card in hand for card in cards) or len(set(cards)) != wanted:
            detail = f"discard: expected {wanted} different cards of the hand"
            given = tuple(one_line(str(card))[:8] for card in cards[:60])
            raise FaultError(self.seat, FaultKind.ILLEGAL_ACTION, detail, given)
        return [self.observation.action(card) for card in cards]

    def _no_cards(self, got: str) -> FaultError:
        detail = f"discard: expected a list of Cards such as view.hand holds, got {got}"
        return FaultError(self.seat, FaultKind.PROTOCOL, one_line(detail))
