"""Who sees what cursed loot is worth: that jewels and strongboxes are drawn unseen is in ``setup.py``."""

from collections.abc import Iterator
from typing import Any

from colt_rules.model.names import Cites
from colt_rules.registry.clause import CarriedOutBy
from colt_rules.rules.base.setup import JEWEL, STRONGBOX
from colt_rules.rules.rulebook import drawn_unseen
from colt_rules.rules.visibility import Secret, Visibility

OWNED: Cites = ("ruling.cursed.face-down",)


def _values(seen: Any) -> Iterator[int | None]:
    """What the jewels and strongboxes are worth that bandits have."""
    for bandit in seen.bandits:
        yield from (token.value for token in bandit.tokens if token.kind in (JEWEL, STRONGBOX))


CARRIED_OUT_BY: CarriedOutBy = {"ruling.cursed.face-down": (drawn_unseen,)}
"""What is drawn unseen only its owner looks at."""

VISIBILITY = Visibility(secrets=(Secret("tokens", OWNED, _values),))
