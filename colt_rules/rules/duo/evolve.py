"""What the events of games with two bandits a player change in the state."""

from colt_rules.model.changes import cards_changed, of_both, of_hand, with_cards_and_round, with_round, without
from colt_rules.model.record import changed, changing
from colt_rules.model.state import Game, Played, Round
from colt_rules.rules.duo import events as e
from colt_rules.rules.module import Fold

_added = changing(Round, "pile", "answered")


def _team_chosen(game: Game, event: e.TeamChosen) -> Game:
    return changed(game, teams=tuple(team for team in game.teams if set(team) != set(event.bandits)))


def _card_chosen(game: Game, event: e.CardChosen) -> Game:
    player = game.cards[event.seat]
    return cards_changed(
        game, event.seat, of_both(player, (*player.hand, event.card), without(player.deck, event.card))
    )


def _card_added(game: Game, event: e.CardAdded) -> Game:
    seat, player, round_ = event.seat, game.cards[event.seat], game.round
    return with_cards_and_round(
        game,
        {**game.cards, seat: of_hand(player, without(player.hand, event.card))},
        _added(round_, (*round_.pile, Played(seat, event.card, event.face_down)), event.answered),
    )


EVOLVE: dict[type, Fold] = {
    e.TeamsDrawn: lambda game, event: changed(game, teams=event.teams),
    e.TeamChosen: _team_chosen,
    e.PawnsHidden: lambda game, event: changed(game, sealed={**game.sealed, event.seat: (event.last, event.before)}),
    e.CardChosen: _card_chosen,
    e.CardAdded: _card_added,
    e.NoCardAdded: lambda game, event: with_round(game, changed(game.round, answered=event.answered)),
}
