"""What the sandbox keeps a program from, and what it must let it do."""

import os
import sys
from pathlib import Path

import pytest

from arena.hosts.hosts import Hosts
from arena.hosts.layers import REQUIRED, bubblewrap_works
from tests.hosts.command.kit import EXTERNAL, NODE, PYTHON, answering, command, first_legal, needs_node
from tests.hosts.kit import FOUR, Kit

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there is no sandbox but on Linux")

FORBIDDEN = {
    "fork": "os.fork()",
    "spawn": "import subprocess; subprocess.run(['/bin/true'])",
    "network": "import socket; socket.socket()",
    "pair": "import socket; socket.socketpair()",
    "write": "open('/tmp/program-was-here', 'w')",
    "write beside itself": "open('note', 'w')",
    "read the home": "os.listdir(os.path.expanduser('~'))",
    "read another file": "open(OTHER)",
    "read processes": "open('/proc/1/status')",
    "signal": "os.kill(os.getppid(), 0)",
    "shared memory": "import mmap; mmap.mmap(-1, 4096)",
    "memory file": "os.memfd_create('x')",
    "raise limits": "import resource; resource.setrlimit(resource.RLIMIT_DATA, (1 << 40, 1 << 40))",
    "another's clock": "import time; time.clock_gettime((~os.getppid() << 3) | 2)",
    "run what is not its own": "os.execv(OTHER, [OTHER])",
    "chmod": "os.chmod('0', 0o777)",
    "root": "os.chroot('/')",
}


@pytest.fixture
def boxed(hosts: Hosts) -> Kit:
    return Kit(hosts, "sandbox")


@pytest.mark.parametrize("what", FORBIDDEN)
def test_it_keeps_a_program_from(boxed: Kit, tmp_path: Path, what: str) -> None:
    other = tmp_path / "other" / "program"
    other.parent.mkdir()
    other.write_text("#!/bin/true\n")
    other.chmod(0o755)
    body = f"""
    OTHER = {str(other)!r}
    try:
        {FORBIDDEN[what]}
    except (OSError, ValueError):
        pass
    else:
        sys.exit("could do it")
    """
    played = boxed.play([first_legal(), answering(tmp_path, body)], isolation=["none", "sandbox"])
    assert [fault.trace for fault in played.faults] == []


def test_in_a_process_only_a_program_can_do_it(hosts: Hosts, tmp_path: Path) -> None:
    """The test above would notice."""
    body = "import socket\nsocket.socket()\nopen(os.path.expanduser('/etc/passwd'))"
    assert (
        Kit(hosts, "process")
        .play([first_legal(), answering(tmp_path, body)], isolation=["none", "process"])
        .faults
        == []
    )


def test_a_program_has_no_capabilities_and_few_descriptors(boxed: Kit, tmp_path: Path) -> None:
    body = """
    import ctypes
    header, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    ctypes.CDLL(None).capget(header, data)
    assert not any(data), list(data)
    for number in range(3, 256):
        try:
            os.fstat(number)
        except OSError:
            continue
        sys.exit(f"descriptor {number} is open")
    """
    played = boxed.play([first_legal(), answering(tmp_path, body)], isolation=["none", "sandbox"])
    assert [fault.trace for fault in played.faults] == []


def test_a_program_can_read_its_own_files_and_use_threads(boxed: Kit, tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "weights.txt").write_text("3")
    (tmp_path / "bot" / "helper.py").write_text("answer = 3\n")
    (tmp_path / "bot" / "__main__.py").write_text(
        (answering(tmp_path, "").files[0].content.decode()).replace(
            "act = first_legal",
            "import threading, helper\n"
            "def act(line):\n"
            "    found = []\n"
            "    read = lambda: found.append(open(__file__[:-11] + 'weights.txt').read())\n"
            "    thread = threading.Thread(target=read)\n"
            "    thread.start(); thread.join()\n"
            "    return first_legal(line) if int(found[0]) == helper.answer else sys.exit(1)\n",
        )
    )
    program = command(PYTHON, "./bot", base=tmp_path)
    assert boxed.play([first_legal(), program], isolation=["none", "sandbox"]).faults == []


