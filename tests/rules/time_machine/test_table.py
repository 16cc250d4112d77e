"""The time machine goes with every combination of modules that can be played."""

import pytest

from colt_rules.events import GameStarted
from colt_rules.kernel import NEW
from colt_rules.modules import MODULES
from colt_rules.players.play import variants
from tests.rules.sittings import cited, sitting
from tests.verdicts import accepted

PLAYED = {frozenset(modules): variant for (edition, variant), modules in variants().items() if edition == "ru-full"}
"""By its modules: each variant that can be played."""
LATER = {*MODULES[MODULES.index("time-machine") + 1 :]}
"""The modules after it, which may forbid it themselves."""
BESIDE_IT = [
    modules
    for modules in PLAYED
    if "time-machine" not in modules
    and len(modules) > 1
    and (modules | {"time-machine"} in PLAYED or not modules & LATER)
]


@pytest.mark.clause("ruling.time-machine.goes-with")
@pytest.mark.parametrize("modules", BESIDE_IT, ids=PLAYED.get)
def test_it_goes_with_whatever_is_played(modules: frozenset[str]) -> None:
    verdict = accepted(NEW, sitting(variant=PLAYED[modules | {"time-machine"}]))
    assert "ruling.time-machine.goes-with" in cited(verdict, GameStarted)
