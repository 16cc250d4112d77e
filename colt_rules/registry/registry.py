"""The whole specification in one record, with queries."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from attrs import field, frozen

from colt_rules.registry.books import Book, Passage, load_books
from colt_rules.registry.clauses import Clause, load_clauses
from colt_rules.registry.components import COMMON_KINDS, Box, Extras, Fact, Piece, RoundCard, load_box, own_kinds
from colt_rules.registry.corrections import Corrections, load_corrections
from colt_rules.registry.editions import Edition, absent, load_editions
from colt_rules.registry.errors import Findings, Problem, SpecError
from colt_rules.registry.extras import ADDED, load_extras, modules_with_extras
from colt_rules.registry.glossary import Everyday, Term, load_everyday, load_terms
from colt_rules.registry.rulings import Ruling, load_rulings
from colt_rules.safe_text import clipped

Citable: TypeAlias = Clause | Ruling
Entry: TypeAlias = Clause | Ruling | Term | Fact
_Grow: TypeAlias = Callable[[str], Iterable[Clause]]

_COMPONENTS: dict[type[Fact], str] = {
    **{fact: f"{kind}s" for kind, fact in COMMON_KINDS.items() if kind != "station-card"},
    Piece: "pieces",
    **{fact: f"{kind}s" for added in ADDED.values() for kind, fact in own_kinds(added).items()},
}
"""The file name of each kind of component."""


class UnknownId(LookupError):
    """No entry of the kind has this id; `similar` lists similar ids."""

    def __init__(self, id: str, similar: list[str], what: str = "clause or ruling") -> None:
        self.id = id
        self.similar = similar
        hint = f"; did you mean {', '.join(similar)}?" if similar else ""
        super().__init__(f"no {what} is called '{clipped(id)}'{hint}")


@frozen
class Branch:
    """A clause in a tree of exceptions, with its subtrees."""

    clause: Clause
    branches: tuple["Branch", ...]


@frozen(kw_only=True)
class Registry:
    """The specification; every table is by id, in the order of the files."""

    folder: Path
    books: Mapping[str, Book]
    editions: Mapping[str, Edition]
    """The editions, the baseline first."""
    clauses: Mapping[str, Clause]
    rulings: Mapping[str, Ruling]
    terms: Mapping[str, Term]
    box: Box
    corrections: Corrections
    everyday: Mapping[str, Everyday] = field(factory=dict)
    """Words that people use at the table; only the search uses them."""
    extras: Mapping[str, Extras] = field(factory=dict)
    """By module: what it adds to the box."""
    passages: Mapping[str, Passage] = field(init=False)
    """The passages of all books, by key."""
    _sources: Mapping[str, tuple[Passage, ...]] = field(init=False)
    """By clause: the passages that name it, passages in the baseline's books first."""
    _absent: Mapping[str, frozenset[str]] = field(init=False)
    """By edition: the clauses that do not hold there."""
    _current: Mapping[str, str] = field(init=False)
    """By retired id: the current id."""
    components: Mapping[str, tuple[Fact, ...]] = field(init=False)
    """By id: the components with this id, components of the base game first. A term may have the same id."""
    _folders: Mapping[Fact, str] = field(init=False)
    """The folder of each fact."""
    _facts_by_clause: Mapping[str, tuple[Fact, ...]] = field(init=False)
    """By clause or ruling: the facts that make it true."""
    _ids_by_word: Mapping[str, tuple[str, ...]] = field(init=False)
    """By word between the dots of an id: the clauses and rulings whose ids contain it."""

    @passages.default
    def _passages(self) -> Mapping[str, Passage]:
        return {passage.key: passage for book in self.books.values() for passage in book.passages}

    @_sources.default
    def _of_passages(self) -> Mapping[str, tuple[Passage, ...]]:
        of_editions = [book for edition in self.editions.values() for book in edition.books if book in self.books]
        found: dict[str, tuple[Passage, ...]] = {}
        for book in dict.fromkeys([*of_editions, *self.books]):
            for passage in self.books[book].passages:
                for id in dict.fromkeys(passage.clauses):
                    found[id] = (*found.get(id, ()), passage)
        return found

    @_absent.default
    def _of_editions(self) -> Mapping[str, frozenset[str]]:
        return {edition: absent(self.editions, edition) for edition in self.editions}

    @_current.default
    def _of_aliases(self) -> Mapping[str, str]:
        return {alias: entry.id for entry in self.citable() for alias in entry.aliases}

    @components.default
    def _by_id(self) -> Mapping[str, tuple[Fact, ...]]:
        found: dict[str, tuple[Fact, ...]] = {}
        for fact in self.facts():
            found[fact.id] = (*found.get(fact.id, ()), fact)
        return found

    @_folders.default
    def _of_facts(self) -> Mapping[Fact, str]:
        folders = dict.fromkeys(self.box.facts(), "components")
        for module, extras in self.extras.items():
            folders |= dict.fromkeys(extras.facts(), f"components/{module}")
        return folders

    @_facts_by_clause.default
    def _of_clauses(self) -> Mapping[str, tuple[Fact, ...]]:
        found: dict[str, list[Fact]] = {}
        for fact in self.facts():
            for id in dict.fromkeys(fact.clauses):
                found.setdefault(id, []).append(fact)
        return {id: tuple(facts) for id, facts in found.items()}

    @_ids_by_word.default
    def _by_words_of_ids(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for entry in self.citable():
            for word in dict.fromkeys(entry.id.split(".")):
                found.setdefault(word, []).append(entry.id)
        return {word: tuple(ids) for word, ids in found.items()}

    @property
    def boxes(self) -> tuple[Box | Extras, ...]:
        """The box of the base game, then what each module adds to it."""
        return (self.box, *self.extras.values())

    def facts(self) -> Iterator[Fact]:
        """Every fact about the contents of the boxes."""
        for box in self.boxes:
            yield from box.facts()

    def facts_of(self, id: str) -> tuple[Fact, ...]:
        """The components that make a clause or ruling true, so that no code needs to."""
        return self._facts_by_clause.get(id, ())

    def citable(self) -> Iterator[Citable]:
        """Everything that an event or a refusal can cite: all clauses, then all rulings."""
        yield from self.clauses.values()
        yield from self.rulings.values()

    def find(self, id: str) -> Citable:
        """The clause or ruling with this current or retired id; raises `UnknownId`."""
        current = self._current.get(id, id)
        found = self.clauses.get(current) or self.rulings.get(current)
        if found is None:
            raise UnknownId(id, self.similar_ids(id))
        return found

    def knows(self, id: str) -> bool:
        """Whether a clause or ruling has this current or retired id."""
        current = self._current.get(id, id)
        return current in self.clauses or current in self.rulings

    def clause(self, id: str) -> Clause:
        """The clause with this current or retired id; raises `UnknownId`."""
        found = self.find(id)
        if not isinstance(found, Clause):
            raise UnknownId(id, get_close_matches(id, self.clauses))
        return found

    def similar_ids(self, id: str) -> list[str]:
        """The ids of clauses and rulings that resemble `id` or start with it, best first."""
        return _close(id, [entry.id for entry in self.citable()])

    def entry(self, id: str) -> Entry:
        """The clause or ruling (also by a retired id), term or component with this id; raises `UnknownId`.

        If several components share the id, the first in `components`.
        """
        current = self._current.get(id, id)
        things = {id: same[0] for id, same in self.components.items()}
        tables: tuple[Mapping[str, Entry], ...] = (self.clauses, self.rulings, self.terms, things)
        for table in tables:
            if current in table:
                return table[current]
        known = [known for table in tables for known in table]
        raise UnknownId(id, _close(id, known), "clause, ruling, term or component")

    def file_of(self, entry: Entry) -> str:
        """The file that defines an entry."""
        if isinstance(entry, Clause):
            return entry.file
        if isinstance(entry, Fact):
            station = isinstance(entry, RoundCard) and entry.station
            name = f"{self._folders[entry]}/{'station-cards' if station else _COMPONENTS[type(entry)]}"
        else:
            name = "rulings" if isinstance(entry, Ruling) else "glossary"
        return (self.folder / f"{name}.toml").as_posix()

    def about(self, term: Term) -> tuple[str, ...]:
        """The ids of the clauses and rulings about a term: those in `see`, then those whose id contains its id."""
        return tuple(dict.fromkeys([*term.see, *self._ids_by_word.get(term.id, ())]))

    def holds(self, id: str, edition: str) -> bool:
        """Whether a clause or ruling holds in an edition.

        A ruling holds if, of each module whose clauses it completes, at least one of these clauses holds.
        """
        found = self.find(id)
        if isinstance(found, Ruling):
            completed = [self.clause(clause_id) for clause_id in found.completes]
            holding = {clause.module for clause in completed if self.holds(clause.id, edition)}
            return bool(completed) and holding == {clause.module for clause in completed}
        return found.module in self.editions[edition].modules and self._has(edition, found)

    def instead_of(self, id: str, edition: str) -> tuple[str, ...]:
        """The clauses that hold in an edition in place of a clause that does not hold; empty if nothing replaces it."""
        differences = [one for each in self.editions.values() for one in each.differences]
        related, fresh = {id: None}, [id]
        while fresh:
            known = fresh.pop()
            for one in differences:
                if known in (one.clause, *one.instead_of):
                    new = [other for other in (one.clause, *one.instead_of) if other not in related]
                    related |= dict.fromkeys(new)
                    fresh += new
        return tuple(other for other in related if other != id and self.holds(other, edition))

    def _has(self, edition: str, clause: Clause) -> bool:
        """Whether an edition that plays the clause's module has the clause.

        An exception applies only if the edition plays the module of a clause it is an exception to.
        """
        general = {found.module for id in clause.exception_to if (found := self.clauses.get(id))}
        applies = not general or not general.isdisjoint(self.editions[edition].modules)
        return applies and clause.id not in self._absent[edition]

    def passages_of(self, id: str, edition: str = "") -> tuple[Passage, ...]:
        """The passages that a clause comes from, in all books or in those of one edition.

        For a ruling, those of the clauses it completes.
        """
        found = self.find(id)
        clauses = (found.id,) if isinstance(found, Clause) else found.completes
        passages = dict.fromkeys(passage for clause in clauses for passage in self._sources.get(clause, ()))
        books = self.editions[edition].books if edition else tuple(self.books)
        return tuple(passage for passage in passages if passage.book in books)

    def exceptions(self, id: str) -> tuple[Branch, ...]:
        """The exceptions to a clause, each with its own exceptions."""
        return self._branches(self.clause(id).id, self._exceptions, ())

    def exception_to(self, id: str) -> tuple[Branch, ...]:
        """The clauses to which a clause is an exception, each with the clauses to which it is itself an exception."""
        return self._branches(self.clause(id).id, self._general, ())

    def rulings_of(self, id: str) -> tuple[Ruling, ...]:
        """The rulings that complete a clause."""
        current = self.clause(id).id
        return tuple(ruling for ruling in self.rulings.values() if current in ruling.completes)

    def _exceptions(self, id: str) -> Iterable[Clause]:
        return (clause for clause in self.clauses.values() if id in clause.exception_to)

    def _general(self, id: str) -> Iterable[Clause]:
        return (self.clauses[to] for to in self.clauses[id].exception_to if to in self.clauses)

    def _branches(self, id: str, grow: _Grow, path: tuple[str, ...]) -> tuple[Branch, ...]:
        # `check` reports cycles; this only must not loop on one.
        path = (*path, id)
        return tuple(
            Branch(clause, self._branches(clause.id, grow, path)) for clause in grow(id) if clause.id not in path
        )

    def only(self, clause: Clause) -> tuple[str, ...]:
        """The editions in which a clause holds, or empty if it holds in all that play its module."""
        playing = [id for id, edition in self.editions.items() if clause.module in edition.modules]
        holding = [id for id in playing if self._has(id, clause)]
        return () if holding == playing else tuple(holding)


def _close(id: str, known: list[str]) -> list[str]:
    """The ids that resemble `id` or start with it, best first."""
    below = [other for other in known if other.startswith(f"{id}.")]
    return list(dict.fromkeys([*get_close_matches(id, known), *below]))[:5]


def spec_folder() -> Path:
    """The folder of the specification: inside the package when installed, beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "spec", package.parent / "spec"):
        if folder.is_dir():
            return folder
    raise SpecError([Problem(package.as_posix(), "", "expected spec/ in or beside the package, got neither")])


def is_checkout(spec: Path) -> bool:
    """Whether a specification is in a checkout, where it may be rewritten: tests/ is beside it."""
    return (spec.parent / "tests").is_dir()


_PARTS: tuple[tuple[str, Callable[[Path], object], str], ...] = (
    ("books", load_books, "books"),
    ("editions", load_editions, "editions"),
    ("clauses", load_clauses, "clauses"),
    ("rulings", load_rulings, "rulings.toml"),
    ("corrections", load_corrections, "corrections.toml"),
    ("terms", load_terms, "glossary.toml"),
    ("everyday", load_everyday, "everyday.toml"),
    ("box", load_box, ""),
)
"""The fields of a registry, each with the function that reads it and its place."""


def load(spec: Path) -> Registry:
    """The specification in a folder; raises `SpecError` with all problems if a file is invalid."""
    findings = Findings()
    found: dict[str, Any] = {}
    for name, read, place in _PARTS:
        with findings.gather():
            found[name] = read(spec / place)
    extras = {}
    for module in modules_with_extras(spec):
        with findings.gather():
            extras[module] = load_extras(spec, module)
    findings.raise_any()
    return Registry(folder=spec, extras=extras, **found)


@cache
def registry() -> Registry:
    """The specification that comes with this package."""
    return load(spec_folder())
