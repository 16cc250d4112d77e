"""A command that was not given is judged in place of another: what forbids it, and the nearest legal ones."""

import msgspec
import pytest

from colt_rules.commands import ChangeFloor, Command, Deal, DrawCards, Fire, Move, PlayCard, Punch, Rob, StartGame
from colt_rules.events import ActionIdle
from colt_rules.kernel import Refused, awaiting, decide, legal
from colt_rules.log.entries import CommandEntry
from colt_rules.model.names import CHANCE
from colt_rules.model.record import changed
from colt_rules.referee.why_not import CannotJudge, NotForRole, WhyNot, nearest, what_allows, why_not
from colt_rules.rules.duo.commands import AddNoCard, PlaceBandits
from colt_rules.rules.expert.commands import KeepCards
from colt_rules.views import UnknownRole, View
from tests.logs import changed_entry
from tests.referee.test_explain import KNOCKED, SHOT, THROUGH, forged, story

PUNCHED = 190
"""Belle loses a jewel to Django's punch."""


def forbidding(found: WhyNot) -> list[str]:
    return [one.id for one in found.clauses]


@pytest.mark.parametrize(
    ("seq", "command", "clauses"),
    [
        (SHOT, Fire("django", "belle"), ["fire.not-same-place", "belle.not-if-another"]),
        (SHOT, Fire("django", "tuco"), ["fire.inside.adjacent"]),
        (THROUGH, Fire("tuco", "belle"), ["belle.not-if-another"]),
        (SHOT, Fire("django", "nobody"), ["fire.target"]),
    ],
)
def test_every_clause_that_forbids_a_command(seq: int, command: Command, clauses: list[str]) -> None:
    found = why_not(story(), seq, command)
    assert not found.allowed
    assert forbidding(found) == clauses
    assert all(one.entry and one.passages for one in found.clauses)
    assert found.message.startswith("this could be chosen")
    assert found.leads_to == ()


def test_out_of_turn_it_is_said_whose_turn_it_is() -> None:
    found = why_not(story(), SHOT, Move("belle", "dining.inside"))
    assert forbidding(found)[0] == "ruling.command.form"
    assert found.message == "Belle does not decide now; expected is a decision of Django (fire)"
    assert [(near.command, near.differs) for near in found.nearest] == [(Fire("django", "cheyenne"), ("actor", "type"))]


def test_what_is_allowed_comes_with_what_it_rests_on_and_leads_to() -> None:
    given = story().moment(PUNCHED).step.command.command
    assert isinstance(given, Punch)
    found = why_not(story(), PUNCHED, given)
    assert (found.allowed, found.given, found.nearest, found.message) == (True, True, (), "")
    assert forbidding(found)[:3] == ["stealin.obligatory", "punch.loot.chosen", "punch.loot.dropped"]
    assert "stealin.card-returns" not in forbidding(found)  # an automatic consequence
    assert found.leads_to
    assert found.leads_to[1] == "Belle lost jewel 5 ($500), which lies on the roof of the mail car now."
    other = next(one for one in legal(found.step.before, "django") if one != given)
    assert why_not(story(), PUNCHED, other).allowed
    assert not why_not(story(), PUNCHED, other).given


def test_the_nearest_come_first_and_each_with_what_allows_it() -> None:
    given = story().moment(PUNCHED).step.command.command
    assert isinstance(given, Punch)
    found = why_not(story(), PUNCHED, changed(given, keep=True))
    assert found.nearest[0].command == given
    assert found.nearest[0].differs == ("keep",)
    assert [one.id for one in found.nearest[0].clauses][:2] == ["stealin.obligatory", "punch.loot.chosen"]
    assert [near.differs for near in found.nearest] == [("keep",), ("token", "keep")]


def test_another_type_is_farther_than_any_of_the_same() -> None:
    step = next(step for step in story().steps() if isinstance(step.command.command, PlayCard))
    seat = step.command.actor
    seq = step.events[0].seq
    played = [near.command for near in why_not(story(), seq, PlayCard(seat, "none", True)).nearest]
    assert {one.__class__ for one in played} == {PlayCard}
    other = why_not(story(), seq, AddNoCard(seat))
    assert {near.command.actor for near in other.nearest} == {seat}
    assert all(near.differs == ("type",) for near in other.nearest)
    assert DrawCards(seat) in legal(step.before, seat)


def test_rows_are_nearer_the_more_they_share() -> None:
    game = story("russian-expert")
    step = next(step for step in game.steps() if isinstance(step.command.command, KeepCards))
    seat, hand = step.command.actor, step.before.cards[step.command.actor].hand
    kept = tuple(sorted(card for card in hand if "bullet" not in card))
    found = why_not(game, step.events[0].seq, KeepCards(seat, (*kept, "zorro-fire")))
    assert found.nearest[0].command == KeepCards(seat, kept)


def test_what_nobody_could_list_is_looked_for_on_the_way_to_what_was_given() -> None:
    deal = story().moment(33).step.command.command
    assert isinstance(deal, Deal)
    found = why_not(story(), 33, changed(deal, outcome=("django-fire",) * 10))
    assert [near.command for near in found.nearest] == [deal]
    start = story().moment(1).step.command.command
    assert isinstance(start, StartGame)
    found = why_not(story(), 1, changed(start, edition="pl-base", powers=False, stations=False))
    assert forbidding(found) == ["setup.advanced.always", "setup.rounds.station-always"]
    near = {(near.command.edition, near.differs) for near in found.nearest if isinstance(near.command, StartGame)}
    assert ("ru-full", ("edition",)) in near
    assert all(near.command in legal(found.step.before, "table") for near in found.nearest)


