"""What must hold between the books, the clauses, the code and the tests.

`load` has seen to it that every file has its form; here is what only shows when all of them lie side by side.
Each function below is one rule and tells every place that breaks it.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

from colt_rules.registry.books import Book, PassageKind, span
from colt_rules.registry.claims import Claim
from colt_rules.registry.clauses import Clause
from colt_rules.registry.editions import BASELINE, Difference, Edition
from colt_rules.registry.errors import Problem, SpecError
from colt_rules.registry.evidence import INDEX, Evidence, read_index
from colt_rules.registry.localized import LANGUAGES, Localized
from colt_rules.registry.registry import Citable, Registry

MODULES_TO_COME = frozenset({"marshal", "time-machine", "cursed-loot"})
"""The modules that are not built yet. A rule of theirs needs no clause yet."""

_SHA256 = re.compile(r"[0-9a-f]{64}")
_WORDS = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+")

Claims = Mapping[str, tuple[Claim, ...]]


def check(registry: Registry, claims: Claims, evidence: Evidence) -> list[Problem]:
    """Every problem of the specification, in the order of its files."""
    return [
        *_cuts(registry),
        *_hashes(registry),
        *_rules_without_clauses(registry),
        *_passages_name_clauses(registry),
        *_clauses_name_passages(registry),
        *_every_clause_has_a_source(registry),
        *_ids(registry),
        *_translations(registry),
        *_references(registry),
        *_circles(registry),
        *_editions_are_whole(registry),
        *_differences(registry),
        *_replacements(registry),
        *_clauses_say_where_they_hold(registry),
        *_wordings(registry),
        *_rulings_are_whole(registry),
        *_answers_to_claim(registry),
        *_corrections_are_whole(registry),
        *_terms_are_whole(registry),
        *_extras_are_of_modules(registry),
        *_component_sources(registry),
        *_components_name_clauses(registry),
        *_cards_have_ids_of_their_own(registry),
        *_cards_use_terms(registry),
        *_everything_is_claimed(registry, claims),
        *_everything_is_tested(registry, evidence),
    ]


def drift(spec: Path, evidence: Evidence) -> list[Problem]:
    """Where the index of tests is not what the tests say."""
    file = (spec / INDEX).as_posix()
    if not (spec / INDEX).exists():
        return [Problem(file, "", "expected the index of the tests, got none: run `colt spec index`")]
    try:
        kept = read_index(spec)
    except SpecError as error:
        return error.problems
    stale = [id for id in sorted({*evidence, *kept}) if evidence.get(id) != kept.get(id)]
    return [
        Problem(
            file,
            f"tests.{id}",
            "expected the tests that are marked with it, got others: run `colt spec index`",
        )
        for id in stale
    ]


def unknown_events(registry: Registry, names: Collection[str]) -> list[Problem]:
    """Where a correction names a type of event that is none of these."""
    problems = []
    for at, one in enumerate(registry.corrections.correction):
        for name in [name for name in one.events if name not in names]:
            near = "".join(f"; did you mean {other}?" for other in get_close_matches(name, names, 1))
            where = f"correction[{at}].events"
            problems.append(
                Problem(_corrections_file(registry), where, f'expected a type of event, got "{name}"{near}')
            )
    return problems


def _cuts(registry: Registry) -> Iterator[Problem]:
    """The passages of a book follow each other from line 1 to the last without gap or overlap."""
    for book in registry.books.values():
        file, due = _book_file(registry, book), 1
        for passage in book.passages:
            where = f"passage[{passage.lines}].lines"
            if passage.first > due:
                yield Problem(file, where, f"expected line {due} next, got a gap of {passage.first - due} before it")
            elif passage.first < due:
                yield Problem(file, where, f"expected line {due} next, got lines of the passages above again")
            due = max(due, passage.last + 1)
        if due != book.lines + 1:
            yield Problem(file, "lines", f"expected passages up to line {book.lines}, got them up to line {due - 1}")


def _hashes(registry: Registry) -> Iterator[Problem]:
    """A hash is 64 hexadecimal digits."""
    for book in registry.books.values():
        places = [("sha256", book.sha256), *((f"passage[{p.lines}].sha256", p.sha256) for p in book.passages)]
        for where, value in places:
            if not _SHA256.fullmatch(value):
                yield Problem(
                    _book_file(registry, book),
                    where,
                    f'expected 64 digits of 0-9 and a-f, got "{value}": run `colt spec source {book.id} FILE --write`',
                )


def _rules_without_clauses(registry: Registry) -> Iterator[Problem]:
    """A rule passage has a clause, unless it belongs to a module that is not built yet."""
    for book in registry.books.values():
        for passage in book.passages:
            file, where = _book_file(registry, book), f"passage[{passage.lines}]"
            if passage.module and passage.module not in MODULES_TO_COME:
                known = ", ".join(sorted(MODULES_TO_COME))
                yield Problem(
                    file,
                    f"{where}.module",
                    f'expected a module still to come ({known}), got "{passage.module}"',
                )
            if passage.kind is PassageKind.RULE and not passage.clauses and not passage.module:
                yield Problem(file, f"{where}.clauses", "expected a clause for this rule, or a module, got neither")


def _passages_name_clauses(registry: Registry) -> Iterator[Problem]:
    """Whatever clause a passage names exists and names the passage."""
    for passage in registry.passages.values():
        file = _book_file(registry, registry.books[passage.book])
        where = f"passage[{passage.lines}].clauses"
        yield from _named_once(file, where, passage.clauses)
        for id in dict.fromkeys(passage.clauses):
            if id not in registry.clauses:
                yield _unknown(registry, file, where, id)
            elif passage.key not in registry.clauses[id].passages:
                clause = registry.clauses[id]
                yield Problem(
                    clause.file,
                    f"clause[{id}].passages",
                    f'expected "{passage.key}", as {file} names this clause there: add it here or take it out there',
                )


def _clauses_name_passages(registry: Registry) -> Iterator[Problem]:
    """Whatever passage a clause names exists and names the clause."""
    for clause in registry.clauses.values():
        where = f"clause[{clause.id}].passages"
        yield from _named_once(clause.file, where, clause.passages)
        for key in dict.fromkeys(clause.passages):
            passage = registry.passages.get(key)
            if passage is None:
                yield Problem(clause.file, where, f'expected a passage of a book, got "{key}"{_nearest(registry, key)}')
            elif clause.id not in passage.clauses:
                yield Problem(
                    _book_file(registry, registry.books[passage.book]),
                    f"passage[{passage.lines}].clauses",
                    f'expected "{clause.id}", as {clause.file} names this passage there: '
                    "add it here or take it out there",
                )


def _every_clause_has_a_source(registry: Registry) -> Iterator[Problem]:
    """A clause comes from a passage, or a note says where else."""
    for clause in registry.clauses.values():
        if not clause.passages and not clause.note.strip():
            yield Problem(
                clause.file,
                f"clause[{clause.id}].passages",
                "expected a passage, or a note that says why none, got neither",
            )


def _ids(registry: Registry) -> Iterator[Problem]:
    """An id is words joined by `.` and `-`, and means one thing, also after it was retired."""
    taken: dict[str, str] = {}
    for entry in registry.citable():
        file, where = _place(registry, entry)
        for id, key in ((entry.id, "id"), *((alias, "aliases") for alias in entry.aliases)):
            if not _ID.fullmatch(id):
                yield Problem(file, f"{where}.{key}", f'expected words as in "fire.roof.line-of-sight", got "{id}"')
            if id in taken:
                yield Problem(file, f"{where}.{key}", f'expected an id of its own, got "{id}" of {taken[id]}')
            taken.setdefault(id, where)
    for id in registry.rulings:
        if not id.startswith("ruling."):
            yield Problem(*_place(registry, registry.rulings[id]), 'expected an id that begins with "ruling."')


def _translations(registry: Registry) -> Iterator[Problem]:
    """A clause has title and text in all languages."""
    for clause in registry.clauses.values():
        for key, text in (("title", clause.title), ("text", clause.text)):
            yield from _in_all_languages(clause.file, f"clause[{clause.id}].{key}", text)


def _editions_are_whole(registry: Registry) -> Iterator[Problem]:
    """An edition has a title in all languages, rests on known books and plays known modules."""
    modules = dict.fromkeys(clause.module for clause in registry.clauses.values())
    for edition in registry.editions.values():
        file = _edition_file(registry, edition)
        yield from _in_all_languages(file, "title", edition.title)
        for key, named, known in (("books", edition.books, registry.books), ("modules", edition.modules, modules)):
            yield from _named_once(file, key, named)
            if not named:
                yield Problem(file, key, f"expected some of {', '.join(known)}, got none")
            for id in named:
                if id not in known:
                    yield Problem(file, key, f'expected one of {", ".join(known)}, got "{id}"')


def _differences(registry: Registry) -> Iterator[Problem]:
    """A difference is a clause of a module that the edition plays, with passages of its books and a note."""
    for edition in registry.editions.values():
        file = _edition_file(registry, edition)
        if edition.id == BASELINE and edition.differences:
            yield Problem(file, "difference", "expected none, as the others are compared with this one, got some")
        yield from _named_once(file, "difference", tuple(one.clause for one in edition.differences))
        for difference in edition.differences:
            where = f"difference[{difference.clause}]"
            clause = registry.clauses.get(difference.clause)
            if clause is None:
                yield _unknown(registry, file, f"{where}.clause", difference.clause)
            elif clause.module not in edition.modules:
                played = ", ".join(edition.modules)
                yield Problem(file, f"{where}.clause", f"expected a clause of {played}, got one of {clause.module}")
            yield from _noted(file, where, difference.note)
            yield from _own_passages(registry, edition, where, difference.passages)
            yield from _clause_names(registry, file, where, difference)


def _clause_names(registry: Registry, file: str, where: str, difference: Difference) -> Iterator[Problem]:
    """The clause of a difference names the passages that say so."""
    clause = registry.clauses.get(difference.clause)
    for key in difference.passages:
        if clause and key in registry.passages and key not in clause.passages:
            yield Problem(file, f"{where}.passages", f'expected passages that {clause.id} names, got "{key}"')


def _clauses_say_where_they_hold(registry: Registry) -> Iterator[Problem]:
    """A clause that holds only in some of the editions that play its module says so itself."""
    for clause in registry.clauses.values():
        holding = registry.only(clause)
        if clause.only != holding:
            wanted, got = (", ".join(f'"{id}"' for id in ids) or "nothing" for ids in (holding, clause.only))
            yield Problem(
                clause.file, f"clause[{clause.id}].only", f"expected {wanted}, as spec/editions has it, got {got}"
            )


def _replacements(registry: Registry) -> Iterator[Problem]:
    """What a clause stands instead of would hold in the edition if it were not for this clause."""
    special = {id for edition in registry.editions.values() for id in edition.clauses}
    for edition in registry.editions.values():
        file = _edition_file(registry, edition)
        for difference in edition.differences:
            where = f"difference[{difference.clause}].instead_of"
            yield from _named_once(file, where, difference.instead_of)
            for id in difference.instead_of:
                clause = registry.clauses.get(id)
                if clause is None:
                    yield _unknown(registry, file, where, id)
                elif id in special or clause.module not in edition.modules:
                    yield Problem(file, where, f'expected a clause that would hold here, got "{id}", which never does')


def _wordings(registry: Registry) -> Iterator[Problem]:
    """A wording names the clauses that it leaves as they are, passages of the edition's books, and why."""
    for edition in registry.editions.values():
        file = _edition_file(registry, edition)
        for index, wording in enumerate(edition.wordings):
            where = f"wording[{index}]"
            if not wording.clauses:
                yield Problem(file, f"{where}.clauses", "expected a clause that it is about, got none")
            yield from _named_once(file, f"{where}.clauses", wording.clauses)
            for id in wording.clauses:
                if id not in registry.clauses:
                    yield _unknown(registry, file, f"{where}.clauses", id)
            yield from _noted(file, where, wording.note)
            yield from _own_passages(registry, edition, where, wording.passages)


