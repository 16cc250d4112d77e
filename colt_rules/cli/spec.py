"""`colt spec`: ask the specification and check it."""

import os
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

import click

from colt_rules.cli.language import in_language
from colt_rules.cli.output import CannotRun, as_json, giving_up_on, number_of, print_json

if TYPE_CHECKING:
    from colt_rules.registry.claims import Claim
    from colt_rules.registry.registry import Registry


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--spec",
    "folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Another specification than the one that comes with this program.",
)
@click.pass_context
def spec(ctx: click.Context, folder: Path | None) -> None:
    """Ask and check the specification: clauses, sources, code, tests.

    A clause is one rule in our own words, known by an id such as fire.roof.line-of-sight. It points to the
    passages of the rulebooks it comes from, functions claim to carry it out, and tests prove it.

    \b
    Examples:
      colt spec list --edition pl-base --json  every clause and ruling that holds there
      colt spec search strzał dach             search, in any of the four languages
      colt spec show fire.roof.line-of-sight   all that is known about a clause
      colt spec show strongbox                 what a word means, and the clauses about it
      colt spec diff ru-base pl-base           where two editions differ
      colt spec interactions                   what modules change for each other
      colt spec corrections                    what it used to say
      colt spec coverage                       what every line of every book is
      colt spec source pl-base my-copy.txt     is this the text that was read?
      colt spec check                          is everything sound?
    """
    ctx.obj = folder


@spec.command()
@as_json
@click.pass_obj
def check(folder: Path | None, json_: bool) -> None:
    """Check that books, clauses, code and tests fit together.

    Every line of every book belongs to a passage. Every rule has a clause or waits for a module
    that is not built yet, and clause and passage name each other.
    Every clause is there in four languages, is carried out by code and proved by a test. Every edition says where it
    differs, by passages of its own books. Whatever is referred to exists. All problems are reported at once, one on
    each line: file, place in it, what was expected and what was found.

    \b
    Examples:
      colt spec check
      colt spec check | grep fire              only what concerns Fire
      colt spec check --json | jq '.problems[].message'

    Exit status: 0 sound, 1 problems, 2 the check could not run.
    """
    from colt_rules.events import EVENTS
    from colt_rules.registry.check import check
    from colt_rules.registry.checks.proof import drift
    from colt_rules.registry.checks.rulings import unknown_events
    from colt_rules.registry.errors import SpecError
    from colt_rules.registry.evidence import read_index, scan
    from colt_rules.registry.registry import is_checkout, load

    where = _folder(folder)
    counts: dict[str, int] = {}
    try:
        registry = load(where)
        counts = {
            "books": len(registry.books),
            "passages": len(registry.passages),
            "open": sum(passage.is_open for passage in registry.passages.values()),
            "editions": len(registry.editions),
            "clauses": len(registry.clauses),
            "rulings": len(registry.rulings),
            "terms": len(registry.terms),
            "corrections": len(registry.corrections.correction),
        }
        if is_checkout(where):
            evidence = scan(where.parent / "tests")
            problems = [*check(registry, _claims(), evidence), *drift(where, evidence)]
        else:
            problems = check(registry, _claims(), read_index(where))
        problems += unknown_events(registry, EVENTS)
    except SpecError as error:
        problems = error.problems

    if json_:
        found = [{"file": one.file, "path": one.path, "message": one.message} for one in problems]
        print_json({"sound": not problems, "counts": counts, "problems": found})
    elif problems:
        for problem in problems:
            click.echo(problem)
        files = len({problem.file for problem in problems})
        click.echo(f"{number_of(len(problems), 'problem')} in {number_of(files, 'file')}")
    else:
        click.echo(f"Sound: {', '.join(f'{number:,} {what}' for what, number in counts.items())}.")
    raise SystemExit(1 if problems else 0)


