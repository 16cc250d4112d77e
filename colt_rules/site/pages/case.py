"""A case as pages show it: the boards, the commands with their results, the last status."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from colt_rules.commands import COMMANDS
from colt_rules.conformance.cases.case import Written
from colt_rules.conformance.cases.expand import Check, Run
from colt_rules.conformance.cases.setting import settings_of
from colt_rules.conformance.running.compare import brief
from colt_rules.conformance.running.results import Status
from colt_rules.events import EVENT_NAMES, Event
from colt_rules.kernel import Accepted, Verdict
from colt_rules.model.names import CHANCE, TABLE
from colt_rules.referee.telling import describe_event
from colt_rules.referee.view_fields import describe_fields, describe_row
from colt_rules.referee.vocabulary import name_of
from colt_rules.site.addresses import (
    case_anchor,
    case_at,
    cases_data_at,
    command_at,
    event_at,
    source_at,
)
from colt_rules.site.cases import Step, in_words, own_cases, steps
from colt_rules.site.page import bullets, code, escaped, heading, link, paragraphs
from colt_rules.site.pages.references import edition_name, entry_links
from colt_rules.site.pictures import figure, legend, pictured
from colt_rules.site.reader import Reader

WORTH_SHOWING = -3
"""The least worth of a second picture: one with too much in it helps nobody."""
MOST_EVENTS = 6
"""How many events of a command are listed; the rest are counted, and the player shows each."""


def cases_of(to: Reader, entry: str) -> str:
    """The cases of a clause or ruling: its own in full, then links to others that exercise it."""
    own = own_cases(to.sources, entry)
    others = [id for id in to.sources.cases[entry] if id not in own]
    passed = sum(_status(to, to.sources.runs_of(id)) == Status.PASS for id in own)
    return paragraphs(
        to.say("case.count", passed=passed, all=len(own)) if own and to.sources.results else "",
        *(case_section(to, id) for id in own),
        heading(3, to.say("case.also-cases"), "other-cases") if others else "",
        bullets(f"{_title(to, id)} {code(id)}" for id in others),
    )


def glance(to: Reader, entry: str) -> str:
    """The picture of the case that shows an entry best; empty if there is none."""
    id = main_case(to, entry)
    return paragraphs(_title(to, id), boards(to, to.sources.runs_of(id))) if id else ""


def main_case(to: Reader, entry: str) -> str:
    """The id of the entry's own case whose picture shows best what the entry is about; empty if there is no picture."""
    seen = {id: shown for id in own_cases(to.sources, entry) if (shown := pictured(to.sources.runs_of(id)[0]))}
    return max(seen, key=lambda id: seen[id].worth, default="")


def illustrated_cases(to: Reader, entries: Sequence[str]) -> dict[str, str]:
    """By clause: the cases whose pictures show the most, one accepted and one refused."""
    found: dict[bool, tuple[tuple[bool, bool, int], str, str]] = {}
    for entry in entries:
        for id in own_cases(to.sources, entry):
            if shown := pictured(to.sources.runs_of(id)[0]):
                refused = any(mark.struck for mark in shown.happening.marks)
                if refused not in found or shown.worth > found[refused][0]:
                    found[refused] = (shown.worth, entry, id)
    best = sorted(found.values(), key=lambda one: one[0], reverse=True)
    second = [one for one in best[1:] if one[0][0] and one[0][2] >= WORTH_SHOWING]
    return {entry: id for _, entry, id in (*second, *best[:1])}


def title_of(to: Reader, id: str) -> str:
    """The title of a case, which is English; in other languages the sentence of its last command, or a general word."""
    if to.lang == "en":
        return to.sources.suite.cases[id].case.title
    command = next(reversed(to.sources.runs_of(id)[0].commands), None)
    # A deal or an agreement is a long list that does not show the subject.
    if not isinstance(command, dict) or command.get("actor") in (None, CHANCE, TABLE):
        return to.say("clause.example")
    return in_words(command, to.lang).removesuffix(".")


