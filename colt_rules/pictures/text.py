"""A position as text for a terminal: the train in profile, then the round, the pile and what each player has.

All cars are equally wide, whoever is in them, so that nothing jumps about while one steps through a game. There are no
colours in the text; it is the same in a terminal, a pipe and a file.
"""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from colt_rules.model.names import Bandit, Car, Card, Place, inside, owner_of, roof
from colt_rules.model.parts import part_of
from colt_rules.model.state import Game
from colt_rules.pictures.scene import Loot, Scene, elsewhere, modules_drawn, people, rank_in_words, scene
from colt_rules.pictures.slots import Row
from colt_rules.pictures.words import called, card_in_words, cards_in_words, number_of
from colt_rules.rules.boxes import ROUND_CARDS
from colt_rules.rules.rulebook import rulebook
from colt_rules.views import REFEREE, View, glimpse
from colt_rules.views.state import AwaitedView, BanditView, PlayedView, SeatView

NARROWEST, WIDEST, ROOMY = 11, 19, 14
"""Of a car with its walls: so wide that ``strongbox`` fits into it, so wide that it still looks like a car, and from
when on something may stand a little away from the walls."""
LABEL = 11
"""So wide is the column with the names below the train."""
PURSE = "purse"
PLAIN = str.maketrans("┌─┐│└┘╭╮╰╯×", "+-+|++....x")
"""For each sign that a poor output cannot hold, one that it can."""


def train_text(position: Game | View, width: int = 80, *, ascii: bool = False) -> str:
    """A picture of this position in lines of at most this width: of a view with no more than its role may see.

    The locomotive is at the left and roofs are above; where there is no room for the whole train, the rest of it
    follows below. ``$250`` is a purse, ``$?`` one that the role cannot look into; a card in brackets lies face down.
    """
    seen = position if isinstance(position, View) else glimpse(position, REFEREE)
    width = max(width, NARROWEST)
    board = scene(position)
    lines = [*_train(board, width), *_lines(_facts(seen, board), width)]
    text = "\n".join(line.rstrip() for line in lines)
    return text.translate(PLAIN) if ascii else text


# --- the train


