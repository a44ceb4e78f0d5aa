"""What must stay the same for the life of a ladder, because every one of its results depends on it."""

import platform
from typing import Final

from arena.hosts.packages import installed_versions
from arena.ladder.entrants import Ladder
from arena.ladder.guests import guests
from arena.ladder.isolation import limits_of
from arena.ladder.schema import StoreError, to_json
from arena.ladder.stored import StoredLadder
from arena.version import VERSION

ANOTHER_LADDER: Final = "begin another ladder (another name under `ladder:`, or another folder with --out)"


def versions() -> dict[str, str]:
    """The versions that results may depend on: arena's, and Python's without the patch level."""
    return {"arena": VERSION, "python": ".".join(platform.python_version_tuple()[:2])}


def settings(ladder: Ladder) -> dict[str, str]:
    """The settings that hold for the whole ladder, besides its secret and its pools."""
    config = ladder.config
    return {
        "ladder": ladder.name,
        "seatings": config.seatings,
        "names": config.names,
        "on_fault": to_json(config.on_fault.model_dump()),
    }


def reporting(ladder: Ladder) -> dict[str, str]:
    """What is kept for whoever looks at the results: no result depends on it, and every run may change it."""
    return {
        "rank_by": ladder.config.rank_by,
        "null_twin": ladder.config.null_twin or "",
        "decision_ms": str(limits_of(ladder.config.limits).decision_ms),
    }


def refuse_changes(stored: StoredLadder, ladder: Ladder) -> None:
    """Raise StoreError, naming every difference, if the config no longer fits the results stored.

    Entrants, their options and the format may change between runs; games, variants, seed and what `settings`
    holds may not; nor may the versions of arena, Python and the packages that bots import.
    """
    meta = stored.meta
    problems = [
        f"{key}: {meta[key]} there, {value} in the config"
        for key, value in settings(ladder).items()
        if meta[key] != value
    ]
    if ladder.config.seed not in (None, meta["secret"]):
        problems.append("seed: another one there")
    pools = {pool.id: pool for pool in stored.rules()}
    stages = len(ladder.config.format.in_turn)
    for pool in ladder.pools:
        if pool.id not in pools:
            continue
        before = pools[pool.id]
        stage = stored.epochs(pool.id)[-1].stage
        if stage > stages:
            problems.append(f"format: pool {pool.id} is in stage {stage} there, of {stages} in the config")
        variant = pool.variant.options()
        if before.game != pool.game:
            problems.append(f"games.{pool.id}.game: {before.game} there, {pool.game} in the config")
        elif before.options != variant:
            problems += [
                f"games.{pool.id}.variant.{option}: {before.options.get(option)} there, {value} in the config"
                for option, value in variant.items()
                if before.options.get(option) != value
            ]
    if problems:
        listed = "\n".join(f"  {problem}" for problem in problems)
        raise StoreError(
            f"{stored.folder}: the config does not fit the results there:\n{listed}\n"
            f"These hold for the whole of a ladder: change them back, or {ANOTHER_LADDER}."
        )
    now = versions()
    if any(meta[program] != version for program, version in now.items()):
        raise StoreError(
            f"{stored.folder}: played so far by arena {meta['arena']} on Python {meta['python']}; this is arena "
            f"{now['arena']} on Python {now['python']}, which might play otherwise. Go on with those versions, "
            f"or {ANOTHER_LADDER}."
        )
    _refuse_other_packages(stored, ladder)


def _refuse_other_packages(stored: StoredLadder, ladder: Ladder) -> None:
    """Raise StoreError if a bot that plays has played with other versions of installed packages."""
    playing = {entrant.key for entrant in ladder.entrants} | {guest.key for guest in guests(stored.folder)}
    problems = []
    for entrant in stored.entrants():
        now = installed_versions(entrant.packages) if entrant.key in playing else entrant.packages
        problems += [
            f"  {entrant.name}: {package} {version} there, {now.get(package, 'none')} here"
            for package, version in entrant.packages.items()
            if now.get(package) != version
        ]
    if problems:
        raise StoreError(
            f"{stored.folder}: bots there have played with other versions of the packages they import:\n"
            + "\n".join(problems)
            + "\nThey might play otherwise now. Install those versions again (pip install PACKAGE==VERSION), take "
            f"these bots out, or {ANOTHER_LADDER}."
        )
