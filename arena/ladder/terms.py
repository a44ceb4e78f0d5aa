"""What of a pool counts, as the config last said, and what is stored besides."""

import msgspec


class Ruling(msgspec.Struct, frozen=True):
    """What a pool's sets have answered to a question (`arena.ladder.judge`), and where they end it.

    `sets` counts those of its schedule up to the one that answered, in the epoch of that number.
    """

    question: str
    answer: str
    sets: int
    epoch: int


class Terms(msgspec.Struct, frozen=True):
    """The detail of a `terms` event: whether the config has the pool, and at how many sets its `stop` ends it.

    They hold for the whole pool, from its first set on: a stop that is lowered leaves sets beyond it behind, and
    one that is raised takes them in again. A `ruling` ends the pool too, as long as the same is asked of the same
    field.
    """

    open: bool = True
    stop: int | None = None
    ruling: Ruling | None = None

    @property
    def end(self) -> int | None:
        """At how many sets the pool ends by the first of these; None: by neither."""
        ends = [self.stop, None if self.ruling is None else self.ruling.sets]
        return min((end for end in ends if end is not None), default=None)


class Uncounted(msgspec.Struct, frozen=True):
    """How many stored sets of a pool count nowhere: those beyond a gap in the schedule, and beyond the stop."""

    beyond_gap: int = 0
    beyond_stop: int = 0
