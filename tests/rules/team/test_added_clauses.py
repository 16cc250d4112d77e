"""What partners may know, and whose bandit acts by a partner's card."""

import pytest

from colt_rules.commands import Fire, Move, PlayCard, Punch
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import (
    ActionIdle,
    ActionTaken,
    BanditMoved,
    BulletGiven,
    CardPlayed,
    CardReturned,
    CardRevealed,
    GameStarted,
)
from colt_rules.kernel import NEW, awaiting
from colt_rules.model.state import Game
from colt_rules.rules.team.partners import partner
from colt_rules.views import view
from tests.rules.sittings import cited, sitting, told
from tests.verdicts import accepted, answers, refusal

SKETCH = """
    roof   | ghost | cheyenne | django | tuco |
    inside |       | M        |        |      |
"""
TEAM = ("base", "team")


@pytest.mark.clause("team.seating")
def test_of_two_seats_in_a_row_each_is_the_other_s_partner() -> None:
    game = board(SKETCH, modules=TEAM)
    pairs = {seat: partner(game, seat) for seat in game.options.seats}
    assert pairs == {"ghost": "cheyenne", "cheyenne": "ghost", "django": "tuco", "tuco": "django"}


@pytest.mark.clause("team.partner-card.playable", "ruling.team.whose-action")
def test_the_bandit_on_the_card_acts_and_its_own_player_decides() -> None:
    game = board(SKETCH, modules=TEAM, pile=["ghost-move@cheyenne", "django-move"])
    assert awaiting(game) == (Decision("ghost", "move", "ghost"),)
    out_of_turn = ("ruling.command.form", "stealin.first-in-first-out")
    assert refusal(game, Move("cheyenne", "car-1.roof")) == (*out_of_turn, "ruling.team.whose-action")
    assert refusal(game, Move("django", "car-1.roof")) == out_of_turn
    verdict = accepted(game, Move("ghost", "car-3.roof"))
    assert verdict.after.figures["ghost"].place == "car-3.roof"
    assert verdict.after.figures["cheyenne"].place == "car-1.roof"


@pytest.mark.clause("team.partner-card.playable", "ruling.team.whose-action")
def test_that_it_was_a_partner_s_card_is_cited() -> None:
    game = board(SKETCH, modules=TEAM, pile=["django-move", "ghost-move@cheyenne"])
    verdict = accepted(game, Move("django", "car-1.roof"))
    assert told(verdict, CardRevealed) == [CardRevealed("cheyenne", "ghost-move")]
    assert {"team.partner-card.playable", "ruling.team.whose-action"} <= set(cited(verdict, CardRevealed))
    own = board(SKETCH, modules=TEAM, pile=["django-move", "ghost-move"])
    assert "team.partner-card.playable" not in cited(accepted(own, Move("django", "car-1.roof")), CardRevealed)


@pytest.mark.clause("ruling.team.whose-action")
def test_the_action_of_a_partner_s_card_rests_on_it_too() -> None:
    game = board(SKETCH, modules=TEAM, pile=["ghost-move@cheyenne", "django-robbery@tuco", "tuco-robbery"])
    verdict = accepted(game, Move("ghost", "car-3.roof"))
    assert cited(verdict, ActionTaken) == ("stealin.obligatory", "ruling.team.whose-action")
    idle = [cites for event, cites in verdict.events if isinstance(event, ActionIdle)]
    assert idle == [
        ("stealin.obligatory", "robbery.nothing-there", "ruling.team.whose-action"),
        ("stealin.obligatory", "robbery.nothing-there"),
    ]


@pytest.mark.clause("team.partner-card.returns")
@pytest.mark.parametrize("edition", ["ru-full", "fr-horses"])
def test_once_played_the_card_goes_back_on_its_owner_s_deck(edition: str) -> None:
    game = board(SKETCH, modules=TEAM, pile=["ghost-move@cheyenne", "django-move"], edition=edition)
    theirs = game.cards["cheyenne"]
    verdict = accepted(game, Move("ghost", "car-3.roof"))
    assert told(verdict, CardReturned) == [CardReturned("ghost", "ghost-move")]
    assert verdict.after.cards["ghost"].deck == ("ghost-move", *game.cards["ghost"].deck)
    assert (verdict.after.cards["cheyenne"].hand, verdict.after.cards["cheyenne"].deck) == (theirs.hand, theirs.deck)
    assert "team.partner-card.returns" in cited(verdict, CardReturned)
    own = accepted(board(SKETCH, modules=TEAM, pile=["ghost-move", "django-move"]), Move("ghost", "car-3.roof"))
    assert "team.partner-card.returns" not in cited(own, CardReturned)


