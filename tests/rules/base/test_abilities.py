"""The powers of the six bandits, each an exception to everybody's rules, and none of them when powers are off."""

import pytest

from colt_rules.commands import Deal, DrawCards, Fire, PlayCard, Punch
from colt_rules.conformance.cases.board import board
from colt_rules.events import (
    BanditMoved,
    BanditStayed,
    BulletGiven,
    CardPlayed,
    DeckShuffled,
    HandDrawn,
    LootDropped,
    LootSnatched,
)
from colt_rules.kernel import settle
from colt_rules.model.record import changed
from colt_rules.model.state import Cards, Draw, Game
from colt_rules.registry.registry import registry
from tests.verdicts import accepted, after, answers, back, happens, idle, lay, refusal

SHOT_INSIDE = ("fire.target", "fire.bullet-given", "fire.inside.adjacent", "fire.not-same-place")
SHOT_ALONG = (
    "fire.target",
    "fire.bullet-given",
    "fire.roof.any-distance",
    "fire.roof.line-of-sight",
    "fire.not-same-place",
)
SHOT_SIDE_BY_SIDE = (*SHOT_ALONG, "fire.roof.side-by-side")
SHOT_THROUGH = ("fire.target", "fire.bullet-given", "tuco.through-the-roof")
PUSHED = ("punch.target", "punch.push.adjacent", "punch.push.same-level")
DROPPED = ("punch.loot.chosen", "punch.loot.dropped")
PURSE_DROPPED = (*DROPPED, "punch.loot.purse-unseen", "ruling.punch.which-purse")
SNATCHED = ("punch.loot.chosen", "cheyenne.keeps-purse", "punch.loot.purse-unseen", "ruling.punch.which-purse")


def targets(game: Game, shooter: str) -> list[str]:
    return [command.target for command in answers(game, shooter) if isinstance(command, Fire)]


def with_power(game: Game, bandit: str, *powers: str) -> Game:
    """The same position with other powers for one bandit."""
    return changed(game, figures={**game.figures, bandit: changed(game.figures[bandit], powers=powers)})


# --- Ghost


def scheming(*, powers: bool = True, hidden: bool = False) -> Game:
    """The first turn of a round: Ghost acts, then Doc. Both hold the same six kinds of card."""
    game = board("roof | | | |\ninside | M | ghost | doc |", card="bridge.2-4", powers=powers)
    actions = ("move", "fire", "robbery", "punch", "marshal", "floor-change")
    cards = {
        seat: Cards(
            tuple(f"{seat}-{action}" for action in actions),
            tuple(f"{seat}-{action}" for action in ("move", "fire", "robbery", "floor-change")),
        )
        for seat in ("ghost", "doc")
    }
    return changed(game, phase="schemin", cards=cards, round=changed(game.round, order=("ghost", "doc"), hidden=hidden))


@pytest.mark.clause("ghost.first-turn-face-down")
def test_ghost_may_hide_his_first_card() -> None:
    assert accepted(scheming(), PlayCard("ghost", "ghost-fire", True)).events == (
        (
            CardPlayed("ghost", "ghost-fire", True),
            ("schemin.play-or-draw", "ghost.first-turn-face-down", "schemin.play.on-top"),
        ),
    )


@pytest.mark.clause("ghost.first-turn-face-down")
def test_ghost_may_as_well_show_it() -> None:
    shown = accepted(scheming(), PlayCard("ghost", "ghost-fire", False)).events
    assert shown[0][0] == CardPlayed("ghost", "ghost-fire", False)
    assert "ghost.first-turn-face-down" not in shown[0][1]


@pytest.mark.clause("ghost.first-turn-face-down")
def test_nobody_else_may_hide_a_card_in_a_standard_turn() -> None:
    game = after(scheming(), PlayCard("ghost", "ghost-fire", True))
    assert refusal(game, PlayCard("doc", "doc-fire", True)) == ("turn.standard",)


@pytest.mark.clause("ghost.first-turn-face-down")
def test_without_powers_ghost_may_not_hide_a_card() -> None:
    assert refusal(scheming(powers=False), PlayCard("ghost", "ghost-fire", True)) == ("turn.standard",)


