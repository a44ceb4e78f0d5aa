"""What tells this program from any other state of it."""

from hashlib import sha256
from pathlib import Path


def program_digest() -> str:
    """64 hex digits over the names and contents of all its Python files, as they are now."""
    root = Path(__file__).parents[1]
    digest = sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(f"{path.relative_to(root).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()
