import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games import GAMES
from arena.match.transcript import TranscriptError, decode, encode, replay


@given(st.lists(st.integers(0, 2**20)))
def test_decode_gives_back_what_was_encoded(actions: list[int]) -> None:
    assert list(decode(encode(actions))) == actions


def test_a_play_takes_one_byte() -> None:
    assert len(encode(range(55))) == 55


def test_a_transcript_cut_inside_an_action_is_refused() -> None:
    with pytest.raises(TranscriptError, match="middle of an action"):
        list(decode(encode([5, 300])[:-1]))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_transcript_the_rules_forbid_is_refused_with_the_position(game) -> None:  # type: ignore[no-untyped-def]
    variant = game.variant({})
    state, _ = game.start(variant, "seed")
    legal = state.legal()
    first = (legal & -legal).bit_length() - 1
    forbidden = 127  # a bid in both games, of no use after the legal first action
    with pytest.raises(TranscriptError, match=r"action 1\b"):
        replay(game, variant, "seed", encode([first, 300 if game.name == "bridgette" else 0, forbidden]))
