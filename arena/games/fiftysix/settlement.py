"""What a deal and a match come to (F19 – F25)."""

from collections.abc import Collection, Sequence

from arena.games.fiftysix.contract import Contract


def price(contract: Contract, made: bool) -> int:
    """The tables that each payment of a contract is due (F19, F20)."""
    level = 1 + (contract.number >= 40) + (contract.number >= 48) + (contract.number >= 56)
    return (level if made else level + 1) * contract.doubling


def settle(tables: Sequence[int], side: int, others: Sequence[int], due: int, made: bool) -> tuple[int, ...]:
    """The tables of every side once each of the `others` has paid `due` to the declarer's `side`, or got it.

    `others` are the other sides still in, in turn from the declarer's right: who cannot pay in full pays what
    it has, one table at a time in that order (F21).
    """
    after = list(tables)
    for _ in range(due):
        for other in others:
            payer, payee = (other, side) if made else (side, other)
            if after[payer]:
                after[payer] -= 1
                after[payee] += 1
    return tuple(after)


def places(
    tables: Sequence[int], out: Sequence[Sequence[int]], forfeited: Collection[int] = ()
) -> tuple[int, ...]:
    """The place of each side: 1 + the number of sides that did strictly better (F22, F24, F25).

    `out` are the sides that have gone out, earliest first, those of one deal together and tied. Sides that
    forfeited are last and tied, those out come before them, those still in rank by tables.
    """
    merit = [(2, count) for count in tables]
    for turn, group in enumerate(out):
        for side in group:
            merit[side] = (1, turn)
    for side in forfeited:
        merit[side] = (0, 0)
    return tuple(1 + sum(other > own for other in merit) for own in merit)