def _train(seen: Scene, width: int) -> Iterator[str]:
    """The train, cut where there is no room for all cars side by side."""
    if not seen.train:
        yield "There is no train yet."
    cars = (*(front.name for front in seen.fronts), *seen.train)
    strips = -(-len(cars) // (width // NARROWEST))
    each = -(-len(cars) // max(strips, 1))
    cell = min(width // max(each, 1), WIDEST)
    for start in range(0, len(cars), max(each, 1)):
        yield from _strip(seen, cars[start : start + each], cell)


def _strip(seen: Scene, cars: Sequence[Car], cell: int) -> Iterator[str]:
    """Some cars side by side; what stands before the locomotive is rounder than they are."""
    ahead = {front.name for front in seen.fronts}
    wall, room = cell - 2, cell - 2 - (2 if cell >= ROOMY else 0)
    above, below = ([_standing(seen, place(car), room) for car in cars] for place in (roof, inside))
    below = [[*_upper_room(seen, car, wall, room), *there] for car, there in zip(cars, below, strict=True)]
    yield from _side_by_side(above, max(1, *map(len, above)), f" {{:^{wall}}} ")
    yield "".join(f"╭{'─' * wall}╮" if car in ahead else f"┌{'─' * wall}┐" for car in cars)
    yield from _side_by_side(below, max(2, *map(len, below)), f"│{{:^{wall}}}│")
    floors = (("╰─O─", "─O─╯") if car in ahead else ("└─o─", "─o─┘") for car in cars)
    yield "".join(f"{left:─<{wall - 2}}{right}" for left, right in floors)
    names = [_cut(car.split("-", 1), cell - 1) for car in cars]
    height = max(map(len, names))
    yield from _side_by_side([[*name, ""][:height] for name in names], height, f"{{:^{cell}}}")
    for row in seen.added.rows:
        groups = ([_cut([_group(row, car)], cell - 1)[0]] for car in cars)
        yield from _side_by_side(groups, 1, f"{{:^{cell}}}")
    for vehicle in seen.vehicles:
        if vehicle.car in cars:
            before = " " * (cell * cars.index(vehicle.car))
            yield from (f"{before}{line}" for line in _vehicle(seen, vehicle.name, wall, room))


def _upper_room(seen: Scene, car: Car, wall: int, room: int) -> Iterator[str]:
    """Who is in a room above the inside of a car, if it has one, and its floor with its name."""
    if above := seen.rooms.get(car):
        yield from _standing(seen, above.place, room)
        yield f"{f' {above.name} ':#^{wall}}"
        if not _standing(seen, inside(car), room):
            yield ""


def _group(row: Row, car: Car) -> str:
    """What stands beside a car."""
    number = row.numbers.get(car, 0)
    return number_of(number, row.name) if number > 1 else row.name * number


def _vehicle(seen: Scene, name: Car, wall: int, room: int) -> Iterator[str]:
    """What stands below the car that it is beside; rounder than a car."""
    above, below = (_standing(seen, place(name), room) for place in (roof, inside))
    yield from _side_by_side([above], max(1, len(above)), f" {{:^{wall}}} ")
    yield f"╭{'─' * wall}╮"
    yield from _side_by_side([below], max(1, len(below)), f"│{{:^{wall}}}│")
    yield f"╰{'─O─':─<{wall - 3}}─O─╯"
    yield f"{name:^{wall + 2}}"


def _side_by_side(columns: Iterable[list[str]], height: int, form: str) -> Iterator[str]:
    """Columns of so many lines, what is in them at the bottom."""
    filled = [[""] * (height - len(column)) + column for column in columns]
    return ("".join(form.format(text) for text in row) for row in zip(*filled, strict=True))


def _standing(seen: Scene, place: Place, room: int) -> list[str]:
    """Who and what is at a place, in lines: people, then purses, then any other loot."""
    people = [*_people(seen, place)]
    loot = seen.floor.get(place, ())
    purses = [_worth(one.value) for one in loot if one.kind == PURSE]
    others = [_loot(one) if len(_loot(one)) <= room else _shorter(one) for one in loot if one.kind != PURSE]
    return [*_cut(_filled(people, room), room), *_cut(_filled(purses, room), room), *_cut(others, room)]


def _people(seen: Scene, place: Place) -> Iterator[str]:
    at = (bandit for bandit, where in seen.bandits.items() if where == place)
    yield from (called(bandit).upper() if bandit in people() else called(bandit) for bandit in at)
    if seen.marshal == place:
        yield "MARSHAL"
    yield from (figure.name for figure in seen.added.figures if figure.place == place)


def _filled(words: Iterable[str], room: int) -> list[str]:
    """Words in as few lines as they need."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _cut(lines: Iterable[str], room: int) -> list[str]:
    """No name of the box is too long for a car; those of other engines may be."""
    return [line if len(line) <= room else f"{line[: room - 1]}~" for line in lines]


# --- below the train


def _facts(seen: View, board: Scene) -> Iterator[tuple[str, str]]:
    """What there is to know beside the train: each a name and some words; no name where the last one goes on."""
    yield from _round(seen)
    if beside := ", ".join(_beside(seen, board)):
        yield "beside", beside
    if seen.awaiting:
        yield "waits for", ", ".join(map(_awaited, seen.awaiting))
    for seat in seen.seats:
        yield from _player(seen, board, seat)
    yield from _setting_up(seen) if seen.phase == "setup" else ()
    for one in seen.ranking:
        words = [called(one.seat), f"${one.money:,}", f"{number_of(one.bullets, 'bullet')} received"]
        yield f"rank {one.rank}", ", ".join([*words, *rank_in_words(seen, one.seat)])


def _setting_up(seen: View) -> Iterator[tuple[str, str]]:
    """What nobody asks for any more when the first round has begun."""
    for pawns in seen.pawns:
        last, before = (called(pawn) if pawn else "?" for pawn in (pawns.last, pawns.before))
        yield called(pawns.seat), f"hid {last} for the last car, {before} for the one before it"
    if seen.teams:
        yield "to take", "; ".join(" and ".join(map(called, bandits)) for bandits in seen.teams)


def _round(seen: View) -> Iterator[tuple[str, str]]:
    """How far the round has come."""
    now = seen.round
    if now.number:
        ahead = seen.rounds_left if now.card else seen.rounds_left - 1
        yield "round", f"{now.number} of {now.number + ahead}, {_lies(seen)}; {called(now.first)} is first"
    if seen.rounds:
        yield "to come", ", ".join(map(_round_card, seen.rounds))
    yield "phase", "; ".join(_phase(seen))
    if now.pile:
        pile = [f"({_played(seen, one)})" if one.face_down else _played(seen, one) for one in now.pile]
        yield "pile", ", ".join(pile)


def _phase(seen: View) -> Iterator[str]:
    now = seen.round
    yield PHASES.get(seen.phase, seen.phase)
    if seen.phase == "schemin" and now.order:
        yield f"{', '.join(map(called, now.order))} to act{', face down' if now.face_down else ''}"
    if now.current:
        yield f"{_played(seen, now.current)} is carried out"
    if now.due:
        yield f"{', '.join(map(called, now.due))} to choose"
    if now.keeping:
        yield f"{', '.join(map(called, now.keeping))} to say what to keep"
    for module, part in modules_drawn().items():
        if added := part_of(seen, module):
            yield from part.phase(added, seen)


PHASES = {
    "new": "nothing has happened yet",
    "setup": "setting up",
    "schemin": "Schemin'",
    "stealin": "Stealin'",
    "round-end": "end of the round",
    "over": "the game is over",
}


def _beside(seen: View, board: Scene) -> Iterator[str]:
    """What is in sight but not on the train."""
    gone = elsewhere()
    yield from (called(one.bandit) for one in seen.bandits if one.place not in board.places | {*gone})
    yield from (f"{called(one.bandit)} {gone[one.place].sign}" for one in seen.bandits if one.place in gone)
    yield from map(_loot, board.aside)
    for place, tokens in board.floor.items():
        if place not in board.places:
            yield f"{', '.join(map(_loot, tokens))} at {place}"
    yield from (item.name for item in board.added.items)
    if seen.neutral >= 0:
        yield number_of(seen.neutral, "neutral bullet")


def _awaited(one: AwaitedView) -> str:
    about = "" if one.subject in ("", one.actor) else f" of {called(one.subject)}"
    return f"{called(one.actor)} ({one.kind}{about})"


def _player(seen: View, board: Scene, seat: SeatView) -> Iterator[tuple[str, str]]:
    """What a player has and what the player's bandits have; of cards how many, and which ones if that can be seen."""
    bandits = [one for one in seen.bandits if one.seat == seat.seat]
    alone = [one.bandit for one in bandits] == [seat.seat]
    own = seat.seat if alone else ""
    words = [_bandit(board, bandits[0])] if alone else []
    words += [f"got {cards_in_words(seat.bullets, own)}"] if seat.bullets else []
    words += [f"{seat.uncounted} of them left out of a tie-break"] if seat.uncounted else []
    words += [f"deck {seat.deck_size}"]
    words += [_pile("discard", seat.discard, seat.discard_size, own)] if seat.discard_size else []
    words += [_pile("hand", seat.hand, seat.hand_size, own)]
    yield called(seat.seat), "; ".join(words)
    if not alone:
        yield from (("", f"{called(one.bandit)}: {_bandit(board, one)}") for one in bandits)


def _bandit(board: Scene, one: BanditView) -> str:
    """What belongs to a bandit, not to its player."""
    loot = ", ".join(map(_loot, board.carried[one.bandit])) or "no loot"
    ransom = f", paid ${one.ransom:,}" if one.ransom else ""
    items = ", ".join(f"the {item.name}" for owner, item in board.added.owned if owner == one.bandit)
    return f"{loot}{ransom}{f'; has {items}' if items else ''}; {number_of(one.bullets, 'bullet')} left"


def _pile(what: str, cards: Iterable[Card] | None, size: int, owner: Bandit) -> str:
    return f"{what} {size}: {cards_in_words(cards, owner)}" if cards else f"{what} {size}"


# --- words


def _lies(seen: View) -> str:
    """The round card with its turns, the one being played in capitals; it may have to wait for the hands."""
    now = seen.round
    if not now.card:
        return "its card still face down"
    rules = rulebook(seen.options.modules)
    turns = rules.turns_on(seen, now.card) if now.card in rules.round_cards else ()
    listed = ", ".join(turn.upper() if at == now.turn else turn for at, turn in enumerate(turns))
    return f"{_round_card(now.card)}: {listed}"


def _round_card(card: str) -> str:
    return ROUND_CARDS[card].name.en if card in ROUND_CARDS else card


def _worth(value: int | None) -> str:
    return "$?" if value is None else f"${value}"


def _loot(loot: Loot) -> str:
    if loot.face:
        return loot.face.name
    return _worth(loot.value) if loot.kind == PURSE else f"{loot.kind} {_worth(loot.value)}"


def _shorter(loot: Loot) -> str:
    """A token where there is little room."""
    return loot.face.short if loot.face else loot.kind


def _played(seen: View, played: PlayedView) -> str:
    """Which card was played, and by whom unless that goes without saying."""
    seats = {one.bandit: one.seat for one in seen.bandits}
    own = played.card and seats.get(owner_of(played.card)) == played.seat
    return (card_in_words(played.card, "") if played.card else "?") + ("" if own else f" by {called(played.seat)}")


def _lines(facts: Iterable[tuple[str, str]], width: int) -> Iterator[str]:
    """Names at the left, words at the right, in as many lines as they need."""
    for name, words in facts:
        for at, line in enumerate(wrap(words, max(width - LABEL, NARROWEST), break_on_hyphens=False)):
            yield f"{'' if at else _cut([name], LABEL - 1)[0]:<{LABEL}}{line}"
