"""What a page is written from: all sources, in one language."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import define

from colt_rules.languages import LANGUAGES
from colt_rules.registry.localized import Localized
from colt_rules.site.links import Linker
from colt_rules.site.page import bullets, escaped, table
from colt_rules.site.printing import Printed
from colt_rules.site.publishing import UNPUBLISHED, Publishing
from colt_rules.site.sources import Sources
from colt_rules.site.words import all_words

NAMES = {"en": "English", "ru": "Русский", "fr": "Français", "pl": "Polski"}
"""Each language in its own words."""
assert tuple(NAMES) == LANGUAGES


@define
class Reader:
    """One language, and everything that pages need in it."""

    lang: str
    sources: Sources
    publishing: Publishing = UNPUBLISHED
    languages: tuple[str, ...] = LANGUAGES
    """The languages of the site."""
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
