"""A position back into the board of a case, and that board with fewer pieces: how a found difference becomes small.

A ``Sketch`` is a position taken apart into pieces that can be left out one by one: bandits, cars, loot, cards, and
whatever is not as ordinary as it could be. It also has the commands that follow, because tokens get new numbers.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import Any

from attrs import evolve, fields, frozen

from colt_rules.conformance.cases.board import LOOT, VALUES, deck_of, lender_of
from colt_rules.conformance.cases.case import Given
from colt_rules.conformance.cases.drawing import CARS, numbered, write_drawing
from colt_rules.conformance.cases.expand import BadCase, position_of
from colt_rules.conformance.notation import Cell, OfThoseLeft, Piece, cell
from colt_rules.conformance.noted import ELSEWHERE, NOTED, Additions, additions, in_hand, parts_of, word_of
from colt_rules.model.names import (
    LOCOMOTIVE,
    Bandit,
    Car,
    Card,
    Place,
    Seat,
    Token,
    car_of,
    inside,
    is_bullet,
    kind_of,
    owner_of,
    roof,
)
from colt_rules.model.record import changed
from colt_rules.model.state import Game, Played
from colt_rules.modules import MODULES
from colt_rules.rules.base.box import BOX
from colt_rules.rules.rulebook import rulebook, rules_of

FULL = len(BOX.bullets)
PLAIN_CARD = "tunnel.2-4"


@frozen
class Sketch:
    """A position in pieces, and the commands that come in it."""

    edition: str
    modules: tuple[str, ...]
    rulings: tuple[str, ...]
    teams: Mapping[Seat, tuple[Bandit, ...]]
    """The bandits of each seat, mostly one; of two the first is the one whose Marshal card is in the deck."""
    cars: tuple[Car, ...]
    marshal: Place
    standing: Mapping[Bandit, Place]
    """In the order of their seats."""
    floor: Mapping[Place, tuple[Token, ...]]
    loot: Mapping[Bandit, tuple[Token, ...]]
    aside: tuple[Token, ...]
    values: Mapping[Token, int]
    first: Seat
    actor: Seat
    """Who has to act."""
    powers: bool
    happenings: bool
    bullets: Mapping[Bandit, int]
    neutral: int
    card: str
    rounds: tuple[str, ...]
    number: int
    pile: tuple[Card, ...]
    """As a board has them: ``tuco-fire?`` lies face down, ``tuco-fire@ghost`` was played by Ghost."""
    hands: Mapping[Seat, tuple[Card, ...]] | None
    decks: Mapping[Seat, tuple[Card, ...]]
    turn: int
    acted: int
    draws: Mapping[Seat, tuple[int, ...]]
    discards: Mapping[Seat, tuple[Card, ...]]
    borrowed: Mapping[Seat, tuple[Card, ...]]
    uncounted: Mapping[Seat, int]
    parts: Mapping[str, Any]
    """By module: the record that it adds, with nothing in it that no board shows."""
    commands: tuple[Any, ...]

    @cached_property
    def columns(self) -> tuple[Car, ...]:
        """The cars, and the columns that modules add."""
        return (LOCOMOTIVE, *self.cars, *self.added.columns)

    @cached_property
    def added(self) -> Additions:
        """What modules add to the drawing."""
        return additions(self.parts)

    @cached_property
    def option_values(self) -> dict[str, Any]:
        """The options of modules, which say what the drawing does not show."""
        return {
            name: value
            for module, part in self.parts.items()
            for name, value in NOTED[module].option_values(part).items()
        }

    @cached_property
    def unsaid(self) -> set[tuple[Cell, str]]:
        """The words of modules that a board has in these cells by default."""
        return {at for module in self.parts for at in NOTED[module].unsaid}

    @cached_property
    def is_fixed(self) -> bool:
        """Whether bandits belong together, so that none can be left out alone."""
        rules, seats = rulebook(self.modules), tuple(self.teams)
        return self.is_shared or any(len(rules.side(seats, seat)) > 1 for seat in seats)

    @cached_property
    def is_shared(self) -> bool:
        """Whether players have more than one bandit and are not called after them."""
        return any(bandits != (seat,) for seat, bandits in self.teams.items())


def take_apart(game: Game, commands: tuple[Any, ...]) -> Sketch | None:
    """The position in pieces; None if it is none that a board can show, such as one in the middle of the set-up."""
    made = _sketch_unchecked(game, commands)
    return made if made is None or game.options.modules == MODULES[:1] or _comes_back(game, made) else None


def board_of(sketch: Sketch) -> Game:
    """The position that a sketch draws, or an error about what makes no sense in it."""
    return position_of(given_of(sketch), sketch.edition, sketch.modules, sketch.rulings)


def _comes_back(game: Game, sketch: Sketch) -> bool:
    """Whether the board of a sketch shows the position: not all that a variant brings can be drawn."""
    try:
        again = board_of(sketch)
    except (BadCase, LookupError, ValueError):
        return False
    return bool(_cards_of(game) == _cards_of(again))


def _cards_of(game: Game) -> Any:
    """All about the cards of a position, and who has to do with them."""
    unseen: dict[str, Any] = {"draws": tuple(sorted((draw.seat, draw.turn) for draw in game.round.draws))}
    if game.phase == "stealin":
        unseen = {"draws": (), "turn": 0, "hidden": False, "answered": 0}
    seats = {bandit: (figure.seat, figure.bullets) for bandit, figure in game.figures.items()}
    return game.phase, seats, dict(game.cards), changed(game.round, **unseen)


def _sketch_unchecked(game: Game, commands: tuple[Any, ...]) -> Sketch | None:
    round_ = game.round
    scheming = game.phase == "schemin" and not round_.undealt and bool(round_.order)
    stealing = game.phase == "stealin" and round_.current is not None and not round_.acted
    if not (scheming or stealing):
        return None
    parts = {module: NOTED[module].apart(game) for module in parts_of(game)}
    if None in parts.values():
        return None
    played = (*((round_.current,) if round_.current else ()), *round_.pile)
    seats, cards = game.options.seats, game.cards
    teams = {seat: tuple(name for name, figure in game.figures.items() if figure.seat == seat) for seat in seats}
    bandits = [bandit for names in teams.values() for bandit in names]
    return Sketch(
        edition=game.options.edition,
        modules=game.options.modules,
        rulings=game.options.rulings,
        teams=teams,
        cars=game.train[1:],
        marshal=game.marshal,
        standing={bandit: game.figures[bandit].place for bandit in bandits},
        floor=game.floor,
        loot={bandit: game.figures[bandit].loot for bandit in bandits},
        aside=game.aside,
        values=game.values,
        first=round_.first,
        actor=round_.order[0] if scheming else "",
        powers=game.options.powers,
        happenings=game.options.happenings,
        bullets={bandit: figure.bullets for bandit, figure in rules_of(game).bandits(game).items()},
        neutral=game.neutral,
        card=round_.card,
        rounds=game.rounds,
        number=round_.number,
        pile=tuple(_written(one, game) for one in played),
        hands={seat: cards[seat].hand for seat in seats} if scheming else None,
        decks={seat: cards[seat].deck for seat in seats},
        turn=round_.turn if scheming else 0,
        acted=_acted(game) if scheming else 0,
        draws=_draws(game) if scheming else {},
        discards={seat: cards[seat].discard for seat in seats if cards[seat].discard},
        borrowed={seat: cards[seat].borrowed for seat in seats if cards[seat].borrowed},
        uncounted={seat: cards[seat].uncounted for seat in seats if cards[seat].uncounted},
        parts=parts,
        commands=commands,
    )


def _written(one: Played, game: Game) -> str:
    by = "" if game.figures[owner_of(one.card)].seat == one.seat else f"@{one.seat}"
    return one.card + by + ("?" if one.face_down else "")


def _card(written: str) -> Card:
    """The card that is written like this on a pile."""
    return written.removesuffix("?").partition("@")[0]


def _acted(game: Game) -> int:
    rules = rules_of(game)
    turn = rules.turns[rules.turn(game)]
    return len(turn.order(game.options.seats)) - len(game.round.order)


def _draws(game: Game) -> dict[Seat, tuple[int, ...]]:
    seats = dict.fromkeys(draw.seat for draw in game.round.draws)
    return {seat: tuple(draw.turn for draw in game.round.draws if draw.seat == seat) for seat in seats}


# --- pieces


def pieces(sketch: Sketch) -> list[Piece]:
    """All that can be left out."""
    rules = rulebook(sketch.modules)
    needed = rules.table.required
    found: list[Piece] = [("command", str(number)) for number in range(len(sketch.commands))]
    found += [("bandit", bandit) for bandit in sketch.standing if not sketch.is_fixed and bandit not in needed]
    found += [("ruling", ruling) for ruling in sketch.rulings]
    found += [("discards", seat) for seat in sketch.discards]
    found += [("uncounted", seat) for seat in sketch.uncounted]
    found += [("car", car) for car in sketch.cars if car not in rules.tail]
    found += [("token", token) for token in _tokens(sketch) if not _goes_without_saying(token, sketch)]
    found += [("worth", token) for token in _tokens(sketch) if sketch.values[token] != _usual(token)]
    found += [
        piece for module, part in sketch.parts.items() for piece in NOTED[module].pieces(part, [*_tokens(sketch)])
    ]
    found += [("played", str(number)) for number in range(1, len(sketch.pile))]
    found += [("hidden", str(number)) for number, card in enumerate(sketch.pile) if card.endswith("?")]
    found += [
        ("hand", seat, str(number)) for seat, cards in (sketch.hands or {}).items() for number in range(len(cards))
    ]
    found += [
        ("bullet", seat, str(number))
        for seat, cards in sketch.decks.items()
        for number in range(sum(map(is_bullet, cards)))
    ]
    found += [("deck", seat) for seat in sketch.decks]
    found += [("fired", bandit) for bandit, left in sketch.bullets.items() if left != FULL]
    found += [("draws", seat) for seat in sketch.draws]
    found += [("plain", name) for name, value in _ordinary(sketch).items() if getattr(sketch, name) != value]
    found += [
        ("plain", module, name)
        for module, part in sketch.parts.items()
        for name, value in NOTED[module].plain.items()
        if getattr(part, name) != value
    ]
    found += [("plain", "acted")] if sketch.acted or sketch.turn else []
    found += [("plain", "seats")] if tuple(sketch.standing) != _as_standing(sketch) and not sketch.is_fixed else []
    return found


def _ordinary(sketch: Sketch) -> dict[str, Any]:
    """What a board has by default."""
    return {
        "powers": True,
        "happenings": True,
        "neutral": rulebook(sketch.modules).neutral_bullets,
        "card": PLAIN_CARD,
        "rounds": (),
        "number": 1,
        "marshal": sketch.marshal and inside(LOCOMOTIVE),
        "first": "",
    }


def _tokens(sketch: Sketch) -> Iterator[Token]:
    """Every token, in the order in which a board numbers them."""
    for car in sketch.columns:
        yield from sketch.floor.get(inside(car), ())
        yield from sketch.floor.get(roof(car), ())
    for bandit in sketch.standing:
        yield from sketch.loot.get(bandit, ())
    yield from sketch.aside


def _goes_without_saying(token: Token, sketch: Sketch) -> bool:
    """Whether a board has this token there by default."""
    return (token in sketch.aside and _is_ordinary_aside(sketch)) or _lies_as_always(token, sketch)


def _lies_as_always(token: Token, sketch: Sketch) -> bool:
    """Whether it is a token of a module and lies where a board puts it, after all others."""
    places = (place for place, tokens in sketch.floor.items() if tokens[-1:] == (token,))
    return any((place, word_of(sketch.parts, token)) in sketch.unsaid for place in places)


def _usual(token: Token) -> int:
    """What a token is worth by default."""
    return USUAL[kind_of(token)]


USUAL = {loot.kind: loot.worth for loot in reversed(LOOT.values())} | VALUES
"""By kind of loot, in the first of the words for it."""


def _is_ordinary_aside(sketch: Sketch) -> bool:
    """Whether what is set aside is the default: to leave it out would have to be said."""
    return tuple(_word(token, sketch) for token in sketch.aside) == ("strongbox",)


def without(sketch: Sketch, gone: Collection[Piece]) -> Sketch:
    """The sketch without these pieces. It may make no sense any more; then the board says so."""
    gone = set(gone)
    order = _as_standing(sketch) if ("plain", "seats") in gone else sketch.standing
    left = [bandit for bandit in order if ("bandit", bandit) not in gone]
    places = {place for car in sketch.columns if ("car", car) not in gone for place in (inside(car), roof(car))}

    def kept(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        return tuple(token for token in tokens if ("token", token) not in gone)

    def of_those_left(table: Mapping[str, Any], piece: str = "") -> dict[str, Any]:
        there = [name for name in (*left, *(sketch.teams if sketch.is_fixed else ())) if name in table]
        return {name: table[name] for name in there if (piece, name) not in gone}

    plain = {name: value for name, value in _ordinary(sketch).items() if ("plain", name) in gone}
    plain.setdefault("first", sketch.first if sketch.first in left else "")
    if ("plain", "acted") in gone:
        plain |= {"turn": 0, "acted": 0, "first": sketch.actor}

    hands = (
        None
        if sketch.hands is None
        else {
            seat: tuple(card for number, card in enumerate(cards) if ("hand", seat, str(number)) not in gone)
            for seat, cards in of_those_left(sketch.hands).items()
        }
    )
    return evolve(
        sketch,
        rulings=tuple(ruling for ruling in sketch.rulings if ("ruling", ruling) not in gone),
        teams=of_those_left(sketch.teams),
        discards=of_those_left(sketch.discards, "discards"),
        borrowed=of_those_left(sketch.borrowed),
        uncounted=of_those_left(sketch.uncounted, "uncounted"),
        cars=tuple(car for car in sketch.cars if ("car", car) not in gone),
        standing=of_those_left(sketch.standing),
        floor={place: kept(tokens) for place, tokens in sketch.floor.items() if place in places and kept(tokens)},
        loot={bandit: kept(tokens) for bandit, tokens in of_those_left(sketch.loot).items()},
        aside=kept(sketch.aside),
        bullets={
            bandit: FULL if ("fired", bandit) in gone else number
            for bandit, number in of_those_left(sketch.bullets).items()
        },
        values={token: _usual(token) if ("worth", token) in gone else value for token, value in sketch.values.items()},
        parts={module: _part_without(module, part, gone, of_those_left) for module, part in sketch.parts.items()},
        pile=tuple(
            card.removesuffix("?") if ("hidden", str(number)) in gone else card
            for number, card in enumerate(sketch.pile)
            if owner_of(card) in left and ("played", str(number)) not in gone
        ),
        hands=hands,
        decks={seat: _fewer(seat, deck, gone) for seat, deck in of_those_left(sketch.decks).items()},
        draws=of_those_left(sketch.draws, "draws"),
        commands=tuple(
            command for number, command in enumerate(sketch.commands) if ("command", str(number)) not in gone
        ),
        **plain,
    )


def _part_without(module: str, part: Any, gone: Collection[Piece], of_those_left: OfThoseLeft) -> Any:
    """What a module adds, without these pieces."""
    plain = {name: value for name, value in NOTED[module].plain.items() if ("plain", module, name) in gone}
    left = NOTED[module].without(part, gone, of_those_left)
    return changed(left, **plain) if plain else left


def _fewer(seat: Seat, deck: tuple[Card, ...], gone: Collection[Piece]) -> tuple[Card, ...]:
    """A deck without some of its bullets and, if its order is not needed, in no order: then it is left out."""
    bullets = [card for card in deck if is_bullet(card)]
    lost = [card for number, card in enumerate(bullets) if ("bullet", seat, str(number)) in gone]
    left = list(deck)
    for card in lost:
        left.remove(card)
    return tuple(card for card in left if is_bullet(card)) if ("deck", seat) in gone else tuple(left)


# --- back into a case


def given_of(sketch: Sketch) -> Given:
    """The board of a case that draws this sketch, without the defaults."""
    ordinary = {field.name: field.default for field in fields(Given)}
    ordered = {seat: deck for seat, deck in sketch.decks.items() if any(not is_bullet(card) for card in deck)}
    options: dict[str, Any] = {
        "board": _drawn(sketch),
        "pile": sketch.pile,
        "seats": tuple(sketch.teams) if not sketch.is_shared and tuple(sketch.standing) != _as_standing(sketch) else (),
        "first": sketch.first if sketch.first != next(iter(sketch.teams), "") else "",
        "powers": sketch.powers,
        "happenings": sketch.happenings,
        "loot": {
            bandit: tuple(_word(token, sketch) for token in tokens) for bandit, tokens in sketch.loot.items() if tokens
        },
        "bullets": {bandit: number for bandit, number in sketch.bullets.items() if number != FULL},
        "received": {seat: got for seat in sketch.decks if (got := _received(sketch, seat))},
        "neutral": sketch.neutral if sketch.neutral != rulebook(sketch.modules).neutral_bullets else None,
        "aside": None if _is_ordinary_aside(sketch) else tuple(_word(token, sketch) for token in sketch.aside),
        "card": sketch.card if sketch.card != PLAIN_CARD else None,
        "rounds": sketch.rounds,
        "number": sketch.number,
        "hands": sketch.hands,
        "decks": {
            seat: tuple(_own(seat, deck, sketch)) for seat, deck in ordered.items() if not _is_plain(seat, deck, sketch)
        },
        "turn": sketch.turn,
        "acted": sketch.acted,
        "draws": sketch.draws,
        "teams": sketch.teams if sketch.is_shared else {},
        "discards": sketch.discards,
        "borrowed": sketch.borrowed,
        "uncounted": sketch.uncounted,
        **sketch.option_values,
        **{
            option: there
            for option, place in ELSEWHERE.items()
            if (there := tuple(name for name, at in sketch.standing.items() if at == place))
            if option not in sketch.option_values
        },
        "rulings": sketch.rulings,
    }
    return Given(**{name: value for name, value in options.items() if value != ordinary[name] or name == "board"})


def _received(sketch: Sketch, seat: Seat) -> tuple[Card, ...]:
    """The bullets among a player's cards."""
    return tuple(card for card in (*_elsewhere(sketch, seat), *sketch.decks[seat]) if is_bullet(card))


