from collections.abc import Callable, Sequence
from typing import Any

import pytest

from arena.bots import Bot
from arena.cards import Card
from arena.games import GAMES
from arena.games.base import Event
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.match.differences import differences
from arena.match.players import FaultError
from arena.match.record import match_record
from arena.match.referee import FaultPolicy, play_match
from arena.records import FaultKind, MatchResult, Termination

LENIENT = FaultPolicy()


class First(Bot):
    """Always the first legal action."""

    games = ("bridgette", "fiftysix")

    def act(self, view: Any) -> object:
        return view.legal[0]


class Last(First):
    """Always the last legal action."""

    def act(self, view: Any) -> object:
        return view.legal[-1]


def play(
    game: str,
    bots: Sequence[type[Bot]],
    seed: str = "seed",
    policy: FaultPolicy = LENIENT,
    names: Sequence[str] | None = None,
    **options: object,
) -> MatchResult:
    rules = GAMES[game]
    variant = rules.variant(options)
    players = InProcessPlayers(rules, variant, seed, [Seating(bot, {}) for bot in bots])
    result = play_match(rules, variant, seed, players, order=(0, 1), policy=policy, names=names)
    assert differences(rules, variant, seed, result, policy) == []
    return result


def villain(hook: str, do: Callable[..., Any]) -> type[Bot]:
    """A bot that plays like `First` but does something else in one method."""
    return type("Villain", (First,), {hook: do})


def fail(*_: Any) -> Any:
    raise RuntimeError("lost at <object at 0x7f3a2b> in /some/where/bot.py")


SMALL = {"tables": 1, "max_deals": 1}


def test_a_match_without_faults_is_played_out() -> None:
    result = play("bridgette", [First, First])
    assert result.termination is Termination.PLAYED_OUT
    assert result.fault is None
    assert result.forfeited == ()
    assert len(result.deals) >= 6


def test_a_match_of_56_stopped_by_the_guard_says_so() -> None:
    assert play("fiftysix", [First] * 4, max_deals=1).termination is Termination.MAX_DEALS


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    "hook", ["__init__", "match_start", "deal_start", "on_event", "deal_end", "match_end", "act"]
)
def test_an_exception_anywhere_forfeits_and_the_other_side_wins(hook: str, seat: int) -> None:
    bots: list[type[Bot]] = [First, First]
    bots[seat] = villain(hook, fail)
    result = play("bridgette", bots)
    assert result.termination is Termination.FORFEIT
    assert result.places[1 - seat] == 1
    assert result.places[seat] == 2
    assert result.forfeited == (seat,)
    assert result.fault is not None
    assert result.fault.seat == seat
    assert result.fault.kind is FaultKind.CRASH
    assert result.fault.deal == {"__init__": None, "match_start": None}.get(hook, result.fault.deal)
    assert result.fault.action is None


def test_a_crash_is_told_in_one_line_without_addresses_and_paths() -> None:
    fault = play("bridgette", [villain("act", fail), First]).fault
    assert fault is not None
    assert fault.detail == "RuntimeError: lost at <object at 0x…> in bot.py"


@pytest.mark.parametrize("answer", [None, 3, "SA", True, [], object()], ids=lambda answer: type(answer).__name__)
def test_an_answer_of_another_type_is_a_protocol_fault(answer: object) -> None:
    for game, seats in (("bridgette", 2), ("fiftysix", 4)):
        result = play(
            game,
            [villain("act", lambda self, view: answer)] + [First] * (seats - 1),
            **(SMALL if seats > 2 else {}),
        )
        assert result.fault is not None
        assert result.fault.kind is FaultKind.PROTOCOL
        assert "0x" not in result.fault.detail
        assert result.fault.action is None


def test_an_illegal_card_is_an_illegal_action_and_named() -> None:
    cheat = villain("act", lambda self, view: Card.parse("C7") if view.phase == "play" else view.legal[0])
    result = play("fiftysix", [cheat, First, First, First], **SMALL)
    assert result.fault is not None
    assert (result.fault.kind, result.fault.action) == (FaultKind.ILLEGAL_ACTION, "C7")
    assert result.fault.detail == "play C7 is not legal here"


