"""`arena submit` and `arena entrants`."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner, Result

from arena.cli.main import app
from arena.errors import ArenaError
from arena.hosts.layers import missing_layers
from arena.hosts.output import log_folder
from arena.ladder.config import ConfigError
from arena.ladder.entrants import load_ladder
from arena.ladder.events import Change, ChangeKind
from arena.ladder.guests import guests
from arena.ladder.inbox import Inbox, Submit, Withdraw
from arena.ladder.schema import StoreError
from arena.ladder.stored import open_ladder
from arena.ladder.stored_entrant import Origin
from tests.hosts.command.kit import needs_node
from tests.ladder.kit import BRIDGETTE, SIX, make_ladder, opened, submission

needs_sandbox = pytest.mark.skipif(bool(missing_layers()), reason="this machine cannot give a sandbox")

BOT = """
from arena.bots import BridgetteBot, Option

class Mine(BridgetteBot):
    OPTIONS = {"boldness": Option(0.5, "how bold", low=0.0, high=1.0)}

    def act(self, view):
        return view.legal[-1]
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a ladder of two entrants and a bot, where commands are run."""
    copy_bots(tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(BOT)
    config()
    return tmp_path


def copy_bots(folder: Path) -> None:
    shutil.copytree(Path(__file__).parents[2] / "bots", folder / "bots", ignore=shutil.ignore_patterns("*.md"))


def config(**changes: Any) -> None:
    Path("c.yaml").write_text(
        yaml.safe_dump(
            {
                "ladder": "spring",
                "games": [BRIDGETTE],
                "format": {"kind": "round_robin", "sets_per_pairing": 2},
                "isolation": "process",
                "workers": 0,
                "entrants": [{"bot": "bots/random_legal.py", "isolation": "none"}],
            }
            | changes
        )
    )


def arena(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, catch_exceptions=False)


def submit(*arguments: str) -> Result:
    return arena("submit", *arguments, "--ladder", "c.yaml", "--budget", "1")


def files() -> list[str]:
    return sorted(path.as_posix() for path in Path().rglob("*") if "__pycache__" not in path.parts)


@pytest.mark.usefixtures("here")
class TestSubmit:
    def test_a_bot_is_checked_frozen_and_plays_though_its_file_has_gone(self) -> None:
        before = Path("c.yaml").read_bytes()
        told = submit("mine.py", "--name", "m", "--author", "kim", "--options", "boldness=0.9").output
        assert "Accepted: m, version" in told
        assert "arena run c.yaml" in told
        (request,) = Inbox(Path("results/spring")).waiting().values()
        assert isinstance(request, Submit)
        assert (request.entrant.author, request.entrant.options) == ("kim", {"boldness": 0.9})
        Path("mine.py").unlink()
        arena("run", "c.yaml", "--quiet")
        with open_ladder(Path("results/spring")) as stored:
            assert stored.field("bridgette")[1] == f"m@{request.entrant.version}"
            assert len(list(stored.counted_sets("bridgette"))) == 2
        assert Path("c.yaml").read_bytes() == before

    def test_the_same_version_again_changes_nothing(self) -> None:
        submit("mine.py")
        before = files()
        assert "already at this version" in submit("mine.py").output
        assert files() == before

    def test_a_bundle_may_be_named_in_a_config(self) -> None:
        submit("mine.py")
        (bundle,) = Path("results/spring/bundles").iterdir()
        config(entrants=[{"bot": "bots/random_legal.py"}, {"bot": bundle.name, "name": "frozen"}])
        arena("run", "c.yaml", "--quiet")
        with open_ladder(Path("results/spring")) as stored:
            assert [key.split("@")[0] for key in stored.field("bridgette")] == ["random_legal", "frozen", "mine"]

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (["nobody.py"], "no bot file 'nobody.py'"),
            (["text.py"], "text.py:1: syntax error"),
            (["two.py"], "several bots, name one: two.py:A, two.py:B"),
            (
                ["mine.py", "--name", "random_legal"],
                "the ladder's config has an entrant of the name 'random_legal'",
            ),
            (["mine.py", "--name", "a/b"], "name 'a/b': expected a name of at most 64 characters"),
            (["mine.py", "--options", "bold=1"], "option bold: unknown option; known: boldness"),
            (["mine.py", "--options", "boldness"], "expected KEY=VALUE"),
            (["mine.py", "--options", "boldness=1", "--options", "boldness=2"], "boldness is given twice"),
            ([""], "BOT: expected a text"),
            (["mine.py", "--author", ""], "--author: expected a text"),
            (["mine.py", "--name", ""], "--name: expected a text"),
            (["bots/external/first_legal.mjs"], "such as 'command: [node, first_legal.mjs]', and hand that in"),
            (["empty"], "no submission in it"),
            (["empty", "--name", "x"], "--name, --author and --options are for one bot"),
            (["big"], "too big for a bot"),
            (["mine.zip"], "mine.zip: no such file"),
            (["bots/fiftysix_plain.py"], "plays in no pool: the bot plays fiftysix, the ladder bridgette"),
        ],
    )
    def test_bad_input_is_told_and_changes_nothing(
        self, arguments: list[str], told: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        Path("text.py").write_text("This is no Python.\n")
        Path("two.py").write_text(BOT.replace("Mine", "A") + BOT.replace("Mine", "B"))
        Path("empty").mkdir()
        Path("big").mkdir()
        Path("big/arena-bot.yaml").write_text("bot: big.py\n")
        Path("big/big.py").write_text(BOT)
        with Path("big/weights.bin").open("wb") as file:
            file.truncate(65 * 1024**2)
        before = files()
        with pytest.raises(ArenaError) as refusal:
            submit(*arguments)
        assert told in str(refusal.value)
        assert files() == before

    def test_a_bot_that_fails_the_check_is_told_and_changes_nothing(self) -> None:
        Path("bad.py").write_text(BOT.replace("view.legal[-1]", "1 / 0"))
        before = files()
        with pytest.raises(ArenaError, match=r"bad.py: not accepted:\n  crash: .*ZeroDivisionError"):
            submit("bad.py")
        assert files() == before

    def test_a_ladder_that_does_not_exist_is_told(self) -> None:
        with pytest.raises(ArenaError, match=r"^nothing\.yaml: there is no such file; expected a ladder's config"):
            arena("submit", "mine.py", "--ladder", "nothing.yaml")

    def test_a_folder_is_taken_in_and_its_table_shown(self) -> None:
        Path("in").mkdir()
        shutil.copy("mine.py", "in/kim.py")
        Path("in/lee.py").write_text("x = (\n")
        told = submit("in").output
        assert "1 accepted, 1 not; 2 of them were looked at now" in told
        assert "0 of them were looked at now" not in told
        assert "1 accepted, 1 not; 0 of them were looked at now" in submit("in").output
        assert [
            request.entrant.name
            for request in Inbox(Path("results/spring")).waiting().values()
            if isinstance(request, Submit)
        ] == ["kim"]

    def test_a_new_version_of_an_authors_entrant_needs_the_authors_name(self) -> None:
        Path("bot").mkdir()
        shutil.copy("mine.py", "bot/mine.py")
        Path("bot/arena-bot.yaml").write_text("bot: mine.py\nname: m\nauthor: kim\n")
        submit("bot")
        Path("bot/mine.py").write_text(BOT + "# 2\n")
        before = files()
        for arguments in (["bot"], ["bot", "--author", "sam"], ["mine.py", "--name", "m"]):
            with pytest.raises(
                ArenaError,
                match=r"name 'm' by kim.*with --author 'kim'",
            ):
                submit(*arguments)
        with pytest.raises(ArenaError, match="says that it is by kim, an author who is known here"):
            submit("bot", "--name", "other")
        assert files() == before
        assert "Accepted: m" in submit("bot", "--author", "kim").output

    def test_an_entrant_without_an_author_is_whose_name_is_said(self) -> None:
        submit("mine.py")
        Path("mine.py").write_text(BOT + "# 2\n")
        Path("bot").mkdir()
        shutil.copy("mine.py", "bot/a.py")
        Path("bot/arena-bot.yaml").write_text("bot: a.py\nname: mine\nauthor: sam\n")
        with pytest.raises(ArenaError, match=r"by an author who is not named.*with --name 'mine'"):
            submit("bot")
        submit("mine.py", "--author", "kim")
        latest = guests(Path("results/spring"))[-1]
        assert (latest.name, latest.author) == ("mine", "kim")

    @pytest.mark.parametrize("kind", ["file", "zip", "folder", "inside", "dangling"])
    def test_a_symbolic_link_is_refused_wherever_it_stands(self, kind: str) -> None:
        Path("bot").mkdir()
        shutil.copy("mine.py", "bot/mine.py")
        Path("bot/arena-bot.yaml").write_text("bot: mine.py\n")
        link = {"file": "x.py", "zip": "x.zip", "folder": "x", "inside": "bot/x", "dangling": "x.py"}[kind]
        target = {"zip": "mine.py", "folder": "bot", "dangling": "nothing"}.get(kind, "mine.py")
        Path(link).symlink_to(Path(target).absolute())
        before = files()
        with pytest.raises(ArenaError, match=f"{link}: a symbolic link; [^\n]*$"):
            submit("bot" if kind == "inside" else link)
        assert files() == before

    @pytest.mark.parametrize(
        "command", [pytest.param("[node, first_legal.mjs]", marks=needs_node), "[python3, first_legal.py]"]
    )
    @pytest.mark.parametrize("isolation", ["process", pytest.param("sandbox", marks=needs_sandbox)])
    def test_a_program_in_any_language_is_handed_in_as_a_folder(self, command: str, isolation: str) -> None:
        config(isolation=isolation)
        shutil.copytree("bots/external", "prog")
        Path("prog/arena-bot.yaml").write_text(f"command: {command}\nname: p\n")
        assert "Accepted: p, version" in submit("prog").output
        shutil.rmtree("prog")
        arena("run", "c.yaml", "--quiet")
        with open_ladder(Path("results/spring")) as stored:
            sets = list(stored.counted_sets("bridgette"))
            assert [entrant.name for entrant in stored.entrants()] == ["random_legal", "p"]
        assert len(sets) == 2
        assert not any(match.fault for result in sets for match in result.matches)
        assert "with other actions: 0" in arena("verify", "spring", "--deep").output

    @pytest.mark.parametrize(
        ("manifest", "arguments", "told"),
        [
            ("command: [nodee, first_legal.mjs]", [], "no program 'nodee' on the PATH"),
            ("command: [./README.md]", [], "expected a program for this machine"),
            ("command: [python3, old.py]", [], "speaks protocol 99"),
            ("command: [python3, first_legal.py]", ["--options", "a=1"], "unknown option"),
            ("command: [python3, first_legal.py]\nname: a\nname: b", [], "name: given twice, on line 2 and on"),
        ],
    )
    def test_a_program_that_is_not_fit_is_told_and_changes_nothing(
        self, manifest: str, arguments: list[str], told: str
    ) -> None:
        shutil.copytree("bots/external", "prog")
        source = Path("prog/first_legal.py").read_text()
        Path("prog/old.py").write_text(source.replace('"protocol": 1', '"protocol": 99'))
        Path("prog/README.md").write_text("no program")
        Path("prog/arena-bot.yaml").write_text(manifest + "\n")
        before = files()
        with pytest.raises(ArenaError) as refusal:
            submit("prog", *arguments)
        assert told in str(refusal.value)
        assert "/staged/" not in str(refusal.value)
        assert files() == before

    def test_a_name_that_the_config_takes_over_is_told_with_what_to_do(self) -> None:
        submit("mine.py")
        arena("run", "c.yaml", "--quiet")
        config(entrants=[{"bot": "bots/random_legal.py"}, {"bot": "mine.py"}])
        with pytest.raises(ArenaError, match=r"the name 'mine' is also that of an entrant that was submitted"):
            arena("run", "c.yaml", "--quiet")
        arena("entrants", "spring", "mine", "--withdraw")
        arena("run", "c.yaml", "--quiet")
        assert "config" in arena("entrants", "spring", "mine").output

    def test_other_versions_of_packages_are_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        Path("mine.py").write_text("import msgspec\n" + BOT)
        config(entrants=[{"bot": "bots/random_legal.py", "name": name} for name in "ab"])
        submit("mine.py")
        arena("run", "c.yaml", "--quiet")
        monkeypatch.setattr("arena.hosts.packages.version", lambda name: "0.0.1")
        with pytest.raises(StoreError, match=r"mine: msgspec \S+ there, 0.0.1 here"):
            arena("run", "c.yaml", "--quiet")
        arena("entrants", "spring", "mine", "--withdraw")
        arena("run", "c.yaml", "--quiet")


class TestEntrants:
    @pytest.fixture(autouse=True)
    def ladder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A ladder with a suspended entrant, a withdrawn one and an old version."""
        monkeypatch.chdir(tmp_path)
        folder = tmp_path / "results" / "tiny"
        copy_bots(tmp_path)
        ladder = make_ladder(tmp_path, "ab")
        Inbox(folder).post(submission("x", author="kim"), submission("bad"), submission("out"))
        opened(folder, ladder).close("done")
        Inbox(folder).post(submission("x", "v2", author="kim"))
        with opened(folder, ladder) as store:
            suspended = Change(ChangeKind.SUSPENDED, "bad@v1", Origin.SUBMITTED, 26)
            store.change(ladder, ladder.pools[0], [suspended], (2, 0))
        return folder

    def test_all_are_listed_with_their_state(self, ladder: Path) -> None:
        arena("entrants", "tiny", "out", "--withdraw")
        lines = {" ".join(line.split()) for line in arena("entrants", "tiny").output.splitlines()}
        assert "x v1 kim submitted replaced 0 0" in lines
        assert "x v2 kim submitted in 0 0" in lines
        assert "bad v1 submitted suspended from set 1 on 0 0" in lines
        assert "Waiting for the next run: withdraw out" in lines
        assert any("arena entrants RESULTS bad --resume" in line for line in lines)

    def test_standings_say_who_is_suspended(self) -> None:
        assert (
            "bad is suspended from set 1 on: it faulted in 26 of its last sets"
            in arena("standings", "tiny").output
        )

    def test_resuming_is_asked_for(self, ladder: Path) -> None:
        assert "Asked to resume bad" in arena("entrants", "tiny", "bad", "--resume").output
        assert len(Inbox(ladder).waiting()) == 1

    @pytest.mark.parametrize(("name", "option"), [("bad", "--resume"), ("a", "--withdraw"), ("bad", "--withdraw")])
    def test_what_is_asked_for_twice_is_asked_for_once(self, name: str, option: str, ladder: Path) -> None:
        arena("entrants", "tiny", name, option)
        told = arena("entrants", "tiny", name, option)
        assert (told.exit_code, len(Inbox(ladder).waiting())) == (0, 1)
        assert told.output == f"It is asked for already to {option[2:]} {name}; nothing was changed.\n"

    def test_another_request_in_between_makes_it_a_new_one(self, ladder: Path) -> None:
        for option in ("--withdraw", "--resume", "--withdraw"):
            assert "Asked to" in arena("entrants", "tiny", "a", option).output
        assert len(Inbox(ladder).waiting()) == 3

    def test_a_version_that_was_replaced_before_it_could_play_is_listed(
        self, ladder: Path, tmp_path: Path
    ) -> None:
        Inbox(ladder).post(submission("n"), submission("n", "v2"), submission("gone"), Withdraw("gone"))
        output = arena("entrants", "tiny", "n").output
        assert "submit n, version v1 (replaced: a later version waits too)\n" in output
        assert output.endswith("submit n, version v2\n")
        opened(ladder, make_ladder(tmp_path, "ab")).close("done")
        lines = {" ".join(line.split()) for line in arena("entrants", "tiny").output.splitlines()}
        assert {"n v1 submitted replaced 0 0", "n v2 submitted in 0 0"} < lines
        assert any(line.startswith("gone v1 submitted withdrawn") for line in lines)

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (
                ["bda", "--withdraw"],
                "no entrant 'bda' in results/tiny; there are: a, b, bad, out, x; did you mean 'bad'?",
            ),
            (["--withdraw"], "which entrant? Give its name after the ladder's"),
            (["a", "--resume"], "a: nothing to resume, as it is in"),
            (["a", "--resume", "--withdraw"], "one or the other"),
            (["a", "--log"], "no log in results/tiny/logs for a@"),
        ],
    )
    def test_what_cannot_be_done_is_told_and_changes_nothing(
        self, arguments: list[str], told: str, ladder: Path
    ) -> None:
        with pytest.raises(ArenaError) as refusal:
            arena("entrants", "tiny", *arguments)
        assert told in str(refusal.value)
        assert not Inbox(ladder).waiting()

    def test_who_waits_and_who_plays_under_a_name(self, ladder: Path) -> None:
        Inbox(ladder).post(submission("new"), submission("x", "v3"))
        output = arena("entrants", "tiny", "new").output
        assert output == "Waiting for the next run: submit new, version v1\n"
        output = arena("entrants", "tiny", "x").output
        assert [line.split()[1] for line in output.splitlines()[1:3]] == ["v1", "v2"]
        assert output.endswith("Waiting for the next run: submit x, version v3\n")
        assert "new" not in output

    def test_the_log_is_printed(self, ladder: Path) -> None:
        logs = log_folder(ladder)
        (logs / "x@v1.log").write_text("old version\n")
        (logs / "x@v2.log.1").write_text("earlier\n")
        (logs / "x@v2.log").write_text("later\n")
        assert arena("entrants", "tiny", "x", "--log").output == "earlier\nlater\n"

    def test_a_version_may_be_named(self, ladder: Path) -> None:
        (log_folder(ladder) / "x@v1.log").write_text("old version\n")
        assert arena("entrants", "tiny", "x@v1", "--log").output == "old version\n"
        assert "v2" not in arena("entrants", "tiny", "x@v1").output
        with pytest.raises(ArenaError, match="no version 'v7' of it; there are: v1, v2"):
            arena("entrants", "tiny", "x@v7", "--log")
        with pytest.raises(ArenaError, match="give its name, x"):
            arena("entrants", "tiny", "x@v1", "--withdraw")

    def test_a_log_does_nothing_to_the_terminal(self, ladder: Path) -> None:
        (log_folder(ladder) / "x@v2.log").write_bytes(b"\x1b]0;mine\x07\x1b[2J\ra\tb \xff\xc2\x9b31m\n")
        output = arena("entrants", "tiny", "x", "--log").output
        assert "".join(output.split("\n")).isprintable()
        assert "a   b" in output


