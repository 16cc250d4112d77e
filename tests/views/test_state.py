"""What each role sees of a position."""

import attrs
import msgspec
import pytest
from msgspec import UNSET

from colt_rules.conformance.cases.board import board
from colt_rules.kernel import NEW, settle
from colt_rules.model.agreement import Agreed
from colt_rules.model.record import changed, record
from colt_rules.model.state import Cards, Figure, Game, Options, Played, Round, Standing
from colt_rules.modules import field_of, parts
from colt_rules.views import View, roles, view
from colt_rules.views.records import TokenView
from colt_rules.views.state import SeatView

STEALIN = board(
    """
    roof   |             |              | purse:400 |
    inside | M strongbox | tuco ghost doc | jewel   |
    """,
    pile=["tuco-move", "ghost-fire"],
    loot={"tuco": ["purse:300", "jewel"], "ghost": ["purse:500"]},
    received={"doc": ["neutral-bullet", "tuco-bullet-6"]},
    bullets={"tuco": 5},
    rounds=["tunnel.2-4", "conductor"],
)
SCHEMIN = changed(
    STEALIN,
    phase="schemin",
    cards={
        **STEALIN.cards,
        "tuco": Cards(("tuco-punch", "tuco-move"), ("tuco-fire", "tuco-robbery", "tuco-marshal")),
        "doc": Cards(("doc-fire", "tuco-bullet-6"), ("neutral-bullet", "doc-move")),
    },
    round=changed(
        STEALIN.round,
        hidden=True,
        order=("doc", "tuco"),
        current=None,
        pile=(
            Played("tuco", "tuco-floor-change", False),
            Played("doc", "doc-robbery", False),
            Played("ghost", "ghost-fire", True),
        ),
    ),
)
OVER = changed(SCHEMIN, phase="over", rounds=(), ranking=(Standing(1, "tuco", 800, 0),))
AGREED = changed(STEALIN, agreed=Agreed(("tunnel.2-4",), ("conductor",)))
OTHERS = ("ghost", "doc", "spectator")


def seat(game: Game, role: str, name: str) -> SeatView:
    return next(each for each in view(game, role).seats if each.seat == name)


def tokens(game: Game, role: str, bandit: str) -> tuple[TokenView, ...]:
    return next(each.tokens for each in view(game, role).bandits if each.bandit == bandit)


# --- loot


@pytest.mark.clause("secrecy.purse-values", "secrecy.loot-collected")
def test_the_owner_and_the_referee_look_into_a_purse_and_others_see_that_it_is_one() -> None:
    seen = (TokenView("purse-2", "purse", 300), TokenView("jewel-2", "jewel", 500))
    assert tokens(STEALIN, "tuco", "tuco") == tokens(STEALIN, "referee", "tuco") == seen
    for role in OTHERS:
        assert tokens(STEALIN, role, "tuco") == (TokenView("purse-2", "purse", None), seen[1])


@pytest.mark.clause("setup.loot.purses-blind", "robbery.unseen", "punch.loot.purse-unseen")
def test_nobody_but_the_referee_looks_into_a_purse_that_lies_about() -> None:
    for role in roles(STEALIN):
        value = 400 if role == "referee" else None
        assert view(STEALIN, role).floor["car-2.roof"] == (TokenView("purse-1", "purse", value),)


@pytest.mark.clause("secrecy.purse-values", "setup.loot.purses-blind")
def test_purses_stay_closed_until_the_game_is_over_even_while_pockets_are_picked() -> None:
    sketch = "roof | | | |\ninside | M | tuco purse:400 | doc ghost |"
    picking = settle(board(sketch, card="pickpocketing", loot={"doc": ["purse:300"]})).after
    assert picking.phase == "round-end"
    assert view(picking, "tuco").floor == {"car-1.inside": (TokenView("purse-1", "purse", None),)}
    for role in ("tuco", "ghost", "spectator"):
        assert tokens(picking, role, "doc") == (TokenView("purse-2", "purse", None),)


