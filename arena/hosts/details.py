"""What is told of a fault: one line that is the same in every run, and the bot's own lines for its author."""

import re
import signal
import traceback
from pathlib import Path

_ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
_PATH = re.compile(r"(?<![\w.])(?:[A-Za-z]:)?[/\\](?:[^\s'\"/\\:]+[/\\])*([^\s'\"/\\:]+)")
_LONGEST = 200
_LONGEST_TRACE = 4000
_FRAMES = 10
_ARENA = str(Path(__file__).parents[1])


def describe_exception(error: BaseException) -> str:
    """Type and first line of the message, addresses masked and paths cut to the file's name."""
    line = (message_of(error).strip().splitlines() or [""])[0]
    line = _PATH.sub(r"\1", _ADDRESS.sub("0x…", line))
    name = type.__dict__["__name__"].__get__(type(error))  # a bot's class may have another idea of its name
    return one_line(f"{name}: {line}" if line else name)


def message_of(error: BaseException) -> str:
    """The message of an exception as a plain text; asking for it may run the bot's code, which may do anything."""
    try:
        return "".join(str(error))
    except BaseException:
        return "(its message cannot be shown)"


def how_ended(code: int) -> str:
    """How a process came to its end, from its exit code, which is negative for a signal."""
    if code >= 0:
        return f"with exit code {code}"
    return f"by signal {-code} ({(signal.strsignal(-code) or 'unknown').lower()})"


def one_line(text: str) -> str:
    """At most 200 characters, those that would act on a terminal or cannot be stored replaced by "?"."""
    return "".join(c if c.isprintable() else "?" for c in text[:_LONGEST])


def many_lines(text: str) -> str:
    """The end of a text, at most 4,000 characters, safe to be shown line by line."""
    return safe_lines(text[-_LONGEST_TRACE:])


def safe_lines(text: str) -> str:
    """A text whose every line is safe to be shown: what would act on a terminal or cannot be stored is a "?"."""
    return "\n".join(
        "".join(c if c.isprintable() else "?" for c in line.expandtabs(4)) for line in text.splitlines()
    )


def trace_of(error: BaseException) -> str:
    """The last lines of the bot's own code on the way to an exception, as Python shows them."""
    try:
        own = [
            frame
            for frame in traceback.extract_tb(error.__traceback__)
            if not frame.filename.startswith(_ARENA) and not frame.filename.startswith("<frozen")
        ]
        return many_lines("".join(traceback.format_list(own[-_FRAMES:])))
    except BaseException:  # even looking at it may run the bot's code
        return ""
