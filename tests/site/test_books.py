"""Every passage of every book has a place on the site, and no page is too long."""

from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import registry
from colt_rules.site.page import escaped
from colt_rules.site.pages.books import CHAPTER, chapters, pages, passage_anchor, passage_at
from tests.site.reading import reader, reader_of_an_open_book


def test_a_passage_is_in_its_chapter() -> None:
    spec = registry()
    assert passage_at(spec, spec.passages["ru-full:310-313"]) == "books/ru-full/2.md#lines-310"
    assert passage_at(spec, spec.passages["ru-full:1-4"]) == "books/ru-full/1.md#lines-1"


def test_chapters_hold_whole_books() -> None:
    for book in registry().books.values():
        parts = chapters(book)
        passages = [passage for part in parts for section in part.sections for passage in section.passages]
        assert tuple(passages) == book.passages
        assert all(sum(len(section.passages) for section in part.sections) <= CHAPTER for part in parts)


def test_every_passage_is_anchored_on_its_page_in_each_language() -> None:
    spec = registry()
    for lang in LANGUAGES:
        bodies = {page.address: page.body for page in pages(reader(lang))}
        for passage in spec.passages.values():
            address, _, anchor = passage_at(spec, passage).partition("#")
            assert anchor == passage_anchor(passage)
            assert bodies[address].count(f'id="{anchor}"') == 1


def test_a_passage_names_its_clauses() -> None:
    bodies = {page.address: page.body for page in pages(reader("pl"))}
    row = next(line for line in bodies["books/ru-full/2.md"].splitlines() if 'id="lines-310"' in line)
    assert "310–313" in row
    assert "zasada" in row
    assert "[Na dachach: nikogo pomiędzy](/clauses/fire.roof.line-of-sight.md)" in row


def test_a_rule_of_a_module_that_is_not_built_says_so() -> None:
    to = reader_of_an_open_book("en")
    (passage,) = (one for one in to.sources.registry.passages.values() if one.is_open)
    bodies = {page.address: page.body for page in pages(to)}
    address, _, anchor = passage_at(to.sources.registry, passage).partition("#")
    row = next(line for line in bodies[address].splitlines() if f'id="{anchor}"' in line)
    assert "open until this module is built: `to-come`" in row


def test_a_passage_with_clauses_tells_what_is_open_in_it() -> None:
    spec = registry()
    for lang in LANGUAGES:
        bodies = {page.address: page.body for page in pages(reader(lang))}
        for passage in spec.passages.values():
            address, _, anchor = passage_at(spec, passage).partition("#")
            row = next(line for line in bodies[address].splitlines() if f'id="{anchor}"' in line)
            assert (f": *{escaped(passage.open)}*" in row) == bool(passage.open)


def test_a_book_tells_how_much_of_it_is_answered() -> None:
    body = next(page.body for page in pages(reader("en")) if page.address == "books/fr-horses.md")
    assert "Every line belongs to exactly one passage." in body
    assert "| **whole book** | 156 | 510 |" in body
