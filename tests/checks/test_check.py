"""The check finds what is wrong with a bot, blames no sound one, and keeps to its time."""

import time
from pathlib import Path

import pytest

from arena.bots.loading import load_bot
from arena.bots.options import resolve_options
from arena.checks.check import check_bot
from arena.checks.playing import play
from arena.checks.programme import find_scene
from arena.checks.seats import Candidate, OwnProcess
from tests.checks.kit import RANDOM, SLOW, answering, check

RARE_BUGS = {
    "lead, the ban has lapsed (B23)": (
        "bridgette",
        "view.phase == 'play' and view.led is None and view.ban and all(c.suit == view.ban for c in view.hand)",
    ),
    "follow with nothing but wrong colons (B21)": (
        "bridgette",
        (
            "view.phase == 'play' and view.led and not view.led.is_colon and all(c.is_colon for c in view.hand)"
            " and {'A': ':G', 'K': ':R', 'Q': ':R', 'J': ':R'}.get(view.led.rank, ':L') not in map(str, view.hand)"
        ),
    ),
    "in the 7th deal (B1)": ("bridgette", "view.deals_counted == 6"),
    "in the deal after 10 passed out (B18)": ("bridgette", "view.deal_number > 10 and not view.deals_counted"),
    "exchange, a colon turned up (B8)": ("bridgette", "view.phase == 'discard' and view.upcard.is_colon"),
    "with four players left of more (F23)": ("fiftysix", "view.variant.players > len(view.seats) == 4"),
    "call, all six forms bid (F10)": (
        "fiftysix",
        "view.phase == 'call' and len({c.form for _, c in view.calls if c.is_bid}) == 6",
    ),
    "call, may redouble (F11)": ("fiftysix", "'XX' in map(str, view.legal)"),
    "in the last deal that is played (F24)": ("fiftysix", "view.deal_number == view.variant.max_deals"),
}


@pytest.mark.parametrize("situation", RARE_BUGS)
def test_a_crash_in_a_rare_situation_is_found(situation: str, tmp_path: Path) -> None:
    game, condition = RARE_BUGS[situation]
    body = RANDOM.replace("return", f"if {condition}: raise KeyError(0)\n        return")
    report = check(tmp_path, body, game)
    assert not report.ok
    problem = report.problems[0]
    assert (problem.kind, problem.came) == ("crash", "KeyError: 0")
    assert "raise KeyError(0)" in problem.trace
    assert next(row.faults for row in report.covered if row.situation == situation) > 0


def test_a_problem_can_be_shown_again_by_its_scene_alone(tmp_path: Path) -> None:
    report = check(tmp_path, answering("view.legal[0] if view.phase != 'play' else Card.parse('S2')"))
    problem = report.problems[0]
    assert problem.kind == "illegal_action"
    assert problem.asked.startswith("bridgette, play at seat ")
    assert problem.came.startswith("play S2 is not legal here; legal: ")
    assert problem.again == f"arena check {tmp_path}/mine.py --scene {problem.scene}"
    assert problem.times > 1
    bot = Candidate(load_bot(str(tmp_path / "mine.py"), tmp_path), {}, {})
    failure = play(find_scene(problem.scene), bot, OwnProcess()).failure
    assert failure is not None
    assert failure.came == problem.came


def test_the_deal_of_a_problem_is_told_in_the_notation_of_the_rules(tmp_path: Path) -> None:
    report = check(tmp_path, answering("view.legal[0] if view.phase != 'play' else 1"))
    lines = report.problems[0].deal.splitlines()
    assert lines[0].startswith("deal ")
    assert "up-card" in lines[0]
    assert any(line.startswith("seat ") and "(bot): " in line for line in lines)
    assert any(" drew " in line and " gave up " in line for line in lines)
    assert any(line.startswith("calls: ") for line in lines)
    assert any(line.startswith("contract: ") for line in lines)


@pytest.mark.parametrize(
    ("answer", "kind", "came"),
    [
        ("'SA'", "protocol", "act: expected a Card"),
        ("None", "protocol", "act: expected a Card"),
        ("1/0", "crash", "ZeroDivisionError"),
    ],
)
def test_wrong_answers_are_named(answer: str, kind: str, came: str, tmp_path: Path) -> None:
    report = check(tmp_path, answering(answer))
    assert [problem.kind for problem in report.problems] == [kind]
    assert report.problems[0].came.startswith(came)
    assert report.seconds < 5


@pytest.mark.parametrize("hook", ["match_start", "deal_start", "on_event", "deal_end", "match_end"])
def test_a_crash_in_any_hook_is_found(hook: str, tmp_path: Path) -> None:
    report = check(
        tmp_path, f"    def {hook}(self, *event):\n        raise ValueError('hook')\n{RANDOM}", "fiftysix"
    )
    assert {problem.came for problem in report.problems} == {"ValueError: hook"}
    assert hook in report.problems[0].asked or hook == "match_start"


