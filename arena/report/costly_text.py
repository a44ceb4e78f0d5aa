"""The deals that cost an entrant most, and what it lost by faults, for the terminal."""

import shlex
from collections.abc import Iterator

from rich.text import Text

from arena.ladder.costly import CostlyDeal, CostlyDeals, DealPlayed


def costly_text(costly: CostlyDeals, pool: str, unit: str, name: str, results: str) -> Iterator[Text]:
    """The fold of a pool in reading order; `unit` is what its scores count, `results` the RESULTS of commands."""
    yield Text(
        f"Pool {pool}: {costly.deals:,} deals of {costly.sets:,} sets compared with the same cards in the other "
        "seatings",
        "bold",
    )
    for lost in costly.lost:
        times = "once" if lost.count == 1 else f"{lost.count:,} times"
        yield Text(f"Lost a match {times} by a fault, {lost.kind}: {lost.detail}", "red")
        yield _command(results, lost.match, lost.deal)
    for rank, deal in enumerate(costly.costliest, start=1):
        yield Text(f"{rank}. Deal {deal.number} of {deal.set} cost {_amount(deal, unit)}")
        for played in deal.played:
            yield Text(f"   {_told(played, name)}")
            yield _command(results, played.match, deal.number)
    if not costly.costliest:
        yield Text(f"No deal cost {name} anything.")


def _amount(deal: CostlyDeal, unit: str) -> str:
    amount = f"{deal.cost:,.0f}" if deal.cost.is_integer() else f"{deal.cost:,.1f}"
    return f"{amount} {unit.removesuffix('s') if amount == '1' else unit}"


def _told(played: DealPlayed, name: str) -> str:
    """What happened in one seating, in a line."""
    seats = f"seat {played.seats[0]}" if len(played.seats) == 1 else f"seats {', '.join(map(str, played.seats))}"
    gains = ", ".join(f"{entrant} {gain:+,}" if gain else f"{entrant} 0" for entrant, gain in played.gains)
    if played.contract is None:
        outcome = "passed out"
    else:
        outcome = f"{played.contract} by {played.declarer}, {'made' if played.made else 'failed'}"
    faults = "".join(f"; fault: {fault}" for fault in dict.fromkeys(played.faults))
    return f"{name} in {seats}: {outcome}: {gains}{faults}"


def _command(results: str, match: str, deal: int | None) -> Text:
    one_deal = [] if deal is None else ["--deal", str(deal)]
    return Text(f"      {shlex.join(['arena', 'replay', results, match, *one_deal])}", "dim")