def test_a_script_with_an_interpreter_of_its_own_runs(boxed: Kit, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(f"#!{PYTHON}\n" + (EXTERNAL / "first_legal.py").read_text())
    script.chmod(0o755)
    if PYTHON.startswith("/usr/"):
        assert (
            boxed.play([first_legal(), command("./script", base=tmp_path)], isolation=["none", "sandbox"]).faults
            == []
        )


NODE_BODY = """
import {{ createInterface }} from "node:readline";
import {{ Worker }} from "node:worker_threads";
import fs from "node:fs";
import net from "node:net";
import {{ spawnSync }} from "node:child_process";

function blocked(what) {{
  try {{ what(); }} catch (error) {{ return; }}
  process.exit(9);
}}
blocked(() => fs.writeFileSync("note", "x"));
blocked(() => fs.readFileSync("/etc/passwd"));
blocked(() => {{ const run = spawnSync("/bin/true"); if (run.error) throw run.error; }});
{extra}
for await (const text of createInterface({{ input: process.stdin }})) {{
  const line = JSON.parse(text);
  const reply = {{ id: line.id }};
  if (line.type === "hello") Object.assign(reply, {{ protocol: 1, games: ["bridgette"] }});
  if (line.type === "ask") reply.action = line.legal[0];
  if (line.decision === "discard") reply.action = line.legal.slice(0, line.count);
  process.stdout.write(JSON.stringify(reply) + "\\n");
}}
"""


@needs_node
@pytest.mark.parametrize(
    "extra",
    [
        "",
        "await new Promise((done) => new Worker('1', { eval: true }).on('exit', done));",
        "await new Promise((done) => net.connect(80, '127.0.0.1').on('error', done).on('connect', process.exit));",
        "for (let i = 0, x = []; i < 3e6; i++) { x[i % 1e5] = { i }; }",
    ],
    ids=["files", "worker", "network", "garbage"],
)
def test_node_runs_in_it_and_is_kept(boxed: Kit, tmp_path: Path, extra: str) -> None:
    assert NODE is not None
    (tmp_path / "kept.mjs").write_text(NODE_BODY.format(extra=extra))
    program = command(NODE, "kept.mjs", base=tmp_path)
    played = boxed.play([first_legal(), program], isolation=["none", "sandbox"])
    assert [(fault.detail, fault.trace) for fault in played.faults] == []


COUNTING = """
import threading
found = []

def act(line):
    thread = threading.Thread(target=lambda: found.append(threading.get_native_id()))
    thread.start()
    thread.join()
    if (os.getpid(), os.getppid(), found) != (1, 0, list(range(2, 2 + len(found)))):
        sys.exit(f"process {os.getpid()} of {os.getppid()}, threads {found}")
    return first_legal(line)
"""


@pytest.mark.parametrize("wrapped", [True, False])
def test_programs_count_no_threads_but_their_own(tmp_path: Path, wrapped: bool) -> None:
    """Partners in 56 could else tell each other something by how many they start."""
    if wrapped and not bubblewrap_works():
        pytest.skip("bubblewrap does not start here")
    if not wrapped and os.geteuid():
        pytest.skip("without bubblewrap only root may make namespaces")
    hosts = Hosts(tmp_path / "hosts", REQUIRED, wrapped=wrapped)
    try:
        programs = [answering(tmp_path, COUNTING)] * 4
        assert Kit(hosts, "sandbox").play(programs, "fiftysix", FOUR).faults == []
    finally:
        hosts.close()


@pytest.mark.skipif(sys.platform != "linux" or not bubblewrap_works(), reason="bubblewrap does not start here")
def test_programs_run_in_bubblewrap_too(tmp_path: Path) -> None:
    hosts = Hosts(tmp_path / "hosts", REQUIRED, wrapped=True)
    try:
        kit = Kit(hosts, "sandbox")
        programs = [command(PYTHON, "first_legal.py", base=EXTERNAL)]
        if NODE is not None:
            programs.append(command(NODE, "first_legal.mjs", base=EXTERNAL))
        for program in programs:
            assert kit.play([first_legal(), program], isolation=["none", "sandbox"]).faults == []
    finally:
        hosts.close()
