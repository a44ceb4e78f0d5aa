"""Playing a scene: the referee's part, with notes of what the bot was asked and what it did."""

import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.cards import ids_of
from arena.checks.programme import PROGRAMMES
from arena.checks.scene import Scene
from arena.checks.seats import Bench, Candidate, SeatedBot
from arena.errors import NotationError
from arena.games import GAMES
from arena.games.base import NOBODY, DealEnded, Event, MatchStarted, PrivateEvent, State
from arena.hosts.seat import hooks_at
from arena.match.players import FaultError, HostDiedError
from arena.records import FaultKind

_SHOWN = 12
"""How many legal actions are listed."""


@dataclass(frozen=True)
class Failure:
    """A fault in a scene: the situations it happened in, what was asked, what came, and the deal up to there."""

    kind: FaultKind
    situations: tuple[str, ...]
    asked: str
    came: str
    deal: dict[str, Any] | None
    trace: str


@dataclass
class Played:
    """What a scene came to.

    `actions` are those of the bot in order; `met` counts situations and `spent` lists the CPU seconds by kind of
    decision; `hooks` counts the calls that each hook got, or would get if the bot has it; `failure` is what the
    bot did wrong, if it did. `finished` says whether the scene came to its end; `places` are those of the sides.
    `peak_mb` is the most memory that a program had in use at one of its seats, in MiB.
    """

    scene: Scene
    actions: list[int] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)
    spent: dict[str, list[float]] = field(default_factory=dict)
    hooks: Counter[str] = field(default_factory=Counter)
    deals: int = 0
    failure: Failure | None = None
    finished: bool = False
    places: tuple[int, ...] = ()
    peak_mb: float | None = None

    @property
    def cpu_s(self) -> float:
        """The CPU time of all decisions."""
        return sum(sum(times) for times in self.spent.values())


def play(scene: Scene, bot: Candidate, bench: Bench, deadline: float = float("inf")) -> Played:
    """Play a scene to its end, to the bot's first fault, or until `time.monotonic()` passes the deadline."""
    game = GAMES[scene.game]
    variant = game.variant(scene.variant)
    state, opening = game.start(variant, scene.seed)
    with bench.seat(bot, game, variant, scene.seed, scene.seats) as seated:
        table = _Table(scene, state, seated)
        try:
            table.tell(opening)
            table.played.finished = table.play(deadline)
        except (FaultError, HostDiedError) as error:
            table.played.failure = table.failure(error)
        known = [peak for seat in scene.seats if (peak := seated.peak_mb(seat)) is not None]
        table.played.peak_mb = max(known, default=None)
    table.played.places = state.places()
    return table.played


class _Table:
    def __init__(self, scene: Scene, state: State, seated: SeatedBot) -> None:
        self.scene = scene
        self.state = state
        self.seated = seated
        self.game = GAMES[scene.game]
        self.programme = PROGRAMMES[scene.game]
        self.rng = random.Random(scene.name)
        self.played = Played(scene)
        self.events: list[Event] = []
        self.kinds: list[str] = []
        self.asked = ""

    def play(self, deadline: float) -> bool:
        """Go on to the end of the scene; whether it was reached in time."""
        scene, state = self.scene, self.state
        last = float("inf") if scene.deals is None else scene.told + scene.deals
        while (seat := state.to_act) >= 0 and state.deal_number <= last:
            if state.deal_number <= scene.told:
                assert scene.prologue is not None
                action = scene.prologue(state, self.rng)
            elif seat not in scene.seats:
                action = scene.script(state, self.rng)
            elif time.monotonic() > deadline:
                return False
            else:
                action = self.ask(seat)
            self.tell(state.apply(action))
        return True

    def ask(self, seat: int) -> int:
        """A legal action of the bot's; what it came to is noted."""
        legal = self.state.legal()
        verb = self.game.action_text((legal & -legal).bit_length() - 1).partition(" ")[0]
        kinds = self.programme.situations(self.state)
        if kinds:  # none for all but the first card of an exchange
            self.kinds = kinds
            self.played.met.update(kinds)
            self.played.spent.setdefault(verb, []).append(0.0)
        self.asked = f"{verb} at seat {seat}"
        before = self.seated.cpu_s(seat)
        try:
            action = self.seated.decide(seat)
        finally:
            self.played.spent[verb][-1] += self.seated.cpu_s(seat) - before
        if not (action >= 0 and legal >> action & 1):
            raise self.illegal(seat, action)
        self.played.actions.append(action)
        return action

    def illegal(self, seat: int, action: int) -> FaultError:
        """The fault of an answer that the rules forbid."""
        try:
            text = self.game.action_text(action)
        except NotationError:
            return FaultError(seat, FaultKind.PROTOCOL, f"action {action} is none of the game's")
        legal = [self.game.action_text(other).partition(" ")[2] for other in ids_of(self.state.legal())]
        more = f" … {legal[-1]} ({len(legal)} in all)" if len(legal) > _SHOWN else ""
        detail = f"{text} is not legal here; legal: {' '.join(legal[:_SHOWN])}{more}"
        return FaultError(seat, FaultKind.ILLEGAL_ACTION, detail, text)

    def tell(self, events: Sequence[Event]) -> None:
        """Pass events on to the bot."""
        self.events += events
        played = self.played
        for event in events:
            private = isinstance(event, PrivateEvent)
            if private and event.seat == NOBODY:  # type: ignore[attr-defined]
                continue
            hooks = hooks_at(event)
            hearing = [seat for seat in self.scene.seats if not private or event.seat == seat]  # type: ignore[attr-defined]
            kinds = [kind for seat in hearing if (kind := self.programme.listening(self.state, seat))]
            if hooks and hearing:
                self.kinds = kinds
                self.asked = "the bot's start" if isinstance(event, MatchStarted) else " and ".join(hooks)
                played.met.update(kinds)
                played.hooks.update(hooks * len(hearing))
            played.deals += isinstance(event, DealEnded) and event.number > self.scene.told
            self.seated.see(event)

    def failure(self, error: FaultError | HostDiedError) -> Failure:
        """What went wrong, with the deal up to there."""
        deals = self.game.deals(self.game.variant(self.scene.variant), self.events)
        deal = deals[-1] if deals else None
        asked = f"{self.asked}, deal {deal['number']}" if deal else self.asked
        if isinstance(error, HostDiedError):
            return Failure(FaultKind.CRASH, tuple(self.kinds), asked, f"the bot's process {error.cause}", deal, "")
        given = f": {' '.join(error.action)}" if isinstance(error.action, tuple) else ""
        trace = self.seated.original(error.trace)
        return Failure(error.kind, tuple(self.kinds), asked, error.detail + given, deal, trace)
