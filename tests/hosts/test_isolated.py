"""What the process of a seat protects from: each test is a bot that does wrong, and the fault that follows."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.bots.loading import LoadedBot
from arena.hosts.child import OUTPUT_CAP
from arena.hosts.hosts import Hosts
from arena.hosts.limits import Limits
from arena.hosts.output import entrant_logs
from arena.match.players import HostDiedError
from arena.records import FaultKind, Termination
from tests.hosts.kit import FOUR, MIDDLE, SIX, Kit, middle_but, written

TIGHT = Limits(decision_ms=100, match_s=1, memory_mb=100, startup_s=1)


def fault_of(kit: Kit, bad: LoadedBot, middle: LoadedBot, limits: Limits = TIGHT) -> tuple[FaultKind, str]:
    """The fault by which a bot at seat 1 loses its match."""
    played = kit.play([middle, bad], limits=limits)
    assert played.result.places == (1, 2)
    fault = played.result.fault
    assert fault is not None
    assert fault.seat == 1
    return fault.kind, fault.detail


def act(folder: Path, *lines: str) -> LoadedBot:
    """A bot with these lines in its `act`."""
    body = "def act(self, view):\n"
    return middle_but(folder, body + "".join(f"    {line}\n" for line in lines), "bad.py")


LOOPS = {
    "python": ["while True: pass"],
    "c": ["sum(range(10 ** 12))"],
    "deaf": ["signal.signal(signal.SIGXCPU, signal.SIG_IGN)", "while True: pass"],
}


@pytest.mark.parametrize("loop", LOOPS)
def test_a_hang_is_a_timeout(apart: Kit, tmp_path: Path, middle: LoadedBot, loop: str) -> None:
    kind, detail = fault_of(apart, act(tmp_path, *LOOPS[loop]), middle)
    assert kind is FaultKind.TIMEOUT
    assert detail == "longer than decision_ms, 100 ms of CPU time, for one answer"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody promises that")
def test_a_bot_can_tell_how_long_it_computes(apart: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    """With a limit of CPU time the clock would tick every 4 ms."""
    lines = [
        "steps = []",
        "for _ in range(9):",
        "    begin = end = time.process_time()",
        "    while end == begin: end = time.process_time()",
        "    steps.append(end - begin)",
        "assert min(steps) < 0.0005 and sorted(steps)[4] < 0.002, steps",
        "return view.legal[len(view.legal) // 2]",
    ]
    assert apart.play([middle, act(tmp_path, *lines)]).faults == []


def test_sleeping_is_not_computing(apart: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    bot = act(
        tmp_path,
        "if view.deal_number == 1 and view.phase == 'call': time.sleep(0.15)",
        "return view.legal[len(view.legal) // 2]",
    )
    assert apart.play([middle, bot], limits=TIGHT).result.fault is None


def test_a_bot_that_sleeps_for_ever_is_told_apart_from_a_slow_machine(
    apart: Kit, tmp_path: Path, middle: LoadedBot
) -> None:
    kind, detail = fault_of(apart, act(tmp_path, "time.sleep(10 ** 6)"), middle)
    assert (kind, detail) == (FaultKind.TIMEOUT, "does not answer, though it computes little or nothing")


def test_a_bot_that_sleeps_while_it_is_loaded_is_not_waited_for_long(
    apart: Kit, tmp_path: Path, middle: LoadedBot
) -> None:
    sleep = (
        "if os.getcwd() == os.path.dirname(os.path.abspath(__file__)): time.sleep(1000)\n"  # not when it is read
    )
    sleeper = written(tmp_path, MIDDLE.replace("class Middle", f"{sleep}\nclass Middle"), "sleeper.py")
    began = time.monotonic()
    fault = apart.play([middle, sleeper], limits=Limits(startup_s=0.5)).result.fault
    assert fault is not None
    assert (fault.seat, fault.kind) == (1, FaultKind.TIMEOUT)
    assert 1.5 <= time.monotonic() - began < 4.5


def test_the_bank_of_the_match_can_run_out(apart: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    slow = act(
        tmp_path,
        "end = time.process_time() + 0.06",
        "while time.process_time() < end: pass",
        "return view.legal[len(view.legal) // 2]",
    )
    kind, detail = fault_of(apart, slow, middle, Limits(decision_ms=100, match_s=0.5))
    assert (kind, detail) == (FaultKind.TIMEOUT, "longer than match_s, 0.5 s of CPU time, in the match")


def test_a_late_answer_is_a_fault_but_not_the_end_of_the_bot(
    apart: Kit, tmp_path: Path, middle: LoadedBot
) -> None:
    late = act(
        tmp_path,
        "self.asked = getattr(self, 'asked', 0) + 1",
        "end = time.process_time() + (0.13 if self.asked == 3 else 0)",
        "while time.process_time() < end: pass",
        "return view.legal[0]",
    )
    played = apart.play([late, *[middle] * 5], "fiftysix", SIX, limits=TIGHT)
    assert [(fault.seat, fault.kind) for fault in played.faults] == [(0, FaultKind.TIMEOUT)]
    assert played.result.termination is not Termination.FORFEIT
    assert len(played.result.substituted) == 1


def test_after_a_hang_the_seats_next_faults_follow_at_once(apart: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    hang = act(tmp_path, "while True: pass")
    played = apart.play([middle, hang, *[middle] * 4], "fiftysix", SIX, limits=TIGHT)
    assert [(fault.seat, fault.kind) for fault in played.faults] == [(1, FaultKind.TIMEOUT)] * 3
    assert played.result.termination is Termination.FORFEIT
    assert played.result.places[1] == 3


@pytest.mark.parametrize("where", ["import", "__init__"])
def test_a_hang_at_the_start_is_a_timeout_before_the_first_deal(
    apart: Kit, tmp_path: Path, middle: LoadedBot, where: str
) -> None:
    hang = "while 'pytest' not in sys.modules: pass"  # nor while the test itself loads it
    body = {"__init__": f"def __init__(self):\n    {hang}", "import": hang}
    bad = middle_but(tmp_path, body[where], "bad.py")
    played = apart.play([middle, bad], limits=TIGHT)
    fault = played.result.fault
    assert fault is not None
    assert (fault.seat, fault.kind, fault.deal) == (1, FaultKind.TIMEOUT, None)
    assert fault.detail == "longer than startup_s, 1 s of CPU time, to start"


def test_a_bot_that_cannot_be_loaded_there_crashes_before_the_first_deal(
    apart: Kit, tmp_path: Path, middle: LoadedBot
) -> None:
    bad = written(
        tmp_path,
        """
        import sys
        if "pytest" not in sys.modules:
            raise ValueError("not here")
        from arena.bots import Bot
        class Bad(Bot):
            games = ("bridgette", "fiftysix")
            def act(self, view): return view.legal[0]
        """,
        "bad.py",
    )
    played = apart.play([middle, bad], limits=TIGHT)
    fault = played.result.fault
    assert fault is not None
    assert (fault.seat, fault.kind, fault.deal, fault.detail) == (1, FaultKind.CRASH, None, "ValueError: not here")
    assert 'bad.py", line 4' in played.faults[0].trace
    played = apart.play([bad, *[middle] * 5], "fiftysix", SIX)
    assert [fault.detail for fault in played.faults] == ["ValueError: not here", *["the bot did not start"] * 2]


MEMORY = {
    "heap": ["x = [0] * 10 ** 9"],
    "slowly": ["x = []", "while True: x.append('x' * 10 ** 6 + str(len(x)))"],
    "kept": ["self.x = []", "while True: self.x.append(bytearray(1000))"],
}


@pytest.mark.parametrize("how", MEMORY)
def test_too_much_memory_is_named(apart: Kit, tmp_path: Path, middle: LoadedBot, how: str) -> None:
    limits = Limits(memory_mb=100, decision_ms=5000)
    assert fault_of(apart, act(tmp_path, *MEMORY[how]), middle, limits)[0] is FaultKind.MEMORY


def test_the_memory_allowed_can_be_used(apart: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    bot = act(
        tmp_path,
        "if not hasattr(self, 'x'): self.x = bytearray(80 * 2 ** 20)",
        "return view.legal[len(view.legal) // 2]",
    )
    assert apart.play([middle, bot], limits=Limits(memory_mb=100)).result.fault is None


ENDS = {
    "exit": (["os._exit(3)"], "ended with exit code 3", "ended with exit code 3"),
    "segfault": (
        ["ctypes.string_at(0)"],
        "was ended by signal 11 (segmentation fault)",
        "ended itself by signal 11 (segmentation fault)",
    ),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_process_that_ends_without_a_word_is_nobodys_fault_at_first(
    apart: Kit, tmp_path: Path, middle: LoadedBot, end: str
) -> None:
    lines, cause, blame = ENDS[end]
    bad = act(tmp_path, "print('last words')", *lines)
    with pytest.raises(HostDiedError) as died:
        apart.play([middle, bad])
    assert died.value.seat == 1
    assert died.value.cause == f"{cause}\nlast words"
    with pytest.raises(HostDiedError):
        apart.play([middle, bad], blamed=frozenset({"bad@other"}))
    fault = apart.play([middle, bad], blamed=frozenset({f"bad@{bad.version({})}"})).result.fault
    assert fault is not None
    assert (fault.seat, fault.kind, fault.detail) == (1, FaultKind.CRASH, blame)


def test_a_process_that_is_killed_is_noticed(kit: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    if kit.isolation != "process":
        pytest.skip("in a sandbox a bot cannot signal, in process it must not")
    with pytest.raises(HostDiedError) as died:
        kit.play([middle, act(tmp_path, "os.kill(os.getpid(), signal.SIGKILL)")])
    assert died.value.cause == "was ended by signal 9 (killed)"


def test_a_process_that_stops_itself_is_a_hang(kit: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    if kit.isolation != "process":
        pytest.skip("in a sandbox a bot cannot signal, in process it must not")
    kind, _ = fault_of(kit, act(tmp_path, "os.kill(os.getpid(), signal.SIGSTOP)"), middle)
    assert kind is FaultKind.TIMEOUT


def test_thinking_on_the_rivals_time_is_a_timeout(kit: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    if kit.isolation != "process":
        pytest.skip("a sandbox has no threads")
    bad = act(
        tmp_path,
        "def think():",
        "    while True: pass",
        "if not hasattr(self, 'thinking'):",
        "    self.thinking = threading.Thread(target=think, daemon=True)",
        "    self.thinking.start()",
        "return view.legal[len(view.legal) // 2]",
    )
    slow = written(
        tmp_path,
        """
        import time
        from arena.bots import Bot
        class Slow(Bot):
            games = ("bridgette",)
            def act(self, view):
                time.sleep(0.3)
                return view.legal[len(view.legal) // 2]
        """,
        "slow.py",
    )
    kind, detail = fault_of(kit, bad, slow, Limits(decision_ms=1000, match_s=60))
    assert kind is FaultKind.TIMEOUT
    assert detail == "computed while it was not asked"


SPEECH = {
    "garbage": "os.write(3, b'\\xff' * 100)",
    "flood": "os.write(3, b'\\0\\0\\0\\1x' * 10 ** 6)",
    "huge": "os.write(3, (10 ** 9).to_bytes(4) + b'x')",
    "no message": "os.write(3, (4).to_bytes(4) + b'abcd')",
    "another answer": "os.write(3, (4).to_bytes(4) + bytes([0x93, 13, 0, 0x90]))",
    "closed": "os.close(3)",
}


@pytest.mark.parametrize("speech", SPEECH)
@pytest.mark.parametrize("then", ["while True: time.sleep(1)", "return view.legal[0]"])
def test_what_is_not_the_one_answer_is_a_fault_of_protocol(
    apart: Kit, tmp_path: Path, middle: LoadedBot, speech: str, then: str
) -> None:
    if speech == "closed" and then.startswith("return"):
        pytest.skip("then it cannot answer and ends")
    assert fault_of(apart, act(tmp_path, SPEECH[speech], then), middle)[0] is FaultKind.PROTOCOL


def test_an_answer_byte_by_byte_is_waited_for_no_longer_than_any_other(
    apart: Kit, tmp_path: Path, middle: LoadedBot
) -> None:
    bad = act(tmp_path, "while True:", "    os.write(3, b'\\0')", "    time.sleep(0.1)")
    assert fault_of(apart, bad, middle)[0] in (FaultKind.TIMEOUT, FaultKind.PROTOCOL)


def test_floods_of_output_are_cut_and_harm_nobody(apart: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    loud = act(tmp_path, "print('x' * 10 ** 6)", "return view.legal[len(view.legal) // 2]")
    for _ in range(3):
        assert apart.play([middle, loud]).result.fault is None
    (log,) = entrant_logs(apart.hosts._folder, f"bad@{loud.version({})}")
    assert 3 * OUTPUT_CAP < log.stat().st_size < 3 * OUTPUT_CAP + 200
    log.unlink()


def test_a_flood_past_pythons_files_is_cut_in_a_sandbox(hosts: Hosts, tmp_path: Path, middle: LoadedBot) -> None:
    loud = act(tmp_path, "while True: os.write(1, b'x' * 4096)")
    played = Kit(hosts, "sandbox").play([middle, loud])
    assert played.faults[0].detail == "OSError: [Errno 27] File too large"
    loud = act(
        tmp_path,
        "try:",
        "    while True: os.write(1, b'x' * 4096)",
        "except OSError: print('dropped')",
        "return view.legal[len(view.legal) // 2]",
    )
    assert Kit(hosts, "sandbox").play([middle, loud]).faults == []


def test_what_was_printed_is_in_the_entrants_log_and_with_the_fault(
    apart: Kit, tmp_path: Path, middle: LoadedBot
) -> None:
    bad = act(tmp_path, "print('thinking')", "print('hard\\x1b', file=sys.stderr)", "raise ValueError('no')")
    played = apart.play([middle, bad])
    trace = played.faults[0].trace
    assert "raise ValueError('no')" in trace
    assert trace.endswith("printed last:\nthinking\nhard?")
    (path,) = entrant_logs(apart.hosts._folder, f"bad@{bad.version({})}")
    log = path.read_text()
    assert log.endswith("--- m, seat 1\nthinking\nhard\x1b\n")


def test_nothing_is_left_after_a_match(apart: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    bad = act(tmp_path, "raise ValueError")
    hang = middle_but(tmp_path, "def act(self, view):\n    while True: pass", "hang.py")

    def play() -> None:
        apart.play([middle] * 4, "fiftysix", FOUR)
        apart.play([middle, bad])
        apart.play([middle, hang], limits=TIGHT)

    play()
    before = (open_files(), children())
    play()
    assert (open_files(), children()) == before


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def children() -> list[int]:
    """The descendants of this process."""
    found, todo = [], [os.getpid()]
    while todo:
        pid = todo.pop()
        listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        found += map(int, listed)
        todo += map(int, listed)
    return sorted(found)


def test_a_grandchild_ends_with_the_match(kit: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    if kit.isolation != "process":
        pytest.skip("a sandbox has no other processes")
    bad = act(
        tmp_path,
        "if os.fork() == 0:",
        "    os.setsid()",
        "    if os.fork() == 0: time.sleep(1000)",
        "    os._exit(0)",
        "return view.legal[len(view.legal) // 2]",
    )
    kit.play([middle, middle])
    before = children()
    assert kit.play([middle, bad]).result.fault is None
    assert children() == before


def test_a_timed_bot_sees_what_it_has_left(kit: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    timed = middle_but(
        tmp_path,
        """
        timed = True
        def __init__(self):
            assert self.clock.decision_s == 0.5 and self.clock.match_s == 7
        def act(self, view):
            before = self.clock.match_s
            assert 0.3 < self.clock.decision_s <= 0.5 and before <= 7
            sum(range(10 ** 5))
            assert self.clock.match_s < before
            assert self.clock.decision_s < 0.5
            return view.legal[len(view.legal) // 2]
        """,
        "timed.py",
    )
    untimed = middle_but(tmp_path, "def match_start(self, view): assert not hasattr(self, 'clock')", "u.py")
    played = kit.play([timed, untimed], limits=Limits(decision_ms=500, match_s=7))
    assert [fault.trace for fault in played.faults] == []


def test_partners_share_no_module(apart: Kit, tmp_path: Path) -> None:
    bot = middle_but(
        tmp_path,
        """
        def match_start(self, view):
            assert not hasattr(json, "seen") and not hasattr(random, "seen")
            json.seen = random.seen = view.seat
        """,
    )
    for _ in range(2):
        assert apart.play([bot] * 4, "fiftysix", FOUR).faults == []


def test_a_bot_has_its_files_beside_it_and_cannot_change_them_for_the_next(
    apart: Kit, tmp_path: Path, middle: LoadedBot
) -> None:
    folder = tmp_path / "wise"
    folder.mkdir()
    (folder / "arena-bot.yaml").write_text("bot: wise.py")
    (folder / "weights.txt").write_text("7")
    (folder / "helper.py").write_text("SEVEN = 7")
    (folder / "wise.py").write_text(
        "from pathlib import Path\nfrom helper import SEVEN\nfrom arena.bots import Bot\n"
        "class Wise(Bot):\n    games = ('bridgette',)\n"
        "    def act(self, view):\n"
        "        assert int((Path(__file__).parent / 'weights.txt').read_text()) == SEVEN\n"
        "        assert int(Path('weights.txt').read_text()) == SEVEN\n"
        "        return view.legal[len(view.legal) // 2]\n"
    )
    from arena.bots.loading import load_bot

    assert apart.play([load_bot("wise", tmp_path), middle]).faults == []


def test_a_loaded_machine_blames_nobody(apart: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    bot = act(
        tmp_path,
        "end = time.process_time() + 0.02",
        "while view.phase == 'call' and time.process_time() < end: pass",
        "return view.legal[len(view.legal) // 2]",
    )
    busy = [sys.executable, "-c", "while True: pass"]
    burners = [subprocess.Popen(busy) for _ in range(3 * (os.cpu_count() or 1))]
    try:
        assert apart.play([bot, bot], limits=Limits(decision_ms=60, match_s=10)).faults == []
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()
