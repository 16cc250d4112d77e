"""Schemin' with whisky: a player uses a flask instead of playing or drawing, and plays the cards that it asks for."""

from colt_rules.commands import Command, DrawCards, PlayCard
from colt_rules.decisions import Decision, shared
from colt_rules.events import Cited
from colt_rules.model.names import CHANCE, Bandit, Cites, Reasons, Seat, Token, is_bullet
from colt_rules.model.state import Game, by_seat
from colt_rules.registry.clause import clause
from colt_rules.rules.base.schemin import DRAW, scheme_refusal, ways_up
from colt_rules.rules.expert.schemin import must_reshuffle
from colt_rules.rules.horses.commands import UseFlask
from colt_rules.rules.horses.events import (
    FlaskCardMissing,
    FlaskCardPlayed,
    FlaskCardsDrawn,
    FlaskEmptied,
    FlaskTurned,
    FlaskUsed,
)
from colt_rules.rules.horses.model import Pour, horses_of
from colt_rules.rules.horses.setup import leads_two
from colt_rules.rules.module import Choice, Numbers, Rules, StepResult

OLD = "old"
CLASSIC_CARDS: Numbers = {
    "whisky.classic": 1,
}
OLD_CARDS: Numbers = {
    "whisky.old": 2,
}
"""The number of cards that a player plays for a flask of old whisky."""
STANDARD_ONLY = "whisky.standard-turns-only"

_drink = shared(UseFlask)
_play = shared(PlayCard)


# --- which flask can be used


@clause("whisky.use", "ruling.whisky.two-bandits")
def flasks_at_hand(game: Game, seat: Seat) -> dict[Token, Bandit]:
    """A player can use the flasks on their sheet; with two bandits, on the sheets of both."""
    flasks = horses_of(game).flasks
    bandits = [bandit for bandit in by_seat(game) if game.figures[bandit].seat == seat]
    return {token: bandit for bandit in bandits for token in game.figures[bandit].loot if token in flasks}


@clause("whisky.use")
def usable(rules: Rules, game: Game, seat: str) -> list[Command]:
    """Instead of playing or drawing, a player may use one of their flasks, if they have the cards for it."""
    if not horses_of(game).flasks or _wrong_turn(rules, game, seat):
        return []
    return [_drink(seat, token) for token in flasks_at_hand(game, seat) if _enough(rules, game, seat, token)]


@clause("whisky.standard-turns-only", "ruling.whisky.melee", "ruling.whisky.other-turns")
def _wrong_turn(rules: Rules, game: Game, seat: Seat) -> Reasons:
    """A flask cannot be used in a melee, except by a house rule; in one edition only in standard turns."""
    turn = rules.turn_of(game, seat)
    if turn != "standard" and rules.holds(STANDARD_ONLY):
        return (STANDARD_ONLY,)
    return ("ruling.whisky.melee",) if turn == "melee" and not rules.agreed(BEFORE_THE_REVEAL) else ()


BEFORE_THE_REVEAL = "ruling.whisky.melee=before-the-reveal"


@clause("ruling.whisky.enough-cards")
def _enough(rules: Rules, game: Game, seat: Seat, token: Token) -> bool:
    """Old whisky needs two action cards in hand, classic whisky a card to draw."""
    cards = game.cards[seat]
    if horses_of(game).flasks[token].kind == OLD:
        return sum(not is_bullet(card) for card in cards.hand) >= rules.number(OLD_CARDS)
    return bool(cards.deck or cards.discard)


def _use_refusal(rules: Rules, game: Game, seat: str, command: UseFlask) -> Cites:
    """Each reason why the choice is not allowed has a clause of its own, and all that apply are cited."""
    wrong = _wrong_turn(rules, game, seat)
    if command.token not in flasks_at_hand(game, seat):
        return ("whisky.use", *wrong)
    return wrong if _enough(rules, game, seat, command.token) else (*wrong, "ruling.whisky.enough-cards")


# --- the flask


@clause("whisky.use", "whisky.classic", "whisky.old", "whisky.first-use", "whisky.second-use")
def _used(rules: Rules, game: Game, seat: str, command: UseFlask) -> list[Cited]:
    """For classic whisky the player draws and plays one card, for old whisky plays two; a flask can be used twice."""
    token = command.token
    bandit, flask = flasks_at_hand(game, seat)[token], horses_of(game).flasks[token]
    old = flask.kind == OLD
    cards = rules.number(OLD_CARDS if old else CLASSIC_CARDS)
    use = FlaskUsed(seat, bandit, token, flask.kind, not old, cards)
    cites = ("whisky.use", *_asked_by(flask.kind), "ruling.whisky.who-knows", *_in_this_game(rules, game, seat))
    if flask.used:
        return [(use, cites), (FlaskEmptied(bandit, token), ("whisky.second-use",))]
    return [(use, cites), (FlaskTurned(token), ("whisky.first-use",))]


def _asked_by(kind: str) -> Cites:
    return ("whisky.old",) if kind == OLD else ("whisky.classic",)


@clause("ruling.whisky.other-turns", "whisky.standard-turns-only", "ruling.whisky.two-bandits", "ruling.whisky.melee")
def _in_this_game(rules: Rules, game: Game, seat: Seat) -> Cites:
    """Further clauses that allow this use: the kind of turn, and the use of either bandit's flask for any card."""
    cites: Cites = (STANDARD_ONLY,) if rules.holds(STANDARD_ONLY) else ()
    turn = rules.turn_of(game, seat)
    if turn != "standard":
        cites += ("ruling.whisky.melee" if turn == "melee" else "ruling.whisky.other-turns",)
    return (*cites, "ruling.whisky.two-bandits") if leads_two(game, seat) else cites


