"""Examples on the page of a clause or ruling: one picture, its steps and one more case, folded."""

from colt_rules.site.addresses import ENGLISH, case_at
from colt_rules.site.cases import own_cases
from colt_rules.site.illustrations import counterpart, illustration
from colt_rules.site.page import block, escaped, fold, link, paragraphs
from colt_rules.site.pages.case import boards, case_text, glance, title_of
from colt_rules.site.reader import Reader


def examples(to: Reader, entry: str) -> str:
    """The picture that illustrates the entry, if there is one; then its case in words, behind a click."""
    seen = glance(to, illustration(to.sources, entry))
    id = _first(to, entry)
    if not id:
        return ""
    summary = to.say("clause.step-by-step") if seen else _titled(to, "clause.example", id)
    return paragraphs(block(seen, "seen"), fold(summary, case_text(to, id, entry)))


def one_more(to: Reader, entry: str) -> str:
    """Another of the entry's own cases, behind a click: the second picture, or else the next case."""
    first = _first(to, entry)
    second = counterpart(to.sources, entry)
    id = second.case if second else next((id for id in own_cases(to.sources, entry) if id != first), "")
    if not id:
        return ""
    seen = boards(to, to.sources.runs_of(id), entry) if second else ""
    title = "" if seen and to.lang == ENGLISH else link(escaped(title_of(to, id)), case_at(id))
    return fold(_titled(to, "clause.one-more", id), paragraphs(title, seen, case_text(to, id, entry)))


def _titled(to: Reader, key: str, id: str) -> str:
    """The title of a fold, with the title of its case in English, the language of the titles."""
    return f"{to.say(key)}{to.colon} {title_of(to, id)}" if to.lang == ENGLISH else to.say(key)


def _first(to: Reader, entry: str) -> str:
    """The case that is shown first: that of the first picture, or else the first."""
    found = illustration(to.sources, entry)
    return found.case if found else next(iter(own_cases(to.sources, entry)), "")
