"""How long the decisions of entrants took, as a table for people."""

from collections.abc import Iterable, Mapping

from arena.hosts.thinking import Thinking, percentile_ms
from arena.report.numbers import shown
from arena.report.tables import Table

SHARES = (0.5, 0.99)
"""The percentiles that are told."""


def time_table(entrants: Iterable[str], thinking: Mapping[str, Thinking]) -> Table:
    """The time that these entrants (`name@version`) used in a pool."""
    return Table(
        title="Time used, in all matches of the pool",
        columns=("entrant", "decisions", "median ms", "p99 ms", "longest ms"),
        rows=tuple((key, *_cells(thinking.get(key))) for key in entrants),
        notes=(
            "Measured on the machines that played: CPU time of a bot in a process of its own, else wall time.",
            "Percentiles are at most a quarter too long.",
        ),
    )


def _cells(thinking: Thinking | None) -> tuple[str, ...]:
    counts = thinking.counts if thinking else {}
    longest = shown(thinking.longest_ns / 1e6 if thinking else None, 3)
    return f"{sum(counts.values()):,}", *(shown(percentile_ms(counts, share), 3) for share in SHARES), longest
