"""The audiences that fields of events and of states name, by name."""

from collections.abc import Mapping

from colt_rules.model.audience import SeenBy
from colt_rules.modules import IncompleteModule, parts
from colt_rules.rules.visibility import SHARED, Audience, Visibility

BY_MODULE: Mapping[str, Visibility] = {module: part.VISIBILITY for module, part in parts("visibility")}
"""By module: who sees what it adds."""

NAMED: dict[str, Audience] = {
    audience.__name__: audience
    for audience in (*SHARED, *(one for said in BY_MODULE.values() for one in said.audiences))
}
"""By name: the audiences that a field can name."""


def audiences_of(kind: type, fields: Mapping[str, SeenBy]) -> dict[str, Audience]:
    """By field of an event or a record: its audience; raises ``IncompleteModule`` if the field names an unknown one."""
    for field, said in fields.items():
        if said.audience not in NAMED:
            raise IncompleteModule(
                f"{kind.__module__}.{kind.__name__}.{field}: expected an audience, one of {', '.join(NAMED)}; got "
                f"{said.audience!r}: list the function in the audiences of VISIBILITY in visibility.py"
            )
    return {field: NAMED[said.audience] for field, said in fields.items()}
