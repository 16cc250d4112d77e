"""Checks the rulings, the answers that can be agreed on, and the corrections."""

import re
from collections.abc import Collection, Iterator
from difflib import get_close_matches

from colt_rules.registry.checks.problems import corrections_file, in_all_languages, named_once, place, unknown
from colt_rules.registry.errors import Problem
from colt_rules.registry.registry import Registry

_WORDS = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def rulings_are_complete(registry: Registry) -> Iterator[Problem]:
    """A ruling completes a clause and has its question, answer and reason in all languages."""
    for ruling in registry.rulings.values():
        file, where = place(registry, ruling)
        if not ruling.completes:
            yield Problem(file, f"{where}.completes", "expected a clause that it completes, got none")
        for key, text in (("question", ruling.question), ("answer", ruling.answer), ("reason", ruling.reason)):
            yield from in_all_languages(file, f"{where}.{key}", text)
        answers = (*(answer.id for answer in ruling.rejected), *ruling.former_house_rules)
        yield from named_once(file, f"{where}.rejected", answers)


def house_rules_are_complete(registry: Registry) -> Iterator[Problem]:
    """A rejected answer has an id in words and its text in all languages; `settled_in` names known editions."""
    for ruling in registry.rulings.values():
        file, where = place(registry, ruling)
        for other in ruling.rejected:
            if not _WORDS.fullmatch(other.id):
                yield Problem(
                    file, f"{where}.rejected", f'expected an id in words as in "draw-first", got "{other.id}"'
                )
            yield from in_all_languages(file, f"{where}.rejected[{other.id}].answer", other.answer)
        yield from named_once(file, f"{where}.settled_in", ruling.settled_in)
        for id in ruling.settled_in:
            if id not in registry.editions:
                known = ", ".join(registry.editions)
                yield Problem(file, f"{where}.settled_in", f'expected one of {known}, got "{id}"')


def corrections_are_complete(registry: Registry) -> Iterator[Problem]:
    """A correction concerns some clause, has its texts, and names existing clauses, answers and differences."""
    file = corrections_file(registry)
    differences = [id for edition in registry.editions.values() for id in edition.clauses]
    for at, one in enumerate(registry.corrections.correction):
        where = f"correction[{at}]"
        if not one.clauses:
            yield Problem(file, f"{where}.clauses", "expected a clause or ruling that it is about, got none")
        for key, text in (("old", one.old), ("new", one.new), ("reason", one.reason)):
            yield from in_all_languages(file, f"{where}.{key}", text)
        for key, ids in (("clauses", one.clauses), ("events", one.events), ("former_defaults", one.former_defaults)):
            yield from named_once(file, f"{where}.{key}", ids)
        for id in one.clauses:
            if not registry.knows(id):
                yield unknown(registry, file, f"{where}.clauses", id)
        for name in one.dependent_events:
            if name not in one.events:
                yield Problem(file, f"{where}.dependent_events", f'expected one of its events, got "{name}"')
        for house_rule in one.former_defaults:
            ruling, _, answer = house_rule.partition("=")
            open_ = (
                [other.id for other in registry.rulings[ruling].rejected if other.house_rule]
                if ruling in registry.rulings
                else []
            )
            if answer not in open_:
                yield Problem(
                    file, f"{where}.former_defaults", f'expected an answer that can be agreed on, got "{house_rule}"'
                )
        for house_rule in one.former_house_rules:
            if house_rule.partition("=")[0] not in registry.rulings:
                yield Problem(
                    file, f"{where}.former_house_rules", f'expected an answer to a ruling, got "{house_rule}"'
                )
        for id in one.new_differences:
            if id not in differences:
                yield Problem(file, f"{where}.new_differences", f'expected a difference of an edition, got "{id}"')


def unknown_events(registry: Registry, names: Collection[str]) -> list[Problem]:
    """A problem for each event type in a correction that is not one of these names."""
    problems = []
    for at, one in enumerate(registry.corrections.correction):
        for name in [name for name in one.events if name not in names]:
            near = "".join(f"; did you mean {other}?" for other in get_close_matches(name, names, 1))
            where = f"correction[{at}].events"
            problems.append(Problem(corrections_file(registry), where, f'expected a type of event, got "{name}"{near}'))
    return problems
