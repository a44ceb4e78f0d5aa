"""56 as a `Game`."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from arena.games.base import Event, Game, Public
from arena.games.fiftysix.actions import action_text, parse_action
from arena.games.fiftysix.observation import FiftySixObservation
from arena.games.fiftysix.public import FiftySixPublic
from arena.games.fiftysix.record import deals_of
from arena.games.fiftysix.state import FiftySixState
from arena.games.fiftysix.variant import FiftySixVariant


class FiftySix(Game[FiftySixVariant]):
    """The rules of 56; see RULES.md, and README.md for action ids and events."""

    name = "fiftysix"
    score_unit = "tables"

    def variant(self, options: Mapping[str, object]) -> FiftySixVariant:
        """Check rule options, filling in the defaults. Raises VariantError naming every problem."""
        return FiftySixVariant.check(options)

    def sides(self, variant: FiftySixVariant) -> tuple[tuple[int, ...], ...]:
        """The seats of each side (F2)."""
        return variant.sides

    def starting_score(self, variant: FiftySixVariant) -> int:
        """What every side's score is before the first deal."""
        return variant.tables

    def start(
        self, variant: FiftySixVariant, seed: str, names: Sequence[str] | None = None
    ) -> tuple[FiftySixState, tuple[Event, ...]]:
        """A new match dealt from a seed: its state at the first decision, and the events up to there."""
        return FiftySixState.start(variant, seed, names)

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

    def action_text(self, action: int) -> str:
        """An action id in words: ``play SA`` or ``call 28D``."""
        return action_text(action)

    def parse_action(self, text: str) -> int:
        """The id of an action in words, the inverse of `action_text`. Raises NotationError."""
        return parse_action(text)


FIFTYSIX: Final = FiftySix()
