"""Examples on the page of a clause or ruling: one picture, its steps and one more case, folded."""

from colt_rules.site.addresses import ENGLISH, case_at
from colt_rules.site.cases import own_cases
from colt_rules.site.page import block, escaped, fold, link, paragraphs
from colt_rules.site.pages.case import boards, case_text, glance, main_case, title_of
from colt_rules.site.reader import Reader


def examples(to: Reader, entry: str) -> str:
    """The picture of one of the entry's own cases, if a case has a picture; then this case in words, behind a click."""
    seen = glance(to, entry)
    id = _first(to, entry)
    if not id:
        return ""
    summary = to.say("clause.step-by-step") if seen else _titled(to, "clause.example", id)
    return paragraphs(block(seen, "seen"), fold(summary, case_text(to, id)))


def one_more(to: Reader, entry: str) -> str:
    """Another of the entry's own cases, behind a click: the next case with a picture, or else the next case."""
    first = _first(to, entry)
    others = [id for id in own_cases(to.sources, entry) if id != first]
    id = next((id for id in others if _boards(to, id)), next(iter(others), ""))
    if not id:
        return ""
    way = link(escaped(title_of(to, id)), case_at(id))
    return fold(_titled(to, "clause.one-more", id), paragraphs(_boards(to, id) or way, case_text(to, id)))


def _titled(to: Reader, key: str, id: str) -> str:
    """The title of a fold, with the title of its case in English, the language of the titles."""
    return f"{to.say(key)}{to.colon} {title_of(to, id)}" if to.lang == ENGLISH else to.say(key)


def _first(to: Reader, entry: str) -> str:
    """The case that is shown first: that of `glance`, or else the first."""
    return main_case(to, entry) or next(iter(own_cases(to.sources, entry)), "")


def _boards(to: Reader, id: str) -> str:
    return boards(to, to.sources.runs_of(id))
