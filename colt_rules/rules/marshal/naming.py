"""Naming card faces that no source shows: a table that owns the cards names what is on them before the set-up.

A round card has turns and symbols. The symbols are its happening, if it has one, and a plan for each card that players
may hold back. The books tell what a station does, so only its turns can be named.
"""

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from colt_rules.commands import Command
from colt_rules.decisions import Decision, Described, Either, OneOf, Rows, Ways, any_of
from colt_rules.events import Cited, Event, HappeningStarted, RoundStarted, TurnStarted
from colt_rules.model.names import TABLE, Cites
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.registry.components import RoundCard
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.commands import FinishNaming, NameBullets, NameLoot, NameSymbols, NameTurns
from colt_rules.rules.marshal.events import (
    BulletsNamed,
    HoldingStarted,
    LootNamed,
    NamingFinished,
    SymbolsNamed,
    TurnsNamed,
)
from colt_rules.rules.marshal.model import LEFT, RIGHT, marshal_of
from colt_rules.rules.module import Choice, Rules, StepResult
from colt_rules.rules.stagecoach.events import PlanStarted

MOST_TURNS = 5
PLAN = "plan"
"""The symbol that lets players hold back a card."""
MOST_PLANS = 2
BULLETS = 6
GOLDEN = "golden"
FACES = "ruling.prison.card-faces"
KINDS = "ruling.cylinders.kinds"
ANY_SIX = f"{KINDS}=any-six"
LOOT = "ruling.prison-car.loot"
PRINTED = ("jewel", "purse")
"""The kinds of loot that can be printed on a car."""
MOST_LOOT = 4


@clause("ruling.prison.card-faces", "ruling.cylinders.kinds", "ruling.prison-car.loot")
def name_cards(rules: Rules, game: Game) -> StepResult:
    """Before anything is drawn, a table can name its card faces, its bullets and the loot of the prison car."""
    return None if marshal_of(game).named else (Decision(TABLE, "card-faces", ""),)


@clause("ruling.prison.card-faces")
def printed(position: Any, card: RoundCard) -> RoundCard:
    """A round card has the turns, the happening and the plans that the table has named, otherwise the assumed ones."""
    turns = marshal_of(position).turns.get(card.id)
    symbols = _named_symbols(position).get(card.id)
    if turns:
        card = evolve(card, turns=turns)
    if symbols is not None:
        happening = next((symbol for symbol in symbols if symbol != PLAN), None)
        card = evolve(card, happening=happening, plans=symbols.count(PLAN))
    return card


def _named_symbols(game: Game) -> Mapping[str, tuple[str, ...]]:
    return marshal_of(game).symbols or {}


def happenings(rules: Rules) -> list[str]:
    """The happenings that round cards can have in this game."""
    cards = rules.components.round_cards.values()
    return sorted({card.happening for card in cards if card.happening and not card.station})


def rows_of_symbols(rules: Rules) -> tuple[Rows, ...]:
    """What a round card can show besides its turns: at most one happening of the game, and up to two plans."""
    plans = (PLAN,) * MOST_PLANS
    with_one = (
        Rows((name, *plans), range(1, MOST_PLANS + 2), in_order=True, needed=[name]) for name in happenings(rules)
    )
    return (any_of(plans), *with_one)


class Symbols(Described):
    """Every way to name the symbols of one of these cards."""

    __slots__ = ("cards", "happenings", "rows")

    def __init__(self, cards: OneOf, rules: Rules) -> None:
        self.cards = cards
        self.happenings = happenings(rules)
        self.rows = rows_of_symbols(rules)

    @property
    def ways(self) -> Either:
        """One choice without a happening, and one for each happening."""
        return Either(*(Ways(NameSymbols, TABLE, card=self.cards, symbols=row) for row in self.rows))

    def __str__(self) -> str:
        return f"NameSymbols by {TABLE} card=({self.cards}) symbols=({self._row()})"

    def instead_of(self, command: Command) -> str:
        """What is wrong with the card or with its symbols."""
        if not isinstance(command, NameSymbols) or not self:
            return ""
        card = command.card if command.card in self.cards else f"({self.cards})"
        return f"NameSymbols by {TABLE} card={card} symbols=({self._row()})"

    def _row(self) -> str:
        return f"at most one of {', '.join(self.happenings)}, and {PLAN} up to {MOST_PLANS} times, sorted"

    def __contains__(self, command: object) -> bool:
        return command in self.ways


