"""The catalogue of wrongly played logs, each with the verdict of a referee who knows the books.

An entry is a function that does one step wrongly, if the step is suitable. Its name states the fault; the clause beside
it decides, according to the specification rather than to the citations of the rules. The entries are in the files of
``wrong``; this module adds faults of citing and logs with two faults.
"""

from attrs import evolve

from tests.referee.catalogue import CATALOGUE, Entry, edit, entry
from tests.referee.forging import Doing, Step, Then, Wrong
from tests.referee.wrong import schemin, variants
from tests.referee.wrong.endings import the_wrong_gunslinger
from tests.referee.wrong.setup import a_purse_has_another_value_than_was_drawn, doc_does_not_get_his_seventh_card
from tests.referee.wrong.stealin import a_move_of_two_cars_inside, met, no_bullet_from_the_marshal

__all__ = ["CATALOGUE", "Entry", "schemin", "variants"]


# --- citations


@entry("four", "marshal.meeting.neutral-bullet", is_citation=True, other_result=False)
def an_event_cites_other_clauses(step: Step) -> Wrong | None:
    at = met(step)
    if at < 0:
        return None
    event, _ = step.events[at]
    return evolve(edit(step, at, (event, ("happening.passengers-rebellion",))), kind="cites")


@entry("four", "robbery.unseen", is_citation=True, other_result=False)
def a_citation_is_missing(step: Step) -> Wrong | None:
    at = step.citing("robbery.unseen")
    if at < 0:
        return None
    event, cites = step.events[at]
    fewer = tuple(clause for clause in cites if clause != "robbery.unseen")
    return evolve(edit(step, at, (event, fewer)), kind="cites")


# --- two faults in one log


def both(table: str, name: str, *wrongs: tuple[Doing, str]) -> None:
    """Add two faults in one game to the catalogue."""
    CATALOGUE[name] = Entry(table, wrongs, Then.PLAYS_ON)


both(
    "four",
    "a-move-of-two-cars-inside-and-later-no-bullet-from-the-marshal",
    (a_move_of_two_cars_inside, "move.inside.adjacent"),
    (no_bullet_from_the_marshal, "marshal.meeting.neutral-bullet"),
)
both(
    "four",
    "a-purse-of-another-value-and-in-the-end-the-wrong-gunslinger",
    (a_purse_has_another_value_than_was_drawn, "setup.loot.purses-blind"),
    (the_wrong_gunslinger, "scoring.gunslinger"),
)
both(
    "six",
    "doc-without-his-seventh-card-in-two-rounds",
    (doc_does_not_get_his_seventh_card, "doc.seven-cards"),
    (doc_does_not_get_his_seventh_card, "doc.seven-cards"),
)
