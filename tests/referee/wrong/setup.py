"""Games set up wrongly, and deals that were changed."""

from colt_rules.commands import Deal
from colt_rules.events import (
    BanditPlaced,
    FirstPlayerDrawn,
    HandDrawn,
    LootPlaced,
    MarshalPlaced,
    NeutralBulletsStacked,
    SeatTaken,
)
from colt_rules.model.names import Card, inside, is_bullet
from colt_rules.model.record import changed
from colt_rules.model.state import clockwise
from tests.referee.catalogue import cut, edit, entry, first, other
from tests.referee.forging import Step, Then, Wrong

# --- set-up and deals


@entry("four", "setup.purse.starting")
def a_starting_purse_of_500(step: Step) -> Wrong | None:
    found = step.find(SeatTaken)
    return edit(step, found[0], other(step, found[0], value=500)) if found else None


@entry("four", "setup.bullets.descending", Then.AS_IT_WAS)
def a_player_starts_with_five_bullets(step: Step) -> Wrong | None:
    found = step.find(SeatTaken)
    return edit(step, found[0], other(step, found[0], bullets=5)) if found else None


@entry("four", "setup.loot.purses-blind")
def a_purse_has_another_value_than_was_drawn(step: Step) -> Wrong | None:
    found = step.find(LootPlaced)
    return edit(step, found[0], other(step, found[0], value=found[1].value + 50)) if found else None


@entry("four", "setup.loot.as-printed")
def a_jewel_of_1000(step: Step) -> Wrong | None:
    jewels = (at for at, (one, _) in enumerate(step.events) if isinstance(one, LootPlaced) and one.value == 500)
    at = next((at for at in jewels if "setup.loot.purses-blind" not in step.events[at][1]), None)
    return None if at is None else edit(step, at, other(step, at, value=1000))


@entry("four", "setup.loot.purses-blind")
def a_purse_is_drawn_that_is_not_in_the_box(step: Step) -> Wrong | None:
    if not isinstance(step.command, Deal) or step.command.what != "purses":
        return None
    outcome = ("$700", *step.command.outcome[1:])
    return Wrong(edit(step, 0, other(step, 0, value=700)).events, None, changed(step.command, outcome=outcome))


@entry("four", "setup.locomotive.marshal-and-strongbox")
def the_marshal_starts_in_the_first_car(step: Step) -> Wrong | None:
    found = step.find(MarshalPlaced)
    return edit(step, found[0], other(step, found[0], place=inside(step.before.train[1]))) if found else None


@entry("four", "setup.neutral-bullets.thirteen", Then.AS_IT_WAS)
def fourteen_neutral_bullets(step: Step) -> Wrong | None:
    found = step.find(NeutralBulletsStacked)
    return edit(step, found[0], other(step, found[0], count=14)) if found else None


@entry("four", "setup.rounds.by-player-count")
def a_round_card_for_five_in_a_game_of_four(step: Step) -> Wrong | None:
    if not isinstance(step.command, Deal) or step.command.what != "round-cards":
        return None
    outcome = ("bridge.5-6", *step.command.outcome[1:])
    return Wrong((other(step, 0, cards=outcome),), None, changed(step.command, outcome=outcome))


@entry("four", "setup.first-player.drawn")
def another_first_player_than_was_drawn(step: Step) -> Wrong | None:
    if not (found := step.find(FirstPlayerDrawn)):
        return None
    at, event = found
    return cut(step, at, other(step, at, seat=clockwise(step.before.options.seats, event.seat)[1]))


@entry("four", "setup.placement.odd-last")
def the_first_bandit_starts_in_the_wrong_car(step: Step) -> Wrong | None:
    found = step.find(BanditPlaced)
    return edit(step, found[0], other(step, found[0], place=inside(step.before.train[-2]))) if found else None


@entry("four", "schemin.hand-of-six")
def a_hand_that_was_not_dealt(step: Step) -> Wrong | None:
    if not (found := step.find(HandDrawn)):
        return None
    at, event = found
    deck = step.at(at).cards[event.seat].deck
    return edit(step, at, other(step, at, cards=(*deck[:5], deck[6]))) if deck[5] != deck[6] else None


@entry("six", "schemin.hand-of-six", Then.AS_IT_WAS)
def a_hand_of_seven_without_being_doc(step: Step) -> Wrong | None:
    found = step.find(HandDrawn)
    if not found or found[1].seat == "doc":
        return None
    at, event = found
    return edit(step, at, other(step, at, cards=step.at(at).cards[event.seat].deck[:7]))


@entry("six", "doc.seven-cards")
def doc_does_not_get_his_seventh_card(step: Step) -> Wrong | None:
    found = step.find(HandDrawn)
    if not found or found[1].seat != "doc":
        return None
    return edit(step, found[0], (HandDrawn("doc", found[1].cards[:6]), ("schemin.hand-of-six",)))


def reshuffled(step: Step, cards: tuple[Card, ...]) -> Wrong:
    """Chance deals these cards as a deck instead."""
    assert isinstance(step.command, Deal)
    dealt = other(step, 0, deck=cards), other(step, 1, cards=cards[:6]), *step.events[2:]
    return Wrong(dealt, None, changed(step.command, outcome=cards))


@entry("four", "setup.deck.shuffled")
def a_card_is_dealt_twice(step: Step) -> Wrong | None:
    if not isinstance(step.command, Deal) or step.command.what != "deck" or step.before.round.number > 1:
        return None
    return reshuffled(step, (step.command.outcome[1], *step.command.outcome[1:]))


@entry("four", "setup.deck.shuffled", Then.AS_IT_WAS, is_unfit=True)
def a_card_of_another_player_is_dealt(step: Step) -> Wrong | None:
    if not isinstance(step.command, Deal) or step.command.what != "deck" or step.before.round.number > 1:
        return None
    stranger = f"{clockwise(step.before.options.seats, step.command.subject)[1]}-fire"
    return reshuffled(step, (stranger, *step.command.outcome[1:]))


@entry("four", "fire.bullet.stays")
def a_bullet_is_shuffled_away(step: Step) -> Wrong | None:
    if not isinstance(step.command, Deal) or step.command.what != "deck":
        return None
    bullet = first(card for card in step.command.outcome if is_bullet(card))
    return reshuffled(step, tuple(card for card in step.command.outcome if card != bullet)) if bullet else None
