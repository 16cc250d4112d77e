"""A position from a sketch: the train in profile, locomotive first, roofs above.

    car    |             | mail        | dining      |
    roof   | tuco        |             | ghost belle |
    inside | M strongbox | purse purse | jewel       |

Each column is a car, the locomotive first. The row ``car`` names the others; without it they are car-1, car-2 and so
on. A cell names bandits, ``M`` for the Marshal, and loot; ``purse:300`` gives a purse its value. Tokens are numbered
by kind from head to tail, inside before roof: ``purse-1``, ``purse-2``, ``jewel-1``. Whatever the sketch leaves open is
as ordinary as can be; whatever in it makes no sense is reported. Modules add rows, columns and words of their own.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

from attrs import Factory, frozen

from colt_rules.conformance.cases.drawing import CARS, numbered, read_drawing, write_drawing
from colt_rules.conformance.notation import (
    BadSketch,
    Cell,
    Drawing,
    OptionValues,
    check_names,
    check_round_cards,
    row_of,
)
from colt_rules.conformance.notations import (
    ELSEWHERE,
    NOTATIONS,
    OPTIONS,
    ROOFLESS,
    SCHEMING,
    additions,
    impossible,
    in_hand,
    parts_of,
    word_of,
)
from colt_rules.kernel.decide import settle
from colt_rules.model.names import (
    LOCOMOTIVE,
    NEUTRAL_BULLET,
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
from colt_rules.rules.rulebook import is_module_set, rulebook, rules_of

VALUES = {"purse": 250, "jewel": BOX.jewel_value, "strongbox": BOX.strongbox_value}

FEWEST_CARS = 2
"""Behind the locomotive. No position sent to an engine has fewer."""

Words: TypeAlias = Iterable[str]


ROWS = tuple(row for each in NOTATIONS.values() for row in each.rows)
COLUMNS = tuple(car for each in NOTATIONS.values() for car in each.columns)
STANDING = tuple(word for each in NOTATIONS.values() for word in each.standing)
FIGURES = {word for each in NOTATIONS.values() for word in each.figures}
SEATS = {seat: cards for each in NOTATIONS.values() for seat, cards in each.seats.items()}
BULLET_CARDS = Counter(card for each in NOTATIONS.values() for card in each.bullet_cards)
LOOT = {word: loot for each in NOTATIONS.values() for word, loot in each.loot.items()}
"""What modules add to a sketch.

