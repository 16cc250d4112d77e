"""A position as text for a terminal: the train in profile, then the round, the pile and what each player has.

All cars have the same width, whoever is in them, so that nothing jumps while stepping through a game. The text has no
colours; it is the same in a terminal, a pipe and a file.
"""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from colt_rules.model.names import Bandit, Car, Card, Place, inside, owner_of, roof
from colt_rules.model.parts import part_of
from colt_rules.model.record import record
from colt_rules.model.state import Game
from colt_rules.pictures.scene import LootToken, Scene, elsewhere, modules_drawn, people, rank_in_words, scene
from colt_rules.pictures.slots import Row
from colt_rules.pictures.words import ENGLISH, Words
from colt_rules.rules.rulebook import rulebook
from colt_rules.views import REFEREE, View, glimpse
from colt_rules.views.state import AwaitedView, BanditView, PlayedView, SeatView

NARROWEST, WIDEST, ROOMY = 11, 19, 14
"""The width of a car with its walls.

The minimum, in which ``strongbox`` fits, the maximum that still looks like a car, and the width from which on content
keeps a distance from the walls.
"""
LABEL = 11
"""The width of the column with names below the train."""
PURSE = "purse"
PLAIN = str.maketrans("┌─┐│└┘╭╮╰╯×", "+-+|++....x")
"""ASCII replacements for box-drawing characters."""


def train_text(position: Game | View, width: int = 80, *, ascii: bool = False, words: Words = ENGLISH) -> str:
    """A picture of this position in lines of at most this width; of a view only what its role may see.

    The locomotive is at the left and roofs are above; if the whole train does not fit, the rest follows below. ``$250``
    is a purse, ``$?`` one that the role cannot look into; a card in brackets lies face down.
    """
    picture = _Picture(words, max(width, NARROWEST))
    seen = position if isinstance(position, View) else glimpse(position, REFEREE)
    board = scene(position)
    return _written([*picture.train(board), *picture.lines(picture.facts(seen, board))], ascii)


def cars_text(position: Game | View, width: int, words: Words) -> str:
    """The train alone, without the facts below it."""
    return _written(_Picture(words, max(width, NARROWEST)).train(scene(position)), ascii=False)


def _written(lines: Iterable[str], ascii: bool) -> str:
    text = "\n".join(line.rstrip() for line in lines)
    return text.translate(PLAIN) if ascii else text


