"""Why a role sees what it sees: the clauses behind what is shown to some and hidden from others."""

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.kernel import NEW, NotAtRest
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry.registry import registry
from colt_rules.views import UnknownRole, roles, view_reasons
from tests.tables import play, table

SKETCH = "roof | | | |\ninside | M | tuco ghost | doc |"
OPEN = "ruling.secrecy.open-information"
FLOOR = {"setup.loot.purses-blind", "robbery.unseen"}
OWNED = {"secrecy.loot-collected", "secrecy.purse-values", "punch.loot.purse-unseen"}
HANDS, DECKS, ROUNDS = "ruling.secrecy.hands", "secrecy.decks", "secrecy.round-deck"


def shown(game: Game, role: str) -> set[str]:
    return set(view_reasons(game, role).shown)


def hidden(game: Game, role: str) -> set[str]:
    return set(view_reasons(game, role).hidden)


def bare() -> Game:
    """A game in which nothing is hidden but the decks."""
    return board(SKETCH, pile=["tuco-move"])


@pytest.mark.clause("ruling.secrecy.open-information")
def test_what_all_see_is_open_to_everybody_by_the_ruling() -> None:
    for role in ("spectator", "tuco"):
        assert shown(bare(), role) == {OPEN}
    assert shown(NEW, "spectator") == {OPEN}
    assert hidden(NEW, "spectator") == set()


@pytest.mark.clause("secrecy.decks")
def test_decks_are_hidden_from_all_but_the_referee_as_long_as_there_is_one() -> None:
    for role in ("tuco", "doc", "spectator"):
        assert hidden(bare(), role) == {DECKS}
    assert DECKS in shown(bare(), "referee")
    assert hidden(bare(), "referee") == set()
    empty = changed(bare(), cards={seat: changed(cards, deck=()) for seat, cards in bare().cards.items()})
    assert hidden(empty, "tuco") == set()


@pytest.mark.clause("ruling.secrecy.hands")
def test_a_hand_is_shown_to_its_player_and_hidden_from_the_others() -> None:
    game = board(SKETCH, hands={"tuco": ["tuco-fire"]})
    assert HANDS in shown(game, "tuco")
    assert HANDS not in hidden(game, "tuco"), "nobody else has a hand"
    for role in ("doc", "spectator"):
        assert HANDS in hidden(game, role)
        assert HANDS not in shown(game, role)
    both = board(SKETCH, hands={"tuco": ["tuco-fire"], "doc": ["doc-fire"]})
    assert HANDS in shown(both, "tuco") & hidden(both, "tuco")


@pytest.mark.clause("ruling.secrecy.hands")
def test_a_card_face_down_is_shown_to_its_player_and_hidden_from_the_others() -> None:
    down, up = (board(SKETCH, pile=[card], hands={}) for card in ("ghost-fire?", "ghost-fire"))
    assert HANDS in shown(down, "ghost") - hidden(down, "ghost")
    assert HANDS in hidden(down, "tuco") - shown(down, "tuco")
    assert HANDS not in shown(up, "ghost") | hidden(up, "ghost") | hidden(up, "tuco")


@pytest.mark.clause("secrecy.round-deck")
def test_rounds_to_come_are_hidden_as_long_as_there_are_some() -> None:
    game = board(SKETCH, pile=["tuco-move"], rounds=["conductor"])
    assert ROUNDS in hidden(game, "tuco") - shown(game, "tuco")
    assert ROUNDS in shown(game, "referee") - hidden(game, "referee")
    assert ROUNDS not in shown(bare(), "referee") | hidden(bare(), "tuco")


@pytest.mark.clause("setup.loot.purses-blind", "robbery.unseen")
def test_a_purse_that_lies_about_is_closed_and_other_loot_is_open() -> None:
    purse, jewel = (
        board(SKETCH.replace("doc", f"doc {loot}"), pile=["tuco-move"]) for loot in ("purse", "jewel strongbox")
    )
    assert hidden(purse, "doc") == {DECKS, *FLOOR}
    assert shown(purse, "referee") == {DECKS, OPEN, *FLOOR}
    assert hidden(jewel, "doc") == {DECKS}


@pytest.mark.clause("secrecy.purse-values", "secrecy.loot-collected", "punch.loot.purse-unseen")
def test_a_purse_is_open_to_its_owner_and_closed_to_the_others() -> None:
    game = board(SKETCH, pile=["tuco-move"], loot={"tuco": ["purse"]})
    assert shown(game, "tuco") == {OPEN, *OWNED}
    assert hidden(game, "tuco") == {DECKS}
    for role in ("doc", "spectator"):
        assert hidden(game, role) == {DECKS, *OWNED}
        assert shown(game, role) == {OPEN, "secrecy.loot-collected"}, "that there is a token, all see"


@pytest.mark.clause("secrecy.loot-collected")
def test_of_a_jewel_nothing_is_hidden() -> None:
    game = board(SKETCH, pile=["tuco-move"], loot={"tuco": ["jewel"]})
    assert shown(game, "doc") == {OPEN, "secrecy.loot-collected"}
    assert hidden(game, "doc") == {DECKS}


@pytest.mark.clause("secrecy.purse-values", "secrecy.decks")
def test_when_the_game_is_over_nothing_is_hidden_from_anybody() -> None:
    game = changed(board(SKETCH, loot={"tuco": ["purse"]}, hands={"doc": ["doc-fire"]}), phase="over")
    for role in roles(game):
        assert hidden(game, role) == set()
        assert {DECKS, HANDS, *OWNED} <= shown(game, role)


def test_each_clause_is_named_once_and_exists() -> None:
    for game, _, verdict in play(table(4, stations=True), seed=3):
        for role in roles(verdict.after):
            reasons = view_reasons(verdict.after, role)
            assert len(set(reasons.shown)) == len(reasons.shown)
            assert len(set(reasons.hidden)) == len(reasons.hidden)
            assert all(registry().find(id) for id in (*reasons.shown, *reasons.hidden)), game
        assert view_reasons(verdict.after, "referee").hidden == ()


def test_an_unknown_role_sees_nothing() -> None:
    with pytest.raises(UnknownRole, match="expected a role of this game"):
        view_reasons(bare(), "belle")
    with pytest.raises(NotAtRest):
        view_reasons(board(SKETCH), "tuco")
