"""Schemin' with two bandits each: a card of choice, and a second card after a Fire."""

from typing import Any

import pytest

from colt_rules.commands import Command, Deal, DrawCards, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import DeckShuffled, HandDrawn
from colt_rules.kernel import awaiting, settle
from colt_rules.model.record import changed
from colt_rules.model.state import Game, Played
from colt_rules.rules.duo.commands import AddNoCard, ChooseCard
from colt_rules.rules.duo.events import CardAdded, CardChosen, NoCardAdded
from colt_rules.views import view, view_event, view_legal
from tests.rules.sittings import cited, sitting, told, until
from tests.verdicts import accepted, after, answers, refusal

SKETCH = """
    roof   | tuco | cheyenne | django |
    inside |      | M        | belle  |
"""
TEAMS = {"player-1": ["tuco", "cheyenne"], "player-2": ["belle", "django"]}
ONE = "player-1"
HAND = ["tuco-fire", "cheyenne-fire", "cheyenne-move", "tuco-move", "tuco-marshal"]


def scheming(hand: list[str] = HAND, **fields: Any) -> Game:
    """The first player has this hand in a standard turn of a round."""
    plain: dict[str, Any] = {"modules": ("base", "duo"), "teams": TEAMS, "hands": {ONE: hand}, "card": "bridge.2-4"}
    return board(SKETCH, **plain | fields)


def played(card: str, game: Game | None = None, face_down: bool = False) -> Game:
    """The first player has just played this card."""
    return after(game or scheming(), PlayCard(ONE, card, face_down))


# --- the chosen card


def choosing(edition: str = "ru-full", *claims: str, received: tuple[str, ...] = ()) -> Game:
    """A round begins; the first player has these bullets among the cards."""
    game = board(
        SKETCH,
        modules=("base", "duo"),
        teams=TEAMS,
        edition=edition,
        rounds=["bridge.2-4"],
        card="tunnel.2-4",
        first="player-2",
        received={ONE: received},
        rulings=claims,
    )
    return settle(changed(game, phase="round-end")).after


@pytest.mark.clause("duo.chosen-card")
@pytest.mark.parametrize("edition", ["ru-full", "ru-base", "fr-horses"])
def test_before_the_deck_is_shuffled_its_player_takes_a_card_of_choice_and_then_draws_six(edition: str) -> None:
    game = choosing(edition)
    assert awaiting(game) == (Decision(ONE, "chosen-card", ONE),)
    deck = game.cards[ONE].deck
    assert answers(game, ONE) == [ChooseCard(ONE, card) for card in sorted(deck)]
    verdict = accepted(game, ChooseCard(ONE, "tuco-punch"))
    assert cited(verdict, CardChosen)[0] == "duo.chosen-card"
    assert verdict.after.cards[ONE].hand == ("tuco-punch",)
    assert verdict.awaiting == (Decision("chance", "deck", ONE),)
    rest = tuple(card for card in deck if card != "tuco-punch")
    drawn = accepted(verdict.after, Deal("chance", "deck", ONE, rest))
    assert told(drawn, DeckShuffled) == [DeckShuffled(ONE, rest)]
    assert told(drawn, HandDrawn) == [HandDrawn(ONE, rest[:6])]
    assert "duo.chosen-card" in cited(drawn, HandDrawn)  # it makes the hand larger
    assert drawn.after.cards[ONE].hand == ("tuco-punch", *rest[:6])
    assert drawn.awaiting == (Decision("player-2", "chosen-card", "player-2"),)


@pytest.mark.clause("duo.chosen-card")
def test_so_it_is_in_the_first_round() -> None:
    game = until("chosen-card", sitting("ru-full", "duo"))
    seat = awaiting(game)[0].actor
    assert len(answers(game, seat)) == 11
    assert game.round.number == 1


@pytest.mark.clause("duo.chosen-card")
@pytest.mark.parametrize("card", ["belle-move", "tuco-bullet-6", "cheyenne-marshal", ""])
def test_only_a_card_of_the_deck_can_be_chosen(card: str) -> None:
    assert refusal(choosing(), ChooseCard(ONE, card)) == ("duo.chosen-card",)


@pytest.mark.clause("ruling.duo.any-chosen-card")
def test_a_bullet_can_be_chosen_too() -> None:
    game = choosing(received=("neutral-bullet", "belle-bullet-6"))
    assert after(game, ChooseCard(ONE, "neutral-bullet")).cards[ONE].hand == ("neutral-bullet",)
    assert ChooseCard(ONE, "belle-bullet-6") in answers(game, ONE)


