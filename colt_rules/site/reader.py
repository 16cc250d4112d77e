"""What a page is written from: all sources, in one language."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import define

from colt_rules.languages import LANGUAGES
from colt_rules.referee.vocabulary import INNER_QUOTES
from colt_rules.registry.localized import Localized
from colt_rules.registry.rulings import Ruling
from colt_rules.site.addresses import entry_at
from colt_rules.site.links import Linker
from colt_rules.site.page import bullets, escaped, link, table
from colt_rules.site.printing import Printed
from colt_rules.site.publishing import UNPUBLISHED, Publishing
from colt_rules.site.sources import Sources
from colt_rules.site.words import all_words

NAMES = {"en": "English", "ru": "Русский", "fr": "Français", "pl": "Polski"}
"""Each language in its own words."""
assert tuple(NAMES) == LANGUAGES
_ENTRY = re.compile(r"([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+)(\.?)")
"""What may be the id of a clause or ruling, with the full stop after it."""
_ANSWER = re.compile(r"(ruling(?:\.[a-z0-9-]+)+)(\W+)([a-z0-9-]+)")
"""A ruling with the answer that a table agrees on, as events and commands have them."""


@define
class Reader:
    """One language, and everything that pages need in it."""

    lang: str
    sources: Sources
    publishing: Publishing = UNPUBLISHED
    languages: tuple[str, ...] = LANGUAGES
    """The languages of the site."""
    engine: bool = True
    """Whether the site carries the engine; without it, no page needs it."""
    printed: Callable[[], Mapping[str, Printed]] = dict
    """The printed files by path from the root of the site; the call waits for the browser."""

    @cached_property
    def linker(self) -> Linker:
        """Finds the terms of the glossary."""
        return Linker(self.sources.registry.terms.values(), self.lang)

    @property
    def colon(self) -> str:
        """The colon after a label: in French it follows a narrow space."""
        return "\u202f:" if self.lang == "fr" else ":"

    def say(self, key: str, **values: Any) -> str:
        """The text of this key, with values in its braces; an unknown key raises a `KeyError`."""
        text = all_words()[key].in_language(self.lang)
        return text.format(**values) if values else text

    def labelled(self, key: str, text: str) -> str:
        """A text after a bold label, the text of this key; empty without text."""
        return f"**{self.say(key)}**{self.colon} {text}" if text else ""

    def facts(self, page: str, said: Mapping[str, str]) -> str:
        """A list of the texts that are not empty, each with its label; ``page`` is the table with the labels."""
        return bullets(filter(None, (self.labelled(f"{page}.{key}", text) for key, text in said.items())))

    def table(self, page: str, head: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
        """A table whose column headings are these texts of a page; an empty text if there are no rows."""
        listed = list(rows)
        return table([self.say(f"{page}.{key}") for key in head], listed) if listed else ""

    def text(self, localized: Localized) -> str:
        """A text of the specification as Markdown, with every term linked to the glossary."""
        return self.linker.linked(localized.in_language(self.lang))

    def quoted(self, text: str, lang: str) -> str:
        """A name in another language, marked for screen readers and styles."""
        return escaped(text) if lang == self.lang else f'<span lang="{lang}">{escaped(text)}</span>'

    def plain(self, localized: Localized) -> str:
        """A text of the specification, as plain text."""
        return localized.in_language(self.lang)

    def remark(self, localized: Localized) -> str:
        """A remark as Markdown; a clause or ruling whose id it names stands there by its title."""
        parts, end = [], 0
        text = self.plain(localized)
        for match in _ENTRY.finditer(text):
            if self.sources.registry.knows(match[1]):
                entry = self.sources.registry.find(match[1])
                title = self.plain(entry.title)
                stop = "" if title.endswith(("?", "!", ".")) else match[2]
                parts += [escaped(text[end : match.start()]), link(escaped(title), entry_at(entry.id)), stop]
                end = match.end()
        return "".join([*parts, escaped(text[end:])])

    def told(self, sentence: str) -> str:
        """A sentence about a game, in which a ruling stands by its question, and the agreed answer by its text."""
        return _ANSWER.sub(self._agreed, sentence)

    def _agreed(self, match: re.Match[str]) -> str:
        known = self.sources.registry
        ruling = known.find(match[1]) if known.knows(match[1]) else None
        answers = {one.id: one.answer for one in ruling.rejected} if isinstance(ruling, Ruling) else {}
        if not ruling or match[3] not in answers:
            return match[0]
        question = self.say("case.quoted", text=self.plain(ruling.title).translate(INNER_QUOTES))
        return f"{question}{match[2]}{self.plain(answers[match[3]]).rstrip('.')}"
