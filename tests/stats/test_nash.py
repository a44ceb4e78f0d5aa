"""Nash averaging of the head-to-head results."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.stats.nash import NashRow, nash_average
from tests.stats.ladders import rows_of

Results = dict[str, tuple[int, int, int]]


def weights(results: Results) -> dict[str, float]:
    rows = nash_average(rows_of(results))
    assert rows is not None
    return {row.entrant[0]: row.weight for row in rows}


BEATS, LOSES, LEVEL = (8, 0, 2), (2, 0, 8), (3, 4, 3)


def test_one_who_beats_all_has_all_the_weight() -> None:
    assert nash_average(rows_of({"ab": BEATS, "ac": BEATS, "bc": BEATS})) == (
        NashRow("a@1", 1.0, 0.5),
        NashRow("b@1", 0.0, 0.2),
        NashRow("c@1", 0.0, 0.2),
    )


def test_rock_paper_and_scissors_share_it() -> None:
    found = weights({"ab": BEATS, "bc": BEATS, "ac": LOSES})
    assert list(found.values()) == pytest.approx([1 / 3] * 3, abs=1e-6)


def test_the_surer_win_gives_the_weight_to_those_it_does_not_touch() -> None:
    """Of a cycle each has the weight of the win that it is not part of."""
    found = weights({"ab": (9, 0, 1), "bc": (7, 0, 3), "ac": (4, 0, 6)})
    assert found == {letter: pytest.approx(w / 7, abs=1e-6) for letter, w in {"a": 2, "b": 1, "c": 4}.items()}


def test_copies_share_the_weight_of_one() -> None:
    """Balduzzi et al. 2018, the invariance to redundant entrants; of all ways to share, the entropy picks this."""
    cycle = {"ab": BEATS, "bc": BEATS, "ac": LOSES}
    found = weights(cycle | {"ad": LEVEL, "bd": LOSES, "cd": BEATS})
    assert found == {
        "a": pytest.approx(1 / 6, abs=1e-5),
        "d": pytest.approx(1 / 6, abs=1e-5),
        "b": pytest.approx(1 / 3, abs=1e-5),
        "c": pytest.approx(1 / 3, abs=1e-5),
    }


def test_equals_share_it_evenly() -> None:
    assert set(weights({one + other: LEVEL for one, other in combinations("abcde", 2)}).values()) == {0.2}


def test_a_weaker_entrant_changes_nothing() -> None:
    cycle = {"ab": BEATS, "bc": BEATS, "ac": LOSES}
    found = weights(cycle | {"ad": (10, 0, 0), "bd": BEATS, "cd": BEATS})
    assert found["d"] == 0
    assert found["a"] == pytest.approx(1 / 3, abs=1e-6)


def test_where_a_pair_never_met_there_is_none() -> None:
    assert nash_average(rows_of({"ab": BEATS, "bc": BEATS, "ac": (0, 0, 0)})) is None
    assert nash_average(()) is None


@given(st.integers(0, 10**6), st.integers(2, 9))
@settings(deadline=None, max_examples=30)
def test_nobody_gains_against_it_and_names_make_no_difference(seed: int, entrants: int) -> None:
    random = np.random.default_rng(seed)
    letters = "abcdefghi"[:entrants]
    results = {}
    for one, other in combinations(letters, 2):
        won, drawn, lost = random.multinomial(6, [0.4, 0.2, 0.4]).tolist()
        results[one + other] = (won, drawn, lost)
    rows = nash_average(rows_of(results))
    assert rows is not None
    assert sum(row.weight for row in rows) == pytest.approx(1, abs=1e-4)
    assert all(row.score <= 0.5 + 1e-5 for row in rows)
    assert all(row.score == pytest.approx(0.5, abs=1e-5) for row in rows if row.weight > 1e-4)

    turned = dict(zip(letters, letters[::-1], strict=True))
    mirrored = {turned[pair[1]] + turned[pair[0]]: counts[::-1] for pair, counts in results.items()}
    assert weights(mirrored) == {turned[row.entrant[0]]: pytest.approx(row.weight, abs=1e-4) for row in rows}
