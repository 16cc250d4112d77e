"""What the events of the base game change in the state.

Each function only copies the facts of one event into the state; it decides and checks nothing. So a fold in another
language is a plain translation of this file.
"""

from colt_rules import events as e
from colt_rules.model.agreement import Agreed
from colt_rules.model.changes import (
    after_turn,
    at_place,
    cards_changed,
    cleared,
    dealt,
    figure_changed,
    laid,
    of_both,
    of_deck,
    of_hand,
    on_top,
    with_cards,
    with_cards_and_round,
    with_round,
    without,
)
from colt_rules.model.names import NEUTRAL_BULLET
from colt_rules.model.record import changed, changing
from colt_rules.model.state import Cards, Draw, Figure, Game, Options, Played, Round
from colt_rules.rules.module import Fold

_begun = changing(Round, "turn", "order", "hidden")
_laid_down = changing(Round, "pile", "order")
_drawn = changing(Round, "order", "draws", "drawing")
_shown = changing(Round, "pile", "current")
_acted = changing(Round, "acted")
_with_bullets = changing(Figure, "bullets")
_with_loot = changing(Figure, "loot")
_with_phase = changing(Game, "phase")
_with_marshal = changing(Game, "marshal")
_with_next_round = changing(Game, "phase", "rounds", "round")
_with_figures_and_cards = changing(Game, "figures", "cards")
_with_cards_and_neutral = changing(Game, "cards", "neutral")
_with_floor_and_values = changing(Game, "floor", "values")
_with_floor_and_figures = changing(Game, "floor", "figures")

NO_CARDS = Cards((), ())


# --- set-up


def _ruling_agreed(game: Game, event: e.RulingAgreed) -> Game:
    agreed = (*game.options.rulings, f"{event.ruling}={event.answer}")
    return changed(game, options=changed(game.options, rulings=agreed))


def _game_started(game: Game, event: e.GameStarted) -> Game:
    options = Options(
        event.edition,
        event.modules,
        event.seats,
        event.powers,
        event.happenings,
        event.stations,
        event.train,
        game.options.rulings,
    )
    return changed(game, options=options, phase="setup")


def _seat_taken(game: Game, event: e.SeatTaken) -> Game:
    figure = Figure(event.seat, "", (event.purse,), event.bullets, event.powers, 0)
    player = game.cards.get(event.seat, NO_CARDS)
    return changed(
        game,
        figures={**game.figures, event.bandit: figure},
        cards={**game.cards, event.seat: of_deck(player, player.deck + event.cards)},
        values={**game.values, event.purse: event.value},
    )


def _loot_placed(game: Game, event: e.LootPlaced) -> Game:
    values = {**game.values, event.token: event.value}
    return _with_floor_and_values(game, laid(game, event.token, event.place), values)


def _loot_set_aside(game: Game, event: e.LootSetAside) -> Game:
    return changed(game, aside=(*game.aside, event.token), values={**game.values, event.token: event.value})


def _station_drawn(game: Game, event: e.StationDrawn) -> Game:
    return changed(game, rounds=(*game.rounds, event.card))


def _bandit_placed(game: Game, event: e.BanditPlaced) -> Game:
    return figure_changed(game, event.bandit, at_place(game.figures[event.bandit], event.place))


# --- Schemin'


def _round_started(game: Game, event: e.RoundStarted) -> Game:
    begun = Round(event.number, event.card, event.first, event.order, -1, (), False, (), (), None, False, False, ())
    return _with_next_round(game, "schemin", game.rounds[1:] if event.card else game.rounds, begun)


def _round_card_revealed(game: Game, event: e.RoundCardRevealed) -> Game:
    return changed(game, rounds=game.rounds[1:], round=changed(game.round, card=event.card))


def _deck_shuffled(game: Game, event: e.DeckShuffled) -> Game:
    cards = {**game.cards, event.seat: of_deck(game.cards[event.seat], event.deck)}
    return with_cards_and_round(game, cards, dealt(game.round, without(game.round.undealt, event.seat)))