@clause("whisky.classic", "whisky.no-draw", "ruling.whisky.enough-cards")
def pour(rules: Rules, game: Game) -> StepResult:
    """Before anybody else acts, the flask is carried out: the player draws cards if it says so, then plays."""
    poured = horses_of(game).pour
    if not poured:
        return None
    seat = poured.seat
    if poured.draw:
        return _draw(rules, game, seat)
    if any(not is_bullet(card) for card in game.cards[seat].hand):
        return (Decision(seat, "flask-card", seat),)
    return [(FlaskCardMissing(seat), ("whisky.classic", "ruling.whisky.enough-cards"))]


@clause("whisky.classic", *DRAW)
def _draw(rules: Rules, game: Game, seat: Seat) -> StepResult:
    """The player draws three cards, or as many as there are, reshuffling the discard pile if there is one."""
    number = rules.number(DRAW)
    if must_reshuffle(game, seat, number):
        return (Decision(CHANCE, "discard", seat),)
    cards = game.cards[seat].deck[:number]
    fewer: Cites = () if len(cards) == number else ("ruling.draw.what-is-left",)
    return [(FlaskCardsDrawn(seat, cards), ("whisky.classic", rules.stated_by(DRAW), *fewer))]


# --- the cards that it asks for


def _poured(game: Game) -> Pour:
    poured = horses_of(game).pour
    assert poured, "cards are played only for a flask that was used"
    return poured


@clause("whisky.no-draw", "schemin.play.actions-only", "ruling.whisky.one-at-a-time")
def flask_cards(rules: Rules, game: Game, seat: str) -> list[Command]:
    """The player must play an action card from hand; they cannot draw or use another flask instead."""
    ways = _ways(rules, game, seat)
    hand = dict.fromkeys(game.cards[seat].hand)
    return [_play(seat, card, face_down) for card in hand if not is_bullet(card) for face_down in ways]


@clause("ruling.whisky.ghost", "ruling.whisky.other-turns")
def _ways(rules: Rules, game: Game, seat: Seat) -> tuple[bool, ...]:
    """The cards lie as the turn says; in the first turn Ghost may hide one, but not the second card of old whisky.

    By a house rule he may not hide a card after classic whisky either, because he has drawn.
    """
    ways, poured = ways_up(rules, game, seat), _poured(game)
    forfeited = poured.kind != OLD and rules.agreed("ruling.whisky.ghost=draw-forfeits")
    return (game.round.hidden,) if len(ways) > 1 and (forfeited or _is_second(rules, poured)) else ways


def _is_second(rules: Rules, poured: Pour) -> bool:
    return poured.kind == OLD and poured.cards < rules.number(OLD_CARDS)


@clause("whisky.no-draw", "ruling.whisky.ghost")
def _flask_card_refusal(rules: Rules, game: Game, seat: str, command: PlayCard | DrawCards | UseFlask) -> Cites:
    """After using a flask a player must play an action card from hand, the way up that the turn asks for."""
    if isinstance(command, UseFlask):
        return ("whisky.no-draw", "ruling.whisky.one-at-a-time")
    if isinstance(command, DrawCards):
        return ("whisky.no-draw",)
    reasons = scheme_refusal(rules, game, seat, command)
    if command.face_down in _ways(rules, game, seat) or command.face_down not in ways_up(rules, game, seat):
        return reasons
    shown = "turn.standard" if rules.turn_of(game, seat) == "standard" else "schemin.play.face-up"
    return tuple(dict.fromkeys((*reasons, shown, "ruling.whisky.ghost")))


@clause("whisky.old", "whisky.classic", "whisky.no-draw", "ruling.whisky.two-bandits")
def _flask_card_played(rules: Rules, game: Game, seat: str, command: PlayCard) -> list[Cited]:
    """The card goes on top of the pile; after the last one the turn goes on.

    No card can be added to a Fire that was played for old whisky.
    """
    poured, round_ = _poured(game), game.round
    answered = len(round_.pile) + 1 if poured.kind == OLD else round_.answered
    played = FlaskCardPlayed(seat, command.card, command.face_down, poured.cards - 1, answered)
    way: Cites = ("schemin.play.face-up",)
    if command.face_down:
        way = ("turn.tunnel",) if round_.hidden else _hidden_by_ghost(game, seat)
    cites = (*_asked_by(poured.kind), "whisky.no-draw", *way, "schemin.play.on-top")
    return [(played, cites + _in_this_game(rules, game, seat))]


@clause("ruling.whisky.ghost", "duo.ghost", "ruling.team.ghost")
def _hidden_by_ghost(game: Game, seat: Seat) -> Cites:
    """A player with Ghost may hide one card in the first turn, with whisky too, whichever bandit's card it is."""
    cites: Cites = ("ghost.first-turn-face-down", "ruling.whisky.ghost")
    if "team" in game.options.modules:
        return (*cites, "ruling.team.ghost")
    return (*cites, "duo.ghost") if leads_two(game, seat) else cites


STEPS = {"pour": pour}

USE_FLASK = Choice((UseFlask,), usable, _use_refusal, _used)

CHOICES = {
    "flask-card": Choice((PlayCard, DrawCards, UseFlask), flask_cards, _flask_card_refusal, _flask_card_played),
}