@pytest.mark.parametrize("id", [-1, 999, 10**30, "SA", None, 1.0])
@pytest.mark.parametrize("game", ["bridgette", "fiftysix"])
def test_a_card_made_by_hand_is_the_bots_fault_and_not_the_referees(game: str, id: Any) -> None:
    def forge(self: Any, view: Any) -> object:
        fake = Card.parse("SA").__class__(id, "SA", "S", "A")
        return fake if view.phase == "play" else view.legal[-1 if game == "bridgette" else 0]

    bots = [villain("act", forge)] * 2 if game == "bridgette" else [villain("act", forge)] * 4
    result = play(game, bots, **({} if game == "bridgette" else SMALL))
    assert result.fault is not None
    assert result.fault.kind is FaultKind.PROTOCOL


@pytest.mark.parametrize(
    ("game", "phase"),
    [
        ("bridgette", "discard"),
        ("bridgette", "call"),
        ("bridgette", "play"),
        ("fiftysix", "call"),
        ("fiftysix", "play"),
    ],
)
def test_no_card_or_call_made_by_hand_is_taken_for_another_action(game: str, phase: str) -> None:
    """Whichever id it has: that of a legal action, of one of another phase, or of none."""
    for id in (*range(0, 160, 9), 5000):

        def forge(self: Any, view: Any, id: int = id) -> object:
            answer = view.legal[-1 if view.phase == "call" and game == "bridgette" else 0]
            if view.phase != phase:
                return answer
            return type(answer)(id, *(getattr(answer, field) for field in answer.__struct_fields__[1:]))

        seats = 2 if game == "bridgette" else 4
        result = play(game, [villain("act", forge)] * seats, **({} if seats == 2 else SMALL))
        assert result.fault is not None
        assert result.fault.kind is FaultKind.PROTOCOL
        assert result.fault.action is None
        assert "made by hand" in result.fault.detail


@pytest.mark.parametrize(
    ("game", "phase", "highest"),
    [
        ("bridgette", "discard", 148),
        ("bridgette", "call", 148),
        ("bridgette", "play", 148),
        ("fiftysix", "call", 457),
        ("fiftysix", "play", 457),
    ],
)
def test_an_action_of_another_decision_is_a_protocol_fault_whoever_sends_it(
    game: str, phase: str, highest: int
) -> None:
    """As a bot's process could send it, past all that looks at the bot's answers."""
    rules = GAMES[game]
    variant = rules.variant({} if game == "bridgette" else SMALL)
    seats = [Seating(Last, {})] * 2 if game == "bridgette" else [Seating(First, {})] * 4
    kinds = set()
    for sent in (-1, *range(0, highest, 13), highest, highest + 1):

        class Sends(InProcessPlayers):
            def decide(self, seat: int, sent: int = sent) -> int:
                view = self._seats[seat].observation.view
                return sent if view.phase == phase else super().decide(seat)

        result = play_match(rules, variant, "seed", Sends(rules, variant, "seed", seats), order=(0, 1))
        if result.fault is not None:  # else it was legal every time
            illegal = 0 <= sent <= highest and rules.action_text(sent).startswith(phase)
            assert result.fault.kind is (FaultKind.ILLEGAL_ACTION if illegal else FaultKind.PROTOCOL)
            assert (result.fault.action is not None) == illegal
            kinds.add(result.fault.kind)
    assert kinds == {FaultKind.ILLEGAL_ACTION, FaultKind.PROTOCOL}


class Lists(Bot):
    """Answers the exchange with a list, `give` of the hand."""

    games = ("bridgette",)
    give: Callable[[Any], object]

    def discard(self, view: Any) -> object:
        return type(self).give(view)

    def call(self, view: Any) -> object:
        return view.legal[0]

    def play(self, view: Any) -> object:
        return view.legal[0]


def lists(give: Callable[[Any], object]) -> type[Bot]:
    return type("ListsSo", (Lists,), {"give": staticmethod(give)})