@pytest.mark.clause("ghost.first-turn-face-down", "turn.tunnel")
def test_in_a_tunnel_ghost_hides_his_card_as_everybody_does() -> None:
    hidden = accepted(scheming(hidden=True), PlayCard("ghost", "ghost-fire", True)).events
    assert hidden[0][1] == ("schemin.play-or-draw", "turn.tunnel", "schemin.play.on-top")
    assert refusal(scheming(hidden=True), PlayCard("ghost", "ghost-fire", False)) == ("turn.tunnel",)


@pytest.mark.clause("ghost.draw-forfeits")
def test_ghost_who_draws_in_the_first_turn_hides_nothing_in_the_next() -> None:
    game = after(after(scheming(), DrawCards("ghost")), PlayCard("doc", "doc-fire", False))
    assert game.round.turn == 1
    assert refusal(game, PlayCard("ghost", "ghost-fire", True)) == ("schemin.play.face-up", "ghost.draw-forfeits")
    assert accepted(game, PlayCard("ghost", "ghost-fire", False)).events[0][0] == CardPlayed(
        "ghost", "ghost-fire", False
    )


@pytest.mark.clause("ghost.first-turn-face-down")
@pytest.mark.parametrize("face_down", [True, False])
def test_ghost_who_played_his_first_card_hides_no_second(face_down: bool) -> None:
    game = after(after(scheming(), PlayCard("ghost", "ghost-fire", face_down)), PlayCard("doc", "doc-fire", False))
    assert refusal(game, PlayCard("ghost", "ghost-move", True)) == (
        "schemin.play.face-up",
        "ghost.first-turn-face-down",
    )


@pytest.mark.clause("ghost.draw-forfeits")
def test_a_draw_of_somebody_else_or_in_a_later_turn_forfeits_nothing() -> None:
    game = scheming()
    others = changed(game, round=changed(game.round, draws=(Draw("doc", 0), Draw("ghost", 1))))
    assert accepted(others, PlayCard("ghost", "ghost-fire", True))


@pytest.mark.clause("ghost.draw-forfeits")
def test_ghost_who_draws_in_a_first_turn_of_two_actions_hides_nothing_with_the_second() -> None:
    game = scheming()
    twice = changed(game, round=changed(game.round, order=("ghost", "ghost", "doc", "doc")))
    assert refusal(after(twice, DrawCards("ghost")), PlayCard("ghost", "ghost-fire", True)) == (
        "turn.standard",
        "ghost.draw-forfeits",
    )


# --- Doc


def before_the_hands(powers: bool = True) -> Game:
    """A new round in which Doc, then Ghost, shuffle and draw."""
    game = board("roof | | | |\ninside | M | doc | ghost |", powers=powers)
    return changed(game, phase="schemin", round=changed(game.round, number=2, turn=-1, undealt=("doc", "ghost")))


def drawn(game: Game, seat: str) -> HandDrawn:
    deck = game.cards[seat].deck
    shuffled, hand, *_ = accepted(game, Deal("chance", "deck", seat, deck)).events
    assert shuffled[0] == DeckShuffled(seat, deck)
    assert isinstance(hand[0], HandDrawn)
    assert hand[1] == (("doc.seven-cards",) if len(hand[0].cards) == 7 else ("schemin.hand-of-six",))
    return hand[0]


@pytest.mark.clause("doc.seven-cards", "ruling.hand.what-is-there")
def test_doc_draws_seven_cards() -> None:
    game = before_the_hands()
    deck = game.cards["doc"].deck
    assert len(deck) == 10
    assert drawn(game, "doc") == HandDrawn("doc", deck[:7])
    assert after(game, Deal("chance", "deck", "doc", deck)).cards["doc"] == Cards(deck[:7], deck[7:])


@pytest.mark.clause("doc.seven-cards")
def test_everybody_else_draws_six() -> None:
    game = before_the_hands()
    game = after(game, Deal("chance", "deck", "doc", game.cards["doc"].deck))
    assert drawn(game, "ghost") == HandDrawn("ghost", game.cards["ghost"].deck[:6])


@pytest.mark.clause("doc.seven-cards")
def test_without_powers_doc_draws_six() -> None:
    game = before_the_hands(powers=False)
    assert drawn(game, "doc") == HandDrawn("doc", game.cards["doc"].deck[:6])


