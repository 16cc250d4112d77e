"""A position back into the board of a case, and that board with fewer pieces: how a found difference becomes small.

A ``Sketch`` is a position taken apart into pieces that can be left out one by one: bandits, cars, loot, cards, and
whatever is not as ordinary as it could be. It knows the commands that come, since tokens are numbered anew.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import Any

from attrs import evolve, fields, frozen

from colt_rules.conformance.cases.board import LOOT, VALUES, deck_of, partner_of
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
    """As a board has them: ``tuco-fire?`` lies face down, ``tuco-fire@ghost`` was played by a partner."""
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
    def told(self) -> dict[str, Any]:
        """What is told of modules beyond the drawing."""
        return {name: value for module, part in self.parts.items() for name, value in NOTED[module].told(part).items()}

    @cached_property
    def unsaid(self) -> set[tuple[Cell, str]]:
        """The words of modules that a board has in these cells unless told."""
        return {at for module in self.parts for at in NOTED[module].unsaid}

    @property
    def is_fixed(self) -> bool:
        """Whether bandits belong together, so that none can be left out alone."""
        return not {"duo", "team"}.isdisjoint(self.modules)


def sketch(game: Game, commands: tuple[Any, ...]) -> Sketch | None:
    """The position in pieces; nothing if it is none that a board can show, such as one in the middle of the set-up."""
    made = _taken_apart(game, commands)
    return made if made is None or game.options.modules == MODULES[:1] or _comes_back(game, made) else None


def board_of(of: Sketch) -> Game:
    """The position that a sketch draws, or an error about what makes no sense in it."""
    return position_of(given_of(of), of.edition, of.modules, of.rulings)


def _comes_back(game: Game, of: Sketch) -> bool:
    """Whether the board of a sketch shows the position: not all that a variant brings can be drawn."""
    try:
        again = board_of(of)
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


def _taken_apart(game: Game, commands: tuple[Any, ...]) -> Sketch | None:
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
    teams = {seat: tuple(name for name, of in game.figures.items() if of.seat == seat) for seat in seats}
    bandits = [bandit for team in teams.values() for bandit in team]
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
        bullets={bandit: figure.bullets for bandit, figure in game.figures.items()},
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


def pieces(of: Sketch) -> list[Piece]:
    """All that can be left out."""
    found: list[Piece] = [("command", str(number)) for number in range(len(of.commands))]
    found += [("bandit", bandit) for bandit in of.standing if not of.is_fixed]
    found += [("ruling", ruling) for ruling in of.rulings]
    found += [("discards", seat) for seat in of.discards]
    found += [("uncounted", seat) for seat in of.uncounted]
    found += [("car", car) for car in of.cars]
    found += [("token", token) for token in _tokens(of) if not _goes_without_saying(token, of)]
    found += [("worth", token) for token in _tokens(of) if of.values[token] != _usual(token)]
    found += [piece for module, part in of.parts.items() for piece in NOTED[module].pieces(part, [*_tokens(of)])]
    found += [("played", str(number)) for number in range(1, len(of.pile))]
    found += [("hidden", str(number)) for number, card in enumerate(of.pile) if card.endswith("?")]
    found += [("hand", seat, str(number)) for seat, cards in (of.hands or {}).items() for number in range(len(cards))]
    found += [
        ("bullet", seat, str(number))
        for seat, cards in of.decks.items()
        for number in range(sum(map(is_bullet, cards)))
    ]
    found += [("deck", seat) for seat in of.decks]
    found += [("fired", bandit) for bandit, left in of.bullets.items() if left != FULL]
    found += [("draws", seat) for seat in of.draws]
    found += [("plain", name) for name, value in _ordinary(of).items() if getattr(of, name) != value]
    found += [
        ("plain", module, name)
        for module, part in of.parts.items()
        for name, value in NOTED[module].plain.items()
        if getattr(part, name) != value
    ]
    found += [("plain", "acted")] if of.acted or of.turn else []
    found += [("plain", "seats")] if tuple(of.standing) != _as_standing(of) and not of.is_fixed else []
    return found


def _ordinary(of: Sketch) -> dict[str, Any]:
    """What a board has unless told."""
    return {
        "powers": True,
        "happenings": True,
        "neutral": rulebook(of.modules).neutral_bullets,
        "card": PLAIN_CARD,
        "rounds": (),
        "number": 1,
        "marshal": inside(LOCOMOTIVE),
        "first": "",
    }


def _tokens(of: Sketch) -> Iterator[Token]:
    """Every token, in the order in which a board numbers them."""
    for car in of.columns:
        yield from of.floor.get(inside(car), ())
        yield from of.floor.get(roof(car), ())
    for bandit in of.standing:
        yield from of.loot.get(bandit, ())
    yield from of.aside


def _goes_without_saying(token: Token, of: Sketch) -> bool:
    """Whether a board has this token there unless told."""
    return (token in of.aside and _is_ordinary_aside(of)) or _lies_as_always(token, of)


def _lies_as_always(token: Token, of: Sketch) -> bool:
    """Whether it is a token of a module and lies where a board puts it, after all others."""
    places = (place for place, tokens in of.floor.items() if tokens[-1:] == (token,))
    return any((place, word_of(of.parts, token)) in of.unsaid for place in places)


def _usual(token: Token) -> int:
    """What a token is worth unless told."""
    return USUAL[kind_of(token)]


USUAL = {loot.kind: loot.worth for loot in LOOT.values()} | VALUES


def _is_ordinary_aside(of: Sketch) -> bool:
    """Whether what is set aside goes without saying: to leave it out would have to be said."""
    return tuple(_word(token, of) for token in of.aside) == ("strongbox",)


def without(of: Sketch, gone: Collection[Piece]) -> Sketch:
    """The sketch without these pieces. It may make no sense any more; then the board says so."""
    gone = set(gone)
    order = _as_standing(of) if ("plain", "seats") in gone else of.standing
    left = [bandit for bandit in order if ("bandit", bandit) not in gone]
    cars = tuple(car for car in of.cars if ("car", car) not in gone)
    places = {place for car in of.columns if ("car", car) not in gone for place in (inside(car), roof(car))}

    def kept(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        return tuple(token for token in tokens if ("token", token) not in gone)

    def mine(table: Mapping[str, Any]) -> dict[str, Any]:
        return {name: table[name] for name in (*left, *(of.teams if of.is_fixed else ())) if name in table}

    plain = {name: value for name, value in _ordinary(of).items() if ("plain", name) in gone}
    plain.setdefault("first", of.first if of.first in left else "")
    if ("plain", "acted") in gone:
        plain |= {"turn": 0, "acted": 0, "first": of.actor}

    hands = (
        None
        if of.hands is None
        else {
            seat: tuple(card for number, card in enumerate(cards) if ("hand", seat, str(number)) not in gone)
            for seat, cards in mine(of.hands).items()
        }
    )
    return evolve(
        of,
        rulings=tuple(ruling for ruling in of.rulings if ("ruling", ruling) not in gone),
        teams=mine(of.teams),
        discards={seat: cards for seat, cards in mine(of.discards).items() if ("discards", seat) not in gone},
        borrowed=mine(of.borrowed),
        uncounted={seat: number for seat, number in mine(of.uncounted).items() if ("uncounted", seat) not in gone},
        cars=cars,
        standing=mine(of.standing),
        floor={place: kept(tokens) for place, tokens in of.floor.items() if place in places and kept(tokens)},
        loot={bandit: kept(tokens) for bandit, tokens in mine(of.loot).items()},
        aside=kept(of.aside),
        bullets={bandit: FULL if ("fired", bandit) in gone else number for bandit, number in mine(of.bullets).items()},
        values={token: _usual(token) if ("worth", token) in gone else value for token, value in of.values.items()},
        parts={module: _part_without(module, part, gone, mine) for module, part in of.parts.items()},
        pile=tuple(
            card.removesuffix("?") if ("hidden", str(number)) in gone else card
            for number, card in enumerate(of.pile)
            if owner_of(card) in left and ("played", str(number)) not in gone
        ),
        hands=hands,
        decks={seat: _fewer(seat, deck, gone) for seat, deck in mine(of.decks).items()},
        draws={seat: turns for seat, turns in mine(of.draws).items() if ("draws", seat) not in gone},
        commands=tuple(command for number, command in enumerate(of.commands) if ("command", str(number)) not in gone),
        **plain,
    )


def _part_without(module: str, part: Any, gone: Collection[Piece], mine: OfThoseLeft) -> Any:
    """What a module adds, without these pieces."""
    plain = {name: value for name, value in NOTED[module].plain.items() if ("plain", module, name) in gone}
    left = NOTED[module].without(part, gone, mine)
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


def given_of(of: Sketch) -> Given:
    """The board of a case that draws this sketch, saying nothing that goes without saying."""
    ordinary = {field.name: field.default for field in fields(Given)}
    ordered = {seat: deck for seat, deck in of.decks.items() if any(not is_bullet(card) for card in deck)}
    told: dict[str, Any] = {
        "board": _drawn(of),
        "pile": of.pile,
        "seats": tuple(of.teams) if "duo" not in of.modules and tuple(of.standing) != _as_standing(of) else (),
        "first": of.first if of.first != next(iter(of.teams), "") else "",
        "powers": of.powers,
        "happenings": of.happenings,
        "loot": {bandit: tuple(_word(token, of) for token in tokens) for bandit, tokens in of.loot.items() if tokens},
        "bullets": {bandit: number for bandit, number in of.bullets.items() if number != FULL},
        "received": {seat: got for seat in of.decks if (got := _received(of, seat))},
        "neutral": of.neutral if of.neutral != rulebook(of.modules).neutral_bullets else None,
        "aside": None if _is_ordinary_aside(of) else tuple(_word(token, of) for token in of.aside),
        "card": of.card if of.card != PLAIN_CARD else None,
        "rounds": of.rounds,
        "number": of.number,
        "hands": of.hands,
        "decks": {seat: tuple(_own(seat, deck, of)) for seat, deck in ordered.items() if not _is_plain(seat, deck, of)},
        "turn": of.turn,
        "acted": of.acted,
        "draws": of.draws,
        "teams": of.teams if "duo" in of.modules else {},
        "discards": of.discards,
        "borrowed": of.borrowed,
        "uncounted": of.uncounted,
        **of.told,
        **{
            option: tuple(name for name, at in of.standing.items() if at == place)
            for option, place in ELSEWHERE.items()
        },
        "rulings": of.rulings,
    }
    return Given(**{name: value for name, value in told.items() if value != ordinary[name] or name == "board"})


def _received(of: Sketch, seat: Seat) -> tuple[Card, ...]:
    """The bullets among a player's cards."""
    return tuple(card for card in (*_elsewhere(of, seat), *of.decks[seat]) if is_bullet(card))


