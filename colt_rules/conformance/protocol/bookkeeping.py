"""Fields of positions, views and events that no rule depends on: an engine may keep them differently or not at all.

Which of two like cards left a hand, the order of a hand, the order of a deck that is shuffled before the next draw: the
reference has to write some answer. No rule depends on it, so no comparison does. Comparisons and pages all use this
list.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, TypeAlias

from attrs import evolve, frozen

from colt_rules.conformance.notations import NOTATIONS
from colt_rules.log.codec import to_json
from colt_rules.model.names import Seat
from colt_rules.model.state import Game
from colt_rules.rules.module import Rules

Path: TypeAlias = tuple[str, ...]
ANY = "*"
"""Stands for every key of an object or every item of a list, in a path."""


class Compared(StrEnum):
    """How two engines may differ in a field."""

    NOT = "not"
    """It is not compared: an engine without it sends an empty list."""
    ANY_ORDER = "any-order"
    """The same items in any order."""
    UNTIL_SHUFFLED = "any-order-until-shuffled"
    """The same items, in any order as long as a shuffle comes before the next draw; otherwise in their order."""
    IN_A_ROW = "any-order-in-a-row"
    """Consecutive events of this type come in any order."""


@frozen
class Bookkeeping:
    """A field that no rule depends on, or only in part."""

    of: str
    """What it is a field of: state, view, or the type of an event; or events, for their order."""
    path: str
    """The keys that lead to it, joined by points; ``*`` is any key or item. For events: their type."""
    compared: Compared
    why: str

    @property
    def keys(self) -> Path:
        """The path, key by key."""
        return tuple(self.path.split("."))


STATE, VIEW, EVENTS = "state", "view", "events"
_HAND = "A hand has no order, and equal cards are interchangeable."
_DECK = "A deck that is shuffled before the next draw has no order yet: " + (
    "before the first round, while its player is among `round.undealt`, in Stealin' and after it. "
    "Where players have discard piles only the first round shuffles decks, and their order counts from then to the end."
)
_LOOT = "Tokens have no order; each is identified by its name."
_OWNED = f"{_LOOT} Effects of a rule that depends on the order in which a bandit got them are compared."
_TAKEN = "Tokens at one place are taken in any order."
_MOVED = "Cards that enter or leave a hand have no order there."
_DISCARDED = "A discard pile is shuffled before the next draw, and equal cards are interchangeable."
_AT_ONCE = "Players who choose simultaneously do so in any order."

_OF_ALL_GAMES = (
    Bookkeeping(
        STATE,
        "round.draws",
        Compared.NOT,
        "Who drew in which turn is a note for the rules of later turns; an engine may record it differently.",
    ),
    Bookkeeping(STATE, "cards.*.hand", Compared.ANY_ORDER, _HAND),
    Bookkeeping(STATE, "cards.*.deck", Compared.UNTIL_SHUFFLED, _DECK),
    Bookkeeping(STATE, "cards.*.discard", Compared.ANY_ORDER, _DISCARDED),
    Bookkeeping(STATE, "cards.*.borrowed", Compared.ANY_ORDER, _HAND),
    Bookkeeping(STATE, "figures.*.loot", Compared.ANY_ORDER, _OWNED),
    Bookkeeping(STATE, "floor.*", Compared.ANY_ORDER, _LOOT),
    Bookkeeping(STATE, "aside", Compared.ANY_ORDER, _LOOT),
    Bookkeeping(VIEW, "seats.*.hand", Compared.ANY_ORDER, _HAND),
    Bookkeeping(VIEW, "seats.*.deck", Compared.UNTIL_SHUFFLED, _DECK),
    Bookkeeping(VIEW, "seats.*.discard", Compared.ANY_ORDER, _DISCARDED),
    Bookkeeping(VIEW, "seats.*.borrowed", Compared.ANY_ORDER, _HAND),
    Bookkeeping(VIEW, "awaiting", Compared.ANY_ORDER, _AT_ONCE),
    Bookkeeping(VIEW, "bandits.*.tokens", Compared.ANY_ORDER, _LOOT),
    Bookkeeping(VIEW, "floor.*", Compared.ANY_ORDER, _LOOT),
    Bookkeeping(VIEW, "aside", Compared.ANY_ORDER, _LOOT),
    Bookkeeping("HandDrawn", "cards", Compared.ANY_ORDER, _MOVED),
    Bookkeeping("CardsDrawn", "cards", Compared.ANY_ORDER, _MOVED),
    Bookkeeping("HandReturned", "cards", Compared.ANY_ORDER, _MOVED),
    Bookkeeping(EVENTS, "LootTaken", Compared.IN_A_ROW, _TAKEN),
)
_LIKE = [(field, like) for each in NOTATIONS.values() for field, like in each.compared_like.items()]

BOOKKEEPING = tuple(
    evolve(entry, of=field.partition(".")[0], path=field.partition(".")[2])
    for entry in _OF_ALL_GAMES
    for name in (f"{entry.of}.{entry.path}",)
    for field in (name, *(field for field, like in _LIKE if like == name))
)
"""All entries, in the order of the wire contract."""


def unordered_decks(rules: Rules, game: Game) -> frozenset[Seat]:
    """The seats whose decks may be in any order, because chance shuffles them before a card is drawn."""
    seats = frozenset(game.cards)
    match game.phase:
        case "schemin":
            return frozenset(game.round.undealt) if _shuffles(rules, game.round.number) else frozenset()
        case "stealin" | "round-end":
            return seats if _shuffles(rules, game.round.number + 1) else frozenset()
    return seats


def _shuffles(rules: Rules, round_: int) -> bool:
    """Whether this round begins with a shuffle: each does, unless there are discard piles to shuffle instead."""
    return round_ <= 1 or "discard" not in rules.choices


@frozen
class Ledger:
    """The bookkeeping of a position, as far as it depends on the rules and the phase."""

    unordered: frozenset[Seat]

    def state(self, data: Any) -> Any:
        """Normalise the bookkeeping of a state, or of a part of one, so that two that agree are equal."""
        return self._plain(STATE, data)

    def view(self, data: Any) -> Any:
        """Normalise the bookkeeping of a view."""
        return self._plain(VIEW, data)

    def _plain(self, of: str, data: Any) -> Any:
        return _in_one_form(data, _tree(of), "", self.unordered)


def ledger(rules: Rules, game: Game) -> Ledger:
    """The bookkeeping of this position."""
    return Ledger(unordered_decks(rules, game))


def plain_event(event: Any) -> Any:
    """Normalise the bookkeeping of an event ``{type, data}``, or of a part of one."""
    return {**event, "data": _in_one_form(event["data"], _tree(event["type"]), "", frozenset())}


def plain_events(events: list[Any]) -> list[Any]:
    """Normalise the bookkeeping of events, and sort them where their order does not count."""
    rows = in_rows([plain_event(event) for event in events])
    return [event for row in rows for event in sorted(row, key=lambda event: to_json(event["data"]))]


def in_rows(events: Sequence[Any]) -> list[list[Any]]:
    """Split events, or a pattern of them, where their order counts: those in one row come in any order."""
    unordered = {path[0] for path, _ in _paths(EVENTS)}
    rows: list[list[Any]] = []
    for event in events:
        type = event.get("type")
        if rows and type in unordered and rows[-1][0].get("type") == type:
            rows[-1].append(event)
        else:
            rows.append([event])
    return rows


@cache
def _paths(of: str) -> tuple[tuple[Path, Compared], ...]:
    return tuple((entry.keys, entry.compared) for entry in BOOKKEEPING if entry.of == of)


_Tree: TypeAlias = "Compared | Mapping[str, _Tree]"
"""How a value is compared; or, by key, how the values in it are."""


@cache
def _tree(of: str) -> _Tree:
    """All paths of the list as a tree, so that data is traversed once."""
    tree: dict[str, Any] = {}
    for path, compared in _paths(of):
        inner = tree
        for key in path[:-1]:
            inner = inner.setdefault(key, {})
        inner[path[-1]] = compared
    return tree


def _in_one_form(data: Any, tree: _Tree, seat: str, unordered: frozenset[Seat]) -> Any:
    """Normalise the bookkeeping of data. A list is traversed by item, or a part of it by name."""
    if isinstance(tree, Compared):
        return data if tree is Compared.UNTIL_SHUFFLED and seat not in unordered else _sorted(data)
    if isinstance(data, dict):
        changed = dict(data)
        for key, inner in tree.items():
            for name in data if key == ANY else (key,) if key in data else ():
                if inner is Compared.NOT:
                    del changed[name]
                else:
                    changed[name] = _in_one_form(changed[name], inner, name if key == ANY else seat, unordered)
        return changed
    if isinstance(data, list) and ANY in tree:
        return [_in_one_form(item, tree[ANY], _seat_of(item), unordered) for item in data]
    return data


def _seat_of(item: Any) -> str:
    return str(item.get("seat", "")) if isinstance(item, dict) else ""


def _sorted(value: Any) -> Any:
    return sorted(value, key=to_json) if isinstance(value, list) and len(value) > 1 else value


def published_bookkeeping() -> Iterator[dict[str, str]]:
    """The list as plain data for publication."""
    for entry in BOOKKEEPING:
        yield {"of": entry.of, "path": entry.path, "compared": entry.compared.value, "why": entry.why}