@pytest.mark.clause("ruling.hand.what-is-there")
def test_at_the_start_of_a_round_all_ten_action_cards_are_back_in_the_deck() -> None:
    game = board(
        """
        roof   |   |     |       |
        inside | M | doc | ghost |
        """,
        pile=["doc-punch", "doc-robbery", "doc-robbery", "doc-fire"],
        rounds=["bridge.2-4"],
    )
    assert len(game.cards["doc"].deck) == 9
    assert len(after(game, Fire("doc", "ghost")).cards["doc"].deck) == 10


# --- Tuco


@pytest.mark.clause("tuco.through-the-roof")
def test_tuco_inside_shoots_up_through_the_roof() -> None:
    game = board(
        """
        roof   | ghost | doc  | django |
        inside | M     | tuco |        |
        """,
        pile=["tuco-fire"],
    )
    assert targets(game, "tuco") == ["doc"]
    assert happens(game, Fire("tuco", "doc")) == [
        (BulletGiven("tuco", "doc", "doc", "tuco-bullet-6", 5), SHOT_THROUGH),
        back("tuco-fire"),
    ]
    assert refusal(game, Fire("tuco", "ghost")) == ("fire.inside.adjacent",)
    assert refusal(game, Fire("tuco", "django")) == ("fire.inside.adjacent",)


@pytest.mark.clause("tuco.through-the-roof")
def test_tuco_on_the_roof_shoots_down_through_it() -> None:
    game = board(
        """
        roof   |   | tuco |        |
        inside | M | doc  | django ghost |
        """,
        pile=["tuco-fire"],
    )
    assert targets(game, "tuco") == ["doc"]
    assert happens(game, Fire("tuco", "doc"))[0] == (
        BulletGiven("tuco", "doc", "doc", "tuco-bullet-6", 5),
        SHOT_THROUGH,
    )
    assert refusal(game, Fire("tuco", "django")) == ("fire.roof.any-distance",)


@pytest.mark.clause("tuco.through-the-roof")
def test_tuco_inside_has_the_next_cars_and_the_roof_above_to_choose_from() -> None:
    game = board(
        """
        roof   |   |       | doc django    |          |
        inside | M | ghost | tuco cheyenne | belle    |
        """,
        pile=["tuco-fire"],
    )
    assert targets(game, "tuco") == ["ghost", "doc", "django"]
    assert happens(game, Fire("tuco", "ghost"))[0][1] == SHOT_INSIDE
    assert happens(game, Fire("tuco", "django"))[0][1] == SHOT_THROUGH


@pytest.mark.clause("tuco.through-the-roof", "fire.not-same-place")
@pytest.mark.parametrize(
    "sketch",
    [
        "roof | | doc | |\ninside | M | tuco cheyenne | |",
        "roof | | tuco cheyenne | |\ninside | M | doc | |",
    ],
)
def test_whoever_stands_beside_tuco_is_as_safe_as_beside_anybody(sketch: str) -> None:
    game = board(sketch, pile=["tuco-fire"])
    assert targets(game, "tuco") == ["doc"]
    assert refusal(game, Fire("tuco", "cheyenne")) == ("fire.not-same-place",)
    excepted = registry().clause("tuco.through-the-roof").exception_to
    assert excepted == ("fire.inside.adjacent", "fire.roof.any-distance")


@pytest.mark.clause("tuco.through-the-roof", "fire.roof.line-of-sight")
def test_tuco_on_the_roof_has_the_other_roofs_and_the_car_below_to_choose_from() -> None:
    game = board(
        """
        roof   | ghost | django | tuco     |   | belle |
        inside | M     |        | cheyenne |   | doc   |
        """,
        pile=["tuco-fire"],
    )
    assert targets(game, "tuco") == ["django", "cheyenne"]
    assert happens(game, Fire("tuco", "django"))[0][1] == SHOT_ALONG
    assert refusal(game, Fire("tuco", "ghost")) == ("fire.roof.line-of-sight",)
    assert refusal(game, Fire("tuco", "belle")) == ("belle.not-if-another",)


@pytest.mark.clause("tuco.through-the-roof", "fire.no-bullets")
def test_tuco_without_bullets_shoots_through_nothing() -> None:
    game = board("roof | | doc | |\ninside | M | tuco | |", bullets={"tuco": 0})
    assert idle(game, "tuco-fire") == ("stealin.obligatory", "fire.no-bullets")


