"""The questions that people have about many games, ready to be asked of an archive or a store.

A question is a query in ``questions/``, in SQL that DuckDB, SQLite and PostgreSQL understand alike; it selects from the
relations of ``asking_relations``. Rates and their intervals are computed here. Only ``with-position`` is no query: it
folds the games.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from string import Template
from typing import Any

from colt_rules.archive.asking_places import Place
from colt_rules.archive.asking_positions import games_with, read_position
from colt_rules.archive.asking_relations import literals
from colt_rules.model.record import record
from colt_rules.research.statistics import wilson

QUERIES = Path(__file__).with_name("questions")
EACH = ("edition", "modules", "players")
"""The columns of games by which an answer can be divided."""


@record
class Asked:
    """What is asked besides the question itself."""

    each: tuple[str, ...] = ()
    """The columns of games by which the answer is divided."""
    clause: str = ""
    position: str = ""
    """A sketch of the train."""


@record
class Question:
    """A question. Its texts are those of ``ask.NAME`` and ``ask.NAME-about``."""

    name: str
    rate: tuple[str, str] | None = None
    """The columns of a rate: how often it happened, out of how many."""
    takes: tuple[str, ...] = ()
    """The fields of ``Asked`` that it takes; it needs a clause or a position if it takes one."""
    usual_each: tuple[str, ...] = ()
    """How it is divided if nothing is said; rates of winning are only comparable among as many players."""

    @property
    def template(self) -> str:
        """Its query, with ``$`` before what is asked; empty if it is no query."""
        path = QUERIES / f"{self.name}.sql"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def sql(self, asked: Asked) -> str:
        """Its query."""
        each = "".join(f"{column}, " for column in asked.each)
        return Template(self.template).substitute(each=each, clause=literals([asked.clause]))


QUESTIONS = {
    question.name: question
    for question in (
        Question("characters", ("wins", "games"), ("each",), ("players",)),
        Question("seats", ("wins", "games"), ("each",), ("players",)),
        Question("ties", ("games", "total"), ("each",)),
        Question("most-cited", ("games", "total")),
        Question("no-effect", ("games", "total")),
        Question("rulings", ("games", "total")),
        Question("longest"),
        Question("with-clause", takes=("clause",)),
        Question("with-position", takes=("position",)),
    )
}
"""By name."""


@record
class Answer:
    """The answer to a question: a table, with a rate and its interval in each row if the question is about one."""

    columns: tuple[str, ...]
    rows: Iterator[tuple[Any, ...]]


def ask(place: Place, question: Question, asked: Asked, done: Callable[[int], None] = lambda games: None) -> Answer:
    """The answer to a question; raises ``NotAnswered`` or ``BadSketch``.

    ``done`` is called with the number of games that were looked through, by questions that fold them.
    """
    if question.template:
        table = place.query(question.sql(asked))
        columns, rows = table.columns, table.rows
    else:
        columns = ("game", "edition", "modules", "players", "times", "first", "source")
        rows = games_with(place, read_position(asked.position), done)
    if not question.rate:
        return Answer(columns, rows)
    hits, trials = map(columns.index, question.rate)
    return Answer((*columns, "rate", "low", "high"), (_with_rate(row, hits, trials) for row in rows))


def _with_rate(row: tuple[Any, ...], hits: int, trials: int) -> tuple[Any, ...]:
    some, all_ = int(row[hits]), int(row[trials])
    limits = wilson(some, all_)
    # SQL databases add numbers up as decimals.
    whole = (int(value) if at in (hits, trials) else value for at, value in enumerate(row))
    return (*whole, some / all_ if all_ else 0.0, limits.low, limits.high)
