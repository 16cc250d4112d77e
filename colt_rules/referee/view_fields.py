"""The expected view or position of a case in words: fields by their meaning, things by their names.

The words are in the tables ``fields`` of the modules' ``sentences.toml``. A field without a text is described by its
content alone, like a group. ``kind`` is the kind of its words, ``keys`` the kind of the names of its items, ``inside``
the same one level deeper, ``null`` the word for None if that is not a secret. ``outer.inner`` is for a field that has
another meaning inside another one.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from colt_rules.referee.sentences import Data, Placeholder, Teller, parsed
from colt_rules.referee.vocabulary import teller, view_fields

Field: TypeAlias = Mapping[str, str]
"""The description of a field."""
DECISION = ("actor", "kind")
"""The fields of an open decision."""


def describe_fields(shows: Data, lang: str = "en") -> str:
    """The given fields of a view or a position on one line; what a role may not see is called hidden."""
    describer = _Describer(teller(lang), lang)
    return describer.between.join(describer.fields(shows))


def describe_row(what: str, items: list[str], owner: str, lang: str = "en") -> str:
    """The items that chance arranges, named as in the sentence about the result."""
    row = teller(lang).vocabulary["commands"]["Deal"]
    kind = _kind_in(parsed(row.get(f"what={what}", row[""])), "outcome")
    return teller(lang).worded(items, kind, "list", {"subject": owner})


def unknown_fields(shows: Data) -> set[str]:
    """The fields of a view or a position that no module describes."""
    describer = _Describer(teller("en"), "en")
    describer.fields(shows)
    return describer.unknown


class _Describer:
    """Describes fields in one language."""

    def __init__(self, speaker: Teller, lang: str) -> None:
        self.speaker = speaker
        self.lang = lang
        self.between: str = speaker.vocabulary["between"]
        self.unknown: set[str] = set()

    def fields(self, record: Data, outer: str = "", owner: str = "") -> list[str]:
        """The fields of a record; its kind is omitted if its name shows it."""
        told = (
            self._field(name, value, outer, str(record.get("seat") or owner))
            for name, value in record.items()
            if not (name == "kind" and isinstance(value, str) and owner.startswith(value))
        )
        return [*filter(None, told)]

    def _field(self, name: str, value: Any, outer: str, owner: str) -> str:
        fields = view_fields()
        field = fields.get(f"{outer}.{name}", fields.get(name))
        if field is None:
            self.unknown.add(name)
            field = {"en": name}
        label = field.get(self.lang) or field.get("en", "")
        if not label and value in ("", [], (), {}):
            return ""
        told = self._value(value, field, name, owner)
        return self._filled("field", name=label, value=told) if label else told

    def _value(self, value: Any, field: Field, name: str, owner: str) -> str:
        if value is None:
            return self._without_value(field)
        if isinstance(value, Mapping):
            if keys := field.get("keys"):
                inner = {"keys": field.get("inside", ""), "kind": field.get("kind", "")}
                return ", ".join(self._thing(id, keys, held, inner, name) for id, held in value.items())
            return ", ".join(self.fields(value, name, owner))
        if isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
            return self.between.join(self._entry(one, name) for one in value)
        if value in ("", [], ()):
            return self.speaker.word("nothing", "no-value")
        return self._worded(value, field, owner)

    def _without_value(self, field: Field) -> str:
        """The word for something that a role may not see, or that is absent; a hidden card is still called a card."""
        if "null" in field or "en" in field:
            return self.speaker.word(field.get("null", "hidden"), "no-value")
        told = self.speaker.worded(None, field.get("kind", ""))
        return told if told != "?" else self.speaker.word("hidden", "no-value")

    def _thing(self, id: str, kind: str, held: Any, field: Field, name: str) -> str:
        """A thing by its name, with its content."""
        called = self.speaker.worded(id, kind)
        if isinstance(held, Mapping):
            told = self._value(held, field, name, id) if field["keys"] else ", ".join(self.fields(held, name, id))
            return self._filled("thing", name=called, value=told) if told else called
        return self._filled("field", name=called, value=self._value(held, field, name, id))

    def _entry(self, entry: Data, name: str) -> str:
        """One of several records: a decision, a token, or its fields."""
        if set(DECISION) <= set(entry):
            return self._filled("decision", **{field: entry[field] for field in DECISION})
        if "token" in entry:
            rest = {field: value for field, value in entry.items() if field != "token"}
            return self._thing(entry["token"], "token", rest, {"keys": ""}, name)
        return ", ".join(self.fields(entry, name))

    def _worded(self, value: Any, field: Field, owner: str) -> str:
        """A value in words, by the first of its kinds that has a word for it."""
        kinds = field.get("kind", "").split()
        if isinstance(value, bool):
            return self.speaker.worded(value, kinds[-1] if kinds else "yes")
        as_it_is = self.speaker.worded(value, "", "list")
        told = (self.speaker.worded(value, kind, "list", {"seat": owner}) for kind in kinds)
        return next((words for words in told if words != as_it_is), as_it_is)

    def _filled(self, template: str, **data: Any) -> str:
        return self.speaker.filled(self.speaker.vocabulary[f"view-{template}"], data)


def _kind_in(nodes: tuple[Any, ...], field: str) -> str:
    """The kind of the words for a field in a template."""
    for node in nodes:
        if isinstance(node, Placeholder):
            if node[0] == field:
                return node[1]
        elif isinstance(node, tuple) and (kind := _kind_in(node[1], field)):
            return kind
    return ""
