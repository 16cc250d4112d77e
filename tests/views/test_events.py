"""What each role sees of an event."""

from typing import Annotated, Any

import attrs
import msgspec
import pytest

from colt_rules import events as e
from colt_rules.conformance.cases.board import board
from colt_rules.kernel import NEW, UnknownEvent, evolve
from colt_rules.model.audience import Open, SeenBy, audience_at, seen_by
from colt_rules.model.names import Number
from colt_rules.model.record import record
from colt_rules.modules import IncompleteModule
from colt_rules.rules.visibility import SHARED, everybody, nobody, player
from colt_rules.views import SeenEvent, UnknownRole, roles, view_event
from colt_rules.views.audiences import BY_MODULE, audiences_of
from colt_rules.views.events import ADDED, AUDIENCES, SOMETIMES, together

GAME = board(
    "roof | | | |\ninside | M | tuco cheyenne doc purse:400 | |",
    pile=["tuco-robbery"],
    loot={"tuco": ["purse:300", "jewel"]},
)


def seen(event: e.Event, role: str) -> SeenEvent:
    found = view_event(event, role, GAME)
    assert found is not None
    return found


def who_sees(field: str, event: e.Event) -> tuple[str, ...]:
    """The roles that see a field; checks that the field is listed as hidden from every other role."""
    for role in roles(GAME):
        assert (field in seen(event, role).data) != (field in seen(event, role).hidden)
    return tuple(role for role in roles(GAME) if field in seen(event, role).data)


EVERYBODY = roles(GAME)


# --- a field says who sees it, and one that does not is hidden


@record
class Whispered(e.Event):
    """An event of a module that is being written."""

    seat: Open[str]
    count: Open[Number]
    word: str
    cards: Annotated[tuple[str, ...], SeenBy("player", count="number")]


def test_a_field_that_does_not_say_who_sees_it_is_hidden() -> None:
    assert seen_by(Whispered)["word"] == SeenBy("nobody")
    assert audiences_of(Whispered, seen_by(Whispered)) == {
        "seat": everybody,
        "count": everybody,
        "word": nobody,
        "cards": player,
    }


def test_every_field_of_every_event_says_who_sees_it() -> None:
    fields = {f"{name}.{field.name}": field for name, kind in e.EVENTS.items() for field in attrs.fields(kind)}
    forgotten = [name for name, field in fields.items() if audience_at(field) is None]
    assert forgotten == [], "say Open, Hidden or SeenBy at the field; until then it is hidden"


def test_a_field_that_names_an_audience_that_nobody_lists_is_an_error() -> None:
    @record
    class Misspelt(e.Event):
        word: Annotated[str, SeenBy("plaer")]

    with pytest.raises(IncompleteModule, match=r"Misspelt\.word: expected an audience, one of .*; got 'plaer': list"):
        audiences_of(Misspelt, seen_by(Misspelt))


def test_no_two_audiences_have_one_name() -> None:
    listed = [*SHARED, *(audience for said in BY_MODULE.values() for audience in said.audiences)]
    assert len({audience.__name__ for audience in listed}) == len(listed)


def test_what_is_added_to_an_event_never_stands_in_the_place_of_a_field() -> None:
    for kind, added in (*ADDED.items(), *SOMETIMES.items()):
        assert not added.keys() & AUDIENCES[kind].keys()


def test_that_two_add_the_same_to_an_event_is_a_mistake() -> None:
    twice: list[dict[type[e.Event], dict[str, str]]]
    twice = [{e.RansomPaid: {"amount": "nobody"}}, {e.RansomPaid: {"bandit": "all"}}, {e.RansomPaid: {"amount": "all"}}]
    assert together(twice[:2]) == {e.RansomPaid: {"amount": "nobody", "bandit": "all"}}
    with pytest.raises(ValueError, match=r"expected RansomPaid\.amount to be listed once, got it twice"):
        together(twice)


def test_what_is_no_event_is_refused_with_a_clear_message() -> None:
    @record
    class Whisper:
        word: str

    whisper: Any = Whisper("psst")
    for role in roles(GAME):
        with pytest.raises(UnknownEvent, match=r"expected one of the \d+ event types, got Whisper"):
            view_event(whisper, role, GAME)


def test_the_seats_of_a_game_are_roles_from_its_first_event_on() -> None:
    started = e.GameStarted("ru-full", ("base",), ("tuco", "doc", "belle"), True, True, True, ())
    with pytest.raises(UnknownRole):
        view_event(started, "tuco", NEW)
    found = view_event(started, "tuco", evolve(NEW, started), ("setup.players",))
    assert found == SeenEvent("GameStarted", attrs.asdict(started), (), ("setup.players",))


# --- cards


@pytest.mark.clause("secrecy.decks")
def test_a_shuffled_deck_is_seen_by_nobody_and_its_size_by_all() -> None:
    shuffled = e.DeckShuffled("tuco", ("tuco-move", "tuco-fire"))
    assert who_sees("deck", shuffled) == ("referee",)
    assert seen(shuffled, "tuco") == SeenEvent("DeckShuffled", {"seat": "tuco", "count": 2}, ("deck",), ())


