"""Stops that depend on the results: a pool ends as soon as its sets have answered a question."""

from typing import Protocol

from arena.ladder.formats import Epoch
from arena.records import SetResult


class Judge(Protocol):
    """Fed with a pool's finished sets in schedule order, says after which of them the question is answered.

    What it says depends on these alone, so that a pool ends at the same set with any number of workers and after
    any interruption; sets beyond are surplus. Void sets are passed over.
    """

    @property
    def question(self) -> str:
        """All that the answer depends on besides the sets, in words: a ruling holds for the same question only."""
        ...

    def add(self, result: SetResult, epoch: Epoch, /) -> str | None:
        """Take in the next set, of this epoch; the answer, if there is one now."""
        ...

    def text(self) -> str:
        """How the matter stands, in a few words for whoever watches the run."""
        ...
