"""What ladders, pools and entrants may be called; each check returns the name or raises ValueError."""

import re

LONGEST = 64
PLAYED = "play"
"""The folder of the matches that people play: no ladder's."""
COMPARED = "compare"
"""The folder of the comparisons of two bots: no ladder's itself."""


def check_ladder_name(name: str) -> str:
    """A ladder's name is also its folder's."""
    if not re.fullmatch(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{LONGEST - 1}}}", name):
        raise ValueError(
            f"expected a name that can be a folder's: up to {LONGEST} letters (a-z, A-Z), digits and . _ -, the "
            "first a letter or digit"
        )
    if name in (PLAYED, COMPARED):
        raise ValueError(f"results/{name} is for the matches of `arena {name}`; expected another name")
    return name


def check_pool_id(name: str) -> str:
    """A pool's id begins the ids of its sets and matches, up to the first slash."""
    return _check(name, "/")


def check_entrant_name(name: str) -> str:
    """An entrant's name stands in the ids of sets and matches, so it has none of their separators."""
    return _check(name, "/+&@")


def check_text(text: str) -> str:
    """Any text of one line."""
    if not text or text != text.strip() or not text.isprintable():
        raise ValueError("expected a text of one line, not empty, without spaces around it")
    return text


def _check(name: str, forbidden: str) -> str:
    signs = " ".join(forbidden)
    if len(name) > LONGEST or any(sign in name for sign in forbidden):
        raise ValueError(f"expected a name of at most {LONGEST} characters, none of them {signs}")
    return check_text(name)
