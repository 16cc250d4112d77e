"""Queries for tests about a position: the events of a command, and the clauses that forbid it."""

from colt_rules.commands import Command
from colt_rules.kernel import Accepted, Refused, decide, fold, legal
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


def refusal(game: Game, command: Command) -> Cites:
    """The clauses that forbid a command."""
    judged = verdict(game, command)
    assert isinstance(judged, Refused), judged
    assert judged.message
    return judged.clauses


def lay(game: Game, *cards: str, face_down: bool = False) -> Game:
    """The position with these cards on the pile, taken from their owners' decks, and no card revealed yet."""
    decks = dict(game.cards)
    for card in cards:
        deck = list(decks[owner_of(card)].deck)
        deck.remove(card)
        decks[owner_of(card)] = Cards((), tuple(deck))
    pile = tuple(Played(owner_of(card), card, face_down) for card in cards)
    return changed(game, cards=decks, round=changed(game.round, pile=pile))
