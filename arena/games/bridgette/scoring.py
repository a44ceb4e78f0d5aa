"""What a contract scores (B25 … B31)."""

from typing import Final

from arena.games.bridgette.calls import Call

_BIDS_BY_VALUE: Final = {  # B25
    150: "0NT 1C 1D 1H 1S",
    250: "1NT 2C 2D 2H 2S 2NT 3C 3D 3H 3S 4C 4D",
    750: "3NT 4H 4S 4NT 5C 5D 5H 5S",
    1500: "5NT 6C 6D 6H 6S",
    2200: "6NT 7C 7D 7H 7S",
    2500: "7NT",
}
_VALUES: Final = {Call.parse(text): value for value, texts in _BIDS_BY_VALUE.items() for text in texts.split()}

_EXACT: Final = (250, 250, 250, 250, 250, 250, 100, 0)  # by level, B26
_THREE_OVER: Final = 350  # B27
_MADE: Final = {1: 0, 2: 400, 4: 1000}  # B28
_FAILED: Final = {  # by tricks short, from 1 (B30)
    1: (100, 200, 300, 400, 700, 1000),
    2: (200, 500, 800, 1100, 2000, 3000),
    4: (300, 700, 1100, 1500, 2700, 4000),
}


def deal_scores(bid: Call, doubling: int, tricks: int) -> tuple[int, int]:
    """The points of the declarer, who won `tricks` of 13, and of his opponent; `doubling` is 1, 2 or 4.

    One of them is always 0: nobody loses points (B31).
    """
    level = bid.level
    assert level is not None, "a contract is a bid"
    over = tricks - 6 - level
    if over < 0:
        return 0, _FAILED[doubling][min(-over, 6) - 1]
    points = _VALUES[bid] + _MADE[doubling]
    if over == 0:
        points += _EXACT[level]
    elif over == 3:
        points += _THREE_OVER
    return points * doubling, 0  # B29
