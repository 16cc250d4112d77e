"""What a rule test asks of a position: what a command brings about, what forbids it, why a card does nothing."""

from colt_rules.commands import Command
from colt_rules.events import ActionIdle, ActionTaken, CardReturned, CardRevealed, Cited, StealinEnded
from colt_rules.kernel import Accepted, Refused, decide, fold, legal, settle
from colt_rules.log.codec import to_json
from colt_rules.model.names import Cites, owner_of
from colt_rules.model.record import changed
from colt_rules.model.state import Cards, Game, Played


def verdict(game: Game, command: Command) -> Accepted | Refused:
    """The verdict, after a check of what holds for all: it agrees with `legal` and leaves the position as it was."""
    before = to_json(game)
    judged = decide(game, command)
    assert to_json(game) == before
    assert isinstance(judged, Accepted) == (command in legal(game, command.actor))
    return judged


def accepted(game: Game, command: Command) -> Accepted:
    """The verdict on a command that must stand; the fold of its events must give the state it tells of."""
    judged = verdict(game, command)
    assert isinstance(judged, Accepted), judged
    assert fold((event for event, _ in judged.events), game) == judged.after
    return judged


def answers(game: Game, actor: str) -> list[Command]:
    """Everything an actor can choose now, in the order in which the rules list it."""
    return list(legal(game, actor))


def after(game: Game, command: Command) -> Game:
    """The position a command leads to."""
    return accepted(game, command).after


def happens(game: Game, command: Command) -> list[Cited]:
    """What a card's command brings about, after the word that it is taken, up to the next card or the phase's end."""
    taken, *effects = _of_this_card(accepted(game, command).events)
    assert isinstance(taken[0], ActionTaken)
    assert taken[1] == ("stealin.obligatory",)
    return effects


def refusal(game: Game, command: Command) -> Cites:
    """The clauses that forbid a command."""
    judged = verdict(game, command)
    assert isinstance(judged, Refused), judged
    assert judged.message
    return judged.clauses


def lay(game: Game, *cards: str, face_down: bool = False) -> Game:
    """The position with these cards, taken from their owners' decks, on the pile and none revealed yet."""
    decks = dict(game.cards)
    for card in cards:
        deck = list(decks[owner_of(card)].deck)
        deck.remove(card)
        decks[owner_of(card)] = Cards((), tuple(deck))
    pile = tuple(Played(owner_of(card), card, face_down) for card in cards)
    return changed(game, cards=decks, round=changed(game.round, pile=pile))


def comes_up(game: Game) -> list[Cited]:
    """What happens by itself when the first card of the pile comes up, until somebody must choose or the next card."""
    first, *rest = settle(game).events
    return [first, *_of_this_card(tuple(rest))]


def idle(game: Game, card: str) -> Cites:
    """Why a card does nothing; it must have been revealed and put back, and nothing else may have happened."""
    laid = lay(game, card)
    revealed, nothing, returned = comes_up(laid)
    assert revealed == (CardRevealed(owner_of(card), card), ("stealin.pile-turned", "stealin.first-in-first-out"))
    assert nothing[0] == ActionIdle(owner_of(card), card.partition("-")[2])
    assert returned == back(card)
    rest = settle(laid).after
    assert (rest.figures, rest.floor, rest.marshal) == (laid.figures, laid.floor, laid.marshal)
    return nothing[1]


def back(card: str) -> Cited:
    """The event that ends every action card."""
    return CardReturned(owner_of(card), card), ("stealin.card-returns",)


def _of_this_card(events: tuple[Cited, ...]) -> list[Cited]:
    ends = [index for index, (event, _) in enumerate(events) if isinstance(event, CardRevealed | StealinEnded)]
    return list(events[: ends[0]] if ends else events)
