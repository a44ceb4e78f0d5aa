"""56 as the rest of the project sees it."""

from arena.games.base import Game
from arena.games.fiftysix.game import FIFTYSIX
from tests.games.fiftysix.kit import variant


def test_it_is_a_game():
    game: Game = FIFTYSIX
    assert (game.name, game.score_unit) == ("fiftysix", "tables")
    assert game.sides(variant(players=6)) == ((0, 3), (1, 4), (2, 5))
    assert game.starting_score(variant(tables=7)) == 7


def test_actions_in_words():
    assert FIFTYSIX.action_text(FIFTYSIX.parse_action("call +2NO")) == "call +2NO"
    assert FIFTYSIX.action_text(FIFTYSIX.parse_action("play SA")) == "play SA"


def test_the_records_deals_come_from_the_events():
    _, events = FIFTYSIX.start(variant(), "s")
    assert [deal["number"] for deal in FIFTYSIX.deals(variant(), events)] == [1]
