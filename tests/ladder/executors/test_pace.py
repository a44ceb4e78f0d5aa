from arena.ladder.executors.pace import EVERY_S, Pace, loop_ns


def test_the_loop_takes_some_milliseconds_and_about_the_same_again():
    times = sorted(loop_ns() for _ in range(5))
    assert 1e6 < times[0] < 1e9
    assert times[2] < 1.5 * times[0]


def test_a_worker_measures_at_the_start_and_now_and_then():
    now = [0.0]
    pace = Pace(lambda: now[0])
    assert pace.due()
    assert pace.due() is None
    now[0] = EVERY_S - 1
    assert pace.due() is None
    now[0] = EVERY_S
    assert pace.due()
    assert pace.due() is None
