"""With noise a host sometimes plays a random legal action; its bot is asked as ever and told what came of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from arena.bots import Bot
from arena.bots.loading import load_bot, load_class
from arena.cards import ids_of
from arena.games import GAMES
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.hosts.noise import with_noise
from arena.match.differences import differences
from arena.match.referee import play_match
from arena.match.transcript import decode
from arena.records import FaultKind, MatchResult
from tests.hosts.command.kit import answering, first_legal
from tests.hosts.kit import BOTS, FOUR, SIX, Kit, middle_but


class First(Bot):
    """Always the first legal action."""

    games = ("bridgette", "fiftysix")

    def act(self, view: Any) -> object:
        return view.legal[0]


def play(
    bots: Sequence[type[Bot]], noise: Sequence[float], game: str = "bridgette", seed: str = "seed", **options: Any
) -> MatchResult:
    rules = GAMES[game]
    variant = rules.variant(options)
    players = InProcessPlayers(rules, variant, seed, [Seating(bot, {}) for bot in bots])
    noisy = with_noise(rules, variant, seed, players, noise)
    result = play_match(rules, variant, seed, noisy, order=range(len(rules.sides(variant))))
    assert differences(rules, variant, seed, result) == []
    return result


def choices(result: MatchResult, seat: int, seed: str = "seed") -> Iterator[tuple[int, int]]:
    """Of each decision of a seat in Bridgette the number of legal actions, and which of them was played."""
    rules = GAMES["bridgette"]
    state, _ = rules.start(rules.variant({}), seed)
    for action in decode(result.transcript):
        if state.to_act == seat:
            legal = ids_of(state.legal())
            yield len(legal), legal.index(action)
        state.apply(action)


def test_without_noise_the_players_are_left_alone() -> None:
    rules = GAMES["bridgette"]
    variant = rules.variant({})
    players = InProcessPlayers(rules, variant, "seed", [Seating(First, {})] * 2)
    assert with_noise(rules, variant, "seed", players, [0.0, 0.0]) is players


@pytest.mark.parametrize(
    ("game", "options", "seats"), [("bridgette", {}, 2), ("fiftysix", FOUR, 4), ("fiftysix", SIX, 6)]
)
@pytest.mark.parametrize("p", [0.3, 1.0])
def test_noise_comes_out_alike_in_every_isolation(
    kit: Kit, plain: Kit, game: str, options: dict[str, object], seats: int, p: float
) -> None:
    """What the bot hears of it too: that goes into what it does next."""
    diary = load_bot("diary.py", BOTS)
    noise = [p] + [0.0] * (seats - 2) + [p / 2]
    here, there = (where.play([diary] * seats, game, options, noise=noise) for where in (kit, plain))
    assert here == there
    assert here.faults == []
    assert here.result.transcript != plain.play([diary] * seats, game, options).result.transcript


def test_a_program_and_its_lists_of_discards_have_the_same_noise(apart: Kit, plain: Kit, tmp_path: Path) -> None:
    noise = [0.5, 0.0]
    there = plain.play([first_legal()] * 2, noise=noise)
    assert apart.play([answering(tmp_path, "")] * 2, noise=noise) == there


def test_only_the_seat_with_noise_plays_otherwise_and_about_as_often_as_said() -> None:
    result = play([First, First], [0.25, 0.0])
    others = [[place > 0 for legal, place in choices(result, seat) if legal > 10] for seat in (0, 1)]
    assert not any(others[1])
    assert 0.15 < sum(others[0]) / len(others[0]) < 0.35


def test_with_full_noise_every_legal_action_comes_as_often() -> None:
    places = Counter[int]()
    for seed in "abcdefgh":
        result = play([First, First], [1.0, 0.0], seed=seed)
        places.update(place for legal, place in choices(result, 0, seed) if legal == 5)
    assert len(places) == 5
    assert max(places.values()) < 2 * min(places.values())


def test_the_same_seed_gives_the_same_noise() -> None:
    one, same, other = (play([First, First], [0.4, 0.4], seed=seed) for seed in ("s", "s", "t"))
    assert one == same
    assert one.transcript != other.transcript


def test_the_bot_is_asked_for_every_decision() -> None:
    asked = []

    class Asked(First):
        def act(self, view: Any) -> object:
            asked.append(view.seat)
            return view.legal[0]

    result = play([Asked, First], [1.0, 0.0])
    assert len(asked) == len(list(choices(result, 0)))


def test_an_exchange_stands_or_is_replaced_as_a_whole() -> None:
    kept = []

    class Lists(Bot):
        games = ("bridgette",)

        def discard(self, view: Any) -> object:
            self.thrown = list(view.hand[: view.to_discard])
            return self.thrown

        def call(self, view: Any) -> object:
            if self.thrown:
                kept.append(sum(card in view.hand for card in self.thrown) / len(self.thrown))
            self.thrown = []
            return view.legal[0]

        def play(self, view: Any) -> object:
            return view.legal[0]

    for seed in "abcdef":
        assert play([Lists, First], [0.5, 0.0], seed=seed).fault is None
    assert 0.3 < kept.count(0) / len(kept) < 0.7
    # Of those replaced about as many of the cards it meant to throw are kept as of all others, whose number is 13.
    assert all(share > 0.2 for share in kept if share)


@pytest.mark.parametrize("answer", ["'x'", "Card.parse('SA')", "1 / 0"])
def test_an_answer_that_is_a_fault_is_the_same_fault_with_noise(tmp_path: Path, kit: Kit, answer: str) -> None:
    bad = middle_but(
        tmp_path,
        f"""
        def act(self, view):
            from arena.cards import Card
            return {answer} if view.phase == "call" else view.legal[0]
        """,
    )
    first = load_class(First)
    isolation = [kit.isolation, "none"]
    faults = [kit.play([bad, first], noise=noise, isolation=isolation).result.fault for noise in ([1.0, 0.0], ())]
    assert faults[0] == faults[1] is not None


def test_an_illegal_answer_is_a_fault_though_another_would_have_been_played() -> None:
    class Revoking(First):
        def act(self, view: Any) -> object:
            others = [card for card in view.hand if view.phase == "play" and card not in view.legal]
            return (others or view.legal)[0]

    fault = play([Revoking, First], [1.0, 0.0]).fault
    assert fault is not None
    assert (fault.seat, fault.kind) == (0, FaultKind.ILLEGAL_ACTION)


def test_a_substitute_plays_without_noise() -> None:
    """F25: after its three strikes a substitute plays the seat."""

    class Broken(First):
        def act(self, view: Any) -> object:
            raise RuntimeError

    noisy, quiet = (play([Broken] + [First] * 5, [p] + [0.0] * 5, "fiftysix", **SIX) for p in (1.0, 0.0))
    assert noisy == quiet
