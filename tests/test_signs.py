"""Texts that others wrote are shown and never obeyed."""

import pytest

from colt_rules.signs import escape, printable


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