def _elsewhere(sketch: Sketch, seat: Seat) -> list[Card]:
    """The cards of a player that are not in the deck: in hand, on a pile, lent to another."""
    hand = list((in_hand(sketch.option_values) if sketch.hands is None else sketch.hands).get(seat, ()))
    for card in sketch.borrowed.get(seat, ()):
        hand.remove(card)
    rules, seats = rulebook(sketch.modules), tuple(sketch.teams)
    lent = sketch.borrowed.get(lender_of(rules, seats, seat), ()) if sketch.borrowed else ()
    played = [card for card in map(_card, sketch.pile) if owner_of(card) in sketch.teams[seat]]
    return [*hand, *played, *sketch.discards.get(seat, ()), *lent]


def _left(sketch: Sketch, seat: Seat) -> list[Card]:
    """What a board puts into a deck: bullets first, then the action cards that are nowhere else."""
    seat_of = {bandit: seat for seat, bandits in sketch.teams.items() for bandit in bandits}
    left = [*_received(sketch, seat), *deck_of(rulebook(sketch.modules), seat, seat_of)]
    for card in _elsewhere(sketch, seat):
        if card in left:
            left.remove(card)
    return left


def _own(seat: Seat, deck: tuple[Card, ...], sketch: Sketch) -> tuple[Card, ...]:
    """The deck with every card that is nowhere else: what left the hand or the pile lies at its bottom."""
    left = _left(sketch, seat)
    for card in deck:
        if card in left:
            left.remove(card)
    return (*deck, *left)


