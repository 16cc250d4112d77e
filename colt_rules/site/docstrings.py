"""Docstrings as Markdown. They are English in all languages, like the names they mention."""

import re
from inspect import cleandoc

from colt_rules.site.page import code, escaped, fenced, paragraphs

_MARKED = re.compile(r"(?P<ticks>`{1,2})(?P<code>[^`]+)(?P=ticks)|\*\*(?P<bold>\w+)\*\*")


def markdown(docstring: str) -> str:
    """A docstring as Markdown: names in backticks stay code, indented lines become a block."""
    blocks = re.split(r"\n\s*\n", cleandoc(docstring))
    return paragraphs(*(_block(block) for block in blocks))


def _block(block: str) -> str:
    lines = block.split("\n")
    if all(line.startswith("    ") for line in lines):
        return fenced("\n".join(line[4:] for line in lines))
    if all(line.startswith(("- ", "  ")) for line in lines):
        return "\n".join(_marked(line) for line in lines)
    return sentence(block)


def sentence(text: str) -> str:
    """A text of one paragraph on one line, for a table."""
    return _marked(" ".join(text.split()))


def _marked(text: str) -> str:
    made, end = "", 0
    for match in _MARKED.finditer(text):
        made += escaped(text[end : match.start()]) + (code(match["code"]) if match["code"] else match[0])
        end = match.end()
    return made + escaped(text[end:])
