"""The first page: a field for questions, the ways in, and a list of everything."""

from collections.abc import Iterator

from colt_rules.site.browser_scripts import WAYS_FILE, style
from colt_rules.site.page import Page, block, bullets, escaped, heading, link, paragraphs
from colt_rules.site.pages import prove, search_field
from colt_rules.site.pages.case import boards
from colt_rules.site.pages.play import offered
from colt_rules.site.pages.questions import questions
from colt_rules.site.pages.references import entry_link
from colt_rules.site.reader import Reader

SHOWN = "fire.roof.line-of-sight/the-second-roof-is-hidden"
"""The case whose picture is on the first page."""
EXAMPLES = ("002", "001", "006", "003", "026")
"""The example questions, by id."""
CARDS = {
    "new": "five-minutes.md",
    "play": "play.md",
    "quarrel": "dispute.md",
    "browse": "rules/index.md",
    "program": "guides/test-your-client.md",
}
"""The ways in."""
ALSO = {
    "questions": "questions.md",
    "print": "print.md",
    "things": "things/index.md",
    "editions": "editions/index.md",
    "replay": "replay.md",
    "statistics": "statistics.md",
}
"""Other pages for players at the table."""
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
    "trust": {
        "proof": "proof.md",
        "prove": "prove.md",
        "matrix": "matrix/index.md",
        "statistics": "statistics.md",
        "architecture": "guides/architecture.md",
    },
}
"""All pages by purpose."""
WITH_ENGINE = (prove.ADDRESS,)
"""Pages that only a site with the engine has."""


def pages(to: Reader) -> Iterator[Page]:
    """The first page."""
    yield Page(
        address="index.md",
        title=to.say("home.title"),
        description=to.say("home.lead"),
        body=paragraphs(
            _hero(to),
            block(paragraphs(*(_card(to, name) for name in offered(to, CARDS))), "colt-ways"),
            _picture(to),
            _also(to),
            *(_ways(to, purpose) for purpose in WAYS),
            style(WAYS_FILE),
        ),
    )


def _hero(to: Reader) -> str:
    asked = {question.id: question for question in questions(to.sources.registry.folder)}
    content = paragraphs(
        escaped(to.say("home.lead")),
        search_field.field(to),
        f"<p class=colt-label>{to.say('home.for-example')}{to.colon}</p>",
        search_field.question_row(to, (asked[id] for id in EXAMPLES)),
    )
    return block(content, "colt-hero")


def _card(to: Reader, name: str) -> str:
    text = f"<b>{escaped(to.say(f'home.{name}'))}</b><span>{escaped(to.say(f'home.{name}-about'))}</span>"
    return f"{link(text, CARDS[name])}{{ .colt-way .colt-way--{name} }}"


def _picture(to: Reader) -> str:
    """An example of a picture, for a rule that everybody asks about."""
    shown = boards(to, to.sources.runs_of(SHOWN))
    return block(paragraphs(shown, entry_link(to, SHOWN.partition("/")[0])), "colt-shown")


def _also(to: Reader) -> str:
    links = (link(escaped(to.say(f"home.also-{name}")), address) for name, address in ALSO.items())
    return paragraphs(heading(2, to.say("home.also"), "also"), block(" ".join(links), "colt-chips"))


def _ways(to: Reader, purpose: str) -> str:
    ways = (
        f"{link(to.say(f'site.{name}'), address)}{to.colon} {to.say(f'home.{purpose}-{name}')}"
        for name, address in WAYS[purpose].items()
        if to.engine or address not in WITH_ENGINE
    )
    return paragraphs(heading(2, to.say(f"home.{purpose}"), purpose), bullets(ways))
