"""Texts that others wrote are shown and never obeyed."""

import pytest

from colt_rules.signs import escape, one_of, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Größe 中 🎲", "Größe 中 🎲"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\x85b\x9bc", "a\\x85b\\x9bc"),
        ("a\u202eb\u2066c\u200bd\ufeff", "a\\u202eb\\u2066c\\u200bd\\ufeff"),
        ("a\nb\tc", "a\\nb\\tc"),
    ],
)
def test_what_is_not_printable_is_told(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_a_page_keeps_lines_and_no_tag() -> None:
    assert escape('<b a="1">\n\t&\u202e\r') == "&lt;b a=&quot;1&quot;&gt;\n\t&amp;\\u202e\\r"


MANY = [f"name-{number}" for number in range(80)]


@pytest.mark.parametrize(
    ("word", "names", "told"),
    [
        ("c", ["a", "b"], "one of a, b"),
        ("nam-77", MANY, "one of 80 names, perhaps name-77, name-7, name-79"),
        ("zeppelin", MANY, "one of 80 names, such as name-0, name-1, name-2"),
        ("x" * 10_000_000, MANY, "one of 80 names, such as name-0, name-1, name-2"),
    ],
)
def test_whoever_mistypes_a_name_is_told_those_like_it(word: str, names: list[str], told: str) -> None:
    assert one_of(word, names) == told
