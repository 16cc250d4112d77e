"""The page on which a position is tried, with the engine in the browser."""

from collections.abc import Iterator
from html import escape
from urllib.parse import quote

from colt_rules.site.browser_scripts import PLAY_STYLE, TRY_STYLE, style, try_scripts
from colt_rules.site.page import Page, block, escaped, heading, link, paragraphs
from colt_rules.site.reader import Reader

ADDRESS = "try.md"


def pages(to: Reader) -> Iterator[Page]:
    """The only page of this kind."""
    intro, no_script = to.say("try.intro"), to.say("try.no-script")
    yield Page(
        address=ADDRESS,
        title=to.say("try.title"),
        wide=True,
        body=paragraphs(
            f"<p class=colt-before>{escape(intro)}</p>",
            '<div id="colt-try" class="colt-replay colt-play-page">'
            f"<p data-only-without-script>{escape(no_script)}</p></div>",
            heading(2, to.say("try.how-heading"), "how"),
            escaped(to.say("try.how")),
            style(PLAY_STYLE),
            style(TRY_STYLE),
            try_scripts(to.lang),
        ),
    )


def try_link(to: Reader, case: str) -> str:
    """A link that opens the position of a case; empty if the site is built without an engine."""
    return block(link(to.say("try.link"), f"{ADDRESS}#case={quote(case)}"), "small ways") if to.engine else ""
