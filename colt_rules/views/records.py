"""The views of the records that modules add to a game, derived from what their fields state (``SeenBy``).

The view of a record has the same fields. What a role may not know is None; a count that everybody sees is a field of
its own. A record in another one, alone or in a mapping, is seen field by field too.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs
from msgspec import UNSET

from colt_rules.model.audience import SeenBy, ValuesSeenBy, seen_by
from colt_rules.model.names import Token, kind_of
from colt_rules.model.record import record
from colt_rules.model.state import Game, all_open
from colt_rules.rules.rulebook import open_kinds
from colt_rules.rules.visibility import Fact, everybody
from colt_rules.views.audiences import BY_MODULE, NAMED, audiences_of


@record
class TokenView:
    """A loot token."""

    token: Token
    kind: str
    value: int | None


def token_views(game: Game, tokens: Iterable[Token], knows: bool) -> tuple[TokenView, ...]:
    """The tokens for a role; ``knows`` says whether the role knows the values of tokens that lie face down."""
    kinds = [(token, kind_of(token)) for token in tokens]
    shown = open_kinds(game.options.modules)
    return tuple(
        TokenView(token, kind, game.values[token] if knows or kind in shown else None) for token, kind in kinds
    )


# --- what a record states


@record
class FieldSeen:
    """How a field of a record is seen."""

    said: SeenBy
    type: Any
    """The type of the field in the record."""
    each: bool = False
    """Whether its values, or the records that are its values, are seen one by one."""
    record: type | None = None
    """The class of the records in the field, unless everybody sees all of every record."""
    fact: Fact | None = None
    """What it is derived from, if the record has no such field."""


@cache
def fields_seen(kind: type) -> Mapping[str, FieldSeen]:
    """By field of a record: how it is seen; raises ``IncompleteModule`` if a field names an unknown audience."""
    types, found = get_type_hints(kind), {}
    for name, said in seen_by(kind).items():
        inner = _record_in(types[name])
        each = said.each or bool(inner and get_origin(types[name]) is Mapping)
        found[name] = FieldSeen(said, types[name], each, inner)
    for facts in (said.derived.get(kind, {}) for said in BY_MODULE.values()):
        for name, (fact, by) in facts.items():
            found[name] = FieldSeen(by, get_type_hints(fact)["return"], fact=fact)
    audiences_of(kind, {name: field.said for name, field in found.items()})
    return found


def _is_open(kind: type) -> bool:
    """Whether everybody sees every field of a record."""
    return all(field == FieldSeen(SeenBy("everybody"), field.type) for field in fields_seen(kind).values())


def _record_in(kind: Any) -> type | None:
    """The class of the record in a type, unless everybody sees all of the record."""
    if attrs.has(kind):
        return None if _is_open(kind) else kind
    return next(filter(None, map(_record_in, get_args(kind))), None)


@cache
def view_class(kind: type) -> type:
    """The class of the views of a record; ``viewed`` is the record's own class."""
    fields: dict[str, Any] = {}
    for name, field in fields_seen(kind).items():
        fields[name] = _seen_type(field)
        if field.said.count:
            fields[field.said.count] = Mapping[str, int] if field.each else int
    unset = {field.name: UNSET for field in attrs.fields(kind) if field.default is UNSET}
    fields = {name: fields[name] for name in sorted(fields, key=unset.__contains__)}
    described = {"__annotations__": fields, "__doc__": kind.__doc__, "__module__": kind.__module__, "viewed": kind}
    return record(type(f"{kind.__name__}View", (), described | unset))


def _seen_type(field: FieldSeen) -> Any:
    """The type of a field in a view."""
    if isinstance(field.said, ValuesSeenBy):
        return tuple[TokenView, ...]
    seen = _with_views(field.type)
    if field.said.audience == "everybody":
        return seen
    if field.said.each:
        key, value = get_args(seen)
        return get_origin(seen)[key, value | None]
    return seen | None


def _with_views(kind: Any) -> Any:
    """A type with the view of each record in it instead of the record."""
    if kind is (hidden := _record_in(kind)):
        return view_class(kind)
    if not hidden:
        return kind
    inner, origin = tuple(map(_with_views, get_args(kind))), get_origin(kind)
    return reduce(or_, inner) if origin in (Union, UnionType) else origin[inner]


# --- what a role sees


def record_view(game: Game, role: str, part: Any, key: str = "") -> Any:
    """The view of a record for a role; ``key`` is the key of the mapping that holds the record."""
    made = {}
    for name, field in fields_seen(part.__class__).items():
        value = _value(game, part, name, field)
        made[name] = _field(game, role, part, field, value, key)
        if field.said.count:
            held = value or ()
            made[field.said.count] = {id: len(held[id]) for id in held} if field.each else len(held)
    return view_class(part.__class__)(**made)


def _value(game: Game, part: Any, name: str, field: FieldSeen) -> Any:
    return field.fact(game, part) if field.fact else getattr(part, name)


def _field(game: Game, role: str, part: Any, field: FieldSeen, value: Any, key: str) -> Any:
    def of(one: Any, id: str) -> Any:
        if not _knows(game, role, part, field, id):
            return None
        return record_view(game, role, one, id) if field.record and one else one

    if field.each:
        return {id: of(one, id) for id, one in value.items()}
    if isinstance(field.said, ValuesSeenBy):
        return token_views(game, value, _knows(game, role, part, field, key))
    return of(value, key)


def _knows(game: Game, role: str, part: Any, field: FieldSeen, key: str) -> bool:
    audience = NAMED[field.said.audience]
    return audience is everybody or all_open(game, role) or role in audience(game, part, key)


def record_reasons(game: Game, role: str, part: Any, key: str = "") -> Iterator[tuple[str, str, bool]]:
    """The clauses by which something in a record is shown to a role or hidden from it: field, clause, whether shown.

    What is absent, or known to be empty, gives no reason.
    """
    for name, field in fields_seen(part.__class__).items():
        value = _value(game, part, name, field)
        for id, one in value.items() if field.each else [(key, value)]:
            if one is None or one == "" or (one == () and (field.said.count or not field.each)):
                continue
            if field.record:
                yield from record_reasons(game, role, one, id)
            knows = _knows(game, role, part, field, id)
            yield from ((name, clause, knows) for clause in field.said.clauses)


# --- back from a view


def record_behind(kind: type, seen: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a class behind a view of it, both as JSON: None where the role does not see what it holds."""
    fields = {name: field for name, field in fields_seen(kind).items() if not field.fact and name in seen}
    return {name: _behind(field, seen[name]) for name, field in fields.items()}


def _behind(field: FieldSeen, value: Any) -> Any:
    if isinstance(field.said, ValuesSeenBy):
        return [token["token"] for token in value]
    if not field.record or value is None:
        return value
    if get_origin(field.type) is Mapping:
        return {id: one and record_behind(field.record, one) for id, one in value.items()}
    return record_behind(field.record, value)
