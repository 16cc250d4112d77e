"""The wire contract: every event and command from its schema, with an example from a kept game."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from colt_rules.commands import COMMANDS
from colt_rules.events import EVENTS, Event
from colt_rules.log.class_source import first_line
from colt_rules.log.codec import classes_of
from colt_rules.log.entries import NEWEST
from colt_rules.log.schemas import schema_file, schemas
from colt_rules.modules import MODULES, IncompleteModule, parts
from colt_rules.rules.visibility import Audience
from colt_rules.site.addresses import command_at, entry_at, event_at, game_at, source_at
from colt_rules.site.docstrings import sentence
from colt_rules.site.kept_games import Example, KeptGames, kept_games
from colt_rules.site.page import Page, bullets, code, escaped, fenced, heading, link, paragraphs
from colt_rules.site.pages import messages
from colt_rules.site.pages.fields import Fields, Schema
from colt_rules.site.pages.guides import wire_page, wire_page_at
from colt_rules.site.reader import Reader
from colt_rules.views.events import ADDED, AUDIENCES, SOMETIMES

INDEX = "contract/index.md"

IN_A_BOX = {module for module, _ in parts("components")}
"""The modules with components of their own."""

_ROW = re.compile(r"^\| `(\w+)` \| (.+) \|$", re.MULTILINE)


def pages(to: Reader) -> Iterator[Page]:
    """All pages of the contract."""
    _check_told(to)
    made = all_schemas()
    yield Page(address=INDEX, title=to.say("contract.title"), body=_index(to))
    yield from messages.pages(to, made, _hiding(to))
    for type in EVENTS:
        yield Page(address=event_at(type), title=type, body=_event(to, type, made[f"events/{type}.json"]))
    for type in COMMANDS:
        yield Page(address=command_at(type), title=type, body=_command(to, type, made[f"commands/{type}.json"]))


def _check_told(to: Reader) -> None:
    """Raise `IncompleteModule` unless every message is in a kept game and the guide describes every event."""
    for type in (*EVENTS, *COMMANDS):
        if type not in kept_games_of(to).examples:
            raise IncompleteModule(
                f"events/games: expected a kept game with {type}, got none: run `colt games missing --keep`"
            )
        if type in EVENTS and type not in changes(to.sources.root):
            raise IncompleteModule(
                f"{wire_page(_module_of(type))}: expected a row of {type} that says what it changes, got none: add one"
            )


@cache
def all_schemas() -> Mapping[str, Schema]:
    """Every schema by its file name, made once."""
    return schemas()


def kept_games_of(to: Reader) -> KeptGames:
    """The kept games of the checkout."""
    return kept_games(to.sources.root / "events" / "games")


# --- the overview


def _index(to: Reader) -> str:
    say = to.say
    ways = [
        link(say("contract.log"), messages.LOG),
        link(say("contract.view"), messages.VIEW),
        link(say("contract.state"), messages.STATE),
        link(say("contract.protocol"), messages.PROTOCOL),
        link(say("contract.guide"), "guides/wire-contract.md"),
        link(say("contract.protocol-guide"), "guides/adapter-protocol.md"),
    ]
    return paragraphs(
        say("contract.intro"),
        say("contract.english"),
        heading(2, say("contract.parts"), "parts"),
        bullets(ways),
        heading(2, say("contract.events"), "events"),
        say("contract.events-intro", count=len(EVENTS)),
        *_by_module(to, EVENTS),
        heading(2, say("contract.commands"), "commands"),
        say("contract.commands-intro", count=len(COMMANDS)),
        *_by_module(to, COMMANDS),
    )


def _by_module(to: Reader, types: Mapping[str, type]) -> Iterator[str]:
    what = "events" if types is EVENTS else "commands"
    homes = {part.__name__: module for module, part in parts(what) if module in IN_A_BOX}
    groups: dict[str, list[tuple[str, str]]] = {}
    for name, cls in types.items():
        groups.setdefault(homes.get(cls.__module__, ""), []).append((_linked(name), sentence(cls.__doc__ or "")))
    for module, rows in groups.items():
        key = f"site.module-{module}" if module else "contract.base-and-variants"
        yield heading(3, to.say(key), f"{what}-{module or 'variants'}")
        yield to.table("contract", ("type", "what"), rows)


def _linked(type: str) -> str:
    return link(code(type), event_at(type) if type in EVENTS else command_at(type))


# --- an event


def _event(to: Reader, type: str, schema: Schema) -> str:
    say, cls = to.say, EVENTS[type]
    example = kept_games_of(to).examples[type]
    cited = _cited(to, type)
    return paragraphs(
        _crumbs(to, "events"),
        sentence(schema["description"]),
        _facts(to, type, cls),
        heading(2, say("contract.fields"), "fields"),
        _fields(to, schema, cls),
        heading(2, say("contract.seen"), "seen"),
        say("contract.seen-intro"),
        seen_table(to, cls),
        heading(2, say("contract.changes"), "changes"),
        f"{changes(to.sources.root)[type]} ({link(say('contract.changes-guide'), changed_at(type))})",
        *_with_modules(to, type),
        _shown(to, "event", example, example.line),
        heading(2, say("contract.cites"), "cites"),
        say("contract.cites-intro", count=len(cited)),
        bullets(_entry(to, id) for id in cited),
        heading(2, say("contract.follows-from"), "commands"),
        bullets(_linked(command) for command in COMMANDS if type in kept_games_of(to).leads_to[command]),
    )


def _with_modules(to: Reader, type: str) -> Iterator[str]:
    """What differs if certain modules are in play too."""
    if found := changed_by(to.sources.root).get(type):
        yield heading(2, to.say("site.interactions"), "modules")
        yield bullets(
            f"{link(to.say(f'site.module-{module}'), wire_page_at(module))}{to.colon} {change}"
            for module, change in found.items()
        )


def _shown(to: Reader, kind: str, example: Example, line: Mapping[str, Any]) -> str:
    """An event or command of a kept game, and its place there."""
    game = link(code(example.game), game_at(example.game, example.event))
    return paragraphs(
        heading(2, to.say("contract.example"), "example"),
        to.say(f"contract.example-{kind}", game=game, event=example.event),
        fenced(json.dumps(line, indent=2, ensure_ascii=False), "json"),
    )


def _crumbs(to: Reader, kind: str) -> str:
    return f"{link(to.say('site.contract'), INDEX)} › {link(to.say(f'contract.{kind}'), f'{INDEX}#{kind}')}"


def _facts(to: Reader, type: str, cls: type) -> str:
    """The version of a type, its schema, its source code, and the schemas of earlier versions."""
    path = f"{cls.__module__.replace('.', '/')}"
    source = f"{path}.py" if (to.sources.root / f"{path}.py").is_file() else f"{path}/__init__.py"
    newest = NEWEST[type]
    schemas = [source_at(f"events/schemas/{schema_file(type, version)}") for version in range(1, newest + 1)]
    return " · ".join(
        (
            to.say("contract.version", version=newest),
            link(to.say("contract.schema"), schemas.pop()),
            link(to.say("contract.source"), source_at(source, first_line(cls))),
            *(link(to.say("contract.version", version=number), schema) for number, schema in enumerate(schemas, 1)),
        )
    )


def _fields(to: Reader, schema: Schema, cls: type) -> str:
    fields = Fields(to, classes={part.__name__: part for part in classes_of(cls)})
    return paragraphs(fields.table(schema), fields.parts(schema))


@cache
def changes(root: Path) -> Mapping[str, str]:
    """By type: how a fold handles the event, according to the contract."""
    pages = ((root / wire_page(module)).read_text(encoding="utf-8") for module in MODULES)
    return dict(row for page in pages for row in _ROW.findall(page))


CHANGED = "What changes in the events of others"
"""The heading above a module's table on its page: events, the module that has them, change."""


