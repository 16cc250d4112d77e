"""The reasons for what is seen of cursed loot; ``setup.py`` says that jewels and strongboxes are drawn unseen."""

from collections.abc import Iterator
from typing import Any

from colt_rules.model.names import Cites
from colt_rules.registry.clause import CarriedOutBy
from colt_rules.rules.base.setup import JEWEL, STRONGBOX
from colt_rules.rules.rulebook import drawn_unseen
from colt_rules.rules.visibility import Secret, Visibility

OWNED: Cites = ("ruling.cursed.face-down",)


def _values(seen: Any) -> Iterator[int | None]:
    """The values of the jewels and strongboxes that bandits have."""
    for bandit in seen.bandits:
        yield from (token.value for token in bandit.tokens if token.kind in (JEWEL, STRONGBOX))


CARRIED_OUT_BY: CarriedOutBy = {"ruling.cursed.face-down": (drawn_unseen,)}
"""Only its owner looks at loot that is drawn unseen."""

VISIBILITY = Visibility(secrets=(Secret("tokens", OWNED, _values),))