def _own_passages(registry: Registry, edition: Edition, where: str, keys: tuple[str, ...]) -> Iterator[Problem]:
    """The passages that an edition rests on are those of its own books."""
    file, where = _edition_file(registry, edition), f"{where}.passages"
    own = ", ".join(edition.books)
    yield from _named_once(file, where, keys)
    if not keys:
        yield Problem(file, where, f"expected a passage of {own} that says so, got none")
    for key in keys:
        passage = registry.passages.get(key)
        if passage is None:
            yield Problem(file, where, f'expected a passage of a book, got "{key}"{_nearest(registry, key)}')
        elif passage.book not in edition.books:
            yield Problem(file, where, f'expected a passage of {own}, got "{key}"')


def _references(registry: Registry) -> Iterator[Problem]:
    """Whatever a clause or ruling refers to exists."""
    for clause in registry.clauses.values():
        for key, ids in (("exception_to", clause.exception_to), ("see", clause.see)):
            yield from _named_once(clause.file, f"clause[{clause.id}].{key}", ids)
            for id in ids:
                known = registry.clauses if key == "exception_to" else {**registry.clauses, **registry.rulings}
                if id not in known:
                    yield _unknown(registry, clause.file, f"clause[{clause.id}].{key}", id)
    for ruling in registry.rulings.values():
        file, where = _place(registry, ruling)
        yield from _named_once(file, f"{where}.completes", ruling.completes)
        for id in ruling.completes:
            if id not in registry.clauses:
                yield _unknown(registry, file, f"{where}.completes", id)


