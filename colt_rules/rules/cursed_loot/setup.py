"""The supply of loot with the cursed tokens in it."""

from colt_rules.model.names import Cites
from colt_rules.registry.clause import clause
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.setup import JEWEL, PURSE, STRONGBOX
from colt_rules.rules.cursed_loot.box import CURSED
from colt_rules.rules.module import Rules, Supply

FACE_DOWN = "ruling.cursed.face-down"
SPLIT = "ruling.cursed.split"
WHOSE = "ruling.cursed.whose-tokens"
SPLITS = {f"{SPLIT}=three-of-one": (1, 1, 1, 2), f"{SPLIT}=three-of-two": (1, 2, 2, 2)}
"""By house rule: the values of the cursed purses."""


@clause("cursed.mixed", "cursed.purses", "cursed.jewels", "cursed.strongbox", "ruling.cursed.face-down", WHOSE)
def supply(rules: Rules, before: Supply) -> Supply:
    """Cursed purses, jewels and strongboxes are mixed with the others of their kind, and all loot is drawn unseen."""
    purses, jewels, strongboxes = before[PURSE], before[JEWEL], before[STRONGBOX]
    return {
        **before,
        PURSE: purses.with_more(_purses(rules), ("cursed.mixed", "cursed.purses", SPLIT)),
        JEWEL: jewels.with_more(CURSED[JEWEL], ("cursed.mixed", "cursed.jewels", FACE_DOWN)),
        STRONGBOX: strongboxes.with_more(
            CURSED[STRONGBOX], ("cursed.strongbox", FACE_DOWN, *_common(strongboxes.values))
        ),
    }


@clause("ruling.cursed.split")
def _purses(rules: Rules) -> tuple[int, ...]:
    """There are two cursed purses of each value, unless a house rule says otherwise."""
    return next((purses for house_rule, purses in SPLITS.items() if rules.agreed(house_rule)), CURSED[PURSE])


@clause("ruling.cursed.one-supply")
def _common(strongboxes: tuple[int, ...]) -> Cites:
    """The ruling that strongboxes of other boxes are mixed with those of the train; empty if no other box has any."""
    return ("ruling.cursed.one-supply",) if len(strongboxes) > BOX.strongboxes else ()
