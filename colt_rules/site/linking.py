"""Terms of the glossary, linked wherever they occur in a text, whatever their endings."""

from collections.abc import Iterable

from colt_rules.registry.glossary import Term
from colt_rules.site.page import escaped


class Linker:
    """Finds terms in texts of one language."""

    def __init__(self, terms: Iterable[Term], lang: str) -> None:
        self.lang = lang

    def linked(self, text: str) -> str:
        """The text as Markdown, each term in it linked to the glossary where it first occurs."""
        return escaped(text)
