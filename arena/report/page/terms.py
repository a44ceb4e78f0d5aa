"""Every term of the page in one sentence."""

from typing import Final

TERMS: Final[dict[str, tuple[str, str]]] = {
    "set": (
        "set",
        (
            "All matches of one pairing on the same deals, one for each seating, so that the luck of the "
            "cards cancels out; the unit that is scheduled, counted and rated."
        ),
    ),
    "rank": (
        "rank",
        (
            "The place by the number that ranks: the conservative rating or, where the config says rank_by: "
            "fit, the strength."
        ),
    ),
    "range": (
        "rank range",
        (
            "The best and the worst rank that an entrant may truly have; those of all entrants hold at once "
            "with 95 %, conditional on the fit of all sets."
        ),
    ),
    "rating": (
        "rating",
        (
            "TrueSkill's mu, the estimated skill (everybody starts at 25), with its 95 % band, mu ± 1.96 "
            "sigma; it compares within a pool only."
        ),
    ),
    "conservative": (
        "conservative rating",
        (
            "mu − 3 sigma: the entrant is almost surely stronger than that; unless the config says otherwise "
            "it ranks."
        ),
    ),
    "strength": (
        "strength",
        (
            "What fits all sets at once, in Elo points with mean 0 over the field (400 ahead win 10 sets to "
            "1), with its 95 % interval; conditional on the model and a weak prior."
        ),
    ),
    "margin": (
        "margin",
        (
            "What an entrant gained more than the others with the same cards in the same seats, ± its "
            "standard error over sets; the truth is within about two of them in 95 of 100 cases."
        ),
    ),
    "wdl": (
        "W/D/L",
        (
            "Won (alone in first place), drawn (shared first place) and lost (all else); a set is won by more "
            "place points over its matches."
        ),
    ),
    "faults": (
        "faults",
        (
            "Matches lost because this bot broke the rules, crashed, or took too much time or memory; they "
            "count as lost, and their sets have no margin."
        ),
    ),
    "substituted": (
        "substituted",
        "Single actions that were replaced because of a fault while the match went on.",
    ),
    "score": ("set score", "The share of the sets won, a drawn one counting half."),
    "superiority": (
        "probability of being stronger",
        (
            "How probable it is, by the fit of all sets and conditional on its model, that one entrant is "
            "truly stronger than another."
        ),
    ),
    "swing": ("swing", "What one entrant gained more than another by one deal, over all seatings of it together."),
    "cycle": (
        "cycle",
        (
            "Entrants each of which beats the next, and the last the first, by more than luck explains (95 %, "
            "corrected for all pairs)."
        ),
    ),
    "nash": (
        "Nash average",
        (
            "How often to enter each entrant if the opponent chooses too: whoever has weight here is not "
            "simply beaten by another."
        ),
    ),
    "declarer": ("declarer", "Who made the last bid and must make the contract; the others defend."),
    "mu": ("mu", "TrueSkill's estimate of the skill; everybody starts at 25."),
    "sigma": ("sigma", "The uncertainty of mu, a standard deviation; everybody starts at 8.33."),
    "perdeal": (
        "per deal",
        "A mean over all deals of the sets without a forfeited match; it depends on the opponents met.",
    ),
    "timed": ("timed", "Time decides what this bot does, so its results are not reproducible."),
    "noise": ("noise", "The probability with which a random legal action was played in place of the bot's own."),
    "version": (
        "version",
        "The beginning of a hash of the bot's files and options: the same version is the same bot.",
    ),
    "forfeit": ("forfeited match", "A match that a side lost by a fault of its bot instead of by the cards."),
    "p99": ("p99", "99 of 100 decisions took at most so long."),
}
"""By id: the term and its sentence."""

_COLUMNS: Final = (
    ("ranks (95", "range"),
    ("rank", "rank"),
    ("rating", "rating"),
    ("mu", "mu"),
    ("sigma", "sigma"),
    ("strength", "strength"),
    ("margin", "margin"),
    ("sets W/D/L", "wdl"),
    ("matches W/D/L", "wdl"),
    ("all sets W/D/L", "wdl"),
    ("without forfeits W/D/L", "forfeit"),
    ("set score", "score"),
    ("sets", "set"),
    ("points per deal", "perdeal"),
    ("tables per deal", "perdeal"),
    ("faults", "faults"),
    ("substituted", "substituted"),
    ("timed", "timed"),
    ("noise", "noise"),
    ("version", "version"),
    ("declarer", "declarer"),
    ("p99", "p99"),
    ("weight", "nash"),
)
"""How heads of columns begin, and the term that they are; the first that fits counts."""


def term_of(column: str) -> str | None:
    """The id of the term that the head of a column is, if it is one."""
    return next((term for start, term in _COLUMNS if column.startswith(start)), None)
