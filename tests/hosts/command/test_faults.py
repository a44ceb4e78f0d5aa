"""What a program can do wrong, and the named fault that follows."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from arena.bots.command import Command
from arena.bots.loading import load_class
from arena.hosts.limits import Limits
from arena.match.players import HostDiedError
from arena.records import FaultKind, Termination
from tests.hosts.command.kit import FirstLegal, answering, first_legal, program
from tests.hosts.kit import FOUR, LIMITS, SIX, Kit

TIGHT = Limits(decision_ms=200, match_s=2, memory_mb=100, startup_s=2)


def fault_of(kit: Kit, bad: Command, limits: Limits = LIMITS) -> tuple[FaultKind, str]:
    """The fault by which a program at seat 1 loses its match at once."""
    played = kit.play([first_legal(), bad], limits=limits, isolation=["none", kit.isolation])
    fault = played.result.fault
    assert fault is not None
    assert fault.seat == 1
    assert played.result.places == (1, 2)
    return fault.kind, fault.detail


ANSWERS = {
    '{"id": %d, "action": "2Z"}': "call: expected a call: 'P', 'X', 'XX', '0NT', or level 1 … 7 then C, D, H, S "
    "or NT such as '4S', got '2Z'",
    '{"id": %d, "action": ["P"]}': "call: expected a call as a text, got a list",
    '{"id": %d}': "call: expected a call as a text, got nothing",
    '{"id": %d, "action": null}': "call: expected a call as a text, got nothing",
}
LINES = {
    '{"id": %d, "action": 3}': "wrote a line that is no reply: Expected `str | array | null`, got `int` - "
    "at `$.action`",
    '{"id": %d, "actoin": "P"}': "wrote a line that is no reply: Object contains unknown field `actoin`",
    '{"id": "%d", "action": "P"}': "wrote a line that is no reply: Expected `int`, got `str` - at `$.id`",
    '{"id": %d.5, "action": "P"}': "wrote a line that is no reply: Expected `int`, got `float` - at `$.id`",
    '{"action": "P"}': "wrote a line that is no reply: Object missing required field `id`",
    '{"id": %d, "games": ["bridgette"], "action": "P"}': "replied to ask with games",
    '{"id": 9%d, "action": "P"}': None,
    "[%d]": "wrote a line that is no reply: Expected `object`, got `array`",
    "P": "wrote a line that is no reply: JSON is malformed: invalid character (byte 0)",
    "": "wrote a line that is no reply: Input data was truncated",
    '{"id": %d, "action": "P"} trailing': None,
    '{"id": %d, "action": "P"}\n{"id": %d, "action": "P"}': "wrote more than one line to one that it read",
    "x" * 70_000: "a line may have 65536 bytes",
    "\x1b[2J\u202e": "wrote a line that is no reply: JSON is malformed: invalid character (byte 0)",
}


def saying(folder: Path, line: str) -> Command:
    """A program that says this in the auction."""
    return answering(
        folder,
        f"""
        honest = reply
        def reply(line):
            if line.get("decision") != "call": return honest(line)
            return {line!r}.replace("%d", str(line["id"]))
        """,
    )


@pytest.mark.parametrize("line", ANSWERS)
def test_a_wrong_answer_is_a_fault_of_protocol(apart: Kit, tmp_path: Path, line: str) -> None:
    assert fault_of(apart, saying(tmp_path, line)) == (FaultKind.PROTOCOL, ANSWERS[line])


@pytest.mark.parametrize("line", LINES)
def test_a_line_that_is_no_reply_is_a_fault_of_protocol(apart: Kit, tmp_path: Path, line: str) -> None:
    kind, detail = fault_of(apart, saying(tmp_path, line))
    assert kind is FaultKind.PROTOCOL
    assert detail == (LINES[line] or detail)
    assert detail.isprintable()
    assert len(detail) <= 200


def test_after_a_wrong_answer_a_program_goes_on_after_a_wrong_line_it_is_ended(apart: Kit, tmp_path: Path) -> None:
    body = """
    honest, told = reply, []
    def reply(line):
        if line.get("decision") != "call" or told: return honest(line)
        told.append(line)
        return {"id": line["id"], "action": "no call"} if sys.argv[1] == "answer" else "no line"
    """
    others = [first_legal()] * 5
    for what, expected in (("answer", 1), ("line", 3)):
        bad = answering(tmp_path, body.replace("sys.argv[1]", repr(what)), f"{what}.py")
        held = [apart.isolation, *["none"] * 5]
        played = apart.play([bad, *others], "fiftysix", SIX, isolation=held)
        assert len(played.faults) == expected
        assert {fault.kind for fault in played.faults} == {FaultKind.PROTOCOL}
        assert (played.result.termination is Termination.FORFEIT) == (expected == 3)


@pytest.mark.parametrize(
    ("answer", "kind", "detail"),
    [
        ("line['hand']", FaultKind.ILLEGAL_ACTION, "discard: expected {} different cards of the hand"),
        ("[]", FaultKind.ILLEGAL_ACTION, "discard: expected {} different cards of the hand"),
        ("[line['hand'][0]] * line['count']", FaultKind.ILLEGAL_ACTION, "discard: expected {} different cards"),
        ("line['hand'][0]", FaultKind.PROTOCOL, "discard: expected a list of {} cards, got a text"),
        ("['P'] * line['count']", FaultKind.PROTOCOL, "discard: expected a card such as 'SA'"),
        ("[3] * line['count']", FaultKind.PROTOCOL, "wrote a line that is no reply"),
    ],
)
def test_wrong_discards_are_named(apart: Kit, tmp_path: Path, answer: str, kind: FaultKind, detail: str) -> None:
    body = f"def act(line): return {answer} if line['decision'] == 'discard' else first_legal(line)"
    found, told = fault_of(apart, answering(tmp_path, body))
    assert found is kind
    assert any(told.startswith(detail.format(count)) for count in (2, 4, 8, 12))


def test_an_illegal_action_is_the_referees_to_name(apart: Kit, tmp_path: Path) -> None:
    body = "def act(line): return 'CA' if line['decision'] == 'play' else first_legal(line)"
    bad = answering(tmp_path, body)
    fault = apart.play(
        [bad, *[first_legal()] * 3], "fiftysix", FOUR, isolation=[apart.isolation, *["none"] * 3]
    ).result.fault
    assert fault is not None
    assert (fault.kind, fault.action, fault.detail) == (
        FaultKind.ILLEGAL_ACTION,
        "CA",
        "play CA is not legal here",
    )


def test_an_error_of_its_own_is_a_crash_in_its_own_words(apart: Kit, tmp_path: Path) -> None:
    kind, detail = fault_of(apart, saying(tmp_path, '{"id": %d, "error": "no idea\\u001b[2J"}'))
    assert (kind, detail) == (FaultKind.CRASH, "no idea?[2J")


def test_an_unasked_line_is_a_fault_of_protocol(apart: Kit, tmp_path: Path) -> None:
    body = """
    honest = say
    def say(words):
        honest(words)
        if "action" in words:
            time.sleep(0.05)
            honest({"id": words["id"], "action": "P"})
    """
    kind, detail = fault_of(apart, answering(tmp_path, body))
    assert kind is FaultKind.PROTOCOL
    # It depends on when the line comes.
    assert detail in (
        "wrote a line that it was not asked for",
        "wrote more than one line to one that it read",
        "replied to line 3 when it was to reply to line 4",
    )


@pytest.mark.parametrize(
    ("act", "kind", "detail"),
    [
        ("sys.exit(3)", FaultKind.CRASH, "ended with exit code 3"),
        ("sys.exit(0)", FaultKind.CRASH, "ended with exit code 0"),
        ("1 / 0", FaultKind.CRASH, "ended with exit code 1"),
        ("os.close(1); time.sleep(100)", FaultKind.PROTOCOL, "closed its standard output"),
        ("while True: pass", FaultKind.TIMEOUT, "longer than decision_ms, 200 ms of CPU time, for one answer"),
        ("time.sleep(1000)", FaultKind.TIMEOUT, "does not answer, though it computes little or nothing"),
    ],
)
def test_an_end_or_a_hang_is_named(apart: Kit, tmp_path: Path, act: str, kind: FaultKind, detail: str) -> None:
    assert fault_of(apart, answering(tmp_path, f"def act(line):\n    {act}"), TIGHT) == (kind, detail)


def test_what_it_said_last_is_told_to_its_author(apart: Kit, tmp_path: Path) -> None:
    bad = answering(tmp_path, "def act(line): raise ValueError(line['decision'])")
    played = apart.play([first_legal(), bad], isolation=["none", apart.isolation])
    assert "ValueError: discard" in played.faults[0].trace
    assert "in act" in played.faults[0].trace


def test_a_program_that_is_killed_need_not_have_done_it(apart: Kit, tmp_path: Path) -> None:
    bad = answering(tmp_path, "def act(line): os.kill(os.getpid(), 9)")
    if apart.isolation == "sandbox":
        bad = answering(tmp_path, "import ctypes\ndef act(line): ctypes.string_at(0)")
    with pytest.raises(HostDiedError, match="was ended by signal"):
        apart.play([first_legal(), bad], isolation=["none", apart.isolation])
    key = f"{bad.default_name}@{bad.version({})}"
    played = apart.play([first_legal(), bad], isolation=["none", apart.isolation], blamed=frozenset({key}))
    assert played.result.fault is not None
    assert played.result.fault.kind is FaultKind.CRASH
    assert played.result.fault.detail.startswith("ended itself by signal ")


def test_thinking_on_the_rivals_time_is_a_timeout(apart: Kit, tmp_path: Path) -> None:
    body = """
    honest = say
    def say(words):
        honest(words)
        if "action" in words:
            while True: pass
    """
    bad = answering(tmp_path, body)
    slow = answering(tmp_path, "def act(line):\n    time.sleep(0.6)\n    return first_legal(line)", "slow.py")
    played = apart.play([slow, bad], limits=TIGHT)
    fault = played.result.fault
    assert fault is not None
    assert (fault.seat, fault.kind) == (1, FaultKind.TIMEOUT)
    late = "longer than decision_ms, 200 ms of CPU time, for one answer"  # on a busy machine
    assert fault.detail in ("computed while it was not asked", late)


def test_too_much_memory_is_named(apart: Kit, tmp_path: Path) -> None:
    bad = answering(
        tmp_path, "def act(line):\n    x = []\n    while True: x.append(bytearray(10 ** 5)); time.sleep(1e-4)"
    )
    assert fault_of(apart, bad, Limits(memory_mb=60)) == (FaultKind.MEMORY, "more than memory_mb, 60 MiB, in use")


def test_memory_taken_at_once_ends_the_program(apart: Kit, tmp_path: Path) -> None:
    bad = answering(tmp_path, "def act(line): bytearray(4 << 30)")
    kind, _ = fault_of(apart, bad, Limits(memory_mb=60))
    assert kind in (FaultKind.MEMORY, FaultKind.CRASH)


def test_too_many_threads_are_named(apart: Kit, tmp_path: Path) -> None:
    body = """
    import threading
    def act(line):
        threading.stack_size(64 * 1024)
        while True:
            threading.Thread(target=time.sleep, args=(100,), daemon=True).start()
    """
    assert fault_of(apart, answering(tmp_path, body)) == (FaultKind.MEMORY, "more than 64 threads")


def test_a_flood_of_errors_neither_blocks_nor_grows(apart: Kit, tmp_path: Path) -> None:
    noisy = answering(
        tmp_path,
        """
        def act(line):
            sys.stderr.write(f"{line['id']:07}\\n" * 20_000)
            return first_legal(line)
        """,
    )
    played = apart.play([first_legal(), noisy], isolation=["none", apart.isolation])
    assert played.result.fault is None


@pytest.mark.parametrize(
    ("source", "kind", "detail"),
    [
        ("raise SystemExit(2)", FaultKind.CRASH, "ended with exit code 2"),
        ("print('hello')", FaultKind.PROTOCOL, "wrote a line that is no reply: JSON is malformed"),
        ("while True: pass", FaultKind.TIMEOUT, "longer than startup_s, 0.5 s of CPU time, to start"),
        (
            'print(\'{"id": 1, "protocol": 2}\', flush=True)\nimport time; time.sleep(9)',
            FaultKind.PROTOCOL,
            "the program speaks protocol 2; this arena speaks protocol 1",
        ),
        (
            "print('{\"id\": 1}', flush=True)\nimport time; time.sleep(9)",
            FaultKind.PROTOCOL,
            "the program does not say which protocol; this arena speaks protocol 1",
        ),
    ],
)
def test_a_bad_start_is_a_fault_before_the_first_deal(
    apart: Kit, tmp_path: Path, source: str, kind: FaultKind, detail: str
) -> None:
    bad = program(tmp_path, source)
    played = apart.play([first_legal(), bad], limits=Limits(startup_s=0.5), isolation=["none", apart.isolation])
    fault = played.result.fault
    assert fault is not None
    assert (fault.seat, fault.kind, fault.deal) == (1, kind, None)
    assert fault.detail.startswith(detail)
    on = apart.play(
        [bad, *[first_legal()] * 5],
        "fiftysix",
        SIX,
        limits=Limits(startup_s=0.5),
        isolation=[apart.isolation, *["none"] * 5],
    )
    assert [fault.detail for fault in on.faults[1:]] == ["the bot did not start"] * 2


def test_a_timed_program_sees_what_it_has_left(apart: Kit, tmp_path: Path) -> None:
    body = """
    honest = reply
    def reply(line):
        if line["type"] == "hello":
            return {**honest(line), "timed": True}
        if line["type"] == "ask":
            assert 0 < line["clock"]["decision_s"] <= 0.2, line
            assert 1 < line["clock"]["match_s"] <= 2, line
        return honest(line)
    """
    assert (
        apart.play(
            [first_legal(), answering(tmp_path, body)], limits=TIGHT, isolation=["none", apart.isolation]
        ).faults
        == []
    )


@pytest.mark.skipif(sys.platform != "linux", reason="there is no /proc")
def test_no_program_is_left_when_the_match_is_over(apart: Kit, tmp_path: Path) -> None:
    stubborn = answering(tmp_path, "import signal\nsignal.signal(15, 1)", "mine.py")
    mark = f"mine@{stubborn.version({})}".encode()
    seen: list[bool] = []

    class Looking(FirstLegal):
        def act(self, view: Any) -> object:
            seen.append(mark in command_lines())
            return super().act(view)

    apart.play([load_class(Looking), stubborn], isolation=["none", apart.isolation])
    assert all(seen)
    assert mark not in command_lines()


def command_lines() -> bytes:
    """Those of all processes, one after the other."""
    found = b""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            found += path.read_bytes()
    return found
