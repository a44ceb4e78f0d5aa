"""Errors meant for people."""

from arena.errors import ArenaError, IllegalActionError, NotationError, VariantError, did_you_mean


def test_a_misspelt_word_gets_a_suggestion() -> None:
    assert did_you_mean("agression", ["aggression", "noise"]) == "; did you mean 'aggression'?"


def test_a_strange_word_gets_no_suggestion() -> None:
    assert did_you_mean("qqq", ["aggression", "noise"]) == ""
    assert did_you_mean("qqq", []) == ""


def test_what_was_typed_is_not_suggested() -> None:
    assert did_you_mean("noise", ["noise", "noises"]) == "; did you mean 'noises'?"
    assert did_you_mean("noise", ["noise"]) == ""


def test_a_variant_error_names_every_problem() -> None:
    error = VariantError({"players": "expected 4, 6 or 8, got 5", "tables": "expected at least 1, got 0"})
    assert str(error) == "players: expected 4, 6 or 8, got 5; tables: expected at least 1, got 0"
    assert list(error.problems) == ["players", "tables"]


def test_all_of_them_can_be_caught_as_bad_input() -> None:
    for kind in (NotationError, IllegalActionError, VariantError):
        assert issubclass(kind, ArenaError)
        assert issubclass(kind, ValueError)
