"""Booklets: all rules of an edition on one page, with pictures.

A booklet can be read on a screen and printed from any browser, and `printing` makes a PDF file of it. It exists in the
language of the edition's own book and in English, which people of different languages share.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby

from attrs import frozen

from colt_rules import __version__
from colt_rules.conformance.cases.expand import Run
from colt_rules.languages import LANGUAGES
from colt_rules.registry.clauses import Clause
from colt_rules.registry.editions import Edition
from colt_rules.registry.registry import Registry
from colt_rules.registry.rulings import Ruling
from colt_rules.site.addresses import ENGLISH, booklet_at
from colt_rules.site.aids import player_aids
from colt_rules.site.illustrations import best_of_each, illustration
from colt_rules.site.pages.guided import Stop, board, tour
from colt_rules.site.pages.topics import Topic, topics
from colt_rules.site.paper import beside, paper, path_of
from colt_rules.site.pictures import figure, legend, pictured
from colt_rules.site.reader import Reader
from colt_rules.site.sources import Sources

ON_THE_COVER = "roof-shot"
"""The stop of the guided game on the title page."""


def languages_of(registry: Registry, edition: Edition) -> tuple[str, ...]:
    """The languages of an edition's booklet: the languages of its books that our texts have, then English."""
    told = [registry.books[id].language for id in edition.books]
    return tuple(dict.fromkeys([*(lang for lang in told if lang in LANGUAGES), ENGLISH]))


