import csv
import multiprocessing
import os
import signal
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from typer import Exit

from arena.checks.records import CheckReport, Duel, Problem, Timing
from arena.cli.tidy import tidily
from arena.hosts.limits import Limits
from arena.ladder.inbox import Inbox, Submit, Withdraw
from arena.submissions import folder as module
from arena.submissions.demands import Demands, SubmissionError
from arena.submissions.examine import Submission
from arena.submissions.folder import Intake, submissions_in, take_in
from arena.submissions.table import Row, read_table

BOT = """
from arena.bots import BridgetteBot

class Mine(BridgetteBot):
    def act(self, view):
        return view.legal[0]
"""
MANIFEST = "bot: a.py\nname: nn\nauthor: kim\n"
DEMANDS = Demands(("bridgette",), ("taken",), Limits(), "process", 5.0)


@pytest.fixture
def ladder(tmp_path: Path) -> Path:
    return tmp_path / "results"


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    """A folder with one submission of each kind."""
    folder = tmp_path / "handed_in"
    (folder / "lee").mkdir(parents=True)
    (folder / "kim.py").write_text(BOT)
    (folder / "lee" / "mine.py").write_text(BOT + "# lee\n")
    archive(
        folder / "pat.zip", {"a.py": BOT + "# pat\n", "arena-bot.yaml": "bot: a.py\nname: pats\nauthor: pat p\n"}
    )
    (folder / "notes.txt").write_text("no bot")
    (folder / ".hidden.py").write_text("")
    return folder


def archive(path: Path, files: dict[str, str]) -> None:
    with zipfile.ZipFile(path, "w") as made:
        for name, content in files.items():
            made.writestr(name, content)