def _circles(registry: Registry) -> Iterator[Problem]:
    """No clause is, over however many steps, an exception to itself."""
    told: set[str] = set()
    for start in registry.clauses.values():
        circle = _circle(registry, start.id)
        if circle and told.isdisjoint(circle):
            told.update(circle)
            yield Problem(
                start.file,
                f"clause[{start.id}].exception_to",
                f"expected to end at a rule that is no exception, got {' -> '.join([*circle, start.id])}",
            )


def _terms_are_whole(registry: Registry) -> Iterator[Problem]:
    """A term has name and meaning in all languages and refers to what exists."""
    file = (registry.folder / "glossary.toml").as_posix()
    known = {entry.id for entry in registry.citable()}
    for term in registry.terms.values():
        where = f"term[{term.id}]"
        for key, text in (("term", term.term), ("meaning", term.meaning)):
            yield from _in_all_languages(file, f"{where}.{key}", text)
        yield from _named_once(file, f"{where}.see", term.see)
        for id in term.see:
            if id not in known:
                yield _unknown(registry, file, f"{where}.see", id)


def _rulings_are_whole(registry: Registry) -> Iterator[Problem]:
    """A ruling completes a clause and has question, answer and reason."""
    for ruling in registry.rulings.values():
        file, where = _place(registry, ruling)
        if not ruling.completes:
            yield Problem(file, f"{where}.completes", "expected a clause that it completes, got none")
        if not ruling.reason.strip():
            yield Problem(file, f"{where}.reason", "expected a reason, got none")
        for key, text in (("question", ruling.question), ("answer", ruling.answer)):
            yield from _in_all_languages(file, f"{where}.{key}", text)
        answers = (*(answer.id for answer in ruling.rejected), *ruling.ours_now)
        yield from _named_once(file, f"{where}.rejected", answers)


