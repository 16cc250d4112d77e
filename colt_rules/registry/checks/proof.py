"""Checks the specification against the code that implements it and the tests that name it."""

from collections.abc import Iterator, Mapping

from colt_rules.registry.checks.problems import place, unknown
from colt_rules.registry.errors import Problem
from colt_rules.registry.evidence import Evidence
from colt_rules.registry.implementations import Implementation
from colt_rules.registry.registry import Registry

Implementations = Mapping[str, tuple[Implementation, ...]]


def everything_is_implemented(registry: Registry, implementations: Implementations) -> Iterator[Problem]:
    """A clause or ruling is implemented by code or made true by a component, and code names only existing ids."""
    for entry in registry.citable():
        implemented = implementations.get(entry.id, ())
        if any(one.acts for one in implemented) or registry.facts_of(entry.id):
            continue
        wanted = f'expected a function with @clause("{entry.id}")'
        if not implemented:
            yield Problem(*place(registry, entry), f"{wanted}, got none")
        else:
            citing = ", ".join(f"{one.file}:{one.line} {one.name}" for one in implemented)
            yield Problem(
                *place(registry, entry),
                f"{wanted} that implements it, or a component that names it, got only code that cites it: {citing}",
            )
    known = {entry.id for entry in registry.citable()}
    for id in implementations.keys() - known:
        for one in implementations[id]:
            yield unknown(registry, one.file, f"line {one.line}, {one.name}", id)


def tests_name_what_exists(registry: Registry, evidence: Evidence) -> Iterator[Problem]:
    """Tests are marked only with existing ids."""
    known = {entry.id for entry in registry.citable()}
    for id in sorted(evidence.keys() - known):
        for node in evidence[id]:
            file, _, test = node.partition("::")
            yield unknown(registry, file, test, id)
