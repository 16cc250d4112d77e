"""A run as one HTML page for people, clause by clause, failures first.

Everything an engine sent is untrusted text: it is escaped, and the page forbids every script but its own. Nothing is
loaded from elsewhere. The same report gives the same bytes.
"""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from itertools import islice
from typing import Any

import msgspec

from colt_rules.conformance.reports.pretty import MOST, differences, pretty
from colt_rules.conformance.reports.sides import Line, sides
from colt_rules.conformance.running.results import BAD, BY_WEIGHT, CaseResult, Report, Result, Status, counts_of
from colt_rules.model.state import Game
from colt_rules.pictures import SHARED, shared_by_modules, train_svg
from colt_rules.registry.registry import UnknownId, registry
from colt_rules.safe_text import escape

CSS = files(__package__).joinpath("page.css").read_text(encoding="utf-8")
SCRIPT = files(__package__).joinpath("page.js").read_text(encoding="utf-8")
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; "
    f"script-src 'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}'"
)

SIGNS = {Status.PASS: "✓", Status.FAIL: "✗", Status.SKIPPED: "–", Status.NOT_SUPPORTED: "–"}
"""A sign beside the word, so that the status does not depend on colour; other statuses have an exclamation mark."""
LOOKS = {Status.PASS: "pass", Status.FAIL: "fail", Status.SKIPPED: "other", Status.NOT_SUPPORTED: "other"}
MOST_DIFFERENCES = 12


def page_html(report: Report) -> str:
    """The report as a self-contained page."""
    engine = report.header.engine or {}
    title = f"Conformance of {engine.get('name', 'an engine that did not start')}"
    by_clause: dict[str, list[CaseResult]] = {}
    for case in report.cases:
        by_clause.setdefault(case.case.partition("/")[0], []).append(case)
    order = [id for id in (entry.id for entry in registry().citable()) if id in by_clause]
    order += sorted(set(by_clause) - set(order))
    order.sort(key=lambda id: not any(case.status in BAD for case in by_clause[id]))
    return "".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            f"<title>{escape(title)}</title>\n<style>\n{CSS}</style>\n</head>\n<body>\n",
            '<svg width="0" height="0" aria-hidden="true" style="position:absolute">',
            f"{SHARED}{shared_by_modules()}</svg>\n",
            f"<h1>{escape(title)}</h1>\n",
            *(f'<p class="problem">{escape(problem)}</p>\n' for problem in report.problems),
            _facts(report),
            _counts(report),
            _form(),
            "<main>\n",
            *(_clause(id, by_clause[id]) for id in order),
            f"</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
        ]
    )


# --- the head of the page


def _facts(report: Report) -> str:
    header, footer = report.header, report.footer
    engine = header.engine or {}
    facts = {
        "engine": " ".join(str(engine[key]) for key in ("name", "version", "language") if key in engine),
        "supports": "; ".join(_supported(engine, key) for key in ("levels", "editions", "modules") if key in engine),
        "adapter": header.adapter,
        "suite": f"{header.suite}, protocol {header.protocol}",
        "filters": " ".join(header.filters),
        "cases": f"{len(report.cases)} of {header.cases}",
        "time": f"{footer.seconds:.1f} s" if footer else "",
        "restarts": str(footer.restarts) if footer and footer.restarts else "",
    }
    rows = (f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in facts.items() if text)
    return f"<dl>{''.join(rows)}</dl>\n"


def _supported(engine: Mapping[str, Any], key: str) -> str:
    supported = engine[key]
    return (
        f"{key} {', '.join(map(str, supported)) or 'none'}"
        if isinstance(supported, list | tuple)
        else f"{key} {supported}"
    )


def _counts(report: Report) -> str:
    counts = counts_of(report.cases)
    items = (f"<li>{_status(status, f' {counts[status]:,}')}</li>" for status in BY_WEIGHT if counts[status])
    return f'<p>Checks by status:</p><ul class="counts">{"".join(items)}</ul>\n'


def _form() -> str:
    options = "".join(f"<option>{status}</option>" for status in BY_WEIGHT)
    return (
        '<form hidden><label>status <select name="status"><option value="">all</option>'
        f'{options}</select></label><label>words <input name="words" type="search"></label></form>\n'
    )


def _status(status: Status, more: str = "") -> str:
    return f'<span class="status {_look(status)}">{SIGNS.get(status, "!")} {status}{more}</span>'


def _look(status: Status) -> str:
    return LOOKS.get(status, "broken")


# --- clauses and cases


