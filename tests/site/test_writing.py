"""Pages on disk: links become relative, and broken ones are reported."""

from pathlib import Path

import pytest

from colt_rules.site.checking import PageFault
from colt_rules.site.page import Page, heading, link
from colt_rules.site.writing import broken_links, write_pages, written


def page(address: str, body: str) -> Page:
    return Page(address=address, title="A page", body=body)


def broken(body: str, *others: Page, shared: tuple[str, ...] = ()) -> list[PageFault]:
    pages = {one.address: one for one in (page("clauses/here.md", body), *others)}
    return list(broken_links(pages, shared))


@pytest.mark.parametrize(
    ("address", "to", "relative"),
    [
        ("index.md", "clauses/fire.target.md", "clauses/fire.target.md"),
        ("clauses/a.md", "clauses/b.md#case-x", "b.md#case-x"),
        ("contract/events/A.md", "glossary.md#car", "../../glossary.md#car"),
        ("clauses/a.md", "../pictures/x.svg", "../../pictures/x.svg"),
        ("index.md", "../source/a.py.html#L3", "../source/a.py.html#L3"),
    ],
)
def test_a_link_from_the_root_becomes_one_from_the_page(address: str, to: str, relative: str) -> None:
    assert f"[there]({relative})" in written(page(address, link("there", to)))


@pytest.mark.parametrize("attribute", ["src", "href", "data-from"])
def test_a_link_in_an_attribute_becomes_one_from_the_page_too(attribute: str) -> None:
    assert f'<p {attribute}="../../x">' in written(page("clauses/a.md", f'<p {attribute}="/../x">'))


@pytest.mark.parametrize("code", ["`[a](/b)`", '```html\n<img src="/x">\n```', "``[a](/b) ` ``"])
def test_code_stays_as_it_is(code: str) -> None:
    assert code in written(page("clauses/a.md", code))


def test_what_follows_code_is_a_link_again() -> None:
    assert written(page("a/b.md", "`x` [y](/z.md) `x` [y](/z.md)")).count("[y](../z.md)") == 2


def test_a_title_stands_as_it_is_written() -> None:
    assert "# A\\_b {#top}\n" in written(Page(address="a.md", title="A_b", body=""))


def test_links_to_pages_anchors_and_shared_files_lead_somewhere() -> None:
    other = page("clauses/there.md", heading(2, "Cases", "cases"))
    body = "[a](/clauses/there.md#cases) [b](/clauses/there.md) [c](/../pictures/x.svg) [d](https://example.org)"
    assert broken(body, other, shared=("pictures/x.svg",)) == []


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("[a](/clauses/nowhere.md)", "there is no such page"),
        ("[a](/clauses/here.md#nothing)", "there is no #nothing on that page"),
        ("[a](#nothing)", "there is no #nothing on that page"),
        ('<img src="/../pictures/none.svg">', "there is no such shared file"),
        ("[a](clauses/here.md)", "expected a link from the root, with a slash at its beginning"),
    ],
)
def test_a_link_that_leads_nowhere_is_told(body: str, why: str) -> None:
    (fault,) = broken(body)
    assert (fault.page, fault.what.partition(": ")[2]) == ("clauses/here.md", why)


def test_what_the_address_says_to_a_script_is_no_anchor() -> None:
    assert broken("[a](/clauses/here.md#game=x&event=3)") == []


def test_pages_are_written_where_they_belong(tmp_path: Path) -> None:
    write_pages([page("clauses/a.md", "text")], tmp_path)
    assert (tmp_path / "clauses" / "a.md").read_text(encoding="utf-8") == "# A page {#top}\n\ntext\n"
