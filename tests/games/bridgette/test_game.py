import msgspec
import pytest

from arena.games.base import HandDealt, MatchEnded, MatchStarted
from arena.games.bridgette import events
from arena.games.bridgette.calls import Call
from arena.games.bridgette.contract import Contract
from arena.games.bridgette.game import BRIDGETTE
from tests.games.bridgette.kit import COUNT, REDEAL, play_match, random_chooser


def test_each_seat_is_a_side_that_scores_points() -> None:
    assert BRIDGETTE.sides(COUNT) == ((0,), (1,))
    assert (BRIDGETTE.name, BRIDGETTE.score_unit, BRIDGETTE.starting_score(COUNT)) == ("bridgette", "points", 0)


@pytest.mark.parametrize(("names", "shown"), [(None, None), (["a", "b"], ("a", "b"))])
def test_a_match_starts_with_its_variant_and_the_names_if_shown(
    names: list[str] | None, shown: tuple[str, str] | None
) -> None:
    state, opening = BRIDGETTE.start(REDEAL, "x", names)
    assert opening[0] == MatchStarted("bridgette", {"passed_out": "redeal"}, shown)
    assert state.public.names == shown


def test_the_cards_do_not_depend_on_variant_or_names() -> None:
    assert BRIDGETTE.start(COUNT, "x")[1][1:] == BRIDGETTE.start(REDEAL, "x", ["a", "b"])[1][1:]


def test_events_survive_the_wire() -> None:
    match = play_match(COUNT, "x", random_chooser(3))
    start_and_end = MatchStarted | MatchEnded | events.DealStarted | events.BridgetteDealEnded
    private = HandDealt | events.StockDealt | events.Drew | events.Discarded
    kinds = start_and_end | private | events.Exchanged | events.Called | events.Played
    wire = msgspec.msgpack.encode(match.events)
    assert msgspec.msgpack.decode(wire, type=list[kinds]) == match.events  # type: ignore[valid-type]


@pytest.mark.parametrize(("doubling", "text"), [(1, "4S by seat 1"), (2, "4SX by seat 1"), (4, "4SXX by seat 1")])
def test_a_contract_prints_as_it_is_spoken_of(doubling: int, text: str) -> None:
    assert str(Contract(Call.parse("4S"), 1, doubling)) == text
