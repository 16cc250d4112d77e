"""The page about citing: which clauses events and refusals cite, according to the rules and the cases."""

from collections.abc import Iterator, Mapping

from msgspec import UnsetType

from colt_rules.commands import COMMAND_NAMES
from colt_rules.conformance.cases.background import EVERYWHERE
from colt_rules.conformance.cases.suite import Filter, suite
from colt_rules.conformance.pages.fields import coded, table, template
from colt_rules.events import EVENTS
from colt_rules.kernel.decide import OUT_OF_FORM
from colt_rules.log.codec import read_command
from colt_rules.log.errors import Malformed
from colt_rules.modules import MODULES
from colt_rules.rules.rulebook import rulebook


def citing_page() -> str:
    """The page about citing."""
    orders = rulebook(MODULES[:1]).turns.order
    return template("citing.md").substitute(
        form=OUT_OF_FORM,
        everywhere=coded(sorted(EVERYWHERE)),
        phases=table(("phase", "clause"), ((f"`{phase}`", coded(clauses)) for phase, clauses in orders.items())),
        events=table(("event", "always", "where it applies"), _rows(cited_by_events())),
        refusals=table(("command", "always", "where it applies"), _rows(cited_by_refusals())),
    )


def _rows(cited: Mapping[str, list[frozenset[str]]]) -> Iterator[tuple[str, str, str]]:
    for name, citations in cited.items():
        always = frozenset[str].intersection(*citations)
        sometimes = frozenset[str].union(*citations) - always
        yield f"`{name}`", coded(sorted(always)), coded(sorted(sometimes))


def cited_by_events() -> dict[str, list[frozenset[str]]]:
    """By type of event, in the order of the rules: the citations of each occurrence in the suite."""
    found: dict[str, list[frozenset[str]]] = {}
    for run in suite().chosen(Filter()):
        for event in run.log:
            if not isinstance(event.cites, UnsetType) and event.cites:  # events given by a case have none
                found.setdefault(event.type, []).append(frozenset(event.cites))
    return {name: found[name] for name in EVENTS if name in found}


def cited_by_refusals() -> dict[str, list[frozenset[str]]]:
    """By type of command, in alphabetical order: the clauses of each of its refusals in the suite."""
    found: dict[str, list[frozenset[str]]] = {}
    for run in suite().chosen(Filter()):
        for check in run.checks:
            if check.kind != "refused-clauses":
                continue
            try:
                name = COMMAND_NAMES[read_command(run.commands[-1]).__class__]
            except Malformed:
                continue  # malformed: the page states the clause for that
            found.setdefault(name, []).append(frozenset(check.expected))
    return dict(sorted(found.items()))
