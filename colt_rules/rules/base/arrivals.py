"""What follows at once from a new position: meeting the Marshal."""

from colt_rules.events import BanditMoved, Cited, NeutralBulletGiven
from colt_rules.model.names import Cites, owner_and_action
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.bullets import in_order, neutral_bullets, uncounted
from colt_rules.rules.module import Rules, StepResult

BANDIT_ENTERS = ("marshal.meeting.bandit-enters",)
THROWN_IN = ("marshal.meeting.bandit-enters", "ruling.django.into-the-marshal")
MARSHAL_ENTERS = ("marshal.meeting.marshal-enters",)


@clause(
    "marshal.meeting.neutral-bullet",
    "marshal.meeting.bullet-first",
    "marshal.meeting.flight",
    "marshal.meeting.bandit-enters",
    "marshal.meeting.marshal-enters",
    "marshal.never-together",
    "ruling.django.into-the-marshal",
)
def meet_the_marshal(rules: Rules, game: Game) -> StepResult:
    """Every bandit inside the Marshal's car gets a neutral bullet, then flees to the roof of that car.

    The step looks only at the position, so it does not matter who came to whom, or how.
    """
    place = game.marshal
    for figure in game.figures.values():
        if figure.place == place:
            break
    else:
        return None
    figures = rules.bandits(game)  # built only now, because this step runs after every event
    bandits = in_order(game, [bandit for bandit, figure in figures.items() if figure.place == place])
    if not bandits:
        return None
    refuge = rules.graph(game).stairs[place]
    met = _who_came(game)
    flights: list[Cited] = [
        (BanditMoved(bandit, place, refuge, "flight"), ("marshal.meeting.flight", "marshal.never-together"))
        for bandit in bandits
    ]
    shot = neutral_bullets(
        rules,
        game,
        bandits,
        cites=(*met, "marshal.meeting.neutral-bullet", "marshal.meeting.bullet-first"),
        short=(*met, "neutral-bullets.too-few"),
    )
    return shot + _left_out(rules, game, shot) + flights


@clause("ruling.tie-break.meeting-by-happening")
def _left_out(rules: Rules, game: Game, shot: list[Cited]) -> list[Cited]:
    """If the tie-break leaves out meetings, those by a happening still count unless a house rule says otherwise."""
    if game.phase != "stealin" and not rules.agreed("ruling.tie-break.meeting-by-happening=meeting"):
        return []
    met = [event.bandit for event, _ in shot if isinstance(event, NeutralBulletGiven)]
    return uncounted(rules, game, met, ("ruling.tie-break.meeting-by-happening",))


@clause("marshal.meeting.bandit-enters", "marshal.meeting.marshal-enters", "ruling.django.into-the-marshal")
def _who_came(game: Game) -> Cites:
    """The clauses that say how the meeting came about.

    The Marshal came to the bandits if a Marshal card or the end of a round moved him. Otherwise a bandit entered his
    car
    or was moved into it by a shot or a punch.
    """
    current = game.round.current
    if current is None:
        return BANDIT_ENTERS if game.phase == "stealin" else MARSHAL_ENTERS
    _, action = owner_and_action(current.card)
    if action == "marshal":
        return MARSHAL_ENTERS
    return THROWN_IN if action in ("fire", "punch") else BANDIT_ENTERS
