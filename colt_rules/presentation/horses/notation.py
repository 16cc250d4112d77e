"""How horses and flasks are written in a case.

    car    |       | mail             | dining      |
    roof   | tuco  |                  |             |
    inside | M     | ghost whisky:old | whisky:half |
    beside | horse | horse            | horse horse |

The row ``beside`` says beside which car the horses stand.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from colt_rules.conformance.notation import (
    BadSketch,
    Cell,
    Choosing,
    Drawing,
    Loot,
    Notation,
    OfThoseLeft,
    OptionValues,
    Piece,
    Sample,
    cell,
)
from colt_rules.model.changes import with_part
from colt_rules.model.names import Car, Seat, Token, car_of
from colt_rules.model.state import Game
from colt_rules.rules.horses.box import EXTRAS
from colt_rules.rules.horses.model import Flask, Horses, horses_of
from colt_rules.rules.horses.places import BESIDE
from colt_rules.rules.rulebook import rules_of

HORSE = "horse"
WHISKY = "whisky"
FLASKS = {
    WHISKY: Flask("classic", False),
    f"{WHISKY}:half": Flask("classic", True),
    f"{WHISKY}:old": Flask("old", False),
    f"{WHISKY}:old-half": Flask("old", True),
}
"""The words for flasks: without ``old`` they are classic, without ``half`` full."""
PLAIN = FLASKS[WHISKY]
MOST_HORSES = EXTRAS.pieces[HORSE].count


def put(game: Game, drawing: Drawing, options: OptionValues, words: Mapping[Token, str]) -> Game:
    """The horses, numbered from head to tail, and the flasks."""
    stands = _numbered(map(car_of, drawing.cells_with(HORSE)))
    if len(stands) > (most := len(rules_of(game).components.characters)):
        raise BadSketch(f"{BESIDE}: expected at most {most} horses, got {len(stands)}")
    flasks = {token: FLASKS[word] for token, word in words.items() if word in FLASKS}
    return with_part(game, "horses", Horses(stands, flasks))


def _numbered(cars: Iterator[Car]) -> dict[str, Car]:
    return {f"{HORSE}-{number}": car for number, car in enumerate(cars, 1)}


def drawn(horses: Horses) -> dict[Cell, Sequence[str]]:
    """Every horse beside its car."""
    return {cell(car, BESIDE): [HORSE] * count for car, count in Counter(horses.stands.values()).items()}


def word(horses: Horses, token: Token) -> str:
    """The word for a flask."""
    return next((word for word, flask in FLASKS.items() if horses.flasks.get(token) == flask), "")


def apart(game: Game) -> Horses | None:
    """The horses from head to tail, and the flasks; None while a flask is being used, which no board shows."""
    now = horses_of(game)
    stands = _numbered(iter(sorted(now.stands.values(), key=game.train.index)))
    return None if now.pour else Horses(stands, now.flasks)


def pieces(horses: Horses, tokens: Sequence[Token]) -> list[Piece]:
    """Each flask that is not a full classic one, and each horse."""
    unlike = [token for token in tokens if horses.flasks.get(token, PLAIN) != PLAIN]
    return [*(("flask", token) for token in unlike), *((HORSE, horse) for horse in horses.stands)]


def without(horses: Horses, gone: Collection[Piece], of_those_left: OfThoseLeft) -> Horses:
    """The remaining horses beside remaining cars."""
    stands = horses.stands.items()
    return Horses(
        stands={horse: car for horse, car in stands if (HORSE, horse) not in gone and ("car", car) not in gone},
        flasks={token: PLAIN if ("flask", token) in gone else flask for token, flask in horses.flasks.items()},
    )


def unreachable(game: Game) -> Iterator[str]:
    """Each car gets one flask, and the box limits the flasks of each kind."""
    kinds = Counter(flask.kind for flask in horses_of(game).flasks.values())
    if kinds.total() > (cars := len(game.train) - 1):
        yield f"flasks: {cars} cars have one each, here are {kinds.total()}"
    for kind, count in kinds.items():
        if count > (most := max(EXTRAS.flasks[kind].count, EXTRAS.flasks[kind].listed)):
            yield f"flasks: the box has {most} of {kind}, here are {count}"


def vocabulary(game: Game) -> dict[str, list[Any]]:
    """The bandits that could board, and the cars."""
    rules = rules_of(game)
    return {
        "boards": list(game.figures or rules.components.characters),
        "car": list(game.train or rules.components.cars),
    }


def sampled(choosing: Choosing, train: Sequence[Car], seats: Sequence[Seat]) -> Sample:
    """Horses beside any cars, no more than exist."""
    return drawn(Horses(_numbered(iter(choosing.several(train, MOST_HORSES))))), {}


NOTATION = Notation(
    rows=(BESIDE,),
    standing=(HORSE,),
    loot=dict.fromkeys(FLASKS, Loot(WHISKY, 0)),
    put=put,
    drawn=drawn,
    word=word,
    apart=apart,
    pieces=pieces,
    without=without,
    unreachable=unreachable,
    names={"boards": "bandits", "car": "all"},
    compared_like={"FlaskCardsDrawn.cards": "CardsDrawn.cards"},
    dealt=("flasks", "rearmost"),
    vocabulary=vocabulary,
    sampled=sampled,
    pages={
        "flasks": ", ".join(f"`{flask}`" for flask in FLASKS),
        "counted": "flasks",
        "decided": "flasks",
        "rows.what": "with horses `flasks` and `rearmost`",
    },
)
