"""The shaking turn, on round cards of Marshal & Prisoners."""

from colt_rules.commands import Command, DrawCards, PlayCard
from colt_rules.decisions import Answers
from colt_rules.events import CardPlayed, CardsDrawn, Cited, Event
from colt_rules.model.names import Cites, Reasons, Seat, is_bullet, owner_and_action
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.schemin import schemes
from colt_rules.rules.base.turns import once_each
from colt_rules.rules.horses.commands import UseFlask
from colt_rules.rules.horses.events import FlaskCardMissing, FlaskCardPlayed
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.horses.schemin import OLD, OLD_CARDS
from colt_rules.rules.marshal.commands import Forgo
from colt_rules.rules.marshal.model import IDEA
from colt_rules.rules.module import Change, Choice, Rules, Turn

SHAKING = "shaking"
UNSTEADY = ("fire", "punch")
"""The actions whose cards cannot be laid in a shaking turn."""
LIKE_STANDARD = "ruling.shaking.like-standard"
NOTHING_TO_PLAY = "ruling.shaking.nothing-to-play"

TURNS = {SHAKING: Turn(False, once_each, ("turn.shaking", "schemin.turn-order", LIKE_STANDARD))}


@clause("turn.shaking", "turn.shaking.idea")
def no_fire_or_punch(rules: Rules, game: Game, seat: str, command: Command) -> Reasons:
    """In a shaking turn a player cannot lay a Fire or a Punch; a Brilliant Idea may be laid, whatever it will copy."""
    if not isinstance(command, PlayCard) or rules.turn_of(game, seat) != SHAKING:
        return ()
    return ("turn.shaking",) if owner_and_action(command.card)[1] in UNSTEADY else ()


@clause("ruling.shaking.like-standard", "ruling.whisky.enough-cards")
def _too_few_for_old_whisky(rules: Rules, game: Game, seat: str, command: Command) -> Reasons:
    """In a shaking turn old whisky can be used only with two cards in hand that can be laid in that turn."""
    if not isinstance(command, UseFlask) or rules.turn_of(game, seat) != SHAKING:
        return ()
    flask = horses_of(game).flasks.get(command.token)
    if flask is None or flask.kind != OLD:
        return ()
    actions = [owner_and_action(card)[1] for card in game.cards[seat].hand if not is_bullet(card)]
    steady = [action for action in actions if action not in UNSTEADY]
    too_few = len(steady) < rules.number(OLD_CARDS) <= len(actions)
    return ("ruling.whisky.enough-cards", LIKE_STANDARD) if too_few else ()


def forbid_scheme(rules: Rules, game: Game, seat: str, command: Command) -> Reasons:
    """The clauses by which a shaking turn forbids a Fire, a Punch, or old whisky without two cards that can be laid."""
    return no_fire_or_punch(rules, game, seat, command) or _too_few_for_old_whisky(rules, game, seat, command)


@clause("ruling.shaking.like-standard")
def no_fire_or_punch_by_flask(rules: Rules, game: Game, seat: str, command: Command) -> Reasons:
    """The cards that a flask lets a player lay cannot be a Fire or a Punch either."""
    reasons = no_fire_or_punch(rules, game, seat, command)
    return (*reasons, LIKE_STANDARD) if reasons else ()


@clause("ruling.shaking.nothing-to-play")
def _nothing_to_play(rules: Rules, game: Game, seat: Seat) -> bool:
    """Whether a shaking turn forbids all action cards in a player's hand, of which there is at least one."""
    actions = [owner_and_action(card)[1] for card in game.cards[seat].hand if not is_bullet(card)]
    return bool(actions) and rules.turn_of(game, seat) == SHAKING and set(actions) <= set(UNSTEADY)


@clause("ruling.shaking.nothing-to-play")
def _passes(rules: Rules, game: Game, seat: str) -> Answers:
    """In a shaking turn a player who can neither lay a card nor draw passes.

    If the game allows an empty draw, the player does that instead.
    """
    stuck = _nothing_to_play(rules, game, seat) and DrawCards(seat) not in schemes(rules, game, seat)
    return [Forgo(seat)] if stuck else []


def _no_pass(rules: Rules, game: Game, seat: str, command: Forgo) -> Cites:
    return ("schemin.play-or-draw", NOTHING_TO_PLAY)


def _passed(rules: Rules, game: Game, seat: str, command: Forgo) -> list[Cited]:
    return [(CardsDrawn(seat, ()), ("turn.shaking", NOTHING_TO_PLAY))]


def _flask_in_vain(rules: Rules, game: Game, seat: str) -> Answers:
    """A player who used a flask and cannot lay any card in hand passes."""
    return [Forgo(seat)] if _nothing_to_play(rules, game, seat) else []


def _no_flask_pass(rules: Rules, game: Game, seat: str, command: Forgo) -> Cites:
    return ("whisky.no-draw", NOTHING_TO_PLAY)


def _flask_passed(rules: Rules, game: Game, seat: str, command: Forgo) -> list[Cited]:
    return [(FlaskCardMissing(seat), ("turn.shaking", NOTHING_TO_PLAY))]


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """A Brilliant Idea laid face up in a shaking turn, also by a flask, cites the clause that allows it.

    A face-down card cites none, because only its player knows what it is.
    """
    match event:
        case CardPlayed(card=card, face_down=False) | FlaskCardPlayed(card=card, face_down=False):
            idea = owner_and_action(card)[1] == IDEA
            return ("turn.shaking.idea",) if idea and rules.turn(game) == SHAKING else ()
    return ()


CHANGES = (
    Change("scheme", Choice((Forgo,), _passes, _no_pass, _passed), forbid_scheme),
    Change("flask-card", Choice((Forgo,), _flask_in_vain, _no_flask_pass, _flask_passed), no_fire_or_punch_by_flask),
)
