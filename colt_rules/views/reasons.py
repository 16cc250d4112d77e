"""The clauses by which a role sees, or does not see, what is not public."""

from collections.abc import Iterator

from colt_rules.model.names import Cites, kind_of
from colt_rules.model.parts import part_of
from colt_rules.model.record import record
from colt_rules.model.state import Game
from colt_rules.rules.rulebook import drawn_unseen, open_kinds
from colt_rules.views.audiences import BY_MODULE
from colt_rules.views.records import record_reasons
from colt_rules.views.roles import REFEREE, known_role
from colt_rules.views.state import View, view


@record
class Reason:
    """A clause by which something that is not public is shown to a role or hidden from it."""

    field: str
    """The field of the view that it is about, or ``""`` if it is about everything public."""
    clause: str
    seen: bool


@record
class Reasons:
    """The reasons for one role's view."""

    all: tuple[Reason, ...]

    @property
    def shown(self) -> Cites:
        """The clauses by which something is shown, without duplicates."""
        return tuple(dict.fromkeys(reason.clause for reason in self.all if reason.seen))

    @property
    def hidden(self) -> Cites:
        """The clauses by which something is hidden, without duplicates."""
        return tuple(dict.fromkeys(reason.clause for reason in self.all if not reason.seen))


def view_reasons(game: Game, role: str) -> Reasons:
    """The reasons for this role's view of the game, for the things that are in the game."""
    known_role(game, role)
    return Reasons(tuple(_reasons(game, view(game, role))))


def _reasons(game: Game, seen: View) -> Iterator[Reason]:
    """The reasons for each thing that is not public, then that for public information."""
    all_open = seen.role == REFEREE or seen.phase == "over"
    modules = seen.options.modules
    blind, shown = drawn_unseen(modules), open_kinds(modules)
    for tokens in seen.floor.values():
        for token in tokens:
            if kind_of(token.token) not in shown:
                for clause in (*blind.get(kind_of(token.token), blind["purse"]), "robbery.unseen"):
                    yield Reason("floor", clause, token.value is not None)
    for bandit in seen.bandits:
        for token in bandit.tokens:
            yield Reason("tokens", "secrecy.loot-collected", True)
            if kind_of(token.token) not in shown:
                for clause in ("secrecy.loot-collected", "secrecy.purse-values", "punch.loot.purse-unseen"):
                    yield Reason("tokens", clause, token.value is not None)
    for seat in seen.seats:
        if seat.deck_size and (all_open or seat.deck is None):  # a module gives the reason why it shows a deck
            yield Reason("deck", "secrecy.decks", all_open)
        if seat.hand_size:
            yield Reason("hand", "ruling.secrecy.hands", seat.hand is not None)
    for played in seen.round.pile:
        if played.face_down:
            yield Reason("card", "ruling.secrecy.hands", played.card is not None)
    for module in modules:
        if part := part_of(game, module):
            yield from (Reason(*reason) for reason in record_reasons(game, seen.role, part))
        for secret in BY_MODULE[module].secrets if module in BY_MODULE else ():
            for thing in secret.things(seen):
                yield from (Reason(secret.field, clause, thing is not None) for clause in secret.clauses)
    if seen.rounds_left:
        yield Reason("rounds", "secrecy.round-deck", seen.rounds is not None)
        yield Reason("rounds", "ruling.rounds.face-down", seen.rounds is not None)
    yield Reason("", "ruling.secrecy.open-information", True)
