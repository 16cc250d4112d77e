"""Changes of horses and whisky, for sentences."""

from collections.abc import Iterator

from colt_rules.model.state import Game
from colt_rules.referee.sentences import Change
from colt_rules.rules.horses.model import horses_of


def changes(before: Game, after: Game) -> Iterator[Change]:
    """The changes of horses and flasks."""
    was, now = horses_of(before), horses_of(after)
    for horse in dict.fromkeys((*was.stands, *now.stands)):
        if horse not in now.stands:
            yield "horse-gone", {"horse": horse}
        elif was.stands.get(horse) != now.stands[horse]:
            yield "horse", {"horse": horse, "car": now.stands[horse]}
    for token, flask in now.flasks.items():
        if flask.used and not (token in was.flasks and was.flasks[token].used):
            yield "flask-half-empty", {"token": token}
