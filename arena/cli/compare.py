"""`arena compare`: is one bot better than another?"""

from pathlib import Path
from typing import Annotated, Final

import typer

from arena.cli.arguments import refuse_given
from arena.cli.play import GameName, PlayCommand
from arena.errors import ArenaError

COMMAND_CLASS: Final = PlayCommand


def compare(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RESULTS A B",
            help="With --play only A and B, two bots: files, folders, what else a config may name, or "
            "NAME@VERSION of a ladder's entrant. Without it two entrants of RESULTS (a ladder's folder, config or "
            "name), as NAME or NAME@VERSION.",
            show_default=False,
        ),
    ] = None,
    play: Annotated[
        bool, typer.Option("--play", help="Let the two play now; all other options belong to this one.")
    ] = False,
    game: Annotated[
        GameName | None,
        typer.Option(help="What is played; may be left out if both play only this.", show_default=False),
    ] = None,
    variant: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE…", help="Rule options, such as players=8.", show_default=False),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FIELD…",
            help="Bots, or configs for their entrants: A and B each play these on the same cards, not each other.",
            show_default=False,
        ),
    ] = None,
    bounds: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="LOW HIGH",
            help="Is A's expected share HIGH or more (better), or only LOW (not better)? 0.50 0.53 if left out.",
            show_default=False,
        ),
    ] = None,
    alpha: Annotated[
        float | None,
        typer.Option(
            metavar="P",
            help='Probability of "better" where the share is LOW; 0.05 if left out.',
            show_default=False,
        ),
    ] = None,
    beta: Annotated[
        float | None,
        typer.Option(
            metavar="P",
            help='Probability of "not better" where the share is HIGH; 0.05 if left out.',
            show_default=False,
        ),
    ] = None,
    max_sets: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help='"undecided" after so many sets of each; 10000 if left out.',
            show_default=False,
        ),
    ] = None,
    fixed: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Play exactly so many sets of each, without a test.", show_default=False
        ),
    ] = None,
    ladder: Annotated[
        str | None,
        typer.Option(
            metavar="RESULTS",
            help="The ladder (folder, config or name) whose entrants are named; its present ones also as NAME.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="HEX",
            help="32 hex digits: the same ones deal the same cards. Drawn if left out.",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Worker processes; one for each core if left out, 0 plays in this one.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Folder for the results; one in results/compare otherwise.", show_default=False
        ),
    ] = None,
) -> None:
    """Tell whether bot A is better than bot B: from a ladder's results, or by letting them play.

    From results it prints sets, margin, the probability that A is the stronger one, both by seat and role, the
    time they used, and the deals that moved the result most. With `--play` it plays as few sets as that takes. A
    share is that of a set's place points: 1 for both matches won, 0.5 for a level set. With a field it is 0.5 plus
    half of what A gets more than B. Sets count in the order of the schedule, up to the one that decides. Ctrl-C
    stops at any time, and the same command goes on. Ends with exit code 0 if A is better, 1 if it is not, 3 if
    that is undecided. Without `--play`, and with `--fixed`, there is no verdict, and 0 says nothing of A.

    Example: arena compare quick bold steady

    Example: arena compare bots/bridgette_bold.py bots/bridgette_steady.py --play
    """
    given: dict[str, object] = {"--bounds": bounds, "--alpha": alpha, "--beta": beta, "--max-sets": max_sets}
    if not play:
        given |= {"--game": game, "--variant": variant, "--against": against, "--fixed": fixed, "--ladder": ladder}
        given |= {"--seed": seed, "--workers": workers, "--out": out}
        refuse_given(given, "without --play the results of a ladder are compared")
        _from_results(bots or [])
        return
    if bots is None or len(bots) != 2:
        got = ", ".join(bots or []) or "none"
        raise ArenaError(f"expected two bots, A and B, got {got}; they come first, before the options")
    from arena.cli.compare_play import Asked, play_comparison  # imports much, which only this should cost

    for option, value in given.items():
        if fixed is not None and value is not None:
            raise ArenaError(
                f"--fixed and {option}: a fixed number of sets is played without a test; use one of them"
            )
    play_comparison(
        Asked(
            a=bots[0],
            b=bots[1],
            game=None if game is None else game.value,
            variant=tuple(variant or ()),
            against=tuple(against or ()),
            bounds=bounds,
            alpha=alpha,
            beta=beta,
            max_sets=max_sets,
            fixed=fixed,
            ladder=ladder,
            seed=seed,
            workers=workers,
            out=out,
        )
    )


def _from_results(words: list[str]) -> None:
    """Compare two entrants of a ladder. Raises ArenaError if that is not what the words can mean."""
    if len(words) not in (2, 3):
        raise ArenaError(
            f"expected RESULTS and two entrants, got {', '.join(words) or 'nothing'}; to let two bots play, add "
            "--play"
        )
    from arena.cli.compare_stored import compare_stored  # imports much, which only this should cost

    *results, a, b = words
    compare_stored(results[0] if results else None, a, b)