def test_where_what_was_given_is_wrong_too_any_legal_ones_are_named() -> None:
    deal = story().moment(33).step.command
    wrong = forged(
        lambda entry: [
            changed_entry(entry, data=msgspec.structs.replace(deal.data, outcome=("django-move",) * 10))
            if isinstance(entry, CommandEntry) and entry.number == deal.number
            else entry
        ]
    )
    found = why_not(wrong, 33, Deal(CHANCE, "deck", "django", ("django-fire",) * 10))
    assert len(found.nearest) == 3
    assert all(near.command in legal(found.step.before, CHANCE) for near in found.nearest)


def test_who_has_to_decide_is_shown_no_options_of_others() -> None:
    game = story("house-rules-duo")
    step = next(step for step in game.steps() if isinstance(step.command.command, PlaceBandits))
    assert len(awaiting(step.before)) == 3
    seat = step.command.actor
    found = why_not(game, step.events[0].seq, PlaceBandits(seat, "nobody"), seat)
    assert [near.command for near in found.nearest] == list(legal(step.before, seat))


def test_what_is_near_is_always_legal() -> None:
    game = story("six-everything")
    for step in list(game.steps())[::15]:
        if step.command.actor == CHANCE:
            continue
        for command in (ChangeFloor(step.command.actor, "nowhere"), Fire("nobody", "doc")):
            assert isinstance(decide(step.before, command), Refused)
            found = nearest(step, command)
            assert 0 < len(found) <= 3
            for one in found:
                assert one in legal(step.before, one.actor)
                assert what_allows(step.before, one)
            assert {one.actor for one in found} <= {decision.actor for decision in awaiting(step.before)}


# --- audiences, and positions that cannot be judged


def test_only_the_actor_and_the_referee_are_told() -> None:
    command = Fire("django", "belle")
    assert isinstance(why_not(story(), SHOT, command, "django").before, View)
    for role in ("tuco", "spectator"):
        with pytest.raises(NotForRole):
            why_not(story(), SHOT, command, role)
    with pytest.raises(UnknownRole):
        why_not(story(), SHOT, command, "doc")


def test_an_actor_out_of_turn_learns_nothing_of_others_cards() -> None:
    step = next(step for step in story().steps() if isinstance(step.command.command, PlayCard))
    other = next(seat for seat in step.before.cards if seat != step.command.actor)
    found = why_not(story(), step.events[0].seq, DrawCards(other), other)
    assert not found.allowed
    assert found.nearest == ()


def test_what_came_of_the_given_command_is_told_as_its_actor_saw_it() -> None:
    step = next(step for step in story().steps() if isinstance(step.command.command, DrawCards))
    seat = step.command.actor
    found = why_not(story(), step.events[0].seq, DrawCards(seat), seat)
    assert found.allowed
    assert found.leads_to
    assert "drew instead of playing a card" in found.leads_to[0]


@pytest.mark.clause("secrecy.decks", "robbery.unseen")
@pytest.mark.parametrize("kind", [DrawCards, Rob])
def test_what_would_come_of_another_command_is_for_the_referee(kind: type[Command]) -> None:
    """It would reveal the next cards of a deck, or the value of each purse in a car."""
    step, other = next(
        (step, command)
        for step in story().steps()
        if step.command.actor in step.before.cards
        for command in legal(step.before, step.command.actor)
        if isinstance(command, kind) and command != step.command.command
    )
    seq, seat = step.events[0].seq, step.command.actor
    told = why_not(story(), seq, other, seat)
    assert (told.allowed, told.leads_to) == (True, None)
    assert forbidding(told) == forbidding(why_not(story(), seq, other))
    assert why_not(story(), seq, other).leads_to


def test_a_position_that_no_game_leads_to() -> None:
    last = story().moment(SHOT).step.events[-1].seq
    wrong = forged(lambda entry: [] if entry.seq == last else [entry])
    with pytest.raises(CannotJudge):
        why_not(wrong, last, Fire("django", "belle"))
    assert not why_not(wrong, KNOCKED, Fire("django", "belle")).allowed


def test_where_a_card_could_do_nothing_that_is_judged_right_there() -> None:
    game = story()
    idle = next(
        entry
        for step in game.steps()
        for entry in step.events
        if isinstance(entry.event, ActionIdle) and entry.event.action == "fire"
    )
    assert isinstance(idle.event, ActionIdle)
    shooter = idle.event.bandit
    for target in game.moment(idle.seq).before.figures:
        found = why_not(game, idle.seq, Fire(shooter, target))
        ids = [one.id for one in found.clauses]
        assert not found.allowed
        assert {"stealin.obligatory", "fire.no-target"} <= set(ids)
        assert ids[0].startswith("fire.") or target == shooter
        assert found.before == game.moment(idle.seq).before
        assert found.message == "nobody was asked here: the card could do nothing"


def test_another_command_is_judged_where_somebody_was_asked() -> None:
    game = story()
    idle = next(entry for step in game.steps() for entry in step.events if isinstance(entry.event, ActionIdle))
    assert isinstance(idle.event, ActionIdle)
    found = why_not(game, idle.seq, DrawCards(idle.event.bandit))
    assert found.before == game.moment(idle.seq).step.before
