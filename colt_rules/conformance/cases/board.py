"""A position from a sketch: the train in profile, locomotive first, roofs above.

    car    |             | mail        | dining      |
    roof   | tuco        |             | ghost belle |
    inside | M strongbox | purse purse | jewel       |

Each column is a car, the locomotive first. The row ``car`` names the others; without it they are car-1, car-2 and so
on. A cell names bandits, ``M`` for the Marshal, and loot; ``purse:300`` gives a purse its value. Tokens are numbered
by kind from head to tail, inside before roof: ``purse-1``, ``purse-2``, ``jewel-1``. What the sketch leaves
open has its default; a contradiction is reported. Modules add rows, columns and words of their own.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, TypeAlias

import attrs
from attrs import Factory, field, frozen
from attrs.converters import optional

from colt_rules.conformance.cases.drawing import numbered, read_drawing, write_sketch
from colt_rules.conformance.notation import (
    BadSketch,
    Cell,
    Drawing,
    OptionValues,
    Written,
    check_names,
    check_round_cards,
    row_of,
)
from colt_rules.conformance.notations import (
    BULLET_CARDS,
    ELSEWHERE,
    NOTATIONS,
    OPTIONS,
    ROOFLESS,
    SCHEMING,
    SKETCH,
    impossible,
    in_hand,
    in_play,
    places_of,
    sketch_with,
    with_records,
    written,
)
from colt_rules.events import MarshalPlaced
from colt_rules.kernel.decide import settle
from colt_rules.model.names import (
    LOCOMOTIVE,
    NEUTRAL_BULLET,
    Bandit,
    Card,
    Place,
    Seat,
    Token,
    bullet_card,
    car_of,
    inside,
    is_roof,
    kind_of,
    owner_of,
    roof,
)
from colt_rules.model.record import changed
from colt_rules.model.state import NEW, Cards, Draw, Figure, Game, Options, Played, Round, clockwise
from colt_rules.modules import MODULES
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.setup import action_cards
from colt_rules.rules.base.table import what_goes_with
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.module import Rules
from colt_rules.rules.rulebook import is_module_set, rulebook

VALUES = {"purse": 250, "jewel": BOX.jewel_value, "strongbox": BOX.strongbox_value}

FEWEST_CARS = 2
"""The fewest cars behind the locomotive in any position that is sent to an engine."""

Words: TypeAlias = Iterable[str]


@frozen
class Tokens:
    """The tokens read from a board so far: their values, and the words they were written as."""

    values: dict[Token, int] = Factory(dict)
    words: dict[Token, str] = Factory(dict)

    def take(self, word: str) -> Token:
        """Add the token that a word names, and return it."""
        kind, colon, value = word.partition(":")
        added = SKETCH.loot.get(word)
        named = SKETCH.loot[kind].token if kind in SKETCH.loot and value.isdigit() else ""
        if named and named not in self.values:
            token, worth = named, int(value)
        elif added and added.token not in self.values:
            token, worth = added.token or numbered(added.kind, self.values), added.worth
        elif kind not in VALUES or (colon and not value.isdigit()):
            raise BadSketch(f"expected a bandit, M, or loot like purse, purse:300, jewel, strongbox; got {word!r}")
        else:
            token, worth = numbered(kind, self.values), int(value) if colon else VALUES[kind]
        self.values[token], self.words[token] = worth, word
        return token


def _each(named: Mapping[str, Iterable[Any]]) -> dict[str, tuple[Any, ...]]:
    return {name: tuple(things) for name, things in named.items()}


@frozen(kw_only=True)
class BoardOptions:
    """The options of a board besides its sketch. Cards and bandits are given by their names."""

    edition: str = EDITIONS[0]
    modules: tuple[str, ...] = field(default=MODULES[:1], converter=tuple)
    rulings: tuple[str, ...] = field(default=(), converter=tuple)
    """The answers that the table agrees on, each ``ruling=answer``."""
    seats: tuple[str, ...] = field(default=(), converter=tuple)
    """The seats, clockwise; by default the order of the bandits, head to tail."""
    teams: Mapping[str, tuple[str, ...]] = field(factory=dict, converter=_each)
    """The bandits of each seat; by default a seat has the bandit of its name."""
    powers: bool = True
    happenings: bool = True

    # --- the round
    card: str = "tunnel.2-4"
    rounds: tuple[str, ...] = field(default=(), converter=tuple)
    """The rounds still to come."""
    number: int = 1
    first: str = ""
    """The first player; by default the first seat."""
    pile: tuple[str, ...] = field(default=(), converter=tuple)
    """``tuco-fire?`` lies face down, ``tuco-fire@ghost`` was played by another player than its owner."""

    # --- Schemin'
    hands: Mapping[str, tuple[str, ...]] | None = field(default=None, converter=optional(_each))
    """With hands the phase is Schemin', without them Stealin'."""
    turn: int = 0
    """The number of turns before this one."""
    acted: int = 0
    """The number of players who have acted in this turn."""
    draws: Mapping[str, tuple[int, ...]] = field(factory=dict, converter=_each)
    """The turns in which each player drew."""

    # --- what players have
    loot: Mapping[str, tuple[str, ...]] = field(factory=dict, converter=_each)
    """By bandit: its loot."""
    bullets: Mapping[str, int] = Factory(dict)
    """By bandit: the cards left in the stack; by default all that nobody has received."""
    neutral: int | None = None
    """The neutral bullet cards that are left; by default all that nobody has received."""
    received: Mapping[str, tuple[str, ...]] = field(factory=dict, converter=_each)
    """By seat: bullet cards, on top of the deck."""
    uncounted: Mapping[str, int] = Factory(dict)
    """By seat: how many of the received bullets a tie-break ignores."""
    decks: Mapping[str, tuple[str, ...]] = field(factory=dict, converter=_each)
    """By seat: the deck, top first; by default all of a player's cards that are nowhere else."""
    discards: Mapping[str, tuple[str, ...]] = field(factory=dict, converter=_each)
    """By seat: the discard pile, top last."""
    borrowed: Mapping[str, tuple[str, ...]] = field(factory=dict, converter=_each)
    """The cards in a hand that come from the deck of a player who wins together with its owner."""
    aside: tuple[str, ...] = field(default=("strongbox",), converter=tuple)
    """The loot beside the train."""

    @property
    def phase(self) -> str:
        """The phase that the board is in."""
        return "stealin" if self.hands is None else "schemin"


