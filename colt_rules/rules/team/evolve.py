"""What the events of teams change in the state."""

from colt_rules.model.changes import of_deck, with_cards
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.module import Fold
from colt_rules.rules.team import events as e


def _partner_card_drawn(game: Game, event: e.PartnerCardDrawn) -> Game:
    player, partner = game.cards[event.seat], game.cards[event.partner]
    cards = {
        **game.cards,
        event.seat: changed(player, hand=(*player.hand, event.card), borrowed=(*player.borrowed, event.card)),
        event.partner: of_deck(partner, partner.deck[1:]),
    }
    return with_cards(game, cards)


EVOLVE: dict[type, Fold] = {
    e.PartnerCardDrawn: _partner_card_drawn,
}
