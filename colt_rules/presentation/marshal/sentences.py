"""Names of cards and changes of the Marshal and his prisoners, for sentences."""

from collections.abc import Iterator, Mapping

from colt_rules.model.state import Game
from colt_rules.referee.sentences import Change
from colt_rules.registry.components import Fact
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.model import MARSHAL, marshal_of

BULLETS = EXTRAS.marshal_bullets
NAMED: Mapping[str, Mapping[str, Fact]] = {
    "action": {**EXTRAS.marshal_cards, **{f"bullet-{id}": bullet for id, bullet in BULLETS.items()}},
    "shell": {**BULLETS, **{f"{MARSHAL}-bullet-{id}": bullet for id, bullet in BULLETS.items()}},
    "goal": EXTRAS.goals,
    "brawler": EXTRAS.brawlers,
}


def changes(before: Game, after: Game) -> Iterator[Change]:
    """The visible changes of the Marshal's sheet and of the prisoners."""
    was, now = marshal_of(before), marshal_of(after)
    for name, bullets in now.cylinders.items():
        if len(bullets) != len(was.cylinders.get(name, ())):
            yield "cylinder", {"cylinder": name, "now": len(bullets)}
    if len(was.current) != len(now.current):
        yield "current-goals", {"now": len(now.current)}
    yield from (("known-goal", {"goal": goal}) for goal in now.shown if goal not in was.shown)
    yield from (("poster", {"bandit": bandit}) for bandit in now.posters if bandit not in was.posters)
    for bandit, prisoner in now.companions.items():
        if was.companions.get(bandit) != prisoner:
            yield "prisoner", {"bandit": bandit, "prisoner": prisoner}
    for bandit, prisoner in was.companions.items():
        if bandit not in now.companions:
            yield "prisoner-gone", {"bandit": bandit, "prisoner": prisoner}
    yield from (("achieved", {"token": token}) for token in now.mailbags if token not in was.mailbags)
    yield from (("achieved-prisoner", {"prisoner": one}) for one in now.recaptured if one not in was.recaptured)
    for bandit, brawlers in now.punches.items():
        for brawler in brawlers:
            if brawler not in was.punches.get(bandit, ()):
                yield "brawler", {"bandit": bandit, "brawler": brawler}
    for bandit in dict.fromkeys((*was.wounds, *now.wounds)):
        if was.wounds.get(bandit) != now.wounds.get(bandit):
            yield "wounds", {"bandit": bandit, "bullets": now.wounds.get(bandit, ())}
