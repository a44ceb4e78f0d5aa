"""The rules of 56 once more, naively and from the match record alone, to check the engine against.

Nothing here comes from the engine: cards and calls are texts, as transcript.md promises.
"""

from collections import Counter
from typing import Any

ORDER = "78QKTA9J"
WORTH = {"J": 3, "9": 2, "A": 1, "T": 1}


def check_match(record: dict[str, Any]) -> None:
    """Assert that the deals of a finished match, its places and its termination follow from the rules."""
    options = record["variant"]
    sides = _sides(options["players"], options["teams"])
    tables = [options["tables"]] * len(sides)
    gone: list[list[int]] = []
    dealer = None
    for number, deal in enumerate(record["deals"], start=1):
        seats = [seat for side, members in enumerate(sides) if tables[side] for seat in members]
        assert deal["number"] == number
        assert deal["seats"] == sorted(seats)
        assert dealer is None or deal["dealer"] == _next(deal["seats"], dealer)
        dealer = deal["dealer"]
        assert deal["tables_before"] == tables
        _check_deal(deal, sides)
        tables = deal["tables"]
        assert sum(tables) == options["tables"] * len(sides)
        lost = [side for side in range(len(sides)) if deal["tables_before"][side] and not tables[side]]
        gone += [lost] if lost else []
    left = [side for side in range(len(sides)) if tables[side]]
    if len(left) == 1:
        assert record["termination"] == "played_out"
    else:
        assert record["termination"] == "max_deals"
        assert len(record["deals"]) == options["max_deals"]
    by_tables = [
        [side for side in left if tables[side] == n] for n in sorted({tables[side] for side in left}, reverse=True)
    ]
    places = {}
    for group in by_tables + gone[::-1]:
        place = len(places) + 1
        places.update(dict.fromkeys(group, place))
    assert record["places"] == [places[side] for side in range(len(sides))]
    assert record["scores"] == tables


def _sides(players: int, teams: str) -> list[list[int]]:
    if teams == "two_sides":
        return [list(range(0, players, 2)), list(range(1, players, 2))]
    return [[seat, seat + players // 2] for seat in range(players // 2)]


def _next(seats: list[int], seat: int) -> int:
    higher = [other for other in seats if other > seat]
    return higher[0] if higher else seats[0]


def _check_deal(deal: dict[str, Any], sides: list[list[int]]) -> None:
    seats = deal["seats"]
    n = len(seats)
    side_of = {seat: side for side, members in enumerate(sides) for seat in members}
    ranks = ORDER if n == 8 else ORDER[2:]
    pack = Counter({suit + rank: 2 for suit in "CDHS" for rank in ranks})
    assert sum((Counter(hand) for hand in deal["hands"].values()), Counter()) == pack
    assert [int(seat) for seat in deal["hands"]] == seats
    assert {len(hand) for hand in deal["hands"].values()} == {12 if n == 4 else 8}

    first = _next(seats, deal["dealer"])
    turn, number, trump, bidder, text, doubling, passes = first, 0, "NT", None, None, 1, 0
    for index, entry in enumerate(deal["calls"]):
        last = index == len(deal["calls"]) - 1
        assert entry["seat"] == turn
        call = entry["call"]
        if call == "P":
            passes += 1
        elif call == "X":
            assert bidder is not None
            assert side_of[bidder] != side_of[turn]
            assert doubling == 1
            doubling, passes = 2, 0
        elif call == "XX":
            assert bidder is not None
            assert side_of[bidder] == side_of[turn]
            assert doubling == 2
            assert last
            doubling, passes = 4, 0
        else:
            named, trump = _bid(call, number)
            assert max(number, 27) < named <= 56
            number, bidder, text, doubling, passes = named, turn, call, 1, 0
        assert last == (doubling == 4 or passes == (n if bidder is None else n - 1))
        turn = _next(seats, turn)
    declarer = first if bidder is None else bidder
    number = number or 28
    assert deal["contract"] == {
        "call": text,
        "number": number,
        "trump": trump,
        "declarer": declarer,
        "doubling": doubling,
    }

    held = {int(seat): list(hand) for seat, hand in deal["hands"].items()}
    points = [0] * len(sides)
    turn, trick = first, []
    assert len(deal["plays"]) == sum(pack.values())
    for entry in deal["plays"]:
        seat, card = entry["seat"], entry["card"]
        assert seat == turn
        held[seat].remove(card)
        if trick and card[0] != trick[0][1][0]:
            assert all(other[0] != trick[0][1][0] for other in held[seat])
        trick.append((seat, card))
        turn = _next(seats, turn)
        if len(trick) == n:
            candidates = [pair for pair in trick if pair[1][0] == trump] or [
                pair for pair in trick if pair[1][0] == trick[0][1][0]
            ]
            turn = max(candidates, key=lambda pair: ORDER.index(pair[1][1]))[0]
            points[side_of[turn]] += sum(WORTH.get(card[1], 0) for _, card in trick)
            trick = []
    assert deal["points"] == points
    assert sum(points) == 56

    level = 1 if number < 40 else 2 if number < 48 else 3 if number < 56 else 4
    own = side_of[declarer]
    tables = list(deal["tables_before"])
    others = []
    seat = _next(seats, declarer)
    while seat != declarer:
        if side_of[seat] != own and side_of[seat] not in others:
            others.append(side_of[seat])
        seat = _next(seats, seat)
    if points[own] >= number:
        for other in others:
            paid = min(tables[other], level * doubling)
            tables[other] -= paid
            tables[own] += paid
    else:
        owed = dict.fromkeys(others, (level + 1) * doubling)
        while tables[own] and any(owed.values()):
            for other in others:
                if tables[own] and owed[other]:
                    owed[other] -= 1
                    tables[own] -= 1
                    tables[other] += 1
    assert deal["tables"] == tables


def _bid(call: str, last: int) -> tuple[int, str]:
    if call.startswith("+"):
        assert last
        if call == "+2NO":
            return last + 2, "NT"
        assert int(call[1:-1]) >= 1
        return last + int(call[1:-1]), call[-1]
    if call[0] in "CDHS":
        return int(call[1:]), call[0]
    if call.endswith(("NT", "NO")):
        return int(call[:-2]), "NT"
    return int(call[:-1]), call[-1]
