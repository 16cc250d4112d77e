"""The clauses of teams that events of the base game also cite."""

from colt_rules.commands import Command
from colt_rules.decisions import Decision
from colt_rules.events import (
    ActionIdle,
    ActionTaken,
    BanditMoved,
    BulletGiven,
    CardPlayed,
    CardReturned,
    CardRevealed,
    Event,
    GameEnded,
    GameStarted,
)
from colt_rules.model.names import Cites
from colt_rules.model.state import Game, Played
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.base import schemin, scoring, stealin
from colt_rules.rules.base.abilities import may_hide
from colt_rules.rules.base.actions import fire, punch
from colt_rules.rules.base.scoring import level_on_money
from colt_rules.rules.base.stealin import acting, owner
from colt_rules.rules.module import Rules
from colt_rules.rules.team.partners import partner

CARRIED_OUT_BY: CarriedOutBy = {
    "team.partner-card.playable": (schemin.schemes,),
    "team.partner-card.returns": (stealin.next_card,),
    "ruling.team.whose-action": (stealin.await_action, stealin.owner),
    "ruling.team.ghost": (may_hide,),
    "ruling.team.partner-targets": (fire.in_reach, punch.beside),
    "ruling.team.tie-break": (scoring.ranking,),
}
"""The general rules that implement these clauses.

The rules for hands, cards and targets treat partners like any players; the rules for sides hold for sides of any size.
"""


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses of this module that an event of the base game also cites."""
    match event:
        case GameStarted():
            return ("team.with-or-without", "ruling.team.secrets")
        case CardPlayed(face_down=True) if not game.round.hidden:
            return _hidden_by_ghost()
        case BulletGiven(shooter=shooter, seat=seat) if partner(game, seat) == game.figures[shooter].seat:
            return _partner_hit()
        case BanditMoved(bandit=bandit, how="push") if (
            partner(game, game.figures[bandit].seat) == game.figures[acting(game)].seat
        ):
            return _partner_hit()
        case CardRevealed(seat=seat, card=card) if owner(game, card) != seat:
            return _partners_card()
        case ActionTaken() if _is_partners(game, game.round.current):
            return WHOSE_ACTION
        case ActionIdle() if _is_partners(game, game.round.pile[0]):
            return WHOSE_ACTION
        case CardReturned(seat=seat) if game.round.current and game.round.current.seat != seat:
            return _returned()
        case GameEnded(ranking=ranking):
            return _score(level=len(level_on_money(rules, game, ranking)) > 1)
    return ()


@clause("ruling.team.whose-action")
def out_of_turn(rules: Rules, game: Game, due: Decision, command: Command) -> Cites:
    """A player who has played a card of their partner does not decide what it does."""
    current = game.round.current
    if current is None or current.seat != command.actor or due.kind != rules.action_of(game, current.card):
        return ()
    return WHOSE_ACTION


WHOSE_ACTION: Cites = ("ruling.team.whose-action",)


def _is_partners(game: Game, played: Played | None) -> bool:
    """Whether a card on the pile, or the current card, was played by somebody other than its owner."""
    return played is not None and played.seat != owner(game, played.card)


@clause("team.partner-card.playable", "ruling.team.whose-action")
def _partners_card() -> Cites:
    """A partner's card acts for the bandit on it, and that bandit's player decides."""
    return ("team.partner-card.playable", *WHOSE_ACTION)


@clause("team.partner-card.returns")
def _returned() -> Cites:
    """A partner's card that was played returns to its owner."""
    return ("team.partner-card.returns",)


@clause("team.score", "ruling.team.tie-break")
def _score(level: bool) -> Cites:
    """Partners win together; if teams are level on money, the bullets of both partners count."""
    return ("team.score", "ruling.team.tie-break") if level else ("team.score",)


@clause("ruling.team.ghost")
def _hidden_by_ghost() -> Cites:
    """Ghost may hide a card of his partner. Every hidden card cites this, so that nobody learns whose card it is."""
    return ("ruling.team.ghost",)


@clause("ruling.team.partner-targets")
def _partner_hit() -> Cites:
    """A partner is a target like any other."""
    return ("ruling.team.partner-targets",)