@pytest.mark.clause("tuco.through-the-roof")
@pytest.mark.parametrize(
    "sketch", ["roof | | doc | |\ninside | M | tuco | |", "roof | | tuco | |\ninside | M | doc | |"]
)
def test_without_powers_the_roof_stops_tucos_bullets(sketch: str) -> None:
    assert idle(board(sketch, powers=False), "tuco-fire") == ("stealin.obligatory", "fire.no-target")


@pytest.mark.clause("tuco.through-the-roof")
def test_the_roof_stops_everybody_elses_bullets() -> None:
    game = board("roof | | tuco | |\ninside | M | doc | ghost |", pile=["doc-fire"])
    assert refusal(game, Fire("doc", "tuco")) == ("fire.inside.adjacent",)


# --- Belle


@pytest.mark.clause("belle.not-if-another")
def test_belle_beside_another_target_cannot_be_shot() -> None:
    game = board(
        """
        roof   | doc |   | ghost belle tuco |
        inside | M   |   |                  |
        """,
        pile=["doc-fire"],
    )
    assert targets(game, "doc") == ["ghost", "tuco"]
    assert refusal(game, Fire("doc", "belle")) == ("belle.not-if-another",)


@pytest.mark.clause("belle.not-if-another")
def test_belle_in_one_direction_is_safe_while_another_is_in_the_other() -> None:
    game = board(
        """
        roof   |   |       |     |       |
        inside | M | belle | doc | ghost |
        """,
        pile=["doc-fire"],
    )
    assert targets(game, "doc") == ["ghost"]
    assert refusal(game, Fire("doc", "belle")) == ("belle.not-if-another",)


@pytest.mark.clause("belle.not-if-another")
def test_belle_as_the_only_target_is_shot() -> None:
    game = board(
        """
        roof   |   |       | tuco |
        inside | M | belle | doc ghost |
        """,
        pile=["doc-fire"],
    )
    assert happens(game, Fire("doc", "belle")) == [
        (BulletGiven("doc", "belle", "belle", "doc-bullet-6", 5), SHOT_INSIDE),
        back("doc-fire"),
    ]


def test_of_two_with_belles_power_it_is_belle_who_cannot_be_shot() -> None:
    game = board("roof | | | | |\ninside | M | belle | doc | tuco |", pile=["doc-fire"])
    assert targets(with_power(game, "tuco", "tuco", "belle"), "doc") == ["tuco"]
    assert refusal(with_power(game, "tuco", "belle"), Fire("doc", "belle")) == ("belle.not-if-another",)


def test_of_two_with_belles_power_it_is_belle_who_cannot_be_punched() -> None:
    game = board("roof | | | |\ninside | M | doc belle tuco | |", pile=["doc-punch"])
    both = with_power(game, "tuco", "belle")
    assert {command.target for command in answers(both, "doc") if isinstance(command, Punch)} == {"tuco"}
    assert refusal(both, Punch("doc", "belle", None, "car-2.inside", False)) == ("belle.not-if-another",)
    assert refusal(both, Punch("doc", "tuco", "jewel-1", "car-2.inside", False)) == ("punch.loot.chosen",)


def test_whoever_has_belles_power_too_is_safe_while_somebody_else_can_be_chosen() -> None:
    game = board("roof | | | | |\ninside | M | belle ghost | doc | tuco |", pile=["doc-fire"])
    both = with_power(game, "tuco", "belle")
    assert targets(both, "doc") == ["ghost"]
    for target in ("belle", "tuco"):
        assert refusal(both, Fire("doc", target)) == ("belle.not-if-another",)


def test_two_who_both_have_belles_power_from_her_can_both_be_chosen() -> None:
    game = board("roof | | | | |\ninside | M | ghost | doc | tuco |", pile=["doc-fire"])
    both = with_power(with_power(game, "tuco", "belle"), "ghost", "belle")
    assert targets(both, "doc") == ["ghost", "tuco"]


def test_whoever_has_belles_power_and_is_out_of_reach_is_so_for_no_other_reason_beside_belle() -> None:
    game = board("roof | tuco | | |\ninside | M | doc | belle |", pile=["doc-fire"])
    assert refusal(with_power(game, "tuco", "belle"), Fire("doc", "tuco")) == ("fire.inside.adjacent",)


HIDDEN_BY_BELLE = ("fire.roof.line-of-sight", "ruling.belle.blocks-sight")