@spec.command()
@click.argument("first", metavar="EDITION")
@click.argument("second", metavar="EDITION")
@in_language
@click.option("--wordings", is_flag=True, help="Also where the books differ in words and play is the same.")
@as_json
@click.pass_obj
def diff(folder: Path | None, first: str, second: str, lang: str, wordings: bool, json_: bool) -> None:
    """Show where two editions differ: clauses, passages, witnesses.

    An edition is a book, or a family of books, that the game was published with. Each difference comes with what
    holds in either edition, the lines of its books that say so, what it comes to in play, and its witnesses: cases of
    the conformance suite with one position and one list of commands that end differently.

    \b
    Examples:
      colt spec diff ru-base pl-base
      colt spec diff ru-full pl-base --lang pl
      colt spec diff ru-full pl-base --wordings    also what was looked at and changes nothing
      colt conformance show CASE                   a witness, with both outcomes
      colt spec diff ru-base pl-base --json | jq '.differences[].witnesses'

    Exit status: 0 shown, 2 there is no such edition, or the specification cannot be used.
    """
    from colt_rules.cli.spec_facts import divide_facts
    from colt_rules.cli.spec_output import print_divides
    from colt_rules.conformance.cases.suite import suite
    from colt_rules.registry.divides import divides

    registry = _registry(folder)
    for edition in (first, second):
        if edition not in registry.editions:
            raise CannotRun(f"expected an edition, one of {', '.join(registry.editions)}; got {edition}")
    found = divides(registry, first, second)
    witnesses = {
        id: [case.id for case in suite().witnesses(id)] for divide in found for id in (*divide.first, *divide.second)
    }
    facts = divide_facts(registry, first, second, found, witnesses, lang, wordings)
    if json_:
        print_json(facts)
    else:
        print_divides(facts, lang)


@spec.command()
@click.argument("id", metavar="ID")
@in_language
@click.option("--all", "all_", is_flag=True, help="All tests, also where there are many.")
@as_json
@click.pass_obj
def show(folder: Path | None, id: str, lang: str, all_: bool, json_: bool) -> None:
    """Show a clause, ruling, term or component, whatever has this id.

    A clause or ruling comes with the editions where it holds, its sources, code and tests. Exceptions are shown
    as a tree, both ways: to what it is an exception, and what is one to it. A term of the glossary comes in four
    languages, with the clauses about it and the component it stands for.

    \b
    Examples:
      colt spec show fire.roof.line-of-sight
      colt spec show fire.roof.line-of-sight --lang pl
      colt spec show ruling.belle.blocks-sight
      colt spec show line-of-sight
      colt spec show baggage
      colt spec show fire.target --json | jq '.code'

    Exit status: 0 shown, 2 nothing has this id, or the specification cannot be used.
    """
    from colt_rules.cli.spec_facts import citable_facts, component_facts, term_facts
    from colt_rules.cli.spec_output import print_entry
    from colt_rules.registry.components import Fact
    from colt_rules.registry.glossary import Term
    from colt_rules.registry.registry import UnknownId

    registry = _registry(folder)
    try:
        entry = registry.entry(id)
    except UnknownId as error:
        raise CannotRun(f"{error}\nTry `colt spec search` with words of it.") from error
    if isinstance(entry, Term):
        facts = term_facts(registry, entry, lang)
    elif isinstance(entry, Fact):
        facts = component_facts(registry, entry, lang)
    else:
        claims, tests = _claims().get(entry.id, ()), _evidence(registry.folder).get(entry.id, ())
        facts = citable_facts(registry, entry, lang, claims, tests)
    if json_:
        print_json(facts)
    else:
        print_entry(facts, lang, all_)


