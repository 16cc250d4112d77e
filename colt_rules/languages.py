"""The languages of the rules, the site and the command line. This module imports nothing, so that help starts fast."""

LANGUAGES = ("en", "ru", "fr", "pl")
