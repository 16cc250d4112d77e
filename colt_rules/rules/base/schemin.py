"""Schemin', the first phase: players draw hands, then lay cards on the common pile turn by turn."""

from functools import lru_cache

from colt_rules.commands import Command, Deal, DrawCards, PlayCard
from colt_rules.decisions import Arrangements, Decision, shared
from colt_rules.events import (
    CardPlayed,
    CardsDrawn,
    Cited,
    DeckShuffled,
    HandDrawn,
    HandReturned,
    PileTurned,
    RoundCardRevealed,
    RoundStarted,
    TurnStarted,
)
from colt_rules.model.changes import without
from colt_rules.model.names import CHANCE, Card, Cites, Seat, has_bullet, is_bullet
from colt_rules.model.state import Draw, Game, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.base.abilities import drew_first, hand_size, is_ghost, may_hide
from colt_rules.rules.module import Choice, Numbers, Rules, StepResult

DRAW: Numbers = {
    "schemin.draw.three": 3,
}
"""The number of cards that a player draws instead of playing one."""

HANDS_FIRST = "schemin.hands-first"


@clause(
    "schemin.card-revealed",
    "schemin.hands-first",
    "setup.first-player.holds-rounds",
    "ruling.round-start.card-first",
)
def start_round(rules: Rules, game: Game, number: int, first: Seat) -> list[Cited]:
    """At the start of a round the first player turns the top round card face up; in one edition hands come first."""
    order = clockwise(game.options.seats, first)
    if rules.holds(HANDS_FIRST):
        return [(RoundStarted(number, "", first, order), (HANDS_FIRST,))]
    cites = ("schemin.card-revealed", "ruling.round-start.card-first")
    return [(RoundStarted(number, game.rounds[0], first, order), cites)]


@clause("schemin.card-revealed", "schemin.hands-first")
def reveal_card(rules: Rules, game: Game) -> StepResult:
    """In the edition that draws hands first, the round card is revealed when every player has a hand."""
    if game.round.card:
        return None
    return [(RoundCardRevealed(game.rounds[0]), ("schemin.card-revealed", HANDS_FIRST))]


# --- hands


@clause("schemin.hand-of-six")
def deal_hands(rules: Rules, game: Game) -> StepResult:
    """At the start of a round each player shuffles their deck and draws a hand."""
    undealt = game.round.undealt
    return (Decision(CHANCE, "deck", undealt[0]),) if undealt else None


@clause("fire.bullet.stays")
def shuffles(rules: Rules, game: Game, seat: str) -> Arrangements:
    """A deck is shuffled as a whole, including the bullet cards that its player has received."""
    deck = game.cards[seat].deck
    return Arrangements("deck", seat, deck, len(deck))


def shuffle_refusal(rules: Rules, game: Game, seat: str, command: Deal) -> Cites:
    shuffled = "setup.deck.shuffled" if game.round.number == 1 else "round-end.shuffle"
    return deal_refusal("deck", seat, command, ("schemin.hand-of-six", shuffled, *_with_bullets(rules, game, seat)))


def deal_refusal(what: str, subject: str, command: Deal, cites: Cites) -> Cites:
    """The clauses of the draw refuse an impossible outcome; a deal that is not due is refused for its form."""
    return cites if (command.what, command.subject) == (what, subject) else ("ruling.command.form",)


def shuffled_by(rules: Rules, game: Game, seat: Seat) -> Cites:
    """The clauses by which this player's deck, with the bullet cards received, is shuffled now."""
    shuffled = "setup.deck.shuffled" if game.round.number == 1 else "round-end.shuffle"
    return (shuffled, "schemin.hand-of-six", "ruling.shuffle.once", *_with_bullets(rules, game, seat))


@clause("fire.bullet.stays")
def _with_bullets(rules: Rules, game: Game, seat: Seat) -> Cites:
    """The clause that a player keeps received bullet cards; empty if the player's side has received none.

    Everybody has seen who was hit. But whether a bullet card is in a hand or in a deck may be secret, and citations are
    public, so all hands and decks of the side are searched.
    """
    for side in rules.sides(game):
        if seat in side:
            cards = [card for each in side for card in game.cards[each].deck + game.cards[each].hand]
            return BULLETS_STAY if has_bullet(cards) else ()
    return ()