@spec.command("list")
@click.option("--edition", metavar="ID", help="Only what holds in this edition.")
@click.option("--module", metavar="NAME", help="Only clauses of this module, and rulings that complete one.")
@in_language
@as_json
@click.pass_obj
def list_(folder: Path | None, edition: str | None, module: str | None, lang: str, json_: bool) -> None:
    """List the clauses and rulings, all of them or those of an edition and a module.

    With --json each comes with its text, kind, module, editions, exceptions and passages: the whole specification in
    one answer, without the code and the tests that `colt spec show` looks for.

    \b
    Examples:
      colt spec list --module base
      colt spec list --edition pl-base --lang pl
      colt spec list --json | jq '.[] | select(.kind == "limit") | .id'

    Exit status: 0 listed, 2 there is no such edition or module, or the specification cannot be used.
    """
    from colt_rules.cli.spec_facts import listed_facts
    from colt_rules.cli.spec_output import print_list

    registry = _registry(folder)
    modules = dict.fromkeys(clause.module for clause in registry.clauses.values())
    for what, given, known in (("edition", edition, registry.editions), ("module", module, modules)):
        if given is not None:
            _check_known(what, given, known)
    facts = listed_facts(registry, lang, edition, module)
    if json_:
        print_json(facts)
    else:
        print_list(facts, lang)


@spec.command()
@click.argument("words", nargs=-1, required=True)
@in_language
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most this many hits.")
@as_json
@click.pass_obj
def search(folder: Path | None, words: tuple[str, ...], lang: str, limit: int, json_: bool) -> None:
    """Search clauses, rulings, glossary and components in all four languages.

    Ask in your own words, in any of the languages. Case, accents and endings do not matter, and the beginning of a
    word is enough. What has all the words comes first, the best before the others.

    \b
    Examples:
      colt spec search line of sight
      colt spec search strzal dach --lang pl
      colt spec search шериф --limit 5
      colt spec search baggage car

    Exit status: 0 something was found, 1 nothing was, 2 the search could not run.
    """
    from colt_rules.cli.spec_facts import hit_facts
    from colt_rules.cli.spec_output import print_hits
    from colt_rules.referee.prose import tell, text
    from colt_rules.search.spec import Finder

    finder, wanted = Finder(_registry(folder)), " ".join(words)
    hits = finder.search(wanted, lang)
    if json_:
        print_json(hit_facts(hits[:limit]))
    elif hits:
        print_hits(hits[:limit], lang)
        if len(hits) > limit:
            click.echo(tell(lang, "spec.more-hits", n=len(hits) - limit, all=str(len(hits))))
    else:
        click.echo(text(lang, "spec.nothing"))
    for word, others in finder.spellings(wanted).items():
        # Not on stdout, where a program expects hits and nothing else.
        click.echo(tell(lang, "spec.nowhere", word=word, others=text(lang, "spec.or").join(others)), err=True)
    raise SystemExit(0 if hits else 1)


@spec.command()
@in_language
@as_json
@click.pass_obj
def corrections(folder: Path | None, lang: str, json_: bool) -> None:
    """Show what the specification used to say, and when it was corrected.

    A log says in its header by which version of the specification it was written. An audit holds it against today's
    rules and keeps what departs from them because of a correction apart from what was never right.

    \b
    Examples:
      colt spec corrections --lang pl
      colt spec corrections --json | jq '.corrections[] | {version, clauses}'

    Exit status: 0 shown, 2 the specification cannot be used.
    """
    from colt_rules.cli.spec_facts import correction_facts
    from colt_rules.cli.spec_output import print_corrections

    facts = correction_facts(_registry(folder).corrections, lang)
    if json_:
        print_json(facts)
    else:
        print_corrections(facts, lang)


