"""The navigation: only the main pages, from which details are reached, so that no page has hundreds of links."""

from collections.abc import Iterable
from typing import TypeAlias

from attrs import frozen

from colt_rules.site.page import Page
from colt_rules.site.reader import Reader


@frozen
class NavigationEntry:
    """A page in the navigation, or a group of them; a group whose first entry is an index page opens with it."""

    title: str
    address: str = ""
    entries: tuple["NavigationEntry", ...] = ()


Navigation: TypeAlias = tuple[NavigationEntry, ...]


def navigation(to: Reader, pages: Iterable[Page]) -> Navigation:
    """The navigation of one language."""
    titles = {page.address: page.title for page in pages}

    def one(address: str, key: str = "") -> NavigationEntry:
        return NavigationEntry(to.say(f"site.{key}") if key else titles[address], address)

    def known(address: str) -> list[str]:
        """A page that only a site with the engine has."""
        return [address] if address in titles else []

    def below(folder: str, depth: int = 1) -> list[NavigationEntry]:
        """The pages of a folder, in order, without its index."""
        return [
            one(address)
            for address in titles
            if address.startswith(f"{folder}/")
            and address.count("/") - folder.count("/") == depth
            and address != f"{folder}/index.md"
        ]

    def group(key: str, *entries: NavigationEntry) -> NavigationEntry:
        return NavigationEntry(to.say(f"site.{key}"), entries=entries)

    modules = dict.fromkeys(clause.module for clause in to.sources.registry.clauses.values())
    rules = [
        group(f"module-{module}", one(f"rules/{module}/index.md"), *below(f"rules/{module}")) for module in modules
    ]
    return (
        one("index.md", "home"),
        group(
            "table",
            *map(one, ("five-minutes.md", "dispute.md", "questions.md", *known("try.md"), "print.md")),
        ),
        group("rules", one("rules/index.md"), *rules),
        group(
            "browse",
            one("things/index.md", "things"),
            one("glossary.md", "glossary"),
            one("books/index.md", "books"),
            one("editions/index.md", "editions"),
            one("interactions.md", "interactions"),
            one("rulings/index.md", "rulings"),
            one("corrections.md", "corrections"),
            one("components/index.md", "components"),
        ),
        *map(one, known("play.md")),
        one("replay.md", "replay"),
        one("statistics.md", "statistics"),
        group(
            "evidence",
            one("proof.md", "proof"),
            *map(one, known("prove.md")),
            one("matrix/index.md", "matrix"),
        ),
        group("clients", one("contract/index.md", "contract"), *below("contract"), one("api/index.md", "api")),
        group("guides", one("guides/index.md"), *below("guides")),
    )
