"""Bots in processes of their own: nothing changes but where they run, and they can do no harm."""

from pathlib import Path

import pytest

from arena.bots.loading import load_bot
from arena.checks.check import check_bot
from arena.checks.seats import hosts_for
from arena.hosts.describing import load_apart
from arena.hosts.hosts import Isolation
from arena.hosts.layers import missing_layers
from arena.hosts.limits import Limits
from tests.checks.kit import HEAD, answering, write

needs_sandbox = pytest.mark.skipif(bool(missing_layers()), reason="this machine cannot give a sandbox")


@pytest.mark.parametrize("isolation", ["process", pytest.param("sandbox", marks=needs_sandbox)])
def test_isolation_changes_nothing_but_where_the_bot_runs(isolation: Isolation, tmp_path: Path) -> None:
    """No code of the bot runs in this process: it would say so in a file."""
    body = f"""
    OPTIONS = {{"high": Option(False, "whether to play high")}}
    def act(self, view):
        return self.rng.choice(view.legal[:2])
try:
    open({str(tmp_path / "seen")!r}, "a").write("x")
except OSError:
    pass
"""
    path = tmp_path / "mine.py"
    path.write_text(HEAD.format(game="bridgette") + body, encoding="utf-8")
    with hosts_for(isolation) as hosts:
        loaded, facts = load_apart(hosts, "mine.py", tmp_path, isolation, Limits())
    assert (facts.class_name, facts.games, facts.timed) == ("Mine", ("bridgette",), False)
    report = check_bot(loaded, {"high": False}, facts=facts, isolation=isolation, budget_s=10)
    assert report.problems == ()
    assert report.compared
    assert report.duels[0].sets
    assert (tmp_path / "seen").exists() == (isolation == "process")
    if isolation == "sandbox":
        report_here = check_bot(load_bot("mine.py", tmp_path), {"high": False}, isolation="none", budget_s=10)
        assert report_here.covered == report.covered
        assert report_here.duels == report.duels


@needs_sandbox
@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ("__import__('os')._exit(3)", "crash"),
        ("bytearray(1 << 34)", "memory"),
        ("[None for _ in iter(int, 1)]", "timeout"),
        ("open('/etc/passwd')", "crash"),
    ],
)
def test_a_bot_that_does_its_worst_is_reported_and_nothing_else_happens(
    action: str, kind: str, tmp_path: Path
) -> None:
    loaded = write(tmp_path, answering(action))
    limits = Limits(decision_ms=50)
    report = check_bot(loaded, {}, limits=limits, isolation="sandbox", budget_s=5)
    assert {problem.kind for problem in report.problems} == {kind}
    assert report.seconds < 15


def test_a_bot_in_a_folder_with_other_files_is_loaded_as_a_whole(tmp_path: Path) -> None:
    (tmp_path / "arena-bot.yaml").write_text("bot: mine.py:Mine\n")
    (tmp_path / "helper.py").write_text("def choose(view): return view.legal[0]\n")
    write(tmp_path, answering("__import__('helper').choose(view)"))
    report = check_bot(load_bot(str(tmp_path), tmp_path), {}, isolation="process", budget_s=4)
    assert report.problems == ()
    assert report.compared


def test_what_a_bot_prints_is_neither_an_answer_nor_a_fault(tmp_path: Path) -> None:
    loaded = write(tmp_path, answering("print(view, 'x' * 9000) or view.legal[0]"))
    report = check_bot(loaded, {}, isolation="process", budget_s=4)
    assert report.problems == ()
    assert report.compared
