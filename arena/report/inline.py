"""What stands inside a page, not beside it: data that cannot become code, and scripts known by their hashes."""

from base64 import b64encode
from hashlib import sha256
from typing import Final

_FOLDED: Final = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""What JSON in a page must not show: it could end the element that holds it."""


def in_script(json: bytes) -> str:
    """JSON that can stand in an element of a page."""
    text = json.decode()
    for sign, folded in _FOLDED.items():
        text = text.replace(sign, folded)
    return text


def source_hash(text: str) -> str:
    """The source expression by which a page's policy (CSP) allows this script or style and no other."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
