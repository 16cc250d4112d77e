"""The corrections: what the specification said before, and when it was corrected."""

from collections.abc import Iterator

from colt_rules.registry.corrections import Correction
from colt_rules.site.addresses import event_at
from colt_rules.site.page import Page, bullets, code, heading, link, paragraphs
from colt_rules.site.pages.references import entry_links
from colt_rules.site.reader import Reader

ADDRESS = "corrections.md"


def pages(to: Reader) -> Iterator[Page]:
    """The list of all corrections, the latest first."""
    found = to.sources.registry.corrections
    versions = dict.fromkeys(one.version for one in reversed(found.correction))
    yield Page(
        address=ADDRESS,
        title=to.say("site.corrections"),
        body=paragraphs(
            to.say("correction.about", version=found.version),
            *(_version(to, version) for version in versions),
        ),
    )


def _version(to: Reader, version: str) -> str:
    """What came with a version."""
    corrections = [one for one in to.sources.registry.corrections.correction if one.version == version]
    return paragraphs(
        heading(2, version, f"v{version.replace('.', '-')}"), *(_correction(to, one) for one in corrections)
    )


def _correction(to: Reader, one: Correction) -> str:
    """The old text, the new text and the reason."""
    events = ", ".join(link(code(name), event_at(name)) for name in one.events)
    texts = [(key, to.text(getattr(one, key))) for key in ("old", "new", "reason")]
    facts = bullets(
        f"**{to.say(f'correction.{key}')}{to.colon}** {text}" for key, text in (*texts, ("events", events)) if text
    )
    return paragraphs(f"**{entry_links(to, one.clauses)}**", facts)
