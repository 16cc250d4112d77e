"""Converts a position into a sketch, and a sketch into the board of a case."""

from typing import Any

from attrs import fields

from colt_rules.conformance.cases.board import deck_of, lender_of
from colt_rules.conformance.cases.case import Given
from colt_rules.conformance.cases.drawing import write_sketch
from colt_rules.conformance.cases.expand import BadCase, position_of
from colt_rules.conformance.fuzzing.sketch import (
    FULL,
    PLAIN_CARD,
    Sketch,
    in_board_order,
    is_at_default_place,
    is_ordinary_aside,
    renamed,
    word_for,
)
from colt_rules.conformance.notations import ELSEWHERE, in_hand, written
from colt_rules.model.names import (
    LOCOMOTIVE,
    Card,
    Seat,
    car_of,
    inside,
    is_bullet,
    owner_of,
    roof,
)
from colt_rules.model.record import changed
from colt_rules.model.state import Game, Played
from colt_rules.modules import MODULES
from colt_rules.rules.rulebook import rulebook, rules_of


def take_apart(game: Game, commands: tuple[Any, ...]) -> Sketch | None:
    """The position as a board states it; None if no board can show it, such as one in the middle of the set-up."""
    made = _sketch_unchecked(game, commands)
    return made if made is None or game.options.modules == MODULES[:1] or _comes_back(game, made) else None


def board_of(sketch: Sketch) -> Game:
    """The position that a sketch draws; raises an error if it is invalid."""
    return position_of(given_of(sketch), sketch.edition, sketch.modules, sketch.rulings)


def _comes_back(game: Game, sketch: Sketch) -> bool:
    """Whether the board of a sketch gives the same position: not everything in a variant can be drawn."""
    try:
        again = board_of(sketch)
    except (BadCase, LookupError, ValueError):
        return False
    return bool(_cards_of(game) == _cards_of(again))


def _cards_of(game: Game) -> Any:
    """The cards of a position, their owners and the round, for comparison."""
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
    of_modules = written(game)
    if of_modules.options is None:
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
        cells=of_modules.cells,
        words=of_modules.tokens,
        options=of_modules.options,
        commands=commands,
    )


def _written(one: Played, game: Game) -> str:
    by = "" if game.figures[owner_of(one.card)].seat == one.seat else f"@{one.seat}"
    return one.card + by + ("?" if one.face_down else "")


def _card(written: str) -> Card:
    """The card that a word on a pile means."""
    return written.removesuffix("?").partition("@")[0]


def _acted(game: Game) -> int:
    rules = rules_of(game)
    turn = rules.turns.kinds[rules.turn(game)]
    return len(turn.order(game.options.seats)) - len(game.round.order)


def _draws(game: Game) -> dict[Seat, tuple[int, ...]]:
    seats = dict.fromkeys(draw.seat for draw in game.round.draws)
    return {seat: tuple(draw.turn for draw in game.round.draws if draw.seat == seat) for seat in seats}


def given_of(sketch: Sketch) -> Given:
    """The board of a case that draws this sketch, without default values."""
    ordinary = {field.name: field.default for field in fields(Given)}
    ordered = {seat: deck for seat, deck in sketch.decks.items() if any(not is_bullet(card) for card in deck)}
    options: dict[str, Any] = {
        "board": _drawn(sketch),
        "pile": sketch.pile,
        "seats": tuple(sketch.teams)
        if not sketch.is_shared and tuple(sketch.standing) != in_board_order(sketch)
        else (),
        "first": sketch.first if sketch.first != next(iter(sketch.teams), "") else "",
        "powers": sketch.powers,
        "happenings": sketch.happenings,
        "loot": {
            bandit: tuple(word_for(token, sketch) for token in tokens)
            for bandit, tokens in sketch.loot.items()
            if tokens
        },
        "bullets": {bandit: number for bandit, number in sketch.bullets.items() if number != FULL},
        "received": {seat: got for seat in sketch.decks if (got := _received(sketch, seat))},
        "neutral": sketch.neutral if sketch.neutral != rulebook(sketch.modules).components.neutral_bullets else None,
        "aside": None if is_ordinary_aside(sketch) else tuple(word_for(token, sketch) for token in sketch.aside),
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
        **sketch.options,
        **{
            option: there
            for option, place in ELSEWHERE.items()
            if (there := tuple(name for name, at in sketch.standing.items() if at == place))
            if option not in sketch.options
        },
        "rulings": sketch.rulings,
    }
    return Given(**{name: value for name, value in options.items() if value != ordinary[name] or name == "board"})


