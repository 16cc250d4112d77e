"""What the events of Marshal & Prisoners change in the state."""

from typing import Any

from colt_rules.model.changes import (
    after_turn,
    at_place,
    cards_changed,
    figure_changed,
    laid,
    of_both,
    of_deck,
    of_hand,
    with_cards,
    with_part,
    with_round,
    without,
)
from colt_rules.model.names import Bandit, Card, Seat
from colt_rules.model.record import changed
from colt_rules.model.state import Cards, Draw, Figure, Game, Played
from colt_rules.rules.marshal import events as e
from colt_rules.rules.marshal.model import (
    FALLEN,
    MARSHAL,
    Anger,
    Holding,
    LastCard,
    Payment,
    PileMeasure,
    Reflexes,
    marshal_of,
)
from colt_rules.rules.module import Fold

ANGRY_ACTIONS = 2


def _with(game: Game, **fields: Any) -> Game:
    """The game with these fields of its Marshal changed."""
    return with_part(game, "marshal", changed(marshal_of(game), **fields))


# --- the set-up


def _marshal_seated(game: Game, event: e.MarshalSeated) -> Game:
    figure = Figure(event.seat, "", (), 0, (), 0)
    seated = changed(
        game,
        figures={**game.figures, MARSHAL: figure},
        cards={**game.cards, event.seat: Cards((), event.cards)},
    )
    return _with(seated, brawlers=event.brawlers)


def _cylinder_loaded(game: Game, event: e.CylinderLoaded) -> Game:
    figure = game.figures[MARSHAL]
    armed = figure_changed(game, MARSHAL, changed(figure, bullets=figure.bullets + len(event.bullets)))
    return _with(armed, cylinders={**marshal_of(game).cylinders, event.cylinder: event.bullets})


# --- Schemin'


def _goal_came_up(game: Game, event: e.GoalCameUp) -> Game:
    marshal = marshal_of(game)
    return _with(game, future=without(marshal.future or (), event.goal), current=(*marshal.current, event.goal))


def _laid(game: Game, seat: Seat, card: Card) -> Game:
    """The game after a player lays a card from hand face up on the common pile, without ending anybody's turn."""
    player = game.cards[seat]
    played = cards_changed(game, seat, of_hand(player, without(player.hand, card)))
    return with_round(played, changed(game.round, pile=(*game.round.pile, Played(seat, card, False))))


def _plus_card_played(game: Game, event: e.PlusCardPlayed) -> Game:
    return _with(_laid(game, event.seat, event.card), plus=0)


def _idea_found(game: Game, event: e.IdeaFound) -> Game:
    seat, player, round_ = event.seat, game.cards[event.seat], game.round
    hand = (*player.hand, event.card)
    if event.discarded:
        found = changed(player, hand=hand, discard=without(player.discard, event.card))
    else:
        found = of_both(player, hand, without(player.deck, event.card))
    drawn = changed(round_, order=after_turn(round_.order, seat), draws=(*round_.draws, Draw(seat, round_.turn)))
    searched = with_round(with_cards(game, {**game.cards, seat: found}), drawn)
    return searched if event.discarded else _with(searched, searching=seat)


def _searched_deck_shuffled(game: Game, event: e.SearchedDeckShuffled) -> Game:
    return _with(cards_changed(game, event.seat, of_deck(game.cards[event.seat], event.deck)), searching="")


def _pile_measured(game: Game, event: e.PileMeasured) -> Game:
    before = tuple(one for one in marshal_of(game).measured or () if one.round == event.round)
    return _with(game, measured=(*before, PileMeasure(event.round, event.turn, event.laid)))


def _cards_held(game: Game, event: e.CardsHeld) -> Game:
    holding = marshal_of(game).holding
    assert holding, "cards are held back only after HoldingStarted"
    waiting, held = without(holding.waiting, event.seat), {**holding.held, event.seat: event.cards}
    return _with(game, holding=changed(holding, waiting=waiting, held=held))


# --- Stealin'


def _cylinder_fired(game: Game, event: e.CylinderFired) -> Game:
    cylinders = marshal_of(game).cylinders
    return _with(game, cylinders={**cylinders, event.cylinder: cylinders[event.cylinder][1:]})


