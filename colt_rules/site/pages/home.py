"""The first page: what there is, and the ways in."""

from collections.abc import Iterator

from colt_rules.site.addresses import entry_at
from colt_rules.site.page import Page, bullets, code, escaped, heading, link, paragraphs
from colt_rules.site.pages.case import boards
from colt_rules.site.reader import Reader

SHOWN = "fire.roof.line-of-sight/the-second-roof-is-hidden"
"""The case whose board is the picture of the first page."""
WAYS = {
    "find": {
        "rules": "rules/index.md",
        "things": "things/index.md",
        "glossary": "glossary.md",
        "books": "books/index.md",
        "editions": "editions/index.md",
        "rulings": "rulings/index.md",
        "corrections": "corrections.md",
        "components": "components/index.md",
    },
    "settle": {"replay": "replay.md", "dispute": "guides/settle-a-dispute.md"},
    "write": {"client": "guides/test-your-client.md", "contract": "contract/index.md", "api": "api/index.md"},
    "trust": {"proof": "proof.md", "matrix": "matrix/index.md", "architecture": "guides/architecture.md"},
}
"""What people come for, and where they find it."""


def pages(to: Reader) -> Iterator[Page]:
    """The first page."""
    yield Page(
        address="index.md",
        title=to.say("home.title"),
        body=paragraphs(escaped(to.say("home.lead")), _board(to), *(_ways(to, purpose) for purpose in WAYS)),
    )


def _board(to: Reader) -> str:
    clause = SHOWN.partition("/")[0]
    caption = to.say("home.shown", clause=link(code(clause), entry_at(clause)))
    return paragraphs(caption, boards(to, to.sources.runs_of(SHOWN)))


def _ways(to: Reader, purpose: str) -> str:
    ways = (
        f"{link(to.say(f'site.{name}'), address)}{to.colon} {to.say(f'home.{purpose}-{name}')}"
        for name, address in WAYS[purpose].items()
    )
    return paragraphs(heading(2, to.say(f"home.{purpose}"), purpose), bullets(ways))
