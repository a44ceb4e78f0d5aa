"""The bots that search hold their own, and open cards are worth a lot. bots/README.md has the figures."""

from tests.shipped_bots.duel import duel, entrant
from tests.shipped_bots.passive import Passive


def test_bridgette_search_beats_one_that_only_passes() -> None:
    first, _ = duel("bridgette", {}, [entrant("bots/bridgette_search.py"), entrant(Passive)], sets=3)
    assert (first.won >= 2, first.lost) == (True, 0)


def test_fiftysix_search_beats_one_that_only_passes() -> None:
    first, _ = duel("fiftysix", {"tables": 4}, [entrant("bots/fiftysix_search.py"), entrant(Passive)], sets=3)
    assert (first.won >= 2, first.lost) == (True, 0)


def test_open_cards_beat_the_best_heuristics() -> None:
    seer = entrant("bots/open_cards.py")
    first, _ = duel("bridgette", {}, [seer, entrant("bots/bridgette_steady.py")], sets=3)
    assert (first.won, first.lost) == (3, 0)
    first, second = duel("fiftysix", {"tables": 4}, [seer, entrant("bots/fiftysix_signals.py")], sets=8)
    assert first.won > second.won
