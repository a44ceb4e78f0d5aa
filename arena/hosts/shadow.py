"""A bot set beside a seat of a match that has been played: what would it do at each decision of that seat?"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from arena.errors import ArenaError, NotationError
from arena.games.base import Event, Game, PrivateEvent, Variant
from arena.hosts.seat import NO_ACTION
from arena.match.players import FaultError, Players
from arena.records import FaultKind


@dataclass(frozen=True)
class ShadowDecision:
    """One decision of a seat: what was done, and what the bot beside it does.

    A whole exchange is one decision, its discards in order of the cards. `index` is that of the match record: it
    counts the deal's exchanges, calls and plays. `situation` is the view, as text, that both had. Actions are in
    words; `now` is empty if the bot committed the `fault`. `legal` says whether the rules allow what it does.
    """

    deal: int
    index: int
    situation: str
    then: tuple[str, ...]
    now: tuple[str, ...]
    legal: bool
    fault: FaultError | None

    @property
    def differs(self) -> bool:
        """Whether the bot acts otherwise than the match had it."""
        return self.then != self.now


def shadow(
    game: Game[Any],
    variant: Variant,
    seed: str,
    actions: Iterable[int],
    seat: int,
    bot: Players,
    names: Sequence[str] | None = None,
) -> Iterator[ShadowDecision]:
    """Play a match again from its actions, with a bot beside one seat: the only one of `bot`.

    The bot sees the same events as whoever sat there; what it answers is not played. A fault at an event shows at
    the next decision. Raises ArenaError if the bot does not even start.
    """
    cards = _single(game, variant, seed, actions, seat, bot, names)
    return (_merged(list(same)) for _, same in groupby(cards, key=lambda card: (card.deal, card.index)))


def _single(
    game: Game[Any],
    variant: Variant,
    seed: str,
    actions: Iterable[int],
    seat: int,
    bot: Players,
    names: Sequence[str] | None,
) -> Iterator[ShadowDecision]:
    """The same with a decision for each discard."""
    observation = game.observation(game.public(variant), seat)
    owed: FaultError | None = None

    def tell(events: Iterable[Event]) -> None:
        nonlocal owed
        for event in events:
            if isinstance(event, PrivateEvent) and event.seat != seat:
                continue
            observation.see(event)
            try:
                bot.see(event)
            except FaultError as fault:
                owed = owed or fault

    state, (started, *opening) = game.start(variant, seed, names)
    tell([started])
    if owed is not None:
        raise ArenaError(f"the bot did not start: {owed.detail}\n{owed.trace}".rstrip())
    tell(opening)
    for action in actions:
        if state.to_act == seat:
            now, fault, legal = "", owed, False
            owed = None
            if fault is None:
                try:
                    answer = bot.decide(seat)
                    now = game.action_text(answer)
                    legal = now.startswith("discard") or state.legal() >> answer & 1 == 1
                except FaultError as error:
                    fault = error
                except NotationError:
                    fault = FaultError(seat, FaultKind.PROTOCOL, NO_ACTION)
            yield ShadowDecision(
                deal=state.deal_number,
                index=state.action_index,
                situation=str(observation.view),
                then=(game.action_text(action),),
                now=(now,) if fault is None else (),
                legal=legal,
                fault=fault,
            )
        tell(state.apply(action))


def _merged(cards: Sequence[ShadowDecision]) -> ShadowDecision:
    """One decision of the cards of an exchange; a call or a play is alone."""
    first = cards[0]
    fault = next((card.fault for card in cards if card.fault), None)
    return ShadowDecision(
        deal=first.deal,
        index=first.index,
        situation=first.situation,
        then=tuple(sorted(words for card in cards for words in card.then)),
        now=() if fault else tuple(sorted(words for card in cards for words in card.now)),
        legal=all(card.legal for card in cards),
        fault=fault,
    )
