"""What a player takes for certain of the other's hand is so, and the hands it samples agree with all of it."""

import random
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from arena.bots import BridgetteBot
from arena.cards import Card, ids_of, mask_of
from arena.games import GAMES
from arena.games.bridgette.pack import HAND_SIZE, SUIT_MASKS
from arena.games.bridgette.view import BridgetteView
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.match.referee import play_match
from arena.solvers.bridgette.unseen import Unseen


class Watcher(BridgetteBot):
    """Plays at random, rarely passes, and keeps what it thought of the other's hand, with the hand itself."""

    views: ClassVar[dict[int, BridgetteView]] = {}
    seen: ClassVar[list[tuple[Unseen, int]]] = []
    early: ClassVar[list[tuple[int, int, Unseen]]] = []

    def match_start(self, view: BridgetteView) -> None:
        self.views[view.seat] = view

    def act(self, view: BridgetteView) -> Any:
        other = self.views[1 - view.seat]
        if view.phase == "discard":
            self.early.append((view.deal_number, 1 - view.seat, Unseen(view)))
        else:
            self.seen.append((Unseen(view), other.hand_mask))
        if view.phase == "call" and len(view.legal) > 1 and self.rng.random() < 0.6:
            return self.rng.choice(view.legal[1:8])
        return self.rng.choice(view.legal)

    def deal_end(self, view: BridgetteView, event: object) -> None:
        kept = mask_of([card.id for card in view.dealt + view.drawn]) & ~mask_of(
            [card.id for card in view.discarded]
        )
        for deal, seat, unseen in self.early:
            if (deal, seat) == (view.deal_number, view.seat):
                self.seen.append((unseen, kept))


@pytest.fixture(scope="module")
def watched() -> list[tuple[Unseen, int]]:
    """What the players of some matches knew at each decision, with the hand that the other held."""
    rules = GAMES["bridgette"]
    variant = rules.variant({})
    Watcher.seen.clear()
    for k in range(12):
        Watcher.early.clear()
        players = InProcessPlayers(rules, variant, f"watched/{k}", [Seating(Watcher, {})] * 2)
        assert play_match(rules, variant, f"watched/{k}", players, order=(0, 1)).fault is None
    return list(Watcher.seen)


def test_the_true_hand_is_always_possible(watched: list[tuple[Unseen, int]]) -> None:
    assert len(watched) > 2000
    assert all(unseen.fits(hand) for unseen, hand in watched)


def test_every_sample_is_possible(watched: list[tuple[Unseen, int]]) -> None:
    rng = random.Random(1)
    assert all(unseen.fits(unseen.sample(rng)) for unseen, _ in watched)


def test_what_was_seen_narrows_the_hand_down(watched: list[tuple[Unseen, int]]) -> None:
    """Holdings that bids need, voids and lapsed bans all occur among these matches."""
    assert any(max(unseen.least) >= 4 for unseen, _ in watched)
    assert any(unseen.size > 3 and unseen.may_hold & suit == 0 for unseen, _ in watched for suit in SUIT_MASKS)


def test_samples_depend_on_the_random_numbers_alone(watched: list[tuple[Unseen, int]]) -> None:
    unseen, _ = watched[0]
    assert unseen.sample(random.Random(7)) == unseen.sample(random.Random(7))
    assert len({unseen.sample(random.Random(k)) for k in range(10)}) > 1


def scene(**facts: Any) -> Any:
    """A view of seat 0 that shows these facts: its hand is all hearts, and seat 1 dealt."""

    class View:
        seat, dealer, upcard = 0, 1, Card.parse("C9")
        dealt = tuple(Card.parse(f"H{rank}") for rank in "23456789TJQKA")
        drawn = (Card.parse("C9"), Card.parse("C8"))
        calls: tuple[Any, ...] = ()
        plays: tuple[Any, ...] = ()

    for name, value in facts.items():
        setattr(View, name, value)
    return View()


def plays(text: str) -> tuple[tuple[int, Card], ...]:
    """Cards as `0SA 1S4`: seat, then card."""
    return tuple((int(word[0]), Card.parse(word[1:])) for word in text.split())


def may_hold(view: Any) -> Iterator[str]:
    """The suits, and ``:``, of which the other may hold something."""
    unseen = Unseen(view)
    return iter(sorted({"CDHS:"[min(card // 13, 4)] for card in ids_of(unseen.may_hold)}))


@pytest.mark.parametrize(
    ("played", "left"),
    [
        ("0H5 1D4", ":CDS"),  # the own hand holds all hearts
        ("0C9 1D4", ":DS"),  # did not follow clubs (B20)
        ("0C9 1C4", ":CDS"),
        ("0C9 1:L", ":CDS"),  # the matching colon says nothing
        ("0C9 1:G", ":"),  # a wrong colon: nothing else is left (B21)
        ("1C4 0:L 1D2", ":CDS"),  # banned from clubs, led something else
        ("1C4 0:L 1C2", "C"),  # led them all the same: the ban has lapsed (B23)
    ],
)
def test_plays_rule_out_suits(played: str, left: str) -> None:
    assert "".join(may_hold(scene(plays=plays(played)))) == left


def test_hands_have_the_size_that_is_left() -> None:
    assert Unseen(scene()).size == HAND_SIZE
    assert Unseen(scene(plays=plays("0H5 1D4 0H6"))).size == HAND_SIZE - 1
