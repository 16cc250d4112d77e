"""Everything with a name in the game: characters, cards, tokens, each with its facts and clauses."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from attrs import frozen

from colt_rules.languages import LANGUAGES
from colt_rules.registry.clauses import Clause
from colt_rules.registry.components import Fact, RoundCard
from colt_rules.registry.glossary import Term
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Registry
from colt_rules.site.addresses import term_at, thing_at
from colt_rules.site.illustrations import best
from colt_rules.site.links import Linker
from colt_rules.site.page import Page, bullets, escaped, fold, heading, link, paragraphs
from colt_rules.site.pages.case import glance
from colt_rules.site.pages.components import boxes_of, component_at, confidence_word, statements
from colt_rules.site.pages.numbers import CATALOGUE, OWN_KINDS, kind_of, numbers_of
from colt_rules.site.pages.references import entry_link, entry_links
from colt_rules.site.reader import NAMES, Reader

INDEX = "things/index.md"
_KINDS_OF_BASE = (
    "character",
    "action-card",
    "happening",
    "station-card",
    "round-card",
    "car",
    "token",
    "bullet-card",
    "piece",
)
KINDS = tuple(
    kind for base in _KINDS_OF_BASE for kind in (base, *(own for own, one in OWN_KINDS.items() if one.after == base))
)
"""The kinds of things; the kinds that most rules are about come first."""
_TERMS = {
    ("action-card", "marshal"): "marshal-action",
    ("bullet-card", "neutral"): "neutral-bullet",
    **{thing: term for said in CATALOGUE.values() for thing, term in said.terms.items()},
}
"""The terms whose names differ from the thing's."""


@frozen
class Thing:
    """Something with a name."""

    kind: str
    id: str
    name: Localized
    facts: Mapping[str, Fact]
    """By module: the component in its box. A happening is in no box."""
    term: Term | None

    @property
    def address(self) -> str:
        """The page of the thing."""
        return thing_at(self.kind, self.id)


def things(registry: Registry) -> tuple[Thing, ...]:
    """All things, kind by kind, the things of the base game first."""
    found: dict[tuple[str, str], Thing] = {}
    for module, fact in ((module, fact) for module, facts in boxes_of(registry).items() for fact in facts):
        kind = kind_of(fact)
        known = found.get((kind, fact.id))
        facts = {**(known.facts if known else {}), module: fact}
        found[kind, fact.id] = Thing(kind, fact.id, fact.name, facts, _term_of(registry, kind, fact.id))
        if isinstance(fact, RoundCard) and fact.happening and not fact.station:
            term = registry.terms[fact.happening]
            found["happening", term.id] = Thing("happening", term.id, term.term, {}, term)
    return tuple(sorted(found.values(), key=lambda thing: KINDS.index(thing.kind)))


def things_by_term(registry: Registry) -> dict[str, tuple[Thing, ...]]:
    """By term: the things it names; round cards have no word of their own."""
    found: dict[str, tuple[Thing, ...]] = dict.fromkeys(registry.terms, ())
    for thing in things(registry):
        if thing.term and thing.kind != "round-card":
            found[thing.term.id] = (*found[thing.term.id], thing)
    return found


def _term_of(registry: Registry, kind: str, id: str) -> Term | None:
    name = id.partition(".")[0]
    return registry.terms.get(_TERMS.get((kind, name), name))


def about(registry: Registry, thing: Thing) -> tuple[str, ...]:
    """The ids of the clauses and rulings about a thing.

    Those of its term come first, then those named after the thing.
    """
    of_term = registry.about(thing.term) if thing.term else ()
    name = thing.id.partition(".")[0]
    named = (entry.id for entry in registry.citable() if name in entry.id.split("."))
    return tuple(dict.fromkeys([*of_term, *named]))


def mentions(registry: Registry) -> dict[str, tuple[str, ...]]:
    """By term: the clauses whose English text contains it, so that pages are alike in all languages."""
    linker = Linker(registry.terms.values(), "en")
    found: dict[str, tuple[str, ...]] = {}
    for clause in registry.clauses.values():
        for term in linker.found(clause.text.en):
            found[term] = (*found.get(term, ()), clause.id)
    return found


def pages(to: Reader) -> Iterator[Page]:
    """The list of all things and a page for each."""
    found = things(to.sources.registry)
    mentioned = mentions(to.sources.registry)
    yield _index(to, found)
    for thing in found:
        yield _page(to, thing, found, mentioned)


def _index(to: Reader, found: Iterable[Thing]) -> Page:
    def listed(thing: Thing) -> str:
        facts = "; ".join(dict.fromkeys(fact for each in thing.facts.values() for fact in numbers_of(to, each)))
        meaning = to.text(thing.term.meaning) if thing.term else ""
        told = f"{meaning} ({facts})" if meaning and facts else meaning or facts
        return f"{_to_thing(to, thing)}{to.colon} {told}" if told else _to_thing(to, thing)

    parts = (
        paragraphs(heading(2, _kind(to, kind), kind), bullets(listed(thing) for thing in found if thing.kind == kind))
        for kind in KINDS
    )
    return Page(
        address=INDEX,
        title=to.say("site.things"),
        body=paragraphs(
            escaped(to.say("thing.about")),
            " · ".join(f"[{_kind(to, kind)}](#{kind})" for kind in KINDS),
            *parts,
        ),
    )