@pytest.mark.clause("ruling.duo.any-chosen-card")
def test_actions_only_a_bullet_cannot_be_chosen() -> None:
    game = choosing("ru-full", "ruling.duo.any-chosen-card=actions-only", received=("neutral-bullet",))
    assert refusal(game, ChooseCard(ONE, "neutral-bullet")) == ("ruling.duo.any-chosen-card",)
    elsewhere = ("duo.chosen-card", "ruling.duo.any-chosen-card")
    assert refusal(game, ChooseCard(ONE, "belle-bullet-6")) == elsewhere
    assert refusal(game, ChooseCard(ONE, "belle-move")) == ("duo.chosen-card",)
    assert len(answers(game, ONE)) == 11
    assert accepted(game, ChooseCard(ONE, "tuco-fire"))


@pytest.mark.clause("duo.chosen-card", "ruling.secrecy.hands")
def test_which_card_was_chosen_is_seen_by_its_player_only() -> None:
    game = choosing(received=("neutral-bullet",))
    one, other = (accepted(game, ChooseCard(ONE, card)) for card in ("tuco-fire", "neutral-bullet"))
    for role in ("player-2", "spectator"):
        assert view(one.after, role) == view(other.after, role)
        assert view_event(one.events[0][0], role, one.after) == view_event(other.events[0][0], role, other.after)
        assert list(view_legal(game, role, ONE)) == []
    assert view(one.after, ONE) != view(other.after, ONE)


@pytest.mark.clause("duo.chosen-card", "secrecy.decks")
def test_the_choice_does_not_tell_in_which_order_the_deck_lies() -> None:
    game = choosing()
    mine = game.cards[ONE]
    turned = changed(game, cards={**game.cards, ONE: changed(mine, deck=mine.deck[::-1])})
    assert answers(game, ONE) == answers(turned, ONE)
    assert view(game, ONE) == view(turned, ONE)


@pytest.mark.clause("duo.plain-turns")
def test_in_polish_nobody_chooses_a_card_and_the_hand_is_six() -> None:
    game = until("deck", sitting("pl-base", "duo"))
    seat = awaiting(game)[0].subject
    verdict = accepted(game, Deal("chance", "deck", seat, game.cards[seat].deck))
    size = 7 if any(figure.seat == seat and "doc" in figure.powers for figure in game.figures.values()) else 6
    assert len(verdict.after.cards[seat].hand) == size
    assert not told(verdict, CardChosen)
    assert "chosen-card" not in {decision.kind for decision in verdict.awaiting}


# --- the card added to a Fire


@pytest.mark.clause("duo.fire-combination", "duo.fire-combination.not-marshal")
def test_whoever_plays_a_fire_may_add_an_action_card_of_the_other_bandit() -> None:
    game = played("tuco-fire")
    assert awaiting(game) == (Decision(ONE, "added-card", ONE),)
    assert answers(game, ONE) == [
        PlayCard(ONE, "cheyenne-fire", False),
        PlayCard(ONE, "cheyenne-move", False),
        AddNoCard(ONE),
    ]
    verdict = accepted(game, PlayCard(ONE, "cheyenne-move", False))
    assert verdict.after.round.pile == (Played(ONE, "tuco-fire", False), Played(ONE, "cheyenne-move", False))
    assert "duo.fire-combination" in cited(verdict, CardAdded)
    assert "duo.ghost.combination" not in cited(verdict, CardAdded)
    assert verdict.awaiting == (Decision("player-2", "scheme", "player-2"),)


@pytest.mark.clause("duo.fire-combination", "ruling.duo.always-asked")
def test_or_add_none() -> None:
    verdict = accepted(played("tuco-fire"), AddNoCard(ONE))
    assert len(verdict.after.round.pile) == 1
    assert "duo.fire-combination" in cited(verdict, NoCardAdded)
    assert verdict.awaiting == (Decision("player-2", "scheme", "player-2"),)


@pytest.mark.clause("duo.fire-combination")
@pytest.mark.parametrize("card", ["tuco-move", "cheyenne-move", "tuco-marshal"])
def test_after_another_card_nothing_can_be_added(card: str) -> None:
    game = played(card)
    assert awaiting(game) == (Decision("player-2", "scheme", "player-2"),)


@pytest.mark.clause("duo.fire-combination")
def test_a_fire_of_either_bandit_brings_a_card_of_the_other() -> None:
    game = played("cheyenne-fire")
    assert awaiting(game) == (Decision(ONE, "added-card", ONE),)
    assert answers(game, ONE) == [PlayCard(ONE, "tuco-fire", False), PlayCard(ONE, "tuco-move", False), AddNoCard(ONE)]


@pytest.mark.clause("duo.fire-combination.not-marshal")
def test_the_marshal_card_cannot_be_added() -> None:
    assert refusal(played("cheyenne-fire"), PlayCard(ONE, "tuco-marshal", False)) == (
        "duo.fire-combination.not-marshal",
    )


