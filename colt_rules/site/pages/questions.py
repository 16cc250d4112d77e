"""Questions and answers: what people ask at the table, by module and topic, and what the books leave open."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

from colt_rules.modules import MODULES
from colt_rules.registry.clauses import Clause
from colt_rules.registry.registry import Registry
from colt_rules.registry.rulings import Ruling
from colt_rules.search.questions import Question, load_questions
from colt_rules.site.addresses import entry_at, questions_at
from colt_rules.site.browser_scripts import WAYS_FILE, style
from colt_rules.site.page import Page, block, escaped, heading, link, paragraphs
from colt_rules.site.pages import search_field
from colt_rules.site.pages.references import edition_name, entry_link
from colt_rules.site.pages.topics import Topic, topics
from colt_rules.site.reader import Reader

_ASKING = {
    "en": re.compile(
        r"^(?:who|what|when|where|which|how|can|may|do|does|is|are|in what|must|should)\b"
        r"|, (?:who|can|what|which)\b| do (?:I|we)\b| (?:who|what) (?:gets|does|do|is)\b",
        re.IGNORECASE,
    ),
    "ru": re.compile(
        r"^(?:кто|что|сколько|можно|может|могут|как|куда|где|когда|нужн|обяза|на сколько|в как|двигается|забирает)"
        r"|\b(?:кто|что (?:будет|делать|делает|происходит|дальше|с|я|теряем)|чьи|скольки|какой|какую|какие|куда|кому|ли"
        r"|сколько|можно|могу)\b",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"^(?:qui|que|quel|quelle|quels|quelles|combien|comment|où|quand|à (?:combien|quelle|quoi)|de combien|dans quel"
        r"|est-ce|d'abord|jusqu'où)\b|\w-(?:t-)?(?:il|elle|on|je)\b|\b(?:qui|combien|que) ",
        re.IGNORECASE,
    ),
    "pl": re.compile(
        r"^(?:kto|co|czy|ile|ilu|jak|gdzie|kiedy|dokąd|o ile|w którą|w jakiej|które|którą|kim)\b"
        r"|\b(?:czy|kto|co|ile|którą|jak)\b",
        re.IGNORECASE,
    ),
}
"""Recognises questions without a question mark, as people type them."""
_COMMA = {
    "ru": re.compile(
        r"(?<=\w)(?<!\b[вксуио])(?<!\b(?:на|за|от|из|по|до))\s+"
        r"(?=(?:если|кто|кого|что|котор\w+|сколько|куда|кому|а|могу ли|можно (?:ли|потом)|чьи"
        r"|как(?:ой|ую|ие) \w+ (?:теряю|в))\b)"
    ),
    "pl": re.compile(
        r"(?<=\w)(?<!\b[wzoui])(?<!\b(?:na|za|od|do|po))\s+"
        r"(?=(?:czy mo\w+|kto|co|gdy|zanim|że|któr\w+|jaki\w*|jak liczymy|ile)\b)"
    ),
}
"""Where a comma belongs, in the languages that have one before every clause."""


@cache
def questions(folder: Path) -> tuple[Question, ...]:
    """The questions of the specification in this folder."""
    return load_questions(folder)


@frozen
class Answered:
    """An entry with the questions that it answers; a ruling that nobody has asked about has no questions."""

    id: str
    questions: tuple[Question, ...] = ()
    others: tuple[str, ...] = ()
    """Further answers to the same questions."""


def answered(registry: Registry, asked: Iterable[Question]) -> tuple[Answered, ...]:
    """Questions grouped by their first answer, in the order in which it is first asked for."""
    found: dict[str, list[Question]] = {}
    for question in asked:
        found.setdefault(question.answers[0], []).append(question)
    return tuple(
        Answered(id, tuple(some), tuple(dict.fromkeys(other for one in some for other in one.answers if other != id)))
        for id, some in found.items()
    )


def by_topic(registry: Registry) -> Mapping[Topic, tuple[Answered, ...]]:
    """All questions and rulings by topic, in the order of play, without topics that have none."""
    order = {clause.id: number for number, clause in enumerate(registry.clauses.values())}
    found: dict[str, list[Answered]] = {}
    for one in answered(registry, questions(registry.folder)):
        found.setdefault(_clause_of(registry, one.id).id, []).append(one)
    known = {one.id for some in found.values() for one in some}
    for ruling in registry.rulings.values():
        if ruling.id not in known:
            found.setdefault(ruling.completes[0], []).append(Answered(ruling.id))
    assert found.keys() <= order.keys()
    told = {
        topic: tuple(one for clause in topic.clauses for one in found.get(clause.id, ())) for topic in topics(registry)
    }
    return {topic: some for topic, some in told.items() if some}


def _clause_of(registry: Registry, id: str) -> Clause:
    """The clause itself; for a ruling, the first clause that the ruling completes."""
    entry = registry.find(id)
    return registry.clause(entry.completes[0]) if isinstance(entry, Ruling) else registry.clause(id)


def pages(to: Reader) -> Iterator[Page]:
    """A page for each module; that of the base game is the first and leads to the others."""
    found = by_topic(to.sources.registry)
    for module in MODULES:
        some = {topic: told for topic, told in found.items() if topic.module == module}
        if some:
            yield _page(to, module, some, [topic.module for topic in found])


def _page(to: Reader, module: str, some: Mapping[Topic, Sequence[Answered]], modules: Iterable[str]) -> Page:
    is_first = module == MODULES[0]
    name = to.say(f"site.module-{module}")
    others = " · ".join(
        link(to.say(f"site.module-{other}"), questions_at(other)) for other in dict.fromkeys(modules) if other != module
    )
    return Page(
        address=questions_at(module),
        title=to.say("questions.title") if is_first else to.say("questions.of", module=name),
        description=to.say("questions.about"),
        body=paragraphs(
            escaped(to.say("questions.about")),
            search_field.field(to, up="" if is_first else "../"),
            to.labelled("questions.others", others),
            *(
                paragraphs(
                    heading(2, to.say(f"topic.{topic.name}"), topic.name), *(question_block(to, one) for one in told)
                )
                for topic, told in some.items()
            ),
            style(WAYS_FILE),
        ),
        searchable=False,
    )


def question_block(to: Reader, one: Answered) -> str:
    """The question, the answer in short, and a link to the details."""
    entry = to.sources.registry.find(one.id)
    asked = list(dict.fromkeys(as_question(to.plain(question.text), to.lang) for question in one.questions))
    if isinstance(entry, Ruling):
        asked = [to.plain(entry.question), *asked]
    first, *more = asked
    also = f"<br><small>{escaped(' · '.join(more))}</small>" if more else ""
    answers = (_answer(to, id) for id in (one.id, *_elsewhere(to, one)))
    return block(paragraphs(f"**{escaped(first)}**{also}", *answers), "colt-qa")


def _answer(to: Reader, id: str) -> str:
    """A rule in short, with its editions if it does not hold in all."""
    entry = to.sources.registry.find(id)
    if isinstance(entry, Ruling):
        return f"{escaped(to.plain(entry.answer))} → {link(to.say('questions.more'), entry_at(id))}"
    only = " · ".join(edition_name(to, edition) for edition in to.sources.registry.only(entry))
    where = f"*{escaped(only)}*{to.colon} " if only else ""
    return f"{where}{escaped(to.plain(entry.text))} → {entry_link(to, id)}"


def _elsewhere(to: Reader, one: Answered) -> list[str]:
    """The further answers that hold only in some editions."""
    registry = to.sources.registry
    return [id for id in one.others if id in registry.clauses and registry.only(registry.clause(id))]


def as_question(typed: str, lang: str) -> str:
    """Turn typed words into a printed question: a capital letter, commas, and a question mark if it is one."""
    text = _COMMA[lang].sub(", ", typed) if lang in _COMMA else typed
    text = text[:1].upper() + text[1:]
    if text.endswith("?") or not _ASKING[lang].search(text):
        return text
    return f"{text}\u202f?" if lang == "fr" else f"{text}?"
