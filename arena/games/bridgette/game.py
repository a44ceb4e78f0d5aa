"""Bridgette as the referee, the hosts and the ladder see it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from arena.cards import Card
from arena.games.base import DealSummary, Event, Game, HandDealt, MatchEnded, MatchStarted, Public
from arena.games.bridgette import actions
from arena.games.bridgette.calls import DENOMINATIONS
from arena.games.bridgette.events import (
    BridgetteDealEnded,
    Called,
    DealStarted,
    Discarded,
    Drew,
    Exchanged,
    Played,
)
from arena.games.bridgette.observation import BridgetteObservation
from arena.games.bridgette.pack import SEATS
from arena.games.bridgette.play import follower_wins
from arena.games.bridgette.public import BridgettePublic
from arena.games.bridgette.record import match_deals, summary_of
from arena.games.bridgette.state import BridgetteState
from arena.games.bridgette.variant import BridgetteVariant


class Bridgette(Game[BridgetteVariant]):
    """The rules of RULES.md."""

    name = "bridgette"
    score_unit = "points"
    taken_unit = "tricks"
    event_types = (
        MatchStarted,
        DealStarted,
        HandDealt,
        Drew,
        Discarded,
        Exchanged,
        Called,
        Played,
        BridgetteDealEnded,
        MatchEnded,
    )

    def variant(self, options: Mapping[str, object]) -> BridgetteVariant:
        """Check rule options, filling in the defaults. Raises VariantError naming every problem."""
        return BridgetteVariant.parse(options)

    def sides(self, variant: BridgetteVariant) -> tuple[tuple[int, ...], ...]:
        """Each seat is a side of its own."""
        return tuple((seat,) for seat in SEATS)

    def starting_score(self, variant: BridgetteVariant) -> int:
        """What every side's score is before the first deal."""
        return 0

    def compares_by_deal(self, variant: BridgetteVariant) -> bool:
        """Yes, unless passed-out deals are dealt again and shift all later ones (B18)."""
        return variant.passed_out == "count"

    def start(
        self, variant: BridgetteVariant, seed: str, names: Sequence[str] | None = None
    ) -> tuple[BridgetteState, tuple[Event, ...]]:
        """A new match dealt from a seed: its state at the first decision, and the events up to there."""
        started = MatchStarted(self.name, variant.options(), None if names is None else tuple(names))
        state, events = BridgetteState.start(variant, seed)
        state.public.see(started)
        return state, (started, *events)

    def public(self, variant: BridgetteVariant) -> BridgettePublic:
        """The common knowledge before the first event."""
        return BridgettePublic(variant)

    def observation(self, public: Public, seat: int) -> BridgetteObservation:
        """A seat's knowledge on top of `public`, which both seats of one process may share."""
        assert isinstance(public, BridgettePublic)
        return BridgetteObservation(public, seat)

    def deals(self, variant: BridgetteVariant, events: Sequence[Event]) -> list[dict[str, Any]]:
        """The `deals` of the match record from all events of a match, private ones included."""
        return match_deals(variant, events)

    def summary(self, deal: Mapping[str, Any]) -> DealSummary:
        """What a deal of the match record came to."""
        return summary_of(deal)

    def trick_winner(self, cards: Sequence[Card], trump: str) -> int:
        """Which of the two cards of a trick wins it (B22, B24)."""
        led, followed = cards
        return int(follower_wins(led.id, followed.id, DENOMINATIONS.index(trump)))

    def action_text(self, action: int) -> str:
        """An action id in words: ``play SA``, ``discard :G``, ``call 1NT``."""
        return actions.action_text(action)

    def parse_action(self, text: str) -> int:
        """The id of an action in words, the inverse of `action_text`. Raises NotationError."""
        return actions.parse_action(text)


BRIDGETTE: Final = Bridgette()
"""The one instance."""
