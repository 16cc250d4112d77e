"""What the events of the expert variant change in the state."""

from colt_rules.model.changes import cards_changed, cleared, dealt, of_both, with_cards_and_round, with_round, without
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.expert import events as e
from colt_rules.rules.module import Fold


def _hand_filled(game: Game, event: e.HandFilled) -> Game:
    player = game.cards[event.seat]
    cards = {**game.cards, event.seat: of_both(player, player.hand + event.cards, player.deck[len(event.cards) :])}
    return with_cards_and_round(game, cards, dealt(game.round, without(game.round.undealt, event.seat)))


def _discard_shuffled(game: Game, event: e.DiscardShuffled) -> Game:
    player = game.cards[event.seat]
    return cards_changed(game, event.seat, changed(player, deck=player.deck + event.cards, discard=()))


def _bullets_discarded(game: Game, event: e.BulletsDiscarded) -> Game:
    player = game.cards[event.seat]
    kept = without(player.hand, *event.cards)
    return cards_changed(game, event.seat, changed(player, hand=kept, discard=player.discard + event.cards))


def _hand_kept(game: Game, event: e.HandKept) -> Game:
    player, round_ = game.cards[event.seat], game.round
    return with_cards_and_round(
        game,
        {**game.cards, event.seat: changed(player, hand=event.kept, discard=player.discard + event.discarded)},
        changed(round_, keeping=without(round_.keeping, event.seat)),
    )


def _card_discarded(game: Game, event: e.CardDiscarded) -> Game:
    player = game.cards[event.seat]
    cards = {**game.cards, event.seat: changed(player, discard=(*player.discard, event.card))}
    return with_cards_and_round(game, cards, cleared(game.round, None, False))


EVOLVE: dict[type, Fold] = {
    e.HandFilled: _hand_filled,
    e.DiscardShuffled: _discard_shuffled,
    e.BulletsDiscarded: _bullets_discarded,
    e.DrawAnnounced: lambda game, event: with_round(game, changed(game.round, drawing=event.seat)),
    e.KeepingStarted: lambda game, event: with_round(game, changed(game.round, keeping=event.seats)),
    e.HandKept: _hand_kept,
    e.CardDiscarded: _card_discarded,
}
