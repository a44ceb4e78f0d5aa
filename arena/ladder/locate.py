"""Finding the ladder that a command line means."""

from pathlib import Path

import yaml

from arena.errors import ArenaError, did_you_mean
from arena.ladder.inbox import INBOX
from arena.ladder.schema import DATABASE

RESULTS = Path("results")


class LocateError(ArenaError):
    """No ladder, or more than one, answers to what was given; the message lists what there is."""


def locate(results: str | None, root: Path = RESULTS) -> Path:
    """The folder of a ladder, from the RESULTS of a command line.

    That is the ladder's folder, its config, its name (a folder in `root`), or nothing when there is only one in
    `root`. Raises LocateError.
    """
    known = sorted(path.parent.name for path in root.glob(f"*/{DATABASE}"))
    if results is None:
        if len(known) == 1:
            return root / known[0]
        which = f"which one? {_there_is(known, root)}" if known else _there_is(known, root)
        raise LocateError(f"no RESULTS given, and {which}")
    path = Path(results)
    if _is_config(path):
        name = _ladder_name(path)
        if name in known:
            return root / name
        raise LocateError(
            f"{results}: its ladder {name!r} has no results in {root}/; give their folder if they are elsewhere, "
            f"or run it: arena run {results}"
        )
    for folder in (path, path.parent if path.name == DATABASE else path, root / results):
        if (folder / DATABASE).is_file():
            return folder
    if (path / INBOX).exists() or (root / results / INBOX).exists():
        raise LocateError(f"{results}: this ladder has submissions but has not run yet; give its config instead")
    what = "holds no ladder" if path.is_dir() else "no such ladder"
    raise LocateError(f"{results}: {what}{did_you_mean(results, known)}; {_there_is(known, root)}")


def config_not_run(results: str | None, root: Path = RESULTS) -> tuple[Path, Path] | None:
    """The config that a RESULTS is, if its ladder has not run yet, and the folder for its results in `root`."""
    if results is None or not _is_config(Path(results)):
        return None
    config = Path(results)
    folder = folder_of(config, root)
    return None if folder is None or (folder / DATABASE).is_file() else (config, folder)


def folder_of(config: Path, root: Path = RESULTS) -> Path | None:
    """The folder in `root` that a config's results go to, which need not exist; None if the config names none."""
    try:
        return root / _ladder_name(config)
    except LocateError:
        return None


def _is_config(path: Path) -> bool:
    return path.is_file() and path.suffix in (".yaml", ".yml")


def _there_is(known: list[str], root: Path) -> str:
    if not known:
        return f"there is no ladder in {root}/ yet; expected a ladder's folder, its config or its name"
    return f"in {root}/ there {'is' if len(known) == 1 else 'are'}: {', '.join(known)}"


def _ladder_name(config: Path) -> str:
    """The name in a config that need not be sound any more: its results are only looked up."""
    try:
        content = yaml.safe_load(config.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise LocateError(f"{config}: cannot be read as YAML: {error}") from error
    if not isinstance(content, dict) or not isinstance(content.get("ladder"), str):
        raise LocateError(f"{config}: no ladder's config; expected a name under `ladder:`")
    name: str = content["ladder"]
    return name