def _clause(id: str, cases: list[CaseResult]) -> str:
    """A clause with its cases, worst first; folded if nothing is wrong."""
    title, text = _clause_in_words(id)
    worst = sorted(cases, key=lambda case: BY_WEIGHT.index(case.status))
    shown = " open" if worst[0].status in BAD else ""
    statuses = "".join(
        _status(status, f" {n}") for status in BY_WEIGHT if (n := sum(c.status == status for c in cases))
    )
    return (
        f'<details class="clause"{shown}><summary class="about"><h2>{escape(title)}</h2> '
        f"<code>{escape(id)}</code> {statuses}</summary>\n"
        f"<p>{escape(text)}</p>\n{''.join(map(_case, worst))}</details>\n"
    )


def _clause_in_words(id: str) -> tuple[str, str]:
    """The title and the text of a clause; a report may name a clause that this version does not have."""
    try:
        entry = registry().find(id)
    except UnknownId:
        return id, "This version of the specification has no clause of this name."
    return entry.title.en, entry.text.en


def _case(case: CaseResult) -> str:
    """A failed case in full, any other one folded and in short."""
    bad = case.status in BAD
    clauses = " ".join(f"<code>{escape(id)}</code>" for id in case.clauses)
    head = (
        f"{_status(case.status)}<h3>{escape(case.title)}</h3> "
        f'<code class="dim">{escape(case.case)}</code> <span class="dim">{escape(case.edition)}</span>'
    )
    looks = f'class="case {_look(case.status)}" data-status="{case.status}"'
    when = "".join(f"<li>{escape(command)}</li>" for command in case.when)
    commands = f"<p>when</p><ol>{when}</ol>\n" if when else ""
    boards = _boards(case) if bad else ""
    checks = "".join(map(_check, sorted(case.results, key=lambda result: BY_WEIGHT.index(result.status))))
    body = f'<p class="dim">clauses: {clauses}</p>\n{boards}{commands}{checks}'
    if not bad:
        return f'<details {looks}><summary class="head">{head}</summary>\n{body}</details>\n'
    stderr = f"<h4>standard error</h4><pre>{escape(case.stderr[-MOST:])}</pre>\n" if case.stderr else ""
    return f'<article {looks}><div class="head">{head}</div>\n{body}{stderr}</article>\n'


def _check(result: Result) -> str:
    line = (
        f"{_status(result.status)}<b>{escape(result.check)}</b> "
        f'<span class="dim">level {escape(result.level)}</span> {escape(result.message)}'
    )
    if result.status not in BAD:
        return f"<p>{line}</p>\n"
    return (
        f"<h4>{line}</h4>\n{_difference(result)}<details><summary>all of it</summary>"
        f"<p>expected</p><pre>{escape(pretty(result.expected))}</pre>"
        f"<p>the engine said</p><pre>{escape(pretty(result.got))}</pre></details>\n"
    )


def _difference(result: Result) -> str:
    """Where the engine differs: lists side by side, anything else by path."""
    if result.kind in ("refused", "hidden"):
        return ""  # the message is enough
    both = sides(result)
    if both is not None:
        return f'<div class="sides">{_side("expected", both[0])}{_side("the engine said", both[1])}</div>\n'
    # A check of a state or a view compares only the keys it names.
    inner = {"view": "shows", "fold": "state"}.get(result.kind, "")
    expected = result.expected[inner] if inner and isinstance(result.expected, dict) else result.expected
    found = differences(expected, result.got, named_only=result.level in ("outcome", "view"))
    rows = [
        f"<tr><th>{escape(one.path)}</th><td>{escape(pretty(one.expected))}</td><td>{escape(pretty(one.got))}</td></tr>"
        for one in islice(found, MOST_DIFFERENCES)
    ]
    more = sum(1 for _ in found)
    note = f'<p class="dim">and {more:,} more differences</p>' if more else ""
    head = "<tr><th>where</th><th>expected</th><th>the engine said</th></tr>"
    return f"<table>{head}{''.join(rows)}</table>{note}\n" if rows else ""


def _side(caption: str, lines: list[Line]) -> str:
    shown = "\n".join(f"<mark>{escape(line)}</mark>" if marked else escape(line) for line, marked in lines)
    return f"<figure><figcaption>{caption}</figcaption><pre>{shown or 'nothing'}</pre></figure>"


# --- boards


def _boards(case: CaseResult) -> str:
    """The board before, as expected after, and as the engine has it; identical boards are shown once."""
    captions: dict[str, list[str]] = {}
    for caption, state in (("before", case.before), ("expected", case.after), ("the engine's", case.got_after)):
        if state is not None:
            captions.setdefault(_picture(state), []).append(caption)
    figures = (
        f"<figure><figcaption>{' = '.join(names)}</figcaption>{picture}</figure>" for picture, names in captions.items()
    )
    return f'<div class="boards">{"".join(figures)}</div>\n'


def _picture(state: Mapping[str, Any]) -> str:
    try:
        game = msgspec.convert(state, Game)
    except msgspec.ValidationError as error:
        return f"<p>No picture: this is not a state as in events/schemas/state.json: {escape(str(error))}</p>"
    return train_svg(game, shared="")
