"""What Mei adds to what lies ready."""

from colt_rules.registry.clause import clause
from colt_rules.rules.mei.box import PURSES
from colt_rules.rules.module import Rules, Supply


@clause("mei.purse", "ruling.mei.purse-always")
def supply(rules: Rules, before: Supply) -> Supply:
    """The purse of her box is one of the purses, whether or not somebody is Mei."""
    return {**before, "purse": before["purse"].with_more(PURSES)}
