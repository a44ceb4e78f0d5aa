"""The version of this program: the code's own, whatever is installed (`pyproject.toml` takes it from here)."""

from typing import Final

VERSION: Final = "0.1.0"
