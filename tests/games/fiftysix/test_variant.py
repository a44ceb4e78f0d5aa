"""The rule options."""

import pytest

from arena.errors import VariantError
from arena.games.fiftysix.game import FIFTYSIX


def test_defaults():
    expected = {"players": 4, "teams": "pairs", "tables": 12, "max_deals": 400}
    assert FIFTYSIX.variant({}).options() == expected


def test_options_are_a_fixed_point():
    rules = FIFTYSIX.variant({"players": 6, "teams": "two_sides", "tables": 3, "max_deals": 9})
    assert FIFTYSIX.variant(rules.options()) == rules
    assert hash(FIFTYSIX.variant(rules.options())) == hash(rules)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("players", 5),
        ("players", "4"),
        ("players", True),
        ("teams", "pair"),
        ("teams", 2),
        ("teams", []),
        ("tables", 0),
        ("tables", 1.0),
        ("max_deals", 0),
        ("max_deals", True),
        ("max_deals", None),
    ],
)
def test_wrong_values_say_what_was_expected(option, value):
    with pytest.raises(VariantError) as caught:
        FIFTYSIX.variant({option: value})
    assert list(caught.value.problems) == [option]
    assert "expected" in caught.value.problems[option]
    assert repr(value) in caught.value.problems[option]


def test_every_problem_is_named_at_once():
    with pytest.raises(VariantError) as caught:
        FIFTYSIX.variant({"player": 4, "tables": -1, "teams": "x"})
    assert set(caught.value.problems) == {"player", "tables", "teams"}
    assert "did you mean 'players'" in caught.value.problems["player"]
