"""The addresses of the site. A published address never changes: it is made of ids, which never change."""

from colt_rules.modules import MODULES
from colt_rules.registry.clauses import Clause

SHARED = ".."
"""What all languages share is one level above the root of a language."""
ENGLISH = "en"
"""The language of pages about programs."""
NOT_FOUND = "404.html"
"""The page for unknown addresses, at the root of the site, where static hosts look for it."""
EVIDENCE = "evidence"
"""The folder of the evidence for clauses and rulings."""
PRINTED = "booklets"
"""The folder of printable pages, beside the languages: a page and, if a browser is available, a PDF of each."""


def html_address(address: str) -> str:
    """The HTML address of a page."""
    path, mark, anchor = address.partition("#")
    return f"{path.removesuffix('.md')}.html{mark}{anchor}"


def entry_at(id: str) -> str:
    """The page of a clause or ruling."""
    return f"{'rulings' if id.startswith('ruling.') else 'clauses'}/{id}.md"


def evidence_at(id: str, anchor: str = "") -> str:
    """The evidence page of a clause or ruling: all its cases, code and tests, in English for all readers."""
    return f"{SHARED}/{ENGLISH}/{EVIDENCE}/{id}.html{f'#{anchor}' if anchor else ''}"


def case_at(id: str) -> str:
    """A case on the evidence page of the clause or ruling that it is named after."""
    entry, _, name = id.partition("/")
    return evidence_at(entry, case_anchor(name))


def case_anchor(name: str) -> str:
    """The anchor of a case on the evidence page."""
    return f"case-{name}"


def cases_data_at(entry: str) -> str:
    """The script with the cases of a clause or ruling, for the case player."""
    return f"{SHARED}/cases/{entry}.js"


def topic_at(clause: Clause) -> str:
    """The page of the topic that a clause belongs to."""
    return f"rules/{clause.module}/{clause.topic}.md"


def module_at(module: str) -> str:
    """The page of a module, with its topics in the order of play."""
    return f"rules/{module}/index.md"


def term_at(id: str) -> str:
    """A word of the glossary."""
    return f"glossary.md#{id}"


def thing_at(kind: str, id: str) -> str:
    """A thing of a kind, such as a character or a card."""
    return f"things/{kind}/{id}.md"


def edition_at(id: str) -> str:
    """An edition."""
    return f"editions/{id}.md"


def differences_at(first: str, second: str) -> str:
    """The differences of two editions; the same page in either order."""
    return f"editions/{'-and-'.join(sorted((first, second)))}.md"


def event_at(type: str) -> str:
    """An event type of the wire contract."""
    return f"contract/events/{type}.md"


def command_at(type: str) -> str:
    """A command of the wire contract."""
    return f"contract/commands/{type}.md"


def source_at(file: str, line: int = 0) -> str:
    """A file of the project as of the build, at a line."""
    return f"{SHARED}/source/{file}.html{f'#L{line}' if line else ''}"


def picture_at(name: str) -> str:
    """A picture of a position, by its name."""
    return f"{SHARED}/pictures/{name}.svg"


def game_at(name: str, event: int = 0) -> str:
    """A kept game on the replay page, at an event."""
    return f"replay.md#game={name}{f'&event={event}' if event else ''}"


def book_at(id: str) -> str:
    """A book with its sections."""
    return f"books/{id}.md"


def chapter_at(book: str, number: int) -> str:
    """The passages of some sections of a book."""
    return f"books/{book}/{number}.md"


def components_at(module: str) -> str:
    """The components of a module."""
    return f"components/{module}.md"


def matrix_at(part: str) -> str:
    """The clauses of a module, or the rulings."""
    return f"matrix/{part}.md"


def guide_at(stem: str) -> str:
    """The page of a guide."""
    return f"guides/{stem}.md"


def api_at(name: str) -> str:
    """A Python module of the library."""
    return f"api/{name}.md"


def booklet_at(edition: str, lang: str) -> str:
    """All rules of an edition on one page, for print."""
    return f"{SHARED}/{PRINTED}/{edition}.{lang}.html"


def aid_at(edition: str, lang: str, sheet: str = "") -> str:
    """A player aid: the sheet of an edition, or another one by name."""
    return f"{SHARED}/{PRINTED}/{'.'.join(filter(None, ('aid', edition, sheet, lang)))}.html"


def questions_at(module: str) -> str:
    """Questions and answers about a module; the page of the base game leads to the others."""
    return "questions.md" if module == MODULES[0] else f"questions/{module}.md"
