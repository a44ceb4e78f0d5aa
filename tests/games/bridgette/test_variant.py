import pytest

from arena.errors import VariantError
from arena.games.bridgette.game import BRIDGETTE
from arena.games.bridgette.variant import BridgetteVariant


def test_passed_out_deals_count_unless_said_otherwise() -> None:
    assert BRIDGETTE.variant({}) == BridgetteVariant("count")
    assert BRIDGETTE.variant({"passed_out": "redeal"}).options() == {"passed_out": "redeal"}


def test_every_problem_is_named_with_a_suggestion() -> None:
    with pytest.raises(VariantError) as raised:
        BRIDGETTE.variant({"passed_out": "recount", "pased_out": "count", "deals": 6})
    problems = raised.value.problems
    assert list(problems) == ["pased_out", "deals", "passed_out"]
    assert problems["pased_out"] == "unknown option of bridgette; known: passed_out; did you mean 'passed_out'?"
    assert problems["passed_out"] == "expected 'count' or 'redeal', got 'recount'; did you mean 'count'?"


@pytest.mark.parametrize("value", [None, 1, True, ["count"], "Count"])
def test_other_values_are_refused(value: object) -> None:
    with pytest.raises(VariantError, match="expected 'count' or 'redeal'"):
        BRIDGETTE.variant({"passed_out": value})
