"""Whose an entrant is, and who may hand in a new version of it. Pure.

Whoever writes a bundle can write anything into it. So what it says of itself, `name` and `author` in its
`arena-bot.yaml`, is taken as long as it touches nobody else: an entrant that is there belongs to the author that
was taken down first, and only whoever hands in (with `--author`, or by how the file in a folder of submissions is
called) can say that another bundle is of the same author.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from arena.ladder.stored_entrant import StoredEntrant
from arena.submissions.demands import SubmissionError


@dataclass(frozen=True)
class Claim:
    """What a submission asks for: an entrant's name, and an author.

    What whoever hands it in has said counts for more than what its bundle says: `name_said` tells whether the name
    comes from there, `said_author` is the author named there, if one is. `same_file` tells that a file of this
    name, in a folder of submissions, has made the entrant that is there.
    """

    name: str
    author: str | None
    name_said: bool
    said_author: str | None
    same_file: bool = False


def settle(claim: Claim, known: Sequence[StoredEntrant], authors: Collection[str]) -> str | None:
    """The author of the entrant that is claimed. `known` is every entrant that the ladder has or had.

    `authors` are those besides theirs whom a bundle may not say that it is by. Raises SubmissionError.
    """
    versions = [entrant for entrant in known if entrant.name == claim.name]
    if versions:
        return _of_known(claim, versions)
    others = {entrant.author for entrant in known} | set(authors)
    taken = {author.casefold() for author in others if author is not None}
    if claim.author not in (None, claim.said_author) and str(claim.author).casefold() in taken:
        raise SubmissionError(
            f"its arena-bot.yaml says that it is by {claim.author}, an author who is known here already, and a "
            f"bundle is not believed that; if it is, hand it in by itself with --author {claim.author!r}, "
            "otherwise change the arena-bot.yaml"
        )
    return claim.author


def _of_known(claim: Claim, versions: Sequence[StoredEntrant]) -> str | None:
    """The author of an entrant that is there, if this claim may make a new version of it."""
    owner = next((entrant.author for entrant in versions if entrant.author is not None), None)
    if claim.same_file or (owner is not None and owner == claim.said_author):
        return owner
    if owner is None and claim.name_said:
        return claim.said_author
    whose = f"by {owner}" if owner is not None else "by an author who is not named"
    if claim.said_author is None:
        whose += ", and of this one it is not said who it is by"
    how = f"--author {owner!r}" if owner is not None else f"--name {claim.name!r}"
    raise SubmissionError(
        f"the ladder has an entrant of the name {claim.name!r} {whose}; give this one another name, or, if it is "
        f"a new version of that one, hand it in by itself with {how}"
    )
