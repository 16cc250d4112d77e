"""How horses and flasks are written in a case.

    car    |       | mail             | dining      |
    roof   | tuco  |                  |             |
    inside | M     | ghost whisky:old | whisky:half |
    beside | horse | horse            | horse horse |

The row ``beside`` says beside which car the horses stand.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from colt_rules.conformance.notation import (
    BadSketch,
    Cell,
    Choosing,
    Drawing,
    Loot,
    Notation,
    OptionValues,
    Sample,
    SketchWords,
    Written,
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
MOST_HORSES = EXTRAS.pieces[HORSE].count


def read(game: Game, drawing: Drawing, options: OptionValues, words: Mapping[Token, str]) -> Game:
    """The horses, numbered from head to tail, and the flasks."""
    cars = [car_of(at) for at in drawing.cells_with(HORSE)]
    if len(cars) > (most := len(rules_of(game).components.characters)):
        raise BadSketch(f"{BESIDE}: expected at most {most} horses, got {len(cars)}")
    stands = {f"{HORSE}-{number}": car for number, car in enumerate(cars, 1)}
    flasks = {token: FLASKS[word] for token, word in words.items() if word in FLASKS}
    return with_part(game, "horses", Horses(stands, flasks))


def write(game: Game) -> Written:
    """Every horse beside its car, and the word for each flask; no board shows a flask that is being used."""
    now = horses_of(game)
    words = {flask: word for word, flask in FLASKS.items()}
    return Written(
        cells=_beside(now.stands.values()),
        tokens={token: words[flask] for token, flask in now.flasks.items()},
        options=None if now.pour else {},
    )


def _beside(cars: Iterable[Car]) -> dict[Cell, list[str]]:
    """A horse beside each of these cars."""
    return {cell(car, BESIDE): [HORSE] * count for car, count in Counter(cars).items()}


def unreachable(game: Game) -> Iterator[str]:
    """Each car gets one flask, and the box limits the flasks of each kind."""
    kinds = Counter(flask.kind for flask in horses_of(game).flasks.values())
    if kinds.total() > (cars := len(game.train) - 1):
        yield f"flasks: expected at most one for each of {cars} cars, got {kinds.total()}"
    for kind, count in kinds.items():
        if count > (most := max(EXTRAS.flasks[kind].count, EXTRAS.flasks[kind].listed)):
            yield f"flasks: expected at most {most} of {kind}, as in the box, got {count}"


def sampled(choosing: Choosing, train: Sequence[Car], seats: Sequence[Seat]) -> Sample:
    """Horses beside any cars, no more than exist."""
    return _beside(choosing.several(train, MOST_HORSES)), {}


NOTATION = Notation(
    sketch=SketchWords(rows={BESIDE: (HORSE,)}, loot=dict.fromkeys(FLASKS, Loot(WHISKY, 0))),
    read=read,
    write=write,
    unreachable=unreachable,
    compared_like={"FlaskCardsDrawn.cards": "CardsDrawn.cards"},
    sampled=sampled,
    pages={
        "flasks": ", ".join(f"`{flask}`" for flask in FLASKS),
        "counted": "flasks",
        "decided": "flasks",
        "rows.what": "with horses `flasks` and `rearmost`",
    },
)
