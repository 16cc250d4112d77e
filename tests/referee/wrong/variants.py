"""Forged steps that another variant, edition or house rule would allow, but the rules of this game do not."""

from collections.abc import Callable
from typing import Any

from colt_rules.commands import Deal, DrawCards, PlayCard, StartGame
from colt_rules.events import (
    BanditPlaced,
    BulletUncounted,
    CardReturned,
    CardsDrawn,
    DeckShuffled,
    GameEnded,
    HandDrawn,
    HandReturned,
    NeutralBulletGiven,
    RoundEnded,
    ScoreLine,
    SeatTaken,
    TurnStarted,
)
from colt_rules.kernel import awaiting, legal
from colt_rules.model.names import CHANCE, Card, inside, is_bullet, owner_and_action, owner_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game, clockwise
from colt_rules.rules.base.schemin import start_round
from colt_rules.rules.base.scoring import shots_at_others
from colt_rules.rules.duo.commands import ChooseCard, PlaceBandits
from colt_rules.rules.duo.events import CardAdded, PawnsHidden
from colt_rules.rules.expert.commands import KeepCards
from colt_rules.rules.expert.events import BulletsDiscarded, CardDiscarded, HandFilled, HandKept
from colt_rules.rules.rulebook import rules_of
from colt_rules.rules.team.events import PartnerCardDrawn
from tests.referee.catalogue import cut, edit, entry, first, other
from tests.referee.forging import Step, Then, Wrong
from tests.referee.wrong.endings import recounted
from tests.referee.wrong.stealin import met

# --- other editions and variants


def started(step: Step, **fields: Any) -> Wrong | None:
    """The table agrees on another game."""
    if not isinstance(step.command, StartGame):
        return None
    return Wrong((other(step, 0, **fields), *step.events[1:]), None, changed(step.command, **fields))


@entry("pl-base", "setup.rounds.station-always")
def a_polish_game_without_a_station(step: Step) -> Wrong | None:
    return started(step, stations=False)


@entry("pl-expert", "setup.advanced.always", Then.AS_IT_WAS)
def a_polish_game_without_happenings(step: Step) -> Wrong | None:
    return started(step, happenings=False)


@entry("four", "ruling.setup.stations-are-happenings")
def a_station_without_happenings(step: Step) -> Wrong | None:
    return started(step, happenings=False)


@entry("pl-base", "end.tie-break.opponents-and-happenings")
def a_meeting_counts_for_a_polish_tie_break(step: Step) -> Wrong | None:
    found = step.find(BulletUncounted)
    return edit(step, found[0]) if found else None


@entry("expert", "expert.played-cards-discarded")
def a_played_card_goes_back_on_the_deck_of_an_expert(step: Step) -> Wrong | None:
    if not (found := step.find(CardDiscarded)):
        return None
    at, event = found
    return cut(step, at, (CardReturned(event.seat, event.card), ("stealin.card-returns",)))


@entry("expert", "expert.discard-rest")
def an_expert_keeps_a_bullet(step: Step) -> Wrong | None:
    if not isinstance(step.command, KeepCards) or len(step.before.round.keeping) < 2:
        return None
    hand = step.before.cards[step.command.actor].hand
    bullet = first(card for card in hand if is_bullet(card))
    if bullet is None:
        return None
    rest = [card for card in hand if card != bullet]
    kept = HandKept(step.command.actor, (bullet,), tuple(rest)), ("expert.keep-cards", "expert.discard-rest")
    return Wrong((kept,), None, KeepCards(step.command.actor, (bullet,)))


@entry("expert", "ruling.expert.doc")
def doc_fills_his_hand_up_to_six(step: Step) -> Wrong | None:
    for at, (event, _) in enumerate(step.events):
        if isinstance(event, HandFilled) and event.seat == "doc" and event.cards:
            filled = HandFilled("doc", event.cards[:-1]), ("expert.draw-up-to-six", "expert.no-shuffle")
            return cut(step, at, filled)
    return None


@entry("expert", "expert.draw-up-to-six", Then.AS_IT_WAS)
def an_expert_draws_one_card_too_many(step: Step) -> Wrong | None:
    found = step.find(HandFilled)
    if not found or found[1].seat == "doc":
        return None
    at, event = found
    deck = step.at(at).cards[event.seat].deck
    more = deck[: len(event.cards) + 1]
    return edit(step, at, other(step, at, cards=more)) if len(more) > len(event.cards) else None