def _is_plain(seat: Seat, deck: tuple[Card, ...], sketch: Sketch) -> bool:
    """Whether a deck lies as a board would lay it."""
    return _own(seat, deck, sketch) == tuple(_left(sketch, seat))


def _drawn(sketch: Sketch) -> str:
    """The drawing of a sketch, without what modules have there by default."""
    added, unsaid = sketch.added, sketch.unsaid
    words = {at: [word for word in there if (at, word) not in unsaid] for at, there in added.words.items()}
    for place in (place for car in sketch.columns for place in (roof(car), inside(car))):
        standing = [bandit for bandit, at in sketch.standing.items() if at == place]
        marshal = ["M"] if sketch.marshal == place else []
        tokens = [token for token in sketch.floor.get(place, ()) if not _lies_as_always(token, sketch)]
        words[place] = [*standing, *marshal, *words.get(place, ()), *(_word(token, sketch) for token in tokens)]
    train = (LOCOMOTIVE, *sketch.cars)
    columns = (*train, *(car for car in added.columns if words[roof(car)] or words[inside(car)]))
    rows = (CARS, "roof", "inside", *(row for row in added.rows if any(words.get(cell(car, row)) for car in train)))
    return write_drawing(columns, rows, words) + "\n"


def _word(token: Token, sketch: Sketch) -> str:
    kind, value = kind_of(token), sketch.values[token]
    return word_of(sketch.parts, token) or (kind if value == _usual(token) else f"{kind}:{value}")