def _elsewhere(of: Sketch, seat: Seat) -> list[Card]:
    """The cards of a player that are not in the deck: in hand, on a pile, with a partner."""
    hand = list((in_hand(of.told) if of.hands is None else of.hands).get(seat, ()))
    for card in of.borrowed.get(seat, ()):
        hand.remove(card)
    lent = of.borrowed.get(partner_of(tuple(of.teams), seat), ()) if of.borrowed else ()
    played = [card for card in map(_card, of.pile) if owner_of(card) in of.teams[seat]]
    return [*hand, *played, *of.discards.get(seat, ()), *lent]


def _left(of: Sketch, seat: Seat) -> list[Card]:
    """What a board puts into a deck: bullets first, then the action cards that are nowhere else."""
    seat_of = {bandit: seat for seat, bandits in of.teams.items() for bandit in bandits}
    left = [*_received(of, seat), *deck_of(rulebook(of.modules), seat, seat_of)]
    for card in _elsewhere(of, seat):
        if card in left:
            left.remove(card)
    return left


def _own(seat: Seat, deck: tuple[Card, ...], of: Sketch) -> tuple[Card, ...]:
    """The deck with every card that is nowhere else: what left the hand or the pile lies at its bottom."""
    left = _left(of, seat)
    for card in deck:
        if card in left:
            left.remove(card)
    return (*deck, *left)