@pytest.fixture(autouse=True)
def quick_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that only looks whether the bot says it is bad."""

    def check(submission: Submission, demands: Demands) -> CheckReport:
        source = b"".join(file.content for file in submission.loaded.files)
        if b"# waits" in source:
            time.sleep(60)
        if b"# dies" in source:
            os._exit(1)
        problem = Problem("crash", "play at seat 0", "ValueError: no", "arena check x", deal="S2", trace="line 3")
        return CheckReport(
            bot="x",
            games=("bridgette",),
            options={},
            problems=(problem,) if b"# bad" in source else (),
            notes=(),
            covered=(),
            hooks={},
            timings=(Timing("bridgette", "play", 100, 0.01, 0.25, 1.0),),
            memory_mb=12.34,
            compared=1,
            duels=(Duel("bridgette", 15, 2, 3),),
            matches=40,
            deals=200,
            seconds=0.1,
        )

    monkeypatch.setattr(module, "check", check)


def take(folder: Path, ladder: Path) -> Intake:
    return take_in(folder, ladder, DEMANDS, processes=2)


def rows(ladder: Path) -> list[dict[str, str]]:
    with (ladder / "submissions.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def waiting(ladder: Path) -> list[str]:
    return [request.entrant.name for request in Inbox(ladder).waiting().values() if isinstance(request, Submit)]


def row_of(ladder: Path, file: str) -> dict[str, str]:
    return next(row for row in rows(ladder) if Path(row["file"]).name == file)


def test_every_zip_python_file_and_folder_is_a_submission(handed_in: Path) -> None:
    assert [path.name for path in submissions_in(handed_in)] == ["kim.py", "lee", "pat.zip"]


def test_a_folder_without_any_is_told(tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match=r"no submission in it; expected .zip or .py files"):
        submissions_in(tmp_path)


def test_what_is_fit_is_submitted_and_all_stands_in_the_table(handed_in: Path, ladder: Path) -> None:
    intake = take(handed_in, ladder)
    assert waiting(ladder) == ["kim", "lee", "pats"]
    assert [(row.author, row.entrant, row.accepted) for row in intake.rows] == [
        ("kim", "kim", "yes"),
        ("lee", "lee", "yes"),
        ("pat p", "pats", "yes"),
    ]
    assert row_of(ladder, "kim.py") | {"file": "", "version": "", "fingerprint": "", "plays": ""} == {
        "file": "",
        "author": "kim",
        "entrant": "kim",
        "version": "",
        "accepted": "yes",
        "reason": "",
        "p99_ms": "0.25",
        "memory_mb": "12.3",
        "score": "0.800",
        "fingerprint": "",
        "plays": "",
    }
    text = (ladder / "submissions" / "pat.zip.txt").read_text()
    assert "by pat p" in text
    assert "Accepted: it plays as pats" in text
    assert "15 sets won, 2 drawn, 3 lost" in text
    assert sorted(path.name for path in (ladder / "bundles").iterdir()) == sorted(
        request.entrant.bundle for request in Inbox(ladder).waiting().values() if isinstance(request, Submit)
    )


UNFIT = [
    ("x1.py", BOT + "# bad\n", "crash: play at seat 0: ValueError: no"),
    ("x2.py", "def f(:\n", "x2.py:1: syntax error"),
    ("x3.py", "raise ValueError('a\\r\\udc80,b')", "udc80,b while the bot was loaded"),
    ("x4.py", "\0", "source code string cannot contain null bytes"),
    ("x5.py", "import os\nos._exit(3)\n", "cannot be loaded in a process of its own"),
    ("x6.py", BOT + BOT.replace("Mine", "Yours"), "several bots, name one"),
    ("x7.py", BOT.replace("BridgetteBot", "FiftySixBot"), "plays in no pool: the bot plays fiftysix"),
    ("x+y.py", BOT, "name 'x+y': expected a name of at most 64 characters"),
    ("taken.py", BOT, "the ladder's config has an entrant of the name 'taken'"),
]


def test_a_reason_does_nothing_to_the_terminal(handed_in: Path, ladder: Path) -> None:
    (handed_in / "rude.py").write_text(r'raise ValueError("boo \x1b]0;x\x07\x1b[31m\x9b2J")')
    take(handed_in, ladder)
    reason = row_of(ladder, "rude.py")["reason"]
    assert "ValueError: boo" in reason
    assert "".join(reason.split("\n")).isprintable()


def test_what_is_not_fit_is_not_submitted_and_harms_nobody(handed_in: Path, ladder: Path) -> None:
    for name, content, _ in UNFIT:
        (handed_in / name).write_text(content)
    take(handed_in, ladder)
    for name, _, reason in UNFIT:
        row = row_of(ladder, name)
        assert row["accepted"] == "no"
        assert reason in row["reason"]
        assert reason in " ".join((ladder / "submissions" / f"{name}.txt").read_text().split())
    assert waiting(ladder) == ["kim", "lee", "pats"]


def test_an_unsound_archive_is_one_row(handed_in: Path, ladder: Path) -> None:
    archive(handed_in / "x.zip", {"../../evil.py": BOT})
    (handed_in / "y.zip").write_bytes(b"no zip")
    (handed_in / "none").mkdir()
    archive(handed_in / "z.zip", {"a.py": BOT, "b.py": BOT})
    take(handed_in, ladder)
    assert "is no path inside a folder" in row_of(ladder, "x.zip")["reason"]
    assert "not a sound zip file" in row_of(ladder, "y.zip")["reason"]
    assert row_of(ladder, "z.zip")["reason"].startswith("z: several Python files and no arena-bot.yaml")
    assert row_of(ladder, "none")["reason"].startswith("none: no Python file and no arena-bot.yaml")


def test_a_check_that_dies_takes_no_other_with_it(handed_in: Path, ladder: Path) -> None:
    (handed_in / "a.py").write_text(BOT + "# dies\n")
    take(handed_in, ladder)
    assert "the process that checked it died" in row_of(ladder, "a.py")["reason"]
    assert waiting(ladder) == ["kim", "lee", "pats"]


def test_a_second_call_looks_only_at_what_has_changed(handed_in: Path, ladder: Path) -> None:
    first = take(handed_in, ladder)
    assert len(first.looked_at) == 3
    again = take(handed_in, ladder)
    assert again.looked_at == ()
    assert again.rows == first.rows
    (handed_in / "lee" / "mine.py").write_text(BOT + "# lee 2\n")
    (handed_in / "new.py").write_text(BOT)
    third = take(handed_in, ladder)
    assert [Path(file).name for file in third.looked_at] == ["lee", "new.py"]
    assert waiting(ladder) == ["kim", "lee", "pats", "lee", "new"]


def test_other_demands_are_a_reason_to_look_again(handed_in: Path, ladder: Path) -> None:
    take(handed_in, ladder)
    strict = Demands(("bridgette",), ("taken",), Limits(decision_ms=5), "process", 5.0)
    assert len(take_in(handed_in, ladder, strict, processes=2).looked_at) == 3


def test_a_name_that_comes_twice_is_the_first_ones(handed_in: Path, ladder: Path) -> None:
    archive(handed_in / "z.zip", {"a.py": BOT, "arena-bot.yaml": "bot: a.py\nname: pats\n"})
    take(handed_in, ladder)
    assert "its name 'pats' is also that of" in row_of(ladder, "z.zip")["reason"]


# Whose an entrant is


def hand_in(folder: Path, file: str, manifest: str = "", bot: str = BOT) -> Path:
    """A zip file in a folder, which may be a new one."""
    folder.mkdir(exist_ok=True)
    archive(folder / file, {"a.py": bot, "arena-bot.yaml": f"bot: a.py\n{manifest}"})
    return folder


def test_no_bundle_can_take_over_anothers_entrant(handed_in: Path, ladder: Path, tmp_path: Path) -> None:
    take(handed_in, ladder)
    authors = ["", "author: pat p\n", "author: PAT P\n", "author: pat\n", "author: kim\n"]
    for number, says in enumerate(authors):
        other = hand_in(tmp_path / "other", f"sam{number}.zip", f"name: pats\n{says}", f"{BOT}# {number}\n")
    for _ in range(2):  # an attempt before gives no right either
        take(other, ladder)
        for number in range(len(authors)):
            reason = row_of(ladder, f"sam{number}.zip")["reason"]
            assert "an entrant of the name 'pats' by pat p" in reason
            assert "hand it in by itself with --author 'pat p'" in reason
    assert waiting(ladder) == ["kim", "lee", "pats"]


def test_a_withdrawn_entrant_cannot_be_taken_over_either(handed_in: Path, ladder: Path, tmp_path: Path) -> None:
    take(handed_in, ladder)
    Inbox(ladder).post(Withdraw("pats"))
    take(hand_in(tmp_path / "other", "sam.zip", "name: pats\nauthor: pat p\n"), ladder)
    assert row_of(ladder, "sam.zip")["accepted"] == "no"


def test_no_bundle_can_say_that_it_is_by_a_known_author(handed_in: Path, ladder: Path, tmp_path: Path) -> None:
    demands = msgspec.structs.replace(DEMANDS, authors=("chris",))
    take_in(handed_in, ladder, demands, processes=2)
    authors = ["kim", "Kim", "pat p", "lee", "chris"]
    for number, author in enumerate(authors):
        other = hand_in(tmp_path / "other", f"sam{number}.zip", f"name: new{number}\nauthor: {author}\n")
    take_in(other, ladder, demands, processes=2)
    for number, author in enumerate(authors):
        reason = row_of(ladder, f"sam{number}.zip")["reason"]
        assert f"says that it is by {author}, an author who is known here" in reason
    assert waiting(ladder) == ["kim", "lee", "pats"]


def test_who_comes_first_in_a_folder_gets_neither_anothers_name_nor_author(handed_in: Path, ladder: Path) -> None:
    hand_in(handed_in, "a.zip", "name: kim\n")
    hand_in(handed_in, "b.zip", "name: new\nauthor: kim\n")
    take(handed_in, ladder)
    assert waiting(ladder) == ["kim", "lee", "pats"]
    assert "its name 'kim' is also that of" in row_of(ladder, "a.zip")["reason"]
    assert "says that it is by kim" in row_of(ladder, "b.zip")["reason"]


def test_the_same_file_makes_new_versions_also_after_one_that_was_refused(handed_in: Path, ladder: Path) -> None:
    manifest = "name: pats\nauthor: pat p\n"
    for mark, accepted in (("# 1", "yes"), ("# bad", "no"), ("# 3", "yes")):
        take(hand_in(handed_in, "pat.zip", manifest, f"{BOT}{mark}\n"), ladder)
        row = row_of(ladder, "pat.zip")
        assert (row["author"], row["accepted"]) == ("pat p", accepted)
        if accepted == "no":
            assert f"plays on: {row['plays']}" in (ladder / "submissions" / "pat.zip.txt").read_text()
    assert waiting(ladder).count("pats") == 2


def test_a_file_named_like_the_author_makes_new_versions_wherever_it_lies(
    handed_in: Path, ladder: Path, tmp_path: Path
) -> None:
    take(handed_in, ladder)
    take(hand_in(tmp_path / "other", "kim.zip"), ladder)
    assert waiting(ladder) == ["kim", "lee", "pats", "kim"]


def test_a_refused_name_is_looked_at_again_without_a_change(handed_in: Path, ladder: Path) -> None:
    hand_in(handed_in, "a.zip", "name: mine\n", BOT + "# bad\n")
    hand_in(handed_in, "b.zip", "name: mine\n", BOT + "# good\n")
    take(handed_in, ladder)
    assert waiting(ladder) == ["kim", "lee", "pats"]
    take(handed_in, ladder)
    assert waiting(ladder) == ["kim", "lee", "pats", "mine"]


# Stopped in the middle


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_who_stops_an_intake_loses_no_verdict(
    number: signal.Signals, handed_in: Path, ladder: Path, tmp_path: Path
) -> None:
    (handed_in / "bad.py").write_text(BOT + "# bad\n")
    (handed_in / "slow.py").write_text(BOT + "# waits\n")

    def work() -> None:
        os.setsid()
        with suppress(Exit), tidily("stopped"):
            take(handed_in, ladder)

    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    assert process.pid is not None
    wait_for(lambda: (ladder / "submissions.csv").exists() and len(rows(ladder)) == 4)
    started = Path("/proc/self/task").exists() and children_of(process.pid)
    (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
    process.join(20)
    assert not process.is_alive()
    wait_for(lambda: not any(Path("/proc", str(child)).exists() for child in started or ()))
    assert sorted(waiting(ladder)) == ["kim", "lee", "pats"]
    assert row_of(ladder, "bad.py")["accepted"] == "no"
    (handed_in / "slow.py").write_text(BOT + "# quick\n")
    assert [Path(file).name for file in take(handed_in, ladder).looked_at] == ["slow.py"]
    assert len(rows(ladder)) == 5


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


def children_of(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in tasks.read_text().split()] if tasks.exists() else []


# The table


def test_no_cell_of_the_table_is_a_formula(handed_in: Path, ladder: Path) -> None:
    names = ["=1", "-1", "'=1"]
    for number, name in enumerate(names):
        hand_in(handed_in, f"x{number}.zip", f'name: "{name}"\nauthor: "{name} a"\n')
    take(handed_in, ladder)
    for row in rows(ladder):
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row.values())
    for number, name in enumerate(names):
        row = read_table(ladder)[str(handed_in / f"x{number}.zip")]
        assert (row.entrant, row.author) == (name, f"{name} a")
        assert row_of(ladder, f"x{number}.zip")["entrant"] == f"'{name}"
    assert take(handed_in, ladder).looked_at == ()


def test_a_table_of_an_earlier_version_is_read(handed_in: Path, ladder: Path) -> None:
    take(handed_in, ladder)
    table = ladder / "submissions.csv"
    table.write_text("".join(line.rpartition(",")[0] + "\n" for line in table.read_text().splitlines()))
    assert take(handed_in, ladder).looked_at == ()


def test_a_table_that_is_none_is_told(handed_in: Path, ladder: Path) -> None:
    ladder.mkdir()
    (ladder / "submissions.csv").write_text("a,b\n1,2\n")
    with pytest.raises(Exception, match=r"submissions.csv: cannot be read"):
        take(handed_in, ladder)


def test_columns_are_those_of_the_issue() -> None:
    assert {"author", "entrant", "accepted", "reason", "p99_ms", "memory_mb", "score"} < set(Row.__struct_fields__)


def test_one_odd_submission_is_one_row_and_the_others_go_on(handed_in: Path, ladder: Path) -> None:
    (handed_in / "linked.py").symlink_to(handed_in / "kim.py")
    archive(handed_in / "dated.zip", {"a.py": BOT, "arena-bot.yaml": "bot: a.py\ndate: 2020-99-99\n"})
    (handed_in / os.fsdecode(b"bad\xff.py")).write_text(BOT)
    (handed_in / "line\nbreak.py").write_text(BOT)
    with (handed_in / "huge.zip").open("wb") as huge:
        huge.truncate(40 * 1024**3)
    take(handed_in, ladder)
    reasons = {Path(row["file"]).name: row["reason"] for row in rows(ladder) if row["accepted"] == "no"}
    assert reasons.keys() == {"linked.py", "dated.zip", "bad\\udcff.py", "line\\nbreak.py", "huge.zip"}
    assert "symbolic link" in reasons["linked.py"]
    assert "not valid YAML" in reasons["dated.zip"]
    assert "too big" in reasons["huge.zip"]
    assert all("cannot be printed" in reasons[name] for name in ("bad\\udcff.py", "line\\nbreak.py"))
    assert len(waiting(ladder)) == 3
