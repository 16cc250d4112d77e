"""The output of `colt spec interactions`, for programs and for people."""

from collections.abc import Sequence
from typing import Any

import click

from colt_rules.cli.output import console, number_of, table
from colt_rules.conformance.cases.interactions import ModulePair
from colt_rules.registry.registry import Registry

Facts = dict[str, Any]


def pair_facts(registry: Registry, pair: ModulePair, lang: str) -> Facts:
    """Everything about a pair of modules."""
    return {
        "modules": [pair.first, pair.second],
        "together": pair.together,
        "needing": list(pair.needing),
        "refused_by": list(pair.refusals),
        "interact": pair.touches,
        "clauses": [
            {"id": id, "title": registry.find(id).title.in_language(lang), "case": case}
            for id, case in pair.clauses.items()
        ],
        "meetings": [
            {
                "what": meeting.what,
                "points": dict(zip((pair.first, pair.second), map(list, meeting.points), strict=True)),
                "case": meeting.case or None,
            }
            for meeting in pair.meetings
        ],
        "example": pair.example or None,
        "cases": list(pair.cases),
        "lacking": list(pair.lacking()),
    }


def print_overview(facts: Sequence[Facts]) -> None:
    """Show every pair, one a row."""
    screen = console()
    rows = table(screen, "modules", "played together", "a case", "clauses", "meetings", "cases", numbers=3)
    for one in facts:
        counts = (str(len(one[key])) for key in ("clauses", "meetings", "cases"))
        rows.add_row(" + ".join(one["modules"]), _together(one), one["example"] or "no interaction", *counts)
    screen.print(rows)
    screen.print(f"{number_of(len(facts), 'pair')}. One of them in full: --module NAME --module NAME")


def print_pairs(facts: Sequence[Facts]) -> None:
    """Show each pair in full."""
    screen = console()
    for one in facts:
        screen.print(" + ".join(one["modules"]), style="bold")
        screen.print(f"  played together: {_together(one)}")
        if one["refused_by"]:
            screen.print(f"  refused by {', '.join(one['refused_by'])}")
        if not one["interact"]:
            screen.print("  no interaction: neither changes anything for the other")
        for clause in one["clauses"]:
            screen.print(f"  {clause['id']}  {clause['title']}", soft_wrap=True)
            screen.print(f"    shown by {clause['case']}", soft_wrap=True)
        for meeting in one["meetings"]:
            points = "; ".join(f"{name}: {', '.join(given)}" for name, given in meeting["points"].items())
            screen.print(f"  both change the {meeting['what']} ({points})", soft_wrap=True)
            screen.print(f"    shown by {meeting['case'] or 'no case'}", soft_wrap=True)
        screen.print(f"  {number_of(len(one['cases']), 'case')} in all\n")


def print_lacking(facts: Sequence[Facts]) -> None:
    """Show what no case shows, one a line."""
    lacking = [lack for one in facts for lack in one["lacking"]]
    for lack in lacking:
        click.echo(lack)
    click.echo(f"{number_of(len(facts), 'pair')}: {number_of(len(lacking), 'case')} missing.")


def _together(one: Facts) -> str:
    if not one["together"]:
        return "never"
    if one["needing"]:
        return f"always where {' or '.join(one['needing'])} is"
    return "in some editions" if one["refused_by"] else "as you like"
