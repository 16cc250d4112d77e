"""Cards planned wrongly."""

from colt_rules.commands import DrawCards, PlayCard
from colt_rules.events import CardPlayed, CardsDrawn, HandReturned, RoundStarted, TurnStarted
from colt_rules.model.names import is_bullet
from colt_rules.model.record import changed
from colt_rules.rules.base.schemin import end_schemin
from colt_rules.rules.rulebook import rules_of
from tests.referee.catalogue import cut, edit, entry, first, other
from tests.referee.forging import Step, Then, Wrong

# --- Schemin'


@entry("four", "schemin.card-revealed")
def a_round_card_that_was_not_on_top(step: Step) -> Wrong | None:
    found = step.find(RoundStarted)
    if not found or len(step.before.rounds) < 3:
        return None
    return cut(step, found[0], other(step, found[0], card=step.before.rounds[1]))


@entry("four", "schemin.turns-as-printed")
def a_tunnel_that_the_round_card_does_not_show(step: Step) -> Wrong | None:
    found = step.find(TurnStarted)
    if not found or found[1].kind != "standard":
        return None
    cites = ("schemin.turns-as-printed", "turn.tunnel", "schemin.turn-order")
    return cut(step, found[0], (changed(found[1], kind="tunnel", face_down=True), cites))


@entry("four", "schemin.turns-as-printed")
def a_round_ends_a_turn_too_early(step: Step) -> Wrong | None:
    found = step.find(TurnStarted)
    if not found or found[1].turn < 2:
        return None
    game = step.at(found[0])
    ended = end_schemin(rules_of(game), game)
    assert isinstance(ended, list)
    return cut(step, found[0], *ended)


@entry("four", "schemin.turn-order")
def a_standard_turn_goes_counter_clockwise(step: Step) -> Wrong | None:
    found = step.find(TurnStarted)
    if not found or found[1].kind != "standard":
        return None
    at, event = found
    return cut(step, at, other(step, at, order=(event.order[0], *event.order[:0:-1])))


@entry("four", "turn.switching")
def a_switching_turn_goes_clockwise(step: Step) -> Wrong | None:
    found = step.find(TurnStarted)
    if not found or found[1].kind != "switching":
        return None
    at, event = found
    return cut(step, at, other(step, at, order=(event.order[0], *event.order[:0:-1])))


@entry("four", "turn.speeding-up", Then.AS_IT_WAS)
def everybody_acts_once_in_a_speeding_up_turn(step: Step) -> Wrong | None:
    found = step.find(TurnStarted)
    if not found or found[1].kind != "speeding-up":
        return None
    return edit(step, found[0], other(step, found[0], order=found[1].order[::2]))


def laid(command: PlayCard) -> Wrong:
    """Another card is played, or the same card the other way up."""
    played = CardPlayed(command.actor, command.card, command.face_down), ("schemin.play-or-draw",)
    return Wrong((played,), None, command)


@entry("four", "turn.standard")
def a_card_is_hidden_in_a_standard_turn(step: Step) -> Wrong | None:
    if not isinstance(step.command, PlayCard) or step.command.face_down or step.command.actor == "ghost":
        return None
    return laid(changed(step.command, face_down=True)) if step.before.round.turn == 0 else None


@entry("four", "turn.tunnel")
def a_card_lies_open_in_a_tunnel(step: Step) -> Wrong | None:
    if not isinstance(step.command, PlayCard) or not step.before.round.hidden:
        return None
    return laid(changed(step.command, face_down=False))


@entry("four", "ghost.first-turn-face-down")
def ghost_hides_a_card_in_the_second_turn(step: Step) -> Wrong | None:
    if not isinstance(step.command, PlayCard) or step.before.round.hidden or step.command.actor != "ghost":
        return None
    late = step.before.round.turn == 1 and not step.before.round.draws
    return laid(changed(step.command, face_down=True)) if late else None


@entry("four", "ghost.first-turn-face-down")
def the_card_that_ghost_hides_lies_open(step: Step) -> Wrong | None:
    hides = isinstance(step.command, PlayCard) and step.command.face_down and not step.before.round.hidden
    cites = ("schemin.play-or-draw", "schemin.play.face-up", "schemin.play.on-top")
    return cut(step, 0, (other(step, 0, face_down=False)[0], cites)) if hides else None


@entry("four", "schemin.play.actions-only", Then.ENDS)
def a_bullet_is_played(step: Step) -> Wrong | None:
    if not isinstance(step.command, PlayCard):
        return None
    bullet = first(card for card in step.before.cards[step.command.actor].hand if is_bullet(card))
    return laid(changed(step.command, card=bullet)) if bullet else None


@entry("four", "schemin.play-or-draw", Then.AS_IT_WAS, is_unfit=True)
def a_card_is_played_that_is_not_in_hand(step: Step) -> Wrong | None:
    if not isinstance(step.command, PlayCard):
        return None
    cards = step.before.cards[step.command.actor]
    card = first(card for card in cards.deck if card not in cards.hand and not is_bullet(card))
    return laid(changed(step.command, card=card)) if card else None


@entry("four", "schemin.turn-order")
def a_player_plays_out_of_turn(step: Step) -> Wrong | None:
    order = step.before.round.order
    if not isinstance(step.command, PlayCard) or step.before.round.hidden or len(set(order)) < 2:
        return None
    card = first(card for card in step.before.cards[order[1]].hand if not is_bullet(card))
    return laid(PlayCard(order[1], card, False)) if card else None


@entry("four", "schemin.play.on-top")
def another_card_lies_on_the_pile_than_was_played(step: Step) -> Wrong | None:
    if not isinstance(step.command, PlayCard):
        return None
    hand = step.before.cards[step.command.actor].hand
    card = first(card for card in hand if card != step.command.card and not is_bullet(card))
    return cut(step, 0, other(step, 0, card=card)) if card else None


@entry("four", "schemin.play-or-draw", is_superfluous=True)
def a_player_plays_a_card_and_draws_too(step: Step) -> Wrong | None:
    if not isinstance(step.command, PlayCard) or len(step.before.cards[step.command.actor].deck) < 3:
        return None
    drawn = CardsDrawn(step.command.actor, step.before.cards[step.command.actor].deck[:3])
    return edit(step, 1, (drawn, ("schemin.play-or-draw", "schemin.draw.three")), taken=0)


@entry("four", "schemin.draw.three")
def a_draw_of_cards_that_are_not_on_top(step: Step) -> Wrong | None:
    if not isinstance(step.command, DrawCards):
        return None
    deck = step.before.cards[step.command.actor].deck
    return cut(step, 0, other(step, 0, cards=deck[1:4])) if len(deck) > 3 and deck[0] != deck[3] else None


@entry("four", "schemin.draw.three")
def a_draw_of_four_cards(step: Step) -> Wrong | None:
    if not isinstance(step.command, DrawCards):
        return None
    deck = step.before.cards[step.command.actor].deck
    return cut(step, 0, other(step, 0, cards=deck[:4])) if len(deck) > 3 else None


@entry("four", "schemin.unplayed-on-top")
def unplayed_cards_stay_in_hand(step: Step) -> Wrong | None:
    found = step.find(HandReturned)
    return edit(step, found[0]) if found else None