@pytest.mark.clause("ruling.belle.blocks-sight")
def test_belle_hides_whoever_stands_behind_her() -> None:
    game = board(
        """
        roof   | doc | belle | ghost |
        inside | M   |       |       |
        """,
        pile=["doc-fire"],
    )
    assert targets(game, "doc") == ["belle"]
    assert refusal(game, Fire("doc", "ghost")) == HIDDEN_BY_BELLE


@pytest.mark.clause("ruling.belle.blocks-sight", "belle.not-if-another")
def test_belle_in_between_hides_the_one_behind_even_while_another_direction_saves_her() -> None:
    game = board(
        """
        roof   | tuco | doc | belle | ghost |
        inside | M    |     |       |       |
        """,
        pile=["doc-fire"],
    )
    assert targets(game, "doc") == ["tuco"]
    assert refusal(game, Fire("doc", "belle")) == ("belle.not-if-another",)
    assert refusal(game, Fire("doc", "ghost")) == HIDDEN_BY_BELLE


@pytest.mark.clause("ruling.belle.blocks-sight")
@pytest.mark.parametrize(
    ("roofs", "powers"),
    [
        ("doc | belle | ghost", False),
        ("doc | tuco | ghost belle", True),
        ("doc | tuco | ghost | belle", True),
        ("belle | doc | tuco | ghost", True),
        ("doc belle | tuco | ghost", True),
        ("doc | belle tuco | ghost", True),
        ("doc | belle | tuco | ghost", True),
    ],
    ids=[
        "without powers",
        "beside the target",
        "behind the target",
        "the other way",
        "beside the shooter",
        "beside another",
        "before another",
    ],
)
def test_belle_is_named_only_where_she_alone_hides_the_target_with_her_power(roofs: str, powers: bool) -> None:
    inside = " | ".join(["M", *[""] * roofs.count("|")])
    game = board(f"roof | {roofs} |\ninside | {inside} |", pile=["doc-fire"], powers=powers)
    assert refusal(game, Fire("doc", "ghost")) == ("fire.roof.line-of-sight",)


@pytest.mark.clause("ruling.belle.blocks-sight", "fire.roof.line-of-sight")
def test_belle_behind_another_is_hidden_and_protected() -> None:
    game = board(
        """
        roof   | doc | ghost | belle |
        inside | M   |       |       |
        """,
        pile=["doc-fire"],
    )
    assert refusal(game, Fire("doc", "belle")) == ("fire.roof.line-of-sight", "belle.not-if-another")


@pytest.mark.clause("belle.not-if-another", "tuco.through-the-roof")
def test_a_target_through_the_roof_protects_belle_along_it_and_the_other_way_round() -> None:
    game = board(
        """
        roof   | belle | tuco | |
        inside | M     | doc  | |
        """,
        pile=["tuco-fire"],
    )
    assert targets(game, "tuco") == ["doc"]
    game = board(
        """
        roof   | doc | tuco  | |
        inside | M   | belle | |
        """,
        pile=["tuco-fire"],
    )
    assert targets(game, "tuco") == ["doc"]
    assert refusal(game, Fire("tuco", "belle")) == ("belle.not-if-another",)


@pytest.mark.clause("belle.not-if-another")
def test_belle_among_others_cannot_be_punched() -> None:
    game = board("roof | | | |\ninside | M | doc belle ghost | |", pile=["doc-punch"])
    assert {command.target for command in answers(game, "doc") if isinstance(command, Punch)} == {"ghost"}
    assert refusal(game, Punch("doc", "belle", None, "car-2.inside", False)) == ("belle.not-if-another",)


@pytest.mark.clause("belle.not-if-another", "punch.target")
def test_belle_elsewhere_is_protected_by_whoever_is_there() -> None:
    game = board("roof | | belle | |\ninside | M | doc ghost | |", pile=["doc-punch"])
    command = Punch("doc", "belle", None, "car-2.inside", False)
    assert refusal(game, command) == ("punch.target", "belle.not-if-another")


@pytest.mark.clause("belle.not-if-another")
def test_belle_alone_with_the_puncher_is_punched() -> None:
    game = board("roof | | ghost | |\ninside | M | doc belle | |", pile=["doc-punch"])
    assert happens(game, Punch("doc", "belle", None, "car-2.inside", False))[-2:] == [
        (BanditMoved("belle", "car-1.inside", "car-2.inside", "push"), PUSHED),
        back("doc-punch"),
    ]
    assert refusal(game, Punch("doc", "belle", None, "car-1.inside", False)) == ("punch.push.adjacent",)


