"""What the Bridgette tests share: hands from text, positions, and matches played by a chooser."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from arena.cards import Card, cards_of, ids_of, mask_of
from arena.games.base import Event, PrivateEvent
from arena.games.bridgette.calls import Call
from arena.games.bridgette.contract import Contract
from arena.games.bridgette.game import BRIDGETTE
from arena.games.bridgette.observation import BridgetteObservation
from arena.games.bridgette.play import NO_SUIT
from arena.games.bridgette.public import BridgettePublic
from arena.games.bridgette.state import BridgetteState
from arena.games.bridgette.variant import BridgetteVariant

COUNT = BridgetteVariant()
REDEAL = BridgetteVariant("redeal")
VARIANTS = (COUNT, REDEAL)

Chooser = Callable[[BridgetteState], int]


def card_id(text: str) -> int:
    return Card.parse(text).id


def mask(texts: str) -> int:
    """The mask of cards such as "SA HT :G"."""
    return mask_of([card_id(text) for text in texts.split()])


def words(cards: int) -> list[str]:
    """The cards of a mask as texts, in order of id."""
    return [str(card) for card in cards_of(cards)]


def contract(text: str, declarer: int = 0, doubling: int = 1) -> Contract:
    return Contract(Call.parse(text), declarer, doubling)


def at_lead(
    hands: tuple[str, str], bid: str = "1NT", *, leader: int = 0, ban: str = "", declarer: int = 0, **more: object
) -> BridgetteState:
    """A position before a lead; `ban` is a suit letter or empty."""
    suit = "CDHS".index(ban) if ban else NO_SUIT
    masks = (mask(hands[0]), mask(hands[1]))
    return BridgetteState.from_play(masks, contract(bid, declarer), leader, ban=suit, **more)  # type: ignore[arg-type]


def act(state: BridgetteState, *words: str) -> list[Event]:
    """Apply actions in words, such as "play SA" or "call 1H"."""
    events: list[Event] = []
    for text in words:
        events += state.apply(BRIDGETTE.parse_action(text))
    return events


def legal_words(state: BridgetteState) -> set[str]:
    """The legal actions, as cards and calls."""
    return {BRIDGETTE.action_text(action).split()[1] for action in ids_of(state.legal())}


def facts(public: BridgettePublic) -> dict[str, object]:
    """Everything a `BridgettePublic` holds, to compare two of them."""
    return {name: getattr(public, name) for name in BridgettePublic.__slots__}


def visible(events: Iterable[Event], seat: int) -> list[Event]:
    """The events that a seat may see."""
    return [event for event in events if not isinstance(event, PrivateEvent) or event.seat == seat]


def tell(observations: Iterable[BridgetteObservation], events: Iterable[Event]) -> None:
    """Give each observation what it may see; each must have a public of its own."""
    for observation in observations:
        for event in visible(events, observation.seat):
            observation.see(event)


@dataclass
class Played:
    """A match played to its end."""

    state: BridgetteState
    events: list[Event]
    actions: list[int]

    @property
    def deals(self) -> list[dict]:
        return BRIDGETTE.deals(self.state.public.variant, self.events)


def play_match(variant: BridgetteVariant, seed: str, choose: Chooser) -> Played:
    state, opening = BRIDGETTE.start(variant, seed)
    events, actions = list(opening), []
    while state.to_act >= 0:
        actions.append(choose(state))
        events += state.apply(actions[-1])
    return Played(state, events, actions)


def random_chooser(number: int) -> Chooser:
    """Any legal action; half of all calls are passes, so that auctions end at every height."""
    rng = random.Random(number)

    def choose(state: BridgetteState) -> int:
        if state.public.phase == "call" and rng.random() < 0.5:
            return Call.parse("P").id
        return rng.choice(ids_of(state.legal()))

    return choose