def board(sketch: str, **given: Any) -> Game:
    """Build a position of the Stealin' phase, the first card of its pile revealed; with ``hands``, of Schemin'.

    Without cards on the pile nothing has happened yet: ``settle`` ends the phase and runs the end of the round. What
    can be given besides the sketch are the fields of ``BoardOptions``, and the options that modules add (``OPTIONS``).
    """
    own = attrs.fields_dict(BoardOptions)
    if unknown := given.keys() - own.keys() - OPTIONS.keys():
        raise TypeError(f"expected options of a board, got {', '.join(sorted(unknown))}")
    stated = BoardOptions(**{name: value for name, value in given.items() if name in own})
    options = {name: _in_tuples(given.get(name, option.ordinary)) for name, option in OPTIONS.items()}
    drawing = read_drawing(sketch, SKETCH.rows, SKETCH.columns)
    _check_together(stated.edition, stated.modules)
    _check_modules(drawing, stated.loot, options, stated.modules)
    rules = rulebook(stated.modules, stated.edition, stated.rulings)
    if not has_pawn(rules) and (places := drawing.cells_with("M")):
        raise BadSketch(f"expected no Marshal M, for one of the players is the Marshal; got him at {places[0]}")

    tokens = Tokens()
    marshal, standing, floor = _read_cells(drawing, rules, tokens)
    standing |= _read_elsewhere(options, standing)
    if stated.phase == "stealin" and (early := [option for option in SCHEMING if options[option]]):
        raise BadSketch(f"{early[0]}: expected it in Schemin' only, on a board with `hands`; got a board in Stealin'")
    seat_of, order = _seated(stated, standing)
    _check_players(stated, seat_of, order)
    received = _received(stated, seat_of)
    _check_cards(stated, rules, seat_of)

    stations = any(rules.components.round_cards[name].station for name in (stated.card, *stated.rounds))
    agreed = Options(
        stated.edition, stated.modules, order, stated.powers, stated.happenings, stations, (), stated.rulings
    )
    # Who plays first decides who owns which cards.
    _check_possible(changed(NEW, options=agreed, phase=stated.phase))
    played = tuple(_played(name, seat_of) for name in stated.pile)
    cards = _dealt(stated, rules, options, played, seat_of, order)
    figures = {
        bandit: Figure(
            seat=seat_of[bandit],
            place=standing[bandit],
            loot=tuple(tokens.take(word) for word in stated.loot.get(bandit, ())),
            bullets=_stack(bandit, stated.bullets.get(bandit), received),
            powers=(bandit,) if stated.powers else (),
            ransom=0,
        )
        for bandit in seat_of
    }
    aside = tuple(tokens.take(word) for word in stated.aside)
    first = stated.first or order[0]
    start = Game(
        options=agreed,
        phase=stated.phase,
        train=drawing.cars,
        marshal=marshal or inside(LOCOMOTIVE),
        figures=figures,
        cards=cards,
        floor=floor,
        aside=aside,
        values=tokens.values,
        neutral=_neutral(stated.neutral, rules.components.neutral_bullets, received),
        rounds=stated.rounds,
        round=Round(stated.number, stated.card, first, (), 0, (), False, (), played, None, False, False, ()),
        ranking=NEW.ranking,
    )
    start = with_records(start, options)
    if stated.phase == "schemin":
        start = changed(start, round=_scheming(start, rules, stated))
    for notation in (each for module, each in NOTATIONS.items() if module in stated.modules):
        start = notation.read(start, drawing, options, tokens.words)
    _check_possible(start)
    return settle(start).after if played and stated.phase == "stealin" else start


