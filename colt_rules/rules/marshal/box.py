"""The components of Marshal & Prisoners, read once from the specification."""

from typing import cast

from colt_rules.registry.published import extras
from colt_rules.rules.marshal.components import MarshalExtras

EXTRAS = cast(MarshalExtras, extras("marshal"))