def _hand_drawn(game: Game, event: e.HandDrawn) -> Game:
    player = game.cards[event.seat]
    drawn = of_both(player, player.hand + event.cards, player.deck[len(event.cards) :])
    return with_cards(game, {**game.cards, event.seat: drawn})


def _card_played(game: Game, event: e.CardPlayed) -> Game:
    seat, player, round_ = event.seat, game.cards[event.seat], game.round
    return with_cards_and_round(
        game,
        {**game.cards, seat: of_hand(player, without(player.hand, event.card))},
        _laid_down(round_, (*round_.pile, Played(seat, event.card, event.face_down)), after_turn(round_.order, seat)),
    )


def _cards_drawn(game: Game, event: e.CardsDrawn) -> Game:
    seat, player, round_ = event.seat, game.cards[event.seat], game.round
    return with_cards_and_round(
        game,
        {**game.cards, seat: of_both(player, player.hand + event.cards, player.deck[len(event.cards) :])},
        _drawn(round_, after_turn(round_.order, seat), (*round_.draws, Draw(seat, round_.turn)), ""),
    )


def _hand_returned(game: Game, event: e.HandReturned) -> Game:
    player = game.cards[event.seat]
    kept = () if event.cards == player.hand else without(player.hand, *event.cards)
    return with_cards(game, {**game.cards, event.seat: of_both(player, kept, event.cards + player.deck)})


def _pile_turned(game: Game, event: e.PileTurned) -> Game:
    return _with_phase(game, "stealin")


# --- Stealin'


def _card_revealed(game: Game, event: e.CardRevealed) -> Game:
    pile = game.round.pile
    return with_round(game, _shown(game.round, pile[1:], pile[0]))


def _card_returned(game: Game, event: e.CardReturned) -> Game:
    player = game.cards[event.seat]
    cards = {**game.cards, event.seat: of_deck(player, (event.card, *player.deck))}
    return with_cards_and_round(game, cards, cleared(game.round, None, False))


def _action_taken(game: Game, event: e.ActionTaken | e.ActionIdle) -> Game:
    return with_round(game, _acted(game.round, True))


def _bandit_moved(game: Game, event: e.BanditMoved) -> Game:
    return figure_changed(game, event.bandit, at_place(game.figures[event.bandit], event.to))


def _bullet_given(game: Game, event: e.BulletGiven) -> Game:
    shooter = _with_bullets(game.figures[event.shooter], event.left)
    player = game.cards[event.seat]
    hit = on_top(player, event.bullet)
    return _with_figures_and_cards(game, {**game.figures, event.shooter: shooter}, {**game.cards, event.seat: hit})


def _neutral_bullet_given(game: Game, event: e.NeutralBulletGiven) -> Game:
    player = game.cards[event.seat]
    hit = on_top(player, NEUTRAL_BULLET)
    return _with_cards_and_neutral(game, {**game.cards, event.seat: hit}, event.left)


def _bullet_uncounted(game: Game, event: e.BulletUncounted) -> Game:
    player = game.cards[event.seat]
    return cards_changed(game, event.seat, changed(player, uncounted=player.uncounted + 1))


def _loot_taken(game: Game, event: e.LootTaken) -> Game:
    taker = game.figures[event.bandit]
    floor = dict(game.floor)
    left = without(floor.pop(event.place), event.token)
    if left:
        floor[event.place] = left
    richer = _with_loot(taker, (*taker.loot, event.token))
    return _with_floor_and_figures(game, floor, {**game.figures, event.bandit: richer})


def _loot_dropped(game: Game, event: e.LootDropped) -> Game:
    loser = game.figures[event.bandit]
    poorer = _with_loot(loser, without(loser.loot, event.token))
    floor = laid(game, event.token, event.place)
    return _with_floor_and_figures(game, floor, {**game.figures, event.bandit: poorer})