@pytest.mark.clause("secrecy.purse-values")
def test_a_purse_that_was_dropped_is_closed_to_its_former_owner_as_well() -> None:
    poorer = changed(STEALIN.figures["tuco"], loot=("jewel-2",))
    dropped = changed(
        STEALIN,
        figures={**STEALIN.figures, "tuco": poorer},
        floor={**STEALIN.floor, "car-1.inside": ("purse-2",)},
    )
    assert view(dropped, "tuco").floor["car-1.inside"] == (TokenView("purse-2", "purse", None),)


@pytest.mark.clause("ruling.secrecy.open-information")
def test_jewels_and_strongboxes_are_open_wherever_they_are() -> None:
    for role in roles(STEALIN):
        seen = view(STEALIN, role)
        assert seen.floor["car-2.inside"] == (TokenView("jewel-1", "jewel", 500),)
        assert seen.floor["locomotive.inside"] == (TokenView("strongbox-1", "strongbox", 1000),)
        assert seen.aside == (TokenView("strongbox-2", "strongbox", 1000),)


def test_loot_of_a_kind_nobody_thought_of_keeps_its_value_to_itself() -> None:
    strange = changed(STEALIN, floor={"car-1.roof": ("mask-1",)}, values={**STEALIN.values, "mask-1": 7})
    assert view(strange, "tuco").floor == {"car-1.roof": (TokenView("mask-1", "mask", None),)}


# --- cards


@pytest.mark.clause("ruling.secrecy.hands", "ruling.secrecy.open-information")
def test_a_hand_is_seen_by_its_owner_in_its_own_order_and_its_size_by_all() -> None:
    for role in roles(SCHEMIN):
        known = role in ("tuco", "referee")
        assert seat(SCHEMIN, role, "tuco").hand == (("tuco-punch", "tuco-move") if known else None)
        assert seat(SCHEMIN, role, "tuco").hand_size == 2


@pytest.mark.clause("secrecy.decks", "ruling.secrecy.open-information")
def test_a_deck_is_seen_by_nobody_not_even_its_owner_and_its_size_by_all() -> None:
    for role in roles(SCHEMIN):
        known = role == "referee"
        assert seat(SCHEMIN, role, "tuco").deck == (SCHEMIN.cards["tuco"].deck if known else None)
        assert seat(SCHEMIN, role, "tuco").deck_size == 3


@pytest.mark.clause("ruling.secrecy.open-information")
def test_the_bullets_received_are_open_but_not_whether_they_are_in_hand_or_deck() -> None:
    other_way = changed(
        SCHEMIN,
        cards={
            **SCHEMIN.cards,
            "doc": Cards(("doc-fire", "neutral-bullet"), ("tuco-bullet-6", "doc-move")),
        },
    )
    for role in ("tuco", "ghost", "spectator"):
        assert seat(SCHEMIN, role, "doc").bullets == ("neutral-bullet", "tuco-bullet-6")
        assert view(SCHEMIN, role) == view(other_way, role)
    assert view(SCHEMIN, "doc") != view(other_way, "doc")


@pytest.mark.clause("ruling.secrecy.open-information")
def test_bullets_left_ransoms_and_the_neutral_pile_are_open() -> None:
    for role in roles(STEALIN):
        seen = view(STEALIN, role)
        assert [(each.bandit, each.bullets, each.ransom) for each in seen.bandits] == [
            ("tuco", 5, 0),
            ("ghost", 6, 0),
            ("doc", 6, 0),
        ]
        assert seen.neutral == STEALIN.neutral == 12


@pytest.mark.clause("ruling.secrecy.hands")
def test_on_the_pile_only_the_player_knows_a_card_that_lies_face_down() -> None:
    for role in roles(SCHEMIN):
        known = role in ("ghost", "referee")
        assert [each.card for each in view(SCHEMIN, role).round.pile] == [
            "tuco-floor-change",
            "doc-robbery",
            "ghost-fire" if known else None,
        ]
        assert [each.face_down for each in view(SCHEMIN, role).round.pile] == [False, False, True]