def _in_tuples(value: Any) -> Any:
    """The value of an option with a tuple for each list in it."""
    if isinstance(value, Mapping):
        return {name: _in_tuples(each) for name, each in value.items()}
    return tuple(map(_in_tuples, value)) if isinstance(value, list | tuple) else value


# --- the sketch


def has_pawn(rules: Rules) -> bool:
    """Whether the Marshal is a neutral figure, written ``M``."""
    return any(isinstance(event, MarshalPlaced) for event, _ in rules.in_locomotive)


def _read_cells(
    drawing: Drawing, rules: Rules, tokens: Tokens
) -> tuple[Place, dict[Bandit, Place], dict[Place, tuple[Token, ...]]]:
    """Where the Marshal, the bandits and the loot are; the Marshal's place is empty if he is not drawn."""
    if above := [f"{car}: {words[0]}" for car in ROOFLESS for at, words in drawing.cells if at == roof(car) and words]:
        raise BadSketch(f"roof: expected nothing above a car without a roof, got {', '.join(above)}")
    marshal = ""
    standing: dict[Bandit, Place] = {}
    floor: dict[Place, tuple[Token, ...]] = {}
    for place, word in ((place, word) for place, words in drawing.cells for word in words):
        if word == "M":
            if marshal or is_roof(place) or car_of(place) not in drawing.cars:
                raise BadSketch(f"expected the Marshal M once, inside a car; got him at {place}")
            marshal = place
        elif word in rules.components.characters or word in rules.no_bandits:
            if word in standing:
                raise BadSketch(f"expected {word} in one place, got {standing[word]} and {place}")
            standing[word] = place
        elif word not in SKETCH.figures:
            floor[place] = (*floor.get(place, ()), tokens.take(word))
    return marshal, standing, floor


