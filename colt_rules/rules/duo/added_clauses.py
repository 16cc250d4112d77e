"""The clauses of games with two bandits a player that events of the base game also cite."""

from colt_rules.events import (
    BanditMoved,
    BulletGiven,
    BulletUncounted,
    CardPlayed,
    Event,
    GameEnded,
    GameStarted,
    HandDrawn,
    RoundCardsDrawn,
)
from colt_rules.model.names import Cites, owner_and_action
from colt_rules.model.state import Game
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.base import scoring, setup
from colt_rules.rules.base.abilities import hand_size, is_doc, may_hide
from colt_rules.rules.base.actions import fire, punch, robbery
from colt_rules.rules.base.scoring import level_on_money
from colt_rules.rules.base.stealin import acting
from colt_rules.rules.expert.events import HandFilled
from colt_rules.rules.module import Rules

CARRIED_OUT_BY: CarriedOutBy = {
    "duo.round-cards": (setup.round_cards,),
    "duo.loot-apart": (robbery.happens, punch.answers),
    "duo.ghost": (may_hide,),
    "duo.doc": (hand_size,),
    "ruling.duo.ghost-and-doc": (may_hide, hand_size),
    "duo.own-bandit-hit": (fire.in_reach,),
    "ruling.duo.own-targets": (fire.in_reach, punch.beside),
    "duo.score": (scoring.count_loot, scoring.ranking),
    "ruling.duo.own-bullets": (scoring.shots_at_others, scoring.bullets_received),
}
"""The general rules that implement these clauses: they are the same with one bandit a player and with two."""


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses of this module that an event of the base game also cites."""
    match event:
        case GameStarted():
            return _expert(rules)
        case RoundCardsDrawn():
            return _rounds()
        case CardPlayed(face_down=True) if not game.round.hidden:
            return _ghost(rules)
        case HandDrawn(seat=seat) | HandFilled(seat=seat):
            return _plain(rules) + (_doc(rules) if is_doc(game, seat) else ())
        case BulletGiven(shooter=shooter, seat=seat) if game.figures[shooter].seat == seat:
            return _own_bandit_hit()
        case BanditMoved(bandit=bandit, how="push") if game.figures[acting(game)].seat == game.figures[bandit].seat:
            return ("ruling.duo.own-targets",)
        case BulletUncounted() if game.round.current and owner_and_action(game.round.current.card)[1] == "fire":
            return ("ruling.duo.own-bullets",)
        case GameEnded(ranking=ranking):
            return _score(rules, level=len(level_on_money(rules, game, ranking)) > 1)
    return ()


@clause("duo.expert-always")
def _expert(rules: Rules) -> Cites:
    """In one edition the game is always played with the expert variant."""
    return ("duo.expert-always",) if rules.holds("duo.expert-always") else ()


@clause("duo.plain-turns")
def _plain(rules: Rules) -> Cites:
    """In one edition no card is chosen before a hand is drawn."""
    return ("duo.plain-turns",) if rules.holds("duo.plain-turns") else ()


@clause("duo.round-cards")
def _rounds() -> Cites:
    """Two or three players use the round cards for two to four, even with six bandits."""
    return ("duo.round-cards",)


@clause("duo.ghost", "ruling.duo.ghost-and-doc")
def _ghost(rules: Rules) -> Cites:
    """A player with Ghost may hide any card in the first turn, also one of their other bandit."""
    return ("ruling.duo.ghost-and-doc",) if rules.holds("duo.plain-turns") else ("duo.ghost",)


@clause("duo.doc", "ruling.duo.ghost-and-doc")
def _doc(rules: Rules) -> Cites:
    """A player with Doc draws seven cards."""
    return ("ruling.duo.ghost-and-doc",) if rules.holds("duo.plain-turns") else ("duo.doc",)


@clause("duo.own-bandit-hit", "ruling.duo.own-targets")
def _own_bandit_hit() -> Cites:
    """A bandit can hit the player's other bandit, who is a target like any other."""
    return ("duo.own-bandit-hit", "ruling.duo.own-targets")


@clause("duo.score", "duo.loot-apart", "ruling.duo.own-bullets")
def _score(rules: Rules, level: bool) -> Cites:
    """The loot of a player's two bandits lies apart but counts together.

    So do their bullets, for the Gunslinger award and in a tie-break.
    """
    counted = level or not rules.holds("duo.gunslinger.none")
    return ("duo.score", "duo.loot-apart", *(("ruling.duo.own-bullets",) if counted else ()))
