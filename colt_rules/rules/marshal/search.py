"""The search for the Brilliant Idea, which replaces a draw in Schemin'."""

from colt_rules.commands import Command, Deal, DrawCards
from colt_rules.decisions import Arrangements, Decision
from colt_rules.events import Cited
from colt_rules.model.names import CHANCE, Card, Cites, Seat, owner_and_action
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.schemin import deal_refusal, schemes
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.marshal.commands import SearchForIdea
from colt_rules.rules.marshal.events import IdeaFound, SearchedDeckShuffled, ShuffleDue
from colt_rules.rules.marshal.model import IDEA, marshal_of
from colt_rules.rules.module import Change, Choice, Rules, StepResult
from colt_rules.rules.stagecoach.events import ChoiceSealed
from colt_rules.rules.stagecoach.model import stagecoach_of
from colt_rules.rules.stagecoach.schemin import NOBODY_CHOSE, SEALED

WHAT = "searched-deck"
SHUFFLED: Cites = ("idea.search.shuffled",)
FOUND: Cites = ("schemin.play-or-draw", "idea.search", "idea.search.announced", "ruling.idea.search-is-a-draw")
EXPERT = "ruling.idea.search-expert"
ALWAYS = "ruling.idea.search-shuffle"
DISCARD_ONLY = f"{EXPERT}=discard-only"


# --- instead of a draw


@clause("idea.search", "ruling.idea.search-is-a-draw", "ruling.idea.not-in-the-deck")
def searches(rules: Rules, game: Game, seat: str) -> list[Command]:
    """A player who may draw can search for the Brilliant Idea instead, if it is in the deck."""
    could_draw = DrawCards(seat) in schemes(rules, game, seat)
    return [SearchForIdea(seat)] if could_draw and _idea_in(_searched_cards(rules, game, seat)) else []


def _idea_in(cards: tuple[Card, ...]) -> Card | None:
    return next((card for card in cards if owner_and_action(card)[1] == IDEA), None)


@clause("idea.search", "idea.search.expert", "ruling.idea.search-expert")
def _searched_cards(rules: Rules, game: Game, seat: Seat) -> tuple[Card, ...]:
    """The deck is searched.

    In the expert variant the discard pile is searched too or, by a house rule, only the discard pile.
    """
    cards = game.cards[seat]
    if "expert" not in game.options.modules:
        return cards.deck
    return cards.discard if rules.agreed(DISCARD_ONLY) else cards.deck + cards.discard


def _search_refusal(rules: Rules, game: Game, seat: str, command: SearchForIdea) -> Cites:
    """A player cannot search for an Idea that is not in the deck, nor in a turn in which drawing is not allowed."""
    if _idea_in(_searched_cards(rules, game, seat)):
        return ("ruling.idea.search-is-a-draw", "ruling.speeding-up.order-free")
    expert = (EXPERT,) if "expert" in game.options.modules else ()
    return ("idea.search", "ruling.idea.not-in-the-deck", *expert)


@clause("idea.search", "idea.search.announced", "idea.search.expert", "ruling.idea.search-is-a-draw")
def _found(rules: Rules, game: Game, seat: str, command: SearchForIdea) -> list[Cited]:
    """The player announces the search before taking any card, then takes the Idea, as everybody sees."""
    card = _idea_in(_searched_cards(rules, game, seat))
    assert card, "a search is only offered if the Idea is there"
    expert: Cites = (EXPERT,) if "expert" in game.options.modules else ()
    if card in game.cards[seat].deck:
        return [(IdeaFound(seat, card, False), (*FOUND, *expert))]
    return _found_among_discards(rules, seat, card)


@clause("idea.search.expert", "idea.search.shuffled", "ruling.idea.search-shuffle")
def _found_among_discards(rules: Rules, seat: Seat, card: Card) -> list[Cited]:
    """The deck is shuffled even if the Idea was found in the discard pile, unless a house rule says otherwise."""
    cites: Cites = (*FOUND, "idea.search.expert", EXPERT)
    if rules.agreed(f"{ALWAYS}=only-if-searched"):
        return [(IdeaFound(seat, card, True), (*cites, ALWAYS))]
    return [(IdeaFound(seat, card, True), cites), (ShuffleDue(seat), (*SHUFFLED, ALWAYS))]


# --- the deck afterwards


@clause("idea.search.shuffled")
def shuffle_searched(rules: Rules, game: Game) -> StepResult:
    """After the search the deck is shuffled before anybody acts."""
    seat = marshal_of(game).searching
    return (Decision(CHANCE, WHAT, seat),) if seat else None


@clause("idea.search.shuffled")
def _shuffles(rules: Rules, game: Game, seat: str) -> Arrangements:
    """All cards left in the deck, in any order."""
    deck = game.cards[seat].deck
    return Arrangements(WHAT, seat, deck, len(deck))


def _shuffle_refusal(rules: Rules, game: Game, seat: str, command: Deal) -> Cites:
    return deal_refusal(WHAT, seat, command, SHUFFLED)


@clause("idea.search.shuffled")
def _shuffled(rules: Rules, game: Game, seat: str, command: Deal) -> list[Cited]:
    """The deck is in a new order, which nobody knows."""
    return [(SearchedDeckShuffled(seat, command.outcome), SHUFFLED)]


# --- when all players choose at once


@clause("ruling.idea.search-is-a-draw")
def _sealed(rules: Rules, game: Game, seat: str, command: SearchForIdea) -> list[Cited]:
    """A search is sealed like a draw and marked by its ``face_down``.

    So nobody learns whether the player searches or draws.
    """
    return [(ChoiceSealed(seat, None, True), SEALED)]


@clause("ruling.idea.search-is-a-draw")
def search_in_turn(rules: Rules, game: Game) -> StepResult:
    """When all have chosen, a player who chose the search finds the Idea at the time their draw would be due."""
    order, sealed = game.round.order, (stagecoach_of(game).melee or NOBODY_CHOSE).sealed
    if not sealed or game.round.drawing or horses_of(game).pour or any(seat not in sealed for seat in order):
        return None
    drawing = next((seat for seat in order if sealed[seat].card is None), None)
    if drawing is None or not sealed[drawing].face_down:
        return None
    return [(event, (*cites, "melee.draw")) for event, cites in _found(rules, game, drawing, SearchForIdea(drawing))]


STEPS = {"shuffle-searched": shuffle_searched, "search-in-turn": search_in_turn}
"""Asked before anything else is due in Schemin'."""

CHOICES = {WHAT: Choice((Deal,), _shuffles, _shuffle_refusal, _shuffled)}

CHANGES = (
    Change("scheme", added=Choice((SearchForIdea,), searches, _search_refusal, _found)),
    Change("melee", added=Choice((SearchForIdea,), searches, _search_refusal, _sealed)),
)
