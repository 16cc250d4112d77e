"""The view of an event for one role.

Each field of an event names its audience (``SeenBy``); a field without one is hidden. ``AUDIENCES`` has the function
for each field. What a role sees of an event never changes afterwards: a reveal is another event.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from colt_rules import events as e
from colt_rules.kernel import UnknownEvent
from colt_rules.model.audience import seen_by
from colt_rules.model.names import Cites
from colt_rules.model.record import record
from colt_rules.model.state import Game
from colt_rules.rules.visibility import Audience, Fact, Facts, everybody
from colt_rules.views.audiences import BY_MODULE, audiences_of
from colt_rules.views.roles import REFEREE, known_role


@record
class SeenEvent:
    """What a role sees of an event."""

    type: str
    data: Mapping[str, Any]
    """The fields that the role may know and additional facts: ``count`` of cards, ``value`` or ``kind`` of a token."""
    hidden: tuple[str, ...]
    """The names of what the role may not know, which are not in ``data``."""
    cites: Cites
    """The clauses that the event cites. They follow from public information, so everybody may know them."""


def view_event(event: e.Event, role: str, game: Game, cites: Cites = ()) -> SeenEvent:
    """The event as this role sees it; every role sees that it happened.

    ``game`` is the game right after the event or at any later moment; the result is the same.
    """
    known_role(game, role)
    kind = event.__class__
    if kind not in e.EVENT_NAMES:
        raise UnknownEvent(f"expected one of the {len(e.EVENT_NAMES)} event types, got {kind.__name__}")
    data: dict[str, Any] = {}
    hidden: list[str] = []
    for name, audience in AUDIENCES[kind].items():
        if role == REFEREE or role in audience(game, event):
            data[name] = getattr(event, name)
        else:
            hidden.append(name)
    for name, (fact, audience) in {**ADDED.get(kind, {}), **SOMETIMES.get(kind, {})}.items():
        if fact(game, event) is None:
            continue
        if role == REFEREE or role in audience(game, event):
            data[name] = fact(game, event)
        else:
            hidden.append(name)
    return SeenEvent(e.EVENT_NAMES[kind], data, tuple(hidden), cites)


@record
class Count:
    """How many things a field of an event holds."""

    field: str

    def __call__(self, game: Game, event: e.Event) -> int:
        """The number of things in the field."""
        return len(getattr(event, self.field))


T = TypeVar("T")


def together(tables: Iterable[Mapping[type[e.Event], Mapping[str, T]]]) -> dict[type[e.Event], dict[str, T]]:
    """Merge tables by event type; raises ``ValueError`` if two have the same entry."""
    whole: dict[type[e.Event], dict[str, T]] = {}
    for table in tables:
        for kind, said in table.items():
            before = whole.setdefault(kind, {})
            if twice := before.keys() & said.keys():
                raise ValueError(f"expected {kind.__name__}.{min(twice)} to be listed once, got it twice")
            before.update(said)
    return whole


AUDIENCES: dict[type[e.Event], dict[str, Audience]] = {
    kind: audiences_of(kind, seen_by(kind)) for kind in e.EVENTS.values()
}
"""By event type and field: who sees the field."""

_COUNTS: Facts = {
    kind: {said.count: (Count(name), everybody) for name, said in seen_by(kind).items() if said.count}
    for kind in e.EVENTS.values()
}

ADDED: dict[type[e.Event], dict[str, tuple[Fact, Audience]]] = together(
    [_COUNTS, *(said.added for said in BY_MODULE.values())]
)
"""Facts that an event shows besides its fields: the number of cards, the value of a token."""

SOMETIMES: dict[type[e.Event], dict[str, tuple[Fact, Audience]]] = together(
    said.sometimes for said in BY_MODULE.values()
)
"""Facts that only some events of a type show; they are texts, not numbers."""
