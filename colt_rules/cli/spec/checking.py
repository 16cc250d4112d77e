"""`colt spec check`, `coverage` and `source`: the specification and its books."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from colt_rules.cli.output import CannotRun, as_json, giving_up_on, number_of, print_json, write_file
from colt_rules.cli.spec.reading import all_implementations, checkout_of, folder_of, registry_of

if TYPE_CHECKING:
    from colt_rules.registry.registry import Registry


@click.command()
@as_json
@click.pass_obj
def check(folder: Path | None, json_: bool) -> None:
    """Check that books, clauses and code are consistent.

    Every line of every book belongs to a passage. Every passage with rules names its clauses, or a module that is not
    built yet. Every clause is stated in four languages and implemented by code. Every edition lists its differences,
    with passages of its own books. Every reference exists. All problems are reported at once, one a line: file,
    location, what was expected and what was found. `colt conformance check` checks that cases prove every clause.

    \b
    Examples:
      colt spec check
      colt spec check | grep fire              only problems about Fire
      colt spec check --json | jq '.problems[].message'

    Exit status: 0 sound, 1 problems, 2 the check could not run.
    """
    from colt_rules.events import EVENTS
    from colt_rules.registry.check import check
    from colt_rules.registry.checks.rulings import unknown_events
    from colt_rules.registry.errors import SpecError
    from colt_rules.registry.evidence import scan
    from colt_rules.registry.registry import is_checkout, load

    where = folder_of(folder)
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
        evidence = scan(where.parent / "tests") if is_checkout(where) else {}
        problems = [*check(registry, all_implementations(), evidence), *unknown_events(registry, EVENTS)]
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


@click.command()
@as_json
@click.pass_obj
def coverage(folder: Path | None, json_: bool) -> None:
    """Show how the lines of each book are accounted for, and what is still open.

    The rules of modules that are not built yet are open. A passage that has clauses can be open in part; it says which
    part.

    \b
    Examples:
      colt spec coverage
      colt spec coverage --json | jq '.books[] | {id, open, left_open}'

    Exit status: 0 every line is accounted for, 1 some are not, 2 the books could not be read.
    """
    from colt_rules.cli.spec.facts import coverage_facts
    from colt_rules.cli.spec.output import print_coverage
    from colt_rules.registry.coverage import coverage

    counted = [coverage(book) for book in registry_of(folder).books.values()]
    complete = all(book.complete for book in counted)
    if json_:
        print_json({"every_line_accounted_for": complete, "books": [coverage_facts(book) for book in counted]})
    else:
        print_coverage(counted)
    raise SystemExit(0 if complete else 1)


@click.command()
@click.argument("book", metavar="BOOK")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--write", is_flag=True, help="For maintainers: write the hashes of this text into spec/books/.")
@as_json
@click.pass_obj
def source(folder: Path | None, book: str, file: Path, write: bool, json_: bool) -> None:
    """Compare a text you own with the one the rules were read from.

    The rulebooks are not part of this project; it holds only line numbers and hashes of their passages. Spaces, line
    ends and empty lines do not affect the hashes, but the line numbers must match.

    \b
    Examples:
      colt spec source pl-base rulebook-pl.txt
      colt spec source ru-full compilation.txt --json | jq '.differences'
      colt spec source ru-full compilation.txt --write      after dividing a book into passages again

    Exit status: 0 the same text, 1 it differs, 2 it could not be compared.
    """
    from colt_rules.cli.spec.facts import comparison_facts
    from colt_rules.cli.spec.output import print_comparison
    from colt_rules.registry.source import compare

    registry = registry_of(folder)
    if book not in registry.books:
        raise CannotRun(f"no book is called {book!r}; the books are {', '.join(registry.books)}")
    text = _read(file)
    if write:
        _write_hashes(registry, book, text)
        registry = registry_of(folder)
    found = compare(text, registry.books[book], registry.books)
    if json_:
        print_json(comparison_facts(found))
    else:
        print_comparison(found, file)
    raise SystemExit(0 if found.same else 1)


def _read(file: Path) -> str:
    """The text of the user's file, without a byte order mark."""
    from colt_rules.registry.source import MOST_BYTES

    try:
        with file.open("rb") as opened:
            # The size of a device or pipe is not known beforehand, so read one byte more than allowed.
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
    path = checkout_of(registry.folder) / "books" / f"{id}.toml"
    if len(split(text)) != book.lines:
        raise CannotRun(f"{path} says lines = {book.lines}, the text has {len(split(text))}: cut it anew first")
    with giving_up_on(ValueError, because=f"{path}: "):
        written = with_hashes(path.read_text(encoding="utf-8"), book, text)
    write_file(path, written)
