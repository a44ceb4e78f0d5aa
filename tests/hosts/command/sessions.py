"""The example sessions of bots/PROTOCOL.md, and playing them again with a real process.

In a session a line with ``>`` goes to the program and one with ``<`` comes from it; a line ``…`` stands for lines
that are left out, in which the program takes the first legal action. Against it play bots that do so, too.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.games import GAMES
from arena.hosts.command.seat import CommandSeat
from arena.hosts.hosts import Hosts, Occupant
from arena.hosts.limits import Limits
from arena.match.referee import play_match
from tests.hosts.command.kit import HERE, PYTHON, command, first_legal

DOCUMENT = Path(__file__).parents[3] / "bots" / "PROTOCOL.md"
_SESSION = re.compile(r"^```session (\w+) seat=(\d) seed=(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT = "…"


@dataclass(frozen=True)
class Session:
    """One session: its game, the program's seat, the match's seed and its lines."""

    game: str
    seat: int
    seed: str
    lines: tuple[str, ...]

    @property
    def variant(self) -> Mapping[str, object]:
        """The shortest match there is."""
        return {"bridgette": {}, "fiftysix": {"players": 4, "tables": 1, "max_deals": 1}}[self.game]

    @property
    def said(self) -> list[str]:
        """What the program says up to the first gap."""
        first = self.lines[: self.lines.index(LEFT_OUT)] if LEFT_OUT in self.lines else self.lines
        return [line[2:] for line in first if line.startswith("< ")]


def sessions() -> list[Session]:
    """All sessions of the document."""
    found = _SESSION.findall(DOCUMENT.read_text(encoding="utf-8"))
    return [Session(game, int(seat), seed, tuple(text.splitlines())) for game, seat, seed, text in found]


def played(session: Session, hosts: Hosts, folder: Path) -> list[str]:
    """All lines of the match when the program says what it does in the session."""
    script = folder / "said.txt"
    script.write_text("".join(f"{line}\n" for line in session.said), encoding="utf-8")
    parrot = command(PYTHON, str(HERE / "parrot.py"), str(script))
    game = GAMES[session.game]
    variant = game.variant(session.variant)
    seats = sum(map(len, game.sides(variant)))
    bot = Occupant("first", first_legal(), {}, "none", Limits())
    own = Occupant(f"parrot@{parrot.version({})}", parrot, {}, "process", Limits())
    table_of = [own if seat == session.seat else bot for seat in range(seats)]
    with hosts.table(game, variant, session.seed, table_of) as table:
        seat = table._isolated[session.seat]
        assert isinstance(seat, CommandSeat)
        lines = _recorded(seat)
        result = play_match(game, variant, session.seed, table, order=range(len(game.sides(variant))))
    assert result.fault is None, result.fault
    return lines


def _recorded(seat: CommandSeat) -> list[str]:
    """What will be said on both sides."""
    lines: list[str] = []

    def record(line: bytes, heard: bytes) -> None:
        lines.extend((f"> {line.decode().rstrip()}", f"< {heard.decode().rstrip()}"))

    seat.listen = record
    return lines


def matches(shown: Sequence[str], lines: Sequence[str]) -> bool:
    """Whether lines are those shown, but for the gaps between them and in them."""
    whole = "\n".join("" if line == LEFT_OUT else line for line in shown)
    pattern = "(?s:.*)".join(".*".join(map(re.escape, part.split(LEFT_OUT))) for part in whole.split("\n\n"))
    return re.fullmatch(pattern, "\n".join(lines)) is not None
