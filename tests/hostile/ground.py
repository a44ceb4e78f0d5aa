"""The ground on which attacks are let loose: a ladder, what is worth attacking, and oracles of what happened.

Nothing that is judged here is told by the hosts: secrets are looked for in what a bot printed, files are compared,
processes, memory and servers are watched from outside, and the match is compared with that of two honest bots.
"""

import ast
import json
import os
import re
import secrets
import sysconfig
from contextlib import ExitStack, nullcontext, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any, ClassVar, Self

import yaml

from arena.bots.base import Bot
from arena.bots.bundle import Bundle, Manifest
from arena.bots.files import BotFile
from arena.bots.loading import kept_bot
from arena.games import GAMES
from arena.games.base import HandDealt
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.hosts.layers import REQUIRED
from arena.hosts.output import entrant_logs
from arena.ladder.entrants import Ladder, load_config_of, load_ladder
from arena.ladder.executors.base import Played
from arena.ladder.guests import shelf_in
from arena.ladder.inbox import Inbox, Submit
from arena.ladder.isolation import Sandbox
from arena.ladder.store import open_store
from arena.ladder.stored_entrant import Origin, StoredEntrant
from arena.ladder.worker import SetPlayer
from arena.match.referee import play_match
from arena.records import MatchResult, SetTask, match_name
from arena.seeds import match_seed
from tests.hostile.attacks import ATTACKS, BOTS, PLAYED, Declared
from tests.hostile.bystander import Bystander
from tests.hostile.servers import Servers
from tests.hostile.traces import MARK, snapshot, take_left_files, take_shared_memory
from tests.hostile.watch import Watch

BASE = (Path(__file__).parent / "attack.py").read_text()
LIMITS = {"decision_ms": 60, "match_s": 2.0, "memory_mb": 64, "startup_s": 0.5}
POOLS = [
    {"id": "bridgette", "game": "bridgette"},
    {"id": "fiftysix", "game": "fiftysix", "variant": {"players": 4, "tables": 1, "max_deals": 2}},
]
RIVAL = """
import time
from pathlib import Path
from arena.bots import Bot

SECRET = (Path(__file__).parent / "secret.txt").read_text()

class Honest(Bot):
    games = ("bridgette", "fiftysix")
    asked = 0

    def act(self, view):
        self.asked += 1
        if self.asked in {pauses}:
            time.sleep(0.4)
        return view.legal[len(view.legal) // 2]
"""
_SANDBOXES = ("sandbox", "bare", "quick")
RIVALS = {"rival": range(0), "slow": range(13, 15)}


