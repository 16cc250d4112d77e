"""Player aids: one side of paper for the base game of an edition, and one for each group of its further modules.

Each module says in its `player_aid.toml` what stands on paper, in short sentences with the clauses that they sum up. A
line is printed in the editions in which all of its clauses hold.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from html import escape

from attrs import frozen

from colt_rules.modules import part_files
from colt_rules.pictures.cards import icons
from colt_rules.pictures.slots import Thing
from colt_rules.pictures.things import bandit_for_all
from colt_rules.registry.editions import Edition
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import Registry
from colt_rules.registry.strict import structure_file
from colt_rules.site.addresses import aid_at
from colt_rules.site.paper import beside, paper, path_of
from colt_rules.site.pictures import called, emblem_file, emblem_image
from colt_rules.site.reader import Reader
from colt_rules.site.sources import Sources

HALF = 2000
"""Up to this many letters are printed on half of the paper."""


@frozen(kw_only=True)
class Line:
    """Something to remember: a word, and what it means at the table."""

    text: Localized
    clauses: tuple[str, ...]
    """The clauses that it sums up; the first one is the most important."""
    term: str = ""
    """The word at its beginning; by default that of its picture."""
    picture: str = ""
    """The figure or the action card beside it."""
    thing: Thing | None = None
    """Another thing of the pictures beside it."""
    icon: str = ""
    """Or an icon that is only here, as SVG in 36 by 28."""

    @property
    def drawn(self) -> Thing | None:
        """The thing beside it, if any."""
        if self.picture in icons():
            return Thing(f"on-{self.picture}", "icon", "", 26, 36)
        return bandit_for_all(self.picture) if self.picture else self.thing


@frozen
class Block:
    """Lines about one subject."""

    title: Localized
    line: tuple[Line, ...]


@frozen
class Part:
    """What a module has on paper."""

    block: tuple[Block, ...]
    sheet: str = ""
    """Modules with the same word share a sheet; the sheet without a word is that of the edition itself."""

    @property
    def lines(self) -> Iterator[Line]:
        """The lines of all blocks."""
        return (line for block in self.block for line in block.line)


@cache
def player_aids() -> dict[str, Part]:
    """By module: its `player_aid.toml`."""
    return {module: structure_file(path, Part) for module, path in part_files("player_aid.toml").items()}


def sheets(edition: Edition) -> dict[str, tuple[str, ...]]:
    """The sheets of an edition, by name: the modules on each."""
    found: dict[str, tuple[str, ...]] = {}
    for module, part in player_aids().items():
        if module in edition.modules:
            found[part.sheet] = (*found.get(part.sheet, ()), module)
    return found


def subject(to: Reader, modules: Iterable[str]) -> str:
    """The names of the modules on a sheet."""
    return " · ".join(to.say(f"site.module-{module}") for module in modules)


def files(sources: Sources, languages: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The sheets in these languages, and the pictures on them: path from the root of the site, and content."""
    for lang in languages:
        to = Reader(lang, sources)
        for edition in sources.registry.editions.values():
            for sheet, modules in sheets(edition).items():
                yield path_of(aid_at(edition.id, lang, sheet)), aid(to, edition, modules)
    drawn = (line.drawn for part in player_aids().values() for line in part.lines)
    yield from dict(emblem_file(thing) for thing in drawn if thing).items()


def aid(to: Reader, edition: Edition, modules: Iterable[str]) -> str:
    """One side of paper about some modules: two halves, as large as their text allows."""
    told = [*modules]
    parts = [_part(to, module, edition, named=len(told) > 1) for module in told]
    registry = to.sources.registry
    letters = sum(
        len(to.plain(line.text)) + 20
        for module in told
        for line in player_aids()[module].lines
        if holds(registry, line, edition)
    )
    title = f"{to.say('print.aid')}{to.colon} {subject(to, told)}"
    body = (
        f"<header><h1>{escape(to.say('print.aid'))}</h1><p>{escape(subject(to, told))}</p></header>"
        f"<main style='--letters:{letters}'>{''.join(parts)}</main>"
        f"<footer>{escape(to.plain(edition.name))} · {escape(to.say('print.unofficial'))}</footer>"
    )
    return paper(to, title, "aid half" if letters <= HALF else "aid", body)


def holds(registry: Registry, line: Line, edition: Edition) -> bool:
    """Whether a line is printed in an edition: all of its clauses hold there."""
    return all(registry.holds(id, edition.id) for id in line.clauses)


def _part(to: Reader, module: str, edition: Edition, *, named: bool) -> str:
    """The blocks of a module, under its name if it shares the sheet."""
    level = 3 if named else 2
    blocks = "".join(_block(to, block, edition, level) for block in player_aids()[module].block)
    title = f"<h2>{escape(to.say(f'site.module-{module}'))}</h2>" if named else ""
    return f"{title}{blocks}"


def _block(to: Reader, block: Block, edition: Edition, level: int) -> str:
    """A block with a heading of this level, or nothing if none of its lines holds."""
    lines = [line for line in block.line if holds(to.sources.registry, line, edition)]
    kind = " class=drawn" if any(line.drawn or line.icon for line in lines) else ""
    title = f"<h3 aria-level={level}>{escape(to.plain(block.title))}</h3>"
    return f"<section{kind}>{title}<ul>{''.join(_line(to, line) for line in lines)}</ul></section>" if lines else ""


def _line(to: Reader, line: Line) -> str:
    of = line.term or line.picture
    name = f"<b>{escape(called(to, of))}</b> " if of else ""
    icon = f'<svg viewBox="0 0 36 28" aria-hidden="true">{line.icon}</svg>' if line.icon else ""
    image = beside(emblem_image(line.drawn, to.lang)) if line.drawn else icon
    return f"<li>{image}<p>{name}{escape(to.plain(line.text), quote=False)}</p></li>"
