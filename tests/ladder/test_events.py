import pytest

from arena.ladder.asked import changes_asked
from arena.ladder.events import Change, ChangeKind, Field, Roster, epochs_of
from arena.ladder.inbox import Request, Resume, Withdraw
from arena.ladder.stored_entrant import Origin
from tests.ladder.kit import submission

CONFIG = ("a@1", "b@1")


def after(*requests: Request, roster: Roster | None = None, game: str = "bridgette") -> Roster:
    roster = Roster() if roster is None else roster
    return roster.after(changes_asked(requests, game, CONFIG, roster))


def suspended(key: str, origin: Origin) -> Roster:
    return after(submission("x")).after([Change(ChangeKind.SUSPENDED, key, origin, 30)])


def test_the_field_is_the_configs_entrants_and_the_submitted_ones_in_order_of_coming() -> None:
    assert after(submission("z"), submission("y")).playing(CONFIG) == (*CONFIG, "z@v1", "y@v1")


def test_a_second_submission_under_a_name_replaces_the_first() -> None:
    roster = after(submission("z"), submission("y"), submission("z", "v2"))
    assert roster.playing(CONFIG) == (*CONFIG, "z@v2", "y@v1")


def test_a_bot_that_does_not_play_the_game_changes_nothing() -> None:
    assert changes_asked([submission("z", games=("fiftysix",))], "bridgette", CONFIG, Roster()) == ()


@pytest.mark.parametrize("name", ["a", "x"])
def test_who_is_withdrawn_is_out_until_it_is_resumed(name: str) -> None:
    out = after(submission("x"), Withdraw(name))
    assert name not in {key[0] for key in out.playing(CONFIG)}
    assert after(Resume(name), roster=out).playing(CONFIG) == (*CONFIG, "x@v1")


def test_submitting_again_ends_a_withdrawal() -> None:
    assert after(submission("x"), Withdraw("x"), submission("x")).playing(CONFIG) == (*CONFIG, "x@v1")


@pytest.mark.parametrize("key", ["a@1", "x@v1"])
def test_a_suspension_holds_for_one_version_and_until_it_is_lifted(key: str) -> None:
    origin = Origin.CONFIG if key == "a@1" else Origin.SUBMITTED
    out = suspended(key, origin)
    assert key not in out.playing(CONFIG)
    assert "a@2" in out.playing(("a@2", "b@1"))
    assert "x@v2" in after(submission("x", "v2"), roster=out).playing(CONFIG)
    assert key in after(Resume(key[0]), roster=out).playing(CONFIG)


def test_submitting_the_same_version_again_does_not_lift_its_suspension() -> None:
    out = suspended("x@v1", Origin.SUBMITTED)
    assert changes_asked([submission("x")], "bridgette", CONFIG, out) == ()


def test_the_config_may_take_over_a_name_that_was_withdrawn() -> None:
    roster = after(submission("x"), Withdraw("x"))
    assert roster.playing((*CONFIG, "x@9")) == (*CONFIG, "x@9")


@pytest.mark.parametrize("request_", [Withdraw("q"), Resume("q"), Resume("a"), Withdraw("out"), Resume("x")])
def test_what_is_so_already_changes_nothing(request_: Request) -> None:
    roster = after(submission("x"), submission("out"), Withdraw("out"))
    assert changes_asked([request_], "bridgette", CONFIG, roster) == ()


def test_taking_the_last_requests_once_more_changes_nothing() -> None:
    requests = [submission("x"), submission("x", "v2"), Withdraw("a"), Resume("a"), submission("y"), Withdraw("y")]
    roster = after(*requests)
    for kept in range(len(requests)):
        assert after(*requests[kept:], roster=roster).playing(CONFIG) == roster.playing(CONFIG)


def field(*entrants: str, cut: tuple[int, int] = (1, 0)) -> Field:
    return Field(entrants, (), {"kind": "round_robin"}, cut)


def test_each_field_closes_the_epoch_before_at_its_cut() -> None:
    epochs = epochs_of([field("a"), field("b", cut=(1, 7)), field("c", cut=(2, 3))])
    assert [(epoch.number, epoch.length) for epoch in epochs] == [(1, 7), (2, 3), (3, None)]


def test_a_cut_in_an_earlier_epoch_leaves_nothing_of_the_later_ones() -> None:
    epochs = epochs_of([field("a"), field("b", cut=(1, 7)), field("c", cut=(2, 3)), field("d", cut=(1, 5))])
    assert [epoch.length for epoch in epochs] == [5, 0, 0, None]