@spec.command()
@click.option(
    "--module", "modules", multiple=True, metavar="NAME", help="Only pairs with this module; can be repeated."
)
@click.option("--missing", is_flag=True, help="Only what no case shows.")
@in_language
@as_json
@click.pass_obj
def interactions(folder: Path | None, modules: tuple[str, ...], missing: bool, lang: str, json_: bool) -> None:
    """Show what modules change for each other, pair by pair.

    For every pair: whether they can be played together and what refuses it, the clauses and rulings that are about the
    two of them, each with a case that shows it, and where their code meets: the choices, steps and other things that
    both change. It all follows from the specification, the code and the cases. A pair that meets needs a case that
    plays both by clauses of both; where they change the same choice, somebody has to make it there. --missing lists
    what lacks one, and `colt conformance check` fails for it.

    \b
    Examples:
      colt spec interactions                   every pair, one a row
      colt spec interactions --module base     the pairs of a module, in full; name two for one pair
      colt spec interactions --missing         what no case shows
      colt spec interactions --json | jq '.[] | select(.interact | not) | .modules'

    Exit status: 0 shown and nothing is missing, 1 --missing found something, 2 there is no such module.
    """
    from colt_rules.cli.interactions_output import pair_facts, print_lacking, print_overview, print_pairs
    from colt_rules.conformance.cases.interactions import interactions
    from colt_rules.conformance.cases.suite import written_cases
    from colt_rules.modules import MODULES
    from colt_rules.registry.errors import SpecError
    from colt_rules.registry.registry import UnknownId

    registry = _registry(folder)
    for name in modules:
        _check_known("module", name, MODULES)
    with giving_up_on(SpecError, UnknownId, because="the cases do not fit this specification:\n"):
        pairs = interactions(registry, written_cases())
    wanted = [pair for pair in pairs if _is_of(pair.first, pair.second, set(modules))]
    if missing:
        wanted = [pair for pair in wanted if any(pair.lacking())] if json_ else wanted
    facts = [pair_facts(registry, pair, lang) for pair in wanted]
    if json_:
        print_json(facts)
    elif missing:
        print_lacking(facts)
    elif modules:
        print_pairs(facts)
    else:
        print_overview(facts)
    raise SystemExit(1 if missing and any(one["lacking"] for one in facts) else 0)


def _is_of(first: str, second: str, modules: set[str]) -> bool:
    """Whether a pair is one of those that were asked for: all pairs of one module, or those among several."""
    return modules <= {first, second} if len(modules) < 2 else {first, second} <= modules


@spec.command()
@as_json
@click.pass_obj
def coverage(folder: Path | None, json_: bool) -> None:
    """Show what the lines of each book are, and what is still open.

    The rules of modules that are not built yet are open. A passage can have clauses and yet be open in part: then it
    says in which.

    \b
    Examples:
      colt spec coverage
      colt spec coverage --json | jq '.books[] | {id, open, left_open}'

    Exit status: 0 every line is accounted for, 1 some are not, 2 the books could not be read.
    """
    from colt_rules.cli.spec_facts import coverage_facts
    from colt_rules.cli.spec_output import print_coverage
    from colt_rules.registry.coverage import coverage

    counted = [coverage(book) for book in _registry(folder).books.values()]
    complete = all(book.complete for book in counted)
    if json_:
        print_json({"every_line_accounted_for": complete, "books": [coverage_facts(book) for book in counted]})
    else:
        print_coverage(counted)
    raise SystemExit(0 if complete else 1)


@spec.command()
@click.argument("book", metavar="BOOK")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--write", is_flag=True, help="For maintainers: put the hashes of this text into spec/books/.")
@as_json
@click.pass_obj
def source(folder: Path | None, book: str, file: Path, write: bool, json_: bool) -> None:
    """Compare a text you own with the one the rules were read from.

    The rulebooks are not part of this project; their passages are known by line numbers and hashes. Spaces,
    line ends and empty lines do not count for the hashes, but the line numbers must fit.

    \b
    Examples:
      colt spec source pl-base rulebook-pl.txt
      colt spec source ru-full compilation.txt --json | jq '.differences'
      colt spec source ru-full compilation.txt --write      after cutting a book again

    Exit status: 0 the same text, 1 it differs, 2 it could not be compared.
    """
    from colt_rules.cli.spec_facts import comparison_facts
    from colt_rules.cli.spec_output import print_comparison
    from colt_rules.registry.source import compare

    registry = _registry(folder)
    if book not in registry.books:
        raise CannotRun(f"no book is called {book!r}; the books are {', '.join(registry.books)}")
    text = _read(file)
    if write:
        _write_hashes(registry, book, text)
        registry = _registry(folder)
    found = compare(text, registry.books[book], registry.books)
    if json_:
        print_json(comparison_facts(found))
    else:
        print_comparison(found, file)
    raise SystemExit(0 if found.same else 1)


