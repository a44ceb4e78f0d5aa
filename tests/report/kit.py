"""A ladder with made-up results, for the tests of what is told about it."""

from itertools import islice
from pathlib import Path
from typing import Any

from tests.ladder.kit import BRIDGETTE, SIX, Entrants, make_ladder, missing, opened, play, played

BOTH = {"games": [BRIDGETTE, SIX]}


def stored(folder: Path, entrants: Entrants = "abc", sets: int | None = None, **keys: Any) -> Path:
    """The folder of a ladder of which each pool has played its first `sets` sets, or all."""
    ladder = make_ladder(folder, entrants, **keys)
    results = folder / "results" / ladder.name
    with opened(results, ladder) as store:
        for pool in range(len(ladder.pools)):
            store.add([played(task) for task in islice(missing(store, ladder, pool), sets)])
    return results


STAGES = [
    {"kind": "round_robin", "sets_per_pairing": 1},
    {"kind": "knockout", "top": 3, "sets_per_tie": 2, "carry_over": "nothing"},
]


def in_stages(folder: Path, sets: int) -> Path:
    """The folder of a ladder of six in STAGES that has played so many sets."""
    ladder = make_ladder(folder, "abcdef", format={"stages": STAGES})
    with opened(folder / "results", ladder) as store:
        play(store, ladder, sets)
    return folder / "results"


TIMED = """
from arena.bots import Bot

class Timed(Bot):
    games = ("bridgette", "fiftysix")
    timed = True

    def act(self, view):
        return view.legal[0]
"""


def with_a_timed_one(folder: Path, **keys: Any) -> Path:
    """The folder of a played ladder of a and b and of `slow`, whose bot declares that time decides."""
    (folder / "timed.py").write_text(TIMED)
    return stored(folder, ["a", "b", {"bot": str(folder / "timed.py"), "name": "slow"}], **keys)