@entry("expert", "expert.reshuffle")
def a_bullet_is_missing_when_the_discard_pile_is_shuffled(step: Step) -> Wrong | None:
    if not isinstance(step.command, Deal) or step.command.what != "discard":
        return None
    outcome = tuple(card for card in step.command.outcome if not is_bullet(card))
    if outcome == step.command.outcome:
        return None
    return Wrong((other(step, 0, cards=outcome),), None, changed(step.command, outcome=outcome))


@entry("pl-expert", "expert.bullets-discarded-at-start")
def bullets_stay_in_the_hand_of_a_polish_expert(step: Step) -> Wrong | None:
    found, turn = step.find(BulletsDiscarded), step.find(TurnStarted)
    return edit(step, found[0], taken=turn[0] - found[0]) if found and turn else None


@entry("duo", "duo.deck.eleven")
def a_team_has_both_marshal_cards(step: Step) -> Wrong | None:
    found = step.find(SeatTaken)
    if not found or found[1].seat == found[1].bandit:
        return None
    event, _ = step.events[2]
    assert isinstance(event, SeatTaken)
    return edit(step, 2, other(step, 2, cards=(*event.cards, f"{event.bandit}-marshal")))


def added(step: Step, fits: Callable[[Card, Card], bool]) -> Wrong | None:
    """Another card of the hand that fits is added to the Fire that was just played."""
    open_now = awaiting(step.before)
    if open_now[0].kind != "added-card" or owner_and_action(step.before.round.pile[-1].card)[1] != "fire":
        return None
    seat, pile = open_now[0].actor, step.before.round.pile
    card = first(card for card in step.before.cards[seat].hand if not is_bullet(card) and fits(pile[-1].card, card))
    if card is None:
        return None
    laid = CardAdded(seat, card, False, len(pile) + 1), ("duo.fire-combination", "duo.fire-combination.no-third")
    return Wrong((laid,), None, PlayCard(seat, card, False))


@entry("duo", "duo.fire-combination.not-marshal")
def a_marshal_is_added_to_a_fire(step: Step) -> Wrong | None:
    return added(step, lambda fire, card: owner_of(fire) != owner_of(card) and card.endswith("-marshal"))


@entry("duo", "duo.fire-combination")
def a_card_of_the_same_bandit_is_added_to_a_fire(step: Step) -> Wrong | None:
    return added(step, lambda fire, card: owner_of(fire) == owner_of(card) and not card.endswith("-marshal"))


@entry("duo", "duo.chosen-card", Then.AS_IT_WAS, is_unfit=True)
def a_card_is_chosen_that_is_not_in_the_deck(step: Step) -> Wrong | None:
    if not isinstance(step.command, ChooseCard):
        return None
    stranger = next(name for name, figure in step.before.figures.items() if figure.seat != step.command.actor)
    card = f"{stranger}-fire"
    return Wrong((other(step, 0, card=card),), None, ChooseCard(step.command.actor, card))


@entry("duo", "duo.chosen-card", Then.ENDS)
def a_hand_is_dealt_before_a_card_was_chosen(step: Step) -> Wrong | None:
    if not isinstance(step.command, ChooseCard):
        return None
    seat = step.command.actor
    deck = step.before.cards[seat].deck
    shuffled = DeckShuffled(seat, deck), ("schemin.hand-of-six",)
    drawn = HandDrawn(seat, deck[:6]), ("schemin.hand-of-six",)
    return Wrong((shuffled, drawn), None, Deal(CHANCE, "deck", seat, deck))


@entry("pl-duo", "duo.gunslinger.none", other_result=True)
def a_gunslinger_in_the_polish_game_for_two(step: Step) -> Wrong | None:
    def lines(game: Game, event: GameEnded) -> tuple[ScoreLine, ...]:
        best = max(game.options.seats, key=lambda seat: shots_at_others(rules_of(game), game, (seat,)))
        return (*event.lines, ScoreLine(best, "gunslinger", 1000))

    return recounted(step, lines)


@entry("team", "team.partner-card")
def nobody_draws_a_card_of_the_partner(step: Step) -> Wrong | None:
    found, hands = step.find(PartnerCardDrawn), step.find(HandDrawn)
    return edit(step, found[0], taken=hands[0] - found[0]) if found and hands else None


@entry("team", "team.partner-card.stays")
def a_partners_card_goes_on_the_deck(step: Step) -> Wrong | None:
    for at, (event, _) in enumerate(step.events):
        if isinstance(event, HandReturned):
            cards = step.before.cards[event.seat]
            hand = cards.hand if event.seat != step.command.actor else step.at(at).cards[event.seat].hand
            if event.cards != hand:
                cites = ("schemin.ends", "schemin.unplayed-on-top", "team.partner-card.joins")
                return edit(step, at, (HandReturned(event.seat, hand), cites))
    return None


