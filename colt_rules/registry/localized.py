"""A text in the four languages of the rulebooks."""

from attrs import frozen

from colt_rules.languages import LANGUAGES


@frozen
class Localized:
    """One text in four languages. English is required; a translation may be missing."""

    en: str
    ru: str = ""
    fr: str = ""
    pl: str = ""

    def in_language(self, lang: str) -> str:
        """The text in `lang`, or in English if `lang` is not one of the four or the translation is missing."""
        return (lang in LANGUAGES and str(getattr(self, lang))) or self.en

    @property
    def missing(self) -> tuple[str, ...]:
        """The languages without a translation."""
        return tuple(lang for lang in LANGUAGES if not getattr(self, lang))