@pytest.mark.clause("ruling.secrecy.hands")
def test_the_card_that_is_carried_out_is_open_even_if_it_was_played_face_down() -> None:
    revealed = changed(STEALIN, round=changed(STEALIN.round, current=Played("tuco", "tuco-move", True)))
    for role in roles(revealed):
        current = view(revealed, role).round.current
        assert current is not None
        assert current.card == "tuco-move"


@pytest.mark.clause("secrecy.round-deck")
def test_how_many_rounds_are_to_come_is_open_and_which_ones_only_to_the_referee() -> None:
    for role in roles(STEALIN):
        assert view(STEALIN, role).rounds_left == 2
        assert view(STEALIN, role).rounds == (("tunnel.2-4", "conductor") if role == "referee" else None)


def test_everybody_sees_who_has_to_decide_what() -> None:
    for role in roles(STEALIN):
        open_ = view(STEALIN, role).awaiting
        assert [(each.actor, each.kind, each.subject) for each in open_] == [("tuco", "move", "tuco")]


# --- the end, and what is listed


@pytest.mark.clause("secrecy.loot-collected", "secrecy.purse-values")
def test_when_the_game_is_over_everybody_sees_what_the_referee_sees() -> None:
    for role in roles(OVER):
        assert changed(view(OVER, role), role="referee") == view(OVER, "referee")
    assert view(OVER, "doc").ranking == OVER.ranking
    assert view(SCHEMIN, "doc") != changed(view(SCHEMIN, "referee"), role="doc")


@pytest.mark.parametrize(
    "game", [NEW, STEALIN, SCHEMIN, OVER, AGREED], ids=["new", "stealin", "schemin", "over", "agreed"]
)
def test_every_field_of_every_view_can_be_written_as_json(game: Game) -> None:
    added = {field_of(name) for name, _ in parts("model")}
    unasked = {"agreed"} if game.agreed is UNSET else set()
    for role in roles(game):
        written = msgspec.json.decode(msgspec.json.encode(view(game, role)))
        assert written.keys() == {field.name for field in attrs.fields(View)} - added - unasked


def test_a_new_field_of_the_state_is_not_shown_by_itself() -> None:
    """Law 8: each part of the state grows a field, and no view shows it."""

    @record
    class GrownOptions(Options):
        secret: str = ""

    @record
    class GrownCards(Cards):
        secret: str = ""

    @record
    class GrownFigure(Figure):
        secret: str = ""

    @record
    class GrownPlayed(Played):
        secret: str = ""

    @record
    class GrownRound(Round):
        secret: str = ""

    @record
    class GrownGame(Game):
        secret: str = ""

    def fields(part: attrs.AttrsInstance) -> dict[str, object]:
        return {field.name: getattr(part, field.name) for field in attrs.fields(part.__class__)}

    def grown(kind: type, part: attrs.AttrsInstance, **changes: object) -> object:
        return kind(**{**fields(part), **changes}, secret="open sesame")

    plain = changed(SCHEMIN, round=changed(SCHEMIN.round, current=SCHEMIN.round.pile[0]))
    round_ = plain.round
    game = grown(
        GrownGame,
        plain,
        options=grown(GrownOptions, plain.options),
        cards={name: grown(GrownCards, cards) for name, cards in plain.cards.items()},
        figures={name: grown(GrownFigure, figure) for name, figure in plain.figures.items()},
        round=grown(
            GrownRound,
            round_,
            pile=tuple(grown(GrownPlayed, played) for played in round_.pile),
            current=grown(GrownPlayed, round_.pile[0]),
        ),
    )
    assert isinstance(game, Game)
    for role in roles(plain):
        assert b"sesame" not in msgspec.json.encode(view(game, role))
        assert view(game, role) == view(plain, role)
