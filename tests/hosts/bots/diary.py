"""Writes down all that it is told and shown; every action depends on all of it so far."""

import hashlib
import sys
from typing import Any, ClassVar

from arena.bots import Bot, Option


class Diary(Bot):
    """What differs between two runs, in whatever it may know, makes it play otherwise."""

    games = ("bridgette", "fiftysix")
    OPTIONS: ClassVar = {
        "whole": Option(3, "a number"),
        "part": Option(1.0, "another"),
        "word": Option("x", "a text"),
        "noisy": Option(False, "whether to print"),
    }

    def __init__(self) -> None:
        self.diary = hashlib.sha256()
        self.write("init", repr(self.options))

    def write(self, *entries: object) -> None:
        """Write entries down."""
        for entry in entries:
            self.diary.update(repr(entry).encode())
        if self.options["noisy"]:
            print("noise", *entries, "\x1b[2J")
            print("more noise", file=sys.stderr)

    def look(self, view: Any) -> None:
        """Write down all that a view shows."""
        for name in dir(view):
            if not name.startswith("_") and name != "public" and not callable(value := getattr(view, name)):
                self.write(name, value)

    def match_start(self, view: Any) -> None:
        self.write("match_start")
        self.look(view)

    def deal_start(self, view: Any) -> None:
        self.write("deal_start")
        self.look(view)

    def on_event(self, view: Any, event: Any) -> None:
        self.write("on_event", event)

    def deal_end(self, view: Any, event: Any) -> None:
        self.write("deal_end", event)

    def match_end(self, view: Any, event: Any) -> None:
        self.write("match_end", event)

    def act(self, view: Any) -> object:
        self.write("act", self.rng.random())
        self.look(view)
        return view.legal[int.from_bytes(self.diary.digest()[:4]) % len(view.legal)]
