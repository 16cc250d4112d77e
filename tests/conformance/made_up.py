"""Cases for the tests: valid ones to change, and folders with a small suite."""

import json
from pathlib import Path
from typing import Any

from colt_rules.conformance.cases.case import Case, read_case
from colt_rules.conformance.cases.expand import Run, expand
from colt_rules.conformance.cases.setting import settings_of
from colt_rules.conformance.cases.yaml import Document
from colt_rules.registry.errors import SpecError
from colt_rules.registry.registry import registry
from colt_rules.rules.editions import EDITIONS

BOARD = """\
car    |      | baggage | dining    | mail     |
roof   | tuco |         | ghost doc | cheyenne |
inside | M    |         |           |          |
"""
HIDDEN: dict[str, Any] = {
    "id": "fire.roof.line-of-sight/behind-another",
    "title": "A bandit behind an occupied roof cannot be aimed at",
    "clauses": ["fire.roof.line-of-sight"],
    "editions": ["ru-full"],
    "modules": ["base"],
    "given": {"board": BOARD, "pile": ["tuco-fire", "ghost-move"]},
    "when": ["Fire by tuco target=cheyenne"],
    "then": [{"refused": ["fire.roof.line-of-sight"]}],
}
"""A valid case that ends with a refusal."""

HIT: dict[str, Any] = {
    **HIDDEN,
    "id": "fire.bullet-given/the-target-gets-it",
    "title": "The target gets a bullet",
    "clauses": ["fire.bullet-given"],
    "when": ["Fire by tuco target=ghost"],
    "then": [{"events": ["ActionTaken", {"BulletGiven": {"target": "ghost"}}, "..."]}],
}
"""A valid case that ends with events."""

IN_PLAY = [
    entry.id for entry in registry().citable() if any(registry().holds(entry.id, edition) for edition in EDITIONS)
]


def changed_case(case: dict[str, Any] = HIDDEN, **changes: Any) -> dict[str, Any]:
    """The data of a case with some fields changed."""
    return {**case, **changes}


def read(case: dict[str, Any] = HIDDEN, **changes: Any) -> Case:
    """The case with this data."""
    return read_case(Document(changed_case(case, **changes), "topic.yaml", 7))


def expanded_in(case: Case, edition: str = "ru-full") -> Run:
    """The case in an edition, its first run there."""
    return expand(next(setting for setting in settings_of(case) if setting.edition == edition))


def suite_in(
    folder: Path,
    *cases: dict[str, Any],
    accepting: tuple[str, ...] = (),
    refusing: tuple[str, ...] = (),
    uncited: tuple[str, ...] = (),
) -> Path:
    """A folder with these cases, and a reason for every clause without cases, except for these names."""
    (folder / "cases" / "base").mkdir(parents=True)
    (folder / "cases" / "base" / "topic.yaml").write_text("\n---\n".join(map(json.dumps, cases)), encoding="utf-8")
    exceptions = {
        "accepting": {id: "made up" for id in IN_PLAY if id not in accepting},
        "refusing": {id: "made up" for id in IN_PLAY if id not in refusing},
        "uncited": dict.fromkeys(uncited, "made up"),
    }
    (folder / "exceptions.yaml").write_text(json.dumps(exceptions), encoding="utf-8")
    return folder


def told(error: SpecError) -> list[tuple[str, str]]:
    """The paths and messages of the problems."""
    return [(problem.path, problem.message) for problem in error.problems]


WITNESS: dict[str, Any] = {
    "id": "tuco.upward-only/not-down",
    "title": "Tuco shoots down into his car, but not where his power goes upward only",
    "modules": ["base"],
    "given": {
        "board": "car | | mail | dining |\nroof | | belle | tuco |\ninside | M | ghost | doc |",
        "pile": ["tuco-fire", "ghost-move"],
    },
    "when": ["Fire by tuco target=doc"],
    "differs": [
        {
            "clauses": ["tuco.through-the-roof"],
            "then": [{"state": {"figures": {"tuco": {"bullets": 5}}}}],
        },
        {
            "clauses": ["tuco.upward-only"],
            "without": ["tuco.through-the-roof"],
            "then": [{"legal": {"of": "tuco", "exclude": ["Fire by tuco target=doc"]}}],
        },
    ],
}
"""A valid witness of what an edition changes."""

HOUSE_RULE: dict[str, Any] = {
    "id": "ruling.setup.stations-are-happenings/a-house-rule",
    "title": "A station without happenings needs a house rule",
    "modules": ["base"],
    "given": {"commands": []},
    "when": ["StartGame by table edition=* modules=[*] seats=[tuco, doc, ghost] stations=yes train=[]"],
    "differs": [
        {
            "clauses": ["ruling.setup.stations-are-happenings"],
            "then": [{"refused": ["ruling.setup.stations-are-happenings"]}],
        },
        {
            "rulings": ["ruling.setup.stations-are-happenings=plain-station"],
            "clauses": ["setup.advanced.optional"],
            "then": [{"state": {"phase": "setup"}}],
        },
    ],
}
"""A sound witness of what an agreed answer changes."""


def with_sides(case: dict[str, Any], *changes: dict[str, Any]) -> dict[str, Any]:
    """The data of a witness with its sides changed, in order."""
    sides = [{**side, **change} for side, change in zip(case["differs"], changes, strict=True)]
    return changed_case(case, differs=sides)