def _bullet_laid_open(game: Game, event: e.BulletLaidOpen) -> Game:
    player, wounds = game.cards[event.seat], marshal_of(game).wounds
    laid_open = cards_changed(game, event.seat, of_deck(player, without(player.deck, event.bullet)))
    return _with(laid_open, wounds={**wounds, event.bandit: (*wounds.get(event.bandit, ()), event.bullet)})


def _bullets_returned(game: Game, event: e.BulletsReturned) -> Game:
    player, wounds = game.cards[event.seat], marshal_of(game).wounds
    returned = cards_changed(game, event.seat, of_deck(player, event.bullets + player.deck))
    return _with(returned, wounds={bandit: cards for bandit, cards in wounds.items() if bandit != event.bandit})


def _prisoner_freed(game: Game, event: e.PrisonerFreed) -> Game:
    marshal, figure = marshal_of(game), game.figures[event.bandit]
    if event.power:
        game = figure_changed(game, event.bandit, changed(figure, powers=(*figure.powers, event.power)))
    left = without(marshal.prisoners or (), event.prisoner)
    return _with(game, prisoners=left, companions={**marshal.companions, event.bandit: event.prisoner})


def _prisoner_recaptured(game: Game, event: e.PrisonerRecaptured) -> Game:
    marshal, figure = marshal_of(game), game.figures[event.bandit]
    if event.power:
        game = figure_changed(game, event.bandit, changed(figure, powers=without(figure.powers, event.power)))
    companions = {bandit: prisoner for bandit, prisoner in marshal.companions.items() if bandit != event.bandit}
    return _with(game, companions=companions, recaptured=(*marshal.recaptured, event.prisoner))


def _poorer(game: Game, bandit: Bandit, token: str) -> Game:
    figure = game.figures[bandit]
    return figure_changed(game, bandit, changed(figure, loot=without(figure.loot, token)))


def _richer(game: Game, bandit: Bandit, token: str) -> Game:
    figure = game.figures[bandit]
    return figure_changed(game, bandit, changed(figure, loot=(*figure.loot, token)))


def _mailbag_secured(game: Game, event: e.MailbagSecured) -> Game:
    secured = (*marshal_of(game).mailbags, event.token)
    return _with(_poorer(game, event.bandit, event.token), mailbags=secured)


def _brawler_taken(game: Game, event: e.BrawlerTaken) -> Game:
    marshal = marshal_of(game)
    punches = {**marshal.punches, event.bandit: (*marshal.punches.get(event.bandit, ()), event.brawler)}
    return _with(game, brawlers=without(marshal.brawlers, event.brawler), punches=punches)


def _liberator_paid(game: Game, event: e.LiberatorPaid) -> Game:
    return _with(_richer(_poorer(game, event.bandit, event.token), event.liberator, event.token), payment=None)


def _thrown_off(game: Game, event: e.ThrownOff) -> Game:
    return figure_changed(game, event.bandit, at_place(game.figures[event.bandit], FALLEN))


# --- end of the round


def _without_token(game: Game, place: str, token: str) -> Game:
    """The game without a token that lay at a place."""
    floor = dict(game.floor)
    left = without(floor.pop(place), token)
    if left:
        floor[place] = left
    return changed(game, floor=floor)


def _loot_carried_up(game: Game, event: e.LootCarriedUp) -> Game:
    lifted = _without_token(game, event.start, event.token)
    return changed(lifted, floor=laid(lifted, event.token, event.to))


def _reflex_played(game: Game, event: e.ReflexPlayed) -> Game:
    return _reflex_over(_laid(game, event.seat, event.card), event.seat)


def _reflex_over(game: Game, seat: Seat) -> Game:
    reflexes = marshal_of(game).reflexes
    assert reflexes, "cards are laid by reflex only after ReflexesStarted"
    return _with(game, reflexes=changed(reflexes, waiting=without(reflexes.waiting, seat)))


def _reflexes_ended(game: Game, event: e.ReflexesEnded) -> Game:
    reflexes = marshal_of(game).reflexes
    assert reflexes, "reflexes end only after ReflexesStarted"
    return _with(game, reflexes=changed(reflexes, over=True))


def _goal_rumoured(game: Game, event: e.GoalRumoured) -> Game:
    return _with(game, shown=(*marshal_of(game).shown, event.goal), rumoured=event.round)


