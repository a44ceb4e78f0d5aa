"""What made the margin tells who bids badly from who plays badly.

The soak tests print how often that is so in simulated ladders; the figures are in `arena/analysis/README.md`.
"""

import random

import pytest

from tests.analysis.handicapped import ALL_MEET, Analysed, analysed_sets, split_of, tells_them_apart


@pytest.mark.parametrize(("game", "sets"), [("bridgette", 1), ("fiftysix", 3)])
def test_of_two_each_is_last_in_what_it_does_at_random(game: str, sets: int) -> None:
    played = list(analysed_sets(game, (0.5, 1.0), range(1, sets + 1), "apart", pairings=[(0, 1)]))
    assert tells_them_apart(split_of(game, played))


@pytest.mark.soak
@pytest.mark.parametrize(("game", "noise", "each"), [("bridgette", (0.2, 0.5), 10), ("fiftysix", (0.1, 0.2), 20)])
def test_simulated_ladders_tell_who_is_handicapped_in_what(
    game: str, noise: tuple[float, float], each: int
) -> None:
    """As sets take seconds each, ladders are drawn from as many sets of each pairing, with replacement."""
    played, ladders = 40, 1_000
    sets = list(analysed_sets(game, noise, range(1, played + 1), "soak"))
    by_pairing: list[list[Analysed]] = [sets[n :: len(ALL_MEET)] for n in range(len(ALL_MEET))]
    rng = random.Random("soak")
    right = sum(
        tells_them_apart(split_of(game, [one for kept in by_pairing for one in rng.choices(kept, k=each)]))
        for _ in range(ladders)
    )
    print(f"{game}: {right} of {ladders} ladders of {each} sets a pairing, of {played}, tell the two apart")
    assert right >= 0.95 * ladders
