"""The languages of the rules, the site and the command line. This module imports nothing, so that help starts fast."""

LANGUAGES = ("en", "ru", "fr", "pl")
BEGUN: tuple[str, ...] = ()
"""Languages that have some sentences of games; what they lack is told in English. See docs/add-a-language.md."""
