"""A bot fares alike in every isolation: same transcript, same faults, told in the same words."""

import textwrap
from pathlib import Path
from typing import Any

import pytest

from arena.bots.loading import load_bot
from arena.match.referee import FaultPolicy
from arena.records import FaultKind
from tests.hosts.kit import BOTS, FOUR, SIX, Kit, middle_but, written

GAMES = [("bridgette", {}, 2), ("fiftysix", FOUR, 4), ("fiftysix", SIX, 6)]
HOOKS = ["match_start", "deal_start", "on_event", "deal_end", "match_end"]


def same(kit: Kit, plain: Kit, *arguments: Any, **more: Any) -> None:
    """Play in this isolation and in process, and compare."""
    here, there = (where.play(*arguments, **more) for where in (kit, plain))
    assert here.result == there.result
    assert told(here.faults) == told(there.faults)


def told(faults: list[Any]) -> list[Any]:
    return [(fault.seat, fault.kind, fault.detail, fault.action) for fault in faults]


@pytest.mark.parametrize(("game", "variant", "seats"), GAMES)
def test_a_bot_is_told_and_shown_the_same(
    kit: Kit, plain: Kit, game: str, variant: dict[str, object], seats: int
) -> None:
    diary = load_bot("diary.py", BOTS)
    same(kit, plain, [diary] * seats, game, variant)


def test_names_are_shown_or_hidden_alike(kit: Kit, plain: Kit) -> None:
    diary = load_bot("diary.py", BOTS)
    for names in (None, ["a", "b"]):
        same(kit, plain, [diary, diary], names=names)
    shown, hidden = (kit.play([diary, diary], names=names).result for names in (["a", "b"], None))
    assert shown.transcript != hidden.transcript


def test_options_arrive_with_their_types(kit: Kit, plain: Kit) -> None:
    diary = load_bot("diary.py", BOTS)
    same(kit, plain, [diary, diary], options={"whole": -5, "part": 2.0, "word": "ä\n"})


def test_what_a_bot_prints_disturbs_nothing(kit: Kit, plain: Kit, capfd: pytest.CaptureFixture[str]) -> None:
    diary = load_bot("diary.py", BOTS)
    same(kit, plain, [diary, diary], options={"noisy": True})


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("place", ["__init__", *HOOKS, "discard", "call", "play"])
def test_an_exception_anywhere_is_the_same_crash(
    kit: Kit, plain: Kit, tmp_path: Path, place: str, seat: int
) -> None:
    bad = written(
        tmp_path,
        f"""
        from arena.bots import BridgetteBot

        class Bad(BridgetteBot):
            def discard(self, view): return view.legal[:view.to_discard]
            def call(self, view): return view.legal[len(view.legal) // 2]
            def play(self, view): return view.legal[0]
            def {place}(self, *arguments): raise ValueError("at <X object at 0x7f00> in /some/where/file.py")
        """,
        "bad.py",
    )
    bots = [middle_but(tmp_path, "")] * 2
    bots[seat] = bad
    same(kit, plain, bots)
    fault = kit.play(bots).faults[0]
    assert (fault.seat, fault.kind) == (seat, FaultKind.CRASH)
    assert fault.detail == "ValueError: at <X object at 0x…> in file.py"
    assert f"in {place}" in fault.trace
    assert "raise ValueError" in fault.trace
    assert "arena/hosts" not in fault.trace


@pytest.mark.parametrize(
    "raised", ["SystemExit(3)", "MemoryError()", "RecursionError('deep')", "KeyError()", "BaseException('x\\ny')"]
)
def test_whatever_is_raised_is_caught(kit: Kit, plain: Kit, tmp_path: Path, raised: str) -> None:
    bad = middle_but(tmp_path, f"def act(self, view): raise {raised}")
    same(kit, plain, [bad, bad])


def test_in_56_the_match_goes_on_alike_after_faults(kit: Kit, plain: Kit, tmp_path: Path) -> None:
    body = "def {}(self, view, *_):\n    if view.seat % 2: raise ValueError(view.phase)\n    return view.legal[0]"
    for place in ("act", "on_event", "deal_start"):
        bad = middle_but(tmp_path, body.format(place), f"{place}.py")
        same(kit, plain, [bad] * 6, "fiftysix", SIX)
        same(kit, plain, [bad] * 6, "fiftysix", SIX, policy=FaultPolicy(strikes=1))


