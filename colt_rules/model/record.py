"""One idea for all state, event and command classes: a slotted attrs class that nobody changes.

``record`` makes such a class, ``changed`` makes a copy that differs in the named fields. A type checker sees
``attrs.frozen`` and ``attrs.evolve``, so an assignment to a field or a wrong field name is a type error. At run
time the classes are frozen only under ``COLT_RULES_FROZEN=1`` (the test suite sets it), because a frozen
constructor costs three times as much and a game builds some thousand records.
"""

import os
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from attrs import evolve as changed
    from attrs import frozen as record
else:
    import attrs

    FROZEN = os.environ.get("COLT_RULES_FROZEN") == "1"
    KEEP = object()

    def record(cls: type) -> type:
        """Make ``cls`` a slotted attrs class with a fast way to copy it with changes."""
        made = attrs.define(cls, slots=True, frozen=FROZEN)
        names = [field.name for field in attrs.fields(made)]
        given = ", ".join(f"{name}=KEEP" for name in names)
        taken = ", ".join(f"{name}=self.{name} if {name} is KEEP else {name}" for name in names)
        scope = {"KEEP": KEEP, "made": made}
        exec(f"def _changed(self, {given}):\n    return made({taken})", scope)
        made._changed = scope["_changed"]
        return made

    def changed(instance: Any, **fields: Any) -> Any:
        """Return a copy of ``instance`` with the given fields changed."""
        return instance._changed(**fields)


T = TypeVar("T")

__all__ = ["changed", "record"]
