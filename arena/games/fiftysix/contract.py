"""A contract of 56."""

import msgspec

from arena.games.fiftysix.calls import CALLS, FIRST_CALL, Call


class Contract(msgspec.Struct, frozen=True):
    """What the declarer's side must make (F13, F14).

    `call_id` is the action id of the winning bid as it was called, None when all passed; `number` the points
    that the side must take; `trump` a suit letter or "NT"; `doubling` 1, 2 or 4.
    """

    call_id: int | None
    number: int
    trump: str
    declarer: int
    doubling: int

    @property
    def call(self) -> Call | None:
        """The winning bid as it was called; None when all passed."""
        return None if self.call_id is None else CALLS[self.call_id - FIRST_CALL]

    def __str__(self) -> str:
        doubled = {1: "", 2: " doubled", 4: " redoubled"}[self.doubling]
        return f"{self.number}{self.trump}{doubled} by seat {self.declarer}"
