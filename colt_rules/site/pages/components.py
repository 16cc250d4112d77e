"""The components: every thing with its numbers, its sources and their reliability; assumptions are marked."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

from attrs import frozen

from colt_rules.languages import LANGUAGES
from colt_rules.registry.books import span
from colt_rules.registry.components import Confidence, Fact, RoundCard
from colt_rules.registry.registry import Registry
from colt_rules.site.addresses import components_at, source_at, thing_at
from colt_rules.site.page import Page, bullets, code, escaped, fold, heading, link, paragraphs
from colt_rules.site.pages.numbers import kind_of, numbers_of
from colt_rules.site.pages.references import places_by_book
from colt_rules.site.reader import NAMES, Reader

INDEX = "components/index.md"
BASE = "base"
CONFIDENCES: tuple[Confidence, ...] = ("confirmed", "single-source", "assumed")


@frozen
class Statement:
    """One statement about a component: what it is, its name in a language, a symbol on it."""

    part: str
    confidence: Confidence


def statements(fact: Fact) -> Iterator[Statement]:
    """All statements about a component, each as reliable as the whole unless it says otherwise."""
    yield Statement("item", fact.confidence)
    for lang in LANGUAGES:
        own = getattr(fact.name_confidence, lang) if fact.name_confidence else None
        yield Statement(lang, own or fact.confidence)
    if isinstance(fact, RoundCard):
        yield Statement("happening", fact.happening_confidence or fact.confidence)
        yield Statement("plans", fact.plans_confidence or fact.confidence)


def component_at(module: str, fact: Fact) -> str:
    """A thing on the page of its module."""
    return f"{components_at(module)}#{component_anchor(fact)}"


def component_anchor(fact: Fact) -> str:
    """The anchor of a thing on the page of its module."""
    return f"{kind_of(fact)}-{fact.id}"


def pages(to: Reader) -> Iterator[Page]:
    """The totals, then a page for each module with components."""
    boxes = boxes_of(to.sources.registry)
    yield _index(to, boxes)
    for module, facts in boxes.items():
        yield _module(to, module, facts)


def boxes_of(registry: Registry) -> Mapping[str, tuple[Fact, ...]]:
    """By module: the content of its box."""
    return {
        BASE: tuple(registry.box.facts()),
        **{module: tuple(extras.facts()) for module, extras in registry.extras.items()},
    }


# --- all modules


def _index(to: Reader, boxes: Mapping[str, tuple[Fact, ...]]) -> Page:
    return Page(
        address=INDEX,
        title=to.say("site.components"),
        body=paragraphs(
            to.say("component.about"),
            bullets(f"{confidence_word(to, one)}{to.colon} {to.say(f'component.{one}-about')}" for one in CONFIDENCES),
            _totals(to, boxes),
            to.say("component.statements-about"),
            heading(2, to.say("component.all-assumed"), "assumed"),
            bullets(_all_assumed(to, boxes)),
            heading(2, to.say("component.sources"), "sources"),
            to.say("component.sources-about"),
            _sources(to),
        ),
    )


def _totals(to: Reader, boxes: Mapping[str, tuple[Fact, ...]]) -> str:
    rows = []
    for module, facts in boxes.items():
        found = Counter(said.confidence for fact in facts for said in statements(fact))
        named = link(to.say(f"site.module-{module}"), components_at(module))
        rows.append([named, *map(str, (len(facts), found.total(), *(found[one] for one in CONFIDENCES)))])
    return to.table("component", ("module", "things", "statements", *CONFIDENCES), rows)


def _all_assumed(to: Reader, boxes: Mapping[str, tuple[Fact, ...]]) -> Iterator[str]:
    """Each thing with an assumption, and what is assumed."""
    for module, facts in boxes.items():
        for fact in facts:
            parts = [said.part for said in statements(fact) if said.confidence == "assumed"]
            if parts:
                named = link(_title(to, fact), component_at(module, fact))
                kind = to.say(f"component.kind-{kind_of(fact)}")
                listed = ", ".join(to.say(f"component.part-{part}") for part in parts)
                yield f"{named} ({kind}): {listed}"


def _sources(to: Reader) -> str:
    registry = to.sources.registry
    cited = Counter(id for fact in registry.facts() for id in {source.partition(":")[0] for source in fact.sources})
    rows = (
        [
            f'<span id="{_source_anchor(one.id)}">{code(one.id)}</span>',
            f"{escaped(to.plain(one.what))}<br><small>{code(one.address)}</small>",
            escaped(to.plain(one.reliability)),
            str(cited[one.id]),
        ]
        for one in registry.box.sources.values()
    )
    return to.table("component", ("source", "what", "weight", "cited"), rows)


def _source_anchor(id: str) -> str:
    return f"source-{id}"


# --- one module


def _module(to: Reader, module: str, facts: Iterable[Fact]) -> Page:
    return Page(
        address=components_at(module),
        title=f"{to.say('site.components')}{to.colon} {to.say(f'site.module-{module}')}",
        body=paragraphs(
            f"{link(to.say('site.components'), INDEX)} › {to.say(f'site.module-{module}')}",
            *(_kind(to, module, kind, list(found)) for kind, found in groupby(facts, kind_of)),
            fold(to.say("component.files"), bullets(_files(to, facts)), "files"),
        ),
    )


def _kind(to: Reader, module: str, kind: str, facts: list[Fact]) -> str:
    """All things of one kind: their numbers in a table, then each with its sources."""
    rows = [
        [
            link(_title(to, fact), component_at(module, fact)) + _doubt(to, fact, to.lang),
            ", ".join(numbers_of(to, fact)),
            confidence_word(to, fact.confidence),
        ]
        for fact in facts
    ]
    return paragraphs(
        heading(2, to.say(f"component.kind-{kind}"), kind),
        to.table("component", ("name", "facts", "confidence"), rows),
        *(_fact(to, fact) for fact in facts),
    )


def _fact(to: Reader, fact: Fact) -> str:
    unsure = [
        f"{to.say(f'component.part-{said.part}')}{to.colon} {confidence_word(to, said.confidence)}"
        for said in statements(fact)
        if said.confidence != fact.confidence and said.part not in LANGUAGES
    ]
    facts = {
        "names": _names(to, fact),
        "confidence": "; ".join([confidence_word(to, fact.confidence), *unsure]),
        "sources": _sources_of(to, fact),
        "note": to.remark(fact.note) if fact.note else "",
        "clauses": link(_title(to, fact), thing_at(kind_of(fact), fact.id)),
    }
    return paragraphs(
        heading(3, _title(to, fact), component_anchor(fact)),
        to.facts("component", facts),
    )


def _title(to: Reader, fact: Fact) -> str:
    """The name; for a round card with its number of players, because two cards can share a name."""
    name = escaped(to.plain(fact.name))
    return f"{name}, {fact.players[0]}–{fact.players[1]}" if isinstance(fact, RoundCard) and fact.players else name


def _names(to: Reader, fact: Fact) -> str:
    """The name in each language, marked if it is not confirmed."""
    return "; ".join(
        f"{to.quoted(NAMES[lang], lang)}{to.colon} {to.quoted(fact.name.in_language(lang), lang)}"
        f"{_doubt(to, fact, lang)}"
        for lang in LANGUAGES
    )


def _doubt(to: Reader, fact: Fact, part: str) -> str:
    """The reliability of a part, in brackets; empty if it is confirmed."""
    (confidence,) = (said.confidence for said in statements(fact) if said.part == part)
    return "" if confidence == "confirmed" else f" ({confidence_word(to, confidence)})"


def confidence_word(to: Reader, confidence: Confidence) -> str:
    """The word for a reliability; assumptions are marked."""
    word = to.say(f"component.{confidence}")
    return f'<span class="assumed">{word}</span>' if confidence == "assumed" else word


def _sources_of(to: Reader, fact: Fact) -> str:
    """The books with their headings, then the keys of the other sources, each with a link to the list of sources."""
    registry = to.sources.registry
    passages, others = [], []
    for source in fact.sources:
        name, _, where = source.partition(":")
        if name in registry.books:
            first, last = span(where)
            passages += [one for one in registry.books[name].passages if one.first <= last and first <= one.last]
        else:
            others.append(link(code(name), f"{INDEX}#{_source_anchor(name)}"))
    return " · ".join(filter(None, [*places_by_book(to, passages), ", ".join(dict.fromkeys(others))]))


def _files(to: Reader, facts: Iterable[Fact]) -> Iterator[str]:
    """The files of the specification with these facts, where each source is quoted with its place."""
    root = to.sources.root
    for path in dict.fromkeys(to.sources.registry.file_of(fact) for fact in facts):
        file = Path(path).relative_to(root).as_posix()
        yield link(code(file), source_at(file))
