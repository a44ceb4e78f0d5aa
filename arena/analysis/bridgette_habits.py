"""How an entrant bids and plays Bridgette, counted over its replayed matches."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from arena.analysis.contracts import Contracts, contracts_of
from arena.cards import CARDS
from arena.games.base import Event
from arena.games.bridgette.calls import DOUBLE, REDOUBLE
from arena.games.bridgette.events import Discarded
from arena.games.bridgette.finished import FinishedDeal
from arena.games.bridgette.pack import GRAND
from arena.games.bridgette.play import NO_SUIT, banned_by

MOST_SHORT = 6
"""More tricks short cost no more (B30)."""


class BridgetteHabits(msgspec.Struct, frozen=True):
    """The counts of one entrant."""

    matches: int
    deals: int
    """Finished ones."""
    passed_out: int
    contracts: dict[str, Contracts]
    """By bid (``4S``), those it declared."""
    exact: int
    """Made with exactly the tricks bid, where that earns a bonus (B26)."""
    three_over: int
    """Made with exactly three tricks over (B27)."""
    doubled: Contracts
    """Contracts that it declared doubled or redoubled."""
    doubled_against: Contracts
    """The same of its opponents: `made` are those that it doubled in vain."""
    doubles: int
    """Doubles called, in any stage of an auction."""
    redoubles: int
    undertricks: dict[int, int]
    """By tricks short of its failed contracts; 6 stands for more too."""
    discards: dict[str, int]
    """Cards discarded in exchanges: ``colon``, or the rank."""
    colons_led: Contracts
    """Colons it led; `made` are those that won the trick (B24)."""
    colons_matched: int
    """Colons it played to a lead of their group, which bans the suit (B23)."""
    colons_thrown: int
    """Colons it played otherwise: to a led colon, or forced (B21)."""


@dataclass
class _Counts:
    matches: int = 0
    deals: int = 0
    passed_out: int = 0
    declared: Counter[str] = field(default_factory=Counter)
    made: Counter[str] = field(default_factory=Counter)
    exact: int = 0
    three_over: int = 0
    doubled: Counter[bool] = field(default_factory=Counter)
    doubled_against: Counter[bool] = field(default_factory=Counter)
    doubles: int = 0
    redoubles: int = 0
    undertricks: Counter[int] = field(default_factory=Counter)
    discards: Counter[str] = field(default_factory=Counter)
    colons_led: Counter[bool] = field(default_factory=Counter)
    colons_matched: int = 0
    colons_thrown: int = 0


class BridgetteFold:
    """The fold of a pool's replayed matches into every entrant's habits."""

    def __init__(self) -> None:
        self._counts: dict[str, _Counts] = {}

    def add(self, seats: tuple[str, ...], events: Iterable[Event], history: Iterable[FinishedDeal]) -> None:
        """Take in a match: the entrant (`name@version`) at each seat, all events, and the finished deals."""
        counts = [self._counts.setdefault(key, _Counts()) for key in seats]
        for one in counts:
            one.matches += 1
        for event in events:
            if type(event) is Discarded:
                card = CARDS[event.card]
                counts[event.seat].discards["colon" if event.card >= GRAND else card.rank] += 1
        for deal in history:
            _add_deal(counts, deal)

    def habits(self) -> dict[str, BridgetteHabits]:
        """The habits of every entrant that has been seen."""
        return {key: _frozen(counts) for key, counts in self._counts.items()}


def _add_deal(counts: list[_Counts], deal: FinishedDeal) -> None:
    for one in counts:
        one.deals += 1
    for i, call in enumerate(deal.call_ids):  # the dealer made the first, turns alternate (B10)
        if call in (DOUBLE, REDOUBLE):
            caller = counts[deal.dealer ^ i & 1]
            caller.doubles += call == DOUBLE
            caller.redoubles += call == REDOUBLE
    contract = deal.contract
    if contract is None:
        for one in counts:
            one.passed_out += 1
        return
    declarer, bid, level = counts[contract.declarer], str(contract.bid), contract.bid.level
    assert level is not None, "a contract is a bid"
    over = deal.tricks[contract.declarer] - 6 - level
    declarer.declared[bid] += 1
    declarer.made[bid] += over >= 0
    declarer.exact += over == 0 and level < 7
    declarer.three_over += over == 3
    if over < 0:
        declarer.undertricks[min(-over, MOST_SHORT)] += 1
    if contract.doubling > 1:
        declarer.doubled[over >= 0] += 1
        counts[contract.declarer ^ 1].doubled_against[over >= 0] += 1
    for trick, leader in enumerate(deal.leaders):
        led, followed = deal.play_ids[2 * trick : 2 * trick + 2]
        if led >= GRAND:
            won = deal.leaders[trick + 1] == leader if trick + 1 < len(deal.leaders) else _won_last(deal, leader)
            counts[leader].colons_led[won] += 1
        if followed >= GRAND:
            matched = banned_by(led, followed) != NO_SUIT
            counts[leader ^ 1].colons_matched += matched
            counts[leader ^ 1].colons_thrown += not matched


def _won_last(deal: FinishedDeal, leader: int) -> bool:
    """Whether the leader of the last trick won it: nobody led after it, but the tricks are counted."""
    return deal.tricks[leader] > deal.leaders[1:].count(leader)


def _frozen(counts: _Counts) -> BridgetteHabits:
    return BridgetteHabits(
        matches=counts.matches,
        deals=counts.deals,
        passed_out=counts.passed_out,
        contracts={bid: Contracts(n, counts.made[bid]) for bid, n in sorted(counts.declared.items())},
        exact=counts.exact,
        three_over=counts.three_over,
        doubled=contracts_of(counts.doubled),
        doubled_against=contracts_of(counts.doubled_against),
        doubles=counts.doubles,
        redoubles=counts.redoubles,
        undertricks=dict(sorted(counts.undertricks.items())),
        discards=dict(sorted(counts.discards.items())),
        colons_led=contracts_of(counts.colons_led),
        colons_matched=counts.colons_matched,
        colons_thrown=counts.colons_thrown,
    )