def _read_elsewhere(options: OptionValues, standing: Mapping[Bandit, Place]) -> dict[Bandit, Place]:
    """The bandits that an option puts at a place which is in no column of the sketch."""
    found: dict[Bandit, Place] = {}
    for option, place in ELSEWHERE.items():
        if twice := sorted(set(options[option]) & {*standing, *found}):
            raise BadSketch(f"{option}: expected bandits that are not on the train, got {', '.join(twice)}")
        found |= dict.fromkeys(options[option], place)
    return found


# --- the players


def _seated(stated: BoardOptions, standing: Iterable[Bandit]) -> tuple[dict[Bandit, Seat], tuple[Seat, ...]]:
    """The seat of each bandit, and the seats clockwise."""
    seat_of = {bandit: seat for seat, bandits in stated.teams.items() for bandit in bandits}
    seat_of = seat_of or {bandit: bandit for bandit in stated.seats or standing}
    order = stated.seats or tuple(dict.fromkeys(seat_of.values()))
    if sorted(seat_of) != sorted(standing) or sorted(order) != sorted(set(seat_of.values())):
        raise BadSketch(f"expected the seats to name the bandits {sorted(standing)}, got {sorted(seat_of)}")
    return seat_of, order


def _check_players(stated: BoardOptions, seat_of: Mapping[Bandit, Seat], order: tuple[Seat, ...]) -> None:
    """Raise BadSketch if an option names a player or a bandit who is not in the game."""
    check_names("first", filter(None, [stated.first]), order)
    for what in ("loot", "bullets"):
        check_names(what, getattr(stated, what), seat_of)
    for what in ("received", "hands", "decks", "draws", "discards", "borrowed", "uncounted"):
        check_names(what, getattr(stated, what) or (), order)


def _received(stated: BoardOptions, seat_of: Mapping[Bandit, Seat]) -> Counter[Card]:
    """How many of each bullet card have been received."""
    if wrong := [f"{left}" for left in stated.bullets.values() if not 0 <= left <= len(BOX.bullets)]:
        raise BadSketch(f"bullets: expected 0 to {len(BOX.bullets)} cards left, got {', '.join(wrong)}")
    known = {bullet_card(bandit, number) for bandit in seat_of for number in BOX.bullets}
    received = Counter(card for cards in stated.received.values() for card in cards)
    if strange := sorted(received.keys() - known - {NEUTRAL_BULLET, *BULLET_CARDS}):
        raise BadSketch(
            f"received: expected bullet cards of {', '.join(seat_of)} or {NEUTRAL_BULLET}; got {', '.join(strange)}"
        )
    if twice := [card for card, count in BULLET_CARDS.items() if received[card] > count]:
        raise BadSketch(f"received: expected no more bullet cards than exist, got {', '.join(twice)} too often")
    return received


def _check_cards(stated: BoardOptions, rules: Rules, seat_of: Mapping[Bandit, Seat]) -> None:
    """Raise BadSketch for unknown round cards, and for cards on the pile that nobody here has."""
    check_round_cards("card", [stated.card], rules)
    check_round_cards("rounds", stated.rounds, rules)
    if strangers := sorted({name for name in stated.pile if owner_of(name) not in seat_of}):
        raise BadSketch(f"pile: expected cards of {', '.join(seat_of)}; got {', '.join(strangers)}")


def _dealt(
    stated: BoardOptions,
    rules: Rules,
    options: OptionValues,
    played: tuple[Played, ...],
    seat_of: Mapping[Bandit, Seat],
    order: tuple[Seat, ...],
) -> dict[Seat, Cards]:
    """The cards of every seat."""
    hands = in_hand(options) if stated.hands is None else stated.hands
    lent = {lender_of(rules, order, seat): cards for seat, cards in stated.borrowed.items()}
    return {
        seat: _cards(
            seat,
            owned=(*stated.received.get(seat, ()), *deck_of(rules, seat, seat_of)),
            pile=[one.card for one in played if seat_of[owner_of(one.card)] == seat],
            hand=hands.get(seat, ()),
            deck=stated.decks.get(seat),
            discard=stated.discards.get(seat, ()),
            borrowed=stated.borrowed.get(seat, ()),
            lent=lent.get(seat, ()),
            uncounted=stated.uncounted.get(seat, 0),
        )
        for seat in order
    }


