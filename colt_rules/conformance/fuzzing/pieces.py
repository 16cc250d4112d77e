"""The pieces of a sketch, and the sketch with fewer of them: the steps of shrinking a difference.

Bandits, cars, loot, cards and anything that differs from the default can be left out one by one.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeAlias

from attrs import evolve

from colt_rules.conformance.fuzzing.sketch import (
    FULL,
    PLAIN_CARD,
    Sketch,
    in_board_order,
    is_default,
    tokens_of,
    usual_value,
)
from colt_rules.conformance.notation import Cell
from colt_rules.conformance.notations import OPTIONS
from colt_rules.model.names import (
    LOCOMOTIVE,
    Card,
    Place,
    Seat,
    Token,
    car_of,
    inside,
    is_bullet,
    kind_of,
    owner_of,
    roof,
)
from colt_rules.rules.rulebook import rulebook

Piece: TypeAlias = tuple[str, ...]
"""Something that can be left out of a position: its kind, and its name."""


def pieces(sketch: Sketch) -> list[Piece]:
    """Everything that can be left out."""
    rules = rulebook(sketch.modules)
    needed = rules.table.required
    found: list[Piece] = [("command", str(number)) for number in range(len(sketch.commands))]
    found += [("bandit", bandit) for bandit in sketch.standing if not sketch.is_fixed and bandit not in needed]
    found += [("ruling", ruling) for ruling in sketch.rulings]
    found += [("discards", seat) for seat in sketch.discards]
    found += [("uncounted", seat) for seat in sketch.uncounted]
    found += [("car", car) for car in sketch.cars if car not in rules.last_cars]
    found += [("token", token) for token in tokens_of(sketch) if not is_default(token, sketch)]
    found += [("worth", token) for token in tokens_of(sketch) if sketch.values[token] != usual_value(token)]
    found += [("word", token) for token in tokens_of(sketch) if sketch.words.get(token, token) not in _plain(token)]
    found += [
        ("cell", at, str(number))
        for at, words in sketch.cells.items()
        for number, word in enumerate(words)
        if word not in sketch.added.default.get(at, ())
    ]
    found += _option_pieces(sketch)
    found += [("played", str(number)) for number in range(1, len(sketch.pile))]
    found += [("hidden", str(number)) for number, card in enumerate(sketch.pile) if card.endswith("?")]
    found += [
        ("hand", seat, str(number)) for seat, cards in (sketch.hands or {}).items() for number in range(len(cards))
    ]
    found += [
        ("bullet", seat, str(number))
        for seat, cards in sketch.decks.items()
        for number in range(sum(map(is_bullet, cards)))
    ]
    found += [("deck", seat) for seat in sketch.decks]
    found += [("fired", bandit) for bandit, left in sketch.bullets.items() if left != FULL]
    found += [("draws", seat) for seat in sketch.draws]
    found += [("plain", name) for name, value in _ordinary(sketch).items() if getattr(sketch, name) != value]
    found += [("plain", "acted")] if sketch.acted or sketch.turn else []
    found += [("plain", "seats")] if tuple(sketch.standing) != in_board_order(sketch) and not sketch.is_fixed else []
    return found


def _plain(token: Token) -> tuple[str, str]:
    """The words for a token that need not be replaced: its kind or, for a unique token, its name."""
    return kind_of(token), token


def _option_pieces(sketch: Sketch) -> Iterator[Piece]:
    """The options of modules: item by item if they list names or map them to something, else each as a whole.

    A bandit whom an option puts elsewhere is a piece itself, so the option is not. But if the option names a car for
    the bandit, it is a piece, which is left out by naming the locomotive.
    """
    for name, value in sketch.options.items():
        if OPTIONS[name].place:
            hidden = [bandit for bandit in value if value[bandit] in sketch.columns[1:]]
            yield from (("option", name, bandit) for bandit in hidden)
        elif _is_itemised(name, value):
            yield from (("option", name, item) for item in dict.fromkeys(value))
        elif value != OPTIONS[name].ordinary:
            yield ("option", name)


def _is_itemised(option: str, value: Any) -> bool:
    """Whether an option is a list or a mapping of names which is empty by default."""
    return OPTIONS[option].ordinary in ((), {}) and all(isinstance(item, str) for item in value)


def _ordinary(sketch: Sketch) -> dict[str, Any]:
    """The defaults of a board."""
    return {
        "powers": True,
        "happenings": True,
        "neutral": rulebook(sketch.modules).components.neutral_bullets,
        "card": PLAIN_CARD,
        "rounds": (),
        "number": 1,
        "marshal": sketch.marshal and inside(LOCOMOTIVE),
        "first": "",
    }


def without(sketch: Sketch, gone: Collection[Piece]) -> Sketch:
    """The sketch without these pieces.

    The result may be invalid; then drawing the board fails.

    Figures in or on a removed car move to the next one towards the locomotive: a board needs three bandits, but not a
    car for each of them.
    """
    gone = set(gone)
    order = in_board_order(sketch) if ("plain", "seats") in gone else sketch.standing
    left = [bandit for bandit in order if ("bandit", bandit) not in gone]
    places = {place for car in sketch.columns if ("car", car) not in gone for place in (inside(car), roof(car))}

    def still_there(place: Place) -> Place:
        car = car_of(place)
        if ("car", car) not in gone:
            return place
        ahead = sketch.columns[: sketch.columns.index(car)]
        return next(other for other in reversed(ahead) if ("car", other) not in gone) + place.removeprefix(car)

    def kept(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        return tuple(token for token in tokens if ("token", token) not in gone)

    def of_those_left(table: Mapping[str, Any], piece: str = "") -> dict[str, Any]:
        there = [name for name in (*left, *(sketch.teams if sketch.is_fixed else ())) if name in table]
        return {name: table[name] for name in there if (piece, name) not in gone}

    plain = {name: value for name, value in _ordinary(sketch).items() if ("plain", name) in gone}
    plain.setdefault("first", sketch.first if sketch.first in left else "")
    if ("plain", "acted") in gone:
        plain |= {"turn": 0, "acted": 0, "first": sketch.actor}

    hands = (
        None
        if sketch.hands is None
        else {
            seat: tuple(card for number, card in enumerate(cards) if ("hand", seat, str(number)) not in gone)
            for seat, cards in of_those_left(sketch.hands).items()
        }
    )
    return evolve(
        sketch,
        rulings=tuple(ruling for ruling in sketch.rulings if ("ruling", ruling) not in gone),
        teams=of_those_left(sketch.teams),
        discards=of_those_left(sketch.discards, "discards"),
        borrowed={
            seat: tuple(card for card in cards if hands is None or card in hands.get(seat, ()))
            for seat, cards in of_those_left(sketch.borrowed).items()
        },
        uncounted=of_those_left(sketch.uncounted, "uncounted"),
        cars=tuple(car for car in sketch.cars if ("car", car) not in gone),
        standing={bandit: still_there(place) for bandit, place in of_those_left(sketch.standing).items()},
        floor={place: kept(tokens) for place, tokens in sketch.floor.items() if place in places and kept(tokens)},
        loot={bandit: kept(tokens) for bandit, tokens in of_those_left(sketch.loot).items()},
        aside=kept(sketch.aside),
        bullets={
            bandit: FULL if ("fired", bandit) in gone else number
            for bandit, number in of_those_left(sketch.bullets).items()
        },
        values={
            token: usual_value(token) if ("worth", token) in gone else value for token, value in sketch.values.items()
        },
        cells={at: words for at, words in _cells_without(sketch, gone).items() if words},
        words={token: kind_of(token) if ("word", token) in gone else word for token, word in sketch.words.items()},
        options={name: _option_without(sketch, name, value, gone) for name, value in sketch.options.items()},
        pile=tuple(
            card.removesuffix("?") if ("hidden", str(number)) in gone else card
            for number, card in enumerate(sketch.pile)
            if owner_of(card) in left and ("played", str(number)) not in gone
        ),
        hands=hands,
        decks={seat: _fewer(seat, deck, gone) for seat, deck in of_those_left(sketch.decks).items()},
        draws=of_those_left(sketch.draws, "draws"),
        commands=tuple(
            command for number, command in enumerate(sketch.commands) if ("command", str(number)) not in gone
        ),
        **plain,
    )


def _cells_without(sketch: Sketch, gone: Collection[Piece]) -> dict[Cell, tuple[str, ...]]:
    """The words of modules in cells of the remaining cars."""
    return {
        at: tuple(word for number, word in enumerate(words) if ("cell", at, str(number)) not in gone)
        for at, words in sketch.cells.items()
        if ("car", car_of(at)) not in gone
    }


def _option_without(sketch: Sketch, name: str, value: Any, gone: Collection[Piece]) -> Any:
    """The value of an option without these pieces and without bandits who are left out."""
    if ("option", name) in gone:
        return OPTIONS[name].ordinary
    left = [item for item in value if ("bandit", item) not in gone] if isinstance(value, tuple | Mapping) else []
    if OPTIONS[name].place:
        lost = {item for item in left if ("option", name, item) in gone or ("car", value[item]) in gone}
        return {item: LOCOMOTIVE if item in lost else value[item] for item in left}
    if not _is_itemised(name, value):
        return value
    left = [item for item in left if ("option", name, item) not in gone]
    return {item: value[item] for item in left} if isinstance(value, Mapping) else tuple(left)


def _fewer(seat: Seat, deck: tuple[Card, ...], gone: Collection[Piece]) -> tuple[Card, ...]:
    """A deck without some of its bullets; without its action cards if its order does not matter."""
    bullets = [card for card in deck if is_bullet(card)]
    lost = [card for number, card in enumerate(bullets) if ("bullet", seat, str(number)) in gone]
    left = list(deck)
    for card in lost:
        left.remove(card)
    return tuple(card for card in left if is_bullet(card)) if ("deck", seat) in gone else tuple(left)
