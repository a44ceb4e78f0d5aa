"""A deal in the notation of the rules, a few lines of plain text."""

from collections.abc import Iterable
from typing import Any

from arena.cards import SUITS


def deal_text(deal: dict[str, Any], seats: Iterable[int] = ()) -> str:
    """A deal of the match record, as far as it was played; the hands of `seats` are marked as the bot's."""
    marked = set(seats)
    hands = deal["hands"].items() if isinstance(deal["hands"], dict) else enumerate(deal["hands"])
    upcard = f", up-card {deal['stock'][0]}" if "stock" in deal else ""
    lines = [f"deal {deal['number']}, dealer {deal['dealer']}{upcard}"]
    for seat, hand in hands:
        lines.append(f"seat {seat}{' (bot)' if int(seat) in marked else ''}: {' '.join(_sorted(hand))}")
    drawn = 0
    for exchange in deal.get("exchanges", ()):
        gone = exchange["discards"]
        new = deal["stock"][drawn : drawn + len(gone)]
        drawn += len(gone)
        lines.append(f"seat {exchange['seat']} drew {' '.join(new)}, gave up {' '.join(gone)}")
    if deal["calls"]:
        lines.append("calls: " + ", ".join(f"{call['seat']} {call['call']}" for call in deal["calls"]))
    if deal["contract"]:
        lines.append(f"contract: {_contract(deal['contract'])}")
    if deal["plays"]:
        lines.append("plays: " + ", ".join(f"{play['seat']} {play['card']}" for play in deal["plays"]))
    return "\n".join(lines)


def _contract(contract: dict[str, Any]) -> str:
    bid = contract["bid"] if "bid" in contract else f"{contract['number']}{contract['trump']}"
    return f"{bid}{('', 'X', 'XX')[contract['doubling'] // 2]} by seat {contract['declarer']}"


def _sorted(hand: list[str]) -> list[str]:
    """Suits together, colons last; inside a suit as dealt."""
    return sorted(hand, key=lambda card: (SUITS + ":").index(card[0]))
