"""All pages together: every link works, everything has its place, and all languages are alike."""

import re
from functools import cache

import pytest

from colt_rules.commands import COMMANDS
from colt_rules.events import EVENT_NAMES
from colt_rules.languages import LANGUAGES
from colt_rules.site import cases
from colt_rules.site.addresses import (
    EVIDENCE,
    command_at,
    differences_at,
    entry_at,
    event_at,
    term_at,
)
from colt_rules.site.cases import own_cases
from colt_rules.site.code import STYLE, shown
from colt_rules.site.content import content_files, front_door
from colt_rules.site.navigation import NavigationEntry, navigation
from colt_rules.site.pages import clauses, editions, home, things
from colt_rules.site.pages.books import passage_at
from colt_rules.site.sources import Sources
from colt_rules.site.writing import anchors_of, broken_links
from tests.conftest import at_least
from tests.site.reading import pages, reader, some_sources


@cache
def shared() -> frozenset[str]:
    """The names of the shared files: making most of the files takes long."""
    sources = some_sources()
    made = (name for name, _ in content_files(sources, LANGUAGES))
    by_name = [*cases.scripts(sources), STYLE, *(f"source/{name}.html" for name in shown(sources.root))]
    return frozenset([*made, *by_name])


@cache
def places(lang: str) -> frozenset[str]:
    """Every page, and every anchor of a page."""
    anchors = {f"{address}#{anchor}" for address, page in pages(lang).items() for anchor in anchors_of(page)}
    return frozenset({*pages(lang), *anchors})


MORE = at_least("en", of=LANGUAGES)


@pytest.mark.thorough
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_link_leads_somewhere(lang: str) -> None:
    """Otherwise the site would not be built either."""
    assert list(map(str, broken_links(pages(lang), shared()))) == []


@pytest.mark.parametrize("lang", MORE)
def test_everything_has_its_place(lang: str, sources: Sources) -> None:
    known = sources.registry
    wanted = {
        *(entry_at(entry.id) for entry in known.citable()),
        *map(event_at, EVENT_NAMES.values()),
        *map(command_at, COMMANDS),
        *map(term_at, known.terms),
        *(passage_at(known, passage) for passage in known.passages.values()),
        *(differences_at(a, b) for a in known.editions for b in known.editions if a < b),
    }
    assert wanted - places(lang) == set()


@pytest.mark.parametrize("lang", MORE)
def test_what_stands_behind_clauses_is_found_in_english_from_every_language(lang: str, sources: Sources) -> None:
    there = {place.replace(".md", ".html") for place in places("en")}
    bodies = [pages(lang)[entry_at(id)].body for id in sources.registry_ids()]
    led = {found for body in bodies for found in re.findall(r'/\.\./en/([^)"]+)', body)}
    assert {f"evidence/{id}.html#cases" for id in sources.registry_ids() if own_cases(sources, id)} <= led
    assert led - there == set()


@pytest.mark.thorough
def test_a_page_has_the_same_address_and_anchors_in_all_languages() -> None:
    """Except for the letters of the alphabet in the glossary, and for pages in English only."""
    english = {page.address for page in pages("en").values() if page.elsewhere}
    found = [
        {place for place in places(lang) if "#letter-" not in place and place.partition("#")[0] not in english}
        for lang in LANGUAGES
    ]
    assert [sorted(each ^ found[0]) for each in found] == [[]] * len(LANGUAGES)
    assert {address.partition("/")[0] for address in english} == {EVIDENCE, "guides"}


@pytest.mark.parametrize("lang", MORE)
def test_pages_are_plain_markdown(lang: str) -> None:
    """What only one theme would read: admonitions, tabs, icons, diagrams by a script."""
    special = re.compile(r"^(?:!!!|\?\?\?|===) |:(?:material|fontawesome|octicons)-|^```mermaid", re.MULTILINE)
    assert [address for address, page in pages(lang).items() if special.search(page.body)] == []


CODE = re.compile(
    r"^(`{3,}).*?^\1$|`[^`\n]*`|<(pre|code|script)\b.*?</\2>|<[^>]*>|\]\([^)]*\)|[*\\]", re.DOTALL | re.MULTILINE
)
"""Code and everything that is not a word."""
ENDED = re.compile(r"[.?]\s?;.{0,20}")
"""A sentence that ends before a semicolon."""


@pytest.mark.parametrize("lang", MORE)
def test_no_sentence_goes_on_after_its_end(lang: str) -> None:
    for_players = ("rules/", "clauses/", "rulings/", "things/", "books/", "editions/", "components/")
    some = [page for at, page in pages(lang).items() if at.startswith(for_players) or "/" not in at]
    assert [(page.address, found) for page in some for found in ENDED.findall(CODE.sub("", page.body))] == []


@pytest.mark.parametrize(
    "address", ["index.md", "things/index.md", "clauses/fire.target.md", "editions/pl-base-and-ru-full.md"]
)
def test_in_french_a_colon_has_its_space(address: str) -> None:
    kinds = {"index.md": home, "things": things, "clauses": clauses, "editions": editions}
    page = next(page for page in kinds[address.partition("/")[0]].pages(reader("fr")) if page.address == address)
    labels = re.findall(r"(?:\]\([^)]*\)|\*\*):", page.body)
    assert labels == []


def test_no_page_is_heavy() -> None:
    assert [address for address, page in pages("en").items() if len(page.body.encode()) > 130_000] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_navigation_leads_to_pages_and_stays_small(lang: str) -> None:
    menu = navigation(reader(lang), pages("en").values())
    found = list(addresses(menu))
    assert set(found) <= set(pages("en"))
    assert len(found) == len(set(found)) < 120


def addresses(menu: tuple[NavigationEntry, ...]) -> list[str]:
    return [address for entry in menu for address in (entry.address, *addresses(entry.entries)) if address]


def test_the_front_door_leads_to_each_language_that_there_is() -> None:
    assert re.findall(r'href="(\w+)/index.html"', front_door(("en", "pl"))) == ["en", "pl"]


@pytest.mark.thorough
def test_no_french_label_stands_close_to_its_colon() -> None:
    """Guides and the API are in English."""
    label = re.compile(r"(?:\]\([^)\s]*\)|\*\*): ")
    french = {at: page.body for at, page in pages("fr").items() if not at.startswith(("guides/", "api/"))}
    assert [at for at, body in french.items() if label.search(body)] == []
