"""The page with links to printable booklets and player aids, by edition."""

from collections.abc import Iterator

from colt_rules.registry.editions import Edition
from colt_rules.site.addresses import SHARED, aid_at, booklet_at
from colt_rules.site.aids import sheets, subject
from colt_rules.site.booklets import languages_of
from colt_rules.site.page import Page, escaped, paragraphs
from colt_rules.site.pages.references import edition_link
from colt_rules.site.reader import NAMES, Reader

ADDRESS = "print.md"


def pages(to: Reader) -> Iterator[Page]:
    """The only page of this kind."""
    rows = [
        [edition_link(to, edition.id), _booklets(to, edition), _aids(to, edition)]
        for edition in to.sources.registry.editions.values()
    ]
    yield Page(
        address=ADDRESS,
        title=to.say("print.page"),
        description=to.say("print.about"),
        body=paragraphs(
            escaped(to.say("print.about")),
            to.table("print", ("edition", "booklet", "sheet"), rows),
            escaped(to.say("print.fold")),
        ),
    )


def _booklets(to: Reader, edition: Edition) -> str:
    """The booklet in the reader's language, or else in all languages it has."""
    known = [lang for lang in languages_of(to.sources.registry, edition) if lang in to.languages]
    if to.lang in known:
        return _ways(to, booklet_at(edition.id, to.lang))
    return "<br>".join(
        f"{to.quoted(NAMES[lang], lang)}{to.colon} {_ways(to, booklet_at(edition.id, lang))}" for lang in known
    )


def _aids(to: Reader, edition: Edition) -> str:
    """The sheets of an edition, each with the modules on it."""
    return "<br>".join(
        f"{escaped(subject(to, modules))}{to.colon} {_ways(to, aid_at(edition.id, to.lang, sheet))}"
        for sheet, modules in sheets(edition).items()
    )


def _ways(to: Reader, address: str) -> str:
    """A link to read it, and one to the PDF if there is one."""
    read = f'<a href="/{address}">{to.say("print.read")}</a>'
    pdf = address.replace(".html", ".pdf")
    printed = to.printed().get(pdf.removeprefix(f"{SHARED}/"))
    if not printed:
        return read
    label = to.say("print.pdf", pages=printed.pages, size=round(printed.size / 1000))
    return f'{read} · <a href="/{pdf}">{label}</a>'