def test_discards_are_given_as_a_list_or_set_in_the_order_of_the_answer() -> None:
    last_first = lists(lambda view: list(reversed(view.hand))[: view.to_discard])
    result = play("bridgette", [last_first, lists(lambda view: set(view.hand[: view.to_discard]))])
    assert result.fault is None
    rules = GAMES["bridgette"]
    deal = match_record("m", rules, rules.variant({}), "seed", ["a", "b"], result)["deals"][0]
    discards = {exchange["seat"]: exchange["discards"] for exchange in deal["exchanges"]}
    ids = {seat: [Card.parse(card).id for card in cards] for seat, cards in discards.items()}
    assert ids[0] == sorted(ids[0], reverse=True)


@pytest.mark.parametrize(
    ("give", "kind"),
    [
        (lambda view: view.hand[:1], FaultKind.ILLEGAL_ACTION),
        (lambda view: view.hand[: view.to_discard + 1], FaultKind.ILLEGAL_ACTION),
        (lambda view: [view.hand[0]] * view.to_discard, FaultKind.ILLEGAL_ACTION),
        (
            lambda view: (
                [c for c in map(Card.parse, ("SA", "SK", "HA", "HK", "DA", "DK", "CA")) if c not in view.hand][:2]
                + [view.hand[0]] * (view.to_discard - 2)
            ),
            FaultKind.ILLEGAL_ACTION,
        ),
        (lambda view: None, FaultKind.PROTOCOL),
        (lambda view: view.hand[0], FaultKind.PROTOCOL),
        (lambda view: ["SA", "SK"], FaultKind.PROTOCOL),
    ],
)
def test_wrong_discards_forfeit_and_are_kept_as_given(give: Callable[[Any], object], kind: FaultKind) -> None:
    result = play("bridgette", [lists(give), First])
    assert result.fault is not None
    assert result.fault.kind is kind
    assert (result.fault.action is not None) == (kind is FaultKind.ILLEGAL_ACTION)
    if result.fault.action is not None:
        assert isinstance(result.fault.action, tuple)


def test_the_lowest_seat_is_blamed_when_several_fail_at_one_event() -> None:
    for bots in ([villain("on_event", fail)] * 2, [villain("__init__", fail)] * 2):
        result = play("bridgette", bots)
        assert result.fault is not None
        assert result.fault.seat == 0


def test_ctrl_c_in_a_bot_is_the_users_not_the_bots() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    for hook in ("act", "on_event", "__init__"):
        with pytest.raises(KeyboardInterrupt):
            play("bridgette", [villain(hook, interrupt), First])


def test_names_reach_the_bots_only_when_shown() -> None:
    seen: list[object] = []
    nosy = villain("match_start", lambda self, view: seen.append(view.names))
    play("bridgette", [nosy, First])
    play("bridgette", [nosy, First], names=["a", "b"])
    assert seen == [None, ("a", "b")]


def test_hooks_come_in_order_with_the_view_already_showing_the_event() -> None:
    heard: list[str] = []

    class Listener(First):
        def match_start(self, view: Any) -> None:
            heard.append("match_start")

        def deal_start(self, view: Any) -> None:
            heard.append(f"deal_start {view.deal_number} {len(view.hand)}")

        def on_event(self, view: Any, event: Event) -> None:
            if type(event).__name__ == "Played":
                assert view.plays[-1][1].id == event.card  # type: ignore[attr-defined]

        def deal_end(self, view: Any, event: Any) -> None:
            heard.append(f"deal_end {event.number} {view.totals == event.totals}")

        def match_end(self, view: Any, event: Any) -> None:
            heard.append(f"match_end {event.places}")

    result = play("bridgette", [Listener, First])
    deals = [
        line for n in range(1, len(result.deals) + 1) for line in (f"deal_start {n} 13", f"deal_end {n} True")
    ]
    assert heard == ["match_start", *deals, f"match_end {result.places}"]


# Three and four sides: F25


def crash_in_play(self: Any, view: Any) -> object:
    if view.phase == "play":
        raise ValueError("no idea")
    return view.legal[0]