def _is_plain(seat: Seat, deck: tuple[Card, ...], of: Sketch) -> bool:
    """Whether a deck lies as a board would lay it."""
    return _own(seat, deck, of) == tuple(_left(of, seat))


def _drawn(of: Sketch) -> str:
    """The drawing of a sketch, without what modules have there unless told."""
    added, unsaid = of.added, of.unsaid
    words = {at: [word for word in there if (at, word) not in unsaid] for at, there in added.words.items()}
    for place in (place for car in of.columns for place in (roof(car), inside(car))):
        standing = [bandit for bandit, at in of.standing.items() if at == place]
        marshal = ["M"] if of.marshal == place else []
        tokens = [token for token in of.floor.get(place, ()) if not _lies_as_always(token, of)]
        words[place] = [*standing, *marshal, *words.get(place, ()), *(_word(token, of) for token in tokens)]
    train = (LOCOMOTIVE, *of.cars)
    columns = (*train, *(car for car in added.columns if words[roof(car)] or words[inside(car)]))
    rows = (CARS, "roof", "inside", *(row for row in added.rows if any(words.get(cell(car, row)) for car in train)))
    return write_drawing(columns, rows, words) + "\n"


def _word(token: Token, of: Sketch) -> str:
    kind, value = kind_of(token), of.values[token]
    return word_of(of.parts, token) or (kind if value == VALUES[kind] else f"{kind}:{value}")


def _as_standing(of: Sketch) -> tuple[Bandit, ...]:
    """The bandits as a board finds them: head to tail, inside before roof."""
    order = [*(place for car in of.columns for place in (inside(car), roof(car))), *ELSEWHERE.values()]
    return tuple(
        sorted(of.standing, key=lambda bandit: order.index(of.standing[bandit]) if of.standing[bandit] in order else -1)
    )


def renamed(of: Sketch) -> dict[Token, Token]:
    """What each token is called on the board that is drawn."""
    names: dict[Token, Token] = {}
    for token in _tokens(of):
        has_its_name = word_of(of.parts, token) == token
        names[token] = token if has_its_name else numbered(kind_of(token), {*names.values()})
    return names


def commands_of(of: Sketch) -> tuple[Any, ...]:
    """The commands, with the tokens as they are called on the board that is drawn."""
    names = renamed(of)
    return tuple(
        {key: names.get(value, value) if key == "token" else value for key, value in command.items()}
        if isinstance(command, dict)
        else command
        for command in of.commands
    )


def is_drawable(of: Sketch) -> bool:
    """Whether everybody and everything stands on, or beside, a car that is there."""
    standing = [place for place in (*of.standing.values(), of.marshal) if place not in ELSEWHERE.values()]
    return all(car_of(at) in of.columns for at in (*standing, *of.added.words))
