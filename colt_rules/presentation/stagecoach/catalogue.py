"""Hostages, for the pages of components."""

from collections.abc import Iterator

from colt_rules.rules.stagecoach.components import Hostage
from colt_rules.site.catalogue import Catalogue, Kind
from colt_rules.site.reader import Reader


def _hostage(to: Reader, hostage: Hostage) -> Iterator[str]:
    ransom = to.say("component.ransom", dollars=hostage.ransom)
    yield f"{ransom} {to.say(f'component.for-{hostage.ransom_for}')}" if hostage.ransom_for else ransom
    if hostage.needs:
        yield to.say(f"component.needs-{hostage.needs}")
    if hostage.burden:
        yield to.say("component.burden", burden=to.say(f"component.burden-{hostage.burden}"))
    else:
        yield to.say("component.no-burden")


CATALOGUE = Catalogue(
    kinds={"hostage": Kind("station-card", _hostage)}, terms={("round-card", "attack-plans"): "plan-of-attack"}
)
