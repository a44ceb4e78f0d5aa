import pytest

from arena.games.bridgette.calls import CALLS, Call
from arena.games.bridgette.scoring import deal_scores
from tests.games.bridgette import reference


@pytest.mark.parametrize("doubling", [1, 2, 4])
@pytest.mark.parametrize("bid", CALLS[3:], ids=str)
def test_every_contract_scores_as_the_rules_say(bid: Call, doubling: int) -> None:
    for tricks in range(14):
        scores = deal_scores(bid, doubling, tricks)
        assert scores == reference.score(str(bid), doubling, tricks)
        assert min(scores) == 0 < max(scores)  # B31
