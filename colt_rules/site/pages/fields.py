"""The fields of a JSON Schema as tables, for all pages of the wire contract."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import field, frozen

from colt_rules.log.class_source import id_kinds
from colt_rules.site.docstrings import sentence
from colt_rules.site.page import code, heading, link, paragraphs
from colt_rules.site.reader import Reader

Schema = Mapping[str, Any]

IDS_AT = "guides/wire-contract.md#ids"


@frozen
class Fields:
    """Writes tables of fields in one language."""

    to: Reader
    elsewhere: Mapping[str, str] = {}
    """The addresses of types that have their own pages."""
    classes: Mapping[str, type] = field(factory=dict)
    """By name: classes whose annotations show the kind of id in a string."""

    def table(self, schema: Schema) -> str:
        """The fields of an object."""
        say, title = self.to.say, schema.get("title", "")
        ids = id_kinds(self.classes[title]) if title in self.classes else {}
        rows = [
            (
                code(name),
                self.kind(part),
                say("contract.yes" if name in schema["required"] else "contract.no"),
                self._meaning(part, ids.get(name, "")),
            )
            for name, part in schema["properties"].items()
        ]
        head = ("field", "type", "required", "meaning")
        return self.to.table("contract", head, rows) or say("contract.no-fields")

    def parts(self, schema: Schema, tops: Iterable[Schema] = ()) -> str:
        """The object types that these refer to, each under a heading with its name."""
        defs = schema.get("$defs", {})
        names = self._reached(defs, tops or (schema,))
        return paragraphs(*(self._part(defs[name], name) for name in names))

    def _part(self, part: Schema, name: str) -> str:
        return paragraphs(
            heading(3, code(name), name), sentence(part.get("description", "")), self.table({"title": name, **part})
        )

    def _reached(self, defs: Mapping[str, Schema], tops: Iterable[Schema]) -> list[str]:
        found: dict[str, None] = {}
        waiting = [name for top in tops for name in _named(top.get("properties", {}))]
        while waiting:
            name = waiting.pop(0)
            if name not in found and name not in self.elsewhere:
                found[name] = None
                waiting += _named(defs[name].get("properties", {}))
        return list(found)

    def kind(self, schema: Schema, before: str = "", after: str = "") -> str:
        """The type of a value in the notation of client authors: `string[]`, `{string: integer}`."""
        if "$ref" in schema:
            return (code(before) if before else "") + self._named(_name(schema)) + (code(after) if after else "")
        if "anyOf" in schema:
            return self._either(self.kind(each, before, after) for each in schema["anyOf"])
        if "enum" in schema:
            return self._either(code(before + json.dumps(value) + after) for value in schema["enum"])
        if "items" in schema:
            return self.kind(schema["items"], before, f"[]{after}")
        if isinstance(inner := schema.get("additionalProperties"), Mapping):
            return self.kind(inner, f"{before}{{string: ", f"}}{after}")
        return code(before + _word(schema) + after)

    def _either(self, kinds: Iterable[str]) -> str:
        return f" {self.to.say('contract.or')} ".join(kinds)

    def _named(self, name: str) -> str:
        return link(code(name), self.elsewhere[name]) if name in self.elsewhere else f"[{code(name)}](#{name})"

    def _meaning(self, schema: Schema, id: str) -> str:
        what = link(self.to.say(f"contract.id-{id}"), IDS_AT) if id else ""
        return ". ".join(text for text in (what, sentence(schema.get("description", ""))) if text)


def _word(schema: Schema) -> str:
    if "const" in schema:
        return json.dumps(schema["const"])
    return str(schema.get("type", "any"))


FILES = {"../state.json": "Game", "../view.json": "View"}
"""Types in files of their own."""


def _name(schema: Schema) -> str:
    return FILES.get(schema["$ref"]) or str(schema["$ref"]).removeprefix("#/$defs/")


def _named(part: Any) -> Iterator[str]:
    """The names that a part of a schema refers to, in order."""
    if isinstance(part, Mapping):
        if "$ref" in part:
            yield _name(part)
        for value in part.values():
            yield from _named(value)
    elif isinstance(part, list):
        for value in part:
            yield from _named(value)
