"""A field to ask in, and clickable questions: they open the search of the site with the question."""

from collections.abc import Iterable
from html import escape

from colt_rules.search.questions import Question
from colt_rules.site.addresses import entry_at
from colt_rules.site.page import block, escaped, link
from colt_rules.site.reader import Reader


def field(to: Reader, *, up: str = "") -> str:
    """A large field. Without scripts it leads to questions and answers; ``up`` is the path to the root of the pages."""
    ask = escape(to.say("search.ask"))
    return (
        f'<form class="colt-ask" action="{up}questions.html" role="search" aria-label="{ask}">'
        f'<input type="search" name="q" placeholder="{ask}" aria-label="{ask}" autocomplete="off" autocapitalize="off" '
        f'enterkeyhint="search"><button>{escape(to.say("search.open"))}</button></form>'
    )


def question_row(to: Reader, questions: Iterable[Question]) -> str:
    """Questions in a row. Each opens the search; without scripts it leads to its answer."""
    links = (
        f"{link(escaped(to.plain(question.text)), entry_at(question.answers[0]))}{{ .colt-asked }}"
        for question in questions
    )
    return block(" ".join(links), "colt-examples")
