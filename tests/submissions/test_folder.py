import csv
import os
import zipfile
from pathlib import Path

import pytest

from arena.checks.records import CheckReport, Duel, Problem, Timing
from arena.hosts.limits import Limits
from arena.ladder.inbox import Inbox, Submit
from arena.submissions import folder as module
from arena.submissions.demands import Demands
from arena.submissions.examine import Submission, SubmissionError
from arena.submissions.folder import Intake, submissions_in, take_in
from arena.submissions.table import Row

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
    assert row_of(ladder, "kim.py") | {"file": "", "version": "", "fingerprint": ""} == {
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
    }
    text = (ladder / "submissions" / "pat.zip.txt").read_text()
    assert "by pat p" in text
    assert "Accepted: it plays as pats" in text
    assert "15 sets won, 2 drawn, 3 lost" in text
    assert sorted(path.name for path in (ladder / "bundles").iterdir()) == sorted(
        request.entrant.bundle for request in Inbox(ladder).waiting().values() if isinstance(request, Submit)
    )


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("x.py", BOT + "# bad\n", "crash: play at seat 0: ValueError: no"),
        ("x.py", "def f(:\n", "x.py:1: syntax error"),
        ("x.py", "\0", "source code string cannot contain null bytes"),
        ("x.py", "import os\nos._exit(3)\n", "cannot be loaded in a process of its own"),
        ("x.py", BOT + BOT.replace("Mine", "Yours"), "several bots, name one"),
        ("x.py", BOT.replace("BridgetteBot", "FiftySixBot"), "plays in no pool: the bot plays fiftysix"),
        ("x+y.py", BOT, "name 'x+y': expected a name of at most 64 characters"),
        ("taken.py", BOT, "the ladder's config has an entrant of the name 'taken'"),
    ],
)
def test_what_is_not_fit_is_not_submitted_and_harms_nobody(
    name: str, content: str, reason: str, handed_in: Path, ladder: Path
) -> None:
    (handed_in / name).write_text(content)
    take(handed_in, ladder)
    row = row_of(ladder, name)
    assert row["accepted"] == "no"
    assert reason in row["reason"]
    assert reason in " ".join(
        (ladder / "submissions").joinpath(f"{name.replace('+', '_')}.txt").read_text().split()
    )
    assert waiting(ladder) == ["kim", "lee", "pats"]


def test_an_unsound_archive_is_one_row(handed_in: Path, ladder: Path) -> None:
    archive(handed_in / "x.zip", {"../../evil.py": BOT})
    (handed_in / "y.zip").write_bytes(b"no zip")
    archive(handed_in / "z.zip", {"a.py": BOT, "b.py": BOT})
    take(handed_in, ladder)
    assert "is no path inside a folder" in row_of(ladder, "x.zip")["reason"]
    assert "not a sound zip file" in row_of(ladder, "y.zip")["reason"]
    assert row_of(ladder, "z.zip")["reason"].startswith("z: several Python files and no arena-bot.yaml")


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


def test_another_authors_name_is_refused(handed_in: Path, ladder: Path, tmp_path: Path) -> None:
    take(handed_in, ladder)
    other = tmp_path / "other"
    other.mkdir()
    archive(other / "sam.zip", {"a.py": BOT, "arena-bot.yaml": "bot: a.py\nname: pats\n"})
    take(other, ladder)
    assert "an entrant of the name 'pats' by another author, pat p" in row_of(ladder, "sam.zip")["reason"]
    assert len(rows(ladder)) == 4


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
