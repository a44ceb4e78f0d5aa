"""Looking at one submission: is it fit to play?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from arena.bots.bundle import MANIFEST, Bundle, Manifest, parse_manifest
from arena.bots.command import Command
from arena.bots.declarations import Facts
from arena.bots.loading import LoadedBot
from arena.bots.options import OptionValue, resolve_options
from arena.checks.check import check_bot
from arena.checks.records import CheckReport
from arena.checks.seats import hosts_for
from arena.hosts.describing import load_apart
from arena.hosts.packages import imported_packages, package_versions
from arena.ladder.guests import all_entrants, shelf_in
from arena.ladder.names import check_entrant_name, check_text
from arena.ladder.stored_entrant import Origin, StoredEntrant
from arena.submissions.demands import Demands, SubmissionError
from arena.submissions.ownership import Claim, settle


@dataclass(frozen=True)
class Submission:
    """A bot that could be loaded and fits the ladder, but has not been checked yet, and what it asks for.

    The entrant's author is settled by `owned`.
    """

    loaded: LoadedBot
    facts: Facts
    entrant: StoredEntrant
    claim: Claim


def look_at(
    spec: str,
    base: Path,
    demands: Demands,
    name: str | None = None,
    author: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    file_name: str = "",
    file_author: str | None = None,
) -> Submission:
    """Load a bot, in a process of its own, and see what would play under which name.

    What is not given comes from the bundle's `arena-bot.yaml`, else the name is `file_name`, or that of the bot's
    own file, and the author is `file_author`. Raises BotError, OptionsError and SubmissionError.
    """
    with hosts_for(demands.isolation) as hosts:
        loaded, facts = load_apart(hosts, spec, base, demands.isolation, demands.limits)
    if isinstance(loaded, Command) and demands.isolation == "none":
        raise SubmissionError(f"{spec}: the ladder says isolation: none, in which no program can be held")
    if loaded.folder is None:
        raise SubmissionError(
            f"{spec}: a bot in an installed package cannot be submitted; give its file or folder"
        )
    manifest = manifest_of(loaded)
    default = file_name or loaded.default_name
    claim = Claim(
        name=name or manifest.name or default,
        author=author or manifest.author or file_author,
        name_said=name is not None or manifest.name in (None, default),
        said_author=author or file_author,
    )
    _check_names(spec, claim, demands)
    if not set(facts.games) & set(demands.games):
        raise SubmissionError(
            f"{spec}: plays in no pool: the bot plays {', '.join(facts.games)}, the ladder "
            f"{', '.join(demands.games)}"
        )
    resolved = resolve_options(facts.options, {**manifest.options, **(options or {})})
    entrant = StoredEntrant(
        name=claim.name,
        version=loaded.version(resolved),
        spec=Path(spec.partition(":")[0]).name + spec[len(spec.partition(":")[0]) :],
        options=resolved,
        author=claim.author,
        origin=Origin.SUBMITTED,
        bundle=loaded.bundle,
        main=loaded.main,
        class_name=facts.class_name,
        games=facts.games,
        packages={} if isinstance(loaded, Command) else package_versions(imported_packages(loaded.files)),
        timed=facts.timed,
    )
    return Submission(loaded, facts, entrant, claim)


def owned(submission: Submission, spec: str, folder: Path, demands: Demands) -> Submission:
    """The same with the author that the entrant has in the ladder in this folder.

    Raises SubmissionError if whoever hands it in has not said enough to make a new version of another's entrant.
    """
    try:
        author = settle(submission.claim, all_entrants(folder), demands.authors)
    except SubmissionError as error:
        raise SubmissionError(f"{spec}: {error}") from error
    return replace(submission, entrant=msgspec.structs.replace(submission.entrant, author=author))


def check(submission: Submission, demands: Demands) -> CheckReport:
    """Check a bot at the ladder's games, under the ladder's limits."""
    games = [game for game in submission.facts.games if game in demands.games]
    return check_bot(
        submission.loaded,
        submission.entrant.options,
        games=games,
        limits=demands.limits,
        isolation=demands.isolation,
        budget_s=demands.budget_s,
        facts=submission.facts,
    )


def keep(submission: Submission, folder: Path) -> None:
    """Freeze a bot: put its bundle on the shelf of the ladder in this folder. Raises SubmissionError."""
    try:
        shelf_in(folder).put(Bundle(submission.loaded.files, Manifest(submission.loaded.main)))
    except OSError as error:
        raise SubmissionError(f"{folder}: cannot be written ({error.strerror})") from error


def manifest_of(loaded: LoadedBot) -> Manifest:
    """What the `arena-bot.yaml` of a bot says, if it has one and it speaks of this bot."""
    for file in loaded.files:
        if file.name == MANIFEST:
            manifest = parse_manifest(Path(loaded.spec, MANIFEST), file.content)
            if manifest.main == loaded.main and manifest.class_name in ("", loaded.class_name):
                return manifest
    return Manifest(loaded.main)


def _check_names(spec: str, claim: Claim, demands: Demands) -> None:
    name, author = claim.name, claim.author
    try:
        check_entrant_name(name)
    except ValueError as error:
        raise SubmissionError(f"{spec}: name {name!r}: {error}; give another one with --name") from error
    if name in demands.names:
        raise SubmissionError(
            f"{spec}: the ladder's config has an entrant of the name {name!r}; give another one with --name"
        )
    try:
        if author is not None:
            check_text(author)
    except ValueError as error:
        raise SubmissionError(f"{spec}: author {author!r}: {error}") from error
