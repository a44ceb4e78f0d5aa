from arena.solvers.fiftysix.suit import SuitBook

BOOK = SuitBook(4)


def test_ranks_that_nobody_holds_are_forgotten() -> None:
    assert BOOK.suit(["3", "2a", "1", "1b", "0", "0"]) is BOOK.suit(["3", "2a", "1b", "0"])


def test_neighbours_of_one_owner_with_as_many_points_play_alike() -> None:
    assert BOOK.suit(["1a", "1aa", "0b", "0a"]).groups == ("1aaa", "0b", "0a")


def test_neighbours_of_different_worth_do_not() -> None:
    assert BOOK.suit(["3a", "2a"]).groups == ("3a", "2a")


def test_ranks_that_two_players_hold_stay_apart_from_their_neighbours() -> None:
    # The second king beats the first queen, whoever plays first.
    assert BOOK.suit(["0ab", "0ab"]).groups == ("0ab", "0ab")
    assert BOOK.suit(["0ab", "0a"]).groups == ("0ab", "0a")
    assert BOOK.suit(["0a", "0ab"]).groups == ("0a", "0ab")


def test_a_suit_counts_its_points_and_knows_the_moves_of_each() -> None:
    suit = BOOK.suit(["3ab", "2cc", "1a", "1", "0d"])
    assert suit.total == 3 + 3 + 2 + 2 + 1
    assert suit.points == (3, 2, 1, 0)
    assert suit.moves == ((0, 2), (0,), (1,), (3,))


def test_after_a_trick_groups_come_together_that_were_kept_apart() -> None:
    suit = BOOK.suit(["1a", "0b", "0ac", "0a"])
    b, c = 1 << (8 * 1 + 1), 1 << (8 * 2 + 2)
    assert BOOK.after(suit, b).groups == ("1a", "0ac", "0a")
    assert BOOK.after(suit, b | c).groups == ("1a", "0aa")
    assert BOOK.after(BOOK.suit(["0aa"]), 1).groups == ("0a",)
