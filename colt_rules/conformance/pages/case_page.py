"""The page about the case format."""

import json
from collections.abc import Iterator
from functools import cache
from string import Template

from colt_rules.commands import COMMANDS, text_form
from colt_rules.conformance.cases.board import VALUES
from colt_rules.conformance.cases.case import (
    KINDS,
    Case,
    Expectation,
    Given,
    OptionsCheck,
    Rows,
    Side,
    ViewCheck,
    read_case,
)
from colt_rules.conformance.cases.expand import LEVEL_OF, NEEDED, Run, expand
from colt_rules.conformance.cases.export import (
    FORMAT,
    IndexEntry,
    SuiteIndex,
)
from colt_rules.conformance.cases.published import ExportedCase, ExportedCheck, ExportedRun
from colt_rules.conformance.cases.setting import settings_of
from colt_rules.conformance.cases.yaml import parse_documents
from colt_rules.conformance.notations import NOTATIONS
from colt_rules.conformance.pages.fields import (
    coded,
    docstring_of,
    field_table,
    module_texts,
    most_figures,
    table,
    template,
)
from colt_rules.conformance.protocol.naming import NAMES
from colt_rules.modules import part_files
from colt_rules.rules.base.table import FEWEST_PLAYERS
from colt_rules.rules.boxes import CARS, CHARACTERS

EXAMPLES = """\
id: fire.bullet-given/an-example
title: The target of a shot gets a bullet card of the shooter
clauses: [fire.bullet-given, secrecy.purse-values]
without: [fire.no-target]
modules: [base]
given:
  board: |
    car    |   | mail  | dining | baggage |
    roof   |   |       |        | tuco    |
    inside | M | ghost | doc    | jewel   |
  loot: {doc: ["purse:300"]}
  pile: [ghost-fire, doc-move]
when:
  - Fire by ghost target=doc
then:
  - events:
      - ActionTaken: {bandit: ghost, action: fire}
      - BulletGiven: {shooter: ghost, target: doc, left: 5}
      - ...
      - CardRevealed
  - state: {figures: {ghost: {bullets: 5}}}
  - legal: {of: doc, are: [Move by doc to=mail.inside, Move by doc to=baggage.inside]}
  - view: {of: tuco, shows: {bandits: {doc: {tokens: {purse-1: {value: null}}}}}}
  - cites: {BulletGiven: [fire.bullet-given, fire.inside.adjacent, fire.not-same-place, fire.target]}
---
id: fire.roof.line-of-sight/an-example
title: A bandit behind an occupied roof cannot be aimed at
clauses: [fire.roof.line-of-sight]
modules: [base]
given:
  board: |
    car    |      | mail | dining |
    roof   | tuco | doc  | ghost  |
    inside | M    |      |        |
  pile: [tuco-fire, ghost-move]
when:
  - Fire by tuco target=ghost
then:
  - refused: [fire.roof.line-of-sight]
  - legal: {of: tuco, include: [Fire by tuco target=doc], exclude: [Fire by tuco target=ghost]}
"""
"""Cases with every kind of check."""


WITNESS = """\
id: tuco.upward-only/an-example
title: Tuco on a roof shoots into that car, but not where his power goes upward only
modules: [base]
given:
  board: |
    car    |   | mail | dining | baggage |
    roof   |   |      | tuco   | belle   |
    inside | M |      | doc    |         |
  pile: [tuco-fire, belle-move]
when:
  - Fire by tuco target=doc
differs:
  - clauses: [tuco.through-the-roof]
    then:
      - state: {figures: {tuco: {bullets: 5}}}
  - clauses: [tuco.upward-only]
    without: [tuco.through-the-roof]
    then:
      - refused: [tuco.upward-only]
"""
"""A case that expects something else by edition."""


@cache
def example_runs() -> tuple[Run, ...]:
    """The examples, expanded."""
    return tuple(expand(settings_of(read_case(document))[0]) for document in parse_documents(EXAMPLES, "pages.py"))


