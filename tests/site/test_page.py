"""The constructs of a page: data is shown literally and never taken for Markdown."""

import pytest

from colt_rules.site.page import block, bullets, code, escaped, fenced, fold, heading, paragraphs, picture, table


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a_b*c", "a\\_b\\*c"),
        ("[x](y)", "\\[x\\](y)"),
        ("<script>&", "&lt;script&gt;&amp;"),
        ("a|b", "a\\|b"),
        ("$250, Маршал", "$250, Маршал"),
    ],
)
def test_text_is_shown_as_it_is(text: str, shown: str) -> None:
    assert escaped(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("fire.target", "`fire.target`"),
        ("a`b", "``a`b``"),
        ("int | None", "<code>int &#124; None</code>"),
        ("<a|b>", "<code>&lt;a&#124;b&gt;</code>"),
    ],
)
def test_code_stands_in_a_line_and_in_a_table(text: str, shown: str) -> None:
    assert code(text) == shown


def test_a_fence_is_longer_than_any_in_the_text() -> None:
    assert fenced("```\nx\n```", "md") == "````md\n```\nx\n```\n````"


def test_a_heading_may_have_an_anchor() -> None:
    assert (heading(2, "Cases", "cases"), heading(3, "Cases")) == ("## Cases {#cases}", "### Cases")
    assert heading(3, "A case", "case-a", lang="en") == "### A case {#case-a lang=en}"


def test_a_table_has_a_head_and_rows() -> None:
    assert table(["a", "b"], [["1", "2"]]) == "| a | b |\n| --- | --- |\n| 1 | 2 |"


def test_lists_can_be_nested_and_empty_blocks_are_left_out() -> None:
    assert paragraphs(bullets(["a"]), "", bullets(["b"], depth=1)) == "- a\n\n    - b"


def test_a_box_and_a_fold_keep_their_content_markdown_and_are_left_out_if_empty() -> None:
    assert block("*a*", "small", data_in="x y") == '<div class="small" data-in="x y" markdown="1">\n\n*a*\n\n</div>'
    assert fold("a & b", "- c", "at") == (
        '<details class="fold" id="at" markdown="1"><summary>a &amp; b</summary>\n\n- c\n\n</details>'
    )
    assert (block(""), fold("a", "")) == ("", "")


def test_a_picture_is_loaded_late_and_says_what_it_shows() -> None:
    assert picture("../pictures/x.svg", 'a "b"', 3, 4) == (
        '<img src="/../pictures/x.svg" alt="a &quot;b&quot;" width="3" height="4" loading="lazy">'
    )
