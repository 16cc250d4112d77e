"""What happens to a position: who and what goes where, who shoots whom, which cards change hands, what is refused.

Moves are found by comparing the positions before and after an event, so no event has to describe them. Everything else
is given by the signs of the event (`showing.py`), and the intention of a refused command by the signs of the command.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from attrs import Factory, define, fields

from colt_rules.kernel import evolve
from colt_rules.model.messages import Command, Event
from colt_rules.model.names import Bandit, Card, Place, Seat, car_of, is_roof, owner_of
from colt_rules.model.record import changed, record
from colt_rules.model.state import Game
from colt_rules.pictures import showing
from colt_rules.pictures.heaps import HAND, NOWHERE, Flow, Heap, flows
from colt_rules.pictures.scene import Scene, modules_drawn, rank_in_words, scene
from colt_rules.pictures.showing import (
    ACTOR,
    MARSHAL,
    SEAT,
    Announces,
    Earns,
    Fails,
    Goes,
    Hit,
    Lays,
    Order,
    Shoots,
    Sign,
    Strikes,
)
from colt_rules.views import SPECTATOR, glimpse

Spot: TypeAlias = str
"""Where somebody or something is: a place, the car it is beside, its owner, or one of the constants below."""
ASIDE = "aside"
"""The spot beside the train."""
GONE = ""
"""The spot of what is out of the game."""
TRAIN = "train"
"""Where cars are, and what is before the locomotive."""
DONE, REFUSED = "done", "refused"

MOST_MARKS, MOST_NEW, MOST_LINES = 8, 4, 4
"""More than these are shown only if the picture is about them."""


@record
class Step:
    """A command and its results."""

    before: Game
    command: Command | None
    """The command; None if it is malformed."""
    events: tuple[tuple[Event, bool], ...]
    """The events, each with whether the picture is about it."""
    refused: bool = False


@record
class Stop:
    """Somebody or something at one of its successive places: before its first move, after it, and so on."""

    name: str
    number: int = 0


@record
class Mark:
    """One thing that happens or is refused."""

    kind: str
    """goes, shoots, strikes, hit, fails, earns, new, gone or between."""
    start: Stop
    end: Stop | Spot | None = None
    way: str = DONE
    text: str = ""
    struck: bool = False
    """Whether it is crossed out: one mark of a refused command is."""
    carried: str = ""
    """What goes from one to the other, if it always has an owner."""


@record
class Part:
    """Something in a line: a figure, a card, a heap, a text, an arrow."""

    kind: str
    what: str


Line: TypeAlias = tuple[Part, ...]


@record
class Happening:
    """Everything that a picture shows."""

    scene: Scene
    """The position afterwards."""
    shown: tuple[Event | Command, ...]
    """The events that it shows, and the refused commands, in order."""
    main: Event | Command | None
    """The refused command; else the first event that the picture is about; else the first one."""
    is_shown: bool
    """Whether its subject is in it."""
    is_about: bool
    """Whether its subject happens on the board."""
    stops: Mapping[str, tuple[Spot, ...]]
    """By name of what moved: its successive places."""
    marks: tuple[Mark, ...]
    targets: tuple[Stop, ...]
    """The actor and the target."""
    lines: tuple[Line, ...]
    """What happens beside the board."""

    def __bool__(self) -> bool:
        return bool(self.marks or self.lines)


def happening(steps: Sequence[Step]) -> Happening:
    """What happens in these steps."""
    changes = [change for step in steps for change in _changes(step)]
    after = steps[-1].before
    for event, _ in steps[-1].events:
        after = evolve(after, event)
    return _Description(_shown(after), *_chosen(changes, has_train=bool(after.train))).happening()


def _shown(game: Game) -> Scene:
    """A game with the loot as everybody at the table sees it; a hidden bandit is shown, because cases are about it."""
    seen = scene(glimpse(game, SPECTATOR))
    return changed(scene(game), floor=seen.floor, carried=seen.carried, aside=seen.aside)


# --- where everything is


def spots(seen: Scene) -> dict[str, Spot]:
    """By name: the spot of each figure and each thing."""
    found: dict[str, Spot] = {bandit: place for bandit, place in seen.bandits.items() if place}
    if seen.marshal:
        found[MARSHAL] = seen.marshal
    found |= {loot.token: place for place, tokens in seen.floor.items() for loot in tokens}
    found |= {loot.token: bandit for bandit, tokens in seen.carried.items() for loot in tokens}
    found |= {loot.token: ASIDE for loot in seen.aside}
    added = seen.added
    found |= {item.id: ASIDE for item in added.items if item.id}
    found |= {item.id: owner for owner, item in added.owned if item.id}
    found |= {name: car for row in added.rows for name, car in row.stands.items()}
    found |= dict.fromkeys((*seen.train[1:], *(front.name for front in seen.fronts)), TRAIN)
    found |= {vehicle.name: vehicle.car for vehicle in added.vehicles if vehicle.car}
    return found | {figure.id: figure.place for figure in added.figures if figure.id}


NO_BOARD = {"phase", "cards", "neutral", "rounds", "round", "ranking", "teams", "sealed"}
"""The fields of a game that do not affect where anything is."""
BOARD = tuple(field.name for field in fields(Game) if field.name not in NO_BOARD)


def _is_same_board(before: Game, after: Game) -> bool:
    """Whether everything is in its place, judged by the identity of the fields."""
    return all(getattr(before, name) is getattr(after, name) for name in BOARD)


# --- what changes


@record
class _Change:
    """A sign with its fields resolved, a change of place, or cards."""

    sign: Any
    about: bool
    game: Game
    """The game as it was before."""
    by: Event | Command
    """The cause of the change."""
    way: str = DONE
    start: Spot | None = None
    """For a move: the place before; None if it was not there at all."""


@record
class _Went:
    what: str
    to: Spot


@record
class _Ranked:
    """The game is over."""

    rows: tuple[tuple[int, Seat, str], ...]


@cache
def _signs() -> Mapping[type, tuple[Sign, ...]]:
    of_modules = {cls: signs for part in modules_drawn().values() for cls, signs in part.shows.items()}
    return {**showing.EVENTS, **showing.COMMANDS, **of_modules}


def _changes(step: Step) -> Iterator[_Change]:
    if step.refused:
        if wanted := step.command:
            for sign in _signs().get(wanted.__class__) or _by_form(wanted, step.before):
                yield from (
                    _Change(one, True, step.before, wanted, REFUSED) for one in _meant(sign, wanted, step.before)
                )
        return
    game, here, announced = step.before, spots(scene(step.before)), False
    for event, cited in step.events:
        about, announced = cited or announced, False
        after = evolve(game, event)
        there = here if _is_same_board(game, after) else spots(scene(after))
        yield from (
            _Change(_Went(name, there.get(name, GONE)), about, game, event, start=here.get(name))
            for name in dict.fromkeys((*here, *there))
            if here.get(name) != there.get(name)
        )
        for sign in _signs().get(event.__class__, ()):
            if isinstance(sign, Announces):
                announced = about
                continue
            yield from (_Change(one, about, game, event) for one in _meant(sign, event, game))
        yield from (_Change(flow, about, game, event) for flow in flows(game, after))
        if after.ranking and not game.ranking:
            money = sums(after)
            rows = tuple((one.rank, one.seat, money[one.seat]) for one in after.ranking)
            yield _Change(_Ranked(rows), about, game, event)
        game, here = after, there


def sums(game: Game) -> dict[Seat, str]:
    """By player, at the end: the money; nothing for whom something else ranks."""
    return {one.seat: "" if rank_in_words(game, one.seat) else f"${one.money}" for one in game.ranking}


def _by_form(command: Command, game: Game) -> tuple[Sign, ...]:
    """The signs of a command that has none: the cards that it names, or a failure of its actor."""
    if cards := next((name for name in ("card", "cards") if hasattr(command, name)), ""):
        return (Lays(ACTOR, cards, HAND, NOWHERE),)
    return (Fails(ACTOR),) if any(figure.seat == command.actor for figure in game.figures.values()) else ()


def _meant(sign: Sign, it: Event | Command, game: Game) -> Iterator[Sign]:
    """A sign with its fields resolved; several if a field has several names."""
    if isinstance(sign, Order | Lays):
        yield changed(sign, **{name: _value(it, value, game) for name, value in _fields(sign)})
        return
    ways: list[dict[str, Any]] = [{}]
    for name, value in _fields(sign):
        given = _value(it, value, game)
        if value == SEAT and given:
            given = actor_in(game, given)
        each = given if isinstance(given, tuple) else (given,)
        ways = [{**way, name: str(one)} for way in ways for one in each if one is not None]
    yield from (changed(sign, **way) for way in ways)


def _fields(sign: Sign) -> Iterator[tuple[str, str]]:
    return ((field.name, getattr(sign, field.name)) for field in sign.__attrs_attrs__)


def _value(it: Event | Command, name: str, game: Game) -> Any:
    value = getattr(it, name, name)
    return actor_in(game, value) if name == ACTOR else value


def actor_in(game: Game, seat: Seat) -> Bandit:
    """The figure that acts for a player: the owner of the current card, or the first one."""
    current = game.round.current
    if current and current.seat == seat and owner_of(current.card) in game.figures:
        return owner_of(current.card)
    return next((bandit for bandit, figure in sorted(game.figures.items()) if figure.seat == seat), seat)


# --- what is worth showing


def _chosen(changes: Sequence[_Change], *, has_train: bool) -> tuple[list[_Change], list[_Change]]:
    """What is shown on the board and below it: everything, or if that is too much, what the picture is about."""
    board = [one for one in changes if not isinstance(one.sign, Flow | _Ranked | Lays | Order) and has_train]
    cards = [one for one in changes if isinstance(one.sign, Flow | _Ranked | Lays | Order)]
    new = [one for one in board if _is_new(one)]
    kept = [one for one in board if one.about or not _is_new(one) or len(new) <= MOST_NEW]
    if len(kept) > MOST_MARKS:
        kept = [one for one in kept if one.about] or kept[-MOST_MARKS:]
    lines = [one for one in cards if one.about]
    if not kept and not lines:
        # A shuffled heap goes to itself.
        lines = [one for one in cards if not (isinstance(one.sign, Flow) and one.sign.start == one.sign.to)] or cards
    if kept and len(kept) == sum(_is_new(one) for one in kept) > MOST_MARKS:
        kept = kept[:MOST_MARKS]
    return kept, lines[:MOST_LINES]


def _is_new(change: _Change) -> bool:
    return isinstance(change.sign, _Went) and change.start is None


# --- the whole of it


@define
class _Description:
    """Goes through the changes and keeps track of where everything is."""

    after: Scene
    board: Sequence[_Change]
    beside: Sequence[_Change]
    stops: dict[str, list[Spot]] = Factory(dict)
    marks: list[Mark] = Factory(list)
    targets: dict[Stop, None] = Factory(dict)

    def happening(self) -> Happening:
        """Everything that happened."""
        for change in self.board:
            self._mark(change)
        self.marks = _struck(self.marks)
        lines = [line for change in self.beside for line in _lines(change)]
        stops = {name: tuple(found) for name, found in self.stops.items()}
        shown = [*self.board, *self.beside]
        told = [*{id(one.by): one.by for one in shown}.values()]
        refused = next((one.by for one in shown if one.way == REFUSED), None)
        main = refused or next((one.by for one in shown if one.about), told[0] if told else None)
        return Happening(
            scene=self.after,
            shown=tuple(told),
            main=main,
            is_shown=any(one.about for one in shown),
            is_about=any(one.about for one in self.board),
            stops=stops,
            marks=tuple(self.marks),
            targets=tuple(self.targets),
            lines=tuple(lines),
        )

    def _now(self, name: str) -> Stop:
        return Stop(name, max(len(self.stops.get(name, ())) - 1, 0))

    def _mark(self, change: _Change) -> None:
        sign, way = change.sign, change.way
        if isinstance(sign, _Went):
            self._went(sign, change)
        elif isinstance(sign, Goes):
            self._wanted(sign, change)
        elif isinstance(sign, Shoots | Strikes):
            kind = "shoots" if isinstance(sign, Shoots) else "strikes"
            by, at = self._now(sign.by), self._now(sign.at)
            self.marks.append(Mark(kind, by, at, way))
            self.targets |= dict.fromkeys((by, at))
            if way == REFUSED and isinstance(sign, Shoots):
                self.marks += [Mark("between", self._now(name), way=way) for name in _between(change.game, sign)]
        elif isinstance(sign, Hit):
            self.marks.append(Mark("hit", self._now(sign.who)))
        elif isinstance(sign, Fails):
            self.marks.append(Mark("fails", self._now(sign.who), way=REFUSED))
            self.targets[self._now(sign.who)] = None
        elif isinstance(sign, Earns):
            self.marks.append(Mark("earns", self._now(sign.who), text=f"+${sign.amount}"))

    def _went(self, sign: _Went, change: _Change) -> None:
        """Record a change of place."""
        if change.start is None:
            if sign.to not in change.game.figures and sign.to not in self.after.bandits:
                self.marks.append(Mark("new", self._now(sign.what)))
            return
        start = self._stop_at(sign.what, change.start, change.game)
        if sign.to == GONE:
            carried = sign.what if start.name != sign.what else ""
            self.marks.append(Mark("gone", start, way=REFUSED, carried=carried))
            return
        end = self._stop_at(sign.what, sign.to, change.game, arrives=True)
        with_somebody = sign.what not in (start.name, end.name)
        self.marks.append(Mark("goes", start, end, carried=sign.what if with_somebody else ""))

    def _stop_at(self, what: str, spot: Spot, game: Game, *, arrives: bool = False) -> Stop:
        """The stop of something at a spot, or of its owner."""
        if spot in game.figures:
            return self._now(spot)
        is_first = what not in self.stops
        found = self.stops.setdefault(what, [spot])
        if not is_first and (arrives or found[-1] != spot):
            found.append(spot)
        return self._now(what)

    def _wanted(self, sign: Goes, change: _Change) -> None:
        """Record an intended move."""
        here = spots(scene(change.game))
        spot = here.get(sign.what, GONE)
        start = self._now(spot if spot in change.game.figures else sign.what)
        end = self._now(sign.to) if sign.to in change.game.figures else sign.to
        if spot != GONE:
            carried = sign.what if start.name != sign.what and isinstance(end, Stop) else ""
            self.marks.append(Mark("goes", start, end, change.way, carried=carried))
            self.targets[start if isinstance(end, str) else end] = None


def _struck(marks: Sequence[Mark]) -> list[Mark]:
    """Cross out the last mark of everything that is refused at once: one cross is enough."""
    following = [*marks[1:], None] if marks else []
    return [
        changed(mark, struck=mark.way == REFUSED and mark.kind != "between" and not _goes_on(mark, after))
        for mark, after in zip(marks, following, strict=True)
    ]


def _goes_on(mark: Mark, after: Mark | None) -> bool:
    return mark.kind == "strikes" and after is not None and after.way == REFUSED


def _between(game: Game, sign: Shoots) -> Iterator[str]:
    """The figures on roofs between two others on roofs, who hide one from the other."""
    seen = scene(game)
    here = spots(seen)
    start, end = here.get(sign.by, ""), here.get(sign.at, "")
    if is_roof(start) and is_roof(end):
        first, last = sorted((_along(seen, start), _along(seen, end)))
        for name, spot in here.items():
            if is_roof(spot) and first < _along(seen, spot) < last:
                yield name


def _along(seen: Scene, place: Place) -> int:
    return seen.train.index(car_of(place)) if car_of(place) in seen.train else -1


# --- beside the board


def _lines(change: _Change) -> Iterator[Line]:
    sign = change.sign
    if isinstance(sign, Flow):
        yield tuple(_flow(sign.start, sign.to, sign.cards, change))
    elif isinstance(sign, Lays):
        cards = (sign.cards,) if isinstance(sign.cards, str) else sign.cards
        start, to = Heap(sign.start, sign.seat), Heap(sign.to, sign.seat)
        yield tuple(_flow(start, to, tuple(filter(None, cards)), change))
    elif isinstance(sign, Order):
        seats = (sign.seats,) if isinstance(sign.seats, str) else sign.seats
        line = [part for seat in seats for part in (Part("then", ""), *_of_seat(change.game, seat))]
        yield (Part("text", "1."), *line[1:]) if line else ()
    elif isinstance(sign, _Ranked):
        for rank, seat, money in sign.rows:
            sum = (Part("text", money),) if money else ()
            yield (Part("text", f"{rank}."), *_of_seat(change.game, seat), *sum)


def _flow(start: Heap, to: Heap, cards: tuple[Card, ...], change: _Change) -> Iterator[Part]:
    yield from _heap(change.game, start)
    if start.kind != NOWHERE:
        yield Part("arrow", "shuffled" if start == to else DONE if cards else change.way)
    for card, number in Counter(cards).items():
        yield Part("card", card)
        if number > 1:
            yield Part("times", str(number))
    if cards:
        yield Part("arrow", change.way)
    if start != to:
        yield from _heap(change.game, Heap(to.kind) if to.seat == start.seat else to)


def _heap(game: Game, heap: Heap) -> Iterator[Part]:
    if heap.seat:
        yield from _of_seat(game, heap.seat)
    yield Part("heap", heap.kind)


def _of_seat(game: Game, seat: Seat) -> Iterable[Part]:
    """The figures of a player."""
    own = [bandit for bandit, figure in sorted(game.figures.items()) if figure.seat == seat]
    return [Part("figure", bandit) for bandit in own or [seat]]