@pytest.mark.clause("belle.not-if-another")
def test_without_powers_belle_is_a_target_like_any_other() -> None:
    game = board("roof | | | |\ninside | M | belle ghost | doc |", pile=["doc-fire"], powers=False)
    assert targets(game, "doc") == ["belle", "ghost"]
    game = board("roof | | | |\ninside | M | doc belle ghost | |", pile=["doc-punch"], powers=False)
    assert {command.target for command in answers(game, "doc") if isinstance(command, Punch)} == {"belle", "ghost"}


@pytest.mark.clause("belle.not-if-another")
def test_belle_shoots_and_punches_like_anybody() -> None:
    game = board("roof | | | |\ninside | M | belle doc | ghost |", pile=["belle-fire", "belle-punch"])
    assert targets(game, "belle") == ["ghost"]
    game = after(game, Fire("belle", "ghost"))
    assert after(game, Punch("belle", "doc", None, "car-2.inside", False)).figures["doc"].place == "car-2.inside"


# --- Cheyenne


def cheyenne_punches(*, powers: bool = True) -> Game:
    """Doc has purse-1, purse-2, jewel-1 and strongbox-1."""
    return board(
        """
        roof   |   |   | cheyenne doc ghost |   |
        inside | M |   |                    |   |
        """,
        pile=["cheyenne-punch"],
        loot={"doc": ["purse", "purse", "jewel", "strongbox"], "cheyenne": ["purse"]},
        seats=["doc", "ghost", "cheyenne"],
        powers=powers,
    )


@pytest.mark.clause("cheyenne.keeps-purse")
@pytest.mark.parametrize("token", ["purse-1", "purse-2"])
def test_cheyenne_may_keep_a_purse(token: str) -> None:
    command = Punch("cheyenne", "doc", token, "car-1.roof", True)
    assert happens(cheyenne_punches(), command) == [
        (LootSnatched("doc", token, "cheyenne"), SNATCHED),
        (BanditMoved("doc", "car-2.roof", "car-1.roof", "push"), PUSHED),
        back("cheyenne-punch"),
    ]
    robbed = after(cheyenne_punches(), command)
    assert robbed.floor == {}
    assert robbed.figures["cheyenne"].loot == ("purse-3", token)
    assert token not in robbed.figures["doc"].loot


@pytest.mark.clause("cheyenne.keeps-purse")
def test_cheyenne_may_let_the_purse_drop() -> None:
    command = Punch("cheyenne", "doc", "purse-1", "car-3.roof", False)
    assert happens(cheyenne_punches(), command)[0] == (LootDropped("doc", "purse-1", "car-2.roof"), PURSE_DROPPED)
    assert after(cheyenne_punches(), command).floor == {"car-2.roof": ("purse-1",)}


@pytest.mark.clause("cheyenne.other-loot-drops")
@pytest.mark.parametrize("token", ["jewel-1", "strongbox-1"])
def test_other_loot_drops_even_for_cheyenne(token: str) -> None:
    kept = Punch("cheyenne", "doc", token, "car-1.roof", True)
    assert refusal(cheyenne_punches(), kept) == ("cheyenne.other-loot-drops",)
    dropped = changed(kept, keep=False)
    assert happens(cheyenne_punches(), dropped)[0] == (LootDropped("doc", token, "car-2.roof"), DROPPED)


@pytest.mark.clause("cheyenne.keeps-purse", "punch.loot.chosen")
def test_from_somebody_without_loot_cheyenne_can_keep_nothing() -> None:
    for token in (None, "purse-1"):
        command = Punch("cheyenne", "ghost", token, "car-1.roof", True)
        assert refusal(cheyenne_punches(), command) == ("punch.loot.chosen",)
    assert accepted(cheyenne_punches(), Punch("cheyenne", "ghost", None, "car-1.roof", False))


@pytest.mark.clause("cheyenne.keeps-purse")
def test_without_powers_cheyenne_keeps_nothing() -> None:
    command = Punch("cheyenne", "doc", "purse-1", "car-1.roof", True)
    assert refusal(cheyenne_punches(powers=False), command) == ("punch.loot.dropped",)


