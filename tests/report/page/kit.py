"""Ladders that were really played, and their pages, for the tests of `report.html`."""

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from arena.hosts.output import LOGS
from arena.ladder.entrants import load_config_of, load_ladder
from arena.ladder.runner import run_ladder
from arena.ladder.store import open_store
from arena.ladder.stored import open_ladder
from arena.report.audience import Audience
from arena.report.page.page import page
from arena.report.results import ladder_results, results_document
from arena.report.summary import summarise
from tests.ladder.kit import BRIDGETTE, Entrants, write_config

FOUR = {"id": "four", "game": "fiftysix", "variant": {"players": 4, "tables": 2, "max_deals": 6}}
SIX = {"id": "six", "game": "fiftysix", "variant": {"players": 6, "tables": 2, "max_deals": 6}}

DETAIL = "<script>alert('detail')<script>"
FAULTY = f"""
from arena.bots import Bot

class Faulty(Bot):
    games = ("bridgette", "fiftysix")

    def act(self, view):
        if self.rng.random() < 0.05:
            raise ValueError({DETAIL!r})
        return self.rng.choice(view.legal)
"""
HOSTILE = ("<script>alert('name')<", '" onmouseover="alert(1)" x="', "שלום ‮ evil".replace("\u202e", ""), "x" * 64)
"""Names that an entrant may have and a page must bear."""


def really_played(folder: Path, entrants: Entrants, sets: int = 2, **keys: Any) -> Path:
    """The folder of a ladder whose entrants have played so many sets of each pairing; `faulty.py` is a bot."""
    (folder / "faulty.py").write_text(FAULTY)
    keys = {"games": [BRIDGETTE, FOUR, SIX]} | keys
    config = write_config(folder, entrants, format={"kind": "round_robin", "sets_per_pairing": sets}, **keys)
    run_ladder(load_ladder(config), folder / "results" / "tiny", quiet=True)
    return folder / "results" / "tiny"


def registered(folder: Path, entrants: Entrants) -> Path:
    """The folder of a ladder that waits for more entrants."""
    results = folder / "results" / "tiny"
    with open_store(results, load_config_of(write_config(folder, entrants)), workers=0):
        return results


def printed(results: Path, name: str, text: str) -> None:
    """Let the bot of an entrant have printed something."""
    with open_ladder(results) as ladder:
        key = next(entrant.key for entrant in ladder.entrants() if entrant.name == name)
    folder = results / LOGS / "logs"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{key}.log").write_text(text, encoding="utf-8")


def page_of(results: Path, audience: Audience = Audience()) -> str:  # noqa: B008
    """The page of a ladder, without replays."""
    with open_ladder(results) as ladder:
        results = ladder_results(summarise(ladder), ladder)
        return page(results, ladder, audience, results_document(results, audience), {})


class Elements(HTMLParser):
    """The elements of a page as a browser would see them: names with attributes, and all text outside scripts."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._script = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._script = tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        self._script = False

    def handle_data(self, data: str) -> None:
        if not self._script:
            self.text += data

    def named(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.found if tag == name]
