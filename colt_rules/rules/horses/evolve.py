"""What the events of horses and whisky change in the state."""

from typing import Any

from colt_rules.model.changes import (
    after_turn,
    figure_changed,
    laid,
    of_both,
    of_hand,
    with_cards,
    with_cards_and_round,
    with_part,
    without,
)
from colt_rules.model.record import changed
from colt_rules.model.state import Game, Played
from colt_rules.registry.clause import clause
from colt_rules.rules.horses import events as e
from colt_rules.rules.horses.model import Attack, Flask, Pour, horses_of
from colt_rules.rules.module import Fold


def with_horses(game: Game, **fields: Any) -> Game:
    """The game with these fields of its horses and flasks changed."""
    return with_part(game, "horses", changed(horses_of(game), **fields))


# --- set-up


@clause("horses.scoring.whisky")
def _flask_placed(game: Game, event: e.FlaskPlaced) -> Game:
    """A flask brings no money."""
    flasks = {**horses_of(game).flasks, event.token: Flask(event.kind, False)}
    floor, values = laid(game, event.token, event.place), {**game.values, event.token: 0}
    return with_horses(changed(game, floor=floor, values=values), flasks=flasks)


def _boarding_sealed(game: Game, event: e.BoardingSealed) -> Game:
    attack = horses_of(game).attack
    assert attack, "players choose only after AttackReached"
    return with_horses(game, attack=changed(attack, hidden={**attack.hidden, event.seat: event.boards}))


def _horse_left(game: Game, event: e.HorseLeft) -> Game:
    horses = horses_of(game)
    assert horses.attack, "bandits leave their horses only in the attack"
    attack = changed(horses.attack, riders=without(horses.attack.riders, event.bandit))
    return with_horses(game, stands={**horses.stands, event.horse: event.car}, attack=attack)


# --- the Ride


def _horse_ridden(game: Game, event: e.HorseRidden) -> Game:
    return with_horses(game, stands={**horses_of(game).stands, event.horse: event.to})


# --- whisky


@clause("whisky.stays-half-empty")
def _flask_turned(game: Game, event: e.FlaskTurned) -> Game:
    """A used flask stays half empty, whoever gets it."""
    return flask_used(game, event.token)


def _flask_emptied(game: Game, event: e.FlaskEmptied) -> Game:
    figure = game.figures[event.bandit]
    poorer = changed(figure, loot=without(figure.loot, event.token))
    return flask_used(figure_changed(game, event.bandit, poorer), event.token)


def flask_used(game: Game, token: str) -> Game:
    """The game with a flask whose contents everybody has seen, because it is half empty or gone."""
    flasks = horses_of(game).flasks
    return with_horses(game, flasks={**flasks, token: changed(flasks[token], used=True)})


def _flask_cards_drawn(game: Game, event: e.FlaskCardsDrawn) -> Game:
    player, pour = game.cards[event.seat], horses_of(game).pour
    assert pour, "cards are drawn for a flask only after FlaskUsed"
    drawn = of_both(player, player.hand + event.cards, player.deck[len(event.cards) :])
    return with_horses(with_cards(game, {**game.cards, event.seat: drawn}), pour=changed(pour, draw=False))


def _flask_card_played(game: Game, event: e.FlaskCardPlayed) -> Game:
    player, pour, round_ = game.cards[event.seat], horses_of(game).pour, game.round
    assert pour, "a card is played for a flask only after FlaskUsed"
    game = with_cards_and_round(
        game,
        {**game.cards, event.seat: of_hand(player, without(player.hand, event.card))},
        changed(
            round_,
            pile=(*round_.pile, Played(event.seat, event.card, event.face_down)),
            order=round_.order if event.left else after_turn(round_.order, event.seat),
            answered=event.answered,
        ),
    )
    return with_horses(game, pour=changed(pour, cards=event.left) if event.left else None)


def _flask_card_missing(game: Game, event: e.FlaskCardMissing) -> Game:
    round_ = game.round
    # The top card of the pile is not this player's, so no card can be added to it.
    order = after_turn(round_.order, event.seat)
    return with_horses(changed(game, round=changed(round_, order=order, answered=len(round_.pile))), pour=None)


EVOLVE: dict[type, Fold] = {
    e.FlaskPlaced: _flask_placed,
    e.AttackReached: lambda game, event: with_horses(game, attack=Attack(event.car, event.riders, {})),
    e.BoardingSealed: _boarding_sealed,
    e.BoardingShown: lambda game, event: game,
    e.HorseLeft: _horse_left,
    e.AttackEnded: lambda game, event: with_horses(game, attack=None),
    e.HorseRidden: _horse_ridden,
    e.FlaskUsed: lambda game, event: with_horses(game, pour=Pour(event.seat, event.kind, event.draw, event.cards)),
    e.FlaskTurned: _flask_turned,
    e.FlaskEmptied: _flask_emptied,
    e.FlaskCardsDrawn: _flask_cards_drawn,
    e.FlaskCardPlayed: _flask_card_played,
    e.FlaskCardMissing: _flask_card_missing,
}
