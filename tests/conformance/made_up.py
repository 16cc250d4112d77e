"""Made-up cases for the tests: a sound one to change, and folders that hold a small suite."""

import json
from pathlib import Path
from typing import Any

from colt_rules.conformance.cases.case import Case, read_case
from colt_rules.conformance.cases.yaml import Document
from colt_rules.registry.errors import SpecError
from colt_rules.registry.registry import registry
from colt_rules.rules.rulebook import EDITIONS

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
"""A sound case that ends with a refusal."""

HIT: dict[str, Any] = {
    **HIDDEN,
    "id": "fire.bullet-given/the-target-gets-it",
    "title": "The target gets a bullet",
    "clauses": ["fire.bullet-given"],
    "when": ["Fire by tuco target=ghost"],
    "then": [{"events": ["ActionTaken", {"BulletGiven": {"target": "ghost"}}, "..."]}],
}
"""A sound case that ends well."""

IN_PLAY = [
    *(clause.id for clause in registry().clauses.values() if clause.in_force(frozenset(EDITIONS))),
    *registry().rulings,
]


def changed_case(case: dict[str, Any] = HIDDEN, **changes: Any) -> dict[str, Any]:
    """The data of a case with some fields changed."""
    return {**case, **changes}


def read(case: dict[str, Any] = HIDDEN, **changes: Any) -> Case:
    """The case that this data is."""
    return read_case(Document(changed_case(case, **changes), "topic.yaml", 7))


def suite_in(
    folder: Path,
    *cases: dict[str, Any],
    accepting: tuple[str, ...] = (),
    refusing: tuple[str, ...] = (),
    uncited: tuple[str, ...] = (),
) -> Path:
    """A folder with these cases, and a reason for each clause to have none but for those of these names."""
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
    """Where the problems are, and what they are."""
    return [(problem.path, problem.message) for problem in error.problems]
