import random

import pytest

from arena.cards import CARDS, Card
from arena.errors import NotationError
from arena.solvers.notation import parse_position
from arena.solvers.position import BridgettePosition, FiftySixPosition


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


BRIDGETTE = BridgettePosition((cards("SA S9 HK :G"), cards("SK S8 H7 :R")), "S", 0, ban="H")
FOLLOWING = BridgettePosition((cards("S9 HK :G"), cards("SK S8 H7 :R")), "NT", 0, led=Card.parse("SA"))
FIFTYSIX = FiftySixPosition(
    {0: cards("DJ D9"), 2: cards("DJ"), 4: cards("DA"), 6: cards("CJ C9")}, "D", 2, (0, 4), cards("C9 CQ")
)


def test_a_position_of_bridgette_is_read_from_its_text() -> None:
    text = "bridgette; trump S; leader 0; hand 0: SA S9 HK :G; hand 1: SK S8 H7 :R; ban H"
    assert str(BRIDGETTE) == text
    assert parse_position(text) == BRIDGETTE


def test_a_position_of_56_is_read_from_its_text() -> None:
    text = (
        "fiftysix; trump D; leader 2; hand 0: DJ D9; hand 2: DJ; hand 4: DA; hand 6: CJ C9; side 0 4; trick C9 CQ"
    )
    assert str(FIFTYSIX) == text
    assert parse_position(text) == FIFTYSIX


@pytest.mark.parametrize("position", [BRIDGETTE, FOLLOWING, FIFTYSIX])
def test_parts_may_stand_on_lines_of_their_own_in_any_order(
    position: BridgettePosition | FiftySixPosition,
) -> None:
    game, *parts = str(position).split("; ")
    for seed in range(5):
        random.Random(seed).shuffle(parts)
        assert parse_position("\n".join([game, "", *parts]) + "\n") == position


def test_a_hand_may_be_empty() -> None:
    position = BridgettePosition(((), cards("SK")), "NT", 0, led=CARDS[0])
    assert parse_position(str(position)) == position
    assert parse_position("bridgette; trump NT; leader 0; hand 1: SK; trick C2") == position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a position to begin with its game"),
        ("bridgete; trump S", "did you mean 'bridgette'"),
        ("bridgette; trump S", "the position lacks: leader"),
        ("fiftysix; trump S; leader 0", "the position lacks: side"),
        ("bridgette; trump X; leader 0", "trump: expected one of C D H S NT, got 'X'"),
        ("bridgette; trump S; leader a", "leader: expected a seat such as 0, got 'a'"),
        ("bridgette; trump S; leader 0; hand 0: S1", "hand 0: expected a card"),
        ("bridgette; trump S; leader 0; hand 2: S2", "unknown part 'hand 2: S2'"),
        ("bridgette; trumps S; leader 0", "did you mean 'trump'"),
        ("bridgette; trump S; leader 0; leader 1", "leader: given twice"),
        ("bridgette; trump S; leader 0; trick S2 S3", "trick: expected the card led"),
        ("bridgette; trump S; leader 0; ban NT", "ban: expected one of C D H S, got 'NT'"),
        ("bridgette; trump S; leader 0; ?!", "unknown part '?!'"),
        ("fiftysix; trump S; leader 0; side 9", "side: expected a seat such as 0, got '9'"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_position(text)
    assert message in str(raised.value)