def _title(to: Reader, id: str) -> str:
    return link(escaped(title_of(to, id)), case_at(id))


def case_section(to: Reader, id: str) -> str:
    """A case with all details, under its anchor."""
    written, runs = to.sources.suite.cases[id], to.sources.runs_of(id)
    return paragraphs(
        heading(3, escaped(written.case.title), case_anchor(id.partition("/")[2]), lang="en"),
        _facts(to, written, runs),
        boards(to, runs),
        case_text(to, id, types=True),
    )


def case_text(to: Reader, id: str, *, types: bool = False) -> str:
    """A case as text and step by step; ``types`` adds the types of commands and events, for programmers."""
    runs, entry = to.sources.runs_of(id), id.partition("/")[0]
    several = len(sides(runs)) > 1
    return paragraphs(
        *(_outcome(to, side, entry, for_editions=several, types=types) for side in sides(runs)),
        f'<div class="colt-player" data-case="{id}" data-from="/{cases_data_at(entry)}"></div>',
    )


def sides(runs: Iterable[Run]) -> list[tuple[Run, ...]]:
    """The runs of a case grouped by expectation: a witness has several groups."""
    found: dict[int, tuple[Run, ...]] = {}
    for run in runs:
        found[id(run.side)] = (*found.get(id(run.side), ()), run)
    return list(found.values())


# --- the facts


def _facts(to: Reader, written: Written, runs: Sequence[Run]) -> str:
    editions = dict.fromkeys(setting.edition for setting in settings_of(written.case))
    file = Path(written.file).resolve().relative_to(to.sources.root.resolve()).as_posix()
    return " · ".join(
        [
            _result(to, runs),
            f"{to.say('case.holds-in')} {' · '.join(escaped(edition_name(to, id)) for id in editions)}",
            code(written.case.id),
            link(to.say("case.as-written"), source_at(file, written.line)),
        ]
    )


def _status(to: Reader, runs: Iterable[Run]) -> Status | None:
    """PASS if all runs of a case passed; None if they were not run."""
    found = [to.sources.results[run.name].status for run in runs if run.name in to.sources.results]
    if not found:
        return None
    return Status.PASS if set(found) == {Status.PASS} else Status.FAIL


def _result(to: Reader, runs: Sequence[Run]) -> str:
    status = _status(to, runs)
    if status is None:
        return to.say("case.not-run")
    results = [result for run in runs for result in to.sources.results[run.name].results]
    passed = sum(result.status == Status.PASS for result in results)
    checks = to.say("case.checks", passed=passed, all=len(results))
    return f'<span class="{status}">{to.say(f"case.{status}")}</span> ({checks})'


# --- the pictures


def boards(to: Reader, runs: Sequence[Run]) -> str:
    """The pictures of each side; identical ones are shown once."""
    found: dict[str, list[tuple[Run, ...]]] = {}
    for side in sides(runs):
        if shown := pictured(side[0]):
            found.setdefault(shown.name, []).append(side)
    label = len(sides(runs)) > 1 and len(found) > 1
    drawn = [
        figure(to, alike[0][0], "; ".join(where(to, side) for side in alike) if label else "")
        for alike in found.values()
    ]
    seen = legend(to, (alike[0][0] for alike in found.values()))
    return "\n".join(['<div class="boards">', *drawn, "</div>", seen]) if drawn else ""


def where(to: Reader, side: Sequence[Run]) -> str:
    """The editions of a side with its house rules, as plain text."""
    editions = " · ".join(edition_name(to, run.edition) for run in side)
    house_rules = " ".join(_agreed(to, house_rule) for house_rule in side[0].side.rulings)
    return f"{house_rules} ({editions})" if house_rules else editions


def _agreed(to: Reader, house_rule: str) -> str:
    """The answer that is agreed on, in words."""
    ruling, _, answer = house_rule.partition("=")
    return next(to.plain(one.answer) for one in to.sources.registry.rulings[ruling].rejected if one.id == answer)


