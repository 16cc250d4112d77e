"""The faces of cards that no source shows: a table that has the cards names what is on them before the set-up."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product
from typing import Any

from colt_rules.commands import Command
from colt_rules.decisions import Decision
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
"""The kinds of loot that a car can show, sorted."""
MOST_LOOT = 4
ROWS_OF_LOOT = tuple(
    row for length in range(1, MOST_LOOT + 1) for row in combinations_with_replacement(PRINTED, length)
)


@clause("ruling.prison.card-faces", "ruling.cylinders.kinds", "ruling.prison-car.loot")
def name_cards(rules: Rules, game: Game) -> StepResult:
    """Before anything is drawn a table can name the turns of its round cards, the bullets and the printed loot."""
    return None if marshal_of(game).named else (Decision(TABLE, "card-faces", ""),)


@clause("ruling.prison.card-faces")
def printed_turns(game: Game, card: str) -> tuple[str, ...] | None:
    """The turns of a round card that the table has named; on any other card they are as assumed."""
    return marshal_of(game).turns.get(card)


class Faces(Sequence[Command]):
    """Everything that can be said of cards not named yet: that they are as assumed, or what one of them shows."""

    __slots__ = ("cards", "cylinders", "kinds", "loot")

    def __init__(self, loot: bool, cards: tuple[str, ...], cylinders: tuple[str, ...], kinds: tuple[str, ...]) -> None:
        self.loot = ROWS_OF_LOOT if loot else ()
        self.cards = cards
        self.cylinders = cylinders
        self.kinds = kinds

    def __str__(self) -> str:
        turns = f"NameTurns of {', '.join(self.cards)}: 1 to {MOST_TURNS} of {', '.join(self.kinds)}"
        bullets = f"NameBullets of {', '.join(self.cylinders)}: {BULLETS} of {', '.join(EXTRAS.marshal_bullets)}"
        loot = f"NameLoot: 1 to {MOST_LOOT} of {', '.join(PRINTED)}, sorted"
        return "; ".join(
            [
                "FinishNaming",
                *([loot] if self.loot else []),
                *([turns] if self.cards else []),
                *([bullets] if self.cylinders else []),
            ]
        )

    def __contains__(self, command: object) -> bool:
        if getattr(command, "actor", None) != TABLE:
            return False
        if isinstance(command, NameTurns):
            fits = 1 <= len(command.turns) <= MOST_TURNS and set(command.turns) <= set(self.kinds)
            return command.card in self.cards and fits
        if isinstance(command, NameBullets):
            fits = len(command.bullets) == BULLETS and set(command.bullets) <= EXTRAS.marshal_bullets.keys()
            return command.cylinder in self.cylinders and fits
        if isinstance(command, NameLoot):
            return command.loot in self.loot
        return isinstance(command, FinishNaming)

    def __len__(self) -> int:
        bullets: int = len(EXTRAS.marshal_bullets) ** BULLETS
        return 1 + len(self.loot) + len(self.cards) * self._rows_of_turns() + len(self.cylinders) * bullets

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < len(self):
            raise IndexError(index)
        if index == 0:
            return FinishNaming(TABLE)
        if index <= len(self.loot):
            return NameLoot(TABLE, self.loot[index - 1])
        named = index - 1 - len(self.loot)
        card, row = divmod(named, self._rows_of_turns())
        if card < len(self.cards):
            length = 1
            while row >= len(self.kinds) ** length:
                row -= len(self.kinds) ** length
                length += 1
            return NameTurns(TABLE, self.cards[card], _row(self.kinds, length, row))
        bullets = tuple(EXTRAS.marshal_bullets)
        cylinder, row = divmod(named - len(self.cards) * self._rows_of_turns(), len(bullets) ** BULLETS)
        return NameBullets(TABLE, self.cylinders[cylinder], _row(bullets, BULLETS, row))

    def __iter__(self) -> Iterator[Command]:
        yield FinishNaming(TABLE)
        yield from (NameLoot(TABLE, row) for row in self.loot)
        for card in self.cards:
            for length in range(1, MOST_TURNS + 1):
                yield from (NameTurns(TABLE, card, row) for row in product(self.kinds, repeat=length))
        for cylinder in self.cylinders:
            rows = product(EXTRAS.marshal_bullets, repeat=BULLETS)
            yield from (NameBullets(TABLE, cylinder, row) for row in rows)

    def _rows_of_turns(self) -> int:
        return sum(len(self.kinds) ** length for length in range(1, MOST_TURNS + 1))


def _row(items: tuple[str, ...], length: int, number: int) -> tuple[str, ...]:
    """The row of this number among all rows of this length, in the order of ``product``."""
    row: list[str] = []
    for _ in range(length):
        number, item = divmod(number, len(items))
        row.insert(0, items[item])
    return tuple(row)


@clause("ruling.prison.card-faces", "ruling.cylinders.kinds", "ruling.prison-car.loot")
def _faces(rules: Rules, game: Game, subject: str) -> Faces:
    """Each round card whose face is assumed, each cylinder and the prison car can be named once."""
    marshal = marshal_of(game)
    cards = tuple(
        card.id for card in EXTRAS.round_cards.values() if card.confidence == "assumed" and card.id not in marshal.turns
    )
    cylinders = tuple(cylinder for cylinder in (LEFT, RIGHT) if cylinder not in marshal.loads)
    return Faces(not marshal.printed, cards, cylinders, tuple(rules.turns))


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
