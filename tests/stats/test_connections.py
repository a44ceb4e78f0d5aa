"""What results tie entrants to each other."""

from collections import Counter

from arena.stats.connections import Open, connections
from arena.stats.ranked_sets import RankedSet


def a_field(*results: str) -> Counter[RankedSet]:
    """Sets as "a>b", "a=b" or "a>b=c"."""
    played: Counter[RankedSet] = Counter()
    for result in results:
        ranks = [1]
        for n, sign in enumerate(result[1::2], start=1):
            ranks.append(ranks[-1] if sign == "=" else n + 1)
        played[RankedSet(tuple((f"{letter}@1",) for letter in result[::2]), tuple(ranks), False)] += 1
    return played


def opens(*results: str) -> dict[str, Open | None]:
    return {entrant[0]: known.open for entrant, known in connections(a_field(*results)).items()}


def groups(*results: str) -> set[str]:
    known = connections(a_field(*results))
    return {
        "".join(entrant[0] for entrant in known if known[entrant].group == group)
        for group in {connection.group for connection in known.values()}
    }


def test_without_sets_nobody_is_known() -> None:
    assert connections({}) == {}


def test_whoever_won_some_and_lost_some_is_tied_to_the_others() -> None:
    assert opens("a>b", "b>c", "c>a") == {"a": None, "b": None, "c": None}


def test_a_single_draw_ties_two_entrants() -> None:
    assert opens("a=b") == {"a": None, "b": None}


def test_perfect_records_are_open() -> None:
    assert opens("a>b", "a>c", "b>c", "c>b") == {"a": Open.WON_ALL, "b": None, "c": None}
    assert opens("b>a", "c>a", "b>c", "c>b") == {"a": Open.LOST_ALL, "b": None, "c": None}
    assert opens("a>b") == {"a": Open.WON_ALL, "b": Open.LOST_ALL}


def test_a_few_who_won_all_against_the_rest_are_separated() -> None:
    few = opens("a>b", "b>a", "a>c", "b>d", "c>d", "d>e", "e>c")
    assert few == {"a": Open.SEPARATED, "b": Open.SEPARATED, "c": None, "d": None, "e": None}


def test_in_a_chain_of_wins_all_are_open() -> None:
    assert opens("a>b", "b>c") == {"a": Open.WON_ALL, "b": Open.SEPARATED, "c": Open.LOST_ALL}


def test_one_loss_of_the_first_to_the_last_closes_the_chain() -> None:
    assert set(opens("a>b", "b>c", "c>d", "d>a").values()) == {None}


def test_groups_are_those_that_sets_link() -> None:
    assert groups("a>b", "c=d", "b=e") == {"abe", "cd"}


def test_in_groups_of_sides_every_side_meets_every_other() -> None:
    assert opens("a>b=c") == {"a": Open.WON_ALL, "b": None, "c": None}


def test_partners_do_not_meet_each_other_but_are_linked_by_opponents() -> None:
    played = {RankedSet((("a@1", "b@1"), ("c@1", "d@1")), (1, 2), False): 1}
    known = connections(played)
    assert len({connection.group for connection in known.values()}) == 1
    assert [known[f"{letter}@1"].open for letter in "abcd"] == [Open.WON_ALL] * 2 + [Open.LOST_ALL] * 2