def _page(to: Reader, thing: Thing, found: Iterable[Thing], mentioned: Mapping[str, tuple[str, ...]]) -> Page:
    registry = to.sources.registry
    ids = about(registry, thing)
    clauses = [registry.clauses[id] for id in ids if id in registry.clauses]
    others = [id for id in mentioned.get(thing.term.id, ()) if id not in ids] if thing.term else []
    say = partial(_part, to)
    return Page(
        address=thing.address,
        title=_name(to, thing),
        lead=to.plain(thing.term.meaning) if thing.term else "",
        description=to.plain(thing.term.meaning) if thing.term else "",
        body=paragraphs(
            f"{link(to.say('site.things'), INDEX)} › {link(_kind(to, thing.kind), f'{INDEX}#{thing.kind}')}",
            _meaning(to, thing),
            glance(to, best(to.sources, (clause.id for clause in clauses))),
            say("clauses", _clauses(to, clauses)),
            say("exceptions", bullets(_exception(to, clause) for clause in clauses if clause.exception_to)),
            say("rulings", bullets(entry_link(to, id) for id in ids if id in registry.rulings)),
            say("shown-on", bullets(_to_thing(to, card) for card in found if _shows(card, thing))),
            say("mentions", bullets(entry_link(to, id) for id in others)),
            say("facts", _facts_of(to, thing)),
            say("names", _names(to, thing)),
        ),
    )


def _part(to: Reader, key: str, text: str) -> str:
    """A part of a page; empty without text."""
    return paragraphs(heading(2, to.say(f"thing.{key}"), key), text) if text else ""


def _meaning(to: Reader, thing: Thing) -> str:
    if thing.term is None:
        return ""
    return paragraphs(to.text(thing.term.meaning), link(to.say("thing.in-glossary"), term_at(thing.term.id)))


def _facts_of(to: Reader, thing: Thing) -> str:
    """The component in each box with its reliability, and folded remarks; the components pages have the sources."""
    rows = [
        [
            to.say(f"site.module-{module}"),
            ", ".join(numbers_of(to, fact)),
            "; ".join(_sure(to, fact)),
            link(str(len(fact.sources)), component_at(module, fact)),
        ]
        for module, fact in thing.facts.items()
    ]
    notes = bullets(to.remark(fact.note) for fact in thing.facts.values() if fact.note)
    return paragraphs(
        to.table("thing", ("from", "what", "confidence", "sources"), rows), fold(to.say("thing.note"), notes)
    )


def _sure(to: Reader, fact: Fact) -> Iterator[str]:
    """The reliability of a thing, and of its parts if they are less reliable."""
    yield confidence_word(to, fact.confidence)
    for said in statements(fact):
        if said.part not in LANGUAGES and said.confidence != fact.confidence:
            yield f"{to.say(f'component.part-{said.part}')} ({confidence_word(to, said.confidence)})"


def _names(to: Reader, thing: Thing) -> str:
    """The name in four languages; for a component with its reliability."""
    names = {lang: [to.quoted(NAMES[lang], lang), to.quoted(thing.name.in_language(lang), lang)] for lang in LANGUAGES}
    head = ["language", "name"]
    for fact in list(thing.facts.values())[:1]:
        head.append("confidence")
        for said in statements(fact):
            if said.part in names:
                names[said.part].append(confidence_word(to, said.confidence))
    return to.table("thing", head, names.values())


def _shows(card: Thing, thing: Thing) -> bool:
    """Whether a card has this happening."""
    return thing.kind == "happening" and any(
        isinstance(fact, RoundCard) and fact.happening == thing.id for fact in card.facts.values()
    )


def _clauses(to: Reader, clauses: Iterable[Clause]) -> str:
    """Each clause with its text."""
    return bullets(f"**{entry_link(to, clause.id)}** {to.text(clause.text)}" for clause in clauses)


def _exception(to: Reader, clause: Clause) -> str:
    return to.say("thing.exception", clause=entry_link(to, clause.id), general=entry_links(to, clause.exception_to))


def _kind(to: Reader, kind: str) -> str:
    return to.say("thing.kind-happening" if kind == "happening" else f"component.kind-{kind}")


def _name(to: Reader, thing: Thing) -> str:
    """The name of a thing; round cards with the same name differ in their number of players."""
    name = to.plain(thing.name)
    for fact in thing.facts.values():
        if isinstance(fact, RoundCard) and fact.players:
            return to.say("thing.of-players", name=name, least=fact.players[0], most=fact.players[1])
    return name


def _to_thing(to: Reader, thing: Thing) -> str:
    return link(escaped(_name(to, thing)), thing.address)
