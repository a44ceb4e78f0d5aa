"""What isolation costs: matches held in each way, on the same seeds and by turns.

Both by the clock and in CPU time of all processes together, which is what remains of it on a machine that has
nothing else to do: there one of them runs while the others wait, all on one core.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from arena.bots.loading import LoadedBot, load_bot
from arena.games import GAMES
from arena.hosts.hosts import Hosts, Isolation, Occupant
from arena.hosts.limits import Limits
from arena.match.referee import play_match
from arena.match.transcript import decode

ISOLATIONS: tuple[Isolation, ...] = ("none", "process", "sandbox")
SHORT: dict[str, object] = {"players": 4, "tables": 12, "max_deals": 1}
LONG: dict[str, object] = {"players": 4, "tables": 60, "max_deals": 40}
SEEDS = 10
ROUNDS = 4
THINKER = """
import time
from arena.bots import Bot

class Thinker(Bot):
    games = ("bridgette", "fiftysix")

    def act(self, view):
        end = time.thread_time() + 0.001
        while time.thread_time() < end:
            pass
        return self.rng.choice(view.legal)
"""


class Speed(NamedTuple):
    """Sums over the seeds, each match at its best of several rounds."""

    wall_s: float
    cpu_s: float
    decisions: int


def main() -> None:
    """Print the tables."""
    with _hosts() as hosts, tempfile.TemporaryDirectory() as folder:
        random_legal = load_bot("random_legal.py", Path(__file__).parents[2] / "bots")
        short, long = _speeds(hosts, random_legal, SHORT), _speeds(hosts, random_legal, LONG)
        print("56 with 4 players, random_legal in every seat; on top of none")
        print(f"{'':10}{'CPU µs/decision':>16}{'ms/seat':>9}{'clock µs/decision':>19}{'ms/seat':>9}")
        for kind in ISOLATIONS[1:]:
            cpu, wall = (_on_top(kind, short, long, clock) for clock in ("cpu_s", "wall_s"))
            print(f"{kind:10}{cpu[0]:>16.1f}{cpu[1]:>9.2f}{wall[0]:>19.1f}{wall[1]:>9.2f}")
        Path(folder, "thinker.py").write_text(THINKER)
        speeds = _speeds(hosts, load_bot("thinker.py", Path(folder)), LONG | {"max_deals": 20}, seeds=2)
        print("\nThe same with bots that compute for 1 ms a decision; speed as a share of none's")
        for kind in ISOLATIONS[1:]:
            cpu_s, wall_s = speeds["none"].cpu_s / speeds[kind].cpu_s, speeds["none"].wall_s / speeds[kind].wall_s
            print(f"{kind:10}{f'CPU {cpu_s:.0%}':>16}{f'clock {wall_s:.0%}':>28}")


Speeds = dict[Isolation, Speed]


def _on_top(kind: Isolation, short: Speeds, long: Speeds, clock: str) -> tuple[float, float]:
    """Microseconds a decision, and milliseconds a seat and match, from matches of two lengths."""
    few, many = (getattr(speeds[kind], clock) - getattr(speeds["none"], clock) for speeds in (short, long))
    decision = (many - few) / (long[kind].decisions - short[kind].decisions)
    seat = (few - decision * short[kind].decisions) / (4 * SEEDS)
    return decision * 1e6, seat * 1e3


def _speeds(hosts: Hosts, bot: LoadedBot, options: dict[str, object], seeds: int = SEEDS) -> Speeds:
    """Play every seed in every isolation by turns, so that whatever else the machine does hits all alike."""
    best: dict[tuple[Isolation, int], Speed] = {}
    for _ in range(ROUNDS):
        for seed in range(seeds):
            for kind in ISOLATIONS:
                played = _play(hosts, bot, options, kind, str(seed))
                before = best.get((kind, seed), played)
                best[kind, seed] = Speed(*map(min, played, before))
    return {
        kind: Speed(*map(sum, zip(*(best[kind, seed] for seed in range(seeds)), strict=True)))
        for kind in ISOLATIONS
    }


def _play(hosts: Hosts, bot: LoadedBot, options: dict[str, object], isolation: Isolation, seed: str) -> Speed:
    game = GAMES["fiftysix"]
    variant = game.variant(options)
    seats = [Occupant(f"{bot.default_name}@1", bot, {}, isolation, Limits())] * 4
    wall, cpu = time.perf_counter(), _cpu_s(hosts)
    with hosts.table(game, variant, seed, seats) as table:
        result = play_match(game, variant, seed, table, order=(0, 1))
    cpu = _cpu_s(hosts) - cpu + sum(table.cpu_s(seat) for seat in range(4) if isolation != "none")
    return Speed(time.perf_counter() - wall, cpu, sum(1 for _ in decode(result.transcript)))


def _cpu_s(hosts: Hosts) -> float:
    """The CPU time of this process and of the zygotes, by the clock that `Process` reads too."""
    zygotes = [zygote.pid for zygote in hosts._zygotes._running.values()]
    return time.process_time() + sum(time.clock_gettime((~pid << 3) | 2) for pid in zygotes)


@contextmanager
def _hosts() -> Iterator[Hosts]:
    with tempfile.TemporaryDirectory() as folder:
        hosts = Hosts(Path(folder))
        try:
            yield hosts
        finally:
            hosts.close()
