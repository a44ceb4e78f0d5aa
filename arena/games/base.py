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

from arena.cards import Card
from arena.records import DealResult, Termination

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
    """What a bot is shown when it must act: one seat's observation in the game's own words.

    What every game has is called the same in all of them, so that a bot for several games can share its code.
    Cards are `arena.cards.Card`; calls, contract, variant and `public` are the game's own.
    """

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
        """Which decision is asked for: ``discard``, ``call`` or ``play``; ``idle`` when nobody acts."""
        ...

    @property
    def legal(self) -> tuple[Any, ...]:
        """The legal cards or calls, in order of action id; never empty."""
        ...

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards this seat holds now, in order of id."""
        ...

    @property
    def hand_mask(self) -> int:
        """The same as the engine's mask, for search."""
        ...

    @property
    def public(self) -> "Public":
        """A copy of what everybody knows, for search."""
        ...

    @property
    def variant(self) -> "Variant":
        """The rule options."""
        ...

    @property
    def names(self) -> tuple[str, ...] | None:
        """The entrants by seat; None unless the config shows them."""
        ...

    @property
    def history(self) -> tuple[Any, ...]:
        """The finished deals, oldest first, each with `contract`, `calls` and `plays`."""
        ...

    @property
    def deal_number(self) -> int:
        """The number of the deal in progress, from 1."""
        ...

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        ...

    @property
    def calls(self) -> tuple[tuple[int, Any], ...]:
        """The auction so far: seat and call, in order."""
        ...

    @property
    def contract(self) -> Any | None:
        """The contract, with `declarer` and `doubling` (1, 2 or 4); None before it is settled."""
        ...

    @property
    def declarer(self) -> int | None:
        """The seat that declares; None before the contract is settled."""
        ...

    @property
    def trump(self) -> str | None:
        """In the play, the contract's trump suit, ``NT`` for none."""
        ...

    @property
    def plays(self) -> tuple[tuple[int, Card], ...]:
        """Every card played in the deal: seat and card, in order."""
        ...

    @property
    def trick(self) -> tuple[tuple[int, Card], ...]:
        """The cards on the table: seat and card, in order; empty when a lead is due."""
        ...

    @property
    def led(self) -> Card | None:
        """The card led to the trick on the table; None when a lead is due."""
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

    def deals(self) -> tuple[DealResult, ...]:
        """What each finished deal came to, in order, passed-out ones included."""
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


class DealSide(msgspec.Struct, frozen=True):
    """What one side took in a deal, counted in `Game.taken_unit`, and its score before and after."""

    taken: int
    before: int
    after: int


class DealSummary(msgspec.Struct, frozen=True):
    """A deal of the match record in the terms that all games share; what has not come about is None."""

    callers: tuple[int, ...]
    """The seats in the deal, in the order of calling."""
    call: str | None
    """The call that became the contract; None also when it was nobody's."""
    terms: str | None
    """The contract in words, without declarer and doubling."""
    trump: str | None
    """The contract's trump as in `View.trump`."""
    sides: tuple[DealSide, ...] | None
    """How each side fared; None unless the deal was finished."""


V = TypeVar("V", bound=Variant)


class Game(ABC, Generic[V]):
    """A set of rules. One instance each, in `arena.games.GAMES`."""

    name: str
    score_unit: str
    """What `State.scores` counts: ``points`` or ``tables``."""
    taken_unit: str
    """What a side takes in a deal: ``tricks`` or card ``points``."""
    event_types: tuple[type[Event], ...]
    """The events that a seat may see, all with different tags, so that they can be told apart when sent."""

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    @abstractmethod
    def variant(self, options: Mapping[str, object]) -> V:
        """Check rule options, filling in the defaults. Raises VariantError naming every problem."""

    @abstractmethod
    def sides(self, variant: V) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, sides and seats numbered as in the match record.

        The sides take the seats in turn, as `arena.records.entrant_at` knows.
        """

    @abstractmethod
    def starting_score(self, variant: V) -> int:
        """What `State.scores` says of every side before the first deal: 0 points, or the variant's tables."""

    @abstractmethod
    def compares_by_deal(self, variant: V) -> bool:
        """Whether the matches of a set are compared deal by deal, as their n-th deals are the same and all count.

        Otherwise only their final scores and places are.
        """

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
    def summary(self, deal: Mapping[str, Any]) -> DealSummary:
        """What one of these `deals` came to."""

    @abstractmethod
    def trick_winner(self, cards: Sequence[Card], trump: str) -> int:
        """Which card of a full trick wins it, from 0 in the order played; `trump` as in `View.trump`."""

    @abstractmethod
    def action_text(self, action: int) -> str:
        """An action id in words: ``play SA``, ``discard :G``, ``call 1NT``. Raises NotationError for no id."""

    @abstractmethod
    def parse_action(self, text: str) -> int:
        """The id of an action in words, the inverse of `action_text`. Raises NotationError."""