@spec.command()
@click.pass_obj
def index(folder: Path | None) -> None:
    """Write down which tests prove which clause, into spec/tests.toml.

    An installed package comes without the tests; this file is its list of them. Run it whenever
    `colt spec check` says that the file is out of date.
    """
    from colt_rules.registry.evidence import INDEX, index

    where = _checkout(_folder(folder))
    evidence = _evidence(where)
    (where / INDEX).write_text(index(evidence), encoding="utf-8", newline="\n")
    tests = {node for nodes in evidence.values() for node in nodes}
    click.echo(f"{where / INDEX}: {number_of(len(tests), 'test')} of {number_of(len(evidence), 'clause')}")


def _check_known(what: str, given: str, known: Collection[str]) -> None:
    """End the command if there is nothing of this name."""
    from colt_rules.log.errors import closest

    if given not in known:
        near = closest(given, known)
        hint = f"did you mean {near}?" if near else f"known are {', '.join(known)}"
        raise CannotRun(f"expected a known {what}, got {given!r}; {hint}")


def _folder(given: Path | None) -> Path:
    """The folder of the specification, as short as the messages should name it."""
    from colt_rules.registry.errors import SpecError
    from colt_rules.registry.registry import spec_folder

    if given:
        if not given.is_dir():
            raise CannotRun(f"expected a folder, got none: {given}")
        return given
    with giving_up_on(SpecError):
        folder = spec_folder()
    return Path(os.path.relpath(folder)) if folder.is_relative_to(Path.cwd()) else folder


def _checkout(folder: Path) -> Path:
    from colt_rules.registry.registry import is_checkout

    if not is_checkout(folder):
        raise CannotRun(f"{folder} can only be rewritten in a checkout, with tests/ beside it")
    return folder


def _registry(folder: Path | None) -> "Registry":
    from colt_rules.registry.errors import SpecError
    from colt_rules.registry.registry import load

    with giving_up_on(SpecError, because="the specification cannot be used:\n"):
        return load(_folder(folder))


def _claims() -> "dict[str, tuple[Claim, ...]]":
    from colt_rules.registry.claims import CODE, claims

    try:
        return claims(CODE)
    except Exception as error:
        raise CannotRun(f"the code that carries out the clauses cannot be imported: {error!r}") from error


def _evidence(folder: Path) -> dict[str, tuple[str, ...]]:
    """The tests of each clause: as they are in a checkout, as they were written down elsewhere."""
    from colt_rules.registry.errors import SpecError
    from colt_rules.registry.evidence import read_index, scan
    from colt_rules.registry.registry import is_checkout

    with giving_up_on(SpecError):
        return scan(folder.parent / "tests") if is_checkout(folder) else read_index(folder)


def _read(file: Path) -> str:
    """The text of a file that the user owns; a byte order mark is no part of it."""
    from colt_rules.registry.source import MOST_BYTES

    try:
        with file.open("rb") as opened:
            # The size of a device or pipe is not known beforehand, so one byte too many is what tells.
            data = opened.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise CannotRun(f"{file} has more than {MOST_BYTES // 1_000_000} MB: expected the text of a rulebook")
        return data.decode("utf-8-sig")
    except OSError as error:
        raise CannotRun(f"cannot read {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CannotRun(f"{file} is not UTF-8 text (byte {error.start}): save it as UTF-8 first") from error


def _write_hashes(registry: "Registry", id: str, text: str) -> None:
    from colt_rules.registry.books import split
    from colt_rules.registry.source import with_hashes

    book = registry.books[id]
    path = _checkout(registry.folder) / "books" / f"{id}.toml"
    if len(split(text)) != book.lines:
        raise CannotRun(f"{path} says lines = {book.lines}, the text has {len(split(text))}: cut it anew first")
    with giving_up_on(ValueError, because=f"{path}: "):
        written = with_hashes(path.read_text(encoding="utf-8"), book, text)
    path.write_text(written, encoding="utf-8", newline="\n")
