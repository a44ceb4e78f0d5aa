import pytest

from arena.cards import Card
from arena.solvers import solve as module
from arena.solvers.check import PositionError
from arena.solvers.notation import parse_position
from arena.solvers.solve import solve

BRIDGETTE = "bridgette; trump {}; leader {}; hand 0: {}; hand 1: {}"


def by_text(cards: dict[Card, int]) -> dict[str, int]:
    return {str(card): taken for card, taken in cards.items()}


def test_a_lead_in_bridgette_is_solved_for_the_leader() -> None:
    solution = solve(BRIDGETTE.format("NT", 1, "C2 C3 D2", "CA DA H2"))
    assert (solution.unit, solution.side, solution.to_act, solution.taken) == ("tricks", (1,), 1, 3)
    assert by_text(dict(solution.cards)) == {"CA": 3, "DA": 3, "H2": 3}


def test_an_answer_in_bridgette_is_solved_for_the_leader_too() -> None:
    solution = solve(BRIDGETTE.format("NT", 0, "D2", "C2 C4") + "; trick C3")
    assert (solution.side, solution.to_act, solution.taken) == ((0,), 1, 0)
    assert by_text(dict(solution.cards)) == {"C2": 2, "C4": 0}


def test_a_ban_is_kept() -> None:
    text = BRIDGETTE.format("NT", 0, "SA C2", "H2 C3")
    assert solve(text).taken == 1
    assert by_text(dict(solve(text + "; ban S").cards)) == {"C2": 0}


def test_a_trick_of_56_is_solved_for_the_side_asked_about() -> None:
    text = "fiftysix; trump NT; leader 1; hand 0: DJ HQ; hand 1: DA; hand 2: DJ HA; hand 3: C9 CJ; trick D9"
    theirs, ours = solve(text + "; side 1 3"), solve(text + "; side 2 0")
    assert (ours.unit, ours.side, ours.to_act) == ("points", (2, 0), 2)
    assert ours.taken + theirs.taken == 2 + 3 + 3 + 2 + 3 + 1 + 1
    assert list(ours.cards) == [Card.parse("DJ")]


def test_a_position_given_as_a_value_is_solved_like_its_text() -> None:
    text = BRIDGETTE.format("S", 0, "SA S9 HK :G", "SK S8 H7 :R") + "; ban H"
    assert solve(parse_position(text)) == solve(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BRIDGETTE.format("S", 0, "SA", "SA"), "SA: given 2 times, but the pack holds it 1 times"),
        (BRIDGETTE.format("S", 0, "SA", "S2 S3"), "got seat 0 1, seat 1 2"),
        (BRIDGETTE.format("S", 0, "SA S4", "S2 S3") + "; trick S5", "(seat 0) one less"),
        (BRIDGETTE.format("S", 0, "", ""), "expected 1 to 13 cards"),
        (BRIDGETTE.format("S", 4, "SA", "SK"), "leader: expected one of 0, 1, got 4"),
        (BRIDGETTE.format("S", 0, "", "SK") + "; trick S5; ban S", "ban: it holds for the lead"),
        ("fiftysix; trump S; leader 0; side 0; hand 0: SA", "expected the hands of 4, 6 or 8 seats, got 1"),
        (
            "fiftysix; trump S; leader 7; side 0; hand 0: SA; hand 1: SA; hand 2: SK; hand 3: SK",
            "leader: expected",
        ),
        ("fiftysix; trump S; leader 0; side 5; hand 0: SA; hand 1: SA; hand 2: SK; hand 3: SK", "side: expected"),
        (
            "fiftysix; trump S; leader 0; side 0; hand 0: S8; hand 1: SA; hand 2: SK; hand 3: SK",
            "S8: given 1 times",
        ),
        (
            "fiftysix; trump S; leader 0; side 0; hand 0: ; hand 1: SA; hand 2: SK; hand 3: SK; trick SJ S9 ST SJ",
            "trick: 4 cards are a full trick",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(PositionError) as raised:
        solve(text)
    assert message in str(raised.value)


def test_what_is_no_position_is_refused() -> None:
    with pytest.raises(PositionError, match="expected a BridgettePosition"):
        solve(7)  # type: ignore[arg-type]


def test_a_position_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "NODES", 2)
    with pytest.raises(PositionError, match="not solved within 2 positions"):
        solve(BRIDGETTE.format("NT", 0, "SA S9 HK C4 C6 :G", "SK S8 H7 C5 C3 :R"))
