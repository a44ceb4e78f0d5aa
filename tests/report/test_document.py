"""report.md."""

import re
from pathlib import Path

from arena.ladder.stored import open_ladder
from arena.report.document import THIS_RUN, report
from arena.report.results import ladder_results
from arena.report.summary import summarise
from tests.report.kit import BOTH, stored, with_a_timed_one

LONG = {"format": {"kind": "round_robin", "sets_per_pairing": 30}}


def report_of(folder: Path) -> str:
    with open_ladder(folder) as ladder:
        return report(ladder_results(summarise(ladder), ladder), ladder)


def headings(text: str) -> list[str]:
    return re.findall(r"^## (.*)$", text, re.MULTILINE)


def test_its_sections_end_with_what_was_measured(tmp_path: Path) -> None:
    text = report_of(stored(tmp_path, "abcd", **BOTH))
    assert text.startswith("# Ladder tiny\n")
    assert headings(text) == [
        "Entrants",
        "Standings",
        "Head to head",
        "What made the margin",
        "By seat and role",
        "With and without forfeited matches",
        "Faults",
        "How to read it",
        "Check and use the results",
        "This run",
    ]


def test_the_same_results_give_the_same_bytes_but_for_this_run(tmp_path: Path) -> None:
    """Two folders, two orders of playing: only the measured section may differ."""
    texts = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        texts.append(report_of(stored(tmp_path / name, "abcd", **BOTH, **LONG)))
    one, other = (text.split(THIS_RUN)[0] for text in texts)
    assert one == other
    assert str(tmp_path) not in one


def test_nothing_measured_stands_above_this_run(tmp_path: Path) -> None:
    above, below = report_of(stored(tmp_path, "abcd")).split(THIS_RUN)
    assert "workers" in below
    assert not re.search(r"\d\d:\d\d|seconds|hours|workers|\bhost\b", above)


def test_a_timed_entrant_is_marked(tmp_path: Path) -> None:
    text = report_of(with_a_timed_one(tmp_path))
    entrants = text.partition("## Entrants")[2].partition("## Standings")[0]
    assert re.search(r"^\| entrant .*\| timed +\|$", entrants, re.MULTILINE)
    assert re.search(r"^\| slow .*\| yes +\|$", entrants, re.MULTILINE)
    assert re.search(r"^\| a .*\| +\|$", entrants, re.MULTILINE)
    assert "Timed: slow." in text
    assert "- **timed**: time decides what this bot does" in text


def test_entrants_are_named_with_version_bot_and_pools(tmp_path: Path) -> None:
    text = report_of(stored(tmp_path, "abcd", **BOTH))
    assert re.search(
        r"^\| a +\| [0-9a-f]{12} \| bots/random_legal.py \| .*\| bridgette, six \|$", text, re.MULTILINE
    )


def test_those_who_left_are_named(tmp_path: Path) -> None:
    stored(tmp_path, "abc")
    text = report_of(stored(tmp_path, "ab", sets=0))
    assert re.search(r"No longer in the field, .*: c [0-9a-f]{12}\.", text)


def test_the_replay_command_names_a_match_with_a_fault(tmp_path: Path) -> None:
    text = report_of(stored(tmp_path, "abcd", **LONG))
    found = re.search(r"arena replay \. (bridgette/\S+)", text)
    assert found
    with open_ladder(tmp_path / "results" / "tiny") as ladder:
        _, match = ladder.find_match(found[1])
    assert match.fault or match.substituted


def test_no_fault_is_said_so(tmp_path: Path) -> None:
    text = report_of(stored(tmp_path, "abc", sets=0))
    assert "## Faults\n\nNone.\n" in text


def test_every_table_is_rectangular(tmp_path: Path) -> None:
    text = report_of(stored(tmp_path, ["a|b", "c_d_", "[e]", "f`g`"], **BOTH, **LONG))
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert len(tables) >= 9
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


def test_results_are_told_by_seat_role_and_without_forfeits(tmp_path: Path) -> None:
    text = report_of(stored(tmp_path, "abcd", **BOTH))
    for title in (
        "Pool bridgette by seat: points per deal ± standard error",
        "Pool bridgette by role: points per deal ± standard error",
        "Pool six by seat: tables per deal ± standard error",
        "Pool bridgette: set score (margin ± standard error, points per deal)",
        "Pool six: set score (margin ± standard error, tables per set)",
    ):
        assert f"### {title}\n" in text
    assert "Over all sets, and over those in which nobody forfeited a match." in text


def test_without_a_forfeited_match_nothing_is_told_twice(tmp_path: Path) -> None:
    text = report_of(stored(tmp_path, "abc", sets=0))
    assert "## With and without forfeited matches\n\nNo match was forfeited.\n" in text
