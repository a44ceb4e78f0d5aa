"""The person at the table: is told what happens, and asked for each card and call."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.text import Text

from arena.cards import Interned
from arena.cli.table.choices import Choices
from arena.cli.table.labels import Labels
from arena.cli.table.rules import rules_text
from arena.cli.table.screen import Screen, open_hands
from arena.errors import ArenaError
from arena.games.base import Event
from arena.match.players import FaultError

HOW_TO_PLAY: Final = (
    "Type the number of a choice, or the card or call itself. ? shows the rules, q leaves. There is no undo."
)
HOW_TO_WATCH: Final = (
    "Any key shows the next card or call; d goes on to the end of the deal, ? shows the rules, q leaves."
)


class LeftError(Exception):
    """The person has left the table."""


class TerminalPerson:
    """Plays one seat; implements `arena.hosts.person.Person`.

    `ask` shows a prompt and returns the line typed; EOFError from it means that the person has left.
    """

    def __init__(self, console: Console, ask: Callable[[str], str], screen: Screen) -> None:
        self._console = console
        self._ask = ask
        self._screen = screen
        self._picked: list[Interned] = []

    def see(self, view: Any, event: Event) -> None:
        """Print what happened."""
        _print(self._console, self._screen.news(view, event))

    def hear_fault(self, fault: FaultError) -> None:
        """Print what a bot did wrong."""
        _print_fault(self._console, fault)

    def answer(self, view: Any) -> object:
        """Ask until a legal choice is typed; of a list of discards all but the first wait for the next questions.

        Raises LeftError when the person leaves.
        """
        if not self._picked:
            self._picked = self._choose(view)
        return self._picked.pop(0)

    def _choose(self, view: Any) -> list[Interned]:
        most = view.to_discard if view.phase == "discard" else 1
        auction = view.phase == "call" and view.game == "fiftysix"
        choices = Choices(self._screen.choices(view), view.hand, most, bids=auction)
        prompt = f"give up {most}> " if view.phase == "discard" else f"{view.phase}> "
        self._show(view, choices)
        while True:
            line = self._line(prompt)
            try:
                if line.startswith("?"):
                    topic = line[1:].strip().lower() or self._screen.topic(view)
                    self._console.print(rules_text(view.game, self._screen.parts, topic))
                    self._show(view, choices)
                elif line.lower() == "a":
                    _print(self._console, choices.lines(whole=True))
                else:
                    return choices.read(line)
            except ArenaError as error:
                _print(self._console, [Text(str(error), "yellow")])

    def _show(self, view: Any, choices: Choices) -> None:
        self._console.print()
        _print(self._console, self._screen.situation(view))
        _print(self._console, choices.lines())

    def _line(self, prompt: str) -> str:
        try:
            line = self._ask(prompt).strip()
        except EOFError as error:
            raise LeftError from error
        if line.lower() in ("q", "quit", "exit"):
            raise LeftError
        return line


class TerminalWatcher:
    """Watches bots with all hands open, a key a card or call; implements `arena.hosts.person.Watcher`.

    `key` returns the next key pressed; EOFError from it means that the watcher has left.
    """

    def __init__(
        self, console: Console, key: Callable[[], str], screen: Screen, labels: Labels, game: str
    ) -> None:
        self._console = console
        self._key = key
        self._screen = screen
        self._labels = labels
        self._game = game
        self._to_the_end_of = 0

    def see(self, views: Sequence[Any], event: Event) -> None:
        """Print what happened, and wait for a key after each call, play and exchange. Raises LeftError."""
        view = views[getattr(event, "seat", 0)]
        step = self._screen.step(view, event)
        if step is not None:
            _print(self._console, [step])
        _print(self._console, self._screen.news(view, event))
        shown = self._screen.hands_changed(view, event)
        if shown:
            self._console.print()
            _print(self._console, [self._screen.status(view), open_hands(self._game, self._labels, views)])
        if (shown or step is not None) and view.deal_number != self._to_the_end_of:
            self._wait(view)

    def hear_fault(self, fault: FaultError) -> None:
        """Print what a bot did wrong."""
        _print_fault(self._console, fault)

    def _wait(self, view: Any) -> None:
        while True:
            try:
                key = self._key()
            except EOFError as error:
                raise LeftError from error
            if key.lower() == "q":
                raise LeftError
            if key.lower() == "d":
                self._to_the_end_of = view.deal_number
            if key != "?":
                return
            self._console.print(rules_text(self._game, self._screen.parts, self._screen.topic(view)))


def _print_fault(console: Console, fault: FaultError) -> None:
    """A bot's fault, with the lines of its code on the way to an exception."""
    what = f"The bot at seat {fault.seat} did wrong: {fault.kind}: {fault.detail}"
    console.print(Text(what, "red"), Text(fault.trace, "dim"), sep="\n" if fault.trace else "", soft_wrap=True)


def _print(console: Console, parts: Iterable[RenderableType]) -> None:
    """Print texts as they are: no markup, for entrants may be called anything."""
    for part in parts:
        console.print(part, highlight=False, markup=False)
