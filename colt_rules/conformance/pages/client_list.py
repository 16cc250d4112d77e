"""The list of modules for the JavaScript client, which cannot list a folder in a browser."""

import json

from colt_rules.log.schemas import upcasts
from colt_rules.modules import MODULES, part_of_module
from colt_rules.rules.editions import EDITIONS

HEAD = """\
/**
 * The one list of what is in this folder: the only file beside it that names a module.
 *
 * Made by `colt conformance contract --write` from the classes of commands and events. Do not edit.
 */
"""


def client_list() -> str:
    """Every module but the base game, with its file if it has events; the upcasts; and the editions."""
    with_events = {module: _name(module) for module in MODULES[1:] if part_of_module(module, "events")}
    entries = [f'  "{module}": {with_events.get(module, "{}")},' for module in MODULES[1:]]
    return "\n".join(
        (
            HEAD,
            *(f'import {{ CHANGES as {name} }} from "./{module}.mjs";' for module, name in with_events.items()),
            "",
            "/** What each event of a module changes, by module; some have no events. */",
            "export const FOLDS = {",
            *entries,
            "};",
            "",
            "/** What the next version of a command or an event changes, by type: see events/README.md. */",
            f"export const UPCASTS = {json.dumps(upcasts(), ensure_ascii=False)};",
            "",
            "/** The editions whose games this client follows. */",
            f"export const EDITIONS = {json.dumps(EDITIONS)};",
            "",
        )
    )


def _name(module: str) -> str:
    """A module's name as a JavaScript identifier."""
    first, *others = module.split("-")
    return first + "".join(map(str.capitalize, others))
