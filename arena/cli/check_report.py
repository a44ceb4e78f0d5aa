"""The report of a check, for the terminal."""

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from arena.checks.deal_text import deal_text
from arena.checks.playing import Played
from arena.checks.records import CheckReport, Problem
from arena.checks.walk import Walk
from arena.games import GAMES
from arena.report.tables import Table, print_table

_MOST_PROBLEMS = 10


def print_report(console: Console, report: CheckReport) -> None:
    """Everything that was found out, the verdict last."""
    for game in report.games:
        print_table(console, _situations(report, game))
        console.print()
    print_table(console, _times(report))
    console.print()
    print_table(console, Table("", ("", ""), tuple(_facts(report)), frozenset({""})))
    for number, problem in enumerate(report.problems[:_MOST_PROBLEMS], start=1):
        _print_problem(console, number, problem)
    console.print()
    console.print(_verdict(report), soft_wrap=True)


def print_scene(console: Console, played: Played) -> None:
    """What the bot did in one scene."""
    scene = played.scene
    variant = ", ".join(f"{key} {value}" for key, value in scene.variant.items())
    seats = ", ".join(map(str, scene.seats))
    console.print(Text(f"Scene {scene.name}", "bold"))
    where = f"{scene.game} {variant}; seed {scene.seed}; the bot's seats: {seats}"
    console.print(Text(where), soft_wrap=True)
    actions = ", ".join(map(GAMES[scene.game].action_text, played.actions))
    console.print(Text(f"the bot: {actions or 'nothing'}"), soft_wrap=True)
    failure = played.failure
    if failure is None:
        console.print("no problem\n")
        return
    console.print(Text(f"{failure.kind}: {failure.asked}: {failure.came}", "red"), soft_wrap=True)
    _print_indented(console, failure.trace, deal_text(failure.deal, scene.seats) if failure.deal else "")
    console.print()


def print_walk(console: Console, walk: Walk) -> None:
    """What a program replied to well, line by line of the protocol, and what went wrong then."""
    if walk.passed:
        console.print(Text("Lines that were replied to well", "bold"))
    for kind, count in walk.passed.items():
        console.print(Text(f"  {kind} ({count})"))
    wrong = walk.wrong
    if wrong is not None:
        console.print(Text(f"\nAt {wrong.where}: {wrong.what}", "bold red"), soft_wrap=True)
        for word, text in (("the arena wrote", wrong.line), ("came back", wrong.heard or "nothing")):
            if wrong.line:
                console.print(Text(f"  {word:<17}{text}"), soft_wrap=True)
        console.print(Text(f"  {'what to do':<17}{wrong.advice}"), soft_wrap=True)
        _print_indented(console, wrong.trace)
    console.print()


def _situations(report: CheckReport, game: str) -> Table:
    rows = [covered for covered in report.covered if covered.game == game]
    unmet = [covered.situation for covered in rows if not covered.met]
    notes = (
        (f"Not met, as the bot's own play did not lead there or time was up: {', '.join(unmet)}",) if unmet else ()
    )
    return Table(
        f"{game}: what the bot met",
        ("situation", "decisions", "faults"),
        tuple((row.situation, f"{row.met:,}", str(row.faults or "–")) for row in rows),
        frozenset({"situation"}),
        notes,
    )


def _times(report: CheckReport) -> Table:
    return Table(
        "CPU time of a decision, in ms",
        ("game", "decision", "asked", "p50", "p99", "longest"),
        tuple(
            (
                timing.game,
                timing.decision,
                f"{timing.count:,}",
                f"{timing.p50:.2f}",
                f"{timing.p99:.2f}",
                f"{timing.longest:.2f}",
            )
            for timing in report.timings
        ),
        frozenset({"game", "decision"}),
    )


def _facts(report: CheckReport) -> Iterator[tuple[str, str]]:
    """What else is known of the bot, each with what it is about."""
    hooks = ", ".join(f"{hook} {count:,}" for hook, count in report.hooks.items())
    matches = f"{report.matches:,} matches or parts of one"
    yield "Played", f"{matches}, {report.deals:,} deals, {report.seconds:.1f} s"
    if hooks:
        yield "Hooks", hooks
    if report.memory_mb is not None:
        what = "beyond Python and arena" if hooks else "in use at most"
        yield "Memory", f"{report.memory_mb:.1f} MB {what}"
    if report.compared and all(problem.kind != "nondeterministic" for problem in report.problems):
        how = "in fresh processes, in another order and with another PYTHONHASHSEED" if hooks else "a second time"
        yield "Alike", f"{report.compared} matches came out the same {how}"
    for duel in report.duels:
        sets = f"{duel.won} sets won, {duel.drawn} drawn, {duel.lost} lost"
        yield "Random", f"{duel.game}: {sets} against random legal play"
    for note in report.notes:
        yield "Note", note


def _print_problem(console: Console, number: int, problem: Problem) -> None:
    console.print()
    times = f" ({problem.times} times)" if problem.times > 1 else ""
    console.print(Text(f"Problem {number}: {problem.kind}{times}", "bold red"))
    lines = [("asked", problem.asked), ("came", problem.came), ("seed", problem.seed), ("again", problem.again)]
    for word, text in lines:
        if text:
            console.print(Text(f"  {word:<8}{text}"), soft_wrap=True)
    _print_indented(console, problem.trace, problem.deal)


def _print_indented(console: Console, *texts: str) -> None:
    for text in texts:
        for line in text.splitlines():
            console.print(Text(f"    {line}"), soft_wrap=True)


def _verdict(report: CheckReport) -> Text:
    if report.ok:
        return Text(f"{report.bot}: no problem found.", "bold green")
    hidden = len(report.problems) - _MOST_PROBLEMS
    more = f", {hidden} of them not shown" if hidden > 0 else ""
    found = "one problem" if len(report.problems) == 1 else f"{len(report.problems)} problems"
    return Text(f"{report.bot}: {found} found{more}.", "bold red")