@entry("fr-team", "team.partner-card.joins")
def a_partners_card_stays_in_hand_in_the_french_game(step: Step) -> Wrong | None:
    for at, (event, _) in enumerate(step.events):
        if isinstance(event, HandReturned):
            kept = tuple(card for card in event.cards if is_bullet(card) or owner_of(card) == event.seat)
            if kept != event.cards:
                cites = ("schemin.ends", "schemin.unplayed-on-top", "team.partner-card.stays")
                return edit(step, at, (HandReturned(event.seat, kept), cites))
    return None


@entry("team", "team.partner-card.returns")
def a_partners_card_returns_to_who_played_it(step: Step) -> Wrong | None:
    at = step.citing("team.partner-card.returns")
    if at < 0:
        return None
    current = step.at(at).round.current
    assert current is not None
    return cut(step, at, (CardReturned(current.seat, current.card), ("stealin.card-returns",)))


@entry("team", "team.switching")
def a_switching_turn_of_teams_begins_with_the_first_player(step: Step) -> Wrong | None:
    found = step.find(TurnStarted)
    if not found or found[1].kind != "switching":
        return None
    seats = clockwise(step.before.options.seats, step.before.round.first)
    turned = changed(found[1], order=(seats[0], *seats[:0:-1]))
    return cut(step, found[0], (turned, ("schemin.turns-as-printed", "turn.switching")))


@entry("team", "team.next-first-player")
def the_partner_leads_the_next_round(step: Step) -> Wrong | None:
    if not (found := step.find(RoundEnded)):
        return None
    at, event = found
    lead = clockwise(step.before.options.seats, step.before.round.first)[1]
    ended = RoundEnded(event.number, lead), ("round-end.next-first-player", "round-end.shuffle")
    return cut(step, at, ended, *start_round(rules_of(step.before), step.at(at), event.number + 1, lead))


# --- agrees on


@entry("draw-first", "ruling.speeding-up.order-free")
def a_draw_after_a_card_though_the_table_agreed_otherwise(step: Step) -> Wrong | None:
    round_ = step.before.round
    second = isinstance(step.command, PlayCard) and round_.order.count(step.command.actor) == 1
    sped_up = round_.card.startswith(("bridge", "take-it-all")) and round_.turn in (1, 2) and not round_.hidden
    if not second or DrawCards(step.command.actor) in legal(step.before, step.command.actor) or not sped_up:
        return None
    deck = step.before.cards[step.command.actor].deck
    drawn = CardsDrawn(step.command.actor, deck[:3]), ("schemin.play-or-draw", "schemin.draw.three")
    return Wrong((drawn,), None, DrawCards(step.command.actor)) if len(deck) > 2 else None


@entry("actions-only", "ruling.duo.any-chosen-card")
def a_bullet_is_chosen_though_the_table_agreed_otherwise(step: Step) -> Wrong | None:
    if not isinstance(step.command, ChooseCard):
        return None
    bullet = first(card for card in step.before.cards[step.command.actor].deck if is_bullet(card))
    return Wrong((other(step, 0, card=bullet),), None, ChooseCard(step.command.actor, bullet)) if bullet else None


@entry("hidden-pawns", "ruling.duo.placement-in-turn")
def pawns_are_placed_openly_though_the_table_agreed_otherwise(step: Step) -> Wrong | None:
    found = step.find(PawnsHidden)
    if not found or not isinstance(step.command, PlaceBandits):
        return None
    at, event = found
    train = step.before.train
    placed = BanditPlaced(event.last, inside(train[-1])), BanditPlaced(event.before, inside(train[-2]))
    return cut(step, at, *((one, ("duo.placement.one-each",)) for one in placed))


@entry("all-bullets", "ruling.tie-break.to-the-letter", is_superfluous=True)
def a_bullet_is_left_uncounted_though_the_table_agreed_otherwise(step: Step) -> Wrong | None:
    at = met(step)
    if at < 0:
        return None
    given, _ = step.events[at]
    assert isinstance(given, NeutralBulletGiven)
    cites = ("end.tie-break.opponents-and-happenings", "ruling.tie-break.to-the-letter")
    return cut(step, at + 1, (BulletUncounted(given.bandit, given.seat), cites), step.events[at + 1])
