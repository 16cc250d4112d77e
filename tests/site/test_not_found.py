"""The page for unknown addresses: in every language, standalone, at any address."""

import re

from colt_rules.languages import LANGUAGES
from colt_rules.site.not_found import not_found_page
from colt_rules.site.publishing import UNPUBLISHED, Publishing
from colt_rules.site.words import all_words


def test_it_speaks_every_language_and_leads_back() -> None:
    html = not_found_page(LANGUAGES, UNPUBLISHED)
    for lang in LANGUAGES:
        section = html.partition(f'<section lang="{lang}"')[2].partition("</section>")[0]
        assert all_words()["not-found.title"].in_language(lang) in section
        assert f'href="{lang}/index.html"' in section
        assert f'href="{lang}/rules/index.html"' in section


def test_it_needs_nothing_else_and_is_not_listed() -> None:
    html = not_found_page(LANGUAGES, UNPUBLISHED)
    assert re.findall(r"<(?:link|img|script [^>]*src)", html) == []
    assert '<meta name="robots" content="noindex">' in html


def test_links_begin_where_the_site_does() -> None:
    assert '<base href="/">' in not_found_page(LANGUAGES, UNPUBLISHED)
    assert '<base href="/colt/">' in not_found_page(LANGUAGES, Publishing("https://example.org/colt/"))


def test_only_languages_that_there_are_are_named() -> None:
    assert re.findall(r'<section lang="(\w+)"', not_found_page(("pl", "en"), UNPUBLISHED)) == ["pl", "en"]
