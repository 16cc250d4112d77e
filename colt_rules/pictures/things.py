"""People and loot as shapes, and their arrangement in a place: in rows, loot at the bottom and people behind it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from colt_rules.model.names import Bandit, Car, Place
from colt_rules.model.record import changed
from colt_rules.pictures.scene import LootToken, Scene, loot_shapes, people
from colt_rules.pictures.slots import Row, Thing
from colt_rules.pictures.words import ENGLISH, PHRASES, Words
from colt_rules.rules.boxes import CHARACTERS
from colt_rules.safe_text import escape

LINE = 18
"""The height of a line of text."""
PRESSED = 88
"""The width of a name that is too long for its car."""
LETTER = 11
"""The maximum width of a letter of a label."""
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
    """The first letter of a name, or two if another bandit or the Marshal shares it: Doc is Do, Django is Dj."""
    alone = all(other[0] != bandit[:1] for other in (*CHARACTERS, "marshal") if other != bandit)
    return bandit[: 1 if alone else 2].capitalize()


def loot_thing(loot: LootToken) -> Thing:
    """A token with its face or its value, if known."""
    if loot.face:
        return loot.face.thing
    sign = "" if loot.value is None else str(loot.value)
    return Thing(loot.kind, loot.kind, sign) if loot.kind in loot_shapes() else Thing("loot", "grey", sign)


LABEL = Thing("label", "", PHRASES["beside-train"], 165, 28)
MARSHAL = Thing("marshal", "yellow", "", 30, 46)


def labelled(label: Thing, sign: str) -> Thing:
    """A label with this text, as wide as its language needs."""
    return label if sign == label.sign else changed(label, sign=sign, width=LETTER * (len(sign) + 1))


def drawn_thing(thing: Thing, x: int, y: int) -> str:
    """A thing with its sign; a long sign is compressed, so that it fits with any font."""
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


# --- the content of a place, in rows from the bottom up


def rows_at(seen: Scene, place: Place) -> list[list[Thing]]:
    """Loot is at the bottom and people stand behind it; what does not fit side by side goes above."""
    loot = [loot_thing(token) for token in seen.floor.get(place, ())]
    people = [bandit_thing(bandit) for bandit, where in seen.bandits.items() if where == place]
    people += [MARSHAL] if seen.marshal == place else []
    people += [figure.thing for figure in seen.added.figures if figure.place == place]
    return [*portions(loot, 2), *portions(people, 3)]


class Sized(Protocol):
    """Something with a size in a row."""

    @property
    def width(self) -> int:
        """Its width."""

    @property
    def height(self) -> int:
        """Its height."""


T = TypeVar("T", bound=Sized)


def portions(things: Sequence[T], size: int) -> Iterator[list[T]]:
    """Things in rows of this size."""
    return (list(things[start : start + size]) for start in range(0, len(things), size))


def height_of(rows: Iterable[Sequence[Sized]]) -> int:
    """The total height of rows."""
    return 4 + sum(row[0].height + 2 for row in rows)


def stacked(rows: Iterable[list[T]], bottom: int) -> Iterator[tuple[list[T], int]]:
    """Each row with its top."""
    for row in rows:
        bottom -= row[0].height + 2
        yield row, bottom


def arranged(rows: Iterable[list[T]], middle: int, bottom: int) -> Iterator[tuple[T, int, int]]:
    """Things side by side, centred on ``middle``, row above row: each with its left edge and its top."""
    for row, top in stacked(rows, bottom):
        left = middle - sum(thing.width for thing in row) // 2
        yield from ((thing, left + thing.width * index, top) for index, thing in enumerate(row))


class Filling(Protocol[T]):
    """The content of a train, so that one function draws the train with any content."""

    def at(self, place: Place) -> list[list[T]]:
        """The rows at a place, from the bottom up."""

    def beside(self, row: Row, car: Car) -> list[list[T]]:
        """The rows beside a car."""

    def drawn(self, rows: list[list[T]], middle: int, bottom: int, place: Place) -> str:
        """These rows as SVG, centred on ``middle``, from ``bottom`` up; ``place`` may be a car they are beside."""

    def named(self, name: Car, middle: int, top: int) -> str:
        """The label below a car."""


class Position:
    """The content of a position."""

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
        """Each thing with its look."""
        return "".join(drawn_thing(thing, x, y) for thing, x, y in arranged(rows, middle, bottom))

    def named(self, name: Car, middle: int, top: int) -> str:
        """One word per line; a long word is compressed to the width of the car."""
        lines = enumerate(self.words.sign(name).split("-", 1))
        return "".join(
            f'<text class="name" x="{middle}" y="{top + LINE * line}"{self._pressed(word)}>{escape(word)}</text>'
            for line, word in lines
        )

    def _pressed(self, word: str) -> str:
        is_long = len(word) > self.words.longest
        return f' textLength="{PRESSED}" lengthAdjust="spacingAndGlyphs"' if is_long else ""
