"""The audiences that fields of events and of states name, by name, and whether a token shows its value."""

from collections.abc import Collection, Mapping

from colt_rules import events as e
from colt_rules.model.audience import SeenBy
from colt_rules.model.names import Bandit, Token, kind_of
from colt_rules.model.state import Game, roles
from colt_rules.modules import IncompleteModule, parts
from colt_rules.registry.clause import clause
from colt_rules.rules.rulebook import drawn_unseen
from colt_rules.rules.visibility import SHARED, Audience, Visibility

BY_MODULE: Mapping[str, Visibility] = {module: part.VISIBILITY for module, part in parts("visibility")}
"""By module: who sees what it adds."""

OPEN_KINDS = ("jewel", "strongbox", *(kind for said in BY_MODULE.values() for kind in said.open_kinds))
"""Loot whose look shows its value, unless a module adds loot that looks the same. Other loot hides its value."""


def is_open(modules: tuple[str, ...], kind: str) -> bool:
    """Whether the look of such loot shows its value in a game with these modules."""
    return kind in OPEN_KINDS and kind not in drawn_unseen(modules)


@clause("setup.loot.purses-blind")
def nobody_if_purse(game: Game, event: e.LootPlaced | e.LootSetAside) -> Collection[str]:
    """Nobody knows the value of a purse on the train; everybody knows that of other loot."""
    return _looking(game, event.token)


@clause("secrecy.purse-values", "robbery.unseen", "punch.loot.purse-unseen")
def owner_if_purse(game: Game, event: e.LootTaken | e.LootDropped | e.LootLost) -> Collection[str]:
    """A bandit who takes a purse knows its value from then on, and a bandit who loses it knew the value.

    Nobody else knows it.
    """
    return _looking(game, event.token, event.bandit)


@clause("secrecy.purse-values", "punch.loot.purse-unseen")
def owners_if_purse(game: Game, event: e.LootSnatched) -> Collection[str]:
    """The value of a purse that passes from one bandit to another is known to both."""
    return _looking(game, event.token, event.bandit, event.by)


def _looking(game: Game, token: Token, *owners: Bandit) -> Collection[str]:
    if is_open(game.options.modules, kind_of(token)):
        return roles(game)
    return tuple(game.figures[bandit].seat for bandit in owners)


NAMED: dict[str, Audience] = {
    audience.__name__: audience
    for audience in (*SHARED, nobody_if_purse, *(one for said in BY_MODULE.values() for one in said.audiences))
}
"""By name: the audiences that a field can name."""


def audiences_of(kind: type, fields: Mapping[str, SeenBy]) -> dict[str, Audience]:
    """By field of an event or a record: its audience; raises ``IncompleteModule`` if the field names an unknown one."""
    for field, said in fields.items():
        if said.audience not in NAMED:
            raise IncompleteModule(
                f"{kind.__module__}.{kind.__name__}.{field}: expected an audience, one of {', '.join(NAMED)}; got "
                f"{said.audience!r}: list the function in the audiences of VISIBILITY in visibility.py"
            )
    return {field: NAMED[said.audience] for field, said in fields.items()}
