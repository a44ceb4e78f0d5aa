"""Results as flat rows: sets, matches, deals and decisions, for notebooks and for export.

Set, match and deal rows come one for each side, so that every row speaks of one entrant and columns can be
averaged. Everything is worked out from a set's result; deals and decisions by playing its transcripts again.
"""

from collections.abc import Iterable, Iterator

import msgspec

from arena.errors import ArenaError, did_you_mean
from arena.games import GAMES
from arena.games.base import Game, Variant
from arena.match.record import match_record
from arena.match.transcript import TranscriptError, decode
from arena.records import MatchResult, SetResult, entrant_at, match_name
from arena.stats.set_points import outcome, place_points, ranks


class PoolRules(msgspec.Struct, frozen=True):
    """A pool's game and variant: what its results were played by."""

    id: str
    game: str
    options: dict[str, str | int]
    closed: bool = False
    """Whether the config has it no more: its results are kept, but it is in no standings."""

    @property
    def rules(self) -> Game[Variant]:
        """The game."""
        return GAMES[self.game]

    @property
    def variant(self) -> Variant:
        """The variant, with every option."""
        return self.rules.variant(self.options)


def find_pool(pools: Iterable[PoolRules], pool: str) -> PoolRules:
    """The pool of an id. Raises ArenaError, with what there is instead, if there is none."""
    known = {rules.id: rules for rules in pools}
    if pool not in known:
        raise ArenaError(f"no pool {pool!r}; this ladder has: {', '.join(known)}{did_you_mean(pool, known)}")
    return known[pool]


class SetRow(msgspec.Struct, frozen=True):
    """One side of a set."""

    set: str
    """The set's id."""
    pool: str
    k: int
    """Which set of its pairing it is, from 1."""
    side: int
    """The side of the pairing, from 0 in the order of the set's id."""
    entrant: str
    """`name@version`; several entrants of one side are joined by `&`."""
    place_points: float
    """1 for each side beaten in each match, ½ for each tied."""
    outcome: str
    """won, drawn or lost, by place points."""
    forfeited: bool
    """Whether a match of the set was forfeited, by whichever side."""


class MatchRow(msgspec.Struct, frozen=True):
    """One side of a match."""

    match: str
    """The match's id."""
    set: str
    pool: str
    game: str
    side: int
    """The side of the table."""
    entrant: str
    place: int
    score: int
    """Total points (Bridgette) or tables left (56)."""
    outcome: str
    """won, drawn or lost, by places."""
    deals: int
    """Finished deals of the match."""
    termination: str
    """played_out, max_deals or forfeit."""
    fault: str | None
    """The kind of fault, if this side forfeited."""


class DealRow(msgspec.Struct, frozen=True):
    """One side of a deal; what is None did not come about."""

    match: str
    deal: int
    """The deal's number, from 1."""
    dealer: int
    contract: str | None
    """The call that became the contract; None when there was none."""
    declarer: int | None
    """The declarer's seat."""
    doubling: int | None
    """1, 2 or 4."""
    side: int
    entrant: str
    taken: int | None
    """Tricks (Bridgette) or card points (56)."""
    gain: int | None
    """Points scored (Bridgette) or tables won less tables lost (56)."""
    score: int | None
    """Total points or tables after the deal."""


class DecisionRow(msgspec.Struct, frozen=True):
    """One action."""

    match: str
    deal: int
    index: int
    """Its number in the match, from 0."""
    seat: int
    entrant: str
    action: str
    """In words: `discard SA`, `call 1NT`, `play HT`."""
    options: int
    """How many actions were legal."""


def set_rows(pool: PoolRules, result: SetResult, seed: str) -> Iterator[SetRow]:
    """The sides of one set."""
    points = place_points(result)
    forfeited = any(match.forfeited for match in result.matches)
    for side, entrants in enumerate(result.sides):
        ending = outcome(ranks(points), side).value
        yield SetRow(result.name, pool.id, result.k, side, "&".join(entrants), points[side], ending, forfeited)


def match_rows(pool: PoolRules, result: SetResult, seed: str) -> Iterator[MatchRow]:
    """The sides of every match of a set."""
    for name, match in _matches(result):
        for side, entrant in enumerate(_at_table(result, match)):
            yield MatchRow(
                match=name,
                set=result.name,
                pool=pool.id,
                game=pool.game,
                side=side,
                entrant=entrant,
                place=match.places[side],
                score=match.scores[side],
                outcome=outcome(match.places, side).value,
                deals=len(match.deals),
                termination=str(match.termination),
                fault=str(match.fault.kind) if match.fault and side in match.forfeited else None,
            )


def deal_rows(pool: PoolRules, result: SetResult, seed: str) -> Iterator[DealRow]:
    """The sides of every deal of a set's matches."""
    for name, match in _matches(result):
        record = match_record(name, pool.rules, pool.variant, seed, seat_names(pool, result, match), match)
        for deal in record["deals"]:
            contract = deal["contract"] or {}
            summary = pool.rules.summary(deal)
            for side, entrant in enumerate(_at_table(result, match)):
                fared = summary.sides[side] if summary.sides else None
                yield DealRow(
                    match=name,
                    deal=deal["number"],
                    dealer=deal["dealer"],
                    contract=summary.call,
                    declarer=contract.get("declarer"),
                    doubling=contract.get("doubling"),
                    side=side,
                    entrant=entrant,
                    taken=None if fared is None else fared.taken,
                    gain=None if fared is None else fared.after - fared.before,
                    score=None if fared is None else fared.after,
                )


def decision_rows(pool: PoolRules, result: SetResult, seed: str) -> Iterator[DecisionRow]:
    """Every action of a set's matches, in order."""
    for name, match in _matches(result):
        names = seat_entrants(pool, result, match)
        state, _ = pool.rules.start(pool.variant, seed)
        try:
            for index, action in enumerate(decode(match.transcript)):
                seat, deal, options = state.to_act, state.deal_number, state.legal().bit_count()
                state.apply(action)
                yield DecisionRow(
                    name, deal, index, seat, names[seat], pool.rules.action_text(action), options=options
                )
        except ArenaError as error:
            raise TranscriptError(f"match {name}: {error}") from error


def seat_entrants(pool: PoolRules, result: SetResult, match: MatchResult) -> tuple[str, ...]:
    """The entrant, `name@version`, at each seat of a match."""
    seats = sum(map(len, pool.rules.sides(pool.variant)))
    return tuple(entrant_at(result.sides, match.order, seat) for seat in range(seats))


def seat_names(pool: PoolRules, result: SetResult, match: MatchResult) -> tuple[str, ...]:
    """The entrant's name, without version, at each seat of a match."""
    return tuple(key.rpartition("@")[0] for key in seat_entrants(pool, result, match))


def _matches(result: SetResult) -> Iterator[tuple[str, MatchResult]]:
    for seating, match in enumerate(result.matches, start=1):
        yield match_name(result.name, seating), match


def _at_table(result: SetResult, match: MatchResult) -> list[str]:
    """The entrants at each side of the table."""
    return ["&".join(result.sides[side]) for side in match.order]
