"""Messages other than single events and commands: views, states, lines of a log, the protocol."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from colt_rules.conformance.cases.export import conformance_schemas
from colt_rules.conformance.pages.protocol_page import examples
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.messages import tag
from colt_rules.kernel import fold
from colt_rules.log.codec import to_data
from colt_rules.log.lines import read_lines
from colt_rules.site.addresses import game_at, source_at
from colt_rules.site.docstrings import sentence
from colt_rules.site.page import Page, code, fenced, heading, link, paragraphs
from colt_rules.site.pages.fields import Fields, Schema
from colt_rules.site.reader import Reader
from colt_rules.views import SPECTATOR, view

VIEW = "contract/view.md"
STATE = "contract/state.md"
LOG = "contract/log.md"
PROTOCOL = "contract/protocol.md"

LINES = {"log-header": "Header", "log-command": "CommandEntry", "log-event": "EventEntry", "log-end": "Closing"}
"""By heading: the definition that is shown."""


def pages(to: Reader, schemas: Mapping[str, Schema], hiding: str) -> Iterator[Page]:
    """The pages; ``hiding`` is what views hide of events, as Markdown."""
    say = to.say
    yield Page(address=LOG, title=say("contract.log"), body=_log(to, schemas))
    yield Page(address=VIEW, title=say("contract.view"), body=_view(to, schemas["view.json"], hiding))
    yield Page(address=STATE, title=say("contract.state"), body=_state(to, schemas["state.json"]))
    yield Page(address=PROTOCOL, title=say("contract.protocol"), body=_protocol(to))


def _top(to: Reader, intro: str, *files: str) -> str:
    links = [
        link(f"{to.say('contract.schema')}{to.colon} {code(file.rpartition('/')[2])}", source_at(file))
        for file in files
    ]
    return paragraphs(link(to.say("site.contract"), "contract/index.md"), to.say(intro), " · ".join(links))


def _json(value: Any) -> str:
    return fenced(json.dumps(value, indent=2, ensure_ascii=False), "json")


# --- views and states


def _view(to: Reader, schema: Schema, hiding: str) -> str:
    say = to.say
    fields = Fields(to)
    name, path = next(iter(to.sources.games.items()))
    events = read_lines(path).events
    half = [entry for entry in events if entry.number <= events[len(events) // 2].number]
    seq, game = half[-1].seq, fold(entry.event for entry in half)
    caption = say("contract.view-example", game=link(code(name), game_at(name, seq)), event=seq, role=code(SPECTATOR))
    return paragraphs(
        _top(to, "contract.view-intro", "events/schemas/view.json"),
        heading(2, say("contract.fields"), "fields"),
        fields.table(schema),
        fields.parts(schema),
        heading(2, say("contract.seen-events"), "seen"),
        say("contract.seen-intro"),
        say("contract.seen-events-intro"),
        hiding,
        heading(2, say("contract.example"), "example"),
        caption,
        _json(to_data(view(game, SPECTATOR))),
    )


def _state(to: Reader, schema: Schema) -> str:
    fields = Fields(to)
    empty = json.loads((to.sources.root / "events" / "games" / "new.state.json").read_text(encoding="utf-8"))
    return paragraphs(
        _top(to, "contract.state-intro", "events/schemas/state.json"),
        _json(empty),
        heading(2, to.say("contract.fields"), "fields"),
        fields.table(schema),
        fields.parts(schema),
    )


# --- the log


def _log(to: Reader, schemas: Mapping[str, Schema]) -> str:
    folder = to.sources.root / "events"
    whole, redacted = schemas["log-line.json"], schemas["redacted-line.json"]
    game = folder / "games" / "sealed.jsonl"
    seen = min((folder / "redacted").glob("*.spectator.jsonl"))
    fields = Fields(to)
    tops = [whole["$defs"][name] for name in LINES.values()]
    names = ("RedactedHeader", "RedactedCommand", "RedactedEvent")
    return paragraphs(
        _top(to, "contract.log-intro", "events/schemas/log-line.json", "events/schemas/redacted-line.json"),
        link(to.say("contract.guide"), "guides/wire-contract.md#a-log"),
        *(_line(to, fields, key, top, _first(game, top), game) for key, top in zip(LINES, tops, strict=True)),
        fields.parts(whole, tops),
        heading(2, to.say("contract.log-redacted"), "redacted"),
        to.say("contract.log-redacted-intro"),
        *(paragraphs(heading(3, code(name), name), fields.table(redacted["$defs"][name])) for name in names),
        to.say("contract.from-file", file=code(seen.name)),
        *(_json(line) for line in _samples(seen)),
    )


def _line(to: Reader, fields: Fields, key: str, top: Schema, example: Any, file: Path) -> str:
    return paragraphs(
        heading(2, to.say(f"contract.{key}"), key),
        sentence(top.get("description", "")),
        fields.table(top),
        to.say("contract.from-file", file=code(file.name)),
        _json(example),
    )


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    return (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())


def _first(path: Path, top: Schema) -> Any:
    """The first line of this kind in a file."""
    return next(row for row in _rows(path) if set(top["required"]) <= row.keys() <= top["properties"].keys())


def _samples(path: Path) -> Iterable[Any]:
    """The header of a redacted log, and the first command and event that hide something."""
    rows = list(_rows(path))
    hiding = [row for row in rows if row.get("hidden")]
    return (
        rows[0],
        next(row for row in hiding if "seq" not in row),
        next(row for row in hiding if "seq" in row),
    )


# --- the adapter protocol


def _protocol(to: Reader) -> str:
    say = to.say
    schemas = conformance_schemas()
    asked, answered = schemas["conformance/request.json"], schemas["conformance/response.json"]
    fields = Fields(to, {"Game": STATE, "View": VIEW})
    requests = {name: asked["$defs"][cls.__name__] for name, cls in p.REQUESTS.items()}
    responses = {name: answered["$defs"][cls.__name__] for name, cls in p.RESPONSES.items()}
    parts = {"$defs": {**asked["$defs"], **answered["$defs"]}}
    return paragraphs(
        _top(
            to,
            "contract.protocol-intro",
            *(f"events/schemas/conformance/{name}.json" for name in ("request", "response")),
        ),
        link(say("contract.protocol-guide"), "guides/adapter-protocol.md"),
        heading(2, say("contract.requests"), "requests"),
        *(_message(to, fields, f"request-{name}", part, _answered_by(to, name)) for name, part in requests.items()),
        heading(2, say("contract.responses"), "responses"),
        *(_message(to, fields, f"response-{name}", part, _answering(to, name)) for name, part in responses.items()),
        heading(2, say("contract.made-of"), "parts"),
        fields.parts(parts, [*requests.values(), *responses.values()]),
    )


def _message(to: Reader, fields: Fields, anchor: str, part: Schema, role: str) -> str:
    name = anchor.partition("-")[2]
    return paragraphs(
        heading(3, code(name), anchor),
        f"{sentence(part.get('description', ''))} {role}",
        fields.table(part),
        fenced("\n".join(line.decode().rstrip("\n") for line in examples()[name]), "json"),
    )


def _answered_by(to: Reader, request: str) -> str:
    names = [tag(cls) for cls in p.ANSWERS[p.REQUESTS[request]]]
    return to.say("contract.answered-by", responses=_joined(to, "response", names))


def _answering(to: Reader, response: str) -> str:
    names = [tag(asked) for asked, answers in p.ANSWERS.items() if p.RESPONSES[response] in answers]
    said = _joined(to, "request", names) if names else to.say("contract.any-request")
    return to.say("contract.answers", requests=said)


def _joined(to: Reader, kind: str, names: Iterable[str]) -> str:
    return f" {to.say('contract.or')} ".join(f"[{code(name)}](#{kind}-{name})" for name in names)
