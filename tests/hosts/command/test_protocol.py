"""bots/PROTOCOL.md says what is."""

import json
from pathlib import Path

import pytest

from arena.hosts.command.notation import _EVENTS
from arena.hosts.command.wire import PROTOCOL
from arena.hosts.hosts import Hosts
from tests.hosts.command.sessions import DOCUMENT, LEFT_OUT, Session, matches, played, sessions


def test_there_is_a_session_for_each_game() -> None:
    assert [session.game for session in sessions()] == ["bridgette", "fiftysix"]


@pytest.mark.parametrize("session", sessions(), ids=lambda session: session.game)
def test_a_session_of_the_document_is_played_as_it_stands(session: Session, hosts: Hosts, tmp_path: Path) -> None:
    lines = played(session, hosts, tmp_path)
    assert matches(session.lines, lines), "\n".join(lines)


def test_another_session_would_be_noticed(hosts: Hosts, tmp_path: Path) -> None:
    session = sessions()[0]
    lines = played(session, hosts, tmp_path)
    for number, line in enumerate(session.lines):
        if line != LEFT_OUT:
            assert not matches([*session.lines[:number], line + " ", *session.lines[number + 1 :]], lines)


def test_the_sessions_show_every_kind_of_line_event_and_decision() -> None:
    lines = [
        line[2:].replace(LEFT_OUT, '"P"') for session in sessions() for line in session.lines if len(line) > 1
    ]
    told = [line for line in map(json.loads, lines) if "type" in line]
    assert {line["type"] for line in told} == {"hello", "start", "ask", "tell"}
    assert {line["decision"] for line in told if line["type"] == "ask"} == {"discard", "call", "play"}
    shown = {event["event"] for line in told for event in line.get("events", ())}
    document = DOCUMENT.read_text(encoding="utf-8")
    named = {row.split("`")[1] for row in document.split("| `event` |")[1].split("\n\n")[0].splitlines()[2:]}
    assert shown == named
    assert len(named) == len(
        {kind.__name__.removeprefix("Bridgette").removeprefix("FiftySix") for kind in _EVENTS}
    )


def test_the_document_names_the_version() -> None:
    assert f"This is version {PROTOCOL} of the protocol." in DOCUMENT.read_text(encoding="utf-8")