BULLETS_STAY = ("fire.bullet.stays",)


@clause("setup.deck.shuffled", "round-end.shuffle", "ruling.shuffle.once")
def _shuffled(rules: Rules, game: Game, seat: str, command: Deal) -> list[Cited]:
    """Each player shuffles all their cards once a round, bullet cards included, and then draws the hand."""
    size, cites = hand_size(rules, game, seat)
    return [
        (DeckShuffled(seat, command.outcome), shuffled_by(rules, game, seat)),
        (HandDrawn(seat, command.outcome[: max(0, size - len(game.cards[seat].hand))]), cites),
    ]


# --- turns


@clause("schemin.turns-as-printed")
def begin_turn(rules: Rules, game: Game) -> StepResult:
    """When all players have acted, the next turn that the round card shows begins."""
    round_ = game.round
    turns = rules.round_card_in(game, round_.card).turns
    number = round_.turn + 1
    if number == len(turns):
        return None
    turn = rules.turns.kinds[turns[number]]
    order = turn.order(clockwise(game.options.seats, round_.first))
    started = TurnStarted(number, turns[number], turn.face_down, order)
    return [(started, ("schemin.turns-as-printed", *turn.cites))]


@clause("schemin.turn-order")
def await_scheme(rules: Rules, game: Game) -> StepResult:
    """The next player in the turn's order acts."""
    order = game.round.order
    return _scheme_of(order[0]) if order else None


@lru_cache(maxsize=64)
def _scheme_of(seat: Seat) -> tuple[Decision, ...]:
    return (Decision(seat, "scheme", seat),)


@clause("schemin.play-or-draw", "ruling.draw.what-is-left")
def schemes(rules: Rules, game: Game, seat: str) -> tuple[Command, ...]:
    """A player plays an action card from hand or draws cards, if there are any to draw.

    House rules can allow a draw without cards, or forbid a draw after a card in a speeding-up turn.
    """
    cards = game.cards[seat]
    faces = ways_up(rules, game, seat)
    draw = bool(cards.deck or cards.discard)
    if rules.house_rules:
        plays = _schemes(seat, cards.hand, faces, False)
        if plays and _played_first(rules, game, seat) and rules.agreed("ruling.speeding-up.order-free=draw-first"):
            return plays
        draw = draw or rules.agreed("ruling.draw.what-is-left=pass")
    # With modules a player can have nothing to play and nothing to draw. Then the only answer is a draw of no cards.
    return _schemes(seat, cards.hand, faces, draw) or (_draw(seat),)


def ways_up(rules: Rules, game: Game, seat: Seat) -> tuple[bool, ...]:
    """The ways in which this player can lay a card now: face down, face up, or either."""
    if rules.turns.card_faces:
        forced = rules.ways_up(game, seat)
        if forced:
            return forced[0]
    hidden = game.round.hidden
    return (False, True) if not hidden and may_hide(game, seat) else (hidden,)


@clause("ruling.speeding-up.order-free")
def _played_first(rules: Rules, game: Game, seat: Seat) -> bool:
    """Whether this is the second action of a speeding-up turn and the first one was a card."""
    round_ = game.round
    return (
        rules.turn(game) == "speeding-up"
        and round_.order.count(seat) == 1
        and Draw(seat, round_.turn) not in round_.draws
    )


def _schemes(seat: Seat, hand: tuple[Card, ...], faces: tuple[bool, ...], draw: bool) -> tuple[Command, ...]:
    """One answer for each different action card of a hand and each way up, and a draw if ``draw``."""
    plays = [play for card in dict.fromkeys(hand) for play in _plays(seat, card, faces)]
    return (*plays, _draw(seat)) if draw else tuple(plays)


@lru_cache(maxsize=4096)
@clause("schemin.play.actions-only")
def _plays(seat: Seat, card: Card, faces: tuple[bool, ...]) -> tuple[Command, ...]:
    """An action card can be played in each of these ways; a bullet card can never be played.

    Cached, because it is asked often.
    """
    return () if is_bullet(card) else tuple(PlayCard(seat, card, face) for face in faces)


