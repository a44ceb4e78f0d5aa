import pytest

from arena.hosts.details import describe_exception


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (ValueError("no idea"), "ValueError: no idea"),
        (ValueError(), "ValueError"),
        (ValueError("first\nsecond"), "ValueError: first"),
        (KeyError("x"), "KeyError: 'x'"),
        (ValueError("<A object at 0x7f12AB>"), "ValueError: <A object at 0x…>"),
        (ValueError("in /home/x/bots/mine.py, line 3"), "ValueError: in mine.py, line 3"),
        (ValueError(r"in C:\bots\mine.py"), "ValueError: in mine.py"),
        (FileNotFoundError(2, "No such file", "/tmp/a/b"), "FileNotFoundError: [Errno 2] No such file: 'b'"),
        (ValueError("1/2 is not 3/4"), "ValueError: 1/2 is not 3/4"),
        (SystemExit(3), "SystemExit: 3"),
        (Mute(), "Mute: (its message cannot be shown)"),
    ],
)
def test_an_exception_is_told_in_one_line_that_every_machine_prints_alike(error: BaseException, line: str) -> None:
    assert describe_exception(error) == line


def test_a_long_message_is_cut() -> None:
    assert len(describe_exception(ValueError("x" * 10_000))) == 200
