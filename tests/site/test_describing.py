"""The description of a page: short, plain, in its language, and on every page."""

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.site.addresses import entry_at
from colt_rules.site.describing import LONGEST, page_description, shortened
from colt_rules.site.page import Page
from tests.conftest import at_least
from tests.site.reading import pages, reader, some_sources


def page(body: str, description: str = "") -> Page:
    return Page(address="a.md", title="A title", body=body, description=description)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("Some [words](/a.md) and **more**.\n\nThen others.", "Some words and more."),
        ("[Rules](/r.md) › [Fire](/f.md)\n\n## Head {#x}\n\n| a |\n| --- |\n\nProse &lt;here&gt;.", "Prose <here>."),
        ("- a list\n\n```\ncode\n```", "A title. The site."),
    ],
)
def test_a_page_is_told_by_what_it_begins_with(body: str, told: str) -> None:
    assert page_description(page(body), "The site.") == told


def test_what_a_page_says_of_itself_comes_first() -> None:
    assert page_description(page("Some words.", "Its own."), "The site.") == "Its own."


def test_a_long_text_ends_with_a_sentence_or_a_word() -> None:
    assert shortened("A sentence that is rather long, so that it is worth to be shown. " * 3).count(".") == 2
    cut = shortened("word, " * 100)
    assert cut.endswith("word…")
    assert len(cut) <= LONGEST


MORE = at_least("en", of=LANGUAGES)


@pytest.mark.parametrize("lang", MORE)
def test_a_clause_is_told_by_what_it_says_in_its_language(lang: str) -> None:
    told = some_sources().registry.clause("fire.target").text.in_language(lang)
    assert page_description(pages(lang)[entry_at("fire.target")], "") == shortened(told)


@pytest.mark.parametrize("lang", MORE)
def test_every_page_has_a_description_without_marks(lang: str) -> None:
    site = reader(lang).say("site.description")
    told = {at: page_description(page, site) for at, page in pages(lang).items()}
    assert [(at, text) for at, text in told.items() if not 10 < len(text) <= LONGEST] == []
    assert [(at, text) for at, text in told.items() if "](" in text or "**" in text or "{#" in text] == []