def test_with_three_sides_a_substitute_acts_and_after_the_last_strike_plays_to_the_end() -> None:
    bots = [First, villain("act", crash_in_play), First, First, First, First]
    result = play("fiftysix", bots, players=6, max_deals=2)
    assert result.termination is Termination.FORFEIT
    assert result.forfeited == (1,)
    assert result.places[1] == 3
    assert len(result.deals) == 2
    assert [(entry.seat, entry.kind, entry.deal) for entry in result.substituted] == [(1, FaultKind.CRASH, 1)] * 3
    assert result.fault is not None
    assert (result.fault.seat, result.fault.deal) == (1, 1)


def test_fewer_faults_than_strikes_cost_nothing_but_the_choice() -> None:
    def crash_once(self: Any, view: Any) -> object:
        if view.phase == "play" and not hasattr(self, "done"):
            self.done = True
            raise ValueError("no idea")
        return view.legal[0]

    result = play("fiftysix", [villain("act", crash_once)] + [First] * 5, players=6, max_deals=1)
    assert result.termination is Termination.MAX_DEALS
    assert result.fault is None
    assert len(result.substituted) == 1
    rules = GAMES["fiftysix"]
    record = match_record(
        "m", rules, rules.variant({"players": 6, "max_deals": 1}), "seed", list("abcdef"), result
    )
    entry = record["substituted"][0]
    assert list(entry) == ["seat", "entrant", "kind", "deal", "index", "detail"]
    deal = record["deals"][0]
    play_index = entry["index"] - len(deal["calls"])
    assert deal["plays"][play_index]["seat"] == entry["seat"] == 0


def test_a_fault_off_turn_is_charged_at_the_seats_next_decision() -> None:
    def fail_once(self: Any, view: Any, event: Event) -> None:
        if not hasattr(self, "done") and type(event).__name__ == "Played":
            self.done = True
            raise ValueError("no idea")

    result = play("fiftysix", [First] * 5 + [villain("on_event", fail_once)], players=6, max_deals=1)
    assert result.fault is None
    assert [entry.seat for entry in result.substituted] == [5]


def test_a_bot_that_never_starts_uses_up_its_strikes() -> None:
    result = play("fiftysix", [First, First, villain("__init__", fail)] + [First] * 3, players=6, max_deals=1)
    assert result.forfeited == (2,)
    assert len(result.deals) == 1
    assert len(result.substituted) == 3


def test_with_two_sides_play_on_does_not_apply() -> None:
    result = play("fiftysix", [villain("act", crash_in_play)] + [First] * 3, max_deals=3)
    assert len(result.deals) == 0
    assert result.places == (2, 1)
    assert result.substituted == ()


def test_more_sides_can_forfeit_at_once() -> None:
    bots = [villain("act", crash_in_play)] + [First] * 5
    result = play("fiftysix", bots, players=6, max_deals=3, policy=FaultPolicy(more_sides="forfeit"))
    assert len(result.deals) == 0
    assert result.places == (3, 1, 1)


def test_two_forfeited_sides_share_the_last_place_and_match_end_says_so() -> None:
    heard: list[tuple[int, ...]] = []
    listener = villain("match_end", lambda self, view, event: heard.append(event.places))
    bad = villain("act", crash_in_play)
    result = play("fiftysix", [listener, bad, bad, First, First, First], players=6, max_deals=1)
    assert result.forfeited == (1, 2)
    assert result.places == (1, 2, 2)
    assert heard == [(1, 2, 2)]


def test_the_record_of_a_forfeited_match_stops_where_the_fault_came() -> None:
    rules = GAMES["bridgette"]
    variant = rules.variant({})
    bids_then_fails = villain("act", lambda self, view: crash_in_play(self, view) and view.legal[-1])
    result = play("bridgette", [bids_then_fails, First])
    record = match_record("m", rules, variant, "seed", ["a", "b"], result)
    last = record["deals"][-1]
    assert record["fault"]["entrant"] == "a"
    assert record["termination"] == "forfeit"
    assert last["tricks"] is last["scores"] is last["totals"] is None
    assert (
        match_record(
            "m", rules, variant, "seed", ["a", "b"], play("bridgette", [villain("__init__", fail), First])
        )["deals"]
        == []
    )


def test_the_players_fault_names_its_seat() -> None:
    error = FaultError(1, FaultKind.CRASH, "x")
    assert (error.seat, str(error)) == (1, "x")