_draw = shared(DrawCards)


@clause("schemin.play-or-draw", "turn.standard", "turn.tunnel", "ghost.draw-forfeits")
def scheme_refusal(rules: Rules, game: Game, seat: str, command: PlayCard | DrawCards) -> Cites:
    """A player can only play action cards in hand, the way up that the turn asks for, or draw cards that exist."""
    if isinstance(command, DrawCards):
        if _played_first(rules, game, seat) and rules.agreed("ruling.speeding-up.order-free=draw-first"):
            return ("ruling.speeding-up.order-free",)
        return ("schemin.play-or-draw", "ruling.draw.what-is-left")
    reasons: list[str] = []
    if command.card not in game.cards[seat].hand:
        reasons.append("schemin.play-or-draw")
    if is_bullet(command.card):
        reasons.append("schemin.play.actions-only")
    reasons += _wrong_way_up(rules, game, seat, command.face_down)
    return tuple(dict.fromkeys(reasons))


def _wrong_way_up(rules: Rules, game: Game, seat: Seat, face_down: bool) -> Cites:
    """The clauses that forbid laying a card this way up; empty if it is allowed."""
    if face_down in ways_up(rules, game, seat):
        return ()
    forced = rules.ways_up(game, seat)
    if forced:
        return forced[1]
    if not face_down:
        return ("turn.tunnel",)
    shown = "turn.standard" if rules.turn(game) == "standard" else "schemin.play.face-up"
    if not is_ghost(game, seat):
        return (shown,)
    return (shown, "ghost.draw-forfeits" if drew_first(game, seat) else "ghost.first-turn-face-down")


@clause("schemin.play.face-up", "schemin.play.on-top", *DRAW, "turn.tunnel")
def schemed(rules: Rules, game: Game, seat: str, command: PlayCard | DrawCards) -> list[Cited]:
    """A played card goes on top of the common pile; a player who draws gets three cards, or as many as are left."""
    if isinstance(command, DrawCards):
        number = rules.number(DRAW)
        cards = game.cards[seat].deck[:number]
        fewer = () if len(cards) == number else ("ruling.draw.what-is-left",)
        return [(CardsDrawn(seat, cards), ("schemin.play-or-draw", rules.stated_by(DRAW), *fewer))]
    if not command.face_down:
        return [(CardPlayed(seat, command.card, False), FACE_UP)]
    return [(CardPlayed(seat, command.card, True), IN_TUNNEL if game.round.hidden else BY_GHOST)]


FACE_UP = ("schemin.play-or-draw", "schemin.play.face-up", "schemin.play.on-top")
IN_TUNNEL = ("schemin.play-or-draw", "turn.tunnel", "schemin.play.on-top")
BY_GHOST = ("schemin.play-or-draw", "ghost.first-turn-face-down", "schemin.play.on-top")


@clause("schemin.ends", "schemin.unplayed-on-top", "game.two-phases", "stealin.pile-turned")
def end_schemin(rules: Rules, game: Game) -> StepResult:
    """After the last turn the players put unplayed cards on top of their decks, and the pile is turned over."""
    return [*unplayed(rules, game, ("schemin.ends", "schemin.unplayed-on-top")), (PileTurned(), TURNED)]


def unplayed(rules: Rules, game: Game, cites: Cites) -> list[Cited]:
    """Each player puts the cards left in hand on top of their deck, except those that stay in hand."""
    back: list[Cited] = []
    for seat in game.options.seats:
        returned = without(game.cards[seat].hand, *rules.staying(game, seat))
        if returned:
            back.append((HandReturned(seat, returned), cites))
    return back


TURNED = ("schemin.ends", "game.two-phases", "stealin.pile-turned")


STEPS = {
    "await-scheme": await_scheme,
    "deal-hands": deal_hands,
    "reveal-card": reveal_card,
    "begin-turn": begin_turn,
}

CHOICES = {
    "deck": Choice((Deal,), shuffles, shuffle_refusal, _shuffled),
    "scheme": Choice((PlayCard, DrawCards), schemes, scheme_refusal, schemed),
}
