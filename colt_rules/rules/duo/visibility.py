"""Who sees what if a player has two bandits: pawns in closed hands, and the deck from which a card is chosen."""

from collections.abc import Callable, Iterable
from typing import Any

from colt_rules.model.record import changed
from colt_rules.model.state import Game, all_open
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.duo.commands import ChooseTeam
from colt_rules.rules.editions import holds
from colt_rules.rules.visibility import Secret, Sort, Visibility, player


def _shown(game: Game, seen: Any) -> Any:
    """The view with the pawns that the role knows and the deck that it looks through."""
    if game.sealed:
        seen = changed(seen, pawns=tuple(_pawns(game, seen.role, pawns) for pawns in seen.pawns))
    if _looks_through(seen):
        deck = tuple(sorted(game.cards[seen.role].deck))
        seen = changed(
            seen, seats=tuple(changed(one, deck=deck) if one.seat == seen.role else one for one in seen.seats)
        )
    return seen


@clause("duo.placement.both-hands")
def _pawns(game: Game, role: str, pawns: Any) -> Any:
    """Only its player knows what is in a closed hand; when the bandits are on the train, everybody knows."""
    last, before = game.sealed[pawns.seat]
    known = role == pawns.seat or bool(game.figures[last].place) or all_open(game, role)
    return changed(pawns, last=last, before=before) if known else pawns


@clause("duo.chosen-card")
def _looks_through(seen: Any) -> bool:
    """Whether the role is choosing a card from its own deck and therefore looks through it."""
    return any(open_.actor == seen.role and open_.kind == "chosen-card" for open_ in seen.awaiting)


def _pawns_by(one_each: bool) -> Callable[[Any], Iterable[object]]:
    """Return a function that lists the pawns in a view; the list is empty if the view's edition is of the other kind.

    With ``one_each``, the editions in which ``duo.placement.one-each`` holds are meant; without it, all others.
    """
    return lambda seen: (
        pawns.last for pawns in seen.pawns if holds("duo.placement.one-each", seen.options.edition) == one_each
    )


def _own_deck(seen: Any) -> list[object]:
    """The deck that the role looks through, if any."""
    return [seat.deck for seat in seen.seats if seat.seat == seen.role and seat.deck_size and _looks_through(seen)]


CARRIED_OUT_BY: CarriedOutBy = {"duo.placement.both-hands": (player,)}
"""A pawn in a hand is seen by the same role as a card in a hand."""

VISIBILITY = Visibility(
    shown=_shown,
    secrets=(
        Secret("deck", ("duo.chosen-card",), _own_deck),
        Secret("pawns", ("duo.placement.both-hands",), _pawns_by(one_each=False)),
        Secret("pawns", ("ruling.duo.placement-in-turn",), _pawns_by(one_each=True)),
    ),
    words={ChooseTeam: {"bandits": Sort.CHARACTER}},
)
