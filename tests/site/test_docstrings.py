"""Docstrings as Markdown."""

from colt_rules.site.docstrings import markdown, sentence


def test_names_stay_code_and_all_else_is_shown_as_it_is() -> None:
    assert (
        sentence("The ``data`` of `Fire`,\n    not <b>x_y</b>.")
        == "The `data` of `Fire`, not &lt;b&gt;x\\_y&lt;/b&gt;."
    )


def test_an_indented_part_is_a_block_and_paragraphs_stay_apart() -> None:
    assert markdown("One.\n\n        a = 1\n\n    Two\n    lines.") == "One.\n\n```\na = 1\n```\n\nTwo lines."


def test_a_list_stays_a_list() -> None:
    assert markdown("- one\n- the **play**: two") == "- one\n- the **play**: two"
