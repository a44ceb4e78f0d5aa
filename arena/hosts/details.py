"""One line on an exception of a bot's, the same on every machine and in every run."""

import re

_ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
_PATH = re.compile(r"(?<![\w.])(?:[A-Za-z]:)?[/\\](?:[^\s'\"/\\:]+[/\\])*([^\s'\"/\\:]+)")
_LONGEST = 200


def describe_exception(error: BaseException) -> str:
    """Type and first line of the message, addresses masked and paths cut to the file's name."""
    try:
        message = str(error)
    except Exception:
        message = "(its message cannot be shown)"
    line = message.strip().splitlines()[0] if message.strip() else ""
    line = _PATH.sub(r"\1", _ADDRESS.sub("0x…", line))
    name = type(error).__name__
    return f"{name}: {line}"[:_LONGEST] if line else name