@pytest.mark.clause("cheyenne.keeps-purse", "belle.not-if-another")
def test_belle_gives_cheyenne_no_purse_while_another_is_there() -> None:
    game = board(
        "roof | | | |\ninside | M | cheyenne doc belle | |", pile=["cheyenne-punch"], loot={"belle": ["purse"]}
    )
    command = Punch("cheyenne", "belle", "purse-1", "car-2.inside", True)
    assert refusal(game, command) == ("belle.not-if-another",)


# --- Django


@pytest.mark.clause("django.knock-back")
@pytest.mark.parametrize(
    ("sketch", "start", "to"),
    [
        ("roof | | | | |\ninside | | ghost | django | M |", "car-1.inside", "locomotive.inside"),
        ("roof | | | | |\ninside | M | django | ghost | |", "car-2.inside", "car-3.inside"),
        ("roof | | ghost | | django |\ninside | M | | | |", "car-1.roof", "locomotive.roof"),
        ("roof | django | | ghost | |\ninside | M | | | |", "car-2.roof", "car-3.roof"),
    ],
)
def test_djangos_shot_knocks_the_target_one_car_on_in_its_direction(sketch: str, start: str, to: str) -> None:
    game = board(sketch, pile=["django-fire"])
    shot = SHOT_ALONG if start.endswith("roof") else SHOT_INSIDE
    assert happens(game, Fire("django", "ghost")) == [
        (BulletGiven("django", "ghost", "ghost", "django-bullet-6", 5), shot),
        (BanditMoved("ghost", start, to, "knock"), ("django.knock-back",)),
        back("django-fire"),
    ]
    assert after(game, Fire("django", "ghost")).figures["ghost"].place == to


@pytest.mark.clause("django.train-end", "train.no-leaving")
@pytest.mark.parametrize(
    ("sketch", "end"),
    [
        ("roof | | | |\ninside | ghost | django | M |", "locomotive.inside"),
        ("roof | | | |\ninside | M | django | ghost |", "car-2.inside"),
        ("roof | ghost | | django |\ninside | M | | |", "locomotive.roof"),
        ("roof | django | | ghost |\ninside | M | | |", "car-2.roof"),
    ],
)
def test_at_the_end_of_the_train_the_target_gets_the_bullet_and_stays(sketch: str, end: str) -> None:
    game = board(sketch, pile=["django-fire"])
    assert [event for event, _ in happens(game, Fire("django", "ghost"))[:2]] == [
        BulletGiven("django", "ghost", "ghost", "django-bullet-6", 5),
        BanditStayed("ghost", end, "knock"),
    ]
    assert happens(game, Fire("django", "ghost"))[1][1] == ("django.train-end", "train.no-leaving")
    assert after(game, Fire("django", "ghost")).figures["ghost"].place == end


@pytest.mark.clause("django.train-end")
def test_django_himself_at_the_end_knocks_inward() -> None:
    game = board("roof | | ghost | django |\ninside | M | | |", pile=["django-fire"])
    assert after(game, Fire("django", "ghost")).figures["ghost"].place == "locomotive.roof"


@pytest.mark.clause("django.knock-back")
def test_only_the_target_is_knocked_back() -> None:
    game = board(
        """
        roof   |   | ghost doc | django |
        inside | M |           |        |
        """,
        pile=["django-fire"],
    )
    assert happens(game, Fire("django", "ghost")) == [
        (BulletGiven("django", "ghost", "ghost", "django-bullet-6", 5), SHOT_SIDE_BY_SIDE),
        (BanditMoved("ghost", "car-1.roof", "locomotive.roof", "knock"), ("django.knock-back",)),
        back("django-fire"),
    ]
    shot = after(game, Fire("django", "ghost"))
    assert (shot.figures["ghost"].place, shot.figures["doc"].place) == ("locomotive.roof", "car-1.roof")


@pytest.mark.clause("django.knock-back", "belle.not-if-another")
def test_belle_alone_is_knocked_back_like_anybody() -> None:
    game = board(
        """
        roof   | django |   | belle |   |
        inside | M      |   |       |   |
        """,
        pile=["django-fire"],
    )
    assert after(game, Fire("django", "belle")).figures["belle"].place == "car-3.roof"


