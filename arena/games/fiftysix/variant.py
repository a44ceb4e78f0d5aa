"""The rule options of 56."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Literal

from arena.errors import VariantError, did_you_mean
from arena.games.fiftysix.seating import side_by_seat, sides_of


@dataclass(frozen=True, slots=True)
class FiftySixVariant:
    """Checked rule options.

    `players` at the start (F1), `teams`: pairs or even against odd seats (F2), `tables` that each team starts
    with (F5), `max_deals` after which the match is stopped (F24).
    """

    players: Literal[4, 6, 8] = 4
    teams: Literal["pairs", "two_sides"] = "pairs"
    tables: int = 12
    max_deals: int = 400

    @staticmethod
    def check(options: Mapping[str, object]) -> "FiftySixVariant":
        """Check options, filling in the defaults. Raises VariantError naming every problem."""
        given = {**asdict(FiftySixVariant()), **options}
        problems = {
            option: f"unknown option of 56; known: {', '.join(_EXPECTED)}{did_you_mean(option, _EXPECTED)}"
            for option in options
            if option not in _EXPECTED
        }
        for option, expected in _EXPECTED.items():
            value = given[option]
            if not _allowed(option, value):
                problems[option] = f"expected {expected}, got {value!r}"
        if problems:
            raise VariantError(problems)
        return FiftySixVariant(**given)

    def options(self) -> dict[str, str | int]:
        """Every option with its value, as in the match record."""
        return asdict(self)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side (F2)."""
        return sides_of(self.players, self.teams)

    @property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat (F2)."""
        return side_by_seat(self.players, self.teams)


_EXPECTED = {
    "players": "4, 6 or 8",
    "teams": "pairs or two_sides",
    "tables": "a whole number of at least 1",
    "max_deals": "a whole number of at least 1",
}


def _allowed(option: str, value: object) -> bool:
    if option == "teams":
        return value in ("pairs", "two_sides")
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return value in (4, 6, 8) if option == "players" else value >= 1
