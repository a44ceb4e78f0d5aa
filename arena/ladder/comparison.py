"""A ladder made up for one question: is bot A better than bot B?"""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from arena.errors import ArenaError
from arena.games import GAMES
from arena.games.base import Variant
from arena.ladder.config import (
    EntrantConfig,
    FormatConfig,
    LadderConfig,
    OnFaultConfig,
    PoolConfig,
    StopConfig,
)
from arena.ladder.contenders import numbered
from arena.ladder.entrants import Entrant, Ladder, Pool
from arena.ladder.formats import Epoch
from arena.ladder.isolation import can_be_guessed
from arena.ladder.schedule import first_pairings
from arena.records import SetResult
from arena.stats.duel import Duel
from arena.stats.sequential import SequentialTest, Verdict, mean_score

ROLE: Final = "contender"
"""What A and B are both called against a field: seeds come from names, so they meet the same cards."""
PLAYED: Final = "played"
"""The answer when a fixed number of sets is."""


@dataclass(frozen=True)
class Comparison:
    """What is to be played: `a` and `b` are the keys of the two in the ladder, which has one pool."""

    ladder: Ladder
    a: str
    b: str

    @property
    def pool(self) -> Pool:
        """The pool."""
        return self.ladder.pools[0]


class DuelJudge:
    """Ends a comparison after `sets` sets of each of the two, or as soon as there is a `test` with a verdict.

    Its answers are verdicts; without a test it is `PLAYED`.
    """

    def __init__(self, a: str, b: str, sets: int, test: SequentialTest | None) -> None:
        self._duel = Duel(a, b)
        self._sets = sets
        self._test = test
        self._llr = 0.0

    @property
    def question(self) -> str:
        """Who is compared, and how."""
        test = self._test
        how = "" if test is None else f", {test.low} or {test.high}, alpha {test.alpha}, beta {test.beta}"
        return f"{self._duel.a} against {self._duel.b}{how}, at most {self._sets} sets"

    def add(self, result: SetResult, _epoch: Epoch, /) -> str | None:
        """Take in the next set; the verdict, if there is one now."""
        if self._duel.add(result) is not None and self._test is not None:
            self._llr = self._test.llr(self._duel.scores)
            verdict = self._test.verdict(self._llr)
            if verdict is not Verdict.UNDECIDED:
                return verdict.value
        if self._duel.sets < self._sets:
            return None
        return PLAYED if self._test is None else Verdict.UNDECIDED.value

    def text(self) -> str:
        """The log-likelihood ratio with its bounds, or the mean share."""
        sets = f"after {self._duel.sets:,} set{'' if self._duel.sets == 1 else 's'}"
        if self._test is not None:
            return f"LLR {self._llr:.2f} ({self._test.lower:.2f} to {self._test.upper:.2f}) {sets}"
        score = mean_score(self._duel.scores)
        return sets if score is None else f"share {score:.3f} {sets}"


def make_comparison(
    game: str,
    variant: Variant,
    a: Entrant,
    b: Entrant,
    field: Sequence[Entrant],
    sets: int,
    test: SequentialTest | None,
    seed: str | None = None,
) -> Comparison:
    """A comparison of A and B, against each other or, if there is a field, each against it on the same cards.

    At most `sets` sets of each are played, exactly as many without a test. The ladder's name, and so its folder,
    stands for bots, game and variant: asking otherwise goes on with the sets there are. Raises ArenaError if there
    would be nothing to compare, or for a seed that could be guessed.
    """
    if can_be_guessed(seed):
        raise ArenaError(
            "--seed: so short that a bot could find it by trying, and with it the hidden cards; expected 32 hex "
            "digits, or no seed (one is made and kept with the results)"
        )
    sides = len(GAMES[game].sides(variant))
    a, b, rivals = _named(sides, a, b, field)
    entrants = (a, b, *rivals)
    keys = tuple(entrant.key for entrant in entrants)
    challengers = keys[:2] if rivals else ()
    form = FormatConfig(kind="gauntlet", challengers=(ROLE,)) if rivals else FormatConfig(kind="round_robin")
    config = LadderConfig(
        ladder=_ladder_name(a, b, [game, variant.options(), keys]),
        seed=seed,
        games=(PoolConfig(id=game, game=game, variant=dict(variant.options())),),
        format=form,
        stop=StopConfig(sets=_schedule_length(sides, keys, challengers, form, sets)),
        on_fault=OnFaultConfig(max_fault_rate=1),
        entrants=tuple(EntrantConfig(bot=entrant.spec, name=entrant.name) for entrant in entrants),
    )
    pool = Pool(game, game, variant, entrants, lambda: DuelJudge(a.key, b.key, sets, test))
    return Comparison(Ladder(config.ladder, config, (pool,), entrants), a.key, b.key)


def _named(sides: int, a: Entrant, b: Entrant, field: Sequence[Entrant]) -> tuple[Entrant, Entrant, list[Entrant]]:
    """A, B and the field under the names they play by; whose bots they are does not matter here."""
    if not field:
        if sides > 2:
            raise ArenaError(
                f"a match of this variant has {sides} sides: name with --against who else sits there, or choose "
                "a variant with two sides, such as teams=two_sides"
            )
        # Two versions of one bot are told apart by these; only twins need other names.
        return a, numbered([a, b])[1] if a.key == b.key else b, []
    if a.version == b.version:
        raise ArenaError(
            "A and B are the same bot, by files and options: on the same cards they would play the same matches"
        )
    rivals = numbered((replace(rival, author=None) for rival in field), [ROLE])
    return replace(a, name=ROLE), replace(b, name=ROLE), rivals


def _schedule_length(
    sides: int, keys: tuple[str, ...], challengers: tuple[str, ...], form: FormatConfig, sets: int
) -> int:
    """After how many sets of the schedule each of the two has surely been compared on so many cards."""
    if not challengers:
        return sets
    epoch = Epoch(1, keys, challengers, {"kind": form.kind}, None)
    each = first_pairings(sides, epoch) // len(challengers)
    if each == 0:
        raise ArenaError(
            f"a match of this variant has {sides} sides: --against needs {sides - 1} bots, got {len(keys) - 2}"
        )
    return len(challengers) * each * -(-sets // each)


def _ladder_name(a: Entrant, b: Entrant, what: object) -> str:
    """A name for the comparison: those of the two by their files, and a hash of all that is played."""
    digest = hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:8]
    return "-".join([*(_slug(entrant) for entrant in (a, b)), digest])


def _slug(entrant: Entrant) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "_", entrant.loaded.default_name).strip("_")[:20] or "bot"