def _received(sketch: Sketch, seat: Seat) -> tuple[Card, ...]:
    """The bullets among a player's cards."""
    return tuple(card for card in (*_elsewhere(sketch, seat), *sketch.decks[seat]) if is_bullet(card))


def _elsewhere(sketch: Sketch, seat: Seat) -> list[Card]:
    """The cards of a player that are not in the deck: in hand, on a pile, lent to another."""
    hand = list((in_hand(sketch.options) if sketch.hands is None else sketch.hands).get(seat, ()))
    for card in sketch.borrowed.get(seat, ()):
        if card in hand:  # in an invalid sketch it need not be
            hand.remove(card)
    rules, seats = rulebook(sketch.modules), tuple(sketch.teams)
    lent = sketch.borrowed.get(lender_of(rules, seats, seat), ()) if sketch.borrowed else ()
    played = [card for card in map(_card, sketch.pile) if owner_of(card) in sketch.teams[seat]]
    return [*hand, *played, *sketch.discards.get(seat, ()), *lent]


def _left(sketch: Sketch, seat: Seat) -> list[Card]:
    """The deck as a board builds it: bullets first, then the remaining action cards."""
    seat_of = {bandit: seat for seat, bandits in sketch.teams.items() for bandit in bandits}
    left = [*_received(sketch, seat), *deck_of(rulebook(sketch.modules), seat, seat_of)]
    for card in _elsewhere(sketch, seat):
        if card in left:
            left.remove(card)
    return left


def _own(seat: Seat, deck: tuple[Card, ...], sketch: Sketch) -> tuple[Card, ...]:
    """The deck with every card that is nowhere else: cards that left the hand or the pile go to the bottom."""
    left = _left(sketch, seat)
    for card in deck:
        if card in left:
            left.remove(card)
    return (*deck, *left)


def _is_plain(seat: Seat, deck: tuple[Card, ...], sketch: Sketch) -> bool:
    """Whether a deck is in the order in which a board builds it."""
    return _own(seat, deck, sketch) == tuple(_left(sketch, seat))


def _drawn(sketch: Sketch) -> str:
    """The drawing of a sketch, without what modules have there by default."""
    added = sketch.added
    words = {
        at: [word for word in there if word not in added.default.get(at, ())] for at, there in sketch.cells.items()
    }
    for place in (place for car in sketch.columns for place in (roof(car), inside(car))):
        standing = [bandit for bandit, at in sketch.standing.items() if at == place]
        marshal = ["M"] if sketch.marshal == place else []
        tokens = [token for token in sketch.floor.get(place, ()) if not is_at_default_place(token, sketch)]
        words[place] = [*standing, *marshal, *words.get(place, ()), *(word_for(token, sketch) for token in tokens)]
    return write_sketch((LOCOMOTIVE, *sketch.cars), added, words) + "\n"


def commands_of(sketch: Sketch) -> tuple[Any, ...]:
    """The commands, with the token names of the drawn board."""
    names = renamed(sketch)
    return tuple(
        {key: names.get(value, value) if key == "token" else value for key, value in command.items()}
        if isinstance(command, dict)
        else command
        for command in sketch.commands
    )


def is_drawable(sketch: Sketch) -> bool:
    """Whether every figure is at a column that exists."""
    marshal = [sketch.marshal] if sketch.marshal else []
    standing = [place for place in (*sketch.standing.values(), *marshal) if place not in ELSEWHERE.values()]
    return all(car_of(at) in sketch.columns for at in standing)
