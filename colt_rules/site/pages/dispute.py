"""For players who disagree: how to look things up, frequent disputes, what to agree on, and the last resort."""

from collections.abc import Iterator

from colt_rules.modules import MODULES
from colt_rules.site.browser_scripts import WAYS_FILE, style
from colt_rules.site.page import Page, block, bullets, escaped, heading, link, paragraphs
from colt_rules.site.pages import search_field
from colt_rules.site.pages.questions import answered, question_block, questions
from colt_rules.site.pages.references import entry_link, module_link
from colt_rules.site.pages.rulings import open_in
from colt_rules.site.pages.topics import topics
from colt_rules.site.reader import Reader

ADDRESS = "dispute.md"
DISPUTED = ("001", "002", "010", "016", "026", "041", "044", "045", "075", "078", "096", "097")
"""The most frequent questions, by id."""
EXAMPLES = ("006", "008", "039", "005")
LAST_RESORT = {
    "replay": "replay.md",
    "guide": "guides/settle-a-dispute.md",
    "editions": "editions/index.md",
}


def pages(to: Reader) -> Iterator[Page]:
    """The only page of this kind."""
    asked = {question.id: question for question in questions(to.sources.registry.folder)}
    disputed = answered(to.sources.registry, (asked[id] for id in DISPUTED))
    yield Page(
        address=ADDRESS,
        title=to.say("dispute.title"),
        description=to.say("dispute.about"),
        body=paragraphs(
            escaped(to.say("dispute.about")),
            heading(2, to.say("dispute.ask"), "ask"),
            search_field.field(to),
            search_field.question_row(to, (asked[id] for id in EXAMPLES)),
            heading(2, to.say("dispute.happened"), "happened"),
            _topics(to),
            heading(2, to.say("dispute.often"), "often"),
            *(question_block(to, one) for one in disputed),
            link(to.say("dispute.all-questions"), "questions.md"),
            heading(2, to.say("dispute.before"), "before"),
            escaped(to.say("dispute.before-about")),
            bullets(_open(to)),
            heading(2, to.say("dispute.still"), "still"),
            escaped(to.say("dispute.still-about")),
            bullets(
                f"{link(to.say(f'dispute.way-{name}'), address)}{to.colon} {to.say(f'dispute.to-{name}')}"
                for name, address in LAST_RESORT.items()
            ),
            style(WAYS_FILE),
        ),
        searchable=False,
    )


def _topics(to: Reader) -> str:
    """The topics of the base game, then the modules, as links large enough to tap."""
    found = topics(to.sources.registry)
    links = [link(to.say(f"topic.{topic.name}"), topic.address) for topic in found if topic.module == MODULES[0]]
    modules = dict.fromkeys(topic.module for topic in found if topic.module != MODULES[0])
    links += [module_link(to, module) for module in modules]
    return block(" ".join(links), "colt-chips")


def _open(to: Reader) -> Iterator[str]:
    """The questions to which a table can agree on another answer."""
    return (entry_link(to, one.id) for one in to.sources.registry.rulings.values() if open_in(to, one))
