"""Whatever comes out of a bot is its own fault; only the user's Ctrl-C is nobody's."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from arena.bots import Bot, BridgetteBot
from arena.games import GAMES
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.match.players import StopAsked
from arena.match.referee import play_match
from arena.records import FaultKind, MatchResult

METHODS = ["__init__", "match_start", "deal_start", "on_event", "deal_end", "discard", "call", "play"]


class Plain(BridgetteBot):
    def discard(self, view: Any) -> object:
        return view.legal[: view.to_discard]

    def call(self, view: Any) -> object:
        return view.legal[len(view.legal) // 2]

    def play(self, view: Any) -> object:
        return view.legal[0]


def but(**methods: Any) -> type[Bot]:
    """`Plain` with other methods."""
    return type("Bad", (Plain,), methods)


def raising(error: BaseException) -> Callable[..., Any]:
    def method(*_: Any) -> Any:
        raise error

    return method


def against_plain(bot: type[Bot]) -> MatchResult:
    rules = GAMES["bridgette"]
    variant = rules.variant({})
    players = InProcessPlayers(rules, variant, "seed", [Seating(bot, {}), Seating(Plain, {})])
    return play_match(rules, variant, "seed", players, order=(0, 1))


@contextmanager
def handling(handler: Any) -> Iterator[None]:
    """Another handler of Ctrl-C."""
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def assert_lost(result: MatchResult, kind: FaultKind = FaultKind.CRASH) -> None:
    assert result.fault is not None
    assert (result.fault.seat, result.fault.kind, result.places) == (0, kind, (2, 1))
    assert msgspec.json.decode(msgspec.json.encode(result), type=MatchResult) == result


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(1), GeneratorExit(), BaseException("\udc80")])
def test_an_exception_of_any_kind_in_any_method_is_the_bots_crash(method: str, error: BaseException) -> None:
    with handling(signal.SIG_IGN):  # as in a worker
        assert_lost(against_plain(but(**{method: raising(error)})))
    with handling(lambda *_: None):  # as in a run
        assert_lost(against_plain(but(**{method: raising(error)})))


@pytest.mark.parametrize("method", METHODS)
def test_the_users_stop_passes(method: str) -> None:
    with pytest.raises(StopAsked):
        against_plain(but(**{method: raising(StopAsked())}))
    with handling(signal.default_int_handler), pytest.raises(KeyboardInterrupt):
        against_plain(but(**{method: lambda *_: signal.raise_signal(signal.SIGINT)}))


class Guarded(Plain):
    """Nothing of it can be looked at once the match has begun."""

    def match_start(self, view: Any) -> None:
        type(self).__getattribute__ = raising(ValueError("no entry"))  # type: ignore[method-assign, assignment]

    __getattribute__ = object.__getattribute__


def test_a_bot_that_cannot_be_asked_has_crashed() -> None:
    assert_lost(against_plain(Guarded))
    hidden = property(raising(ValueError("no entry")))
    for method in ("on_event", "deal_start", "play", "act"):
        assert_lost(against_plain(but(**{method: hidden})))


class Masked:
    """An answer that fails, in a way of its own, when it is looked at."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        raise self.error


class Named(type):
    @property
    def __name__(cls) -> str:
        return "\udc80\n" * 1000


class Nameless(metaclass=Named):
    pass


@pytest.mark.parametrize("method", ["discard", "call", "play"])
def test_an_answer_that_cannot_be_looked_at_is_the_bots_fault(method: str) -> None:
    with handling(signal.SIG_IGN):
        for error in (ValueError("x"), SystemExit(1), KeyboardInterrupt(), BaseException("x")):
            assert_lost(against_plain(but(**{method: lambda *_, error=error: Masked(error)})))
        result = against_plain(but(**{method: lambda *_: Nameless()}))
        assert_lost(result, FaultKind.PROTOCOL)
        assert result.fault is not None
        assert len(result.fault.detail) <= 200