# --- checks that ask the rules


def _check_possible(game: Game) -> None:
    """Raise BadSketch unless the rules can evaluate this position."""
    if reasons := impossible(game):
        raise BadSketch("; ".join(reasons))


def _check_modules(
    drawing: Drawing, owned: Mapping[str, tuple[str, ...]], options: OptionValues, modules: tuple[str, ...]
) -> None:
    """Raise BadSketch if the sketch or an option uses something of a module that is not in play."""
    rows = {row_of(cell) for cell, _ in drawing.added}
    words = {word for _, cell in (*drawing.cells, *drawing.added, *owned.items()) for word in cell}
    words |= {word.partition(":")[0] for word in words}
    known_rows = sketch_with(modules).rows
    for module, each in NOTATIONS.items():
        sketch = each.sketch
        own = {*sketch.figures, *sketch.loot, *chain.from_iterable(sketch.rows.values())}
        found = [
            *(f"a column {column}" for column in sketch.columns if column in drawing.columns),
            *(f"a row {row}" for row in sketch.rows if row in rows and row not in known_rows),
            *sorted(own & words),
            *(name for name, option in each.options.items() if options[name] != option.ordinary),
        ]
        if found and module not in modules:
            raise BadSketch(f"expected the module {module} to be in play because of {', '.join(found)}")
    for cell, there in drawing.added:
        expected = SKETCH.rows[row_of(cell)]
        if strange := [word for word in there if word not in expected]:
            raise BadSketch(f"{row_of(cell)}: expected the words {' and '.join(expected)}, got {strange[0]!r}")


@cache
def _check_together(edition: str, modules: tuple[str, ...]) -> None:
    """Raise BadSketch unless some edition plays these modules together.

    It need not be ``edition``: a board can be read by the rules of another one.
    """
    if not is_module_set(modules):
        raise BadSketch(f"modules: expected some of {', '.join(MODULES)}, in this order; got {', '.join(modules)}")
    if all(what_goes_with(other, modules) for other in EDITIONS):
        advice = what_goes_with(edition, modules)
        raise BadSketch(f"modules: expected modules that go together, got {', '.join(modules)}: {advice}")


def _scheming(game: Game, rules: Rules, stated: BoardOptions) -> Round:
    """The round of a game in the middle of a turn, after some of the players have acted."""
    kinds = rules.round_card_in(game, stated.card).turns
    if not 0 <= stated.turn < len(kinds):
        raise BadSketch(f"turn: expected 0 to {len(kinds) - 1} on {stated.card}, got {stated.turn}")
    turn = rules.turns.kinds[kinds[stated.turn]]
    order = turn.order(clockwise(game.options.seats, game.round.first))
    if not 0 <= stated.acted < len(order):
        raise BadSketch(f"acted: expected 0 to {len(order) - 1}, since the turn is not over; got {stated.acted}")
    draws = tuple(Draw(seat, number) for seat, numbers in stated.draws.items() for number in numbers)
    return changed(game.round, turn=stated.turn, order=order[stated.acted :], hidden=turn.face_down, draws=draws)


def sketch_of(game: Game) -> str:
    """Write a position as a sketch: who and what is where, roofs above, each column as narrow as possible."""
    return write_sketch(game.train, sketch_with(in_play(game)), words_in(game), naming_cars=False, narrowest=1)


def words_in(game: Game) -> dict[Cell, Sequence[str]]:
    """By cell of a sketch: the words for who and what is there, without the values of the loot."""
    made, added = written(game), sketch_with(in_play(game))
    places = places_of((*game.train, *added.columns))
    return {**made.cells, **{place: _words_at(place, game, made) for place in places}}


def _words_at(place: Place, game: Game, made: Written) -> list[str]:
    """The words for a place: bandits, Marshal and loot, without the values of the loot."""
    bandits = [bandit for bandit, figure in game.figures.items() if figure.place == place]
    marshal = ["M"] if game.marshal == place else []
    loot = [made.tokens.get(token, kind_of(token)) for token in game.floor.get(place, ())]
    return [*bandits, *marshal, *made.cells.get(place, ()), *loot]


