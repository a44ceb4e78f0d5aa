import pytest

from arena.errors import NotationError
from arena.games.bridgette.actions import ACTIONS, action_text, parse_action
from arena.games.bridgette.game import BRIDGETTE


def test_ids_and_texts_are_inverse() -> None:
    texts = [action_text(action) for action in range(ACTIONS)]
    assert [parse_action(text) for text in texts] == list(range(ACTIONS))
    assert [BRIDGETTE.parse_action(BRIDGETTE.action_text(action)) for action in range(ACTIONS)] == list(
        range(ACTIONS)
    )


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (0, "play C2"),
        (51, "play SA"),
        (54, "play :L"),
        (55, "discard C2"),
        (107, "discard :G"),
        (110, "call P"),
        (111, "call X"),
        (112, "call XX"),
        (113, "call 0NT"),
        (114, "call 1C"),
        (118, "call 1NT"),
        (148, "call 7NT"),
    ],
)
def test_ids_are_those_of_the_readme(action: int, text: str) -> None:
    assert action_text(action) == text


@pytest.mark.parametrize(
    "text", ["", "SA", "play", "play 1NT", "discard S1", "call SA", "call 0C", "lead SA", "play  SA"]
)
def test_a_bad_text_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        parse_action(text)
