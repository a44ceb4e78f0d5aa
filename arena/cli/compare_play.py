"""`arena compare A B --play`: two bots play until it is clear whether A is better."""

import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import typer

from arena.cli.given_options import given_variant
from arena.errors import ArenaError
from arena.games import GAMES
from arena.ladder.comparison import Comparison, make_comparison
from arena.ladder.contenders import find_contender, find_field
from arena.ladder.entrants import Entrant
from arena.ladder.interrupt import EXIT_INTERRUPTED
from arena.ladder.locate import RESULTS
from arena.ladder.names import COMPARED
from arena.ladder.runner import LOG_FILE, Outcome, run_ladder
from arena.ladder.schema import DATABASE
from arena.ladder.stored import StoredLadder, open_ladder
from arena.stats.duel import Duel
from arena.stats.sequential import SequentialTest, Verdict, mean_score, mean_score_interval
from arena.stats.set_points import decisive_faults

MAX_SETS: Final = 10_000
EXIT_CODES: Final = {Verdict.BETTER: 0, Verdict.NOT_BETTER: 1, Verdict.UNDECIDED: 3}


@dataclass(frozen=True)
class Asked:
    """What the command line says; None where it says nothing."""

    a: str
    b: str
    game: str | None
    variant: tuple[str, ...]
    against: tuple[str, ...]
    bounds: tuple[float, float] | None
    alpha: float | None
    beta: float | None
    max_sets: int | None
    fixed: int | None
    ladder: str | None
    seed: str | None
    workers: int | None
    out: Path | None

    @property
    def test(self) -> SequentialTest | None:
        """The test; None if a fixed number of sets is played. Raises ArenaError."""
        if self.fixed is not None:
            return None
        usual = SequentialTest()
        low, high = self.bounds or (usual.low, usual.high)
        return SequentialTest(
            low,
            high,
            usual.alpha if self.alpha is None else self.alpha,
            usual.beta if self.beta is None else self.beta,
        )

    @property
    def command(self) -> str:
        """The command line that asks the same."""
        given = {
            "--game": self.game,
            "--variant": self.variant or None,
            "--against": self.against or None,
            "--bounds": self.bounds,
            "--alpha": self.alpha,
            "--beta": self.beta,
            "--max-sets": self.max_sets,
            "--fixed": self.fixed,
            "--ladder": self.ladder,
            "--seed": self.seed,
            "--workers": self.workers,
            "--out": self.out,
        }
        words = ["arena", "compare", self.a, self.b, "--play"]
        for option, value in given.items():
            if value is not None:
                words += [option, *map(str, value if isinstance(value, tuple) else (value,))]
        return shlex.join(words)


def play_comparison(asked: Asked) -> None:
    """Play what is missing, print what it came to, and exit with the code of the verdict. Raises ArenaError."""
    test = asked.test
    a, b = (find_contender(text, asked.ladder, asked.game) for text in (asked.a, asked.b))
    game = asked.game or _common_game(asked, a, b)
    comparison = make_comparison(
        game,
        given_variant(GAMES[game], asked.variant),
        a,
        b,
        find_field(asked.against, asked.ladder, game),
        asked.fixed or asked.max_sets or MAX_SETS,
        test,
        asked.seed,
    )
    folder = asked.out or RESULTS / COMPARED / comparison.ladder.name
    _refuse_others(folder, comparison)
    for line in _header(asked, comparison):
        print(line, flush=True)
    outcome = run_ladder(comparison.ladder, folder, asked.workers)
    with open_ladder(folder) as stored:
        for line in _account(comparison, test, stored, outcome):
            print(line)
        ruling = stored.ruling(comparison.pool.id)
    if outcome.interrupted:
        print(f"Interrupted.\nGo on:   {asked.command}")
        raise typer.Exit(EXIT_INTERRUPTED)
    if test is not None:
        verdict = Verdict.UNDECIDED if ruling is None else Verdict(ruling.answer)
        print(f"Verdict: {verdict}")
        raise typer.Exit(EXIT_CODES[verdict])