# --- the results


def _outcome(to: Reader, side: Sequence[Run], entry: str, *, for_editions: bool, types: bool) -> str:
    """The commands with their results, and what holds afterwards; ``for_editions`` adds the editions."""
    run = side[0]
    key = "outcome-in" if for_editions else "outcome"
    left = list(afterwards(to, run, types))
    return paragraphs(
        f"**{to.say(f'case.{key}', where=escaped(where(to, side)))}**" if for_editions or run.commands else "",
        "\n".join(line for number, step in enumerate(steps(run), 1) for line in _step(to, number, step, entry, types)),
        f"**{to.say('case.afterwards')}**" if left else "",
        bullets(left),
    )


def _step(to: Reader, number: int, step: Step, entry: str, types: bool) -> Iterator[str]:
    """A command and its results: the results that cite the clause of the page, or else all results."""
    type = step.command.get("type") if types and isinstance(step.command, dict) else None
    schema = f" {link(code(type), command_at(type))}" if isinstance(type, str) and type in COMMANDS else ""
    yield f"{number}. {escaped(in_words(step.command, to.lang))}{schema}"
    if isinstance(step.verdict, Accepted):
        events = step.verdict.events
        shown = ([one for one in events if entry in one[1]] or events)[:MOST_EVENTS]
        lines = [_event(to, event, types) for event, _ in shown]
        if more := len(events) - len(shown):
            lines.append(to.say("case.more-events", count=more))
    else:
        lines = verdict_lines(to, step.verdict)
    if lines:
        yield bullets(lines, depth=1)


def verdict_lines(to: Reader, verdict: Verdict) -> list[str]:
    """The results of a command, one event or refusal per line."""
    if isinstance(verdict, Accepted):
        return [_event(to, event) for event, _ in verdict.events]
    return [to.labelled("case.refused", entry_links(to, verdict.clauses))]


def _event(to: Reader, event: Event, types: bool = False) -> str:
    type = EVENT_NAMES[event.__class__]
    return f"{escaped(describe_event(event, to.lang))}{f' {link(code(type), event_at(type))}' if types else ''}"


def afterwards(to: Reader, run: Run, types: bool = False) -> Iterator[str]:
    """What is checked in the final position: options and views; without a board, the state."""
    for check in run.checks:
        if check.kind == "legal":
            yield from _choices(to, check, types)
        elif check.kind == "view":
            who = escaped(name_of(check.expected["role"], to.lang))
            yield f"{to.say('case.sees', who=who)}{to.colon} {_shown(to, check.expected['shows'], types)}"
        elif check.kind == "state" and not run.after.train:
            yield f"{to.say('case.position')}{to.colon} {_shown(to, check.expected, types)}"


def _shown(to: Reader, fields: Mapping[str, Any], types: bool) -> str:
    """A view or state in words, or for programmers as JSON."""
    return code(brief(fields)) if types else escaped(describe_fields(fields, to.lang))


def _choices(to: Reader, check: Check, types: bool) -> Iterator[str]:
    expected, who = check.expected, escaped(name_of(check.expected["actor"], to.lang))
    if "rows" in expected:
        rows = expected["rows"]
        row = describe_row(rows["what"], rows["items"], rows["subject"], to.lang)
        items = code(", ".join(rows["items"])) if types else escaped(row)
        yield f"{to.say('case.rows', count=rows['count'])}{to.colon} {items}"
    elif "are" in expected:
        yield f"{to.say('case.can', who=who)}{to.colon} {_options(to, expected['are'])}"
    else:
        for key, part in (("can-among-others", "include"), ("cannot", "exclude")):
            if expected[part]:
                yield f"{to.say(f'case.{key}', who=who)}{to.colon} {_options(to, expected[part])}"


def _options(to: Reader, commands: Sequence[Any]) -> str:
    return escaped("; ".join(in_words(command, to.lang).removesuffix(".") for command in commands)) or to.say(
        "case.nothing"
    )
