"""56 as a `Game`."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from arena.cards import Card
from arena.games.base import DealSummary, Event, Game, HandDealt, MatchEnded, MatchStarted, Public
from arena.games.fiftysix.actions import action_text, parse_action
from arena.games.fiftysix.events import Called, DealStarted, FiftySixDealEnded, Played
from arena.games.fiftysix.observation import FiftySixObservation
from arena.games.fiftysix.play import Play
from arena.games.fiftysix.public import FiftySixPublic
from arena.games.fiftysix.record import deals_of, summary_of
from arena.games.fiftysix.state import FiftySixState
from arena.games.fiftysix.variant import FiftySixVariant


class FiftySix(Game[FiftySixVariant]):
    """The rules of 56; see RULES.md, and README.md for action ids and events."""

    name = "fiftysix"
    score_unit = "tables"
    taken_unit = "points"
    event_types = (MatchStarted, DealStarted, HandDealt, Called, Played, FiftySixDealEnded, MatchEnded)

    def variant(self, options: Mapping[str, object]) -> FiftySixVariant:
        """Check rule options, filling in the defaults. Raises VariantError naming every problem."""
        return FiftySixVariant.check(options)

    def sides(self, variant: FiftySixVariant) -> tuple[tuple[int, ...], ...]:
        """The seats of each side (F2)."""
        return variant.sides

    def starting_score(self, variant: FiftySixVariant) -> int:
        """What every side's score is before the first deal."""
        return variant.tables

    def compares_by_deal(self, variant: FiftySixVariant) -> bool:
        """No: a deal moves what tables there are, and matches differ much in length (F21, F22)."""
        return False

    def start(
        self, variant: FiftySixVariant, seed: str, names: Sequence[str] | None = None
    ) -> tuple[FiftySixState, tuple[Event, ...]]:
        """A new match dealt from a seed: its state at the first decision, and the events up to there."""
        started = MatchStarted(self.name, variant.options(), None if names is None else tuple(names))
        state, events = FiftySixState.start(variant, seed)
        state.public.see(started)
        return state, (started, *events)

    def public(self, variant: FiftySixVariant) -> FiftySixPublic:
        """The common knowledge before the first event."""
        return FiftySixPublic(variant)

    def observation(self, public: Public, seat: int) -> FiftySixObservation:
        """A seat's knowledge on top of `public`, which must come from this game."""
        if not isinstance(public, FiftySixPublic):
            raise TypeError(f"expected the Public of a match of 56, got {type(public).__name__}")
        return FiftySixObservation(public, seat)

    def deals(self, variant: FiftySixVariant, events: Sequence[Event]) -> list[dict[str, Any]]:
        """The `deals` of the match record (transcript.md) from all events of a match."""
        return deals_of(variant, events)

    def summary(self, deal: Mapping[str, Any]) -> DealSummary:
        """What a deal of the match record came to."""
        return summary_of(deal)

    def trick_winner(self, cards: Sequence[Card], trump: str) -> int:
        """Which card of a trick of 4, 6 or 8 wins it (F17)."""
        seats = tuple(range(len(cards)))
        play = Play(trump, seats, side_of=seats)
        for seat, card in enumerate(cards):
            play.add(seat, card.id)
        return play.winner

    def action_text(self, action: int) -> str:
        """An action id in words: ``play SA`` or ``call 28D``."""
        return action_text(action)

    def parse_action(self, text: str) -> int:
        """The id of an action in words, the inverse of `action_text`. Raises NotationError."""
        return parse_action(text)


FIFTYSIX: Final = FiftySix()
