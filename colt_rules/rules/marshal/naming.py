"""The faces of cards that no source shows: a table that has the cards names what is on them before the set-up."""

from colt_rules.commands import Command
from colt_rules.decisions import Decision, Either, OneOf, Rows, Ways
from colt_rules.events import Cited
from colt_rules.model.names import TABLE, Cites
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.commands import FinishNaming, NameBullets, NameLoot, NameTurns
from colt_rules.rules.marshal.events import BulletsNamed, LootNamed, NamingFinished, TurnsNamed
from colt_rules.rules.marshal.model import LEFT, RIGHT, marshal_of
from colt_rules.rules.module import Choice, Rules, StepResult

MOST_TURNS = 5
BULLETS = 6
FACES = "ruling.prison.card-faces"
KINDS = "ruling.cylinders.kinds"
LOOT = "ruling.prison-car.loot"
PRINTED = ("jewel", "purse")
"""The kinds of loot that a car can show."""
MOST_LOOT = 4


@clause("ruling.prison.card-faces", "ruling.cylinders.kinds", "ruling.prison-car.loot")
def name_cards(rules: Rules, game: Game) -> StepResult:
    """Before anything is drawn a table can name the turns of its round cards, the bullets and the printed loot."""
    return None if marshal_of(game).named else (Decision(TABLE, "card-faces", ""),)


@clause("ruling.prison.card-faces")
def printed_turns(game: Game, card: str) -> tuple[str, ...] | None:
    """The turns of a round card that the table has named; on any other card they are as assumed."""
    return marshal_of(game).turns.get(card)


@clause("ruling.prison.card-faces", "ruling.cylinders.kinds", "ruling.prison-car.loot")
def _faces(rules: Rules, game: Game, subject: str) -> Either:
    """Each round card whose face is assumed, each cylinder and the prison car can be named once."""
    marshal = marshal_of(game)
    cards = tuple(
        card.id for card in EXTRAS.round_cards.values() if card.confidence == "assumed" and card.id not in marshal.turns
    )
    cylinders = tuple(cylinder for cylinder in (LEFT, RIGHT) if cylinder not in marshal.loads)
    rows_of_loot = () if marshal.printed else range(1, MOST_LOOT + 1)
    turns = Rows(rules.turns, range(1, MOST_TURNS + 1), repeated=True)
    bullets = Rows(EXTRAS.marshal_bullets, [BULLETS], repeated=True)
    return Either(
        [FinishNaming(TABLE)],
        Ways(NameLoot, TABLE, loot=Rows(PRINTED, rows_of_loot, in_order=True, repeated=True)),
        Ways(NameTurns, TABLE, card=OneOf(cards), turns=turns),
        Ways(NameBullets, TABLE, cylinder=OneOf(cylinders), bullets=bullets),
    )


def _refusal(rules: Rules, game: Game, subject: str, command: Command) -> Cites:
    """A card that is no such card or was named, no turns or too many, or kinds that there are not."""
    if isinstance(command, NameLoot):
        return ("ruling.command.form",) if command.loot != tuple(sorted(command.loot)) else (LOOT,)
    return (KINDS,) if isinstance(command, NameBullets) else (FACES,)


def _named(rules: Rules, game: Game, subject: str, command: Command) -> list[Cited]:
    if isinstance(command, NameTurns):
        return [(TurnsNamed(command.card, command.turns), (FACES,))]
    if isinstance(command, NameBullets):
        return [(BulletsNamed(command.cylinder, command.bullets), (KINDS,))]
    if isinstance(command, NameLoot):
        return [(LootNamed(command.loot), (LOOT,))]
    return [(NamingFinished(), (FACES, KINDS, LOOT))]


STEPS = {"name-cards": name_cards}
CHOICES = {"card-faces": Choice((NameTurns, NameBullets, NameLoot, FinishNaming), _faces, _refusal, _named)}
