"""One bot can play both games: what both views show has one name, one kind and one meaning."""

import inspect
import random
from collections.abc import Iterator
from typing import Any

import pytest

from arena.cards import Card, ids_of, mask_of
from arena.games import GAMES
from arena.games.base import NOBODY, MatchStarted, PrivateEvent, Variant, View

SHORT = {"bridgette": {"passed_out": "redeal"}, "fiftysix": {"players": 6, "tables": 2, "max_deals": 6}}
SHARED = sorted(name for name in vars(View) if not name.startswith("_"))


def moments(name: str) -> Iterator[tuple[Any, list[Any]]]:
    """A random match of a game: its state and the views of all seats, after each event that changes a view."""
    game = GAMES[name]
    variant = game.variant(SHORT[name])
    seats = range(sum(map(len, game.sides(variant))))
    shared = game.public(variant)
    observations = [game.observation(shared, seat) for seat in seats]
    views: list[Any] = [observation.view for observation in observations]
    chance = random.Random(name)
    state, events = game.start(variant, "seed", names=[f"bot{seat}" for seat in seats])
    while True:
        for event in events:
            if not isinstance(event, PrivateEvent):
                shared.see(event)
            elif event.seat != NOBODY:
                observations[event.seat].see(event)
        yield state, views
        if state.to_act < 0:
            return
        legal = ids_of(state.legal())
        events = state.apply(legal[0] if chance.random() < 0.5 else chance.choice(legal))


@pytest.mark.parametrize("name", GAMES)
def test_every_shared_name_is_there_and_is_read_not_called(name: str) -> None:
    _, (view, *_) = next(moments(name))
    missing = [shared for shared in SHARED if not hasattr(view, shared)]
    assert missing == []
    called = [shown for shown in dir(view) if not shown.startswith("_") and callable(getattr(view, shown))]
    assert called == []


def test_whatever_is_called_the_same_in_all_games_is_in_their_contract() -> None:
    views = [type(next(moments(name))[1][0]) for name in GAMES]
    names = set.intersection(*({name for name, _ in inspect.getmembers(view)} for view in views))
    assert sorted(name for name in names if not name.startswith("_")) == SHARED


@pytest.mark.parametrize("name", GAMES)
def test_shared_names_mean_the_same_in_every_game(name: str) -> None:
    variant = GAMES[name].variant(SHORT[name])
    phases = set()
    for state, views in moments(name):
        for seat, view in enumerate(views):
            assert (view.game, view.seat, view.variant) == (name, seat, variant)
            assert view.names == tuple(f"bot{seat}" for seat in range(len(views)))
            assert (view.deal_number, view.dealer) == (state.deal_number, state.public.dealer)
            assert bool(view.legal) == (state.to_act == seat)
            assert view.hand == tuple(sorted(view.hand))
            assert view.hand_mask == state.hands[seat]
            assert mask_of([card.id for card in view.hand]) == view.hand_mask & mask_of(range(55))
        phases.add(view.phase)
        assert (view.phase == "idle") == (state.to_act < 0)
        assert len(view.history) == len(state.deals())
        assert (view.contract is None) == (view.declarer is None)
        if view.phase == "play":
            assert view.contract.declarer == view.declarer
            assert view.contract.doubling in (1, 2, 4)
            assert view.trump in ("C", "D", "H", "S", "NT")
            assert view.trick == view.plays[len(view.plays) - len(view.trick) :]
            assert view.led is (view.trick[0][1] if view.trick else None)
            assert view.led is None or type(view.led) is Card
    assert phases == {"call", "play", "idle"} | ({"discard"} if name == "bridgette" else set())
    deal = view.history[-1]
    assert all(seat in range(len(views)) for seat, _ in (*deal.calls, *deal.plays))
    assert deal.contract is None or deal.contract.declarer in range(len(views))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_public_is_a_copy_that_a_search_may_play_on(name: str) -> None:
    for _, (view, *_) in moments(name):
        before = (str(view), view.calls, view.plays, view.phase)
        copy = view.public
        assert copy is not view.public
        assert copy.to_act >= 0 or view.phase == "idle"
        if view.phase == "call":
            copy.call(view.legal[0].id if view.legal else 110 if name == "bridgette" else 52)
            assert (str(view), view.calls, view.plays, view.phase) == before


@pytest.mark.parametrize("name", GAMES)
def test_between_deals_nobody_acts(name: str) -> None:
    game = GAMES[name]
    variant: Variant = game.variant(SHORT[name])
    view = game.observation(game.public(variant), 0).view
    assert (view.phase, view.legal, view.hand, view.hand_mask) == ("idle", (), (), 0)


@pytest.mark.parametrize("name", GAMES)
def test_a_match_begins_with_the_same_event_in_every_game(name: str) -> None:
    game = GAMES[name]
    variant = game.variant(SHORT[name])
    for names in (None, ("a", "b")):
        state, (first, *_) = game.start(variant, "seed", names)
        assert first == MatchStarted(name, variant.options(), names)
        assert state.public.names == names  # type: ignore[attr-defined]


def test_a_game_names_itself() -> None:
    assert {repr(game) for game in GAMES.values()} == {"<game bridgette>", "<game fiftysix>"}
