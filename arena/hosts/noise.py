"""Noise: with some probability the host of a bot plays a random legal action in place of the bot's.

It makes bots of graded strength, as a handicap or to see what a ladder can tell apart.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from arena.cards import ids_of
from arena.games.base import Event, Game, Observation, PrivateEvent, Variant
from arena.match.players import Players
from arena.seeds import NoiseNumbers


class Answering(Players, Protocol):
    """Players who say whether the next decision of a seat is part of an answer that has been given."""

    def has_answered(self, seat: int) -> bool:
        """Whether it is: a list of discards answers several questions."""
        ...


def with_noise(
    game: Game[Any], variant: Variant, seed: str, players: Answering, noise: Sequence[float]
) -> Players:
    """The players with so much noise at each seat (0: none); the players themselves if there is none."""
    return NoisyPlayers(game, variant, seed, players, noise) if any(noise) else players


class NoisyPlayers:
    """Bots with noise; implements `arena.match.players.Players`.

    Every bot is asked as ever, so that its state, time and faults are what they would be. Then each of its
    decisions is replaced with the seat's probability. It is told what was played, as everybody is, and nothing
    else: a bot that remembers its answers instead of looking at the view is mistaken about the game.

    An exchange is one decision, whether the bot answers with a list or card by card: all its discards stand or all
    are replaced, each by any card that may then be discarded. An answer that the rules forbid is not replaced: it
    is the bot's fault. The random numbers are specified in `arena/README.md`.
    """

    def __init__(
        self, game: Game[Any], variant: Variant, seed: str, players: Answering, noise: Sequence[float]
    ) -> None:
        self._players = players
        self._public = game.public(variant)
        self._news = False
        self._seats = {
            seat: _NoisySeat(game.observation(self._public, seat), probability, NoiseNumbers(seed, seat))
            for seat, probability in enumerate(noise)
            if probability
        }

    def see(self, event: Event) -> None:
        """Pass an event on, see `Players.see`."""
        if not isinstance(event, PrivateEvent):
            self._public.see(event)
            self._news = True
        elif event.seat in self._seats:
            self._seats[event.seat].observation.see(event)
        self._players.see(event)

    def decide(self, seat: int) -> int:
        """Ask a bot, and perhaps take another action, see `Players.decide`."""
        is_new = not self._players.has_answered(seat)
        action = self._players.decide(seat)
        noisy = self._seats.get(seat)
        if noisy is None or (is_new and not noisy.may(action)):
            return action
        if self._news:
            # Between the cards of an exchange nobody else is told anything.
            noisy.draw()
            self._news = False
        return noisy.instead_of(action)

    def retire(self, seat: int) -> None:
        """Leave a seat to the substitute, see `Players.retire`."""
        self._players.retire(seat)

    def close(self) -> None:
        """Free what the players hold."""
        self._players.close()


class _NoisySeat:
    """One seat with noise: what may be played there, and whether the present decision is replaced."""

    def __init__(self, observation: Observation, probability: float, numbers: NoiseNumbers) -> None:
        self.observation = observation
        self._probability = probability
        self._numbers = numbers
        self._replaces = False

    def may(self, action: int) -> bool:
        """Whether the rules allow an action."""
        return self.observation.legal() >> action & 1 == 1

    def draw(self) -> None:
        """A decision begins: is it replaced?"""
        self._replaces = self._numbers.happens(self._probability)

    def instead_of(self, action: int) -> int:
        """What is played: the action, or another in place of it."""
        if not self._replaces:
            return action
        legal = ids_of(self.observation.legal())
        return legal[self._numbers.below(len(legal))]
