"""A position from a sketch: the train in profile, locomotive first, roofs above.

    roof   | tuco       |             | ghost belle |
    inside | M strongbox | purse purse | jewel       |

Each column is a car: the locomotive, then car-1, car-2 and so on. A cell names bandits, ``M`` for the Marshal, and
loot; ``purse:300`` gives a purse its value. Tokens are numbered by kind from head to tail, inside before roof:
``purse-1``, ``purse-2``, ``jewel-1``. Whatever the sketch leaves open is as ordinary as can be; whatever in it makes
no sense is told.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from colt_rules.kernel.decide import settle
from colt_rules.model.names import LOCOMOTIVE, Token, inside, kind_of, owner_of, roof
from colt_rules.model.state import NEW, Cards, Figure, Game, Options, Played, Round
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.setup import action_cards
from colt_rules.rules.rulebook import EDITIONS, MODULES

VALUES = {"purse": 250, "jewel": BOX.jewel_value, "strongbox": BOX.strongbox_value}

Words: TypeAlias = Iterable[str]


class BadSketch(ValueError):
    """A sketch that cannot be read; the message says where and what was expected."""


def board(
    sketch: str,
    *,
    pile: Words = (),
    seats: Words = (),
    first: str = "",
    powers: bool = True,
    happenings: bool = True,
    loot: Mapping[str, Words] | None = None,
    bullets: Mapping[str, int] | None = None,
    received: Mapping[str, Words] | None = None,
    neutral: int = BOX.neutral_bullets,
    aside: Words = ("strongbox",),
    card: str = "tunnel.2-4",
    rounds: Words = (),
    number: int = 1,
) -> Game:
    """The Stealin' phase with these cards on the pile, the first of them revealed.

    Without cards nothing has happened yet: ``settle`` ends the phase, and what is due at the round's end follows.
    ``seats`` go clockwise (default: as the bandits stand, head to tail), ``loot`` and ``received`` say what a bandit
    owns and which bullet cards it has, ``card`` is the round card, ``rounds`` the rounds still to come.
    """
    cars, cells = _columns(sketch)
    tokens: dict[Token, int] = {}
    standing: dict[str, str] = {}
    floor: dict[str, tuple[Token, ...]] = {}
    marshal = ""
    for car, (above, below) in zip(cars, cells, strict=True):
        for place, words in ((inside(car), below), (roof(car), above)):
            for word in words:
                if word == "M":
                    if marshal or place == roof(car):
                        raise BadSketch(f"expected the Marshal M once, inside a car; got him at {place}")
                    marshal = place
                elif word in BOX.characters:
                    if word in standing:
                        raise BadSketch(f"expected {word} in one place, got {standing[word]} and {place}")
                    standing[word] = place
                else:
                    floor[place] = (*floor.get(place, ()), _token(word, tokens))
    order = tuple(seats) or tuple(standing)
    if sorted(order) != sorted(standing):
        raise BadSketch(f"expected the seats to name the bandits {sorted(standing)}, got {sorted(order)}")
    for what, named in (
        ("first", [first] if first else []),
        ("loot", loot),
        ("bullets", bullets),
        ("received", received),
    ):
        if strangers := sorted(set(named or ()) - set(order)):
            raise BadSketch(f"{what}: expected bandits on the train, {', '.join(order)}; got {', '.join(strangers)}")
    for what, names in (("card", [card]), ("rounds", rounds := tuple(rounds))):
        if unknown := [name for name in names if name not in BOX.round_cards]:
            raise BadSketch(f"{what}: expected round cards such as tunnel.2-4, got {', '.join(unknown)}")
    played = tuple(Played(owner_of(name), name, False) for name in pile)
    decks = {seat: Cards((), _deck(seat, played, (received or {}).get(seat, ()))) for seat in order}
    if strangers := sorted({one.card for one in played if one.seat not in order}):
        raise BadSketch(f"pile: expected cards of {', '.join(order)}; got {', '.join(strangers)}")
    figures = {
        bandit: Figure(
            seat=bandit,
            place=standing[bandit],
            loot=tuple(_token(word, tokens) for word in (loot or {}).get(bandit, ())),
            bullets=(bullets or {}).get(bandit, len(BOX.bullets)),
            powers=(bandit,) if powers else (),
            ransom=0,
        )
        for bandit in order
    }
    start = Game(
        options=Options(EDITIONS[0], MODULES[:1], order, powers, happenings, False, ()),
        phase="stealin",
        train=cars,
        marshal=marshal or inside(LOCOMOTIVE),
        figures=figures,
        cards=decks,
        floor=floor,
        aside=tuple(_token(word, tokens) for word in aside),
        values=tokens,
        neutral=neutral,
        rounds=rounds,
        round=Round(number, card, first or order[0], (), 0, (), False, (), played, None, False, False, ()),
        ranking=NEW.ranking,
    )
    return settle(start).after if played else start


def sketch_of(game: Game) -> str:
    """A position as a sketch: who and what is where, the roofs above, each column as wide as it must be."""
    columns = []
    for car in game.train:
        cells = []
        for place in (roof(car), inside(car)):
            bandits = [bandit for bandit, figure in game.figures.items() if figure.place == place]
            marshal = ["M"] if game.marshal == place else []
            cells.append(" ".join([*bandits, *marshal, *map(kind_of, game.floor.get(place, ()))]))
        columns.append((*cells, max(map(len, (*cells, " ")))))
    above = " | ".join(f"{cell:<{width}}" for cell, _, width in columns)
    below = " | ".join(f"{cell:<{width}}" for _, cell, width in columns)
    return f"roof   | {above} |\ninside | {below} |"


def _columns(sketch: str) -> tuple[tuple[str, ...], list[tuple[list[str], list[str]]]]:
    rows: dict[str, list[list[str]]] = {}
    for line in filter(None, map(str.strip, sketch.splitlines())):
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        if name in rows:
            raise BadSketch(f"expected one row called {name}, got two")
        rows[name] = [cell.split() for cell in cells]
    if set(rows) != {"roof", "inside"} or len(rows["roof"]) != len(rows["inside"]):
        raise BadSketch(f"expected a roof row and an inside row with as many cells each, got {sketch!r}")
    count = len(rows["roof"])
    return (LOCOMOTIVE, *(f"car-{number}" for number in range(1, count))), list(
        zip(rows["roof"], rows["inside"], strict=True)
    )


def _token(word: str, tokens: dict[Token, int]) -> Token:
    kind, colon, value = word.partition(":")
    if kind not in VALUES or (colon and not value.isdigit()):
        raise BadSketch(f"expected a bandit, M, or loot like purse, purse:300, jewel, strongbox; got {word!r}")
    number = 1 + sum(token.startswith(kind) for token in tokens)
    tokens[f"{kind}-{number}"] = int(value) if colon else VALUES[kind]
    return f"{kind}-{number}"


def _deck(seat: str, pile: tuple[Played, ...], received: Words) -> tuple[str, ...]:
    """The seat's action cards that are not on the pile, and the bullets it has received on top."""
    left = Counter(action_cards(seat))
    left.subtract(played.card for played in pile if played.seat == seat)
    if missing := [card for card, count in left.items() if count < 0]:
        raise BadSketch(f"pile: expected no more cards than {seat} has, got too many or unknown: {', '.join(missing)}")
    return (*received, *left.elements())
