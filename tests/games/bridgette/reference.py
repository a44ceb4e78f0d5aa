"""The rules once more, slowly and on texts, to check the engine's records against (rule ids as in RULES.md).

Nothing here knows the engine.
"""

SUITS = ["C", "D", "H", "S"]
RANKS = list("23456789TJQKA")
DENOMINATIONS = ["C", "D", "H", "S", "NT"]
BIDS = ["0NT"] + [f"{level}{name}" for level in range(1, 8) for name in DENOMINATIONS]
PACK = [suit + rank for suit in SUITS for rank in RANKS] + [":G", ":R", ":L"]


def group(card: str) -> str:
    """B3: the colon whose group a card is in."""
    if card[0] == ":":
        return card
    return ":G" if card[1] == "A" else ":R" if card[1] in "KQJ" else ":L"


def length(hand: list[str], suit: str) -> int:
    return sum(card[0] == suit for card in hand)


def legal_calls(hand: list[str], calls: list[str]) -> set[str]:
    """B10 … B16, in an auction that is still going on."""
    legal = {"P"}
    bids = [call for call in calls if call in BIDS]
    last_bid = bids[-1] if bids else None
    if calls and calls[-1] == last_bid:
        legal.add("X")
    if calls and calls[-1] == "X":
        legal.add("XX")
    for bid in BIDS:
        if last_bid and BIDS.index(bid) <= BIDS.index(last_bid):
            continue  # B12
        name = bid[1:]
        lower = [b for b in BIDS if b[1:] == name and int(b[0]) < int(bid[0])]
        jump = last_bid is not None and any(BIDS.index(b) > BIDS.index(last_bid) for b in lower)
        if name == "NT":
            holds = all(length(hand, suit) >= 1 for suit in SUITS)
        else:
            holds = length(hand, name) >= (4 if jump else 2)
        if holds:
            legal.add(bid)
    return legal


def legal_plays(hand: list[str], led: str | None, ban: str | None) -> set[str]:
    """B20, B21, B23, B24."""
    if led is None:
        allowed = {card for card in hand if card[0] != ban}
        return allowed or set(hand)
    if led[0] == ":":
        return set(hand)
    matching = {card for card in hand if card == group(led)}
    following = {card for card in hand if card[0] == led[0]}
    if following:
        return following | matching
    ordinary = {card for card in hand if card[0] != ":"}
    return ordinary | matching or set(hand)


def follower_wins(led: str, followed: str, trump: str) -> bool:
    """B22, B24."""
    if followed[0] == ":":
        return False
    if led[0] == ":":
        return followed[0] == trump or group(followed) == led
    if followed[0] == led[0]:
        return RANKS.index(followed[1]) > RANKS.index(led[1])
    return followed[0] == trump


def ban_after(played: list[str]) -> str | None:
    """B23, B24: the suit that the next leader may not lead, after whole tricks."""
    if not played:
        return None
    led, followed = played[-2:]
    return led[0] if led[0] != ":" and followed == group(led) else None


def bid_value(bid: str) -> int:
    """B25."""
    level, suit = int(bid[0]), bid[1:] != "NT"
    if suit:
        if level == 4:
            return 250 if bid[1] in "CD" else 750
        return {1: 150, 2: 250, 3: 250, 5: 750, 6: 1500, 7: 2200}[level]
    return {0: 150, 1: 250, 2: 250, 3: 750, 4: 750, 5: 1500, 6: 2200, 7: 2500}[level]


def score(bid: str, doubling: int, tricks: int) -> tuple[int, int]:
    """B25 … B31: the points of declarer and opponent."""
    level = int(bid[0])
    short = 6 + level - tricks
    if short > 0:
        column = {1: 0, 2: 1, 4: 2}[doubling]
        rows = ["100/200/300", "200/500/700", "300/800/1100", "400/1100/1500", "700/2000/2700", "1000/3000/4000"]
        return 0, int(rows[min(short, 6) - 1].split("/")[column])
    points = bid_value(bid)
    if short == 0:
        points += 250 if level <= 5 else 100 if level == 6 else 0
    if short == -3:
        points += 350
    points += {1: 0, 2: 400, 4: 1000}[doubling]
    return points * doubling, 0


