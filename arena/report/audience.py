"""Who a report is for, and so what stands in it."""

from dataclasses import dataclass

from arena.errors import ArenaError, did_you_mean
from arena.ladder.stored import StoredLadder
from arena.ladder.stored_entrant import StoredEntrant


@dataclass(frozen=True)
class Audience:
    """By default whoever runs the ladder, who sees everything.

    `public` is everybody: nothing that bots printed or failed with, no options, no authors, no machine's name.
    `author` sees that of the own entrants, and of all others what is public.
    """

    public: bool = False
    author: str | None = None

    @property
    def sees_everything(self) -> bool:
        """Whether nothing is left out."""
        return not self.public and self.author is None

    def is_own(self, entrant: StoredEntrant) -> bool:
        """Whether the page is by this entrant's author."""
        return self.author is not None and entrant.author == self.author

    def sees(self, entrant: StoredEntrant) -> bool:
        """Whether what is private to an entrant may be shown."""
        return self.sees_everything or (not self.public and self.is_own(entrant))


def author_named(ladder: StoredLadder, name: str) -> Audience:
    """The audience of one author. Raises ArenaError, with the authors there are, if nobody is called so."""
    authors = sorted({entrant.author for entrant in ladder.entrants() if entrant.author is not None})
    if name not in authors:
        known = f"this ladder has: {', '.join(authors)}" if authors else "no entrant of this ladder has an author"
        raise ArenaError(f"no author {name!r}; {known}{did_you_mean(name, authors)}")
    return Audience(author=name)