def _answers_to_claim(registry: Registry) -> Iterator[Problem]:
    """Another answer has an id in words and a text, and where a book gives the answer, it is known which edition."""
    for ruling in registry.rulings.values():
        file, where = _place(registry, ruling)
        for other in ruling.rejected:
            if not _WORDS.fullmatch(other.id):
                yield Problem(
                    file, f"{where}.rejected", f'expected an id in words as in "draw-first", got "{other.id}"'
                )
            if not other.answer.strip():
                yield Problem(file, f"{where}.rejected[{other.id}].answer", "expected a text, got nothing")
        yield from _named_once(file, f"{where}.settled_in", ruling.settled_in)
        for id in ruling.settled_in:
            if id not in registry.editions:
                known = ", ".join(registry.editions)
                yield Problem(file, f"{where}.settled_in", f'expected one of {known}, got "{id}"')


def _corrections_are_whole(registry: Registry) -> Iterator[Problem]:
    """A correction is about something, has its texts, and names clauses, answers and differences that there are."""
    file = _corrections_file(registry)
    differences = [id for edition in registry.editions.values() for id in edition.clauses]
    for at, one in enumerate(registry.corrections.correction):
        where = f"correction[{at}]"
        if not one.clauses:
            yield Problem(file, f"{where}.clauses", "expected a clause or ruling that it is about, got none")
        for key, text in (("said", one.said), ("says", one.says), ("why", one.why)):
            if not text.strip():
                yield Problem(file, f"{where}.{key}", "expected a sentence, got nothing")
        for key, ids in (("clauses", one.clauses), ("events", one.events), ("as_if_claimed", one.as_if_claimed)):
            yield from _named_once(file, f"{where}.{key}", ids)
        for id in one.clauses:
            if not registry.knows(id):
                yield _unknown(registry, file, f"{where}.clauses", id)
        for name in one.retold:
            if name not in one.events:
                yield Problem(file, f"{where}.retold", f'expected one of its events, got "{name}"')
        for claim in one.as_if_claimed:
            ruling, _, answer = claim.partition("=")
            open_ = (
                [other.id for other in registry.rulings[ruling].rejected if other.claim]
                if ruling in registry.rulings
                else []
            )
            if answer not in open_:
                yield Problem(file, f"{where}.as_if_claimed", f'expected an answer that can be claimed, got "{claim}"')
        for claim in one.claimable_before:
            if claim.partition("=")[0] not in registry.rulings:
                yield Problem(file, f"{where}.claimable_before", f'expected an answer to a ruling, got "{claim}"')
        for id in one.as_if_without:
            if id not in differences:
                yield Problem(file, f"{where}.as_if_without", f'expected a difference of an edition, got "{id}"')


