"""What a position triggers: meeting the Marshal."""

from colt_rules.events import BanditMoved, Cited
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.bullets import in_order, neutral_bullets
from colt_rules.rules.module import Due, Rules

MEETING = ("marshal.meeting.bandit-enters", "marshal.meeting.marshal-enters")


@clause(
    "marshal.meeting.bandit-enters",
    "marshal.meeting.marshal-enters",
    "marshal.meeting.neutral-bullet",
    "marshal.meeting.bullet-first",
    "marshal.meeting.flight",
    "marshal.never-together",
    "ruling.django.into-the-marshal",
)
def meet_the_marshal(rules: Rules, game: Game) -> Due:
    """Bandits inside the Marshal's car each get a neutral bullet, then flee to its roof.

    It is a question to the position, so it does not matter who came to whom, or how.
    """
    place = game.marshal
    for figure in game.figures.values():
        if figure.place == place:
            break
    else:
        return None
    bandits = in_order(game, [bandit for bandit, figure in game.figures.items() if figure.place == place])
    refuge = rules.graph(game).stairs[place]
    flights: list[Cited] = [
        (BanditMoved(bandit, place, refuge, "flight"), ("marshal.meeting.flight", "marshal.never-together"))
        for bandit in bandits
    ]
    return (
        neutral_bullets(
            game,
            bandits,
            cites=(*MEETING, "marshal.meeting.neutral-bullet", "marshal.meeting.bullet-first"),
            short=(*MEETING, "neutral-bullets.too-few", "ruling.neutral-bullets.group"),
        )
        + flights
    )
