"""Which answers are barred by a Marshal, a cell or a companion of Belle's, and what else forbids others."""

from collections.abc import Mapping

from colt_rules.commands import Command
from colt_rules.model.names import Reasons
from colt_rules.model.state import Game
from colt_rules.rules.marshal import figure, prison, prisoners, turns
from colt_rules.rules.marshal.actions import punch
from colt_rules.rules.module import Bar, Rules


def _all(bars: list[Bar]) -> Bar:
    """One bar out of several: whatever one of them forbids is forbidden."""

    def bar(rules: Rules, game: Game, subject: str, command: Command) -> Reasons:
        return tuple(dict.fromkeys(id for each in bars for id in each(rules, game, subject, command)))

    return bar


GATHERED: tuple[Mapping[str, Bar], ...] = (
    {"punch": punch.bar_punch, "fire": figure.bar_fire},
    prison.BARS,
    prisoners.BARS,
    turns.BARS,
)

BARS = {
    name: _all([bars[name] for bars in GATHERED if name in bars])
    for name in dict.fromkeys(key for bars in GATHERED for key in bars)
}