def _anger_spent(game: Game, event: e.AngerSpent) -> Game:
    due = game.round.due if event.actions < ANGRY_ACTIONS else without(game.round.due, MARSHAL)
    return _with(with_round(game, changed(game.round, due=due)), anger=Anger(event.round, event.actions))


def _flask_kept(game: Game, event: e.FlaskKept) -> Game:
    return _with(_richer(_without_token(game, event.place, event.token), MARSHAL, event.token), drank=event.round)


# --- end of the game


def _leftovers_secured(game: Game, event: e.LeftoversSecured) -> Game:
    marshal = marshal_of(game)
    floor = {
        place: tuple(token for token in tokens if token not in event.mailbags) for place, tokens in game.floor.items()
    }
    return _with(
        changed(game, floor={place: tokens for place, tokens in floor.items() if tokens}),
        prisoners=tuple(prisoner for prisoner in marshal.prisoners or () if prisoner not in event.prisoners),
        recaptured=marshal.recaptured + event.prisoners,
        mailbags=marshal.mailbags + event.mailbags,
    )


EVOLVE: dict[type, Fold] = {
    e.TurnsNamed: lambda game, event: _with(game, turns={**marshal_of(game).turns, event.card: event.turns}),
    e.SymbolsNamed: lambda game, event: _with(
        game, symbols={**(marshal_of(game).symbols or {}), event.card: event.symbols}
    ),
    e.BulletsNamed: lambda game, event: _with(game, loads={**marshal_of(game).loads, event.cylinder: event.bullets}),
    e.LootNamed: lambda game, event: _with(game, printed=event.loot),
    e.NamingFinished: lambda game, event: _with(game, named=True),
    e.MarshalSeated: _marshal_seated,
    e.CylinderLoaded: _cylinder_loaded,
    e.PrisonersDrawn: lambda game, event: _with(game, prisoners=event.prisoners),
    e.GoalsDrawn: lambda game, event: _with(game, goals_drawn=marshal_of(game).goals_drawn + event.goals),
    e.GoalsDealt: lambda game, event: _with(game, goals_drawn=(), future=event.goals),
    e.GoalCameUp: _goal_came_up,
    e.PlusOffered: lambda game, event: _with(game, plus=event.cards),
    e.PlusCardPlayed: _plus_card_played,
    e.PlusDeclined: lambda game, event: _with(game, plus=0),
    e.IdeaFound: _idea_found,
    e.ShuffleDue: lambda game, event: _with(game, searching=event.seat),
    e.SearchedDeckShuffled: _searched_deck_shuffled,
    e.HoldingStarted: lambda game, event: _with(game, holding=Holding(event.round, event.seats, event.plans, {})),
    e.CardsHeld: _cards_held,
    e.PileMeasured: _pile_measured,
    e.LastCardNoted: lambda game, event: _with(game, last_card=LastCard(event.round, event.bandit, event.action)),
    e.PosterTaken: lambda game, event: _with(game, posters=(*marshal_of(game).posters, event.bandit)),
    e.CylinderFired: _cylinder_fired,
    e.BulletLaidOpen: _bullet_laid_open,
    e.BulletsReturned: _bullets_returned,
    e.PrisonerFreed: _prisoner_freed,
    e.PrisonerRecaptured: _prisoner_recaptured,
    e.MailbagSecured: _mailbag_secured,
    e.BrawlerTaken: _brawler_taken,
    e.PaymentOwed: lambda game, event: _with(game, payment=Payment(event.freed, event.liberator)),
    e.LiberatorPaid: _liberator_paid,
    e.ThrownOff: _thrown_off,
    e.LootCarriedUp: _loot_carried_up,
    e.GoalRumoured: _goal_rumoured,
    e.ReflexesStarted: lambda game, event: _with(game, reflexes=Reflexes(event.round, event.seats, False)),
    e.ReflexPlayed: _reflex_played,
    e.ReflexDeclined: lambda game, event: _reflex_over(game, event.seat),
    e.ReflexesEnded: _reflexes_ended,
    e.AngerSpent: _anger_spent,
    e.FlaskKept: _flask_kept,
    e.NoFlaskFound: lambda game, event: _with(game, drank=event.round),
    e.LeftoversSecured: _leftovers_secured,
    e.GoalsJudged: lambda game, event: _with(game, shown=event.goals, met=event.met),
}
