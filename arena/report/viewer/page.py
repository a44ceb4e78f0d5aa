"""The page on which the matches of a set are stepped through, in one file that needs nothing else."""

from hashlib import sha256
from importlib.resources import files

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined

from arena.analysis.bridgette_split import DealSplit
from arena.analysis.set_split import SetSplit
from arena.ladder.rows import PoolRules, seat_names
from arena.records import SetResult, match_name
from arena.report.inline import in_script, source_hash
from arena.report.viewer.table_events import TableEvent, match_events

_templates = Environment(
    loader=PackageLoader("arena.report.viewer"),
    autoescape=True,
    undefined=StrictUndefined,
    keep_trailing_newline=True,
)


def replay_file(set_name: str) -> str:
    """The name of the file for a set; entrants may be called what no file can."""
    return f"{sha256(set_name.encode()).hexdigest()[:16]}.html"


def replay_page(
    pool: PoolRules, seed: str, result: SetResult, public: bool = False, splits: SetSplit | None = None
) -> str:
    """The page of a set that has its transcripts; if `public`, without the words of a fault.

    With its `splits` each card of Bridgette shows the tricks it cost.

    The address may say where to begin: ``#seating=2&deal=3&step=14&seat=0&both=1``, with the seating counted from
    1, the step from 0 within the deal, the seat to look from or ``all``, and whether all seatings stand side by
    side.
    """
    variant = pool.variant
    matches = [
        {
            "name": match_name(result.name, seating),
            "seats": seat_names(pool, result, match),
            "events": _without_details(events) if public else events,
        }
        for seating, match in enumerate(result.matches, start=1)
        for costs in [
            () if splits is None else [deal.costs for deal in splits[seating - 1] if isinstance(deal, DealSplit)]
        ]
        for events in [match_events(pool.rules, variant, seed, match, costs)]
    ]
    data = {
        "set": result.name,
        "game": pool.game,
        "unit": pool.rules.score_unit,
        "taken": pool.rules.taken_unit,
        "start": pool.rules.starting_score(variant),
        "sides": pool.rules.sides(variant),
        "matches": matches,
    }
    style, script = _text("viewer.css"), _text("viewer.js")
    return _templates.get_template("viewer.html").render(
        title=result.name,
        style=style,
        script=script,
        style_hash=source_hash(style),
        script_hash=source_hash(script),
        data=in_script(msgspec.json.encode(data)),
    )


def _without_details(events: list[TableEvent]) -> list[TableEvent]:
    """The same without what may quote a bot's own words."""
    return [
        event
        | ({"detail": "", "action": None} if event["e"] == "fault" else {})
        | ({"substituted": event["substituted"].partition(":")[0]} if "substituted" in event else {})
        for event in events
    ]


def _text(name: str) -> str:
    return files("arena.report.viewer").joinpath("templates", name).read_text(encoding="utf-8")