def _component_sources(registry: Registry) -> Iterator[Problem]:
    """A fact about a component cites a known source, and a book only by lines that it has."""
    for fact in registry.facts():
        file, where = registry.file_of(fact), f"{fact.id}.sources"
        for source in fact.sources:
            name, _, lines = source.partition(":")
            book = registry.books.get(name)
            if book is None and name not in registry.box.sources:
                yield Problem(file, where, f'expected a book or an id of sources.toml, got "{source}"')
            elif book is not None and not _inside(lines, book):
                yield Problem(file, where, f'expected lines of 1-{book.lines} after "{name}:", got "{source}"')


def _components_name_clauses(registry: Registry) -> Iterator[Problem]:
    """A component names only clauses and rulings that exist."""
    known = {entry.id for entry in registry.citable()}
    for fact in registry.facts():
        file, where = registry.file_of(fact), f"{fact.id}.clauses"
        yield from _named_once(file, where, fact.clauses)
        for id in fact.clauses:
            if id not in known:
                yield _unknown(registry, file, where, id)


def _extras_are_of_modules(registry: Registry) -> Iterator[Problem]:
    """What is added to the box is added by a module that has clauses."""
    modules = dict.fromkeys(clause.module for clause in registry.clauses.values())
    for module in registry.extras:
        if module not in modules:
            file = (registry.folder / "components" / module).as_posix()
            yield Problem(file, "", f'expected the folder of one of {", ".join(modules)}, got "{module}"')


def _cards_have_ids_of_their_own(registry: Registry) -> Iterator[Problem]:
    """Action cards and round cards of all modules come into one deck, so each is called otherwise."""
    taken: dict[str, str] = {}
    for box in registry.boxes:
        for card in (*box.action_cards.values(), *box.round_cards.values()):
            file = registry.file_of(card)
            if card.id in taken:
                yield Problem(file, card.id, f"expected an id of its own, got one that is taken in {taken[card.id]}")
            taken.setdefault(card.id, file)


def _cards_use_terms(registry: Registry) -> Iterator[Problem]:
    """What a round card shows, its turns and its happening, is a term of the glossary."""
    cards = [card for box in registry.boxes for card in box.round_cards.values()]
    for card in cards:
        file = registry.file_of(card)
        shown = [(f"{card.id}.turns", turn) for turn in card.turns]
        if card.happening is not None:
            shown.append((f"{card.id}.happening", card.happening))
        for where, word in shown:
            if word not in registry.terms:
                yield Problem(file, where, f'expected a term of the glossary, got "{word}"')


