"""Who sees a field of an event or of a state, stated at the field itself; a field that states nothing is hidden."""

from typing import Annotated, Any, TypeAlias, TypeVar

import attrs

from colt_rules.model.names import Cites
from colt_rules.model.record import record

T = TypeVar("T")


@record
class SeenBy:
    """Who sees a field besides the referee: ``Annotated[Card, SeenBy("player")]``."""

    audience: str
    """The name of the function that returns the roles; see ``colt_rules/rules/visibility.py``."""
    clauses: Cites = ()
    """The clauses by which some see a field of a state and others do not."""
    count: str = ""
    """The name under which everybody sees how many things the field holds, or ``""`` if that is hidden too."""
    each: bool = False
    """Of a mapping in a state: everybody sees the keys, and the audience is asked about each value."""


@record
class ValuesSeenBy(SeenBy):
    """Who sees the values of loot tokens in a state, unless their look shows the value; everybody sees the tokens."""


Open: TypeAlias = Annotated[T, SeenBy("everybody")]
"""A field that everybody sees. The fields of a record in it state for themselves who sees them."""
Hidden: TypeAlias = Annotated[T, SeenBy("nobody")]
"""A field that only the referee sees."""


def audience_at(field: "attrs.Attribute[Any]") -> SeenBy | None:
    """The audience that a field states, or None."""
    return next((note for note in getattr(field.type, "__metadata__", ()) if isinstance(note, SeenBy)), None)


def seen_by(cls: type) -> dict[str, SeenBy]:
    """By field of an event or of a record: who sees it. A field without a stated audience is hidden."""
    return {field.name: audience_at(field) or SeenBy("nobody") for field in attrs.fields(cls)}