def files(sources: Sources, languages: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Booklets in these languages: path from the root of the site, and HTML."""
    for lang in languages:
        to = Reader(lang, sources)
        for edition in sources.registry.editions.values():
            if lang in languages_of(sources.registry, edition):
                yield path_of(booklet_at(edition.id, lang)), booklet(to, edition)


# --- the rules


@frozen
class Chapter:
    """A topic of an edition: its number, and its clauses that hold in the edition."""

    number: int
    topic: Topic
    clauses: tuple[Clause, ...]

    @property
    def anchor(self) -> str:
        """The anchor at the beginning of the chapter."""
        return f"topic-{self.number}"


def chapters(registry: Registry, edition: str) -> tuple[Chapter, ...]:
    """Everything that holds in an edition, in the order of play."""
    found = (
        (topic, tuple(clause for clause in topic.clauses if registry.holds(clause.id, edition)))
        for topic in topics(registry)
    )
    return tuple(Chapter(number, *one) for number, one in enumerate((one for one in found if one[1]), 1))


def booklet(to: Reader, edition: Edition) -> str:
    """All rules of an edition, numbered and illustrated, with the rulings that complete them."""
    told = chapters(to.sources.registry, edition.id)
    numbers = {
        clause.id: f"{chapter.number}.{place}" for chapter in told for place, clause in enumerate(chapter.clauses, 1)
    }
    rulings = _rulings(to.sources.registry, edition.id, numbers)
    runs = _illustrations(to, edition, told)
    start, *_ = tour().stop
    below = {clause: _picture(to, run, clause) for clause, run in runs.items()}
    below[told[0].clauses[0].id] = _set_up(to, start)
    name = to.plain(edition.name)
    modules = [(module, [*found]) for module, found in groupby(told, lambda chapter: chapter.topic.module)]
    parts = [
        f"<section class='module in-{module}'><h2>{_say(to, f'site.module-{module}')}</h2>"
        f"<p class=about>{_say(to, f'topic.about-{module}')}</p>"
        + "".join(_chapter(to, chapter, numbers, rulings, below) for chapter in found)
        + "</section>"
        for module, found in modules
    ]
    scene = next(stop for stop in tour().stop if stop.id == ON_THE_COVER)
    body = [
        f"<header class=cover><p>{_say(to, 'print.unofficial')}</p><h1>{_say(to, 'print.title')}</h1>"
        f"<p class=edition>{escape(name)}</p><p>{escape(to.plain(edition.title))}</p>{beside(board(to, scene))}"
        f"<p class=version>Colt Rules {__version__}</p></header><main>",
        f"<section class=contents><h2>{_say(to, 'print.contents')}</h2>{_contents(to, told)}"
        f"<p class=about>{_say(to, 'print.how-to-read')}</p></section>",
        f"<section class=signs><h3>{_say(to, 'print.pictures')}</h3><p class=about>{_say(to, 'print.how-to-see')}</p>"
        f"{_signs(to, runs)}</section>",
        *parts,
        _words(to, edition.id),
        "</main>",
    ]
    heads = {module: to.say(f"site.module-{module}") for module, _ in modules} | {"words": to.say("print.words")}
    return paper(to, f"{to.say('print.title')}: {name}", "booklet", "".join(body), _running_heads(name, heads))


def _running_heads(edition: str, heads: Mapping[str, str]) -> str:
    """The style of the heads of pages: the edition at the left, what the page is about at the right."""
    return "".join(
        f".in-{id}{{page:{id}}}@page {id}:left{{@top-left{{content:{_quoted(edition)}}}}}"
        f"@page {id}:right{{@top-right{{content:{_quoted(head)}}}}}"
        for id, head in heads.items()
    )


def _quoted(text: str) -> str:
    """A text as a string of a style sheet."""
    return '"' + re.sub(r'["\\<]', lambda match: f"\\{ord(match[0]):x} ", text) + '"'


def _say(to: Reader, key: str) -> str:
    return escape(to.say(key), quote=False)


def _contents(to: Reader, told: Iterable[Chapter]) -> str:
    """The chapters by module. `printing` fills in the page numbers, which are known only after printing."""
    rows = []
    for module, found in groupby(told, lambda chapter: chapter.topic.module):
        rows.append(f"<li class=module>{_say(to, f'site.module-{module}')}</li>")
        rows += [
            f"<li><a href=#{chapter.anchor}><span>{chapter.number}. {_say(to, f'topic.{chapter.topic.name}')}</span>"
            f"<i></i><b data-of={chapter.anchor}></b></a></li>"
            for chapter in found
        ]
    rows.append(
        f"<li class=module><a href=#words><span>{_say(to, 'print.words')}</span><i></i><b data-of=words></b></a>"
    )
    return f"<ol>{''.join(rows)}</ol>"


def _rulings(registry: Registry, edition: str, numbers: dict[str, str]) -> dict[str, list[Ruling]]:
    """The rulings that hold in an edition, by the first clause there that each completes."""
    found: dict[str, list[Ruling]] = {}
    for ruling in registry.rulings.values():
        at = next((id for id in ruling.completes if id in numbers), "")
        if at and registry.holds(ruling.id, edition) and edition not in ruling.settled_in:
            found.setdefault(at, []).append(ruling)
    return found


def _chapter(
    to: Reader,
    chapter: Chapter,
    numbers: Mapping[str, str],
    rulings: Mapping[str, list[Ruling]],
    pictures: Mapping[str, str],
) -> str:
    clauses = "".join(
        _clause(to, clause, numbers, rulings.get(clause.id, []), pictures.get(clause.id, ""))
        for clause in chapter.clauses
    )
    return f"<h3 id={chapter.anchor}>{chapter.number}. {_say(to, f'topic.{chapter.topic.name}')}</h3>{clauses}"


def _clause(to: Reader, clause: Clause, numbers: Mapping[str, str], rulings: Iterable[Ruling], picture: str) -> str:
    general = ", ".join(f"<a href=#{id}>{numbers[id]}</a>" for id in clause.exception_to if id in numbers)
    exception = f" <span class=to>({_say(to, 'print.exception')} {general})</span>" if general else ""
    answers = "".join(
        f"<p class=ruling><b>{escape(to.plain(ruling.question), quote=False)}</b> "
        f"{escape(to.plain(ruling.answer), quote=False)}</p>"
        for ruling in rulings
    )
    return (
        f"<article id={clause.id}><h4><span>{numbers[clause.id]}</span> {escape(to.plain(clause.title), quote=False)}"
        f"</h4><p>{escape(to.plain(clause.text), quote=False)}{exception}</p>{picture}{answers}</article>"
    )


def _words(to: Reader, edition: str) -> str:
    """The glossary terms that an edition has a rule about."""
    registry = to.sources.registry
    held = {id for id in registry.clauses if registry.holds(id, edition)}
    terms = [term for term in registry.terms.values() if not held.isdisjoint(registry.about(term))]
    rows = "".join(
        f"<dt>{escape(to.plain(term.term), quote=False)}</dt><dd>{escape(to.plain(term.meaning), quote=False)}</dd>"
        for term in sorted(terms, key=lambda term: to.plain(term.term).casefold())
    )
    return f"<section class='module in-words' id=words><h2>{_say(to, 'print.words')}</h2><dl>{rows}</dl></section>"


# --- the pictures


def _illustrations(to: Reader, edition: Edition, told: Iterable[Chapter]) -> dict[str, Run]:
    """By clause: the case that is its picture.

    Those are the clauses that show a chapter best, and those that stand with a picture on a player aid: each action,
    each power, the special things of an expansion.
    """
    aided = {line.clauses[0] for part in player_aids().values() for line in part.lines if line.picture or line.thing}
    found: dict[str, Run] = {}
    for chapter in told:
        ids = [clause.id for clause in chapter.clauses]
        of_aids = {id: one for id in ids if id in aided and (one := illustration(to.sources, id))}
        shown = best_of_each(to.sources, ids) | of_aids
        runs = {id: _run_in(to, edition, one.case) for id, one in shown.items()}
        found |= {id: run for id, run in runs.items() if set(run.given.options.modules) <= {*edition.modules}}
    return found


def _run_in(to: Reader, edition: Edition, case: str) -> Run:
    """The run of a case in an edition, if it has one there; or else its first."""
    first, *others = to.sources.runs_of(case)
    return next((run for run in (first, *others) if run.edition == edition.id), first)


def _picture(to: Reader, run: Run, clause: str) -> str:
    """What happens in a run because of a clause, and the names of the cars by their numbers."""
    if not (shown := pictured(run, clause)):
        return ""
    cars = legend(to, [shown], lambda entry: bool(entry.number))
    drawn = beside(figure(to, run, entry=clause)).replace("</figcaption>", f"</figcaption>{cars}")
    is_tall = 2 * shown.picture.height > shown.picture.width
    return drawn.replace("<figure>", "<figure class=tall>") if is_tall else drawn


def _set_up(to: Reader, start: Stop) -> str:
    """The train as it is laid out, from the beginning of the guided game."""
    return (
        f"<figure class=wide>{beside(board(to, start))}<figcaption>{_say(to, 'print.laid-out')}</figcaption></figure>"
    )


def _signs(to: Reader, runs: Mapping[str, Run]) -> str:
    """Everything of the game that is in the pictures."""
    terms = to.sources.registry.terms
    shown = filter(None, (pictured(run, clause) for clause, run in runs.items()))
    return beside(legend(to, shown, lambda entry: bool(entry.thing) and entry.id in terms))