@pytest.mark.parametrize(
    "answer",
    [
        "None",
        "3",
        "'SA'",
        "True",
        "[]",
        "object()",
        "view.legal",
        "float('nan')",
        "10 ** 400",
        "type(view)",
        "view",
    ],
)
@pytest.mark.parametrize(("game", "variant", "seats"), GAMES[:2])
def test_an_answer_of_another_type_is_the_same_fault(
    kit: Kit, plain: Kit, tmp_path: Path, answer: str, game: str, variant: dict[str, object], seats: int
) -> None:
    bad = middle_but(tmp_path, f"def act(self, view): return {answer}")
    same(kit, plain, [bad] * seats, game, variant)
    assert kit.play([bad] * seats, game, variant).faults[0].kind is FaultKind.PROTOCOL


@pytest.mark.parametrize("id", ["-1", "999", "10**30", "'SA'", "None", "1.0", "True", "[]"])
@pytest.mark.parametrize("text", ["'SA'", "None", "'x' * 5000"])
def test_a_card_made_by_hand_is_the_same_fault(kit: Kit, plain: Kit, tmp_path: Path, id: str, text: str) -> None:
    fake = f"arena.cards.Card({id}, {text}, 'S', 'A')"
    act = f"import arena.cards\ndef act(self, view): return {fake}"
    bad = middle_but(tmp_path, act, "act.py")
    same(kit, plain, [bad] * 4, "fiftysix", FOUR | {"players": 4})
    same(kit, plain, [bad] * 2)
    discard = f"import arena.cards\ndef discard(self, view): return [{fake}] * view.to_discard"
    listing = written(tmp_path, LISTING + _indented(discard), "listing.py")
    same(kit, plain, [listing] * 2)


LISTING = """
from arena.bots import BridgetteBot

class Listing(BridgetteBot):
    def call(self, view): return view.legal[len(view.legal) // 2]
    def play(self, view): return view.legal[0]
"""


def _indented(body: str) -> str:
    return "".join(f"    {line}\n" for line in body.splitlines())


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("list(reversed(view.hand))[:view.to_discard]", None),
        ("set(view.hand[:view.to_discard])", None),
        ("frozenset(view.hand[:view.to_discard])", None),
        ("view.hand[:view.to_discard]", None),
        ("view.hand", FaultKind.ILLEGAL_ACTION),
        ("[view.hand[0]] * view.to_discard", FaultKind.ILLEGAL_ACTION),
        ("[]", FaultKind.ILLEGAL_ACTION),
        ("view.hand[0]", FaultKind.PROTOCOL),
        ("[None] * view.to_discard", FaultKind.PROTOCOL),
        ("dict.fromkeys(view.hand)", FaultKind.PROTOCOL),
        ("iter(view.hand)", FaultKind.PROTOCOL),
    ],
)
def test_discards_are_taken_alike(
    kit: Kit, plain: Kit, tmp_path: Path, answer: str, kind: FaultKind | None
) -> None:
    bot = written(tmp_path, LISTING + f"    def discard(self, view): return {answer}\n")
    same(kit, plain, [bot, bot])
    faults = kit.play([bot, bot]).faults
    assert [fault.kind for fault in faults[:1]] == ([kind] if kind else [])


def test_an_illegal_action_is_the_referees_to_name(kit: Kit, plain: Kit, tmp_path: Path) -> None:
    body = "def act(self, view):\n    import arena.cards\n"
    body += "    return arena.cards.CARDS[0] if view.phase == 'play' else view.legal[0]"
    bad = middle_but(tmp_path, body)
    same(kit, plain, [bad] * 4, "fiftysix", FOUR)
    fault = kit.play([bad] * 4, "fiftysix", FOUR).result.fault
    assert fault is not None
    assert (fault.kind, fault.action) == (FaultKind.ILLEGAL_ACTION, "C2")


def test_a_class_is_found_under_any_name(kit: Kit, plain: Kit, tmp_path: Path) -> None:
    source = """
    from arena.bots import Bot

    def made(pick):
        class Made(Bot):
            games = ("bridgette",)
            def act(self, view): return view.legal[pick]
        return Made

    Low, High = made(0), made(-1)
    """
    (tmp_path / "several.py").write_text(textwrap.dedent(source))
    low, high = (load_bot(f"several.py:{name}", tmp_path) for name in ("Low", "High"))
    same(kit, plain, [low, high])


def test_seats_of_one_table_may_be_held_differently(kit: Kit, plain: Kit, tmp_path: Path) -> None:
    diary = load_bot("diary.py", BOTS)
    expected = plain.play([diary] * 6, "fiftysix", SIX).result
    assert kit.play([diary] * 6, "fiftysix", SIX, isolation=["none", kit.isolation] * 3).result == expected
