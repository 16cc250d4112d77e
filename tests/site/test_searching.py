"""What a search finds: the lead of a page, headings of its own, and words by which people look for a term."""

import pytest

from colt_rules.site.page import Page, escaped, fenced, heading, link
from colt_rules.site.searching import LONGEST, Found, findable, plain


def page(name: str, body: str, lead: str = "", searchable: bool = True) -> Page:
    return Page(address=f"{name}.md", title=name.title(), body=body, lead=lead, searchable=searchable)


def found(*pages: Page, **more: str) -> list[Found]:
    return list(findable(pages, {address.replace("_", ".md#"): words for address, words in more.items()}))


def test_a_page_is_found_by_its_lead_or_by_what_stands_before_its_first_heading() -> None:
    assert found(page("a", "First.\n\n## More {#more}\n\nSecond.", "The lead."))[0] == Found("a.md", "A", "The lead.")
    assert found(page("a", "First.\n\n## More {#more}\n\nSecond."))[0].text == "First."


def test_a_heading_is_found_with_its_anchor_and_what_stands_below_it() -> None:
    assert found(page("a", f"{heading(2, 'More', 'more')}\n\nSecond."))[1] == Found("a.md#more", "More", "Second.")


def test_a_heading_of_many_pages_is_not() -> None:
    pages = [page(name, f"## Code {{#code}}\n\n## Own {name} {{#own}}") for name in "abcd"]
    assert [one.title for one in found(*pages)] == ["A", "Own a", "B", "Own b", "C", "Own c", "D", "Own d"]


def test_other_words_are_added() -> None:
    assert found(page("a", "## Last car {#last}\n\nThe end."), a_last="caboose")[1].text == "The end. caboose"


def test_a_page_that_is_not_searchable_is_left_out() -> None:
    assert found(page("a", "x", searchable=False)) == []


def test_code_is_no_text() -> None:
    assert found(page("a", f"Before.\n\n{fenced('## x {#y}', 'python')}\n\nAfter."))[0].text == "Before. After."


def test_long_texts_end_with_a_whole_word() -> None:
    (one,) = found(page("a", "word " * 100))
    assert len(one.text) <= LONGEST
    assert one.text.endswith("word")


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        (link("Belle", "glossary.md#belle"), "Belle"),
        (f"**{link('`fire.target`', 'clauses/fire.target.md')}**", "fire.target"),
        (escaped("a_b [c] <d> & e"), "a_b [c] <d> & e"),
        ("| a | b |\n| --- | --- |\n| 1 | 2 |", "a b 1 2"),
        ('<img src="x.svg" alt="A board">After', "After"),
        ("- one\n    - two", "one two"),
    ],
)
def test_markdown_is_read_as_text(markdown: str, text: str) -> None:
    assert plain(markdown) == text
