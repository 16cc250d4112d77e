"""Checks the books, clauses, code and tests against each other.

`load` has already checked the form of each file. Each function in ``checks`` is one rule about the files together and
reports every place that breaks it.
"""

from colt_rules.registry.checks import books, clauses, components, editions, proof, rulings
from colt_rules.registry.checks.proof import Implementations
from colt_rules.registry.errors import Problem
from colt_rules.registry.evidence import Evidence
from colt_rules.registry.registry import Registry


def check(registry: Registry, implementations: Implementations, evidence: Evidence) -> list[Problem]:
    """Every problem of the specification, in the order of its files."""
    return [
        *books.passages_cover_the_book(registry),
        *books.hashes(registry),
        *books.notes(registry),
        *books.planned_modules_are_not_implemented(registry),
        *books.rules_without_clauses(registry),
        *books.passages_name_clauses(registry),
        *clauses.every_clause_has_a_source(registry),
        *clauses.ids(registry),
        *clauses.translations(registry),
        *clauses.references(registry),
        *clauses.exceptions_are_not_circular(registry),
        *editions.editions_are_complete(registry),
        *editions.differences(registry),
        *editions.replacements(registry),
        *editions.wordings(registry),
        *rulings.rulings_are_complete(registry),
        *rulings.house_rules_are_complete(registry),
        *rulings.corrections_are_complete(registry),
        *components.terms_are_complete(registry),
        *components.everyday_words_are_complete(registry),
        *components.extras_belong_to_modules(registry),
        *components.component_sources(registry),
        *components.components_name_clauses(registry),
        *components.card_ids_are_unique(registry),
        *components.cards_use_terms(registry),
        *proof.everything_is_implemented(registry, implementations),
        *proof.tests_name_what_exists(registry, evidence),
    ]
