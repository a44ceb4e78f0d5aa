"""`arena compare A B --play`: two bots play until it is clear whether A is better."""

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping
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
from arena.ladder.rows import find_pool
from arena.ladder.runner import LOG_FILE, Outcome, run_ladder
from arena.ladder.schema import DATABASE
from arena.ladder.stored import StoredLadder, open_ladder
from arena.report.numbers import fixed, shown_gain
from arena.report.standings_tables import MARGIN_DECIMALS
from arena.report.summary import PoolSummary
from arena.stats.duel import Duel
from arena.stats.sequential import SequentialTest, Verdict, mean_score, mean_score_interval
from arena.stats.set_points import decisive_faults
from arena.stats.standings import standings
from arena.stats.tallies import PoolTally

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
    pool = find_pool(stored.rules(), comparison.pool.id)
    tally = PoolTally(pool.rules.starting_score(pool.variant), pool.rules.compares_by_deal(pool.variant))
    duel = Duel(comparison.a, comparison.b)
    faults: Counter[str] = Counter()
    for result in stored.counted_sets(comparison.pool.id):
        duel.add(result)
        tally.add(result)
        for match in result.matches:
            sides = len(match.order)
            for fault in decisive_faults(match):
                faults.update(result.sides[match.order[fault.seat % sides]])
    note = "" if test is None else " (as if their number had been fixed beforehand)"
    yield from _shares(duel, note)
    has_field = len(comparison.pool.entrants) > 2
    if duel.shares is not None and has_field:
        yield "Against the field A got {:.3f} of a set's place points in the mean, B {:.3f}".format(*duel.shares)
    roles = {comparison.a: "A", comparison.b: "B"} if has_field else {comparison.a: "A"}
    yield from _margins(PoolSummary(pool, tuple(roles), tally, standings(tally, roles)), roles, note)
    if test is not None:
        yield (
            f"Log-likelihood ratio {test.llr(duel.scores):.2f}, bounds {test.lower:.2f} and {test.upper:.2f}: a "
            f"mean share of {test.high:g} (better) against {test.low:g} (not better), error rates "
            f"{test.alpha:g} and {test.beta:g}"
        )
    if faults[comparison.a] or faults[comparison.b]:
        yield f"Matches lost by a fault: A {faults[comparison.a]:,}, B {faults[comparison.b]:,}"
    if outcome.voids:
        yield (
            f"{len(outcome.voids):,} sets could not be played and do not count; the causes are in "
            f"{outcome.folder / LOG_FILE}, and the same command tries them first"
        )
    yield f"Results: {outcome.folder}"


def _shares(duel: Duel, note: str) -> Iterator[str]:
    """How many sets were won, how often each share has occurred, and their mean with its interval."""
    counts = duel.scores
    won, lost = (sum(n for score, n in counts.items() if (score - 0.5) * sign > 0) for sign in (1, -1))
    sets = f"{duel.sets:,} set{'' if duel.sets == 1 else 's'}"
    yield f"{sets}: A won {won:,}, drew {counts[0.5]:,}, lost {lost:,}"
    if counts:
        yield "A's share of a set's place points: " + ", ".join(
            f"{score:.4g} in {counts[score]:,}" for score in sorted(counts, reverse=True)
        )
    mean, interval = mean_score(counts), mean_score_interval(counts)
    if mean is None or interval is None:
        yield "A's mean share: not enough sets"
    else:
        low, high = interval
        yield f"A's mean share: {mean:.3f}, 95% interval {low:.3f} to {high:.3f}{note}"


def _margins(pair: PoolSummary, roles: Mapping[str, str], note: str) -> Iterator[str]:
    """What A, and with a field B, gained more than its opponents with the same cards."""
    decimals = MARGIN_DECIMALS[pair.margin_unit]
    for row in sorted(pair.rows, key=lambda row: roles[row.entrant]):
        if row.margin is None or row.margin_low is None or row.margin_high is None:
            yield f"{roles[row.entrant]}'s margin: not enough sets"
            continue
        yield (
            f"{roles[row.entrant]}'s margin: {shown_gain(row.margin, decimals)} {pair.margin_unit} on the same "
            f"cards, 95% interval {fixed(row.margin_low, decimals)} to {fixed(row.margin_high, decimals)}, over "
            f"{row.margin_sets:,} sets{note}"
        )
