import pytest

from arena.bots.options import Option, OptionsError, resolve_options

DECLARED = {
    "aggression": Option(0.5, "how high to bid", low=0, high=1),
    "depth": Option(3, "how far to look", low=1),
    "lead": Option("top", "which card to lead", choices=("top", "low")),
    "bold": Option(False, "whether to double"),
}


def test_options_left_out_have_their_defaults_sorted_by_name() -> None:
    values = resolve_options(DECLARED, {"depth": 5})
    assert values == {"aggression": 0.5, "bold": False, "depth": 5, "lead": "top"}
    assert list(values) == sorted(values)


def test_a_whole_number_serves_where_a_number_is_expected() -> None:
    value = resolve_options(DECLARED, {"aggression": 1})["aggression"]
    assert type(value) is float


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("agression", 0.5, "did you mean 'aggression'"),
        ("aggression", "high", "expected a number, got 'high'"),
        ("aggression", True, "expected a number, got True"),
        ("aggression", 1.5, "expected at most 1, got 1.5"),
        ("aggression", float("nan"), "got NaN"),
        ("depth", 0, "expected at least 1, got 0"),
        ("depth", 2.0, "expected a whole number, got 2.0"),
        ("depth", True, "expected a whole number, got True"),
        ("lead", "middle", "expected one of 'top', 'low', got 'middle'"),
        ("bold", 1, "expected true or false, got 1"),
        ("bold", None, "expected true or false, got None"),
    ],
)
def test_an_option_that_does_not_fit_is_refused_with_what_was_expected(
    option: str, value: object, message: str
) -> None:
    with pytest.raises(OptionsError) as caught:
        resolve_options(DECLARED, {option: value})
    assert message in caught.value.problems[option]


def test_all_problems_are_named_at_once() -> None:
    with pytest.raises(OptionsError) as caught:
        resolve_options(DECLARED, {"depth": 0, "lead": "x", "speed": 1})
    assert set(caught.value.problems) == {"depth", "lead", "speed"}


def test_a_bot_without_options_says_so() -> None:
    with pytest.raises(OptionsError, match="this bot has no options"):
        resolve_options({}, {"depth": 1})
