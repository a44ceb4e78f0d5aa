import pytest

from arena.hosts.details import describe_exception, many_lines, one_line


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError


class Gone(Exception):
    def __str__(self) -> str:
        raise SystemExit


class Text(str):
    def splitlines(self, keepends: bool = False) -> list[str]:
        raise KeyboardInterrupt


class Strange(Exception):
    def __str__(self) -> str:
        return Text(super().__str__())


class Named(type):
    @property
    def __name__(cls) -> str:
        raise KeyboardInterrupt


class Odd(Exception, metaclass=Named):
    pass


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
        (Gone(), "Gone: (its message cannot be shown)"),
        (Strange("\udc80 \x1b[31m"), "Strange: ? ?[31m"),
        (Odd("no idea"), "Odd: no idea"),
    ],
)
def test_an_exception_is_told_in_one_line_that_every_machine_prints_alike(error: BaseException, line: str) -> None:
    assert describe_exception(error) == line


@pytest.mark.parametrize("text", ["\udc80", "a\ud800b", "\0", "\u2028x", "é\udcff" * 500, "\x1b]0;title\x07"])
def test_whatever_is_told_can_be_stored_and_shown(text: str) -> None:
    for told in (
        describe_exception(ValueError(text)),
        one_line(text),
        many_lines(text),
        describe_exception(Strange(text)),
    ):
        assert told.encode().decode() == told
        assert all(line.isprintable() for line in told.split("\n"))


def test_a_long_message_is_cut() -> None:
    assert len(describe_exception(ValueError("x" * 10_000))) == 200
