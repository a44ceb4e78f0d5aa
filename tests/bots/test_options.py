import pytest

from arena.bots.options import Option, OptionsError, resolve_options

DECLARED = {
    "aggression": Option(0.5, "how high to bid", low=0, high=1),
    "depth": Option(3, "how far to look", low=1),
    "lead": Option("top", "which card to lead", choices=("top", "low")),
    "bold": Option(False, "whether to double"),
    "loose": Option(0.0, "a number without bounds"),
    "word": Option("", "any text"),
}


def test_options_left_out_have_their_defaults_sorted_by_name() -> None:
    values = resolve_options(DECLARED, {"depth": 5})
    assert values == {"aggression": 0.5, "bold": False, "depth": 5, "lead": "top", "loose": 0.0, "word": ""}
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
        ("aggression", float("nan"), "expected a finite number, got NaN"),
        ("loose", float("inf"), "expected a finite number, got inf"),
        ("loose", float("-inf"), "expected a finite number, got -inf"),
        ("loose", 10**400, "expected at most 9223372036854775807 either way, got a number of 1329 bits"),
        pytest.param("loose", 1 << 20_000, "got a number of 20001 bits", id="unprintable"),
        ("depth", -(2**63), "expected at most 9223372036854775807 either way, got -9223372036854775808"),
        pytest.param("lead", 1 << 20_000, "expected a text, got a number of 20001 bits", id="no text"),
        pytest.param("word", "\ud800", "expected a text of valid Unicode, got '\\ud800'", id="surrogate"),
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


@pytest.mark.parametrize(
    ("option", "flaw"),
    [
        (Option(None, "x"), "a text as default, got None"),  # type: ignore[arg-type]
        (Option([1], "x"), "a text as default, got [1]"),  # type: ignore[arg-type]
        (Option(5, "x", low=10), "default: expected at least 10, got 5"),
        (Option(5, "x", high=1), "default: expected at most 1, got 5"),
        (Option(5, "x", low=3, high=1), "default: expected at most 1, got 5"),
        (Option(float("inf"), "x"), "default: expected a finite number, got inf"),
        (Option(10**400, "x"), "default: expected at most"),
        (Option("a", "x", choices=("b", "c")), "default: expected one of 'b', 'c', got 'a'"),
        (Option("a", "x", choices=("a", 3)), "choices: expected a text, got 3"),
        (Option("a", "x", choices=()), "expected a tuple of values as choices, got ()"),
        (Option("a", "x", choices="abc"), "expected a tuple of values as choices, got 'abc'"),  # type: ignore[arg-type]
        (Option("a", "x", low=1), "has low, but only a number has bounds"),
        (Option(True, "x", high=1), "has high, but only a number has bounds"),
        (Option(1, "x", low="0"), "expected a finite number as low, got '0'"),  # type: ignore[arg-type]
        (Option(1, "x", high=float("inf")), "expected a finite number as high, got inf"),
        (Option(1.0, "x", high=10**400), "expected a finite number as high, got a number of 1329 bits"),
        (Option(1, 2), "expected a text that says what it means, got 2"),  # type: ignore[arg-type]
    ],
)
def test_an_option_that_is_declared_wrongly_says_what_is_wrong_with_it(option: Option, flaw: str) -> None:
    assert any(flaw in found for found in option.flaws())


@pytest.mark.parametrize("option", DECLARED.values(), ids=DECLARED)
def test_a_sound_declaration_has_no_flaws(option: Option) -> None:
    assert option.flaws() == []
    assert option.problem(option.default) is None
