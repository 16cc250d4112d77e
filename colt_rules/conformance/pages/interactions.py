"""The tables of docs/interactions.md: every pair of modules, and what they change for each other."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from colt_rules.conformance.cases.interactions import Pair, interactions
from colt_rules.conformance.cases.suite import written_cases
from colt_rules.registry.registry import registry

Rows = Iterator[tuple[str, ...]]


@cache
def all_pairs() -> tuple[Pair, ...]:
    """Every pair of modules of this package."""
    return tuple(interactions(registry(), written_cases()))


def pairs() -> Rows:
    """Every pair, whether it can be played, and where its code meets; one without an interaction says so."""
    for pair in all_pairs():
        touching = f"{len(pair.clauses)} below" if pair.clauses else "none" if pair.touches else "no interaction"
        where = _code(meeting.what for meeting in pair.meetings)
        yield _modules(pair), together(pair), touching, where, _code(filter(None, [pair.example]))


def together(pair: Pair) -> str:
    """Whether two modules are played together, in words."""
    if not pair.together:
        return f"never: {_code(pair.refusals)}"
    if pair.needing:
        return f"always where {_code(pair.needing)} is"
    return f"in some editions, in others not: {_code(pair.refusals)}" if pair.refusals else "as you like"


def changes() -> Rows:
    """Every clause and ruling about two modules, with a case that shows it."""
    for pair in all_pairs():
        for id, case in pair.clauses.items():
            yield _modules(pair), _code([id]), registry().find(id).title.en.replace("|", "\\|"), _code([case])


def _modules(pair: Pair) -> str:
    return _code([pair.first, pair.second])


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


TABLES: Mapping[str, Mapping[str, Callable[[], Rows]]] = {
    "docs/interactions.md": {"Every pair": pairs, "What they change for each other": changes}
}
"""By page, then by the heading that the table stands below: its rows."""
