"""A game as a role may see it.

Every record here lists its fields and every field is filled by name, so nothing new in the state is shown
before somebody decides who may see it. What a role may not know is nothing (``None``).
"""

from collections.abc import Iterable, Mapping

from colt_rules.kernel import awaiting
from colt_rules.model.names import Bandit, Car, Card, Place, Seat, Token, is_bullet, kind_of
from colt_rules.model.record import record
from colt_rules.model.state import Cards, Game, Played, Standing, by_seat
from colt_rules.registry.clause import clause
from colt_rules.views.roles import REFEREE, known_role

OPEN_KINDS = ("jewel", "strongbox")
"""Loot whose value its look tells. Of every other kind the value is on the hidden face."""


@record
class OptionsView:
    """What was agreed before the game."""

    edition: str
    modules: tuple[str, ...]
    seats: tuple[Seat, ...]
    powers: bool
    happenings: bool
    stations: bool


@record
class TokenView:
    """A loot token."""

    token: Token
    kind: str
    value: int | None


@record
class BanditView:
    """A bandit on the board."""

    bandit: Bandit
    seat: Seat
    place: Place
    tokens: tuple[TokenView, ...]
    """In the order in which they were gained."""
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
    """Top first."""
    deck_size: int
    bullets: tuple[Card, ...]
    """The bullet cards received, sorted, wherever among the player's cards they are."""


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
    """Who still acts in this turn, next one first."""
    pile: tuple[PlayedView, ...]
    """The common pile, first card played first."""
    current: PlayedView | None
    """The card being carried out."""
    due: tuple[Bandit, ...]
    """Who still has a choice to make in the happening."""


@record
class AwaitedView:
    """Who has to decide what."""

    actor: str
    kind: str
    subject: str


@record
class View:
    """All that one role sees of a game at one moment."""

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
    """The round deck, next card first."""
    round: RoundView
    awaiting: tuple[AwaitedView, ...]
    ranking: tuple[Standing, ...]


@clause("ruling.secrecy.open-information")
def view(game: Game, role: str) -> View:
    """The game at rest, as it is between two commands, in the eyes of this role."""
    known_role(game, role)
    options = game.options
    return View(
        role=role,
        options=OptionsView(
            edition=options.edition,
            modules=options.modules,
            seats=options.seats,
            powers=options.powers,
            happenings=options.happenings,
            stations=options.stations,
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
        awaiting=tuple(AwaitedView(open_.actor, open_.kind, open_.subject) for open_ in awaiting(game)),
        ranking=game.ranking,
    )


def _all_open(game: Game, role: str) -> bool:
    """The referee sees everything; when the game is over, so does everybody."""
    return role == REFEREE or game.phase == "over"


@clause(
    "secrecy.purse-values",
    "secrecy.loot-collected",
    "setup.loot.purses-blind",
    "robbery.unseen",
    "punch.loot.purse-unseen",
)
def _tokens(game: Game, role: str, tokens: Iterable[Token], owner: Seat | None) -> tuple[TokenView, ...]:
    """Everybody sees which tokens lie there; into a purse looks its owner, and nobody while it has none."""
    inside = _all_open(game, role) or role == owner
    return tuple(
        TokenView(token, kind, game.values[token] if inside or kind in OPEN_KINDS else None)
        for token, kind in ((token, kind_of(token)) for token in tokens)
    )


@clause("secrecy.decks", "ruling.secrecy.hands", "ruling.secrecy.open-information")
def _seat(game: Game, role: str, seat: Seat, cards: Cards) -> SeatView:
    """A hand is seen by its player, a deck by nobody; sizes and the bullets received are open."""
    everything = _all_open(game, role)
    return SeatView(
        seat=seat,
        hand=cards.hand if everything or role == seat else None,
        hand_size=len(cards.hand),
        deck=cards.deck if everything else None,
        deck_size=len(cards.deck),
        bullets=tuple(sorted(card for card in (*cards.hand, *cards.deck) if is_bullet(card))),
    )


@clause("secrecy.round-deck")
def _rounds(game: Game, role: str) -> tuple[str, ...] | None:
    """The round deck lies face down: how many rounds are to come is open, which ones is not."""
    return game.rounds if _all_open(game, role) else None


def _round(game: Game, role: str) -> RoundView:
    """The round, with what lies face down on the pile hidden."""
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
    )


@clause("ruling.secrecy.hands")
def _played(game: Game, role: str, played: Played) -> PlayedView:
    """A card played face up is open, one played face down is known to its player until it is carried out."""
    known = not played.face_down or role == played.seat or _all_open(game, role)
    return PlayedView(played.seat, played.card if known else None, played.face_down)
