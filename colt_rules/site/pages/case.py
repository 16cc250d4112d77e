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
from colt_rules.kernel import Accepted, Refused, Verdict
from colt_rules.model.names import CHANCE, TABLE
from colt_rules.referee.refusals import describe_refusal
from colt_rules.referee.telling import describe_event
from colt_rules.referee.view_fields import describe_fields, describe_row
from colt_rules.referee.vocabulary import name_of
from colt_rules.site.addresses import (
    ENGLISH,
    case_anchor,
    case_at,
    cases_data_at,
    command_at,
    event_at,
    source_at,
)
from colt_rules.site.cases import Step, in_words, own_cases, steps, well_formed
from colt_rules.site.illustrations import Illustration
from colt_rules.site.page import bullets, code, escaped, heading, link, paragraphs
from colt_rules.site.pages.references import edition_name, entry_links
from colt_rules.site.pages.trying import try_link
from colt_rules.site.pictures import figure, legend, pictured
from colt_rules.site.reader import Reader

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


def glance(to: Reader, shown: Illustration | None) -> str:
    """The picture of an illustration below its title; empty if there is none."""
    if not shown:
        return ""
    return paragraphs(_title(to, shown.case), boards(to, to.sources.runs_of(shown.case), shown.entry))


def title_of(to: Reader, id: str) -> str:
    """The title of a case, which is English; in other languages a sentence, or a general word.

    The sentence is that of the last command, or if it is refused, the reason.
    """
    if to.lang == ENGLISH:
        return to.sources.suite.cases[id].case.title
    run = to.sources.runs_of(id)[0]
    command = next(reversed(run.commands), None)
    # A deal or an agreement is a long list that does not show the subject.
    if not isinstance(command, dict) or command.get("actor") in (None, CHANCE, TABLE):
        return to.say("clause.example")
    verdict, read = steps(run)[-1].verdict, well_formed(command)
    if isinstance(verdict, Refused) and read:
        reason = describe_refusal(run.after, read, verdict, to.lang)
        return reason[:1].upper() + reason[1:]
    return to.told(in_words(command, to.lang)).removesuffix(".")


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


def case_text(to: Reader, id: str, entry: str = "", *, types: bool = False) -> str:
    """A case as text and step by step, about an entry, by default the one that it is named after.

    ``types`` adds the types of commands and events, for programmers.
    """
    runs, named = to.sources.runs_of(id), id.partition("/")[0]
    several = len(sides(runs)) > 1
    return paragraphs(
        *(_outcome(to, side, entry or named, for_editions=several, types=types) for side in sides(runs)),
        f'<div class="colt-player" data-case="{id}" data-from="/{cases_data_at(named)}"></div>',
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


def boards(to: Reader, runs: Sequence[Run], entry: str = "") -> str:
    """The pictures of each side; identical ones are shown once.

    They are about an entry, by default the one that the case is named after. The side on which it applies comes first.
    """
    runs = sorted(runs, key=lambda run: bool(entry) and entry not in run.side.clauses)
    found: dict[str, list[tuple[Run, ...]]] = {}
    for side in sides(runs):
        if shown := pictured(side[0], entry):
            found.setdefault(shown.name, []).append(side)
    label = len(sides(runs)) > 1 and len(found) > 1
    drawn = [
        figure(to, alike[0][0], "; ".join(where(to, side) for side in alike) if label else "", entry)
        for alike in found.values()
    ]
    seen = legend(to, (shown for alike in found.values() if (shown := pictured(alike[0][0], entry))))
    boards = "\n".join(['<div class="boards">', *drawn, "</div>", seen])
    return paragraphs(boards, try_link(to, runs[0].case.id)) if drawn else ""


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
    yield f"{number}. {escaped(to.told(in_words(step.command, to.lang)))}{schema}"
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
    return (
        f"{escaped(to.told(describe_event(event, to.lang)))}{f' {link(code(type), event_at(type))}' if types else ''}"
    )


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
    return escaped("; ".join(to.told(in_words(command, to.lang)).removesuffix(".") for command in commands)) or to.say(
        "case.nothing"
    )
