import re
from pathlib import Path

import pytest

from arena.ladder.problems import ConfigError
from arena.ladder.yaml_source import YamlSource, read_yaml


def read(folder: Path, text: str | bytes) -> YamlSource:
    path = folder / "x.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_yaml(path)


def problems(folder: Path, text: str | bytes) -> list[str]:
    """The problems of a file, each as ``line: key: message``."""
    try:
        read(folder, text).check()
    except ConfigError as error:
        return [str(problem).removeprefix(f"{folder}/x.yaml:") for problem in error.problems]
    return []


def test_values_keep_their_types_and_lines(tmp_path):
    source = read(tmp_path, 'a: 1\nb:\n  - x\n  - {c: 2.5, d: "3"}\ne: [true, -7]\nf:\n  g: text\n')
    source.check()
    assert source.data == {"a": 1, "b": ("x", {"c": 2.5, "d": "3"}), "e": (True, -7), "f": {"g": "text"}}
    assert source.line(("b", 1, "d")) == 4
    assert source.line(("e", 1)) == 5
    assert source.line(("f", "g")) == 7


def test_a_place_that_is_missing_has_the_line_of_what_is_around_it(tmp_path):
    source = read(tmp_path, "a: 1\nb:\n  - {c: 2}\n")
    assert source.line(("b", 0, "missing")) == 3
    assert source.line(("missing",)) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 0123", '1: a: YAML takes 0123 for the number 83; if text is meant, put it in quotes: "0123"'),
        ("a: 17:00", '1: a: YAML takes 17:00 for the number 1020; if text is meant, put it in quotes: "17:00"'),
        (
            "a: 1e5",
            (
                '1: a: YAML takes 1e5 for a text; if text is meant, put it in quotes: "1e5", and if a number is '
                "meant, write 100000"
            ),
        ),
        (
            "a: 1e-3",
            (
                '1: a: YAML takes 1e-3 for a text; if text is meant, put it in quotes: "1e-3", and if a number is '
                "meant, write 0.001"
            ),
        ),
        (
            "a: 12e99999",
            '1: a: YAML takes 12e99999 for a text; if text is meant, put it in quotes: "12e99999"',
        ),
        (
            "a: 08",
            (
                '1: a: YAML takes 08 for a text; if text is meant, put it in quotes: "08", and if a number is '
                "meant, write 8"
            ),
        ),
        (
            "a: 2026-01-02",
            (
                "1: a: expected a text, a number, true or false, got 2026-01-02 as a date; if text is meant, put "
                'it in quotes: "2026-01-02"'
            ),
        ),
        ("a:", "1: a: expected a value, got nothing; to have the default, leave the key out"),
        ("a: null", "1: a: expected a value, got nothing; to have the default, leave the key out"),
        ("a: !!int x", "1: a: 'x' is not what its tag says"),
        ("a: 1\nb: 2\na: 3", "1: a: given twice, on line 1 and on line 3"),
        ("b: {a: 1,\n  a: 1}", "1: b.a: given twice, on line 1 and on line 2"),
        ("b:\n  ? [x]\n  : 1", "1: b: expected a text as key on line 2"),
        ("a: &x\n  - *x", "1: a[0]: the alias stands inside what it refers to"),
    ],
)
def test_what_yaml_would_misread_is_a_problem(tmp_path, text, expected):
    assert problems(tmp_path, text) == [expected]


@pytest.mark.parametrize(
    "text", ['a: "0123"', "a: '1e5'", "a: 1.5e+3", "a: 0", "a: -0.5", "a: 0x10", "a: !!str x"]
)
def test_clear_values_are_no_problem(tmp_path, text):
    assert problems(tmp_path, text) == []


def test_aliases_stand_for_what_they_name(tmp_path):
    assert read(tmp_path, "a: &x {b: 1}\nc: *x").data == {"a": {"b": 1}, "c": {"b": 1}}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: [1, 2\nc: 3", r"3: not valid YAML: while parsing a flow sequence, .*"),
        ("a: 1\n  b: 2", r"2: not valid YAML: mapping values are not allowed here"),
        ("a: 1\n---\nb: 1", r"2: not valid YAML: .*another document.*"),
        ("a: @x", r"1: not valid YAML: .*"),
        ("", r"1: expected keys with values, the first of them such as 'ladder: spring'"),
        ("- a", r"1: expected keys with values, .*"),
        (b"a: 1\nb: \xff", r"2: not a text in UTF-8"),
        ("a: 1\nb: \x07", r"2: not valid YAML: special characters are not allowed \(U\+0007\)"),
        ("a: " + 3000 * "[", r"1: nested too deeply"),
    ],
)
def test_a_file_that_is_no_yaml_mapping_is_one_message_with_its_line(tmp_path, text, expected):
    (problem,) = problems(tmp_path, text)
    assert re.fullmatch(expected, problem)


def test_a_file_that_cannot_be_read_is_one_message(tmp_path):
    with pytest.raises(ConfigError, match=r"none\.yaml: there is no such file; expected a ladder's config"):
        read_yaml(tmp_path / "none.yaml")
    with pytest.raises(ConfigError, match=": this is a folder; expected a ladder's config"):
        read_yaml(tmp_path)


def test_one_cause_is_reported_once(tmp_path):
    source = read(tmp_path, "a: {b: {c: 1}}\nd: 2")
    source.report(("a", "b"), "first", ("d",))
    source.report(("a", "b", "c"), "follows from the first")
    source.report(("d",), "spoilt by the first")
    with pytest.raises(ConfigError) as caught:
        source.check()
    assert [problem.message for problem in caught.value.problems] == ["first"]
    assert source.has_faults_in(("a",))
    assert not source.is_faulty(("a",))


def test_aliases_may_stand_for_much_but_not_for_all_the_world(tmp_path):
    entrants = "".join(f"  - {{bot: b.py, options: *o, name: e{i}}}\n" for i in range(1000))
    assert problems(tmp_path, f"o: &o {{a: 1, b: 2}}\nentrants:\n{entrants}") == []
    bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
    for one, two in zip("abcdefghijklmnop", "bcdefghijklmnopq", strict=True):
        bomb += f"{two}: &{two} [{', '.join([f'*{one}'] * 10)}]\n"
    (problem,) = problems(tmp_path, bomb)
    assert problem.startswith("1: its aliases (*name) repeat ")
    assert problem.endswith("; expected at most 100,000: write out what they stand for")


def test_an_alias_inside_what_it_refers_to_is_no_bomb(tmp_path):
    text = "a: &a\n  b: [*a, *a, *a]\n"
    assert [problem.split(": ", 2)[2] for problem in problems(tmp_path, text)] == [
        "the alias stands inside what it refers to"
    ] * 3
