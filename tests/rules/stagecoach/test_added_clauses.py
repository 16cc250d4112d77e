"""What events of the base game rest on besides when they happen at the stagecoach."""

import pytest

from colt_rules.commands import Fire, Pickpocket, Punch, Rob
from colt_rules.decisions import Decision
from colt_rules.events import BanditMoved, BulletGiven, Event, HappeningStarted, LootDropped, LootTaken
from colt_rules.kernel import awaiting, settle
from colt_rules.model.names import Cites
from colt_rules.model.state import Game
from tests.rules.coaches import ON_TOP, WITHIN, coach
from tests.verdicts import accepted, happens

CROWDED = """
    car    |     | a           | b | stagecoach     |
    roof   | doc |             |   | tuco cheyenne  |
    inside | M   | belle       |   | ghost purse    |
    beside |     | stagecoach  |   |                |
"""


def cites_of(game: Game, command: Fire | Punch | Rob, cls: type[Event]) -> Cites:
    return next(cites for event, cites in happens(game, command) if isinstance(event, cls))


@pytest.mark.clause("stagecoach.inside.fire", "stagecoach.roof.fire")
def test_a_shot_across_rests_on_the_clause_for_its_level() -> None:
    inside = coach(CROWDED, pile=["ghost-fire"], powers=False)
    assert cites_of(inside, Fire("ghost", "belle"), BulletGiven)[-1] == "stagecoach.inside.fire"
    above = coach(CROWDED, pile=["tuco-fire"], powers=False)
    assert cites_of(above, Fire("tuco", "doc"), BulletGiven)[-1] == "stagecoach.roof.fire"


@pytest.mark.clause("stagecoach.roof.push", "ruling.stagecoach.like-a-car", "stagecoach.two-places")
def test_a_punch_works_on_the_stagecoach_as_in_a_car() -> None:
    game = coach(CROWDED, pile=["tuco-punch"], loot={"cheyenne": ["jewel"]})
    punch = Punch("tuco", "cheyenne", "jewel-1", "a.roof", False)
    assert cites_of(game, punch, BanditMoved)[-2:] == ("stagecoach.roof.push", "ruling.stagecoach.like-a-car")
    assert cites_of(game, punch, LootDropped)[-1] == "stagecoach.two-places"
    assert LootDropped("cheyenne", "jewel-1", ON_TOP) in [event for event, _ in happens(game, punch)]


@pytest.mark.clause("ruling.stagecoach.like-a-car")
def test_a_robbery_works_in_the_stagecoach_as_in_a_car() -> None:
    game = coach(CROWDED, pile=["ghost-robbery"])
    assert cites_of(game, Rob("ghost", "purse-1"), LootTaken)[-1] == "ruling.stagecoach.like-a-car"


@pytest.mark.clause("stagecoach.two-places", "ruling.stagecoach.like-a-car")
def test_what_happens_on_the_train_does_not_rest_on_the_stagecoach() -> None:
    game = coach(
        """
        car    |     | a          | b     | stagecoach |
        roof   | doc |            | belle |            |
        inside | M   | tuco ghost |       |            |
        beside |     |            | stagecoach |       |
        """,
        pile=["tuco-punch"],
    )
    events = happens(game, Punch("tuco", "ghost", None, "b.inside", False))
    assert not [id for _, cites in events for id in cites if "stagecoach" in id]


# --- happenings


@pytest.mark.clause("ruling.happenings.stagecoach")
@pytest.mark.parametrize("card", ["swivel-arm.2-4", "braking.2-4", "passengers-rebellion.2-4", "conductor"])
def test_what_befalls_the_train_does_not_reach_the_stagecoach(card: str) -> None:
    game = coach(
        """
        car    |            | a | b | stagecoach |
        roof   |            |   |   | tuco       |
        inside | M          |   |   | ghost      |
        beside | stagecoach |   |   |            |
        """,
        card=card,
        rounds=[] if card == "conductor" else ["bridge.2-4"],
    )
    verdict = settle(game)
    ((_, cites),) = [each for each in verdict.events if isinstance(each[0], HappeningStarted)]
    assert cites[-1] == "ruling.happenings.stagecoach"
    after = verdict.after
    assert (after.figures["tuco"].place, after.figures["ghost"].place) == (ON_TOP, WITHIN)
    assert (after.neutral, after.figures["tuco"].ransom, after.figures["ghost"].ransom) == (16, 0, 0)


@pytest.mark.clause("ruling.happenings.stagecoach")
def test_with_nobody_on_the_stagecoach_a_happening_does_not_rest_on_that() -> None:
    game = coach(
        """
        car    |            | a | b | stagecoach |
        roof   | tuco ghost |   |   |            |
        inside | M          |   |   |            |
        beside | stagecoach |   |   |            |
        """,
        card="braking.2-4",
        rounds=["bridge.2-4"],
    )
    ((_, cites),) = [each for each in settle(game).events if isinstance(each[0], HappeningStarted)]
    assert "ruling.happenings.stagecoach" not in cites


@pytest.mark.clause("ruling.happenings.stagecoach")
def test_the_pickpocket_is_alone_in_the_stagecoach_as_in_a_car() -> None:
    game = coach(
        """
        car    |            | a | b | stagecoach      |
        roof   |            |   |   | tuco doc purse  |
        inside | M          |   |   | ghost purse     |
        beside | stagecoach |   |   |                 |
        """,
        card="pickpocketing",
    )
    waiting = settle(game).after
    assert awaiting(waiting) == (Decision("ghost", "pickpocketing", "ghost"),)
    token = waiting.floor[WITHIN][0]
    taken = accepted(waiting, Pickpocket("ghost", token))
    assert LootTaken("ghost", token, WITHIN) in [event for event, _ in taken.events]
