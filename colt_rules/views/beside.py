"""Horses, flasks, the stagecoach and its hostages as a role may see them."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from colt_rules.model.names import Bandit, Car, Card, Place, Seat, Token
from colt_rules.model.record import record
from colt_rules.model.state import Draw, Game
from colt_rules.registry.clause import clause
from colt_rules.rules.horses.model import Flask, Horses
from colt_rules.rules.stagecoach.model import Melee, Plan, Stagecoach
from colt_rules.views.roles import all_open


@record
class FlaskView:
    """A whisky flask; where it lies is told as of all loot, and one that lies nowhere has left the game."""

    kind: str | None
    """classic or old."""
    used: bool
    """Whether its half-empty side is up, or was when it left the game."""


@record
class BoardingView:
    """A player who has chosen in the horse attack."""

    seat: Seat
    boards: tuple[Bandit, ...] | None
    """The bandits that board the car that is up."""


@record
class AttackView:
    """How far the horse attack has come."""

    car: Car
    """The car that is up."""
    riders: tuple[Bandit, ...]
    """Who still rides."""
    hidden: tuple[BoardingView, ...]
    """Who has chosen, in the order of the seats."""


@record
class PourView:
    """What a flask that was used still asks for."""

    seat: Seat
    kind: str
    """classic or old."""
    draw: bool
    """Whether cards are to be drawn first."""
    cards: int
    """How many cards are still to be played."""


@record
class HorsesView:
    """Horses and flasks."""

    stands: Mapping[str, Car]
    """By horse: the car that it stands beside."""
    flasks: Mapping[Token, FlaskView]
    attack: AttackView | None
    pour: PourView | None


@record
class AgreedView:
    """What the table agreed to draw the round deck from; nothing named means everything."""

    rounds: tuple[str, ...]
    stations: tuple[str, ...]


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
class DrinkView:
    """What the Marshal drank, or that there was nothing to drink."""

    round: int
    to: Place
    """Where it leads him."""


@record
class StagecoachView:
    """The stagecoach, its guard and its hostages."""

    car: Car
    """The car that it faces."""
    shotgun: Place
    """Where the Shotgun is."""
    hostages: tuple[str, ...] | None
    """Those still beside the train, in the order in which they were drawn; nothing before they are drawn."""
    captors: Mapping[Bandit, str]
    """By bandit: the hostage it has."""
    running: tuple[Bandit, ...]
    """Who has met the Shotgun and must still run, in order."""
    fell_back: int
    """The last round at whose end the stagecoach fell back, or stayed beside the last car."""
    bitten: int
    """The last round at whose start the poodle bit."""
    agreed: AgreedView | None
    melee: MeleeView | None
    plan: PlanView | None
    drink: DrinkView | None
    remembered: Mapping[Bandit, int]
    """By bandit: the bullets given in the round in which they cost money."""
    tolerated: tuple[Bandit, ...] | UnsetType = UNSET
    """Who may stay beside the Shotgun since he came to them; left out unless somebody ever could."""


@clause("ruling.secrecy.open-information")
def view_horses(game: Game, role: str, horses: Horses) -> HorsesView:
    """Where horses stand and which flasks are half empty everybody sees."""
    pour = horses.pour
    return HorsesView(
        stands=horses.stands,
        flasks={token: _flask(game, role, token, flask) for token, flask in horses.flasks.items()},
        attack=_attack(game, role, horses),
        pour=PourView(pour.seat, pour.kind, pour.draw, pour.cards) if pour else None,
    )


@clause("ruling.whisky.who-knows", "horses.secrecy.flasks", "horses.setup.whisky.blind")
def _flask(game: Game, role: str, token: Token, flask: Flask) -> FlaskView:
    """Into a full flask looks who has it, and nobody while it lies about; what a half-empty one holds all know."""
    known = flask.used or all_open(game, role) or has_token(game, role, token)
    return FlaskView(flask.kind if known else None, flask.used)


def has_token(game: Game, role: str, token: Token) -> bool:
    """Whether a bandit of this player has the token."""
    return any(token in figure.loot for figure in game.figures.values() if figure.seat == role)


@clause("attack.secret-choice", "horses.secrecy.sealed")
def _attack(game: Game, role: str, horses: Horses) -> AttackView | None:
    """Who has chosen everybody sees, what is in the hand its player alone."""
    attack = horses.attack
    if not attack:
        return None
    chosen = [seat for seat in game.options.seats if seat in attack.hidden]
    return AttackView(
        car=attack.car,
        riders=attack.riders,
        hidden=tuple(
            BoardingView(seat, attack.hidden[seat] if role == seat or all_open(game, role) else None) for seat in chosen
        ),
    )


@clause("ruling.secrecy.open-information", "hostage.burden.at-once")
def view_stagecoach(game: Game, role: str, mine: Stagecoach) -> StagecoachView:
    """The stagecoach, the Shotgun and the hostages with what they bring stand on the table."""
    return StagecoachView(
        car=mine.car,
        shotgun=mine.shotgun,
        hostages=mine.hostages,
        captors=mine.captors,
        running=mine.running,
        fell_back=mine.fell_back,
        bitten=mine.bitten,
        agreed=AgreedView(mine.agreed.rounds, mine.agreed.stations) if mine.agreed else None,
        melee=_melee(game, role, mine.melee) if mine.melee else None,
        plan=_plan(game, role, mine.plan) if mine.plan else None,
        drink=DrinkView(mine.drink.round, mine.drink.to) if mine.drink else None,
        remembered=mine.remembered,
        tolerated=mine.tolerated,
    )


@clause("melee.at-once", "horses.secrecy.sealed", "ruling.melee.draw-sealed", "ruling.melee.ghost")
def _melee(game: Game, role: str, melee: Melee) -> MeleeView:
    """A choice is its player's alone until the cards are shown or it draws; a card laid face down stays so."""
    round_ = game.round

    def seen(seat: Seat) -> SealedView:
        sealed = melee.sealed[seat]
        mine = role == seat or all_open(game, role)
        if not (mine or melee.shown or seat == round_.drawing or Draw(seat, round_.turn) in round_.draws):
            return SealedView(seat, None, None, None)
        card = sealed.card if mine or not sealed.face_down else None
        return SealedView(seat, sealed.card is None, card, sealed.face_down)

    return MeleeView(tuple(seen(seat) for seat in game.options.seats if seat in melee.sealed), melee.shown)


@clause("ruling.plan.all-at-once")
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