@pytest.mark.clause("team.partner-card.returns")
def test_so_does_one_that_could_do_nothing() -> None:
    game = board(SKETCH, modules=TEAM, pile=["django-move", "ghost-robbery@cheyenne", "tuco-move"])
    verdict = accepted(game, Move("django", "car-1.roof"))
    back = [(event, cites) for event, cites in verdict.events if event == CardReturned("ghost", "ghost-robbery")]
    assert len(back) == 1
    assert "team.partner-card.returns" in back[0][1]


@pytest.mark.clause("ruling.team.secrets")
def test_partners_see_neither_each_other_s_hands_nor_purses() -> None:
    game = board(
        SKETCH,
        modules=TEAM,
        hands={"ghost": ["ghost-fire", "cheyenne-move"], "cheyenne": ["ghost-move"]},
        borrowed={"ghost": ["cheyenne-move"], "cheyenne": ["ghost-move"]},
        loot={"ghost": ["purse:300"]},
        card="bridge.2-4",
    )
    for role in ("cheyenne", "django", "spectator"):
        seen = view(game, role)
        ghost = next(seat for seat in seen.seats if seat.seat == "ghost")
        assert (ghost.hand, ghost.borrowed, ghost.deck, ghost.hand_size) == (None, None, None, 2)
        assert [token.value for bandit in seen.bandits if bandit.bandit == "ghost" for token in bandit.tokens] == [None]
    mine = next(seat for seat in view(game, "ghost").seats if seat.seat == "ghost")
    assert (mine.hand, mine.borrowed) == (("ghost-fire", "cheyenne-move"), ("cheyenne-move",))


@pytest.mark.clause("ruling.team.secrets")
def test_that_is_said_when_the_table_sits_down() -> None:
    assert "ruling.team.secrets" in cited(accepted(NEW, sitting("ru-full", "team")), GameStarted)


# --- a partner is a target like any other


@pytest.mark.clause("ruling.fire.opponents")
def test_by_a_claim_a_partner_is_no_opponent_for_a_fire_but_still_one_for_a_punch() -> None:
    claim = ["ruling.fire.opponents=other-sides-only"]
    game = board(SKETCH, modules=TEAM, pile=["cheyenne-fire", "django-move"], rulings=claim)
    assert answers(game, "cheyenne") == [Fire("cheyenne", "django")]
    assert refusal(game, Fire("cheyenne", "ghost")) == ("ruling.fire.opponents",)
    beside = "roof | ghost cheyenne | django | tuco |\ninside | | M | |"
    game = board(beside, modules=TEAM, pile=["cheyenne-punch", "django-move"], rulings=claim)
    assert Punch("cheyenne", "ghost", None, "car-1.roof", False) in answers(game, "cheyenne")


@pytest.mark.clause("ruling.team.partner-targets")
def test_a_partner_can_be_shot_and_must_be_when_there_is_no_other_target() -> None:
    game = board(SKETCH, modules=TEAM, pile=["cheyenne-fire", "django-move"])
    assert answers(game, "cheyenne") == [Fire("cheyenne", "ghost"), Fire("cheyenne", "django")]
    assert "ruling.team.partner-targets" in cited(accepted(game, Fire("cheyenne", "ghost")), BulletGiven)
    assert "ruling.team.partner-targets" not in cited(accepted(game, Fire("cheyenne", "django")), BulletGiven)
    only = board(SKETCH, modules=TEAM, pile=["ghost-fire", "django-move"])
    assert answers(only, "ghost") == [Fire("ghost", "cheyenne")]


@pytest.mark.clause("ruling.team.partner-targets")
def test_a_partner_can_be_punched() -> None:
    sketch = "roof | ghost cheyenne | | django | tuco |\ninside | | M | | |"
    game = board(sketch, modules=TEAM, pile=["ghost-punch", "django-move"])
    verdict = accepted(game, Punch("ghost", "cheyenne", None, "car-1.roof", False))
    assert "ruling.team.partner-targets" in cited(verdict, BanditMoved)


