"""People and loot as shapes, and how they are put into a place: in rows, loot at the bottom and people behind it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from colt_rules.model.names import Bandit, Car, Place
from colt_rules.model.record import changed
from colt_rules.pictures.scene import Loot, Scene, loot_shapes, people
from colt_rules.pictures.slots import Row, Thing
from colt_rules.pictures.words import ENGLISH, PHRASES, Words
from colt_rules.rules.boxes import CHARACTERS
from colt_rules.safe_text import escape

LINE = 18
"""How high a line of text is."""
PRESSED = 88
"""How wide a name below a car is that is too long for it."""
LETTER = 11
"""How wide a letter of a label is, at most."""
PALE = ("green", "black", "red", "blue", "purple")
"""The colours on which letters are white."""


# --- people and loot


def bandit_thing(bandit: Bandit) -> Thing:
    """A bandit in its colour, or a figure that a module draws."""
    if bandit in people():
        return people()[bandit].thing
    colour = CHARACTERS[bandit].colour if bandit in CHARACTERS else "grey"
    return Thing("person", colour, _letters(bandit), 30, 46, letters=1, room=20)


def _letters(bandit: Bandit) -> str:
    """The first letter of a name, or two where another bandit or the Marshal has the same: Doc is Do, Django is Dj."""
    alone = all(other[0] != bandit[:1] for other in (*CHARACTERS, "marshal") if other != bandit)
    return bandit[: 1 if alone else 2].capitalize()


def loot_thing(loot: Loot) -> Thing:
    """A token with its face or its value, as far as that is known."""
    if loot.face:
        return loot.face.thing
    sign = "" if loot.value is None else str(loot.value)
    return Thing(loot.kind, loot.kind, sign) if loot.kind in loot_shapes() else Thing("loot", "grey", sign)


LABEL = Thing("label", "", PHRASES["beside-train"], 165, 28)
MARSHAL = Thing("marshal", "yellow", "", 30, 46)


def labelled(label: Thing, sign: str) -> Thing:
    """A label that says this, with as much room as that needs in another language."""
    return label if sign == label.sign else changed(label, sign=sign, width=LETTER * (len(sign) + 1))


def drawn_thing(thing: Thing, x: int, y: int) -> str:
    """A thing with its sign; a long sign is pressed together, so that it fits whatever the font."""
    if thing.shape == "label":
        return f'<text class="name" x="{x + thing.width // 2}" y="{y + 20}">{escape(thing.sign)}</text>'
    shape = f'<use href="#colt-{thing.shape}" class="{thing.colour}" x="{x}" y="{y}"/>'
    if not thing.sign:
        return shape
    person = thing.shape == "person"
    looks = [*(["big"] if person and len(thing.sign) == 1 else []), *(["pale"] if thing.colour in PALE else [])]
    looks += [thing.font] if thing.font else []
    classes = f' class="{" ".join(looks)}"' if looks else ""
    tight = len(thing.sign) > thing.letters
    fit = f' textLength="{thing.room}" lengthAdjust="spacingAndGlyphs"' if tight else ""
    where = f'x="{x + thing.width // 2}" y="{y + (41 if person else 23)}"'
    return f"{shape}<text{classes} {where}{fit}>{escape(thing.sign)}</text>"


# --- what is in a place, in rows from the bottom up


def rows_at(seen: Scene, place: Place) -> list[list[Thing]]:
    """Loot lies at the bottom and people stand behind it; what has no room beside each other goes above."""
    loot = [loot_thing(token) for token in seen.floor.get(place, ())]
    people = [bandit_thing(bandit) for bandit, where in seen.bandits.items() if where == place]
    people += [MARSHAL] if seen.marshal == place else []
    people += [figure.thing for figure in seen.added.figures if figure.place == place]
    return [*portions(loot, 2), *portions(people, 3)]


class Sized(Protocol):
    """What has a place in a row."""

    @property
    def width(self) -> int:
        """How much room it takes."""

    @property
    def height(self) -> int:
        """How high it is."""


T = TypeVar("T", bound=Sized)


def portions(things: Sequence[T], size: int) -> Iterator[list[T]]:
    """Things in rows of so many."""
    return (list(things[start : start + size]) for start in range(0, len(things), size))


def height_of(rows: Iterable[Sequence[Sized]]) -> int:
    """How high rows are, one above the other."""
    return 4 + sum(row[0].height + 2 for row in rows)


def stacked(rows: Iterable[list[T]], bottom: int) -> Iterator[tuple[list[T], int]]:
    """Each row with the height at which it begins."""
    for row in rows:
        bottom -= row[0].height + 2
        yield row, bottom


def arranged(rows: Iterable[list[T]], middle: int, bottom: int) -> Iterator[tuple[T, int, int]]:
    """Things side by side around this middle, row above row: each with its left edge and its top."""
    for row, top in stacked(rows, bottom):
        left = middle - sum(thing.width for thing in row) // 2
        yield from ((thing, left + thing.width * index, top) for index, thing in enumerate(row))


class Filling(Protocol[T]):
    """What stands on a train, so that one function draws the train whatever is on it."""

    def at(self, place: Place) -> list[list[T]]:
        """The rows of what is at a place, from the bottom up."""

    def beside(self, row: Row, car: Car) -> list[list[T]]:
        """The rows of what stands beside a car."""

    def drawn(self, rows: list[list[T]], middle: int, bottom: int, place: Place) -> str:
        """These rows as SVG, around this middle and from this height up; they are at this place, or beside this car."""

    def named(self, name: Car, middle: int, top: int) -> str:
        """The name of a car, or what it is called by, below it."""


class Position:
    """Everything that is there, and no more."""

    def __init__(self, seen: Scene, words: Words = ENGLISH) -> None:
        self.seen = seen
        self.words = words

    def at(self, place: Place) -> list[list[Thing]]:
        """Loot, and people behind it."""
        return rows_at(self.seen, place)

    def beside(self, row: Row, car: Car) -> list[list[Thing]]:
        """As many as there are."""
        return list(portions([row.thing] * row.numbers.get(car, 0), 2))

    def drawn(self, rows: list[list[Thing]], middle: int, bottom: int, place: Place) -> str:
        """Each as it looks."""
        return "".join(drawn_thing(thing, x, y) for thing, x, y in arranged(rows, middle, bottom))

    def named(self, name: Car, middle: int, top: int) -> str:
        """Each word on its line; a long one is pressed together, so that it stays below its car."""
        lines = enumerate(self.words.sign(name).split("-", 1))
        return "".join(
            f'<text class="name" x="{middle}" y="{top + LINE * line}"{self._pressed(word)}>{escape(word)}</text>'
            for line, word in lines
        )

    def _pressed(self, word: str) -> str:
        is_long = len(word) > self.words.longest
        return f' textLength="{PRESSED}" lengthAdjust="spacingAndGlyphs"' if is_long else ""