class Honest(Bot):
    """What the rivals play, and the attacks as long as they play."""

    games: ClassVar = ("bridgette", "fiftysix")

    def act(self, view: Any) -> object:
        return view.legal[len(view.legal) // 2]


@dataclass(frozen=True)
class Verdict:
    """What became of an attack's matches, the harm done, and what the bot printed."""

    verdicts: frozenset[str]
    harm: frozenset[str]
    printed: str


class Ground:
    """A ladder in a folder, held in one isolation: `sandbox`, `bare` (without bubblewrap), `process` or `none`.

    `quick` is whatever sandbox this machine offers.
    """

    def __init__(self, folder: Path, isolation: str) -> None:
        self._isolation = isolation
        self._folder = folder
        self._results = folder / "results"
        self._mark = f"{MARK}-{secrets.token_hex(4)}"
        self._key = secrets.randbits(30) | 1
        self._secrets: list[str] = []
        self._position = 0
        self._open = ExitStack()
        try:
            self._prepare()
        except BaseException:
            self._open.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def play(self, name: str) -> Verdict:
        """Play an attack's sets, store them, and say what happened. Each can be played once."""
        attack = ATTACKS[name]
        before = self._snapshot()
        verdicts, harm, known, printed = set[str](), set[str](), set[str](), StringIO()
        self._watch.seats = 4 if attack.pool == "fiftysix" else 2
        for k in range(1, attack.sets + 1):
            task = self._task(attack, k)
            with self._watch, redirect_stdout(printed) if self._isolation == "none" else nullcontext():
                result = self.player.play(task)
            self._store.add([Played(task, result, 0.0, 0)])
            assert all(
                self._store.find_match(match_name(task.name, n))[1] == match
                for n, match in enumerate(result.matches, 1)
            )
            for match in result.matches:
                verdicts.add(PLAYED if match.fault is None else match.fault.kind)
                if not self._is_fair(task, match):
                    harm.add("rival")
                known |= self._hands_of_rivals(task, match)
        logs = entrant_logs(self._results, self._keys[name])
        told = printed.getvalue() + "".join(log.read_text(errors="replace") for log in logs[-1:])
        harm |= self._watch.take() | self._said(told, known) | self._traces(name, before)
        return Verdict(frozenset(verdicts), frozenset(harm), told)

    def _is_fair(self, task: SetTask, match: MatchResult) -> bool:
        """Whether the rival won by the attacker's fault, or the match is that of two honest bots."""
        attacker = match.order.index(0)
        if match.fault is not None:
            return match.forfeited == (attacker,) and match.places[1 - attacker] == 1
        game = GAMES[self._pools[task.pool].game]
        variant = self._pools[task.pool].variant
        seats = [Seating(Honest, {})] * sum(map(len, game.sides(variant)))
        players = InProcessPlayers(game, variant, task.seed, seats)
        return match == play_match(game, variant, task.seed, players, order=match.order)

    def _hands_of_rivals(self, task: SetTask, match: MatchResult) -> set[str]:
        """The cards that the rival's seats were dealt first, as attacks print them."""
        game, variant = GAMES[self._pools[task.pool].game], self._pools[task.pool].variant
        rivals = game.sides(variant)[match.order.index(1)]
        _, events = game.start(variant, task.seed)
        dealt = [event for event in events if isinstance(event, HandDealt) and event.seat in rivals]
        return {"-".join(map(str, sorted(event.cards))) for event in dealt}

    def _said(self, told: str, known: set[str]) -> set[str]:
        """Harm that shows in what an attack printed."""
        learnt = set(re.findall(r"^LEARNT (\S+)$", told, re.MULTILINE))
        held = set(re.findall(r"^HOLDS (\S+)$", told, re.MULTILINE))
        harm = {"learnt"} if learnt & (held | known) else set()
        if any(secret in told for secret in self._secrets):
            harm.add("leak")
        return harm

    def _traces(self, name: str, before: object) -> set[str]:
        """Harm that shows in what is left, or is no longer as it was."""
        harm = set()
        if take_left_files(self._folder, self._mark) or self._snapshot() != before:
            harm.add("files")
            self.player.close()  # what comes next shall find all in order
            self._write_rivals()
            self._stage_rivals()
        if take_shared_memory(self._key):
            harm.add("shared memory")
        if self._servers.were_spoken_to():
            harm.add("network")
        if not self._bystander(name).is_untouched():
            harm.add("bystander")
        return harm

    def _snapshot(self) -> dict[str, tuple[object, ...]]:
        staged = [self._results / "staged" / self._keys[rival] for rival in RIVALS]
        own = ("rivals", "other", "site", "private", "free")
        return snapshot([*(self._folder / name for name in own), *staged])

    def _task(self, attack: Declared, k: int) -> SetTask:
        self._position += 1
        sides = ((self._keys[attack.name],), (self._keys[attack.rival],))
        seed = match_seed(self._store.secret, attack.pool, [attack.name, attack.rival], k)
        return SetTask(attack.pool, 1, self._position, sides, k, seed)

    def _prepare(self) -> None:
        self._write_files()
        variable = f"ARENA_HOSTILE_{self._isolation}"
        os.environ[variable] = self._secret()
        self._open.callback(os.environ.pop, variable)
        inherited = os.open(self._folder / "private" / "secret.txt", os.O_RDONLY)
        os.set_inheritable(inherited, True)
        self._open.callback(os.close, inherited)
        self._servers = self._open.enter_context(Servers(self._folder))
        self._bystanders: dict[str, Bystander] = {}
        config = self._write_config()
        self._keys = {entrant.name: entrant.key for entrant in load_config_of(config).entrants}
        for attack in ATTACKS.values():
            self._submit(attack)
        self._ladder: Ladder = load_ladder(config, self._results)
        self._pools = {pool.id: pool for pool in self._ladder.pools}
        self._store = open_store(self._results, self._ladder, 0)
        self._open.callback(self._store.close)
        self.player = SetPlayer(self._ladder, self._results)
        self._open.callback(self.player.close)
        if self._isolation in ("sandbox", "bare"):
            self.player.sandbox = Sandbox(REQUIRED, wrapped=self._isolation == "sandbox")
        self._watch = Watch()
        self._stage_rivals()

    def _stage_rivals(self) -> None:
        """Have the rivals' files laid out to be played."""
        pool = self._pools["bridgette"]
        for rival in RIVALS:
            seated = [self._ladder.entrant(self._keys[rival])] * 2
            with self.player._table(pool, "", seated, "", ()):
                pass

    def _write_files(self) -> None:
        for name in ("rivals/rival", "rivals/slow", "other", "site", "private", "free"):
            (self._folder / name).mkdir(parents=True)
        self._rivals_secrets = {name: self._secret() for name in RIVALS}
        self._write_rivals()
        private = self._folder / "private" / "secret.txt"
        private.write_text(self._secret())
        self._secrets.append(f"{private.stat().st_size} {private.stat().st_mtime_ns}")
        (self._folder / "other" / "ladder.db").write_bytes(b"")

    def _write_rivals(self) -> None:
        for name, pauses in RIVALS.items():
            folder = self._folder / "rivals" / name
            (folder / "arena-bot.yaml").write_text("bot: rival.py\n")
            (folder / "rival.py").write_text(RIVAL.format(pauses=pauses))
            (folder / "secret.txt").write_text(self._rivals_secrets[name])

    def _write_config(self) -> Path:
        seed = secrets.token_hex(16)
        self._secrets.append(seed)
        config = {
            "ladder": "hostile",
            "seed": seed,
            "games": POOLS,
            "format": {"kind": "round_robin", "sets_per_pairing": 1},
            "workers": 0,
            "isolation": "auto" if self._isolation in _SANDBOXES else self._isolation,
            "limits": LIMITS,
            "on_fault": {"max_fault_rate": 1.0},
            "entrants": [
                {
                    "bot": str(self._folder / "rivals" / name),
                    "name": name,
                    "limits": {"decision_ms": 2000, "match_s": 60.0, "startup_s": 10.0},
                }
                for name in RIVALS
            ],
        }
        path = self._folder / "hostile.yaml"
        path.write_text(yaml.safe_dump(config))
        return path

    def _submit(self, attack: Declared) -> None:
        source = (BOTS / f"{attack.name}.py").read_bytes()
        main = f"{attack.name}.py"
        manifest = BotFile("arena-bot.yaml", f"bot: {main}\n".encode())
        base = BotFile("attack.py", BASE.replace(MARK, self._mark).encode())
        files = sorted([manifest, base, BotFile(main, source)], key=lambda file: file.name)
        bundle = Bundle(tuple(files), Manifest(main))
        place = shelf_in(self._results).put(bundle)
        games = ("bridgette", "fiftysix")
        loaded = kept_bot(bundle, place, main, main, _class_name(source), games)
        options: dict[str, bool | int | float | str] = {"targets": json.dumps(self._targets(attack))}
        entrant = StoredEntrant(
            name=attack.name,
            version=loaded.version(options),
            spec=main,
            options=options,
            author=None,
            origin=Origin.SUBMITTED,
            bundle=bundle.hash,
            main=main,
            class_name=loaded.class_name,
            games=games,
            packages={},
            timed=False,
        )
        self._keys[attack.name] = entrant.key
        Inbox(self._results).post(Submit(entrant))

    def _targets(self, attack: Declared) -> dict[str, object]:
        """What there is to attack, and all that an attacker needs to know of it."""
        staged = self._results / "staged"
        database = self._results / "ladder.db"
        done = f"DONE-{secrets.token_hex(8)}"
        self._secrets.append(done)
        sites = [str(self._folder / "site")]
        if self._isolation in _SANDBOXES:
            sites.append(sysconfig.get_path("purelib"))
        return {
            "bystander": self._bystander(attack.name).target,
            "engine": os.getpid(),
            "forbidden": done,
            "rival": [
                *(str(self._folder / "rivals" / name) for name in RIVALS),
                str(staged / self._keys["rival"]),
            ],
            "databases": [str(database), f"{database}-wal"],
            "other database": str(self._folder / "other" / "ladder.db"),
            "config": str(self._folder / "hostile.yaml"),
            "file": str(self._folder / "private" / "secret.txt"),
            "folders": [str(self._folder / "free")],
            "sites": sites,
            "key": self._key,
            **self._servers.targets,
        }

    def _bystander(self, name: str) -> Bystander:
        """The bystander of an attack: those that mean to harm it have one of their own."""
        own = name if ATTACKS[name].kind.startswith("killing, stopping") else ""
        if own not in self._bystanders:
            bystander = self._open.enter_context(Bystander(self._folder / "private" / "secret.txt"))
            self._secrets += bystander.secrets
            self._bystanders[own] = bystander
        return self._bystanders[own]

    def _secret(self) -> str:
        secret = f"TOKEN-{secrets.token_hex(8)}"
        self._secrets.append(secret)
        return secret


def _class_name(source: bytes) -> str:
    """The class of an attack's bot."""
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    bases = {node.name: [base.id for base in node.bases if isinstance(base, ast.Name)] for node in classes}
    return next(name for name, names in bases.items() if {"Attack", "Channel"} & set(names))
