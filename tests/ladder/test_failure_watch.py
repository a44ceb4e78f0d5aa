from arena.ladder.failure_watch import WINDOW, FailureWatch
from arena.records import SetTask

PAIRS = ["ab", "cd", "ac", "bd", "ad", "bc"]


def task(pairing: str) -> SetTask:
    return SetTask("p", 1, 0, tuple((f"{name}@1",) for name in pairing), 1, "0")


def fed(*sets: tuple[str, bool]) -> FailureWatch:
    """A watch after these sets: who played, and whether it is void."""
    watch = FailureWatch()
    for pairing, is_void in sets:
        watch.add(task(pairing), "Traceback\nOSError: no more processes\n" if is_void else None)
    return watch


def cycles(count: int, void: str = "") -> list[tuple[str, bool]]:
    """Cycles of six sets; those in which `void` plays are void."""
    return [(pairing, bool(void) and void in pairing) for pairing in PAIRS * count]


def test_ten_void_sets_are_not_too_many_and_eleven_are() -> None:
    assert fed(*cycles(20), *[(pairing, True) for pairing in (PAIRS * 2)[:10]]).alarm is None
    alarm = fed(*cycles(20), *[(pairing, True) for pairing in (PAIRS * 2)[:11]]).alarm
    assert alarm == (
        "too many to go on: 11 of the last 131, whoever plays in them (last cause: OSError: no more processes)"
    )


def test_nothing_but_void_sets_is_noticed_at_the_eleventh() -> None:
    sets = [(pairing, True) for pairing in PAIRS * 2]
    assert fed(*sets[:10]).alarm is None
    assert fed(*sets[:11]).alarm is not None


def test_the_sets_of_one_entrant_alone_stop_nobody() -> None:
    assert fed(*cycles(30, void="c")).alarm is None
    assert fed(*cycles(30, void="c"), ("ab", True), ("bd", True)).alarm is None


def test_those_of_two_do() -> None:
    assert fed(*cycles(30, void="c"), *[("ab", True)] * 11).alarm is not None


def test_where_only_two_play_neither_is_the_single_cause() -> None:
    assert fed(*[("ab", True)] * 11).alarm is not None


def test_what_is_long_ago_is_forgotten() -> None:
    void = [(pairing, True) for pairing in PAIRS * 2]
    since = cycles(40)
    assert fed(*void, *since[: WINDOW - 12]).alarm is not None
    assert fed(*void, *since[: WINDOW - 10]).alarm is None
