"""A picture of what happens: the train afterwards, with arrows, shots, crosses and rings.

Figures are at their final places, with an outline at earlier ones. The picture contains no words: cars have numbers,
and a page explains the rest in a legend. Bandits have their letters in each alphabet, and the fragment of the address
(`letters_at`) says which are visible. So one file serves all languages.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain

from attrs import Factory, define

from colt_rules.model.names import Car, Place, Token, inside, is_roof, kind_of, roof
from colt_rules.model.record import changed, record
from colt_rules.pictures.cards import HIGH, drawn_cross, drawn_line, icon_of
from colt_rules.pictures.happening import Happening, Line, Mark, Spot, Stop
from colt_rules.pictures.looks import needed
from colt_rules.pictures.marks import Point, blow, curve, ring, shot
from colt_rules.pictures.scene import LootToken, Scene, loot_of
from colt_rules.pictures.showing import MARSHAL
from colt_rules.pictures.slots import Row, Thing
from colt_rules.pictures.things import (
    LINE,
    OTHER_LETTERS,
    arranged,
    bandit_for_all,
    drawn_thing,
    loot_thing,
    portions,
    signs,
)
from colt_rules.pictures.things import MARSHAL as MARSHAL_THING
from colt_rules.pictures.train import MARGIN, drawn_train
from colt_rules.pictures.words import ENGLISH
from colt_rules.safe_text import escape

WIDE, APART = 460, 26
"""The maximum width of lines without a train, and the distance between lines."""
TALL = 40
"""People are taller than this, things are not."""
ROOM = 16
"""The space left around people to whom something happens."""


@record
class PlacedThing:
    """Somebody or something at one of its stops."""

    thing: Thing
    stop: Stop
    is_present: bool = True
    """Whether it is at this place now, not earlier."""
    room: int = 0
    """The space left around it, so that what happens to it is visible."""

    @property
    def width(self) -> int:
        """The width of the thing, including the space around it."""
        return self.thing.width + self.room

    @property
    def height(self) -> int:
        """The height of its drawing."""
        return self.thing.height


@record
class LegendEntry:
    """A line of the legend: the drawing, and the id of what it is. A car has its number."""

    id: str
    thing: Thing | None = None
    number: int = 0


@record
class Picture:
    """A picture of what happens, with the data for its caption."""

    svg: str
    width: int
    height: int
    legend: tuple[LegendEntry, ...]
    occupants: tuple[tuple[Place, tuple[str, ...]], ...]
    """By place: the ids of the figures at it in the end."""


def picture_of(it: Happening) -> Picture:
    """A picture of what happens, which must not be empty."""
    it = _without_bystanders(it)
    stage = _Stage(it)
    board, width, bottom = drawn_train(it.scene, stage) if it.marks and it.scene.train else ("", 2 * MARGIN, 0)
    bottom -= 0 if it.scene.added.rows or it.scene.vehicles else LINE
    strip, right, bottom = stage.strip(width, bottom) if board else ("", 0, MARGIN)
    marks = "".join(stage.marked()) if board else ""
    lines, ends, bottom = _lines(it.lines, max(width, WIDE), bottom)
    right = max(right, ends)
    width, top = max(width, right + MARGIN), stage.head() if board else 0
    body = f"{board}{strip}{marks}{lines}"
    height = bottom - top
    svg = _svg(f"0 {top} {width} {height}", width, height, body)
    return Picture(svg, width, height, tuple(_legend(it, stage, board)), tuple(_there(it.scene)) if board else ())


def _lines(lines: Iterable[Line], width: int, top: int) -> tuple[str, int, int]:
    """Lines side by side as far as there is room; their right and lower end."""
    drawn, x, right = [], MARGIN, 0
    for line in lines:
        svg, end = drawn_line(line, x, top)
        if end > width - MARGIN and x > MARGIN:
            top += HIGH + MARGIN
            svg, end = drawn_line(line, MARGIN, top)
        drawn.append(svg)
        right, x = max(right, end), end + APART
    return "".join(drawn), right, top + HIGH + MARGIN if drawn else top


def _without_bystanders(it: Happening) -> Happening:
    """Remove rows and vehicles without anybody in them, which would take half of the picture."""
    names = {*it.stops, *(mark.start.name for mark in it.marks)}
    spots = {*chain.from_iterable(it.stops.values()), *(mark.end for mark in it.marks if isinstance(mark.end, str))}
    spots |= {*it.scene.bandits.values(), *(one.place for one in it.scene.added.figures if one.id in names)}
    added = it.scene.added
    rows = tuple(row for row in added.rows if row.stands or any(_is_row(row, name) for name in names))
    vehicles = tuple(
        one for one in added.vehicles if one.name in names or {roof(one.name), inside(one.name), one.name} & spots
    )
    return changed(it, scene=changed(it.scene, added=changed(added, rows=rows, vehicles=vehicles)))


def emblem(thing: Thing) -> str:
    """A thing alone, for a legend."""
    sheet = '<use href="#colt-sheet" class="white" x="1" y="1"/>' if thing.shape.startswith("on-") else ""
    body = sheet + drawn_thing(thing, 1, 1)
    width, height = thing.width + 2, thing.height + 2
    return _svg(f"0 0 {width} {height}", width, height, body)


def letters_at(lang: str) -> str:
    """What follows the address of a picture on a page in this language, so that bandits have its letters."""
    return f"#{lang}" if lang in OTHER_LETTERS else ""


def _svg(view: str, width: int, height: int, body: str) -> str:
    """A picture for all languages: the fragment of its address names a language with other letters, if any."""
    [lang] = OTHER_LETTERS
    has_both = f' {lang}"' in body
    id = f' id="{lang}"' if has_both else ""
    own = f"<style>.{lang},:target .{ENGLISH.lang}{{display:none}}:target .{lang}{{display:inline}}</style>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{id} class="colt-train" viewBox="{view}" '
        f'width="{width}" height="{height}">{needed(body)}{own if has_both else ""}{body}</svg>'
    )


# --- who and what is in the picture


@define
class _Stage:
    """Draws what is on the train, afterwards and before, and remembers where."""

    it: Happening
    points: dict[Stop, Point] = Factory(dict)
    places: dict[Spot, Point] = Factory(dict)
    drawn_pieces: list[PlacedThing] = Factory(list)
    top: float = 1000

    @cached_property
    def involved(self) -> frozenset[str]:
        """The names of the figures and things that take part."""
        stops = (stop for mark in self.it.marks for stop in (mark.start, mark.end))
        return frozenset((*self.it.stops, *(stop.name for stop in stops if isinstance(stop, Stop))))

    def _last(self, name: str, spot: Spot) -> Stop:
        """The final stop of something."""
        found = self.it.stops.get(name, (spot,))
        return Stop(name, len(found) - 1 if found[-1] == spot else len(found))

    def _pieces(self, spot: Spot, those: Iterable[tuple[str, Thing]]) -> Iterator[PlacedThing]:
        """Things at their final spot."""
        return (PlacedThing(thing, self._last(name, spot)) for name, thing in those)

    def _earlier(self, spot: Spot, wanted: Iterable[str]) -> Iterator[PlacedThing]:
        """Outlines of things at earlier spots."""
        for name in wanted:
            found = self.it.stops.get(name, ())
            for number, where in enumerate(found):
                is_last = number == len(found) - 1 and _is_at(self.it.scene, name, spot)
                if where == spot and not is_last:
                    yield PlacedThing(thing_of(self.it.scene, name), Stop(name, number), is_present=False)

    def at(self, place: Place) -> list[list[PlacedThing]]:
        """The loot at a place, and the people behind it."""
        seen = self.it.scene
        loot = [*self._pieces(place, ((one.token, _loot_thing(one)) for one in seen.floor.get(place, ())))]
        bandits = ((name, bandit_for_all(name)) for name, where in seen.bandits.items() if where == place)
        people = [*self._pieces(place, bandits)]
        if seen.marshal == place:
            people += self._pieces(place, [(MARSHAL, MARSHAL_THING)])
        people += self._pieces(place, ((one.id, one.thing) for one in seen.added.figures if one.place == place))
        for piece in self._earlier(place, self.it.stops):
            (loot if piece.height < TALL else people).append(piece)
        if any(piece.stop.name in self.involved for piece in people):
            return [*portions(loot, 2), *portions([changed(piece, room=ROOM) for piece in people], 2)]
        return [*portions(loot, 2), *portions(people, 3)]

    def beside(self, row: Row, car: Car) -> list[list[PlacedThing]]:
        """The things of a row that are beside a car, and outlines of things that were there before."""
        named = [name for name, where in row.stands.items() if where == car]
        unnamed = row.numbers.get(car, 0) - len(named)
        there = [*self._pieces(car, ((name, row.thing) for name in named))]
        there += [PlacedThing(row.thing, Stop(""))] * unnamed
        there += self._earlier(car, (name for name in self.it.stops if name in row.stands or _is_row(row, name)))
        return list(portions(there, 2))

    def drawn(self, rows: list[list[PlacedThing]], middle: int, bottom: int, place: Place) -> str:
        """Each piece, or its outline at an earlier place."""
        self.places.setdefault(place, Point(middle, bottom - 26))
        before = ""
        for vehicle in self.it.scene.vehicles:
            if place == inside(vehicle.name):
                before = "".join(self._vehicle(vehicle.name, middle, bottom))
        return before + "".join(self._drawn(piece, x, y) for piece, x, y in arranged(rows, middle, bottom))

    def _vehicle(self, name: Car, middle: int, bottom: int) -> Iterator[str]:
        """The outline of a vehicle where it stood before: beside its earlier car, level with where it is now."""
        found = self.it.stops.get(name, ("",))
        for number, car in enumerate(found):
            column = self.places.get(inside(car))
            x = round(column.x) if column else middle
            self.points[Stop(name, number)] = Point(x, bottom - 24, 58, 30)
            if x != middle:
                yield f'<path class="ghost" d="M{x - 54} {bottom - 48}h108v56h-108z"/>'

    def _drawn(self, piece: PlacedThing, x: int, y: int) -> str:
        wide, high = piece.thing.width / 2 + 3, piece.height / 2 + 3
        self.points[piece.stop] = Point(x + piece.width / 2, y + piece.height / 2, wide, high)
        self.top = min(self.top, y)
        self.drawn_pieces.append(piece)
        x += piece.room // 2
        return drawn_thing(piece.thing, x, y) if piece.is_present else _outline(piece.thing, x, y)

    def head(self) -> int:
        """The upper end of the picture: above all marks and roofs."""
        roofs = [int(point.y) + 26 for place, point in self.places.items() if is_roof(place)]
        return min([int(self.top) - 8, *(roof - 12 for roof in roofs), *(0 for _ in self.it.scene.fronts)])

    def named(self, name: Car, middle: int, top: int) -> str:
        """The number of a car; empty for what is beside or before the train."""
        train = self.it.scene.train
        number = train.index(name) if name in train else 0
        at = Point(middle, top - 6, 9, 7) if number else Point(middle, top - 62, 76, 44)
        self.points.setdefault(Stop(name), at)
        return f'<text class="name" x="{middle}" y="{top}">{number}</text>' if number else ""

    def strip(self, width: int, top: int) -> tuple[str, int, int]:
        """What happens to figures that are not on the train; the right and lower end of this part of the picture."""
        shown = {*self.points}
        wanted = dict.fromkeys(stop for mark in self.it.marks for stop in (mark.start, mark.end))
        lost = [stop for stop in wanted if isinstance(stop, Stop) and stop not in shown and stop.name]
        x, drawn = 2 * MARGIN, []
        for stop in lost:
            found = self.it.stops.get(stop.name, ())
            is_there = stop.number >= len(found) - 1
            thing = thing_of(self.it.scene, stop.name)
            drawn.append(self._drawn(PlacedThing(thing, stop, is_there), x, top + HIGH - thing.height))
            x += thing.width + 2 * MARGIN
        return "".join(drawn), x, top + HIGH + MARGIN if lost else top

    # --- what happens

    def marked(self) -> Iterator[str]:
        """Rings first, then movements, then crosses."""
        for stop in self.it.targets:
            if at := self.points.get(stop):
                yield ring("who", at)
        used: dict[tuple[int, int], int] = {}
        crosses = []
        for mark in self.it.marks:
            svg, middle = self._mark(mark, used)
            yield svg
            if middle and mark.struck:
                crosses.append(drawn_cross(round(middle.x), round(middle.y), 9))
        yield from crosses

    def _mark(self, mark: Mark, used: dict[tuple[int, int], int]) -> tuple[str, Point | None]:
        """A mark, and the place of its cross if it was refused."""
        start = self.points.get(mark.start)
        end = self.points.get(mark.end) if isinstance(mark.end, Stop) else self.places.get(mark.end or "")
        if start is None:
            return "", None
        if mark.kind == "goes" and end:
            return self._arrow(mark, start, end, used)
        if mark.kind == "strikes" and end:
            return blow(start, end)
        if mark.kind == "shoots" and end:
            svg, middle, high = shot(start, end, [*self._bystanders(mark)])
            self.top = min(self.top, high)
            return svg, middle
        if mark.kind == "hit":
            return f'<use href="#colt-flash" class="flash" x="{start.x + 10:.0f}" y="{start.y - 16:.0f}"/>', None
        if mark.kind == "earns":
            self.top = min(self.top, start.y - 44)
            return f'<text class="told" x="{start.x:.0f}" y="{start.y - 30:.0f}">{escape(mark.text)}</text>', None
        if mark.kind in ("new", "between"):
            return ring("who" if mark.kind == "new" else "between", start), None
        if mark.kind == "gone":
            above = Point(start.x, start.y - start.high - 12) if mark.carried else start
            return self._carried(mark, above), above
        self.top = min(self.top, start.y - start.high - 12)
        return "", Point(start.x, start.y - start.high - 2)

    def _bystanders(self, mark: Mark) -> Iterator[Point]:
        """The people whom a shot must not seem to hit; those who are in its way are ringed instead."""
        others = {mark.start, mark.end, *(one.start for one in self.it.marks if one.kind == "between")}
        people = (piece for piece in self.drawn_pieces if piece.is_present and piece.height >= TALL)
        return (self.points[piece.stop] for piece in people if piece.stop not in others)

    def _arrow(self, mark: Mark, start: Point, end: Point, used: dict[tuple[int, int], int]) -> tuple[str, Point]:
        key = (round(start.x + end.x), round(start.y + end.y))
        used[key] = used.get(key, -1) + 1
        path, middle, high = curve(start, end, used[key])
        self.top = min(self.top, high)
        svg = f'<path class="halo" d="{path}"/><path class="goes" d="{path}"/>'
        return svg + self._carried(mark, middle), middle

    def _carried(self, mark: Mark, middle: Point) -> str:
        """What goes from one to the other, or gets lost."""
        if not mark.carried:
            return ""
        thing = thing_of(self.it.scene, mark.carried)
        x, y = round(middle.x - thing.width / 2), round(middle.y - thing.height / 2)
        self.drawn_pieces.append(PlacedThing(thing, Stop(mark.carried)))
        self.top = min(self.top, y)
        return drawn_thing(thing, x, y)


def _is_at(seen: Scene, name: str, spot: Spot) -> bool:
    there = {loot.token for loot in seen.floor.get(spot, ())}
    there |= {one for one, where in seen.bandits.items() if where == spot}
    there |= {figure.id for figure in seen.added.figures if figure.place == spot}
    there |= {one for row in seen.added.rows for one, where in row.stands.items() if where == spot}
    return name in there or (name == MARSHAL and seen.marshal == spot)


def _is_row(row: Row, name: str) -> bool:
    """Whether something that left the game belonged to this row: the names are alike."""
    return name.partition("-")[0] == row.name


def thing_of(seen: Scene, name: str) -> Thing:
    """The look of somebody or something."""
    if loot := _loot(seen).get(name):
        return _loot_thing(loot)
    for item in (*seen.added.items, *(one for _, one in seen.added.owned)):
        if item.id == name:
            return _without_words(item.thing)
    for figure in seen.added.figures:
        if figure.id == name:
            return figure.thing
    for row in seen.added.rows:
        if name in row.stands or _is_row(row, name):
            return row.thing
    if name == MARSHAL and name not in seen.bandits:
        return MARSHAL_THING
    return bandit_for_all(name) if name in seen.bandits else loot_thing(loot_of(name))


def _loot(seen: Scene) -> dict[Token, LootToken]:
    held = chain(seen.floor.values(), seen.carried.values(), [seen.aside])
    return {loot.token: loot for loot in chain.from_iterable(held)}


def _loot_thing(loot: LootToken) -> Thing:
    """A token without words."""
    return changed(loot.face.thing, sign=loot.face.sign, font="") if loot.face else loot_thing(loot)


def _without_words(thing: Thing) -> Thing:
    """A card without its name, which is in the legend."""
    return Thing("sheet", thing.colour, "", 26, 36) if thing.shape == "card" else thing


def _outline(thing: Thing, x: int, y: int) -> str:
    where = f'x="{x + thing.width // 2}" y="{y + (41 if thing.height > TALL else 23)}"'
    drawn = [f'<use href="#colt-{thing.shape}" class="ghost" x="{x}" y="{y}"/>']
    for lang, sign in signs(thing):
        big = "big" if thing.shape == "person" and len(sign) == 1 else ""
        looks = " ".join(filter(None, (big, "faint", lang)))
        if len(sign) <= thing.letters + 1:
            drawn.append(f'<text class="{looks}" {where}>{escape(sign)}</text>')
    return "".join(drawn)


# --- the legend


def _legend(it: Happening, stage: _Stage, board: str) -> Iterator[LegendEntry]:
    """Everybody and everything in the picture, each once."""
    found: dict[str, LegendEntry] = {}
    if board:
        for piece in stage.drawn_pieces:
            id = _called(it.scene, piece.stop.name, piece.thing)
            found.setdefault(id, LegendEntry(id, _plain(piece.thing)))
    for part in (part for line in it.lines for part in line):
        if part.kind == "figure":
            found.setdefault(part.what, LegendEntry(part.what, bandit_for_all(part.what)))
        elif part.kind == "card" and (icon := icon_of(part.what)):
            found.setdefault(f"on-{icon}", LegendEntry(icon, Thing(f"on-{icon}", "icon", "", 26, 36)))
        elif part.kind == "heap" and part.what:
            found.setdefault(part.what, LegendEntry(part.what, Thing(part.what, "heap", "", 36, 38)))
    yield from sorted(found.values(), key=lambda entry: bool(entry.thing and entry.thing.height < TALL))
    if board:
        yield from (LegendEntry(car, number=number) for number, car in enumerate(it.scene.train) if number)


def _called(seen: Scene, name: str, thing: Thing) -> str:
    """The id of a thing in the glossary or among the components; for loot and things in rows its kind."""
    for row in seen.added.rows:
        if row.thing == thing:
            return row.name
    own = {*seen.bandits, MARSHAL, *(figure.id for figure in seen.added.figures)}
    items = {item.id for item in (*seen.added.items, *(one for _, one in seen.added.owned))}
    if name in own | items:
        return name
    loot = _loot(seen).get(name)
    return loot.face.id if loot and loot.face and loot.face.id else kind_of(name)


def _plain(thing: Thing) -> Thing:
    """Loot without its value, which the legend omits."""
    return changed(thing, sign="") if thing.sign.isdecimal() else thing


def _there(seen: Scene) -> Iterator[tuple[Place, tuple[str, ...]]]:
    """By place, from the head of the train: the ids of the figures at it."""
    places = [place for car in seen.train for place in (roof(car), inside(car))]
    places += sorted(seen.places - {*places})
    for place in places:
        who = [name for name, where in seen.bandits.items() if where == place]
        who += [MARSHAL] if seen.marshal == place else []
        who += [figure.id for figure in seen.added.figures if figure.place == place and figure.id not in who]
        if who:
            yield place, tuple(filter(None, who))
