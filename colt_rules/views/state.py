"""The view of a game for one role.

Every record of the base game here lists its fields and every field is filled by name, so a new field of the state stays
hidden until somebody decides who may see it; ``records`` has the views of the records that modules add. What a role may
not know is None.
"""

from collections.abc import Iterable, Mapping

from msgspec import UNSET, UnsetType

from colt_rules.kernel import awaiting
from colt_rules.model.agreement import Agreed
from colt_rules.model.names import Bandit, Car, Card, Place, Seat, Token, is_bullet
from colt_rules.model.parts import part_of, with_fields
from colt_rules.model.record import record
from colt_rules.model.state import Cards, Game, Played, Standing, by_seat
from colt_rules.modules import field_of, parts
from colt_rules.registry.clause import clause
from colt_rules.views.audiences import BY_MODULE
from colt_rules.views.records import TokenView, record_view, token_views, view_class
from colt_rules.views.roles import all_open, known_role


@record
class OptionsView:
    """What was agreed before the game."""

    edition: str
    modules: tuple[str, ...]
    seats: tuple[Seat, ...]
    powers: bool
    happenings: bool
    stations: bool
    rulings: tuple[str, ...]
    """The answers that the table agreed on instead of the default, each ``ruling=answer``."""


@record
class BanditView:
    """A bandit on the board."""

    bandit: Bandit
    seat: Seat
    place: Place
    tokens: tuple[TokenView, ...]
    """The tokens in the order in which they were gained."""
    bullets: int
    """Cards left in the bullet stack."""
    powers: tuple[str, ...]
    ransom: int


@record
class SeatView:
    """A player's cards."""

    seat: Seat
    hand: tuple[Card, ...] | None
    hand_size: int
    deck: tuple[Card, ...] | None
    """The deck, top first; sorted for a player who looks through it, because it will be shuffled afterwards."""
    deck_size: int
    bullets: tuple[Card, ...]
    """The bullet cards that the player has received, sorted, wherever they are now, even if a partner drew them."""
    uncounted: int
    """How many of them do not count in a tie-break."""
    discard: tuple[Card, ...] | None
    """The discard pile, top last."""
    discard_size: int
    borrowed: tuple[Card, ...] | None
    """All cards ever drawn from the partner's deck."""


@record
class PawnsView:
    """Pawns that a player hid in both hands before the first round."""

    seat: Seat
    last: Bandit | None
    """The one for the last car."""
    before: Bandit | None
    """The one for the car before it."""


@record
class PlayedView:
    """A card on the common pile."""

    seat: Seat
    card: Card | None
    face_down: bool


@record
class RoundView:
    """How far the round has come."""

    number: int
    card: str
    first: Seat
    turn: int
    face_down: bool
    """Whether this turn is played face down."""
    order: tuple[Seat, ...]
    """The seats that still act in this turn, next one first."""
    pile: tuple[PlayedView, ...]
    """The common pile, first card played first."""
    current: PlayedView | None
    """The card being carried out."""
    due: tuple[Bandit, ...]
    """The bandits that still have a choice to make in the happening."""
    drawing: Seat
    """The seat that is about to draw and waits for the discard pile to be shuffled."""
    keeping: tuple[Seat, ...]
    """The seats that still have to say which cards to keep."""
    answered: int
    """The size of the pile when a player last decided whether to add a card to a Fire."""


@record
class AwaitedView:
    """Who has to decide what."""

    actor: str
    kind: str
    subject: str


RECORDS: Mapping[str, type] = {module: part.ADDED for module, part in parts("model")}
"""By module: the class of the record that it adds to a game."""
ADDED = "A field that a module adds is unset in games without the module."
"""Describes the fields that modules add to a view."""


@record
@with_fields({module: view_class(kind) for module, kind in RECORDS.items()})
class View:
    """Everything that one role sees of a game at one moment."""

    role: str
    options: OptionsView
    phase: str
    train: tuple[Car, ...]
    marshal: Place
    bandits: tuple[BanditView, ...]
    seats: tuple[SeatView, ...]
    floor: Mapping[Place, tuple[TokenView, ...]]
    aside: tuple[TokenView, ...]
    neutral: int
    """Neutral bullets left in the pile."""
    rounds_left: int
    """Cards left in the round deck."""
    rounds: tuple[str, ...] | None
    """The visible part of the round deck, next card first."""
    round: RoundView
    awaiting: tuple[AwaitedView, ...]
    ranking: tuple[Standing, ...]
    teams: tuple[tuple[Bandit, ...], ...]
    """The teams that can still be taken."""
    pawns: tuple[PawnsView, ...]
    """The pawns that players hid before the first round."""
    agreed: Agreed | UnsetType = UNSET
    """What the round deck is drawn from; unset if the table was not asked or a module shows it."""


