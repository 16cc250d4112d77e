"""The entries of the catalogue of wrongly played logs, and helpers for them."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from attrs import frozen

from colt_rules.events import Cited
from colt_rules.model.graph import NO_GRAPH, Graph
from colt_rules.model.names import Bandit, Place, car_of, inside, is_roof, roof
from colt_rules.model.record import changed
from colt_rules.model.state import Figure, Game
from colt_rules.rules.base.places import places
from colt_rules.rules.base.stealin import acting
from colt_rules.rules.rulebook import rules_of
from tests.referee.forging import Doing, Forged, Step, Then, Wrong, forged


@frozen
class Entry:
    """One wrongly played log of the catalogue."""

    table: str
    wrongs: tuple[tuple[Doing, str], ...]
    """The wrong steps, each with the clause that it breaks."""
    then: Then
    other_result: bool | None = None
    """Whether the game ends differently from the rules, where that is obvious."""
    is_unfit: bool = False
    """Whether an event does not fit the events before it, so that the first judgement finds a fault too."""
    is_superfluous: bool = False
    """Whether something happens that should not. Only its citations show the intended clause."""
    is_citation: bool = False
    """Whether only citations are wrong."""

    @cache  # noqa: B019 - entries live as long as the catalogue
    def made(self) -> Forged:
        """The first game in which this mistake can be made."""
        return forged(self.table, self.wrongs, self.then)


CATALOGUE: dict[str, Entry] = {}
"""By name."""


def entry(table: str, clause: str, then: Then = Then.PLAYS_ON, **fields: bool) -> Callable[[Doing], Doing]:
    """Add a wrong way to do a step to the catalogue."""

    def put(doing: Doing) -> Doing:
        name = doing.__name__.replace("_", "-")
        assert name not in CATALOGUE
        CATALOGUE[name] = Entry(table, ((doing, clause),), then, **fields)
        return doing

    return put


# --- helpers for the entries


def cut(step: Step, at: int, *others: Cited) -> Wrong:
    """The events before index ``at``, then ``others``; automatic consequences follow when the game plays on."""
    return Wrong((*step.events[:at], *others), at)


def edit(step: Step, at: int, *others: Cited, taken: int = 1) -> Wrong:
    """All events of the step, with ``others`` in place of ``taken`` events from index ``at`` on."""
    return Wrong((*step.events[:at], *others, *step.events[at + taken :]), at)


def other(step: Step, at: int, **fields: Any) -> Cited:
    """An event of the step with other fields and the same citations."""
    event, cites = step.events[at]
    return changed(event, **fields), cites


def actor_of(step: Step) -> Figure:
    """The bandit whose card is carried out."""
    return step.before.figures[acting(step.before)]


def train_of(step: Step) -> Graph:
    """The board of the train alone."""
    return places(rules_of(step.before), step.before, NO_GRAPH)


def apart(game: Game, one: Place, two: Place) -> int:
    """The number of cars between two places, regardless of level."""
    return abs(game.train.index(car_of(one)) - game.train.index(car_of(two)))


def level(game: Game, place: Place) -> tuple[Place, ...]:
    """All places on the level of this one."""
    return tuple(roof(car) if is_roof(place) else inside(car) for car in game.train)


def first(items: Iterable[Bandit]) -> Bandit | None:
    """The first one, or None."""
    return next(iter(items), None)
