"""Checks the glossary and the components."""

from collections.abc import Iterator

from colt_rules.languages import LANGUAGES
from colt_rules.registry.books import Book, span
from colt_rules.registry.checks.problems import in_all_languages, known_ids
from colt_rules.registry.errors import Problem
from colt_rules.registry.registry import Registry


def terms_are_complete(registry: Registry) -> Iterator[Problem]:
    """A term has its name and meaning in all languages and refers to existing ids."""
    file = (registry.folder / "glossary.toml").as_posix()
    known = {entry.id for entry in registry.citable()}
    for term in registry.terms.values():
        where = f"term[{term.id}]"
        for key, text in (("term", term.term), ("meaning", term.meaning)):
            yield from in_all_languages(file, f"{where}.{key}", text)
        yield from known_ids(registry, file, f"{where}.see", term.see, known)


def everyday_words_are_complete(registry: Registry) -> Iterator[Problem]:
    """Everyday words exist in all languages and refer to existing ids."""
    file = (registry.folder / "everyday.toml").as_posix()
    known = {entry.id for entry in registry.citable()}
    for everyday in registry.everyday.values():
        where = f"everyday[{everyday.id}]"
        for lang in LANGUAGES:
            if not (*getattr(everyday.words, lang), *getattr(everyday.question_words, lang)):
                yield Problem(file, where, f"expected `words` or `question_words` in {lang}, got neither")
        yield from known_ids(registry, file, f"{where}.see", everyday.see, known)


def extras_belong_to_modules(registry: Registry) -> Iterator[Problem]:
    """A folder of components belongs to a module that has clauses."""
    modules = dict.fromkeys(clause.module for clause in registry.clauses.values())
    for module in registry.extras:
        if module not in modules:
            file = (registry.folder / "components" / module).as_posix()
            yield Problem(file, "", f'expected the folder of one of {", ".join(modules)}, got "{module}"')


def component_sources(registry: Registry) -> Iterator[Problem]:
    """A component cites known sources, and a book only by lines it has."""
    for fact in registry.facts():
        file, where = registry.file_of(fact), f"{fact.id}.sources"
        for source in fact.sources:
            name, _, lines = source.partition(":")
            book = registry.books.get(name)
            if book is None and name not in registry.box.sources:
                yield Problem(file, where, f'expected a book or an id of sources.toml, got "{source}"')
            elif book is not None and not _inside(lines, book):
                yield Problem(file, where, f'expected lines of 1-{book.lines} after "{name}:", got "{source}"')


def _inside(lines: str, book: Book) -> bool:
    try:
        return span(lines)[1] <= book.lines
    except ValueError:
        return False


def components_name_clauses(registry: Registry) -> Iterator[Problem]:
    """A component names only clauses and rulings that exist."""
    known = {entry.id for entry in registry.citable()}
    for fact in registry.facts():
        yield from known_ids(registry, registry.file_of(fact), f"{fact.id}.clauses", fact.clauses, known)


def card_ids_are_unique(registry: Registry) -> Iterator[Problem]:
    """Ids of action cards and round cards are unique across modules, because all go into one deck."""
    taken: dict[str, str] = {}
    for box in registry.boxes:
        for card in (*box.action_cards.values(), *box.round_cards.values()):
            file = registry.file_of(card)
            if card.id in taken:
                yield Problem(file, card.id, f"expected a unique id, got one already used in {taken[card.id]}")
            taken.setdefault(card.id, file)


def cards_use_terms(registry: Registry) -> Iterator[Problem]:
    """The turns and the happening on a round card are terms of the glossary."""
    cards = [card for box in registry.boxes for card in box.round_cards.values()]
    for card in cards:
        file = registry.file_of(card)
        shown = [(f"{card.id}.turns", turn) for turn in card.turns]
        if card.happening is not None:
            shown.append((f"{card.id}.happening", card.happening))
        for where, word in shown:
            if word not in registry.terms:
                yield Problem(file, where, f'expected a term of the glossary, got "{word}"')