@pytest.mark.clause("django.knock-back", "django.train-end", "tuco.through-the-roof")
@pytest.mark.parametrize(
    "sketch",
    [
        "roof | | ghost | |\ninside | M | django | |",
        "roof | | django | |\ninside | M | ghost | |",
        "roof | | | ghost |\ninside | M | | django |",
        "roof | django | | |\ninside | ghost | | M |",
    ],
    ids=["up", "down", "up at the tail", "down at the head"],
)
def test_a_shot_through_the_roof_has_no_direction_to_knock_in(sketch: str) -> None:
    """Nobody has both powers by the base game; a figure that has them anyway knocks only along the train."""
    game = settle(lay(with_power(board(sketch), "django", "django", "tuco"), "django-fire")).after
    assert happens(game, Fire("django", "ghost")) == [
        (BulletGiven("django", "ghost", "ghost", "django-bullet-6", 5), SHOT_THROUGH),
        back("django-fire"),
    ]
    assert after(game, Fire("django", "ghost")).figures["ghost"] == game.figures["ghost"]


@pytest.mark.clause("django.knock-back", "tuco.through-the-roof")
def test_with_tucos_power_django_still_knocks_along_the_train() -> None:
    game = board("roof | | doc | | |\ninside | M | django | ghost | |", pile=["django-fire"])
    assert happens(with_power(game, "django", "django", "tuco"), Fire("django", "ghost")) == [
        (BulletGiven("django", "ghost", "ghost", "django-bullet-6", 5), SHOT_INSIDE),
        (BanditMoved("ghost", "car-2.inside", "car-3.inside", "knock"), ("django.knock-back",)),
        back("django-fire"),
    ]


@pytest.mark.clause("django.knock-back")
def test_without_powers_djangos_shot_knocks_nobody() -> None:
    game = board("roof | | | |\ninside | M | ghost | django |", pile=["django-fire"], powers=False)
    assert happens(game, Fire("django", "ghost")) == [
        (BulletGiven("django", "ghost", "ghost", "django-bullet-6", 5), SHOT_INSIDE),
        back("django-fire"),
    ]


# --- all


@pytest.mark.clause("tuco.through-the-roof", "django.knock-back", "cheyenne.keeps-purse", "belle.not-if-another")
def test_a_power_goes_with_the_figure_that_has_it_not_with_its_name() -> None:
    game = board("roof | | ghost | |\ninside | M | doc | tuco |", pile=["doc-fire"])
    assert targets(with_power(game, "doc", "tuco"), "doc") == ["tuco", "ghost"]
    assert targets(with_power(game, "tuco", "belle"), "doc") == ["tuco"]
    knocked = after(with_power(game, "doc", "django"), Fire("doc", "tuco"))
    assert knocked.figures["tuco"].place == "car-2.inside"
    game = board("roof | | | |\ninside | M | doc tuco | |", pile=["doc-punch"], loot={"tuco": ["purse"]})
    keep = Punch("doc", "tuco", "purse-1", "car-2.inside", True)
    assert after(with_power(game, "doc", "cheyenne"), keep).figures["doc"].loot == ("purse-1",)


@pytest.mark.clause("ghost.first-turn-face-down", "doc.seven-cards")
def test_a_power_in_schemin_goes_with_the_seat_of_the_figure_that_has_it() -> None:
    game = with_power(with_power(before_the_hands(), "doc"), "ghost", "doc")
    assert len(drawn(game, "doc").cards) == 6
    game = after(game, Deal("chance", "deck", "doc", game.cards["doc"].deck))
    assert len(drawn(game, "ghost").cards) == 7
    game = with_power(with_power(scheming(), "ghost"), "doc", "ghost")
    assert refusal(game, PlayCard("ghost", "ghost-fire", True)) == ("turn.standard",)
    game = after(game, PlayCard("ghost", "ghost-fire", False))
    assert accepted(game, PlayCard("doc", "doc-fire", True))


@pytest.mark.clause("ruling.belle.blocks-sight", "fire.roof.line-of-sight")
def test_it_is_not_belle_who_hides_the_target_when_somebody_nearer_does() -> None:
    game = board("roof | doc | ghost | belle | tuco |\ninside | M | | | |", pile=["doc-fire"])
    assert refusal(game, Fire("doc", "tuco")) == ("fire.roof.line-of-sight",)