def check_deal(deal: dict) -> None:
    """Assert that one finished deal of a match record obeys B6 … B31."""
    dealer, hands = deal["dealer"], [list(hand) for hand in deal["hands"]]
    stock = list(deal["stock"])
    assert sorted(hands[0] + hands[1] + stock) == sorted(PACK)
    assert [len(hands[0]), len(hands[1]), len(stock)] == [13, 13, 29]
    upcard = group(stock[0])
    for exchange, seat in zip(deal["exchanges"], (1 - dealer, dealer), strict=True):
        count = 2 if seat != dealer else {":L": 4, ":R": 8, ":G": 12}[upcard]
        assert exchange["seat"] == seat
        assert len(exchange["discards"]) == count
        hands[seat] += stock[:count]
        del stock[:count]
        for card in exchange["discards"]:
            hands[seat].remove(card)
    declarer, bid, doubling = check_auction(deal["calls"], dealer, hands)
    if bid is None:
        assert deal["contract"] is None
        assert (deal["plays"], deal["tricks"], deal["scores"]) == ([], [0, 0], [0, 0])
        return
    assert deal["contract"] == {"bid": bid, "declarer": declarer, "doubling": doubling}
    tricks = check_play(deal["plays"], 1 - declarer, bid[1:], hands)
    assert deal["tricks"] == tricks
    made, defended = score(bid, doubling, tricks[declarer])
    assert deal["scores"] == ([made, defended] if declarer == 0 else [defended, made])


def check_auction(entries: list[dict], dealer: int, hands: list[list[str]]) -> tuple[int | None, str | None, int]:
    """B10 … B18: the declarer, his bid and the doubling; None, None, 1 if passed out."""
    declarer, bid, doubling = None, None, 1
    made: list[str] = []
    for i, entry in enumerate(entries):
        seat, call = entry["seat"], entry["call"]
        assert seat == (dealer + i) % 2
        assert call in legal_calls(hands[seat], made)
        made.append(call)
        last = i == len(entries) - 1
        assert last == (call == "P" and (bid is not None or i == 1))
        if call in BIDS:
            declarer, bid, doubling = seat, call, 1
        elif call != "P":
            doubling *= 2
    return declarer, bid, doubling


def check_play(entries: list[dict], leader: int, trump: str, hands: list[list[str]]) -> list[int]:
    """B19 … B24: the tricks won by each seat."""
    tricks, ban = [0, 0], None
    for lead, follow in zip(entries[::2], entries[1::2], strict=True):
        assert (lead["seat"], follow["seat"]) == (leader, 1 - leader)
        led, followed = lead["card"], follow["card"]
        assert led in legal_plays(hands[leader], None, ban)
        assert followed in legal_plays(hands[1 - leader], led, None)
        hands[leader].remove(led)
        hands[1 - leader].remove(followed)
        ban = ban_after([led, followed])
        if follower_wins(led, followed, trump):
            leader = 1 - leader
        tricks[leader] += 1
    assert hands == [[], []]
    return tricks


def check_match(deals: list[dict], passed_out: str) -> list[int]:
    """Assert that all deals of a match obey the rules; the places of the seats (B1, B5, B18)."""
    totals, counted, row = [0, 0], 0, 0
    dealer = deals[0]["dealer"]
    for number, deal in enumerate(deals, 1):
        assert counted < 6 or (counted == 6 and totals[0] == totals[1])
        assert (deal["number"], deal["dealer"]) == (number, dealer)
        check_deal(deal)
        totals = [total + points for total, points in zip(totals, deal["scores"], strict=True)]
        assert deal["totals"] == totals
        if deal["contract"] is None and passed_out == "redeal" and row < 10:
            row += 1
        else:
            counted, row, dealer = counted + 1, 0, 1 - dealer
    assert counted == 7 or (counted == 6 and totals[0] != totals[1])
    return [1 + (totals[1] > totals[0]), 1 + (totals[0] > totals[1])]