def _everything_is_claimed(registry: Registry, claims: Claims) -> Iterator[Problem]:
    """A clause or ruling is carried out by code or by what is in the box, and code claims only what exists."""
    for entry in registry.citable():
        claimed = claims.get(entry.id, ())
        if any(claim.acts for claim in claimed) or registry.facts_of(entry.id):
            continue
        wanted = f'expected a function with @clause("{entry.id}")'
        if not claimed:
            yield Problem(*_place(registry, entry), f"{wanted}, got none")
        else:
            citing = ", ".join(f"{claim.file}:{claim.line} {claim.name}" for claim in claimed)
            yield Problem(
                *_place(registry, entry),
                f"{wanted} that carries it out, or a component that names it, got only what cites it: {citing}",
            )
    known = {entry.id for entry in registry.citable()}
    for id in claims.keys() - known:
        for claim in claims[id]:
            yield _unknown(registry, claim.file, f"line {claim.line}, {claim.name}", id)


def _everything_is_tested(registry: Registry, evidence: Evidence) -> Iterator[Problem]:
    """A clause or ruling is proved by a test, and tests name only what exists."""
    for entry in registry.citable():
        if entry.id not in evidence:
            yield Problem(*_place(registry, entry), f'expected a test with @pytest.mark.clause("{entry.id}"), got none')
    known = {entry.id for entry in registry.citable()}
    for id in sorted(evidence.keys() - known):
        for node in evidence[id]:
            file, _, test = node.partition("::")
            yield _unknown(registry, file, test, id)


def _circle(registry: Registry, start: str) -> list[str]:
    """The shortest way from a clause over its exceptions back to itself, if there is one."""
    ways, seen = [[start]], set()
    for way in ways:
        clause = registry.clauses.get(way[-1])
        for id in clause.exception_to if clause else ():
            if id == start:
                return way
            if id not in seen:
                seen.add(id)
                ways.append([*way, id])
    return []


def _inside(lines: str, book: Book) -> bool:
    try:
        return span(lines)[1] <= book.lines
    except ValueError:
        return False


def _noted(file: str, where: str, note: str) -> Iterator[Problem]:
    if not note.strip():
        yield Problem(file, f"{where}.note", "expected a sentence, got nothing")


def _in_all_languages(file: str, where: str, text: Localized) -> Iterator[Problem]:
    for lang in LANGUAGES:
        if not getattr(text, lang).strip():
            yield Problem(file, f"{where}.{lang}", "expected a text, got nothing")


def _named_once(file: str, where: str, ids: tuple[str, ...]) -> Iterator[Problem]:
    for id in dict.fromkeys(ids):
        if ids.count(id) > 1:
            yield Problem(file, where, f'expected each once, got "{id}" {ids.count(id)} times')


def _unknown(registry: Registry, file: str, where: str, id: str) -> Problem:
    close = registry.close(id)
    hint = f"; did you mean {close[0]}?" if close else ""
    return Problem(file, where, f'expected an id of the specification, got "{id}"{hint}')


def _nearest(registry: Registry, key: str) -> str:
    """The passage that holds the lines of a key which is none."""
    name, _, lines = key.partition(":")
    book = registry.books.get(name)
    if book is None:
        return f"; the books are {', '.join(registry.books)}"
    try:
        first = span(lines)[0]
    except ValueError as error:
        return f"; {error}"
    return "".join(f"; did you mean {p.key}?" for p in book.passages if p.first <= first <= p.last)


def _place(registry: Registry, entry: Citable) -> tuple[str, str]:
    if isinstance(entry, Clause):
        return entry.file, f"clause[{entry.id}]"
    return (registry.folder / "rulings.toml").as_posix(), f"ruling[{entry.id}]"


def _corrections_file(registry: Registry) -> str:
    return (registry.folder / "corrections.toml").as_posix()


def _edition_file(registry: Registry, edition: Edition) -> str:
    return (registry.folder / "editions" / f"{edition.id}.toml").as_posix()


def _book_file(registry: Registry, book: Book) -> str:
    return (registry.folder / "books" / f"{book.id}.toml").as_posix()
