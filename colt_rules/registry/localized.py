"""A text in the four languages of the rulebooks."""

from attrs import frozen

LANGUAGES = ("en", "ru", "fr", "pl")


@frozen
class Localized:
    """One text in four languages. English must be there; a translation may still be missing."""

    en: str
    ru: str = ""
    fr: str = ""
    pl: str = ""

    def in_language(self, lang: str) -> str:
        """The text in `lang`, or in English where `lang` is not one of the four or not translated yet."""
        return (lang in LANGUAGES and str(getattr(self, lang))) or self.en

    @property
    def missing(self) -> tuple[str, ...]:
        """The languages in which the text is still to be written."""
        return tuple(lang for lang in LANGUAGES if not getattr(self, lang))
