"""The project's own files as static pages, so that every line a page names can be seen on the site.

They are the same in all languages and need no script. Few kinds of words are coloured, to keep pages small: there are
thousands of lines of tests and cases.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from html import escape
from itertools import repeat
from pathlib import Path
from typing import Any

from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Literal, Name

from colt_rules.site.sources import Sources

FOLDERS = ("colt_rules", "tests", "spec", "events/schemas", "conformance")
"""Everything below these folders is shown, and files at the top of the project.

Guides in `docs` have their own pages.
"""

KINDS = frozenset({".py", ".toml", ".json", ".yaml", ".mjs", ".md", ".css"})
TOP = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "NOTICE",
    "README.md",
    "docs/statistics.json",
    "events/README.md",
)
BUILT = "build"
"""The name of folders with compiler output."""

LEFT_OUT = frozenset({"spec/everyday.toml", "conformance/index.json"})
"""Large files that only programs read: words for the search, and generated lists."""

MOST = 190_000
"""The maximum size of a page in bytes. A larger page is cut, with a note."""

COLOURED = "colt_rules/"
"""Python files below this are coloured; colours would make tests, data and cases half as large again."""

STYLE = "source/source.css"

_COLOURS = (
    (Comment, "c"),
    (Literal.String, "s"),
    (Literal.Number, "m"),
    (Keyword, "k"),
    (Name.Decorator, "d"),
    (Name.Function, "f"),
    (Name.Class, "f"),
    (Name.Tag, "t"),
)
"""The CSS classes of coloured tokens."""


def files(sources: Sources) -> Iterator[tuple[str, str]]:
    """The page of every file, and their style sheet, by path from the folder above the languages."""
    yield STYLE, (Path(__file__).parent / "code.css").read_text(encoding="utf-8")
    names = shown(sources.root)
    with ProcessPoolExecutor() as pool:
        made = pool.map(_page_of, repeat(sources.root), names, chunksize=16)
        yield from zip((f"source/{name}.html" for name in names), made, strict=True)


def _page_of(root: Path, file: str) -> str:
    return page(file, (root / file).read_text(encoding="utf-8"))


def shown(root: Path) -> list[str]:
    """The files that have a page, in alphabetical order."""
    found = {path.relative_to(root).as_posix() for folder in FOLDERS for path in _below(root / folder)}
    return sorted((found | {name for name in TOP if (root / name).is_file()}) - LEFT_OUT)


def _below(folder: Path) -> Iterator[Path]:
    return (
        path
        for path in folder.rglob("*")
        if path.suffix in KINDS and path.is_file() and BUILT not in path.relative_to(folder).parts
    )


def page(file: str, text: str) -> str:
    """The page of one file. Each line has its number as anchor: `L12`."""
    up = "../" * (file.count("/") + 1)
    name = escape(file)
    coloured = file.startswith(COLOURED) and file.endswith(".py")
    body = _numbered(_coloured(text) if coloured else escape(text, quote=False))
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{name} · Colt Rules</title>\n<link rel="stylesheet" href="{up}{STYLE}">\n'
        f'<header><a href="{up}en/index.html">Colt Rules</a><h1>{name}</h1></header>\n'
        f'<main><pre tabindex="0" aria-label="{name}"><code>{body}</code></pre></main>\n</html>\n'
    )


def _coloured(text: str) -> str:
    """Python as HTML. A coloured span never crosses lines, so that lines can be separated."""
    tokens = PythonLexer(stripnl=False).get_tokens(text)
    return "".join(_span(colour, words) for colour, words in _joined(tokens))


def _joined(tokens: Iterable[tuple[Any, str]]) -> Iterator[tuple[str, str]]:
    """Colours and texts, with adjacent texts of one colour joined."""
    colour, text = "", ""
    for kind, piece in tokens:
        here = _colour(kind)
        if here != colour and text:
            yield colour, text
            text = ""
        colour, text = here, text + piece
    yield colour, text


@cache
def _colour(kind: Any) -> str:
    return next((name for group, name in _COLOURS if kind in group), "")


def _span(colour: str, text: str) -> str:
    safe = escape(text, quote=False)
    if not colour:
        return safe
    return "\n".join(f"<i class={colour}>{line}</i>" if line else "" for line in safe.split("\n"))


def _numbered(html: str) -> str:
    lines = html.removesuffix("\n").split("\n")
    made, size = [], 0
    for number, line in enumerate(lines, 1):
        made.append(f"<b id=L{number}>{line}\n</b>")  # as short as possible: there are two hundred thousand of them
        size += len(made[-1].encode())
        if size > MOST:
            left = len(lines) - number
            return "".join(made) + f"… and {left} more lines, which are in the repository only.\n"
    return "".join(made)
