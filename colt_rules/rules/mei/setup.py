"""What Mei adds to the set-up."""

from colt_rules.registry.clause import clause
from colt_rules.rules.mei.box import PURSES
from colt_rules.rules.module import Rules, Supply


@clause("mei.purse", "ruling.mei.purse-always")
def supply(rules: Rules, before: Supply) -> Supply:
    """The purse of Mei's box joins the supply of purses, whether or not a player is Mei."""
    return {**before, "purse": before["purse"].with_more(PURSES)}
