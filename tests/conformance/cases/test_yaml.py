"""YAML is read strictly, and refused with the line of the fault."""

from pathlib import Path
from typing import Any

import pytest

from colt_rules.conformance.cases.yaml import Document, parse_documents, read_documents
from colt_rules.registry.errors import SpecError


def value(text: str) -> Any:
    (document,) = parse_documents(f"key: {text}", "cases.yaml")
    return document.data["key"]


def refused(text: str) -> str:
    with pytest.raises(SpecError) as error:
        parse_documents(text, "cases.yaml")
    (problem,) = error.value.problems
    assert problem.file == "cases.yaml"
    return str(problem)


@pytest.mark.parametrize(
    "text",
    [
        *("no", "yes", "on", "off", "y", "n", "No", "TRUE", "Null", "NULL"),
        *("12:30", "1.5", ".5", "1e3", ".inf", ".nan", "0x10", "0o7", "007", "1_000", "+1", "--1"),
        *("2024-01-01", "2024-01-01T00:00:00Z", "=", "<<", "tuco-fire", "..."),
    ],
)
def test_what_looks_like_a_text_is_a_text(text: str) -> None:
    assert value(text) == text


@pytest.mark.parametrize(
    ("text", "meant"),
    [("0", 0), ("-12", -12), ("250", 250), ("true", True), ("false", False), ("null", None), ("~", None), ("", None)],
)
def test_whole_numbers_true_false_and_null_are_what_they_say(text: str, meant: Any) -> None:
    assert value(text) is meant or (value(text), type(value(text))) == (meant, type(meant))


@pytest.mark.parametrize("text", ["5", "true", "null", "~"])
def test_quotes_make_a_text_of_anything(text: str) -> None:
    assert value(f'"{text}"') == value(f"'{text}'") == text


def test_a_board_keeps_its_lines() -> None:
    assert value("|\n  roof | tuco |\n  inside | M |\n") == "roof | tuco |\ninside | M |\n"


def test_a_merge_key_is_a_key_like_any_other() -> None:
    (document,) = parse_documents("<<: {a: 1}\nb: 2", "cases.yaml")
    assert document.data == {"<<": {"a": 1}, "b": 2}


def test_an_alias_stands_for_what_its_anchor_names_in_the_same_document() -> None:
    (document,) = parse_documents("a: &x {b: [1]}\nc: *x\n&k d: *k\ne: &x 2\nf: *x", "cases.yaml")
    assert document.data == {"a": {"b": [1]}, "c": {"b": [1]}, "d": "d", "e": 2, "f": 2}
    assert "undefined alias" in refused("a: &x 1\n---\nb: *x")


def test_each_document_knows_where_it_begins() -> None:
    text = "# a word before\n---\na: 1\n---\n# another\nb: 2\n"
    assert parse_documents(text, "cases.yaml") == [
        Document({"a": 1}, "cases.yaml", 3),
        Document({"b": 2}, "cases.yaml", 6),
    ]
    assert parse_documents("# nothing but a word\n", "cases.yaml") == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: 1\nb: 2\na: 3", ["line 3", "expected each key once, got 'a' twice"]),
        ("a:\n  - {b: 1, b: 1}", ["line 2", "'b' twice"]),
        ("a: 1\n---\nb: 1\nb: 2", ["line 4", "'b' twice"]),
        ('a: 1\n"a": 2', ["line 2", "'a' twice"]),
        ("a:\n  5: x", ["line 2", "expected a key that is a text"]),
        ("true: x", ["line 1", "expected a key that is a text"]),
        ("~: x", ["line 1", "expected a key that is a text"]),
        ("? [a]\n: b", ["line 1", "expected a key that is a text"]),
        ("a:\n  - &x [*x]", ["line 2", "recursive"]),
        ("a: &x\n  b: *x", ["recursive"]),
        ("a: 1\nb: *nobody", ["line 2", "undefined alias"]),
        ("a: 1\n\tb: 2", ["line 2", "tab"]),
        ("a: [1, 2\n", ["line 2"]),
        ("a: 'x\n", ["line 2"]),
        ("a: 1\nb: " + "9" * 5000, ["line 2", "more digits"]),
        ("a: 1\nb: }", ["line 2"]),
        ("a: \x07", ["not YAML", "control characters"]),
        ("[" * 101 + "]" * 101, ["line 1", "at most 100 levels", "nested too deep"]),
        ("a:\n  b: " + "[" * 100_000 + "]" * 100_000, ["line 2", "nested too deep"]),
        ("\n".join(" " * level + "a:" for level in range(200)), ["line 101", "nested too deep"]),
        ("a: &a " + "[" * 60 + "]" * 60 + "\nb: " + "[" * 60 + "*a" + "]" * 60, ["line 2", "nested too deep"]),
    ],
)
def test_what_we_do_not_read_is_told_with_its_line(text: str, words: list[str]) -> None:
    problem = refused(text)
    assert all(word in problem for word in words), problem


def test_a_hundred_levels_are_read_by_every_interpreter() -> None:
    (document,) = parse_documents("[" * 100 + "]" * 100, "cases.yaml")
    assert str(document.data) == "[" * 100 + "]" * 100


@pytest.mark.parametrize(
    "text",
    [
        *("!!set {x, y}", "!!timestamp 2024-01-01", "!!binary aGk=", "!!float 1.5", "!!omap [x: 1]", "!!int abc"),
        *("!!bool x", "!!null x", "!!python/name:os.system", "!mine x"),
    ],
)
def test_no_tag_makes_something_else_of_a_value(text: str) -> None:
    assert "line 2" in refused(f"a: 1\nb: {text}")


def test_a_file_is_read_with_its_path(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text("a: Größe\n", encoding="utf-8")
    assert read_documents(path) == [Document({"a": "Größe"}, path.as_posix(), 1)]


def test_of_a_file_only_what_names_something_is_read_and_keeps_its_line(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text("# first\na: one\n---\na: [not YAML\n---\na: two\nb: one\n", encoding="utf-8")
    assert [(one.data, one.line) for one in read_documents(path, "one")] == [
        ({"a": "one"}, 2),
        ({"a": "two", "b": "one"}, 6),
    ]
    assert read_documents(path, "three") == []


def test_a_file_that_is_not_there_or_not_utf8_is_told(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    with pytest.raises(SpecError, match="expected a YAML file, got none: No such file"):
        read_documents(path)
    path.write_bytes(b"a: \xff")
    with pytest.raises(SpecError, match="byte 3: expected UTF-8, got other bytes"):
        read_documents(path)