@pytest.mark.clause("ruling.secrecy.hands", "ruling.secrecy.open-information")
@pytest.mark.parametrize("kind", [e.HandDrawn, e.CardsDrawn, e.HandReturned])
def test_cards_that_come_to_or_from_a_hand_are_seen_by_their_player_and_counted_by_all(kind: Any) -> None:
    drawn = kind("tuco", ("tuco-move", "neutral-bullet", "tuco-fire"))
    assert who_sees("cards", drawn) == ("tuco", "referee")
    assert seen(drawn, "tuco").data["cards"] == ("tuco-move", "neutral-bullet", "tuco-fire")
    for role in roles(GAME):
        assert seen(drawn, role).data["count"] == 3


@pytest.mark.clause("ruling.secrecy.hands")
def test_a_card_played_face_down_is_known_to_its_player_and_one_played_face_up_to_all() -> None:
    assert who_sees("card", e.CardPlayed("tuco", "tuco-fire", True)) == ("tuco", "referee")
    assert who_sees("card", e.CardPlayed("tuco", "tuco-fire", False)) == EVERYBODY


@pytest.mark.clause("ruling.secrecy.hands")
def test_a_card_is_shown_to_all_when_it_is_carried_out() -> None:
    assert who_sees("card", e.CardRevealed("tuco", "tuco-fire")) == EVERYBODY
    assert who_sees("card", e.CardReturned("tuco", "tuco-fire")) == EVERYBODY
    for told in (e.ActionTaken("tuco", "fire"), e.ActionIdle("tuco", "fire")):
        assert who_sees("bandit", told) == who_sees("action", told) == EVERYBODY


@pytest.mark.clause("secrecy.round-deck")
def test_drawn_round_cards_are_counted_by_all_and_seen_by_nobody() -> None:
    drawn = e.RoundCardsDrawn(("tunnel.2-4", "bridge.2-4"))
    assert who_sees("cards", drawn) == ("referee",)
    assert who_sees("count", drawn) == EVERYBODY
    assert who_sees("card", e.StationDrawn("conductor")) == ("referee",)


@pytest.mark.clause("secrecy.round-deck")
def test_a_round_card_is_known_once_it_is_revealed() -> None:
    assert who_sees("card", e.RoundStarted(1, "tunnel.2-4", "tuco", ("tuco", "doc"))) == EVERYBODY


@pytest.mark.clause("ruling.secrecy.open-information")
def test_everybody_sees_who_got_which_bullet_from_whom() -> None:
    given = e.BulletGiven("tuco", "doc", "doc", "tuco-bullet-6", 5)
    for role in roles(GAME):
        assert seen(given, role).data == attrs.asdict(given)


# --- loot


@pytest.mark.clause("setup.loot.purses-blind")
def test_the_value_of_a_purse_placed_on_the_train_is_seen_by_nobody_and_of_other_loot_by_all() -> None:
    assert who_sees("value", e.LootPlaced("purse-1", 400, "car-1.inside")) == ("referee",)
    assert who_sees("value", e.LootPlaced("jewel-1", 500, "car-1.inside")) == EVERYBODY
    assert who_sees("value", e.LootSetAside("strongbox-2", 1000)) == EVERYBODY


def test_the_first_purse_is_worth_the_same_for_everybody_and_so_no_secret() -> None:
    taken = e.SeatTaken("tuco", "tuco", ("tuco-move",), 6, ("tuco",), "purse-tuco", 250)
    assert who_sees("value", taken) == EVERYBODY


@pytest.mark.clause("robbery.unseen", "secrecy.purse-values")
def test_the_robber_alone_learns_what_the_purse_is_worth_once_it_is_taken() -> None:
    taken = e.LootTaken("tuco", "purse-1", "car-1.inside")
    assert who_sees("value", taken) == ("tuco", "referee")
    assert seen(taken, "tuco").data["value"] == 400
    assert who_sees("token", taken) == EVERYBODY


@pytest.mark.clause("punch.loot.purse-unseen", "secrecy.purse-values")
def test_a_purse_punched_out_of_a_hand_is_known_to_who_lost_it_and_not_to_the_puncher() -> None:
    assert who_sees("value", e.LootDropped("tuco", "purse-2", "car-1.inside")) == ("tuco", "referee")


@pytest.mark.clause("punch.loot.purse-unseen", "secrecy.purse-values")
def test_a_purse_that_cheyenne_keeps_is_known_to_her_and_to_who_lost_it() -> None:
    assert who_sees("value", e.LootSnatched("tuco", "purse-2", "cheyenne")) == ("tuco", "cheyenne", "referee")


@pytest.mark.clause("ruling.marshals-revenge.equal-purses", "secrecy.purse-values")
def test_a_purse_that_leaves_the_game_leaves_it_face_down() -> None:
    assert who_sees("value", e.LootLost("tuco", "purse-2")) == ("tuco", "referee")


@pytest.mark.clause("ruling.secrecy.open-information")
def test_the_value_of_a_jewel_is_open_in_whatever_happens_to_it() -> None:
    for event in (
        e.LootTaken("tuco", "jewel-1", "car-1.inside"),
        e.LootDropped("tuco", "jewel-1", "car-1.inside"),
        e.LootLost("tuco", "jewel-1"),
    ):
        assert who_sees("value", event) == EVERYBODY


# --- the form


def test_a_seen_event_carries_its_wire_name_its_clauses_and_the_names_of_what_is_hidden() -> None:
    found = view_event(e.CardPlayed("tuco", "tuco-fire", True), "doc", GAME, ("turn.tunnel",))
    assert msgspec.json.decode(msgspec.json.encode(found)) == {
        "type": "CardPlayed",
        "data": {"seat": "tuco", "face_down": True},
        "hidden": ["card"],
        "cites": ["turn.tunnel"],
    }
