"""Checks the specification against the code that implements it and the tests that name it."""

from collections.abc import Iterator, Mapping

from colt_rules.registry.checks.problems import place, unknown
from colt_rules.registry.claims import Claim
from colt_rules.registry.errors import Problem
from colt_rules.registry.evidence import Evidence
from colt_rules.registry.registry import Registry

Claims = Mapping[str, tuple[Claim, ...]]


def everything_is_claimed(registry: Registry, claims: Claims) -> Iterator[Problem]:
    """A clause or ruling is implemented by code or made true by a component, and code claims only existing ids."""
    for entry in registry.citable():
        claimed = claims.get(entry.id, ())
        if any(claim.acts for claim in claimed) or registry.facts_of(entry.id):
            continue
        wanted = f'expected a function with @clause("{entry.id}")'
        if not claimed:
            yield Problem(*place(registry, entry), f"{wanted}, got none")
        else:
            citing = ", ".join(f"{claim.file}:{claim.line} {claim.name}" for claim in claimed)
            yield Problem(
                *place(registry, entry),
                f"{wanted} that implements it, or a component that names it, got only code that cites it: {citing}",
            )
    known = {entry.id for entry in registry.citable()}
    for id in claims.keys() - known:
        for claim in claims[id]:
            yield unknown(registry, claim.file, f"line {claim.line}, {claim.name}", id)


def tests_name_what_exists(registry: Registry, evidence: Evidence) -> Iterator[Problem]:
    """Tests are marked only with existing ids."""
    known = {entry.id for entry in registry.citable()}
    for id in sorted(evidence.keys() - known):
        for node in evidence[id]:
            file, _, test = node.partition("::")
            yield unknown(registry, file, test, id)
