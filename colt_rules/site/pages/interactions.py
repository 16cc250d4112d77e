"""What modules change for each other: one page with every pair, its clauses and the cases that show them."""

from collections.abc import Iterator

from colt_rules.conformance.cases.interactions import ModulePair
from colt_rules.site.addresses import case_at
from colt_rules.site.page import Page, bullets, code, heading, link, paragraphs
from colt_rules.site.pages.references import entry_link, entry_links, module_links
from colt_rules.site.reader import Reader

ADDRESS = "interactions.md"


def pages(to: Reader) -> Iterator[Page]:
    """The only page of this kind."""
    pairs = to.sources.suite.pairs
    yield Page(
        address=ADDRESS,
        title=to.say("site.interactions"),
        body=paragraphs(
            to.say("interaction.about"),
            to.table("interaction", ("modules", "together", "clauses", "cases"), (_row(to, pair) for pair in pairs)),
            *(_section(to, pair) for pair in pairs),
        ),
        searchable=False,
    )


def _name(to: Reader, pair: ModulePair) -> str:
    return " + ".join(to.say(f"site.module-{module}") for module in (pair.first, pair.second))


def _anchor(pair: ModulePair) -> str:
    return f"{pair.first}-and-{pair.second}"


def _row(to: Reader, pair: ModulePair) -> list[str]:
    name = f"[{_name(to, pair)}](#{_anchor(pair)})"
    return [name, _together(to, pair), str(len(pair.clauses)), str(len(pair.cases))]


def _together(to: Reader, pair: ModulePair) -> str:
    if pair.together and pair.needing:
        needing = ", ".join(to.say(f"site.module-{module}") for module in pair.needing)
        return to.say("interaction.always", needing=needing)
    key = "free" if not pair.refusals else "sometimes" if pair.together else "never"
    return to.say(f"interaction.{key}")


def _section(to: Reader, pair: ModulePair) -> str:
    """What two modules change for each other, or that they change nothing."""
    facts = {
        "modules": module_links(to, (pair.first, pair.second)),
        "together": _together(to, pair),
        "refused": entry_links(to, pair.refusals),
        "meetings": ", ".join(code(meeting.what) for meeting in pair.meetings),
    }
    shown = to.say("interaction.shown")
    listed = [f"{entry_link(to, id)} ({link(shown, case_at(case))})" for id, case in pair.clauses.items()]
    if not listed and pair.example:
        listed = [f"{to.say('interaction.no-clause')} ({link(shown, case_at(pair.example))})"]
    return paragraphs(
        heading(2, _name(to, pair), _anchor(pair)),
        to.facts("interaction", facts),
        f"{to.say('interaction.clauses')}{to.colon}" if listed else to.say("interaction.nothing"),
        bullets(listed),
    )
