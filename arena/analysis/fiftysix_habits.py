"""How an entrant bids and plays 56, counted over its replayed matches."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from arena.analysis.contracts import Contracts, contracts_of
from arena.games.fiftysix.calls import Form
from arena.games.fiftysix.public import FinishedDeal

BANDS = ("28–39", "40–47", "48–55", "56")
"""The numbers by what they are worth (F19)."""
MOST_DEALS = 40
"""So many deals of a match are told of one by one."""


class FiftySixHabits(msgspec.Struct, frozen=True):
    """The counts of one entrant; where it sits in several seats of a side they are counted together."""

    matches: int
    deals: int
    """Finished ones that its side took part in."""
    contracts: dict[str, Contracts]
    """By band of the number, those a seat of its declared after a bid."""
    bound: Contracts
    """Contracts of 28 that it was bound to because nobody bid (F13)."""
    surplus: float | None
    """Points taken less the number, a mean over its bid contracts; None without any."""
    forms: dict[str, int]
    """Bids by their form (F10)."""
    passes: int
    doubles: int
    redoubles: int
    doubled: Contracts
    """Contracts that it declared doubled or redoubled."""
    doubled_against: Contracts
    """Contracts of other sides that it doubled: `made` are those doubled in vain."""
    tables: tuple[float, ...]
    """Its mean tables after the first, second … deal; a match that is over stays as it ended."""
    eliminated: int
    """Matches in which it went out before another side had won (F22), as far as the deals tell."""
    eliminated_after: float | None
    """After how many deals, as a mean; None if it never went out."""


@dataclass
class _Counts:
    matches: int = 0
    deals: int = 0
    declared: Counter[str] = field(default_factory=Counter)
    made: Counter[str] = field(default_factory=Counter)
    bound: Counter[bool] = field(default_factory=Counter)
    surplus: int = 0
    forms: Counter[Form] = field(default_factory=Counter)
    doubled: Counter[bool] = field(default_factory=Counter)
    doubled_against: Counter[bool] = field(default_factory=Counter)
    tables: list[int] = field(default_factory=lambda: [0] * MOST_DEALS)
    longest: int = 0
    eliminated: list[int] = field(default_factory=list)


class FiftySixFold:
    """The fold of a pool's replayed matches into every entrant's habits; `start` are the tables at the start."""

    def __init__(self, start: int) -> None:
        self._start = start
        self._counts: dict[str, _Counts] = {}

    def add(self, seats: tuple[str, ...], sides: int, history: Iterable[FinishedDeal]) -> None:
        """Take in a match: the entrant (`name@version`) at each seat, the number of sides, the finished deals."""
        counts = [self._counts.setdefault(key, _Counts()) for key in seats]
        for one in {id(one): one for one in counts}.values():
            one.matches += 1
        deals = tuple(history)
        for deal in deals:
            self._add_deal(counts, sides, deal)
        for side in range(sides):
            for one in {id(one): one for one in counts[side::sides]}.values():
                self._add_tables(one, side, deals)

    def habits(self) -> dict[str, FiftySixHabits]:
        """The habits of every entrant that has been seen."""
        return {key: _frozen(counts) for key, counts in self._counts.items()}

    def _add_deal(self, counts: list[_Counts], sides: int, deal: FinishedDeal) -> None:
        for one in {id(counts[seat]): counts[seat] for seat in deal.seats}.values():
            one.deals += 1
        doublers: list[_Counts] = []
        for seat, call in deal.calls:
            counts[seat].forms[call.form] += 1
            if call.is_bid:
                doublers = []
            elif call.form is Form.DOUBLE:
                doublers = [counts[seat]]
        contract, declarer = deal.contract, counts[deal.contract.declarer]
        if contract.call is None:
            declarer.bound[deal.made] += 1
            return
        number = contract.number
        band = BANDS[(number >= 40) + (number >= 48) + (number >= 56)]
        declarer.declared[band] += 1
        declarer.made[band] += deal.made
        declarer.surplus += deal.points[contract.declarer % sides] - number
        if contract.doubling > 1:
            declarer.doubled[deal.made] += 1
            for one in doublers:
                one.doubled_against[deal.made] += 1

    def _add_tables(self, counts: _Counts, side: int, deals: tuple[FinishedDeal, ...]) -> None:
        counts.longest = max(counts.longest, min(len(deals), MOST_DEALS))
        left = self._start
        for n in range(MOST_DEALS):
            left = deals[n].tables[side] if n < len(deals) else left
            counts.tables[n] += left
        gone = next((deal.number for deal in deals if not deal.tables[side]), None)
        if gone is not None:
            counts.eliminated.append(gone)


def _frozen(counts: _Counts) -> FiftySixHabits:
    bid = counts.declared.total()
    return FiftySixHabits(
        matches=counts.matches,
        deals=counts.deals,
        contracts={
            band: Contracts(counts.declared[band], counts.made[band]) for band in BANDS if counts.declared[band]
        },
        bound=contracts_of(counts.bound),
        surplus=counts.surplus / bid if bid else None,
        forms={form.value: counts.forms[form] for form in list(Form)[3:] if counts.forms[form]},
        passes=counts.forms[Form.PASS],
        doubles=counts.forms[Form.DOUBLE],
        redoubles=counts.forms[Form.REDOUBLE],
        doubled=contracts_of(counts.doubled),
        doubled_against=contracts_of(counts.doubled_against),
        tables=tuple(total / counts.matches for total in counts.tables[: counts.longest]),
        eliminated=len(counts.eliminated),
        eliminated_after=sum(counts.eliminated) / len(counts.eliminated) if counts.eliminated else None,
    )