@record
class _Picture:
    """A text picture in given words and width."""

    words: Words
    width: int

    # --- the train

    def train(self, seen: Scene) -> Iterator[str]:
        """The train, broken where not all cars fit side by side."""
        if not seen.train:
            yield self.words.say("no-train")
        cars = (*(front.name for front in seen.fronts), *seen.train)
        strips = -(-len(cars) // (self.width // NARROWEST))
        each = -(-len(cars) // max(strips, 1))
        cell = min(self.width // max(each, 1), WIDEST)
        for start in range(0, len(cars), max(each, 1)):
            yield from self._strip(seen, cars[start : start + each], cell)

    def _strip(self, seen: Scene, cars: Sequence[Car], cell: int) -> Iterator[str]:
        """Some cars side by side; what is before the locomotive has rounded corners."""
        ahead = {front.name for front in seen.fronts}
        wall, room = cell - 2, cell - 2 - (2 if cell >= ROOMY else 0)
        above, below = ([self._standing(seen, place(car), room) for car in cars] for place in (roof, inside))
        below = [[*self._upper_room(seen, car, wall, room), *there] for car, there in zip(cars, below, strict=True)]
        yield from _side_by_side(above, max(1, *map(len, above)), f" {{:^{wall}}} ")
        yield "".join(f"╭{'─' * wall}╮" if car in ahead else f"┌{'─' * wall}┐" for car in cars)
        yield from _side_by_side(below, max(2, *map(len, below)), f"│{{:^{wall}}}│")
        floors = (("╰─O─", "─O─╯") if car in ahead else ("└─o─", "─o─┘") for car in cars)
        yield "".join(f"{left:─<{wall - 2}}{right}" for left, right in floors)
        names = [_cut(self.words.sign(car).split("-", 1), cell - 1) for car in cars]
        height = max(map(len, names))
        yield from _side_by_side([[*name, ""][:height] for name in names], height, f"{{:^{cell}}}")
        for row in seen.added.rows:
            groups = ([_cut([self._group(row, car)], cell - 1)[0]] for car in cars)
            yield from _side_by_side(groups, 1, f"{{:^{cell}}}")
        for vehicle in seen.vehicles:
            if vehicle.car in cars:
                before = " " * (cell * cars.index(vehicle.car))
                yield from (f"{before}{line}" for line in self._vehicle(seen, vehicle.name, wall, room))

    def _upper_room(self, seen: Scene, car: Car, wall: int, room: int) -> Iterator[str]:
        """The content of a room above the inside of a car, if it has one, and its floor with its name."""
        if above := seen.rooms.get(car):
            yield from self._standing(seen, above.place, room)
            yield f"{f' {self.words.added(above.name)} ':#^{wall}}"
            if not self._standing(seen, inside(car), room):
                yield ""

    def _group(self, row: Row, car: Car) -> str:
        """What stands beside a car."""
        number = row.numbers.get(car, 0)
        return self.words.number(number, row.name) if number > 1 else self.words.added(row.name) * number

    def _vehicle(self, seen: Scene, name: Car, wall: int, room: int) -> Iterator[str]:
        """A vehicle below the car it is beside, with rounded corners."""
        above, below = (self._standing(seen, place(name), room) for place in (roof, inside))
        yield from _side_by_side([above], max(1, len(above)), f" {{:^{wall}}} ")
        yield f"╭{'─' * wall}╮"
        yield from _side_by_side([below], max(1, len(below)), f"│{{:^{wall}}}│")
        yield f"╰{'─O─':─<{wall - 3}}─O─╯"
        yield f"{self.words.sign(name):^{wall + 2}}"

    def _standing(self, seen: Scene, place: Place, room: int) -> list[str]:
        """The content of a place in lines: people, then purses, then other loot."""
        people = [*self._people(seen, place)]
        loot = seen.floor.get(place, ())
        purses = [self.words.worth(one.value) for one in loot if one.kind == PURSE]
        named = [one for one in loot if one.kind != PURSE]
        others = [name if len(name := self._loot(one)) <= room else self._shorter(one) for one in named]
        return [*_cut(_filled(people, room), room), *_cut(_filled(purses, room), room), *_cut(others, room)]

    def _people(self, seen: Scene, place: Place) -> Iterator[str]:
        at = (bandit for bandit, where in seen.bandits.items() if where == place)
        called = self.words.called
        yield from (called(bandit).upper() if bandit in people() else called(bandit) for bandit in at)
        if seen.marshal == place:
            yield self.words.say("marshal")
        yield from (self.words.added(figure.name) for figure in seen.added.figures if figure.place == place)

    # --- below the train

    def facts(self, seen: View, board: Scene) -> Iterator[tuple[str, str]]:
        """The facts below the train: each a name and some words; the name is empty if the last one continues."""
        say = self.words.say
        yield from self._round(seen)
        if beside := ", ".join(self._beside(seen, board)):
            yield say("beside"), beside
        if seen.awaiting:
            yield say("waits-for"), ", ".join(map(self._awaited, seen.awaiting))
        for seat in seen.seats:
            yield from self._player(seen, board, seat)
        yield from self._setting_up(seen) if seen.phase == "setup" else ()
        for one in seen.ranking:
            received = say("received", bullets=self.words.number(one.bullets, "bullet"))
            counts = [*map(self.words.added, rank_in_words(seen, one.seat))] or [self.words.money(one.money)]
            yield say("rank", rank=one.rank), ", ".join([self.words.called(one.seat), *counts, received])

    def _setting_up(self, seen: View) -> Iterator[tuple[str, str]]:
        """Facts that only matter before the first round."""
        called = self.words.called
        for pawns in seen.pawns:
            last, before = (called(pawn) if pawn else "?" for pawn in (pawns.last, pawns.before))
            yield called(pawns.seat), self.words.say("hid", last=last, before=before)
        if seen.teams:
            say, joined = self.words.say, self.words.say("and")
            yield say("to-take"), say("semicolon").join(joined.join(map(called, bandits)) for bandits in seen.teams)

    def _round(self, seen: View) -> Iterator[tuple[str, str]]:
        """The progress of the round."""
        now, say = seen.round, self.words.say
        if now.number:
            ahead = seen.rounds_left if now.card else seen.rounds_left - 1
            first = self.words.called(now.first)
            yield (
                say("round"),
                say("round-is", number=now.number, all=now.number + ahead, card=self._lies(seen), first=first),
            )
        if seen.rounds:
            yield say("to-come"), ", ".join(map(self.words.round_card, seen.rounds))
        yield say("phase"), say("semicolon").join(self._phase(seen))
        if now.pile:
            pile = [f"({self._played(seen, one)})" if one.face_down else self._played(seen, one) for one in now.pile]
            yield say("pile"), ", ".join(pile)

    def _phase(self, seen: View) -> Iterator[str]:
        now, say = seen.round, self.words.say
        yield self.words.phase(seen.phase)
        if seen.phase == "schemin" and now.order:
            yield say("to-act-face-down" if now.face_down else "to-act", who=self._all(now.order))
        if now.current:
            yield say("carried-out", card=self._played(seen, now.current))
        if now.due:
            yield say("to-choose", who=self._all(now.due))
        if now.keeping:
            yield say("to-keep", who=self._all(now.keeping))
        for module, part in modules_drawn().items():
            if added := part_of(seen, module):
                yield from map(self.words.added, part.phase(added, seen))

    def _all(self, names: Iterable[str]) -> str:
        return ", ".join(map(self.words.called, names))

    def _beside(self, seen: View, board: Scene) -> Iterator[str]:
        """What is visible but not on the train."""
        gone, called, added = elsewhere(), self.words.called, self.words.added
        yield from (called(one.bandit) for one in seen.bandits if one.place not in board.places | {*gone})
        yield from (f"{called(one.bandit)} {added(gone[one.place].sign)}" for one in seen.bandits if one.place in gone)
        yield from map(self._loot, board.aside)
        for place, tokens in board.floor.items():
            if place not in board.places:
                yield self.words.say("lies-at", loot=", ".join(map(self._loot, tokens)), place=place)
        yield from (added(item.name) for item in board.added.items)
        if seen.neutral >= 0:
            yield self.words.number(seen.neutral, "neutral bullet")

    def _awaited(self, one: AwaitedView) -> str:
        told = {"who": self.words.called(one.actor), "kind": self.words.decision(one.kind)}
        if one.subject in ("", one.actor):
            return self.words.say("awaited", **told)
        return self.words.say("awaited-about", **told, subject=self.words.called(one.subject))

    def _player(self, seen: View, board: Scene, seat: SeatView) -> Iterator[tuple[str, str]]:
        """What a player and the player's bandits have: the number of cards, and which cards if they are visible."""
        say = self.words.say
        bandits = [one for one in seen.bandits if one.seat == seat.seat]
        alone = [one.bandit for one in bandits] == [seat.seat]
        own = seat.seat if alone else ""
        told = [self._bandit(board, bandits[0])] if alone else []
        told += [say("got", cards=self.words.cards(seat.bullets, own))] if seat.bullets else []
        told += [say("uncounted", number=seat.uncounted)] if seat.uncounted else []
        told += [say("deck", number=seat.deck_size)]
        told += [self._pile("discard", seat.discard, seat.discard_size, own)] if seat.discard_size else []
        told += [self._pile("hand", seat.hand, seat.hand_size, own)]
        yield self.words.called(seat.seat), say("semicolon").join(told)
        if not alone:
            yield from (
                ("", f"{self.words.called(one.bandit)}{say('colon')}{self._bandit(board, one)}") for one in bandits
            )

    def _bandit(self, board: Scene, one: BanditView) -> str:
        """What belongs to a bandit, not to its player."""
        say, added = self.words.say, self.words.added
        loot = ", ".join(map(self._loot, board.carried[one.bandit])) or say("no-loot")
        ransom = say("paid", amount=self.words.money(one.ransom)) if one.ransom else ""
        owned = (item for owner, item in board.added.owned if owner == one.bandit)
        items = ", ".join(say("item", item=added(item.name)) for item in owned)
        left = say("left", bullets=self.words.number(one.bullets, "bullet"))
        return f"{loot}{ransom}{say('has', items=items) if items else ''}{say('semicolon')}{left}"

    def _pile(self, what: str, cards: Iterable[Card] | None, size: int, owner: Bandit) -> str:
        told = self.words.say(what, number=size)
        return f"{told}{self.words.say('colon')}{self.words.cards(cards, owner)}" if cards else told

    def lines(self, facts: Iterable[tuple[str, str]]) -> Iterator[str]:
        """Names at the left, words at the right, wrapped."""
        for name, words in facts:
            for at, line in enumerate(wrap(words, max(self.width - LABEL, NARROWEST), break_on_hyphens=False)):
                yield f"{'' if at else _cut([name], LABEL - 1)[0]:<{LABEL}}{line}"

    # --- words

    def _lies(self, seen: View) -> str:
        """The round card with its turns, the current one in capitals; face down until the hands are dealt."""
        now = seen.round
        if not now.card:
            return self.words.say("face-down")
        rules = rulebook(seen.options.modules)
        turns = rules.round_card_in(seen, now.card).turns if now.card in rules.components.round_cards else ()
        named = map(self.words.turn, turns)
        listed = ", ".join(turn.upper() if at == now.turn else turn for at, turn in enumerate(named))
        return f"{self.words.round_card(now.card)}{self.words.say('colon')}{listed}"

    def _loot(self, loot: LootToken) -> str:
        if loot.face:
            return self.words.added(loot.face.name)
        worth = self.words.worth(loot.value)
        return worth if loot.kind == PURSE else f"{self.words.sign(loot.kind)} {worth}"

    def _shorter(self, loot: LootToken) -> str:
        """A token where there is little room."""
        return self.words.added(loot.face.short) if loot.face else self.words.sign(loot.kind)

    def _played(self, seen: View, played: PlayedView) -> str:
        """The played card, and by whom if it was not its owner."""
        seats = {one.bandit: one.seat for one in seen.bandits}
        own = played.card and seats.get(owner_of(played.card)) == played.seat
        card = self.words.card(played.card, "") if played.card else "?"
        return card + ("" if own else self.words.say("by", who=self.words.called(played.seat)))


def _side_by_side(columns: Iterable[list[str]], height: int, form: str) -> Iterator[str]:
    """Columns of this height, filled from the bottom."""
    filled = [[""] * (height - len(column)) + column for column in columns]
    return ("".join(form.format(text) for text in row) for row in zip(*filled, strict=True))


def _filled(words: Iterable[str], room: int) -> list[str]:
    """Words in as few lines as possible."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _cut(lines: Iterable[str], room: int) -> list[str]:
    """Cut long lines: no name of the box is too long for a car, but a name from another engine may be."""
    return [line if len(line) <= room else f"{line[: room - 1]}~" for line in lines]