class Load(Rows):
    """Six bullets of any kinds, the golden one at most once."""

    __slots__ = ()

    def __init__(self) -> None:
        others = [kind for kind in EXTRAS.marshal_bullets if kind != GOLDEN]
        super().__init__([*(kind for kind in others for _ in range(BULLETS)), GOLDEN], [BULLETS])

    def __str__(self) -> str:
        return f"{BULLETS} of {', '.join(EXTRAS.marshal_bullets)}, {GOLDEN} at most once"


ONE_GOLDEN = Load()
ANY_BULLETS = Rows(EXTRAS.marshal_bullets, [BULLETS], repeated=True)


def _is_assumed(card: RoundCard) -> bool:
    """Whether no source shows the face of a card."""
    return card.confidence == "assumed"


@clause("ruling.prison.card-faces", "ruling.cylinders.kinds", "ruling.prison-car.loot")
def _faces(rules: Rules, game: Game, subject: str) -> Either:
    """The table can name, once each, the turns and symbols of every assumed card, each cylinder and the car's loot."""
    marshal = marshal_of(game)
    cards = [card for card in EXTRAS.round_cards.values() if _is_assumed(card)]
    turns = OneOf(card.id for card in cards if card.id not in marshal.turns)
    symbols = OneOf(card.id for card in cards if not card.station and card.id not in _named_symbols(game))
    cylinders = OneOf(cylinder for cylinder in (LEFT, RIGHT) if cylinder not in marshal.loads)
    bullets = ANY_BULLETS if rules.agreed(ANY_SIX) else ONE_GOLDEN
    rows_of_loot = () if marshal.printed else range(1, MOST_LOOT + 1)
    return Either(
        [FinishNaming(TABLE)],
        Ways(NameLoot, TABLE, loot=Rows(PRINTED, rows_of_loot, in_order=True, repeated=True)),
        Ways(NameTurns, TABLE, card=turns, turns=Rows(rules.turns.kinds, range(1, MOST_TURNS + 1), repeated=True)),
        Symbols(symbols, rules),
        Ways(NameBullets, TABLE, cylinder=cylinders, bullets=bullets),
    )


def _refusal(rules: Rules, game: Game, subject: str, command: Command) -> Cites:
    """Naming is refused if a source shows the thing, it is named already, or the named values are not possible."""
    row = command.loot if isinstance(command, NameLoot) else command.symbols if isinstance(command, NameSymbols) else ()
    if row != tuple(sorted(row)):
        return ("ruling.command.form",)
    return (LOOT,) if isinstance(command, NameLoot) else (KINDS,) if isinstance(command, NameBullets) else (FACES,)


def _named(rules: Rules, game: Game, subject: str, command: Command) -> list[Cited]:
    if isinstance(command, NameTurns):
        return [(TurnsNamed(command.card, command.turns), (FACES,))]
    if isinstance(command, NameSymbols):
        return [(SymbolsNamed(command.card, command.symbols), (FACES,))]
    if isinstance(command, NameBullets):
        return [(BulletsNamed(command.cylinder, command.bullets), (KINDS,))]
    if isinstance(command, NameLoot):
        return [(LootNamed(command.loot), (LOOT,))]
    return [(NamingFinished(), (FACES, KINDS, LOOT))]


# --- events that depend on an assumed face


@clause("ruling.prison.card-faces")
def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """An event cites `ruling.prison.card-faces` if its cause is printed on a round card whose face we only assume."""
    match event:
        case RoundStarted(card=card):
            assumed = has_assumed_turns(rules, game, card) or has_assumed_symbols(rules, game, card)
        case TurnStarted():
            assumed = has_assumed_turns(rules, game, game.round.card)
        case HappeningStarted() | PlanStarted() | HoldingStarted():
            assumed = has_assumed_symbols(rules, game, game.round.card)
        case _:
            return ()
    return (FACES,) if assumed else ()


def has_assumed_turns(rules: Rules, game: Game, card: str) -> bool:
    """Whether the turns of a card are assumed."""
    return _is_assumed(rules.components.round_cards[card]) and card not in marshal_of(game).turns


def has_assumed_symbols(rules: Rules, game: Game, card: str) -> bool:
    """Whether the happening and the plans of a round card are assumed.

    The happening of a station is known from the books.
    """
    known = rules.components.round_cards[card]
    return _is_assumed(known) and not known.station and card not in _named_symbols(game)


STEPS = {"name-cards": name_cards}
CHOICES = {
    "card-faces": Choice((NameTurns, NameSymbols, NameBullets, NameLoot, FinishNaming), _faces, _refusal, _named)
}