def _as_standing(sketch: Sketch) -> tuple[Bandit, ...]:
    """The bandits as a board finds them: head to tail, inside before roof."""
    order = [*(place for car in sketch.columns for place in (inside(car), roof(car))), *ELSEWHERE.values()]
    return tuple(
        sorted(
            sketch.standing,
            key=lambda bandit: order.index(sketch.standing[bandit]) if sketch.standing[bandit] in order else -1,
        )
    )


def renamed(sketch: Sketch) -> dict[Token, Token]:
    """What each token is called on the board that is drawn."""
    names: dict[Token, Token] = {}
    for token in _tokens(sketch):
        has_its_name = word_of(sketch.parts, token) == token
        names[token] = token if has_its_name else numbered(kind_of(token), {*names.values()})
    return names


def commands_of(sketch: Sketch) -> tuple[Any, ...]:
    """The commands, with the tokens as they are called on the board that is drawn."""
    names = renamed(sketch)
    return tuple(
        {key: names.get(value, value) if key == "token" else value for key, value in command.items()}
        if isinstance(command, dict)
        else command
        for command in sketch.commands
    )


def is_drawable(sketch: Sketch) -> bool:
    """Whether everybody and everything stands on, or beside, a car that is there."""
    marshal = [sketch.marshal] if sketch.marshal else []
    standing = [place for place in (*sketch.standing.values(), *marshal) if place not in ELSEWHERE.values()]
    return all(car_of(at) in sketch.columns for at in (*standing, *sketch.added.words))
