"""Matches with rare events, kept as match records; tests/golden/bridgette/README.md says what each shows."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.games.bridgette.game import BRIDGETTE
from tests.games.bridgette import reference

FOLDER = Path(__file__).parents[2] / "golden" / "bridgette"
GOLDEN = sorted(path.stem for path in FOLDER.glob("*.json"))


def read(name: str) -> dict:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def actions_of(deal: dict) -> Iterator[int]:
    """The actions that a deal of a match record was played with."""
    for exchange in deal["exchanges"]:
        yield from (BRIDGETTE.parse_action(f"discard {card}") for card in exchange["discards"])
    yield from (BRIDGETTE.parse_action(f"call {entry['call']}") for entry in deal["calls"])
    yield from (BRIDGETTE.parse_action(f"play {entry['card']}") for entry in deal["plays"])


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_match_replays_to_its_record(name: str) -> None:
    match = read(name)
    variant = BRIDGETTE.variant(match["variant"])
    state, opening = BRIDGETTE.start(variant, match["seed"])
    events = list(opening)
    for deal in match["deals"]:
        for action in actions_of(deal):
            events += state.apply(action)
    assert BRIDGETTE.deals(variant, events) == match["deals"]
    assert (state.to_act, list(state.places())) == (-1, match["places"])


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_match_obeys_the_rules_as_written_a_second_time(name: str) -> None:
    match = read(name)
    assert reference.check_match(match["deals"], match["variant"]["passed_out"]) == match["places"]


def tricks(deal: dict) -> Iterator[tuple[str, str, str | None]]:
    """Each trick's led and followed card, and the suit that its leader might not lead."""
    ban = None
    for lead, follow in zip(deal["plays"][::2], deal["plays"][1::2], strict=True):
        led, followed = lead["card"], follow["card"]
        yield led, followed, ban
        ban = reference.ban_after([led, followed])


def trump(deal: dict) -> str | None:
    return deal["contract"]["bid"][1:] if deal["contract"] else None


def level_after(deals: list[dict], count: int) -> bool:
    totals = deals[count - 1]["totals"]
    return totals[0] == totals[1] > 0


def redoubled(deal: dict, made: bool) -> bool:
    contract = deal["contract"]
    return bool(contract) and contract["doubling"] == 4 and (deal["scores"][contract["declarer"]] > 0) == made


def over_own_bid(deal: dict) -> bool:
    """A bid right after the bidder's own bid was doubled."""
    made = [entry["call"] for entry in deal["calls"]]
    return any(made[i + 1] == "X" and made[i + 2] in reference.BIDS for i in range(len(made) - 2))


def dealer_comes_back(deal: dict) -> bool:
    """The dealer passed first and bid on his second turn."""
    made = [entry["call"] for entry in deal["calls"]]
    return made[0] == "P" and len(made) > 2 and made[2] in reference.BIDS


def exchanges(deal: dict) -> int:
    return len(deal["exchanges"][1]["discards"])


def pass_out_row(deals: list[dict]) -> int:
    """The length of the longest row of passed-out deals."""
    row = longest = 0
    for deal in deals:
        row = 0 if deal["contract"] else row + 1
        longest = max(longest, row)
    return longest


def some(holds: Callable[[dict], bool]) -> Callable[[list[dict]], bool]:
    return lambda deals: any(holds(deal) for deal in deals)


def some_trick(holds: Callable[[str, str, str | None, str | None], bool]) -> Callable[[list[dict]], bool]:
    """Whether in some trick this holds of led card, followed card, ban and trump."""
    return some(lambda deal: any(holds(*trick, trump(deal)) for trick in tricks(deal)))


EVENTS: list[tuple[str, str, Callable[[list[dict]], bool]]] = [
    ("seventh_deal", "level after six", lambda deals: len(deals) == 7 and level_after(deals, 6)),
    ("seventh_deal", "decided by the seventh", lambda deals: not level_after(deals, 7)),
    ("drawn", "level after seven", lambda deals: level_after(deals, 6) and level_after(deals, 7)),
    ("redeal", "eleven pass-outs, of which one counts", lambda deals: pass_out_row(deals) == 11),
    ("redeal", "a shorter row ends with a played deal", lambda deals: len(deals) > 10 + 6),
    ("auctions", "redoubled and made", some(lambda deal: redoubled(deal, made=True))),
    ("auctions", "redoubled and failed", some(lambda deal: redoubled(deal, made=False))),
    ("auctions", "a bid over the bidder's own", some(over_own_bid)),
    ("auctions", "dealer passes and bids later", some(dealer_comes_back)),
    ("auctions", "a contract of 0NT", some(lambda deal: trump(deal) == "NT" and deal["contract"]["bid"] == "0NT")),
    ("auctions", "7NT", some(lambda deal: bool(deal["contract"]) and deal["contract"]["bid"] == "7NT")),
    ("auctions", "six or more short", some(lambda deal: max(deal["scores"]) in (1000, 3000, 4000))),
    ("colons", "a ban obeyed", some_trick(lambda led, _, ban, __: ban is not None and led[0] not in (ban, ":"))),
    ("colons", "a ban lapses", some_trick(lambda led, _, ban, __: ban == led[0])),
    ("colons", "a colon led under a ban", some_trick(lambda led, _, ban, __: ban is not None and led[0] == ":")),
    ("colons", "trumps banned", some_trick(lambda _, __, ban, trump: ban is not None and ban == trump)),
    (
        "colons",
        "a forced wrong colon",
        some_trick(lambda led, followed, *_: led[0] != ":" == followed[0] and reference.group(led) != followed),
    ),
    ("colons", "a colon on a colon", some_trick(lambda led, followed, *_: led[0] == followed[0] == ":")),
    (
        "colons",
        "a led colon beaten by its group",
        some_trick(
            lambda led, followed, _, trump: followed[0] not in (":", trump) and led == reference.group(followed)
        ),
    ),
    (
        "colons",
        "a led colon ruffed",
        some_trick(
            lambda led, followed, _, trump: (
                led[0] == ":" != followed[0] == trump and reference.group(followed) != led
            )
        ),
    ),
    ("colons", "exchanges of 4, 8 and 12", lambda deals: {exchanges(deal) for deal in deals} == {4, 8, 12}),
]


@pytest.mark.parametrize(("name", "event", "holds"), EVENTS, ids=[f"{name}: {event}" for name, event, _ in EVENTS])
def test_the_rare_event_is_there(name: str, event: str, holds: Callable[[list[dict]], bool]) -> None:
    assert holds(read(name)["deals"]), event


def test_each_golden_match_is_there_for_an_event() -> None:
    assert {name for name, _, _ in EVENTS} == set(GOLDEN)
