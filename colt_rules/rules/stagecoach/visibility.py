"""Who sees what of the stagecoach, its guard and its hostages, of melees and plans."""

from colt_rules.model.names import Card, Cites, Seat
from colt_rules.model.record import record
from colt_rules.model.state import Draw, Game, all_open
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.stagecoach.model import Melee, OpenStagecoach, Plan, stagecoach_of
from colt_rules.rules.visibility import Secret, Visibility, in_the_open, player

SEALED: Cites = ("melee.at-once", "horses.secrecy.sealed", "ruling.melee.draw-sealed")
"""Why not all know what is chosen in a melee."""
KEPT: Cites = ("ruling.plan.all-at-once",)
"""Why not all know which cards are kept."""


# --- what a role sees of a game


@record
class SealedView:
    """A player who has chosen in a melee."""

    seat: Seat
    draws: bool | None
    """Whether the player settled on a draw, not on a card."""
    card: Card | None
    face_down: bool | None


@record
class MeleeView:
    """A melee that is going on."""

    sealed: tuple[SealedView, ...]
    """Who has chosen, in the order of the seats."""
    shown: bool
    """Whether all have chosen and shown it."""


@record
class KeptView:
    """A player who keeps cards for the next round, or has said to keep none."""

    seat: Seat
    cards: tuple[Card, ...] | None
    count: int


@record
class PlanView:
    """The cards that are kept for the next round."""

    round: int
    """The round in which they are kept."""
    waiting: tuple[Seat, ...]
    """Who still has to say which."""
    plans: int
    """How many cards each may keep."""
    kept: tuple[KeptView, ...]
    """Who has said which, in the order of the seats."""


@record
class StagecoachView(OpenStagecoach):
    """The stagecoach, its guard and its hostages."""

    melee: MeleeView | None = None
    plan: PlanView | None = None


@clause("ruling.secrecy.open-information", "hostage.burden.at-once")
def _look(game: Game, role: str) -> StagecoachView:
    """The stagecoach, the Shotgun and the hostages with what they bring stand on the table."""
    coach = stagecoach_of(game)
    return StagecoachView(
        **in_the_open(StagecoachView, coach),
        melee=_melee(game, role, coach.melee) if coach.melee else None,
        plan=_plan(game, role, coach.plan) if coach.plan else None,
    )


@clause(*SEALED, "ruling.melee.ghost")
def _melee(game: Game, role: str, melee: Melee) -> MeleeView:
    """A choice is its player's alone until the cards are shown or it draws; a card laid face down stays so."""
    round_ = game.round

    def seen(seat: Seat) -> SealedView:
        sealed = melee.sealed[seat]
        sees_choice = role == seat or all_open(game, role)
        if not (sees_choice or melee.shown or seat == round_.drawing or Draw(seat, round_.turn) in round_.draws):
            return SealedView(seat, None, None, None)
        card = sealed.card if sees_choice or not sealed.face_down else None
        return SealedView(seat, sealed.card is None, card, sealed.face_down)

    return MeleeView(tuple(seen(seat) for seat in game.options.seats if seat in melee.sealed), melee.shown)


@clause(*KEPT)
def _plan(game: Game, role: str, plan: Plan) -> PlanView:
    """Which cards are kept their player alone knows, how many everybody sees."""
    return PlanView(
        round=plan.round,
        waiting=plan.waiting,
        plans=plan.plans,
        kept=tuple(
            KeptView(seat, plan.kept[seat] if role == seat or all_open(game, role) else None, len(plan.kept[seat]))
            for seat in game.options.seats
            if seat in plan.kept
        ),
    )


CARRIED_OUT_BY: CarriedOutBy = {"ruling.plan.all-at-once": (player,)}
"""What is kept of a hand its player sees."""

VISIBILITY = Visibility(
    view=StagecoachView,
    look=_look,
    secrets=(
        Secret("melee", SEALED, lambda seen: (one.draws for one in seen.melee.sealed) if seen.melee else ()),
        Secret("plan", KEPT, lambda seen: (one.cards for one in seen.plan.kept if one.count) if seen.plan else ()),
    ),
)