Rows, columns, words in added rows, words at places, seats whose figures are not bandits, bullet cards and words for
loot.
"""


@frozen
class Tokens:
    """The tokens read from a board so far: their values, and the words they were written as."""

    values: dict[Token, int] = Factory(dict)
    words: dict[Token, str] = Factory(dict)

    def take(self, word: str) -> Token:
        """Add the token that a word names, and return it."""
        kind, colon, value = word.partition(":")
        added = LOOT.get(word)
        named = LOOT[kind].token if kind in LOOT and value.isdigit() else ""
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


def board(
    sketch: str,
    *,
    pile: Words = (),
    seats: Words = (),
    first: str = "",
    powers: bool = True,
    happenings: bool = True,
    loot: Mapping[str, Words] | None = None,
    bullets: Mapping[str, int] | None = None,
    received: Mapping[str, Words] | None = None,
    neutral: int | None = None,
    aside: Words = ("strongbox",),
    card: str = "tunnel.2-4",
    rounds: Words = (),
    number: int = 1,
    hands: Mapping[str, Words] | None = None,
    decks: Mapping[str, Words] | None = None,
    turn: int = 0,
    acted: int = 0,
    draws: Mapping[str, Iterable[int]] | None = None,
    teams: Mapping[str, Words] | None = None,
    discards: Mapping[str, Words] | None = None,
    borrowed: Mapping[str, Words] | None = None,
    uncounted: Mapping[str, int] | None = None,
    rulings: Words = (),
    edition: str = EDITIONS[0],
    modules: Words = MODULES[:1],
    **of_modules: Any,
) -> Game:
    """Build a position of the Stealin' phase with this pile, its first card revealed; with ``hands``, of Schemin'.

    Without cards on the pile nothing has happened yet: ``settle`` ends the phase and runs the end of the round.
    ``seats`` go clockwise (default: the order of the bandits, head to tail), ``loot`` and ``received`` give each
    bandit's loot and bullet cards, ``card`` is the round card, ``rounds`` the rounds still to come. ``tuco-fire?`` on
    the pile is a card that lies face down. Received bullet cards are missing from the stacks of ``bullets`` and from
    the ``neutral`` ones, unless the case states that the stacks hold even less.

    In Schemin' ``turn`` counts the turns before this one, ``acted`` the players who have acted in it, and ``draws``
    lists the turns in which each player drew. A deck holds the player's remaining cards unless ``decks`` gives it, top
    first.

    Where modules need them: ``teams`` names the bandits of each seat, ``discards`` the discard piles, top last,
    ``borrowed`` the cards in a hand that come from the deck of their side, ``uncounted`` how many of the received
    bullets a tie-break ignores. ``tuco-fire@ghost`` is a card that another player than its owner played. ``rulings``
    are the answers that the table claims, each ``ruling=answer``.

    Modules add options of their own, see ``OPTIONS``.
    """
    if unknown := of_modules.keys() - OPTIONS.keys():
        raise TypeError(f"expected options of a board, got {', '.join(sorted(unknown))}")
    modules, pile, rounds = tuple(modules), tuple(pile), tuple(rounds)
    owned = {bandit: tuple(words) for bandit, words in (loot or {}).items()}
    options = {name: option.ordinary for name, option in OPTIONS.items()} | of_modules
    drawing = read_drawing(sketch, ROWS, COLUMNS)
    _check_together(edition, modules)
    _check_modules(drawing, owned, options, modules)
    rules = rulebook(modules, edition, tuple(rulings))
    found = Tokens()
    standing: dict[str, str] = {}
    floor: dict[str, tuple[Token, ...]] = {}
    marshal = ""
    if above := [f"{car}: {words[0]}" for car in ROOFLESS for at, words in drawing.cells if at == roof(car) and words]:
        raise BadSketch(f"roof: expected nothing above what has no roof, got {', '.join(above)}")
    for place, words in drawing.cells:
        for word in words:
            if word == "M":
                if marshal or is_roof(place) or car_of(place) not in drawing.cars:
                    raise BadSketch(f"expected the Marshal M once, inside a car; got him at {place}")
                marshal = place
            elif word in rules.characters or word in SEATS:
                if word in standing:
                    raise BadSketch(f"expected {word} in one place, got {standing[word]} and {place}")
                standing[word] = place
            elif word not in FIGURES:
                floor[place] = (*floor.get(place, ()), found.take(word))
    for option, place in ELSEWHERE.items():
        if twice := sorted(set(options[option]) & set(standing)):
            raise BadSketch(f"{option}: expected bandits that are not on the train, got {', '.join(twice)}")
        standing |= dict.fromkeys(options[option], place)
    if hands is None and (early := [option for option in SCHEMING if options[option]]):
        raise BadSketch(f"{early[0]}: expected it in Schemin' only, which begins with `hands`")
    seat_of = {bandit: seat for seat, bandits in (teams or {}).items() for bandit in bandits}
    seat_of = seat_of or {bandit: bandit for bandit in tuple(seats) or standing}
    order = tuple(seats) or tuple(dict.fromkeys(seat_of.values()))
    if sorted(seat_of) != sorted(standing) or sorted(order) != sorted(set(seat_of.values())):
        raise BadSketch(f"expected the seats to name the bandits {sorted(standing)}, got {sorted(seat_of)}")
    for what, named, there in (
        ("first", [first] if first else [], order),
        ("loot", owned, seat_of),
        ("bullets", bullets, seat_of),
        ("received", received, order),
        ("hands", hands, order),
        ("decks", decks, order),
        ("draws", draws, order),
        ("discards", discards, order),
        ("borrowed", borrowed, order),
        ("uncounted", uncounted, order),
    ):
        check_names(what, named or (), there)
    if wrong := [f"{number}" for number in (bullets or {}).values() if not 0 <= number <= len(BOX.bullets)]:
        raise BadSketch(f"bullets: expected 0 to {len(BOX.bullets)} cards left, got {', '.join(wrong)}")
    received = {seat: tuple(names) for seat, names in (received or {}).items()}
    bullet_cards = {bullet_card(bandit, number) for bandit in seat_of for number in BOX.bullets} | {
        NEUTRAL_BULLET,
        *BULLET_CARDS,
    }
    if strange := sorted({name for names in received.values() for name in names} - bullet_cards):
        raise BadSketch(
            f"received: expected bullet cards of {', '.join(seat_of)} or {NEUTRAL_BULLET}; got {', '.join(strange)}"
        )
    got = Counter(name for names in received.values() for name in names)
    if twice := [card for card, count in BULLET_CARDS.items() if got[card] > count]:
        raise BadSketch(f"received: expected no more bullet cards than there are, got {', '.join(twice)} too often")
    check_round_cards("card", [card], rules)
    check_round_cards("rounds", rounds, rules)
    if strangers := sorted({name for name in pile if owner_of(name) not in seat_of}):
        raise BadSketch(f"pile: expected cards of {', '.join(seat_of)}; got {', '.join(strangers)}")
    played = tuple(_played(name, seat_of) for name in pile)
    stations = any(rules.round_cards[name].station for name in (card, *rounds))
    agreed = Options(edition, modules, order, powers, happenings, stations, (), tuple(rulings))
    phase = "stealin" if hands is None else "schemin"
    _check_possible(changed(NEW, options=agreed, phase=phase))  # who plays first decides who owns which cards
    lent = {lender_of(rules, order, seat): tuple(names) for seat, names in (borrowed or {}).items()}
    cards = {
        seat: _cards(
            seat,
            owned=(*received.get(seat, ()), *deck_of(rules, seat, seat_of)),
            pile=[one.card for one in played if seat_of[owner_of(one.card)] == seat],
            hand=(in_hand(options) if hands is None else hands).get(seat, ()),
            deck=(decks or {}).get(seat),
            discard=(discards or {}).get(seat, ()),
            borrowed=(borrowed or {}).get(seat, ()),
            lent=lent.get(seat, ()),
            uncounted=(uncounted or {}).get(seat, 0),
        )
        for seat in order
    }
    figures = {
        bandit: Figure(
            seat=seat_of[bandit],
            place=standing[bandit],
            loot=tuple(found.take(word) for word in owned.get(bandit, ())),
            bullets=_stack(bandit, (bullets or {}).get(bandit), got),
            powers=(bandit,) if powers else (),
            ransom=0,
        )
        for bandit in seat_of
    }
    left_aside = tuple(found.take(word) for word in aside)
    start = Game(
        options=agreed,
        phase=phase,
        train=drawing.cars,
        marshal=marshal or inside(LOCOMOTIVE),
        figures=figures,
        cards=cards,
        floor=floor,
        aside=left_aside,
        values=found.values,
        neutral=_neutral(neutral, rules.neutral_bullets, got),
        rounds=rounds,
        round=Round(number, card, first or order[0], (), 0, (), False, (), played, None, False, False, ()),
        ranking=NEW.ranking,
    )
    noted = [module for module in NOTATIONS if module in modules]
    for module in noted:
        start = NOTATIONS[module].named(start, options)
    if hands is not None:
        drawn = tuple(Draw(seat, number) for seat, numbers in (draws or {}).items() for number in numbers)
        start = changed(start, round=_scheming(start, rules.round_card_in(start, card).turns, turn, acted, drawn))
    for module in noted:
        start = NOTATIONS[module].put(start, drawing, options, found.words)
    _check_possible(start)
    return settle(start).after if played and hands is None else start


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
    without_pawn = [module for module in modules if module in NOTATIONS and not NOTATIONS[module].has_pawn]
    if without_pawn and (places := drawing.cells_with("M")):
        raise BadSketch(f"expected no Marshal M with the module {without_pawn[0]}; got him at {places[0]}")
    for module, each in reversed(NOTATIONS.items()):
        own = {*each.figures, *each.seats, *each.loot, *(each.standing if not each.rows else ())}
        found = [
            *(f"a column {column}" for column in each.columns if column in drawing.columns),
            *(f"a row {row}" for row in each.rows if row in rows),
            *sorted(own & words),
            *(name for name, option in each.options.items() if options[name] != option.ordinary),
        ]
        if found and module not in modules:
            raise BadSketch(f"expected the module {module} to be in play, for there is {', '.join(found)}")
    for cell, there in drawing.added:
        if strange := [word for word in there if word not in STANDING]:
            raise BadSketch(f"{row_of(cell)}: expected the words {' and '.join(STANDING)}, got {strange[0]!r}")


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


def _scheming(game: Game, kinds: tuple[str, ...], number: int, acted: int, draws: tuple[Draw, ...]) -> Round:
    """The round in the middle of turn ``number``, after ``acted`` players have acted in it."""
    rules = rules_of(game)
    if not 0 <= number < len(kinds):
        raise BadSketch(f"turn: expected 0 to {len(kinds) - 1} on {game.round.card}, got {number}")
    turn = rules.turns[kinds[number]]
    order = turn.order(clockwise(game.options.seats, game.round.first))
    if not 0 <= acted < len(order):
        raise BadSketch(f"acted: expected 0 to {len(order) - 1}, for the turn is not over; got {acted}")
    return changed(game.round, turn=number, order=order[acted:], hidden=turn.face_down, draws=draws)


def sketch_of(game: Game) -> str:
    """Write a position as a sketch: who and what is where, roofs above, each column as narrow as possible."""
    parts = parts_of(game)
    added = additions(parts)
    columns = (*game.train, *added.columns)
    words = {place: _words_at(place, game, added.words, parts) for car in columns for place in (roof(car), inside(car))}
    rows = (*((CARS,) if added.columns else ()), "roof", "inside", *added.rows)
    return write_drawing(columns, rows, {**added.words, **words}, narrowest=1)


def _words_at(place: str, game: Game, added: Mapping[Cell, list[str]], parts: Mapping[str, Any]) -> list[str]:
    """The words for a place: bandits, Marshal and loot, without the values of the loot."""
    bandits = [bandit for bandit, figure in game.figures.items() if figure.place == place]
    marshal = ["M"] if game.marshal == place else []
    tokens = [word_of(parts, token) or kind_of(token) for token in game.floor.get(place, ())]
    return [*bandits, *marshal, *added.get(place, ()), *tokens]


def _stack(bandit: str, stated: int | None, received: Counter[str]) -> int:
    """The number of bullet cards a bandit has left: as stated, or all below the lowest one that was received."""
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
    """The seat whose cards a player can borrow: the one that wins together with theirs, or their own."""
    return next((other for other in rules.side(order, seat) if other != seat), seat)


def deck_of(rules: Rules, seat: str, seat_of: Mapping[str, str]) -> tuple[str, ...]:
    """The action cards a seat starts with: those of its bandit, or the deck of a module for a pair of them."""
    bandits = [bandit for bandit, other in seat_of.items() if other == seat]
    if seat in SEATS:
        return SEATS[seat](rules)
    of_two = next((each.deck_of_two for each in NOTATIONS.values() if each.deck_of_two), None)
    return of_two(rules, *bandits) if of_two and len(bandits) == 2 else action_cards(rules, bandits[0])


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
    if strangers := Counter(borrowed) - Counter(hand):
        raise BadSketch(f"borrowed: expected cards of the hand of {seat}, got {', '.join(strangers)}")
    left = Counter(owned)
    for where, cards in (
        ("pile", pile),
        ("hands", (Counter(hand) - Counter(borrowed)).elements()),
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
