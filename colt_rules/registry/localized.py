"""A text in the four languages of the rulebooks."""

import re
from functools import cache

from attrs import frozen

from colt_rules.languages import LANGUAGES

_TIGHT = re.compile(r" (?=[:;!?»])|(?<=«) ")
"""Where French has a narrow no-break space."""
_AMOUNT = re.compile(r"(?<=[\d}]) (?=[$%])")
"""Where French has a no-break space."""


@frozen
class Localized:
    """One text in four languages. English is required; a translation may be missing."""

    en: str
    ru: str = ""
    fr: str = ""
    pl: str = ""

    def in_language(self, lang: str) -> str:
        """The text in `lang`, or in English if `lang` is not one of the four or the translation is missing."""
        translated = str(getattr(self, lang)) if lang in LANGUAGES else ""
        return with_spacing(lang, translated) if translated else self.en

    @property
    def missing(self) -> tuple[str, ...]:
        """The languages without a translation."""
        return tuple(lang for lang in LANGUAGES if not getattr(self, lang))


def with_spacing(lang: str, text: str) -> str:
    """A text with the spacing rules of its language, so that no line begins with a sign."""
    return _french(text) if lang == "fr" else text


@cache
def _french(text: str) -> str:
    return _AMOUNT.sub("\u00a0", _TIGHT.sub("\u202f", text))
