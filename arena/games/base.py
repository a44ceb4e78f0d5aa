"""The contract every game keeps, and all that the referee, the hosts and the ladder know of a game.

The full truth is a `State`; it turns each action into `Event`s. A seat's `Observation` is built from the events
that seat may see and from nothing else, so it cannot hold a card the seat has not seen (design, decision 2).
Actions are small integers: each game documents its ids, and `Game.action_text` and `Game.parse_action` are each
other's inverse. A set of actions is a bit mask over the ids.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, Generic, Protocol, Self, TypeVar

import msgspec

from arena.records import Termination

NOBODY: Final = -1
"""The `seat` of a private event that no seat may see."""


class Event(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Something that happened at the table, seen by every seat."""


class PrivateEvent(Event, frozen=True, gc=False, tag=True):
    """Something that only one seat sees. Every seat still in gets exactly one `HandDealt` a deal.

    A `seat` of NOBODY is for the record alone and goes to no seat (Bridgette's stock).
    """

    seat: int


class MatchStarted(Event, frozen=True, gc=False, tag=True):
    """The first event of a match. `names` are the entrants by seat, or None where the config hides them."""

    game: str
    variant: dict[str, str | int]
    names: tuple[str, ...] | None


class HandDealt(PrivateEvent, frozen=True, gc=False, tag=True):
    """A seat's own hand, as card ids in the order dealt (56: both copies of a card have the same id)."""

    cards: tuple[int, ...]


class MatchEnded(Event, frozen=True, gc=False, tag=True):
    """The last event of a match that was not forfeited: place and score of each side."""

    places: tuple[int, ...]
    scores: tuple[int, ...]


class DealEnded(Event, frozen=True, gc=False, tag=True):
    """The base of each game's end-of-deal event; `number` counts the deals of the match from 1."""

    number: int


class View(Protocol):
    """What a bot is shown when it must act: one seat's observation in the game's own words."""

    @property
    def game(self) -> str:
        """The game's name."""
        ...

    @property
    def seat(self) -> int:
        """The seat that must act."""
        ...

    @property
    def phase(self) -> str:
        """Which decision is asked for: ``discard``, ``call`` or ``play``."""
        ...

    @property
    def legal(self) -> tuple[Any, ...]:
        """The legal cards or calls, in order of action id; never empty."""
        ...

    @property
    def deal_number(self) -> int:
        """The number of the deal in progress, from 1."""
        ...


class Public(Protocol):
    """What everybody at the table knows, folded from the public events."""

    @property
    def to_act(self) -> int:
        """The seat whose turn it is; −1 between deals and after the match."""
        ...

    def see(self, event: Event) -> None:
        """Take in the next public event."""
        ...


class Observation(Protocol):
    """What one seat knows: the public events (held in a `Public`) and those meant for it alone."""

    @property
    def seat(self) -> int:
        """The seat that observes."""
        ...

    @property
    def view(self) -> View:
        """The bot's view; the same object for the whole match, always showing the present."""
        ...

    def see(self, event: Event) -> None:
        """Take in the next event; private events of other seats must not be given (raises ValueError)."""
        ...

    def legal(self) -> int:
        """The mask of legal actions; 0 when this seat is not on turn."""
        ...

    def action(self, answer: object) -> int:
        """The action id that a bot's answer (a `Card` or a call) stands for in the present phase.

        Raises TypeError, naming what was expected, when the answer is of another type. Does not check legality.
        """
        ...


class State(Protocol):
    """The full truth about one match, for the referee alone (and for search bots' own samples).

    A state is cheap to copy; it can also be built from any mid-deal position (each game's `State.from_…`).
    """

    @property
    def to_act(self) -> int:
        """The seat whose turn it is; −1 after the match."""
        ...

    @property
    def deal_number(self) -> int:
        """The number of the deal in progress (or of the last one), from 1."""
        ...

    @property
    def deals_finished(self) -> int:
        """How many deals have been finished, passed-out ones included."""
        ...

    @property
    def action_index(self) -> int:
        """How many exchanges (Bridgette: a seat's whole discard), calls and plays the deal has seen."""
        ...

    @property
    def termination(self) -> Termination | None:
        """How the match ended; None while it goes on."""
        ...

    def legal(self) -> int:
        """The mask of legal actions of the seat to act; 0 after the match."""
        ...

    def apply(self, action: int) -> tuple[Event, ...]:
        """Play an action and return what it brought about, in order, up to the next decision.

        Raises IllegalActionError, and changes nothing, if the action is not legal.
        """
        ...

    def substitute(self) -> int:
        """The action a substitute takes for the seat to act (F25): pass, or the lowest-ranked legal card."""
        ...

    def scores(self) -> tuple[int, ...]:
        """Each side's total points (Bridgette) or tables (56) so far."""
        ...

    def places(self, forfeited: Collection[int] = ()) -> tuple[int, ...]:
        """The places of the sides if the match ends now, sides in `forfeited` last (B32, F25)."""
        ...

    def copy(self) -> Self:
        """An independent copy."""
        ...


class Variant(Protocol):
    """A game's rule options, checked; frozen and hashable."""

    def options(self) -> dict[str, str | int]:
        """Every option with its value, as in the match record."""
        ...


V = TypeVar("V", bound=Variant)


class Game(ABC, Generic[V]):
    """A set of rules. One instance each, in `arena.games.GAMES`."""

    name: str
    score_unit: str
    """What `State.scores` counts: ``points`` or ``tables``."""

    @abstractmethod
    def variant(self, options: Mapping[str, object]) -> V:
        """Check rule options, filling in the defaults. Raises VariantError naming every problem."""

    @abstractmethod
    def sides(self, variant: V) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, sides and seats numbered as in the match record."""

    @abstractmethod
    def starting_score(self, variant: V) -> int:
        """What `State.scores` says of every side before the first deal: 0 points, or the variant's tables."""

    @abstractmethod
    def start(self, variant: V, seed: str, names: Sequence[str] | None = None) -> tuple[State, tuple[Event, ...]]:
        """A new match dealt from a seed: its state at the first decision, and the events up to there.

        The events begin with `MatchStarted`, which carries the names if they are to be shown.
        """

    @abstractmethod
    def public(self, variant: V) -> Public:
        """The common knowledge before the first event."""

    @abstractmethod
    def observation(self, public: Public, seat: int) -> Observation:
        """A seat's knowledge on top of `public`, which several seats of one process may share.

        Public events go to `public.see` once (or to `see` of one of its observations); private ones to the
        observation of the seat they name.
        """

    @abstractmethod
    def deals(self, variant: V, events: Sequence[Event]) -> list[dict[str, Any]]:
        """The `deals` of the match record (transcript.md) from all events of a match, private ones included.

        The last deal may be unfinished: its result fields are then None.
        """

    @abstractmethod
    def action_text(self, action: int) -> str:
        """An action id in words: ``play SA``, ``discard :G``, ``call 1NT``. Raises NotationError for no id."""

    @abstractmethod
    def parse_action(self, text: str) -> int:
        """The id of an action in words, the inverse of `action_text`. Raises NotationError."""
