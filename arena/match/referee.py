"""The referee: plays one match between the players at a table, whatever they do, to a named ending."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from arena.errors import NotationError
from arena.games.base import NOBODY, Event, Game, MatchEnded, MatchStarted, PrivateEvent, Variant
from arena.match.players import FaultError, Players
from arena.match.transcript import encode
from arena.records import Fault, FaultKind, MatchResult, Substitution, Termination


@dataclass(frozen=True)
class FaultPolicy:
    """What follows from a fault (B32, F25; `on_fault` in the config).

    With two sides a fault always forfeits the match. With more, `play_on` lets a substitute act for the
    faulty seat: each of its first `strikes` faults is replaced by the substitute's action, after the last of
    them the substitute plays the seat to the end and its side takes the last place.
    """

    more_sides: Literal["play_on", "forfeit"] = "play_on"
    strikes: int = 3


def play_match(
    game: Game[Any],
    variant: Variant,
    seed: str,
    players: Players,
    *,
    order: Sequence[int],
    names: Sequence[str] | None = None,
    policy: FaultPolicy = FaultPolicy(),
) -> MatchResult:
    """Play a match from its seed to its end.

    `order` says which side of the pairing sits at each side of the table, for the record. `names` are shown
    to the bots if given. Every fault of a bot ends in the result; anything else that goes wrong is raised.
    """
    return _Match(game, variant, seed, players, policy, names).play(tuple(order))


class _Match:
    """One match in progress: the state, the transcript so far, and who has committed which faults."""

    def __init__(
        self,
        game: Game[Any],
        variant: Variant,
        seed: str,
        players: Players,
        policy: FaultPolicy,
        names: Sequence[str] | None,
    ) -> None:
        self.game = game
        self.players = players
        self.state, self.opening = game.start(variant, seed, names)
        self.side_of = {seat: side for side, seats in enumerate(game.sides(variant)) for seat in seats}
        self.plays_on = policy.more_sides == "play_on" and len(game.sides(variant)) > 2
        self.strikes = policy.strikes
        self.actions: list[int] = []
        self.fault: Fault | None = None
        self.forfeited: set[int] = set()
        self.ended = False
        self.faults_of: dict[int, int] = {}
        self.owed: dict[int, FaultError] = {}
        self.retired: set[int] = set()
        self.substituted: list[Substitution] = []

    def play(self, order: tuple[int, ...]) -> MatchResult:
        """Play to the end and sum up."""
        self.tell(self.opening)
        state = self.state
        while not self.ended and (seat := state.to_act) >= 0:
            action = self.decide(seat)
            if action >= 0:
                events = state.apply(action)
                self.actions.append(action)
                self.tell(events)
        termination = Termination.FORFEIT if self.forfeited else state.termination
        assert termination is not None
        return MatchResult(
            order=order,
            places=state.places(self.forfeited),
            scores=state.scores(),
            deals=state.deals(),
            termination=termination,
            forfeited=tuple(sorted(self.forfeited)),
            fault=self.fault,
            substituted=tuple(self.substituted),
            transcript=encode(self.actions),
        )

    def tell(self, events: Sequence[Event]) -> None:
        """Pass events on; a fault on hearing one counts like a fault on turn."""
        for event in events:
            if self.ended:
                return
            if isinstance(event, PrivateEvent) and event.seat == NOBODY:
                continue
            if self.forfeited and isinstance(event, MatchEnded):
                event = msgspec.structs.replace(event, places=self.state.places(self.forfeited))
            try:
                self.players.see(event)
            except FaultError as fault:
                self.punish(fault, at_start=isinstance(event, MatchStarted))
                if self.plays_on and fault.seat not in self.retired:
                    self.owed.setdefault(fault.seat, fault)

    def decide(self, seat: int) -> int:
        """A legal action for the seat, its own or the substitute's; −1 if the match has been forfeited."""
        if seat in self.retired:
            return self.state.substitute()
        fault = self.owed.pop(seat, None)
        if fault is None:
            try:
                action = self.players.decide(seat)
                self.check(seat, action)
                return action
            except FaultError as error:
                fault = error
                self.punish(fault)
                if self.ended:
                    return -1
        self.substituted.append(
            Substitution(seat, fault.kind, self.state.deal_number, self.state.action_index, fault.detail)
        )
        return self.state.substitute()

    def check(self, seat: int, action: int) -> None:
        """Raise FaultError if the rules forbid the action."""
        legal = self.state.legal()
        if type(action) is int and action >= 0 and legal >> action & 1:
            return
        try:
            verb, _, text = self.game.action_text(action).partition(" ")
            asked, _, _ = self.game.action_text(legal.bit_length() - 1).partition(" ")
        except (NotationError, TypeError):
            verb = asked = ""
        # What is no action, or one of another decision, is nothing that a card or call of the game stands for.
        if not verb or verb != asked:
            detail = "the answer is no card or call of the game; expected one of view.legal"
            raise FaultError(seat, FaultKind.PROTOCOL, detail)
        raise FaultError(seat, FaultKind.ILLEGAL_ACTION, f"{verb} {text} is not legal here", text)

    def punish(self, fault: FaultError, *, at_start: bool = False) -> None:
        """Count a fault; the seat's last strike, or any fault where there are none, forfeits."""
        seat = fault.seat
        if seat in self.owed:
            return
        self.faults_of[seat] = self.faults_of.get(seat, 0) + 1
        if self.plays_on and self.faults_of[seat] < self.strikes:
            return
        self.forfeited.add(self.side_of[seat])
        if self.fault is None:
            deal = None if at_start else self.state.deal_number
            self.fault = Fault(seat, fault.kind, deal, fault.detail, fault.action)
        if self.plays_on:
            self.retired.add(seat)
            self.players.retire(seat)
        else:
            self.ended = True
