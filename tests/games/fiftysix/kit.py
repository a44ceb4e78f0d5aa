"""What the tests of 56 share: short notations, built hands, random matches."""

import random
from collections.abc import Iterable, Iterator, Mapping

from arena.cards import CARDS, Card, ids_of
from arena.games.base import Event, HandDealt, PrivateEvent
from arena.games.fiftysix.calls import DOUBLE, PASS, REDOUBLE, Call
from arena.games.fiftysix.events import DealStarted
from arena.games.fiftysix.game import FIFTYSIX
from arena.games.fiftysix.observation import FiftySixObservation
from arena.games.fiftysix.pack import COPY, PACKS
from arena.games.fiftysix.public import FiftySixPublic
from arena.games.fiftysix.state import FiftySixState
from arena.games.fiftysix.variant import FiftySixVariant

VARIANTS = (
    {"players": 4},
    {"players": 6},
    {"players": 8},
    {"players": 4, "teams": "two_sides"},
    {"players": 6, "teams": "two_sides"},
    {"players": 8, "teams": "two_sides"},
)


def variant(**options: object) -> FiftySixVariant:
    return FIFTYSIX.variant(options)


def cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


def kinds(text: str) -> list[int]:
    return [card.id for card in cards(text)]


def calls(text: str) -> list[int]:
    return [Call.parse(word).id for word in text.split()]


def hands(seats: Iterable[int], wanted: Mapping[int, str] | None = None) -> dict[int, list[Card]]:
    """Full hands for these seats: the wanted cards first, then the rest of the pack by id, seat by seat."""
    seats = list(seats)
    rest = sorted(CARDS[card % COPY] for card in PACKS[len(seats)])
    size = len(rest) // len(seats)
    result = {seat: cards((wanted or {}).get(seat, "")) for seat in seats}
    for hand in result.values():
        for card in hand:
            rest.remove(card)
    for hand in result.values():
        missing = size - len(hand)
        hand += rest[:missing]
        del rest[:missing]
    return result


def position(
    text: str = "",
    *,
    plays: str = "",
    wanted: Mapping[int, str] | None = None,
    dealer: int = 0,
    tables: tuple[int, ...] | None = None,
    **options: object,
) -> FiftySixState:
    """A state after these calls and plays, with the wanted cards in the hands of their seats."""
    rules = variant(**options)
    seats = [seat for seat in range(rules.players) if tables is None or tables[rules.side_of[seat]]]
    return FiftySixState.from_hands(
        rules, hands(seats, wanted), dealer=dealer, actions=calls(text) + kinds(plays), tables=tables, seed="kit"
    )


def legal_texts(state: FiftySixState) -> list[str]:
    """The legal actions without their verbs."""
    return [FIFTYSIX.action_text(action).split()[1] for action in ids_of(state.legal())]


def settled(
    text: str, points: Iterable[int], *, tables: tuple[int, ...], dealer: int = 0, **options: object
) -> FiftySixPublic:
    """Common knowledge after a deal with these calls in which the sides took these points."""
    public = position(text, dealer=dealer, tables=tables, **options).public
    assert public.play is not None
    public.play.points = list(points)
    public.end_deal()
    return public


def pick(state: FiftySixState, rng: random.Random) -> int:
    """A random legal action; in the auction often a pass, a double or a redouble, so that auctions end."""
    legal = ids_of(state.legal())
    if legal[0] < PASS.id:
        return rng.choice(legal)
    roll = rng.random()
    if roll < 0.3:
        for call in (REDOUBLE.id, DOUBLE.id):
            if call in legal:
                return call
    if roll < 0.8 or len(legal) == 1:
        return PASS.id
    bids = legal[1:]
    return rng.choice(bids[:40]) if roll < 0.95 else rng.choice(bids)


def playing(
    options: Mapping[str, object], seed: int, tables: int = 3, max_deals: int = 4
) -> Iterator[tuple[FiftySixState, int, tuple[Event, ...]]]:
    """Play a random match: the state, the action about to be applied to it (−1 at first), and what it brought."""
    rules = variant(**{"tables": tables, "max_deals": max_deals, **options})
    rng = random.Random(seed)
    state, events = FIFTYSIX.start(rules, f"seed {seed}")
    yield state, -1, events
    while state.to_act >= 0:
        action = pick(state, rng)
        events = state.apply(action)
        yield state, action, events


def played(
    options: Mapping[str, object], seed: int, tables: int = 3, max_deals: int = 4
) -> tuple[FiftySixState, list[int], list[Event]]:
    """A random match from start to end: its last state, its actions and its events."""
    actions, log = [], []
    for step in playing(options, seed, tables, max_deals):
        actions.append(step[1])
        log += step[2]
    return step[0], actions[1:], log


def observers(rules: FiftySixVariant) -> list[FiftySixObservation]:
    """An observation for every seat, each with common knowledge of its own."""
    return [FIFTYSIX.observation(FIFTYSIX.public(rules), seat) for seat in range(rules.players)]


def show(observations: Iterable[FiftySixObservation], events: Iterable[Event]) -> None:
    """Pass events on to those who may see them."""
    for event in events:
        for observation in observations:
            if not isinstance(event, PrivateEvent) or event.seat == observation.seat:
                observation.see(event)


def opening(state: FiftySixState, dealt: Mapping[int, Iterable[Card]]) -> list[Event]:
    """The events that would have begun a deal built by `from_hands`."""
    public = state.public
    return [
        DealStarted(public.number, public.dealer, public.seats),
        *(HandDealt(seat, tuple(card.id for card in hand)) for seat, hand in dealt.items()),
    ]


def snapshot(observation: FiftySixObservation) -> dict[str, object]:
    """Everything a bot can read."""
    view = observation.view
    names = [name for name, member in vars(type(view)).items() if isinstance(member, property)]
    shown = {name: getattr(view, name) for name in names if name != "public"}
    return {
        **shown,
        "text": str(view),
        "dealt": observation.dealt,
        "ids": observation.legal(),
    }
