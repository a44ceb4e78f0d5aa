"""What the page's script reads of `results.json`: the rest would double the page of a large field for nothing."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

_OF_POOL: Final = (
    "pool",
    "unit",
    "margin_unit",
    "sets",
    "sets_seen",
    "standings",
    "stronger",
    "course",
    "shares",
)
_OF_PAIR: Final = (
    "entrant",
    "opponent",
    "sets",
    "won",
    "drawn",
    "lost",
    "score",
    "score_low",
    "score_high",
    "margin",
    "margin_error",
    "margin_low",
    "margin_high",
    "margin_sets",
)
_OF_POSITION: Final = ("entrant", "version", "seats", "role", "deals", "gain_per_deal", "gain_error")


def script_data(document: Mapping[str, Any]) -> dict[str, Any]:
    """The data for the script; the two of a swing are named by their places in the standings, from 0."""
    return {
        "entrants": [{"key": one["key"], "name": one["name"]} for one in document["entrants"]],
        "pools": [_pool(pool) for pool in document["pools"]],
    }


def _pool(pool: Mapping[str, Any]) -> dict[str, Any]:
    places = {f"{row['entrant']}@{row['version']}": place for place, row in enumerate(pool["standings"])}
    return {
        **{key: pool[key] for key in _OF_POOL},
        "head_to_head": _columns(pool["head_to_head"], _OF_PAIR),
        "seats_and_roles": _columns(pool["seats_and_roles"], _OF_POSITION),
        "swings": _swings(pool["pool"], pool["swings"], places),
    }


def _swings(pool: str, swings: Mapping[str, Any], places: Mapping[str, int]) -> dict[str, Any]:
    """The swings; a pairing is left empty where it is the two themselves, as in games of two sides."""
    themselves = {f"{pool}/{'+'.join(one['entrants'])}" for one in swings["found"]}
    return {
        "pairings": ["" if pairing in themselves else pairing for pairing in swings["pairings"]],
        "found": [
            {"entrants": [places[key] for key in one["entrants"]], "deals": one["deals"]}
            for one in swings["found"]
        ],
    }


def _columns(table: Mapping[str, Any], wanted: Sequence[str]) -> dict[str, Any]:
    """A table whose columns are named once, with these alone."""
    chosen = [number for number, column in enumerate(table["columns"]) if column in wanted]
    return {
        "columns": [table["columns"][number] for number in chosen],
        "rows": [[row[number] for number in chosen] for row in table["rows"]],
    }
