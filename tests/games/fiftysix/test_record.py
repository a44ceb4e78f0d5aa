"""The deals of the match record, as in transcript.md."""

import json

from arena.games.fiftysix.game import FIFTYSIX
from tests.games.fiftysix.kit import calls, playing, variant

FIELDS = ["number", "seats", "dealer", "hands", "calls", "contract", "plays", "points", "tables_before", "tables"]


def played(text: str, cards: int) -> list[dict]:
    """The record of a match after these calls and so many lowest cards."""
    state, events = FIFTYSIX.start(variant(), "record")
    log = list(events)
    for call in calls(text):
        log += state.apply(call)
    for _ in range(cards):
        log += state.apply(state.substitute())
    return FIFTYSIX.deals(variant(), log)


def test_fields_are_those_of_the_format_and_json():
    for deal in played("P P P P", 50):
        assert list(deal) == FIELDS
        assert json.loads(json.dumps(deal)) == deal


def test_an_unfinished_deal_has_no_results():
    (deal,) = played("28D", 0)
    assert [deal[name] for name in ("contract", "points", "tables", "plays")] == [None, None, None, []]
    assert deal["tables_before"] == [12, 12]
    (deal,) = played("28D P P P", 3)
    assert deal["contract"]["call"] == "28D"
    assert len(deal["plays"]) == 3
    assert deal["points"] is None


def test_the_contract_of_a_passed_out_deal():
    deal = played("P P P P", 48)[0]
    first = (deal["dealer"] + 1) % 4
    assert deal["contract"] == {"call": None, "number": 28, "trump": "NT", "declarer": first, "doubling": 1}
    assert deal["tables"] in ([11, 13], [13, 11], [10, 14], [14, 10])


def test_hands_are_as_dealt_and_keyed_by_seat():
    _, events = FIFTYSIX.start(variant(), "record")
    (deal,) = FIFTYSIX.deals(variant(), events)
    assert list(deal["hands"]) == ["0", "1", "2", "3"]
    for event in events[2:]:
        assert [FIFTYSIX.parse_action(f"play {card}") for card in deal["hands"][str(event.seat)]] == list(
            event.cards
        )


def test_a_match_without_deals_has_none():
    assert FIFTYSIX.deals(variant(), []) == []


def test_sides_that_are_out_have_no_points():
    options = {"players": 6, "tables": 1, "max_deals": 3}
    for seed in range(30):
        log = [event for _, _, events in playing({"players": 6}, seed, tables=1, max_deals=3) for event in events]
        for deal in FIFTYSIX.deals(variant(**options), log):
            if len(deal["seats"]) == 4:
                gone = next(side for side in range(3) if side not in deal["seats"])
                assert deal["points"][gone] == 0
                return
    raise AssertionError("no match that shrinks to four players")