def _stack(bandit: str, stated: int | None, received: Counter[str]) -> int:
    """The number of bullet cards a bandit has left: as stated, or all below the lowest card that was received."""
    gone = {number: received[card] for number in BOX.bullets if (card := bullet_card(bandit, number)) in received}
    if twice := [bullet_card(bandit, number) for number, count in gone.items() if count > 1]:
        raise BadSketch(f"received: expected a bullet card in one place, got it twice: {', '.join(twice)}")
    most = min(gone, default=max(BOX.bullets) + 1) - 1
    if stated is not None and stated > most:
        raise BadSketch(
            f"bullets: expected at most {most} cards left of {bandit}, for {bullet_card(bandit, most + 1)} has been "
            f"received; got {stated}"
        )
    return most if stated is None else stated


def _neutral(stated: int | None, all_: int, received: Counter[str]) -> int:
    """The number of neutral bullet cards left: as stated, or all that have not been received."""
    most = all_ - received[NEUTRAL_BULLET]
    if most < 0:
        raise BadSketch(f"received: expected at most {all_} neutral bullet cards, got {received[NEUTRAL_BULLET]}")
    if stated is not None and not 0 <= stated <= most:
        raise BadSketch(
            f"neutral: expected 0 to {most} cards left, for {received[NEUTRAL_BULLET]} of {all_} have "
            f"been received; got {stated}"
        )
    return most if stated is None else stated


def _played(name: str, seat_of: Mapping[str, str]) -> Played:
    """Read a card on the pile: ``tuco-fire``, face down ``tuco-fire?``, by another player ``tuco-fire@ghost``."""
    card, _, by = name.removesuffix("?").partition("@")
    return Played(by or seat_of[owner_of(card)], card, name.endswith("?"))


def lender_of(rules: Rules, order: tuple[str, ...], seat: str) -> str:
    """The seat whose cards a player can borrow: the seat that wins together with the player's, or the player's own."""
    return next((other for other in rules.side(order, seat) if other != seat), seat)


def deck_of(rules: Rules, seat: str, seat_of: Mapping[str, str]) -> tuple[str, ...]:
    """The action cards a seat starts with: the cards of its bandit, unless a module decides otherwise."""
    figures = tuple(figure for figure, other in seat_of.items() if other == seat)
    decks = (deck for each in NOTATIONS.values() if (deck := each.deck(rules, figures)) is not None)
    return next(decks, None) or action_cards(rules, figures[0])


def _cards(
    seat: str,
    *,
    owned: Words,
    pile: Words,
    hand: Words,
    deck: Words | None,
    discard: Words,
    borrowed: Words,
    lent: Words,
    uncounted: int,
) -> Cards:
    """The cards of a seat: hand, discard pile, and in the deck all remaining cards, received bullets on top."""
    hand, discard, borrowed = tuple(hand), tuple(discard), tuple(borrowed)
    if borrowed and (strangers := Counter(borrowed) - Counter(hand)):
        raise BadSketch(f"borrowed: expected cards of the hand of {seat}, got {', '.join(strangers)}")
    left = Counter(owned)
    for where, cards in (
        ("pile", pile),
        ("hands", (Counter(hand) - Counter(borrowed)).elements() if borrowed else hand),
        ("discards", discard),
        ("borrowed", lent),
    ):
        left.subtract(cards)
        if missing := [card for card, count in left.items() if count < 0]:
            raise BadSketch(
                f"{where}: expected no more cards than {seat} has, got too many or unknown: {', '.join(missing)}"
            )
    if deck is not None:
        deck = tuple(deck)
        if sorted(deck) != sorted(left.elements()):
            raise BadSketch(
                f"decks: expected the cards left of {seat}, {', '.join(left.elements())}; got {', '.join(deck)}"
            )
    return Cards(hand, tuple(left.elements()) if deck is None else deck, discard, borrowed, uncounted)
