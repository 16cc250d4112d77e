"""The glossary: every term with its meaning, its words in the other languages and the clauses about it."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from colt_rules.languages import LANGUAGES
from colt_rules.registry.glossary import Term
from colt_rules.site.page import Page, bullets, escaped, heading, link, paragraphs
from colt_rules.site.pages.references import entry_links
from colt_rules.site.pages.things import Thing, things_by_term
from colt_rules.site.reader import NAMES, Reader

ADDRESS = "glossary.md"
MOST = 8
MOST_BESIDE_A_PAGE = 3
"""How many clauses, and how many rulings, are listed for a term, and for one with its own page."""
_ALPHABETS = {"pl": "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż", "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"}
"""Alphabets in which letters with diacritics have places of their own."""


def pages(to: Reader) -> Iterator[Page]:
    """The one page of the glossary."""
    words = things_by_term(to.sources.registry)
    terms = in_order(to.sources.registry.terms.values(), to.lang)
    letters = {letter: tuple(found) for letter, found in groupby(terms, lambda term: _letter(term, to.lang))}
    jumps = " · ".join(f"[{letter}](#{_letter_anchor(letter)})" for letter in letters)
    parts = (
        paragraphs(heading(2, letter, _letter_anchor(letter)), *(_term(to, term, words[term.id]) for term in found))
        for letter, found in letters.items()
    )
    yield Page(
        address=ADDRESS,
        title=to.say("site.glossary"),
        body=paragraphs(escaped(to.say("glossary.about")), jumps, *parts),
    )


def in_order(terms: Iterable[Term], lang: str) -> list[Term]:
    """The terms in the alphabetical order of a language."""
    return sorted(terms, key=lambda term: [_rank(letter, lang) for letter in term.term.in_language(lang).lower()])


def _rank(letter: str, lang: str) -> tuple[int, str]:
    """The rank of a letter: by its alphabet, or by the letter without diacritics."""
    if letter in _ALPHABETS.get(lang, ""):
        return _ALPHABETS[lang].index(letter), ""
    return -1, unicodedata.normalize("NFD", letter)[0]


def _letter(term: Term, lang: str) -> str:
    """The letter under which a term is listed."""
    first = term.term.in_language(lang)[0].upper()
    return first if lang in _ALPHABETS else unicodedata.normalize("NFD", first)[0]


def _letter_anchor(letter: str) -> str:
    """An anchor of ASCII letters for any alphabet."""
    return f"letter-{ord(letter):x}"


def _term(to: Reader, term: Term, found: Sequence[Thing]) -> str:
    return paragraphs(
        heading(3, escaped(to.plain(term.term)), term.id),
        to.linker.linked(to.plain(term.meaning), but=term.id),
        bullets(
            [
                _elsewhere(to, term),
                *_about(to, term, bool(found)),
                *(link(to.say("glossary.page"), one.address) for one in found),
            ]
        ),
    )


def _elsewhere(to: Reader, term: Term) -> str:
    """The word in the other languages."""
    return ", ".join(
        to.quoted(f"{term.term.in_language(lang)} ({NAMES[lang]})", lang) for lang in LANGUAGES if lang != to.lang
    )


def _about(to: Reader, term: Term, has_page: bool) -> Iterator[str]:
    """The first clauses, then rulings, about a term; the search and its own page have all."""
    registry = to.sources.registry
    # The id of every ruling contains this word, so all would match; they have their own list.
    ids = () if term.id == "ruling" else registry.about(term)
    for key, entries in (("clauses", registry.clauses), ("rulings", registry.rulings)):
        if here := [id for id in ids if id in entries]:
            yield to.say(f"glossary.{key}", what=entry_links(to, here[: MOST_BESIDE_A_PAGE if has_page else MOST]))
