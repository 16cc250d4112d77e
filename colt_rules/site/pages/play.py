"""The page on which a game is played, with the engine in the browser."""

from collections.abc import Iterator, Mapping
from html import escape

from colt_rules.site.browser_scripts import PLAY_STYLE, play_scripts, style
from colt_rules.site.page import Page, escaped, heading, link, paragraphs
from colt_rules.site.reader import Reader

ADDRESS = "play.md"
GUIDED = "five-minutes.md"


def pages(to: Reader) -> Iterator[Page]:
    """The only page of this kind."""
    intro, no_script = to.say("play.intro"), to.say("play.no-script")
    yield Page(
        address=ADDRESS,
        title=to.say("play.title"),
        wide=True,
        body=paragraphs(
            f"<p class=colt-before>{escape(intro)}</p>",
            f"{escaped(to.say('play.first'))} {link(escaped(to.say('guided.title')), GUIDED)}\n{{ .colt-before }}",
            '<div id="colt-play" class="colt-replay colt-play-page">'
            f"<p data-only-without-script>{escape(no_script)}</p></div>",
            heading(2, to.say("play.how-heading"), "how"),
            to.say("play.how"),
            style(PLAY_STYLE),
            play_scripts(to.lang),
        ),
    )


def offered(to: Reader, ways: Mapping[str, str]) -> Mapping[str, str]:
    """Of pages by name, those that this site has: without the engine nobody can play."""
    return {name: address for name, address in ways.items() if to.engine or address != ADDRESS}