def _loot_snatched(game: Game, event: e.LootSnatched) -> Game:
    loser, taker = game.figures[event.bandit], game.figures[event.by]
    figures = {
        **game.figures,
        event.bandit: _with_loot(loser, without(loser.loot, event.token)),
        event.by: _with_loot(taker, (*taker.loot, event.token)),
    }
    return changed(game, figures=figures)


def _loot_lost(game: Game, event: e.LootLost) -> Game:
    loser = game.figures[event.bandit]
    return figure_changed(game, event.bandit, _with_loot(loser, without(loser.loot, event.token)))


# --- end of the round


def _strongbox_brought(game: Game, event: e.StrongboxBrought) -> Game:
    return changed(game, aside=without(game.aside, event.token), floor=laid(game, event.token, event.place))


def _pickpocket_answered(game: Game, event: e.PickpocketAnswered) -> Game:
    return changed(game, round=changed(game.round, due=without(game.round.due, event.bandit)))


def _ransom_paid(game: Game, event: e.RansomPaid) -> Game:
    figure = game.figures[event.bandit]
    return figure_changed(game, event.bandit, changed(figure, ransom=figure.ransom + event.amount))


def _nothing_changed(game: Game, event: e.Event) -> Game:
    return game


EVOLVE: dict[type, Fold] = {
    e.RulingAgreed: _ruling_agreed,
    e.GameStarted: _game_started,
    e.RoundCardsAgreed: lambda game, event: changed(game, agreed=Agreed(event.rounds, event.stations)),
    e.TrainBuilt: lambda game, event: changed(game, train=event.cars),
    e.SeatTaken: _seat_taken,
    e.LootPlaced: _loot_placed,
    e.LootSetAside: _loot_set_aside,
    e.MarshalPlaced: lambda game, event: _with_marshal(game, event.place),
    e.NeutralBulletsStacked: lambda game, event: changed(game, neutral=event.count),
    e.RoundCardsDrawn: lambda game, event: changed(game, rounds=event.cards),
    e.StationDrawn: _station_drawn,
    e.FirstPlayerDrawn: lambda game, event: changed(game, round=changed(game.round, first=event.seat)),
    e.BanditPlaced: _bandit_placed,
    e.RoundStarted: _round_started,
    e.RoundCardRevealed: _round_card_revealed,
    e.DeckShuffled: _deck_shuffled,
    e.HandDrawn: _hand_drawn,
    e.TurnStarted: lambda game, event: with_round(game, _begun(game.round, event.turn, event.order, event.face_down)),
    e.CardPlayed: _card_played,
    e.CardsDrawn: _cards_drawn,
    e.HandReturned: _hand_returned,
    e.PileTurned: _pile_turned,
    e.CardRevealed: _card_revealed,
    e.CardReturned: _card_returned,
    e.ActionTaken: _action_taken,
    e.ActionIdle: _action_taken,
    e.BanditMoved: _bandit_moved,
    e.BanditStayed: _nothing_changed,
    e.BulletGiven: _bullet_given,
    e.NeutralBulletGiven: _neutral_bullet_given,
    e.BulletUncounted: _bullet_uncounted,
    e.NeutralBulletsShort: _nothing_changed,
    e.NeutralBulletsRemoved: lambda game, event: changed(game, neutral=0),
    e.LootTaken: _loot_taken,
    e.LootDropped: _loot_dropped,
    e.LootSnatched: _loot_snatched,
    e.LootLost: _loot_lost,
    e.LootKept: _nothing_changed,
    e.StrongboxBrought: _strongbox_brought,
    e.MarshalMoved: lambda game, event: _with_marshal(game, event.to),
    e.MarshalStayed: _nothing_changed,
    e.StealinEnded: lambda game, event: _with_phase(game, "round-end"),
    e.HappeningStarted: lambda game, event: changed(game, round=changed(game.round, happened=True, due=event.due)),
    e.PickpocketAnswered: _pickpocket_answered,
    e.RansomPaid: _ransom_paid,
    e.RoundEnded: _nothing_changed,
    e.GameEnded: lambda game, event: changed(game, phase="over", ranking=event.ranking),
}