# --- Ghost's power and the partner's card


def first_turn(hands: dict[str, list[str]]) -> Game:
    borrowed = {"ghost": ["cheyenne-move"], "cheyenne": ["ghost-move"]}
    return board(SKETCH, modules=TEAM, hands=hands, borrowed=borrowed, card="bridge.2-4")


HANDS = {"ghost": ["ghost-fire", "cheyenne-move"], "cheyenne": ["ghost-move"]}


@pytest.mark.clause("ruling.team.ghost")
def test_ghost_may_hide_a_card_of_his_partner_and_his_partner_may_hide_nothing() -> None:
    verdict = accepted(first_turn(HANDS), PlayCard("ghost", "cheyenne-move", True))
    assert verdict.after.round.pile[0].face_down
    assert "ruling.team.ghost" in cited(verdict, CardPlayed)
    assert "turn.standard" in refusal(verdict.after, PlayCard("cheyenne", "ghost-move", True))


@pytest.mark.clause("ruling.team.ghost", "ruling.secrecy.hands")
def test_what_is_cited_does_not_tell_whose_card_ghost_hides() -> None:
    game = first_turn(HANDS)
    one, other = (accepted(game, PlayCard("ghost", card, True)) for card in ("cheyenne-move", "ghost-fire"))
    assert cited(one, CardPlayed) == cited(other, CardPlayed)


@pytest.mark.clause("ruling.team.ghost")
@pytest.mark.parametrize(
    ("turn", "powers", "faces"), [(0, True, [False, True]), (0, False, [False]), (2, True, [False])]
)
def test_ghost_hides_a_partner_s_card_when_he_might_hide_an_own_one(turn: int, powers: bool, faces: list[bool]) -> None:
    borrowed = {"ghost": ["cheyenne-move"], "cheyenne": ["ghost-move"]}
    game = board(SKETCH, modules=TEAM, hands=HANDS, borrowed=borrowed, card="bridge.2-4", turn=turn, powers=powers)
    plays = [(play.card, play.face_down) for play in answers(game, "ghost") if isinstance(play, PlayCard)]
    assert plays == [(card, face) for card in ("ghost-fire", "cheyenne-move") for face in faces]


# --- a partner and Belle


@pytest.mark.clause("ruling.team.partner-targets", "belle.not-if-another")
def test_beside_belle_the_partner_must_be_shot() -> None:
    sketch = "roof | belle | | django | tuco |\ninside | ghost | M | | |"
    game = board(sketch, modules=TEAM, seats=["belle", "ghost", "django", "tuco"], pile=["django-fire", "ghost-move"])
    assert answers(game, "django") == [Fire("django", "tuco")]
    assert refusal(game, Fire("django", "belle")) == ("belle.not-if-another",)


@pytest.mark.clause("ruling.team.partner-targets", "belle.not-if-another")
def test_beside_belle_the_partner_must_be_punched() -> None:
    sketch = "roof | belle django tuco | | | |\ninside | ghost | M | | |"
    game = board(sketch, modules=TEAM, seats=["belle", "ghost", "django", "tuco"], pile=["django-punch", "ghost-move"])
    assert answers(game, "django") == [Punch("django", "tuco", None, "car-1.roof", False)]
    assert refusal(game, Punch("django", "belle", None, "car-1.roof", False)) == ("belle.not-if-another",)


@pytest.mark.clause("ruling.team.partner-targets", "belle.not-if-another")
def test_her_partner_hits_belle_only_when_there_is_no_other_target() -> None:
    seats = ["belle", "ghost", "django", "tuco"]
    spared = board(
        "roof | belle | ghost | tuco | |\ninside | | M | | django |",
        modules=TEAM,
        seats=seats,
        pile=["ghost-fire", "django-move"],
    )
    assert answers(spared, "ghost") == [Fire("ghost", "tuco")]
    alone = board(
        "roof | belle | ghost | | |\ninside | | M | tuco | django |",
        modules=TEAM,
        seats=seats,
        pile=["ghost-fire", "django-move"],
    )
    assert answers(alone, "ghost") == [Fire("ghost", "belle")]
    assert "ruling.team.partner-targets" in cited(accepted(alone, Fire("ghost", "belle")), BulletGiven)
