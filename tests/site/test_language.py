"""A player reads the site in one language: hardly a word on the pages for players is foreign."""

import re
from collections import Counter
from functools import cache

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import registry
from colt_rules.search.words import words_of
from tests.conftest import at_least
from tests.site.reading import pages

AT_MOST = 0.03
"""The share of letters that may be foreign."""
PLAYERS = re.compile(
    r"(index|glossary|replay|five-minutes|dispute|questions|print|corrections|statistics)\.md"
    r"|guides/(play-and-explore|settle-a-dispute)\.md"
    r"|(clauses|rulings|rules|things|editions|books|questions|components)/.*|matrix/index.md"
)
"""The pages for players and referees; pages about programs stay English."""
_NO_TEXT = re.compile(
    r"(?s)^```.*?^```|<(?:script|style|svg)\b.*?</(?:script|style|svg)>"  # what a program reads
    r"|<span lang=.*?</span>|\[[^\]\n]*\]\([^)\s]*\)\{lang=\w+\}"  # a name marked as foreign
    r"|\b[a-z]+(?:[.=-][a-z]+){2,}\b|`[^`\n]*`|(?<=\])\([^)\s]*\)|\{[#:. ][^}]*\}"  # ids, addresses, anchors
    r"|<[^>]*?\balt=\"(?P<alt>[^\"]*)\"[^>]*>|<[^>]*>",
    re.MULTILINE,
)
CYRILLIC, LATIN = re.compile("[а-яё]", re.IGNORECASE), re.compile("[a-z]", re.IGNORECASE)
"""A word in another alphabet is foreign, unless the rules have it too."""


def visible(markdown: str) -> str:
    """The visible text of a page, including text alternatives."""
    return _NO_TEXT.sub(lambda match: f" {match['alt'] or ''} ", markdown)


@cache
def word_list(lang: str) -> frozenset[str]:
    """All words of the specification in a language; untranslated words belong to each."""
    known = registry()
    texts: list[Localized] = [text for entry in known.citable() for text in (entry.title, entry.text)]
    texts += [
        text for ruling in known.rulings.values() for text in (ruling.reason, *(one.answer for one in ruling.rejected))
    ]
    texts += [text for term in known.terms.values() for text in (term.term, term.meaning)]
    texts += [text for facts in known.components.values() for fact in facts for text in (fact.name, fact.note) if text]
    texts += [text for edition in known.editions.values() for text in (edition.name, edition.title)]
    return frozenset(word.lower() for text in texts for word in words_of(getattr(text, lang)))


@cache
def other_words(lang: str) -> frozenset[str]:
    """The words of all other languages that a language does not have."""
    return frozenset[str]().union(*(word_list(other) for other in LANGUAGES if other != lang)) - word_list(lang)


def foreign(text: str, lang: str) -> Counter[str]:
    """The foreign words of a text, counted."""
    others, own = other_words(lang), word_list(lang)
    return Counter(
        word
        for word in words_of(text)
        if (lower := word.lower()) in others
        or (lower not in own and (LATIN if lang == "ru" else CYRILLIC).search(word))
    )


def letters(words: Counter[str]) -> int:
    return sum(len(word) * often for word, often in words.items())


@pytest.mark.parametrize("lang", at_least("fr", of=LANGUAGES))
def test_hardly_a_word_on_a_page_for_players_is_of_another_language(lang: str) -> None:
    too_many = {}
    for address, page in pages(lang).items():
        if PLAYERS.fullmatch(address):
            text = visible(f"{page.title}\n{page.body}")
            of_others = foreign(text, lang)
            part = letters(of_others) / max(1, letters(Counter(words_of(text))))
            if part > AT_MOST:
                too_many[address] = (round(part, 3), of_others.most_common(6))
    assert not too_many, f"{len(too_many)} pages: {sorted(too_many.items(), key=lambda one: -one[1][0])[:20]}"