COMPARED = {
    "events": (
        "`expected` is a list of entries. `{type, data}` stands for one event of that type, with `data` a "
        "**part** of the event's data. `{any: true}` stands for any number of events. The whole list of events of "
        "the command must fit the whole list of entries, in order."
    ),
    "refused": "The last command must be refused. `expected` is `true`.",
    "refused-clauses": "The clauses of the refusal must be exactly these, in any order.",
    "state": "`expected` must be a **part** of the state after the command.",
    "legal": (
        "`are`: exactly these commands, in any order, each as often as listed. `include`: each of these is among "
        "them; `exclude`: none of these is. `rows`: `what`, `subject` and `count` are equal, and `items` are the "
        "same in any order, each as often as listed. Commands are compared as a whole, with all their fields. A "
        "list where rows were expected, or rows where a list was, fails. What an engine describes by `ways` "
        "is compared with what is expected in the same manner."
    ),
    "view": "`shows` must be a **part** of the view of that role.",
    "hidden": (
        "At each of these `paths` the view of that role must hold null or nothing. A path is a list of keys; into a "
        "list of objects it leads by their names, as in a **part**, into any other by positions counted from 0."
    ),
    "cites": (
        "The command must bring at least one event of each type named, and every event of that type must "
        "cite exactly these clauses, in any order."
    ),
    "clauses": (
        "Each of `cited` must be cited by an event or the refusal of some command of the case, and none of `without` "
        "by any. More may be cited."
    ),
    "view-clauses": (
        "A list of `{role, after, clauses}`: the view of that role after so many commands must cite exactly these "
        "clauses, in any order."
    ),
    "whole": "The state after the last command must be this one, **whole**: nothing more, nothing less, nothing else.",
    "consistent": (
        "The engine's own answers must agree: its `events` of each command, folded onto the position before it (that "
        "of `given`, then the engine's own `state`), must lead to its `state` after it, **whole**. `expected` is "
        "`true`."
    ),
    "fold": "From `origin`, `events` must lead to `state`, **whole**.",
}
"""By kind of check: what is expected, and how it is compared."""

DERIVED = {
    "refused-clauses": "with every `refused`; its id is that of the check with `.clauses`",
    "hidden": (
        "with every `view`; its id is that of the check with `.hidden`. It lists all that the referee sees and "
        "the role does not"
    ),
    "fold": "in every case in which a command is accepted or `given.events` is set",
    "consistent": "in every case in which a command is accepted",
    "whole": "in every case whose last command is accepted",
    "clauses": "in every case with commands, and clauses that they cite or that are under `without`",
    "view-clauses": "in every case with a `view`",
}
"""By kind that is only derived: where it comes from."""


def case_page() -> str:
    """The page about the case format."""
    return template("case-format.md").substitute(
        yaml=EXAMPLES,
        case=field_table(Case, "Case"),
        witness=WITNESS,
        side=field_table(Side, "Side"),
        given=field_table(Given, "Given"),
        cars=coded(CARS),
        characters=coded(CHARACTERS),
        loot=coded(VALUES),
        counted=module_texts("counted"),
        of_modules="\n\n".join(_prose_of_modules()),
        purse=VALUES["purse"],
        commands=table(
            ("command", "meaning"), ((f"`{text_form(name)}`", docstring_of(cls)) for name, cls in COMMANDS.items())
        ),
        written=coded(KINDS),
        expectation=field_table(Expectation, "Expectation"),
        options=field_table(OptionsCheck, "OptionsCheck"),
        rows=field_table(Rows, "Rows"),
        view_check=field_table(ViewCheck, "ViewCheck"),
        exported_case=field_table(ExportedCase, "ExportedCase"),
        exported_run=field_table(ExportedRun, "ExportedRun"),
        exported_check=field_table(ExportedCheck, "ExportedCheck"),
        kinds=table(
            ("kind", "level", "counts for engines that support", "how it is compared"),
            (
                (f"`{kind}`", f"`{level}`", " or ".join(map(_together, NEEDED[kind])), COMPARED[kind])
                for kind, level in LEVEL_OF.items()
            ),
        ),
        names=coded(NAMES),
        derived=table(("kind", "where"), ((f"`{kind}`", where) for kind, where in DERIVED.items())),
        checks="\n\n".join(_checks(run) for run in example_runs()),
        index=field_table(SuiteIndex, "SuiteIndex"),
        entry=field_table(IndexEntry, "IndexEntry"),
        format=FORMAT,
        fewest=FEWEST_PLAYERS,
        most=most_figures(),
    )


def _prose_of_modules() -> Iterator[str]:
    """The text of modules about their notation, from ``notation.md``, with their words in the gaps."""
    words = {gap: text for each in NOTATIONS.values() for gap, text in each.pages.items()}
    for prose in part_files("notation.md").values():
        yield Template(prose.read_text(encoding="utf-8")).substitute(words).rstrip()


def _together(levels: tuple[str, ...]) -> str:
    return " with ".join(f"`{level}`" for level in levels)


def _checks(run: Run) -> str:
    lines = []
    for check in run.checks:
        expected = {"fold": {"events": "...", "state": "..."}, "whole": "..."}.get(check.kind, check.expected)
        written = {"id": check.id, "kind": check.kind, "level": check.level, "after": check.after, "expected": expected}
        lines.append(json.dumps(written, ensure_ascii=False))
    return "\n".join((f"`{run.case.id}`:", "", "```text", *lines, "```"))