@cache
def changed_by(root: Path) -> Mapping[str, Mapping[str, str]]:
    """By type, then by module: what differs for the event if that module is in play."""
    found: dict[str, dict[str, str]] = {}
    for module in MODULES[1:]:
        for events, _, change in table_below(CHANGED, (root / wire_page(module)).read_text(encoding="utf-8")):
            for type in events.replace("`", "").split():
                found.setdefault(type, {})[module] = change
    return found


def table_below(heading: str, page: str) -> list[tuple[str, ...]]:
    """The rows of the table below a heading of a page; empty if there is no such heading."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(?:(?!#|\|).*\n)*((?:\|.*\n)+)", page, re.MULTILINE)
    lines = found[1].splitlines()[2:] if found else []
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]


def changed_at(type: str) -> str:
    """Where the contract describes the changes of an event type."""
    return f"{wire_page_at(_module_of(type))}#what-each-event-changes"


def _module_of(type: str) -> str:
    """The module that brings an event."""
    homes = {name: module for module, part in parts("events") for name in part.EVENTS}
    return homes.get(type, MODULES[0])


def _cited(to: Reader, type: str) -> list[str]:
    """The clauses, then the rulings, that events of this type cite, in the order of the registry."""
    games = {entry.id for id in kept_games_of(to).cites.get(type, ()) for entry in [to.sources.registry.find(id)]}
    return [id for id in to.sources.registry_ids() if id in games or type in to.sources.cited[id].events]


def _entry(to: Reader, id: str) -> str:
    entry = to.sources.registry.find(id)
    return f"{link(code(entry.id), entry_at(entry.id))} {escaped(to.plain(entry.title))}"


# --- who sees what


def seen_table(to: Reader, cls: type[Event]) -> str:
    """Who sees each field of an event, and which facts views add."""
    rows = [(code(name), *_audience(to, audience)) for name, audience in AUDIENCES[cls].items()]
    rows += [(to.say("contract.added", field=code(name)), *_audience(to, audience)) for name, audience in _added(cls)]
    return to.table("contract", ("field", "who", "because"), rows) or to.say("contract.no-fields")


def _added(cls: type[Event]) -> list[tuple[str, Audience]]:
    return [(name, who) for name, (_, who) in (*ADDED.get(cls, {}).items(), *SOMETIMES.get(cls, {}).items())]


def _audience(to: Reader, audience: Audience) -> tuple[str, str]:
    ids = to.sources.clauses_of.get((audience.__module__, audience.__qualname__), ())
    because = ", ".join(link(code(id), entry_at(id)) for id in ids)
    return to.say(f"contract.seen-{audience.__name__.replace('_', '-')}"), because


def _hiding(to: Reader) -> str:
    """The types that hide something, each with its audiences."""
    return paragraphs(
        *(
            paragraphs(heading(3, _linked(type), f"seen-{type}"), seen_table(to, cls))
            for type, cls in EVENTS.items()
            if {who.__name__ for who in AUDIENCES[cls].values()} - {"everybody"}
        )
    )


# --- a command


def _command(to: Reader, type: str, schema: Schema) -> str:
    say, cls = to.say, COMMANDS[type]
    example = kept_games_of(to).examples[type]
    sent = {"type": type, "actor": example.line["actor"], **example.line["data"]}
    return paragraphs(
        _crumbs(to, "commands"),
        sentence(schema["description"]),
        _facts(to, type, cls),
        heading(2, say("contract.fields"), "fields"),
        _fields(to, schema, cls),
        _shown(to, "command", example, sent),
        heading(2, say("contract.leads-to"), "events"),
        say("contract.leads-to-intro"),
        bullets(_linked(event) for event in kept_games_of(to).leads_to[type]),
    )