@clause("ruling.secrecy.open-information")
def view(game: Game, role: str) -> View:
    """The view of a game at rest, between two commands, for this role."""
    asked = tuple(AwaitedView(open_.actor, open_.kind, open_.subject) for open_ in awaiting(game))
    return glimpse(game, role, asked)


@clause("ruling.secrecy.open-information")
def glimpse(game: Game, role: str, asked: tuple[AwaitedView, ...] = ()) -> View:
    """The view of a game at any moment for this role.

    In the middle of a command no decision is open, because events are still due.
    """
    known_role(game, role)
    options = game.options
    seen = View(
        role=role,
        options=OptionsView(
            edition=options.edition,
            modules=options.modules,
            seats=options.seats,
            powers=options.powers,
            happenings=options.happenings,
            stations=options.stations,
            rulings=options.rulings,
        ),
        phase=game.phase,
        train=game.train,
        marshal=game.marshal,
        bandits=tuple(
            BanditView(
                bandit=bandit,
                seat=figure.seat,
                place=figure.place,
                tokens=_tokens(game, role, figure.loot, figure.seat),
                bullets=figure.bullets,
                powers=figure.powers,
                ransom=figure.ransom,
            )
            for bandit, figure in ((bandit, game.figures[bandit]) for bandit in by_seat(game))
        ),
        seats=tuple(_seat(game, role, seat, game.cards[seat]) for seat in game.options.seats if seat in game.cards),
        floor={place: _tokens(game, role, tokens, None) for place, tokens in game.floor.items()},
        aside=_tokens(game, role, game.aside, None),
        neutral=game.neutral,
        rounds_left=len(game.rounds),
        rounds=_rounds(game, role),
        round=_round(game, role),
        awaiting=asked,
        ranking=game.ranking,
        teams=game.teams,
        pawns=tuple(PawnsView(seat, None, None) for seat in options.seats if seat in game.sealed),
        agreed=game.agreed,
        **{field_of(module): record_view(game, role, part) for module in RECORDS if (part := part_of(game, module))},
    )
    for module in options.modules:
        if (said := BY_MODULE.get(module)) and said.shown:
            seen = said.shown(game, seen)
    return seen


@clause(
    "secrecy.purse-values",
    "secrecy.loot-collected",
    "setup.loot.purses-blind",
    "robbery.unseen",
    "punch.loot.purse-unseen",
)
def _tokens(game: Game, role: str, tokens: Iterable[Token], owner: Seat | None) -> tuple[TokenView, ...]:
    """Everybody sees which tokens there are; only the owner of a purse sees its value, and nobody if it has none."""
    inside = all_open(game, role) or role == owner
    return token_views(game, tokens, inside)


@clause("secrecy.decks", "ruling.secrecy.hands", "ruling.secrecy.open-information")
def _seat(game: Game, role: str, seat: Seat, cards: Cards) -> SeatView:
    """A player sees their own hand and nobody sees a deck; sizes and the bullets received are public."""
    everything = all_open(game, role)
    sees_hand = everything or role == seat
    return SeatView(
        seat=seat,
        hand=cards.hand if sees_hand else None,
        hand_size=len(cards.hand),
        deck=cards.deck if everything else None,
        deck_size=len(cards.deck),
        bullets=_bullets(cards),
        uncounted=cards.uncounted,
        discard=cards.discard if sees_hand or not cards.discard else None,
        discard_size=len(cards.discard),
        borrowed=cards.borrowed if sees_hand or not cards.borrowed else None,
    )


@clause("ruling.secrecy.open-information")
def _bullets(cards: Cards) -> tuple[Card, ...]:
    """Which bullets a player has received is public."""
    return tuple(sorted(filter(is_bullet, (*cards.hand, *cards.deck, *cards.discard))))


@clause("secrecy.round-deck", "ruling.rounds.face-down")
def _rounds(game: Game, role: str) -> tuple[str, ...] | None:
    """The round deck is face down: the number of rounds left is public, the cards are not."""
    if all_open(game, role):
        return game.rounds
    return game.rounds[:1] if "ruling.rounds.face-down=face-up" in game.options.rulings else None


def _round(game: Game, role: str) -> RoundView:
    """The round, with the face-down cards of the pile hidden."""
    round_ = game.round
    current = round_.current
    return RoundView(
        number=round_.number,
        card=round_.card,
        first=round_.first,
        turn=round_.turn,
        face_down=round_.hidden,
        order=round_.order,
        pile=tuple(_played(game, role, played) for played in round_.pile),
        current=PlayedView(current.seat, current.card, current.face_down) if current else None,
        due=round_.due,
        drawing=round_.drawing,
        keeping=round_.keeping,
        answered=round_.answered,
    )


@clause("ruling.secrecy.hands")
def _played(game: Game, role: str, played: Played) -> PlayedView:
    """A card played face up is public; one played face down is known only to its player until it is carried out."""
    known = not played.face_down or role == played.seat or all_open(game, role)
    return PlayedView(played.seat, played.card if known else None, played.face_down)
