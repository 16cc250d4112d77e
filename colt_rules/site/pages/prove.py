"""The suite in the visitor's browser: the same rules, on another Python, put to the published cases."""

from collections.abc import Iterator
from html import escape

from colt_rules.site.addresses import SHARED
from colt_rules.site.browser_scripts import PROVE_FILE, PROVE_WORDS_FILE, scripts
from colt_rules.site.page import Page, escaped, link, paragraphs
from colt_rules.site.reader import Reader

ADDRESS = "prove.md"
MEGABYTES = 12
"""What the engine and the suite weigh, for people; a test compares it with the files."""


def pages(to: Reader) -> Iterator[Page]:
    """The only page of this kind."""
    files = (PROVE_WORDS_FILE.format(lang=to.lang), PROVE_FILE)
    yield Page(
        address=ADDRESS,
        title=to.say("prove.title"),
        description=to.say("prove.about"),
        short=True,
        body=paragraphs(
            escaped(to.say("prove.about")),
            to.say("prove.weight", megabytes=MEGABYTES),
            f'<div id="colt-prove"><p data-only-without-script>{escape(to.say("prove.no-script"))}</p></div>',
            link(to.say("proof.title"), "proof.md"),
            scripts(to.lang) + "".join(f'<script src="/{SHARED}/{file}" defer></script>' for file in files),
        ),
    )


def prove_link(to: Reader) -> str:
    """A link to the page; empty if the site is built without an engine."""
    return link(to.say("prove.link"), ADDRESS) if to.engine else ""