class TestEntrantsBeforeTheFirstRun:
    def test_those_of_the_config_and_those_that_wait_are_listed(self, here: Path) -> None:
        Inbox(here / "results" / "spring").post(submission("guest", author="kim"))
        output = arena("entrants", "c.yaml").output
        assert output.startswith("This ladder has not run yet; to run it: arena run c.yaml\n")
        assert re.search(r"^random_legal +[0-9a-f]{12} +config +in +0 +0 *$", output, re.MULTILINE)
        assert output.endswith("Waiting for the next run: submit guest, version v1\n")

    def test_the_list_is_that_of_after_the_first_run(self, here: Path) -> None:
        config(entrants=[{"bot": "bots/random_legal.py", "name": name} for name in "abc"], games=[BRIDGETTE, SIX])
        before = arena("entrants", "c.yaml").output
        opened(here / "results" / "spring", load_ladder(Path("c.yaml"))).close()
        assert before.partition("\n")[2] == arena("entrants", "c.yaml").output

    def test_what_is_asked_for_waits_too(self, here: Path) -> None:
        Inbox(here / "results" / "spring").post(submission("guest"), submission("other"))
        assert "Asked to withdraw guest" in arena("entrants", "c.yaml", "guest", "--withdraw").output
        assert [guest.name for guest in guests(here / "results" / "spring")] == ["other"]
        assert arena("entrants", "c.yaml", "guest").output.splitlines()[1:] == [
            "Waiting for the next run: submit guest, version v1",
            "Waiting for the next run: withdraw guest",
        ]

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (["nobody"], "no entrant 'nobody' in results/spring; there are: random_legal"),
            (["random_legal", "--resume"], "nothing to resume, as it is in"),
            (["random_legal", "--log"], "no log in results/spring/logs for random_legal@"),
        ],
    )
    def test_what_cannot_be_done_is_told(self, arguments: list[str], told: str, here: Path) -> None:
        with pytest.raises(ArenaError) as refusal:
            arena("entrants", "c.yaml", *arguments)
        assert told in str(refusal.value)
        assert not (here / "results").exists()

    def test_a_config_that_is_not_sound_is_told_of(self, here: Path) -> None:
        config(entrants=[{"bot": "bots/nobody.py"}])
        with pytest.raises(ConfigError, match=r"no bot file 'bots/nobody\.py'"):
            arena("entrants", "c.yaml")


def test_a_timed_entrant_is_marked(here: Path) -> None:
    Path("mine.py").write_text(BOT.replace("OPTIONS =", "timed = True; OPTIONS ="))
    config(entrants=[{"bot": "mine.py", "name": "slow"}, {"bot": "bots/random_legal.py", "name": "quick"}])
    for _ in range(2):
        output = arena("entrants", "c.yaml").output
        marked = {line.split()[0]: "yes" in line.split() for line in output.splitlines() if " config " in line}
        assert marked == {"slow": True, "quick": False}
        assert "Timed: slow. Time decides what they do, so their results are not reproducible." in output
        opened(here / "results" / "spring", load_ladder(Path("c.yaml"))).close()
