"""The rules in the order of play: modules, their topics, and the clauses of each topic."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from attrs import frozen

from colt_rules.modules import MODULES
from colt_rules.registry.clauses import Clause
from colt_rules.registry.registry import Registry
from colt_rules.site.addresses import module_at, topic_at
from colt_rules.site.illustrations import Illustration, best_of_each
from colt_rules.site.page import Page, block, bullets, escaped, heading, link, paragraphs
from colt_rules.site.pages.case import boards
from colt_rules.site.pages.references import edition_links, entry_link, entry_links, module_link, only_mark
from colt_rules.site.reader import Reader

INDEX = "rules/index.md"


@frozen
class Topic:
    """The clauses of one file, in order."""

    name: str
    module: str
    clauses: tuple[Clause, ...]

    @property
    def address(self) -> str:
        """The page of the topic."""
        return topic_at(self.clauses[0])


def topics(registry: Registry) -> tuple[Topic, ...]:
    """All topics in the order of play: by module, then by the numbers of the files."""
    clauses = sorted(registry.clauses.values(), key=lambda clause: MODULES.index(clause.module))
    return tuple(
        Topic(name, module, tuple(found))
        for (module, name), found in groupby(clauses, lambda clause: (clause.module, clause.topic))
    )


def pages(to: Reader) -> Iterator[Page]:
    """The list of modules, a page for each module and one for each topic."""
    found = topics(to.sources.registry)
    modules = {module: tuple(in_module) for module, in_module in groupby(found, lambda topic: topic.module)}
    yield _index(to, modules)
    for module, in_module in modules.items():
        yield _module(to, module, in_module)
        for before, topic, after in zip((None, *in_module[:-1]), in_module, (*in_module[1:], None), strict=True):
            yield _topic(to, topic, before, after)


def _index(to: Reader, modules: dict[str, tuple[Topic, ...]]) -> Page:
    parts = [
        paragraphs(
            heading(2, module_link(to, module), module),
            played_in(to, module, "small"),
            escaped(to.say(f"topic.about-{module}")),
            _counts(to, in_module),
        )
        for module, in_module in modules.items()
    ]
    return Page(address=INDEX, title=to.say("site.rules"), body=paragraphs(escaped(to.say("topic.about")), *parts))


def _counts(to: Reader, topics: Iterable[Topic]) -> str:
    """A table of topics: the numbers of clauses, rulings and clauses that differ between editions."""
    registry = to.sources.registry

    def row(topic: Topic) -> list[str]:
        rulings = {ruling.id for clause in topic.clauses for ruling in registry.rulings_of(clause.id)}
        differing = sum(bool(registry.only(clause)) for clause in topic.clauses)
        counts = (len(topic.clauses), len(rulings), differing)
        return [_to_topic(to, topic), *(str(count or "") for count in counts)]

    return to.table("topic", ("topic", "clauses", "rulings", "differing"), map(row, topics))


def _module(to: Reader, module: str, topics: tuple[Topic, ...]) -> Page:
    titles = (
        paragraphs(
            heading(2, _to_topic(to, topic), topic.name),
            bullets(
                f"{entry_link(to, clause.id)}{only_mark(to.sources.registry.only(clause))}" for clause in topic.clauses
            ),
        )
        for topic in topics
    )
    return Page(
        address=module_at(module),
        title=to.say(f"site.module-{module}"),
        body=paragraphs(
            link(to.say("site.rules"), INDEX),
            played_in(to, module),
            escaped(to.say(f"topic.about-{module}")),
            _counts(to, topics),
            *titles,
        ),
        searchable=False,
    )


def _topic(to: Reader, topic: Topic, before: Topic | None, after: Topic | None) -> Page:
    ways = [
        to.say(f"topic.{way}", what=_to_topic(to, other))
        for way, other in (("previous", before), ("next", after))
        if other
    ]
    shown = best_of_each(to.sources, [clause.id for clause in topic.clauses])
    return Page(
        address=topic.address,
        title=to.say(f"topic.{topic.name}"),
        body=paragraphs(
            f"{link(to.say('site.rules'), INDEX)} › {module_link(to, topic.module)}",
            played_in(to, topic.module),
            *(_clause(to, clause, shown.get(clause.id)) for clause in topic.clauses),
            " · ".join(ways),
        ),
    )


def _clause(to: Reader, clause: Clause, shown: Illustration | None) -> str:
    """A clause, with its picture if it has one to show."""
    return paragraphs(
        heading(2, entry_link(to, clause.id), clause.id),
        to.text(clause.text),
        boards(to, to.sources.runs_of(shown.case), shown.entry) if shown else "",
        _only(to, clause),
        bullets(_beside(to, clause)),
    )


def _only(to: Reader, clause: Clause) -> str:
    """The editions of a clause in small print, if not all with this module."""
    only = to.sources.registry.only(clause)
    told = f"**{to.say('topic.only', editions=edition_links(to, only))}**" if only else ""
    return block(told, "small", data_in=" ".join(only))


def played_in(to: Reader, module: str, kind: str = "holds") -> str:
    """The editions that play a module; empty if all do.

    `script/edition.js` informs players of another edition.

    With the kind ``holds`` it applies to the whole page.
    """
    editions = to.sources.registry.editions
    playing = [id for id, edition in editions.items() if module in edition.modules]
    if len(playing) == len(editions):
        return ""
    return block(to.labelled("clause.holds-in", edition_links(to, playing)), kind, data_in=" ".join(playing))


def _beside(to: Reader, clause: Clause) -> Iterator[str]:
    """What belongs to a clause: what it is an exception to, and the rulings that complete it."""
    rulings = [ruling.id for ruling in to.sources.registry.rulings_of(clause.id)]
    for key, ids in (("exception-to", clause.exception_to), ("ruled", rulings)):
        if ids:
            yield to.say(f"topic.{key}", what=entry_links(to, ids))


def _to_topic(to: Reader, topic: Topic) -> str:
    return link(to.say(f"topic.{topic.name}"), topic.address)