@pytest.mark.clause("duo.fire-combination", "ruling.duo.added-card-face-up")
@pytest.mark.parametrize(
    ("command", "clauses"),
    [
        (PlayCard(ONE, "tuco-move", False), ("duo.fire-combination",)),
        (PlayCard(ONE, "cheyenne-punch", False), ("duo.fire-combination",)),
        (PlayCard(ONE, "belle-move", False), ("duo.fire-combination",)),
        (PlayCard(ONE, "cheyenne-bullet-6", False), ("schemin.play.actions-only",)),
        (PlayCard(ONE, "cheyenne-move", True), ("ruling.duo.added-card-face-up",)),
        (DrawCards(ONE), ("ruling.command.form", "schemin.turn-order")),
        (PlayCard("player-2", "belle-move", False), ("ruling.command.form", "schemin.turn-order")),
    ],
)
def test_what_cannot_be_added_is_told_why(command: Command, clauses: tuple[str, ...]) -> None:
    game = scheming([*HAND, "cheyenne-bullet-6"], received={ONE: ["cheyenne-bullet-6"]})
    assert refusal(played("tuco-fire", game), command) == clauses


@pytest.mark.clause("duo.fire-combination.no-third")
def test_an_added_fire_does_not_allow_a_third_card() -> None:
    verdict = accepted(played("tuco-fire"), PlayCard(ONE, "cheyenne-fire", False))
    assert verdict.awaiting == (Decision("player-2", "scheme", "player-2"),)
    assert "duo.fire-combination.no-third" in cited(verdict, CardAdded)
    theirs = after(
        scheming(hands={ONE: HAND, "player-2": ["belle-fire", "django-move"]}), PlayCard(ONE, "tuco-fire", False)
    )
    theirs = after(theirs, PlayCard(ONE, "cheyenne-fire", False))
    second = after(theirs, PlayCard("player-2", "belle-fire", False))
    assert awaiting(second) == (Decision("player-2", "added-card", "player-2"),)


@pytest.mark.clause("duo.fire-combination")
@pytest.mark.parametrize(
    ("card", "turn", "acted", "asked"),
    [
        ("bridge.2-4", 0, 0, True),
        ("bridge.2-4", 1, 0, False),
        ("bridge.2-4", 1, 1, False),
        ("bridge.2-4", 2, 0, True),
        ("tunnel.2-4", 1, 0, False),
        ("angry-marshal.2-4", 3, 0, False),
    ],
)
def test_only_in_a_standard_turn(card: str, turn: int, acted: int, asked: bool) -> None:
    tunnel = card == "tunnel.2-4"
    game = played("tuco-fire", scheming(card=card, turn=turn, acted=acted), face_down=tunnel)
    assert (awaiting(game)[0].kind == "added-card") == asked


@pytest.mark.clause("duo.fire-combination")
def test_a_fire_that_lies_on_the_pile_from_before_asks_nobody() -> None:
    game = scheming(hands={ONE: HAND, "player-2": ["django-move"]})
    game = after(played("tuco-fire", game), AddNoCard(ONE))
    drawn = after(game, DrawCards("player-2"))
    assert "added-card" not in {decision.kind for decision in awaiting(drawn)}
    other = after(game, PlayCard("player-2", "django-move", False))
    assert "added-card" not in {decision.kind for decision in awaiting(other)}


@pytest.mark.clause("ruling.duo.always-asked")
def test_whoever_has_nothing_to_add_is_asked_all_the_same() -> None:
    game = played("tuco-fire", scheming(["tuco-fire", "tuco-move"]))
    assert answers(game, ONE) == [AddNoCard(ONE)]
    full = played("tuco-fire", scheming(["tuco-fire", "cheyenne-move"]))
    for role in ("player-2", "spectator"):
        assert view(game, role) == view(full, role)


@pytest.mark.clause("duo.plain-turns")
def test_in_polish_a_fire_brings_no_second_card() -> None:
    game = scheming(edition="pl-base", modules=("base", "expert", "duo"))
    assert awaiting(played("tuco-fire", game)) == (Decision("player-2", "scheme", "player-2"),)


@pytest.mark.clause("duo.fire-combination")
def test_the_added_card_is_carried_out_right_after_the_fire() -> None:
    game = after(played("tuco-fire"), PlayCard(ONE, "cheyenne-move", False))
    game = changed(game, phase="stealin", round=changed(game.round, order=()))
    first = settle(game).after
    assert awaiting(first) == (Decision(ONE, "fire", "tuco"),)
    assert awaiting(after(first, answers(first, ONE)[0])) == (Decision(ONE, "move", "cheyenne"),)
