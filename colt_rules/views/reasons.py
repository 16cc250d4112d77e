"""Why a role sees what it sees: the clauses behind each thing that is shown to some and hidden from others."""

from collections.abc import Iterator

from colt_rules.model.names import Cites, kind_of
from colt_rules.model.record import record
from colt_rules.model.state import Game
from colt_rules.views.roles import known_role
from colt_rules.views.state import OPEN_KINDS, View, view


@record
class Reasons:
    """The clauses by which a role sees something that not all see, and those by which something is hidden from it."""

    shown: Cites
    hidden: Cites


def view_reasons(game: Game, role: str) -> Reasons:
    """Why this role sees of the game what it sees, each clause once, as far as there is something of its kind."""
    known_role(game, role)
    reasons = list(_reasons(view(game, role)))
    return Reasons(
        tuple(dict.fromkeys(id for id, seen in reasons if seen)),
        tuple(dict.fromkeys(id for id, seen in reasons if not seen)),
    )


def _reasons(seen: View) -> Iterator[tuple[str, bool]]:
    """A clause, and whether by it something is seen, for each thing that is not open to all."""
    for tokens in seen.floor.values():
        for token in tokens:
            if kind_of(token.token) not in OPEN_KINDS:
                yield "setup.loot.purses-blind", token.value is not None
                yield "robbery.unseen", token.value is not None
    for bandit in seen.bandits:
        for token in bandit.tokens:
            yield "secrecy.loot-collected", True
            if kind_of(token.token) not in OPEN_KINDS:
                yield "secrecy.loot-collected", token.value is not None
                yield "secrecy.purse-values", token.value is not None
                yield "punch.loot.purse-unseen", token.value is not None
    for seat in seen.seats:
        if seat.deck_size:
            yield "secrecy.decks", seat.deck is not None
        if seat.hand_size:
            yield "ruling.secrecy.hands", seat.hand is not None
    for played in seen.round.pile:
        if played.face_down:
            yield "ruling.secrecy.hands", played.card is not None
    if seen.rounds_left:
        yield "secrecy.round-deck", seen.rounds is not None
    yield "ruling.secrecy.open-information", True
