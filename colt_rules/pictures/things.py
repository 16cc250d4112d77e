"""People and loot as shapes, and their arrangement in a place: in rows, loot at the bottom and people behind it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Protocol, TypeVar

from colt_rules.languages import LANGUAGES
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


def bandit_thing(bandit: Bandit, lang: str = ENGLISH.lang) -> Thing:
    """A bandit in its colour with the letters of its name in a language, or a figure that a module draws."""
    if bandit in people():
        return people()[bandit].thing
    colour = CHARACTERS[bandit].colour if bandit in CHARACTERS else "grey"
    return Thing("person", colour, initials(lang).get(bandit, bandit[:2].capitalize()), 30, 46, letters=1, room=20)


def bandit_for_all(bandit: Bandit) -> Thing:
    """A bandit in a picture for all languages: with its letters in each."""
    thing, others = bandit_thing(bandit), ((lang, bandit_thing(bandit, lang).sign) for lang in OTHER_LETTERS)
    return changed(thing, others=tuple((lang, sign) for lang, sign in others if sign != thing.sign))


@cache
def initials(lang: str) -> Mapping[Bandit, str]:
    """By character: the first letter of its name, or two if another one or the Marshal shares it: Doc, Django."""
    names = {id: one.name.in_language(lang) for id, one in CHARACTERS.items()}
    first = Counter(name[0] for name in (*names.values(), "Marshal"))
    return {id: name[: 1 if first[name[0]] == 1 else 2] for id, name in names.items()}


OTHER_LETTERS = tuple(lang for lang in LANGUAGES if initials(lang) != initials(ENGLISH.lang))
"""The languages with other letters than English."""


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
    pale = "pale" if thing.colour in PALE else ""
    return shape + "".join(_drawn_sign(thing, sign, (pale, thing.font, lang), x, y) for lang, sign in signs(thing))


def signs(thing: Thing) -> Iterator[tuple[str, str]]:
    """The sign of a thing, if it has one; a sign for some languages only has the language as its class."""
    if thing.sign:
        yield ENGLISH.lang if thing.others else "", thing.sign
        yield from thing.others


def _drawn_sign(thing: Thing, sign: str, looks: Iterable[str], x: int, y: int) -> str:
    person = thing.shape == "person"
    classes = " ".join(filter(None, ["big" if person and len(sign) == 1 else "", *looks]))
    look = f' class="{classes}"' if classes else ""
    fit = f' textLength="{thing.room}" lengthAdjust="spacingAndGlyphs"' if len(sign) > thing.letters else ""
    return f'<text{look} x="{x + thing.width // 2}" y="{y + (41 if person else 23)}"{fit}>{escape(sign)}</text>'


# --- the content of a place, in rows from the bottom up


def rows_at(seen: Scene, place: Place, words: Words) -> list[list[Thing]]:
    """Loot is at the bottom and people stand behind it; what does not fit side by side goes above."""
    loot = [loot_thing(token) for token in seen.floor.get(place, ())]
    people = [bandit_thing(bandit, words.lang) for bandit, where in seen.bandits.items() if where == place]
    people += [MARSHAL] if seen.marshal == place else []
    people += [figure.thing for figure in seen.added.figures if figure.place == place]
    return [*portions(loot, 2), *portions(people, 3)]


class Sized(Protocol):
    """Something with a size in a row."""

    @property
    def width(self) -> int:
        """The width of the thing."""

    @property
    def height(self) -> int:
        """The height of the thing."""


T = TypeVar("T", bound=Sized)


def portions(things: Sequence[T], size: int) -> Iterator[list[T]]:
    """Things in rows of this size."""
    return (list(things[start : start + size]) for start in range(0, len(things), size))


def height_of(rows: Iterable[Sequence[Sized]]) -> int:
    """The total height of rows."""
    return 4 + sum(row[0].height + 2 for row in rows)


def stacked(rows: Iterable[list[T]], bottom: int) -> Iterator[tuple[list[T], int]]:
    """Each row, with the height of its top."""
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
        """The loot at a place, and the people behind it."""
        return rows_at(self.seen, place, self.words)

    def beside(self, row: Row, car: Car) -> list[list[Thing]]:
        """As many copies of the row's thing as there are beside the car."""
        return list(portions([row.thing] * row.numbers.get(car, 0), 2))

    def drawn(self, rows: list[list[Thing]], middle: int, bottom: int, place: Place) -> str:
        """The rows as SVG, each thing with its look."""
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