def _common_game(asked: Asked, a: Entrant, b: Entrant) -> str:
    """The game that both play, if there is one only."""
    games = [game for game in a.games if game in b.games]
    if not games:
        raise ArenaError(
            f"no game that both play: {asked.a} plays {', '.join(a.games)}, {asked.b} {', '.join(b.games)}"
        )
    if len(games) > 1:
        raise ArenaError(f"which game? Both play {', '.join(games)}: say with --game")
    return games[0]


def _refuse_others(folder: Path, comparison: Comparison) -> None:
    """Raise ArenaError if the folder holds something else."""
    if not (folder / DATABASE).is_file():
        return
    with open_ladder(folder) as stored:
        if stored.name != comparison.ladder.name:
            raise ArenaError(
                f"{folder}: holds another ladder, {stored.name!r}, of other bots, versions or rules; give another "
                "folder with --out, or leave it out"
            )


def _header(asked: Asked, comparison: Comparison) -> Iterator[str]:
    pool = comparison.pool
    yield f"{pool.game}, {', '.join(f'{key} {value}' for key, value in pool.variant.options().items())}"
    for role, text, entrant in zip("AB", (asked.a, asked.b), pool.entrants, strict=False):
        yield f"  {role}: {text} (version {entrant.version})"
    if len(pool.entrants) > 2:
        rivals = ", ".join(f"{entrant.name} (version {entrant.version})" for entrant in pool.entrants[2:])
        yield f"  each against: {rivals}"


def _account(
    comparison: Comparison, test: SequentialTest | None, stored: StoredLadder, outcome: Outcome
) -> Iterator[str]:
    """What the sets that count have come to."""
    duel = Duel(comparison.a, comparison.b)
    faults: Counter[str] = Counter()
    for result in stored.counted_sets(comparison.pool.id):
        duel.add(result)
        for match in result.matches:
            sides = len(match.order)
            for fault in decisive_faults(match):
                faults.update(result.sides[match.order[fault.seat % sides]])
    yield from _scores(duel, is_fixed=test is None)
    if duel.shares is not None and len(comparison.pool.entrants) > 2:
        yield "Against the field A got {:.3f} of a set in the mean, B {:.3f}".format(*duel.shares)
    if test is not None:
        yield (
            f"Log-likelihood ratio {test.llr(duel.scores):.2f}, bounds {test.lower:.2f} and {test.upper:.2f}: a "
            f"score of {test.high:g} (better) against {test.low:g} (not better), error rates {test.alpha:g} and "
            f"{test.beta:g}"
        )
    if faults[comparison.a] or faults[comparison.b]:
        yield f"Matches lost by a fault: A {faults[comparison.a]:,}, B {faults[comparison.b]:,}"
    if outcome.voids:
        yield (
            f"{len(outcome.voids):,} sets could not be played and do not count; the causes are in "
            f"{outcome.folder / LOG_FILE}, and the same command tries them first"
        )
    yield f"Results: {outcome.folder}"


def _scores(duel: Duel, *, is_fixed: bool) -> Iterator[str]:
    """How often each score has occurred, and their mean with its interval."""
    counts = duel.scores
    won, lost = (sum(n for score, n in counts.items() if (score - 0.5) * sign > 0) for sign in (1, -1))
    sets = f"{duel.sets:,} set{'' if duel.sets == 1 else 's'}"
    yield f"{sets}: A won {won:,}, drew {counts[0.5]:,}, lost {lost:,}"
    if counts:
        yield "Scores: " + ", ".join(f"{score:.4g} in {counts[score]:,}" for score in sorted(counts, reverse=True))
    mean, interval = mean_score(counts), mean_score_interval(counts)
    if mean is None or interval is None:
        yield "A's mean score a set: not enough sets"
    else:
        low, high = interval
        note = "" if is_fixed else " (as if their number had been fixed beforehand)"
        yield f"A's mean score a set: {mean:.3f}, 95% interval {low:.3f} to {high:.3f}{note}"
