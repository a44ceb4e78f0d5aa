"""Setting a bot beside a seat of a match that has been played."""

from typing import Any

import pytest

from arena.bots import Bot
from arena.errors import ArenaError
from arena.games import GAMES
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.hosts.shadow import ShadowDecision, shadow
from arena.match.record import actions_of, match_record
from arena.match.referee import play_match
from arena.match.transcript import decode
from arena.records import MatchResult

TABLES: list[tuple[str, dict[str, object]]] = [
    ("bridgette", {}),
    ("bridgette", {"passed_out": "redeal"}),
    ("fiftysix", {"players": 4, "tables": 1}),
    ("fiftysix", {"players": 8, "tables": 1}),
]
EVERY_TABLE = pytest.mark.parametrize(("game", "options"), TABLES, ids=str)


class Listening(Bot):
    """Chooses by its own random numbers and by all that it has heard: nothing may be missing in a replay."""

    games = ("bridgette", "fiftysix")

    def __init__(self) -> None:
        self.heard = 0

    def match_start(self, view: Any) -> None:
        self.heard += 1

    def deal_start(self, view: Any) -> None:
        self.heard += len(view.hand)

    def on_event(self, view: Any, event: Any) -> None:
        self.heard += 1 + len(view.legal)

    def deal_end(self, view: Any, event: Any) -> None:
        self.heard += event.number

    def pick(self, view: Any) -> object:
        return view.legal[(self.rng.randrange(1000) + self.heard) % len(view.legal)]


class Roll(Listening):
    """Discards card by card."""

    act = Listening.pick


class RollInOne(Listening):
    """Discards in one list."""

    call = play = Listening.pick

    def discard(self, view: Any) -> object:
        return self.rng.sample(view.legal, view.to_discard)


def played(game: str, options: dict[str, object], bot: type[Bot], seed: str = "seed") -> MatchResult:
    rules = GAMES[game]
    variant = rules.variant(options)
    seats = [Seating(bot, {})] * sum(map(len, rules.sides(variant)))
    players = InProcessPlayers(rules, variant, seed, seats)
    return play_match(rules, variant, seed, players, order=range(len(rules.sides(variant))))


def decisions(
    game: str, options: dict[str, object], result: MatchResult, seat: int, bot: type[Bot]
) -> list[ShadowDecision]:
    rules = GAMES[game]
    actions = decode(result.transcript)
    variant = rules.variant(options)
    beside = InProcessPlayers(rules, variant, "seed", {seat: Seating(bot, {})})
    return list(shadow(rules, variant, "seed", actions, seat, beside))


@EVERY_TABLE
def test_the_same_code_acts_the_same_everywhere(game: str, options: dict[str, object]) -> None:
    result = played(game, options, Roll)
    for seat in range(len(GAMES[game].sides(GAMES[game].variant(options)))):
        found = decisions(game, options, result, seat, Roll)
        assert found
        assert not [decision for decision in found if decision.differs]


def test_the_same_list_of_discards_is_the_same_decision() -> None:
    result = played("bridgette", {}, RollInOne)
    found = decisions("bridgette", {}, result, 0, RollInOne)
    assert not [decision for decision in found if decision.differs]
    exchanges = [decision for decision in found if decision.then[0].startswith("discard")]
    assert len(exchanges) == len(result.deals)
    assert {len(exchange.then) for exchange in exchanges} <= {2, 4, 8, 12}


class Lowest(Bot):
    """Gives up the first cards of the hand, in another order at each seat, and calls and plays the first."""

    games = ("bridgette",)
    reverse = False

    def discard(self, view: Any) -> object:
        return sorted(view.legal[: view.to_discard], reverse=self.reverse)

    def call(self, view: Any) -> object:
        return view.legal[0]

    play = call


class LowestReversed(Lowest):
    reverse = True


def test_the_order_of_discards_is_no_difference() -> None:
    result = played("bridgette", {}, Lowest)
    assert not [d for d in decisions("bridgette", {}, result, 1, LowestReversed) if d.differs]


class AlwaysPass(Lowest):
    """As `Lowest`, but it never doubles or bids."""

    def call(self, view: Any) -> object:
        return view.legal[-1] if len(view.calls) == 1 else view.legal[0]


def test_a_difference_names_deal_index_situation_and_both_actions() -> None:
    result = played("bridgette", {}, Lowest)
    for seat in (0, 1):
        differing = [d for d in decisions("bridgette", {}, result, seat, AlwaysPass) if d.differs]
        record = match_record("", GAMES["bridgette"], GAMES["bridgette"].variant({}), "seed", ("a", "b"), result)
        deals = [deal["number"] for deal in record["deals"] if deal["calls"][1]["seat"] == seat]
        assert [decision.deal for decision in differing] == deals
        for decision in differing:
            assert decision.index == 3  # after two exchanges and one call
            assert decision.then == ("call P",)
            assert decision.now[0].startswith("call ")
            assert decision.legal
            assert f"seat {seat}, to act (call)" in decision.situation


class Cheat(Lowest):
    """Plays a card from elsewhere."""

    def play(self, view: Any) -> object:
        from arena.cards import CARDS

        return next(card for card in CARDS if card not in view.hand)


class Broken(Lowest):
    def call(self, view: Any) -> object:
        raise RuntimeError("no idea")

    def discard(self, view: Any) -> object:
        return view.legal


class Deaf(Lowest):
    def on_event(self, view: Any, event: Any) -> None:
        raise RuntimeError("too loud")


class Absent(Lowest):
    def __init__(self) -> None:
        raise RuntimeError("not today")


def test_an_illegal_action_is_shown_as_such() -> None:
    result = played("bridgette", {}, AlwaysBid)
    plays = [d for d in decisions("bridgette", {}, result, 0, Cheat) if d.then[0].startswith("play")]
    assert plays
    assert not any(decision.legal for decision in plays)
    assert all(decision.differs for decision in plays)


class AlwaysBid(Lowest):
    """Bids once, so that there is play."""

    def call(self, view: Any) -> object:
        return view.legal[1 if len(view.calls) < 1 else 0]


def test_a_fault_is_shown_in_place_of_the_action() -> None:
    result = played("bridgette", {}, AlwaysBid)
    found = decisions("bridgette", {}, result, 0, Broken)
    kinds = {d.then[0].split()[0]: d.fault.kind for d in found if d.fault}
    assert kinds == {"discard": "illegal_action", "call": "crash"}
    assert all(d.now == () and not d.legal for d in found if d.fault)


def test_a_fault_at_an_event_shows_at_the_next_decision() -> None:
    result = played("bridgette", {}, AlwaysBid)
    assert all(
        d.fault and d.fault.detail == "RuntimeError: too loud" for d in decisions("bridgette", {}, result, 0, Deaf)
    )


def test_a_bot_that_does_not_start_is_bad_input() -> None:
    result = played("bridgette", {}, Lowest)
    with pytest.raises(ArenaError, match="the bot did not start: RuntimeError: not today"):
        decisions("bridgette", {}, result, 0, Absent)


@EVERY_TABLE
def test_the_record_gives_back_the_actions(game: str, options: dict[str, object]) -> None:
    rules = GAMES[game]
    variant = rules.variant(options)
    result = played(game, options, Roll)
    record = match_record("", rules, variant, "seed", ["x"] * 8, result)
    assert list(actions_of(rules, record)) == list(decode(result.transcript))