def test_a_crash_on_listening_after_going_out_is_found(tmp_path: Path) -> None:
    hook = "    def on_event(self, view, event):\n        assert view.tables[view.side] or len(view.tables) == 2\n"
    report = check(tmp_path, hook + RANDOM, "fiftysix")
    assert report.problems[0].asked.endswith("(hear an event after going out (F22))")


def test_a_crash_at_an_options_bound_is_found_and_the_command_sets_the_option(tmp_path: Path) -> None:
    body = (
        "    OPTIONS = {'width': Option(3, 'how many', low=0, high=9), 'sure': Option(True, 'sure')}\n"
        "    def act(self, view):\n        return view.legal[10 // self.options['width'] % len(view.legal)]\n"
    )
    report = check(tmp_path, body)
    assert report.problems[0].came.startswith("ZeroDivisionError")
    assert "--options width=0" in report.problems[0].again


NOT_ALIKE = {
    "acts otherwise in each process": ("", "random.choice(view.legal)"),
    "order of a set": (
        "",
        "view.legal[[str(c) for c in view.legal].index(next(iter({str(c) for c in view.legal})))]",
    ),
    "matches played before": (
        "    seen = []\n",
        "self.seen.append(1) or view.legal[len(self.seen) % len(view.legal)]",
    ),
}


@pytest.mark.parametrize("cause", NOT_ALIKE)
def test_a_bot_that_does_not_always_act_alike_is_found_and_the_cause_told(cause: str, tmp_path: Path) -> None:
    extra, choice = NOT_ALIKE[cause]
    report = check(tmp_path, extra + answering(choice))
    assert [problem.kind for problem in report.problems] == ["nondeterministic"]
    assert cause in report.problems[0].came
    assert report.problems[0].again.count(f"--scene {report.problems[0].scene}") >= 1


def test_a_timed_bot_need_not_act_alike(tmp_path: Path) -> None:
    body = "    timed = True\n    def act(self, view):\n        return random.choice(view.legal)\n"
    report = check(tmp_path, body)
    assert report.ok
    assert any("timed" in note for note in report.notes)
    assert report.memory_mb is not None


def test_a_bot_that_keeps_its_own_books_is_not_blamed(tmp_path: Path) -> None:
    """It would fail if an action were ever made for it in a deal that it plays."""
    body = """
    def match_start(self, view):
        self.events = 0
    def deal_start(self, view):
        self.cards = None
    def on_event(self, view, event):
        self.events += 1
    def discard(self, view):
        gone = self.rng.sample(view.hand, view.to_discard)
        self.cards = set(view.hand) - set(gone)
        return gone
    def call(self, view):
        assert self.cards == set(view.hand)
        return self.rng.choice(view.legal[:3])
    def play(self, view):
        assert self.cards == set(view.hand)
        card = self.rng.choice(view.legal)
        self.cards.remove(card)
        return card
    def deal_end(self, view, event):
        assert self.cards is None or not self.cards or event.bid < 0
    """
    report = check(tmp_path, body)
    assert report.problems == ()


def test_time_and_memory_are_measured(tmp_path: Path) -> None:
    ballast = "    def match_start(self, view):\n        self.ballast = bytearray(40_000_000)\n"
    report = check(tmp_path, ballast + SLOW.format(seconds=0.002), budget_s=4)
    assert report.ok
    assert report.memory_mb is not None
    assert 38 < report.memory_mb < 60
    for timing in report.timings:
        assert 2 <= timing.p50 <= timing.p99 <= timing.longest
    assert report.p99_ms == max(timing.p99 for timing in report.timings)


def test_the_budget_is_kept_and_rare_situations_come_first(tmp_path: Path) -> None:
    started = time.monotonic()
    report = check(tmp_path, SLOW.format(seconds=0.01), budget_s=5)
    assert time.monotonic() - started < 7
    assert report.ok
    met = {row.situation for row in report.covered if row.rare and row.met}
    assert len(met) >= 12
    assert report.notes


@pytest.mark.parametrize("spec", ["bots/random_legal.py", "arena/bots/templates/both.py"])
def test_the_report_says_what_a_submission_is_judged_by(spec: str) -> None:
    loaded = load_bot(spec, Path(__file__).parents[2])
    options = resolve_options(loaded.bot_class.OPTIONS, {})
    report = check_bot(loaded, options, isolation="none", budget_s=10)
    assert report.ok
    assert report.reasons == ()
    assert report.score is not None
    assert (report.score > 0.9) == ("templates" in spec)
    assert [duel.game for duel in report.duels] == list(loaded.games)
    assert report.compared > 10
    assert report.memory_mb is not None
