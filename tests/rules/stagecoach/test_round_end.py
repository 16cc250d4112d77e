"""The stagecoach falls back at the end of every round, and the Shotgun keeps level with it."""

import pytest

from colt_rules.decisions import Decision
from colt_rules.events import Cited, GameEnded, HappeningStarted, NeutralBulletGiven
from colt_rules.kernel import awaiting, settle
from colt_rules.rules.stagecoach.commands import Run
from colt_rules.rules.stagecoach.events import (
    ShotgunMet,
    ShotgunMoved,
    StagecoachFellBack,
    StagecoachStayed,
)
from colt_rules.rules.stagecoach.model import stagecoach_of
from tests.rules.coaches import ON_TOP, WITHIN, coach
from tests.verdicts import accepted

PLAIN = "tunnel.2-4"
"""A round card without a happening."""
NEXT = ("bridge.2-4",)


def retreat(events: tuple[Cited, ...]) -> list[Cited]:
    """What stagecoach and Shotgun do."""
    kinds = StagecoachFellBack | StagecoachStayed | ShotgunMoved | ShotgunMet
    return [(event, cites) for event, cites in events if isinstance(event, kinds)]


@pytest.mark.clause("stagecoach.falls-back")
def test_at_the_rounds_end_the_stagecoach_falls_back_one_car_with_all_that_is_in_it() -> None:
    game = coach(
        """
        car    |     | a          | b | stagecoach |
        roof   | doc |            |   | tuco       |
        inside | M   |            |   | ghost      |
        beside |     | stagecoach |   |            |
        """,
        card=PLAIN,
        rounds=NEXT,
    )
    verdict = settle(game)
    assert retreat(verdict.events) == [(StagecoachFellBack("a", "b"), ("stagecoach.falls-back",))]
    then = verdict.after
    assert (then.figures["tuco"].place, then.figures["ghost"].place) == (ON_TOP, WITHIN)
    assert (stagecoach_of(then).car, stagecoach_of(then).shotgun) == ("b", ON_TOP)
    assert then.round.number == 2


@pytest.mark.clause("stagecoach.falls-back.tail")
def test_beside_the_last_car_it_stays_and_the_shotgun_too() -> None:
    game = coach(
        """
        car    |     | a | b          | stagecoach |
        roof   | doc |   | shotgun    | tuco       |
        inside | M   |   |            | ghost      |
        beside |     |   | stagecoach |            |
        """,
        card=PLAIN,
        rounds=NEXT,
    )
    verdict = settle(game)
    cites = ("stagecoach.falls-back", "stagecoach.falls-back.tail")
    assert retreat(verdict.events) == [(StagecoachStayed("b"), cites)]
    assert (stagecoach_of(verdict.after).car, stagecoach_of(verdict.after).shotgun) == ("b", "b.roof")


@pytest.mark.clause("shotgun.keeps-facing", "shotgun.never-back")
def test_once_on_the_train_the_shotgun_goes_back_with_the_stagecoach() -> None:
    game = coach(
        """
        car    |     | a          | b | stagecoach |
        roof   | doc | shotgun    |   | tuco       |
        inside | M   |            |   | ghost      |
        beside |     | stagecoach |   |            |
        """,
        card=PLAIN,
        rounds=NEXT,
    )
    assert retreat(settle(game).events)[1:] == [(ShotgunMoved("a.roof", "b.roof"), ("shotgun.keeps-facing",))]


@pytest.mark.clause("ruling.shotgun.comes-to-them", "shotgun.keeps-facing", "shotgun.meeting.flight")
def test_bandits_on_the_roof_that_he_comes_to_are_hit_and_run_before_the_next_round() -> None:
    game = coach(
        """
        car    |     | a          | b    | c | stagecoach |
        roof   | doc | shotgun    | tuco |   |            |
        inside | M   |            |      |   | ghost      |
        beside |     | stagecoach |      |   |            |
        """,
        card=PLAIN,
        rounds=NEXT,
    )
    verdict = settle(game)
    assert verdict.events[-3:] == (
        (ShotgunMoved("a.roof", "b.roof"), ("shotgun.keeps-facing", "ruling.shotgun.comes-to-them")),
        (ShotgunMet(("tuco",)), ("shotgun.never-together",)),
        (NeutralBulletGiven("tuco", "tuco", 15), ("shotgun.meeting.neutral-bullet",)),
    )
    assert awaiting(verdict.after) == (Decision("tuco", "run", "tuco"),)
    then = accepted(verdict.after, Run("tuco", "a.roof"))
    assert retreat(then.events) == []
    assert then.after.round.number == 2


@pytest.mark.clause("stagecoach.falls-back")
def test_it_falls_back_after_the_happening() -> None:
    game = coach(
        """
        car    |     | a          | b | stagecoach |
        roof   | doc |            |   | tuco       |
        inside | M   |            |   | ghost      |
        beside |     | stagecoach |   |            |
        """,
        card="braking.2-4",
        rounds=NEXT,
    )
    kinds = [event.__class__ for event, _ in settle(game).events]
    assert kinds.index(HappeningStarted) < kinds.index(StagecoachFellBack)


@pytest.mark.clause("ruling.stagecoach.last-round")
@pytest.mark.parametrize(("beside", "is_cited"), [("a", True), ("b", False)])
def test_by_a_claim_it_stays_after_the_last_round_which_decides_nothing_beside_the_last_car(
    beside: str, is_cited: bool
) -> None:
    game = coach(
        f"""
        car    |     | a                          | b                          | stagecoach |
        roof   | doc |                            | tuco                       |            |
        inside | M   |                            |                            | ghost      |
        beside |     | {"stagecoach" * (beside == "a")} | {"stagecoach" * (beside == "b")} |   |
        """,
        card=PLAIN,
        number=5,
        rulings=["ruling.stagecoach.last-round=not-any-more"],
    )
    verdict = settle(game)
    assert retreat(verdict.events) == []
    (cites,) = [cites for event, cites in verdict.events if isinstance(event, GameEnded)]
    assert ("ruling.stagecoach.last-round" in cites) == is_cited


@pytest.mark.clause("ruling.stagecoach.last-round")
@pytest.mark.parametrize(("place", "fell"), [("a", True), ("b", False)])
def test_it_falls_back_after_the_last_round_too(place: str, fell: bool) -> None:
    game = coach(
        f"""
        car    |     | a                    | b                          | stagecoach |
        roof   | doc | {"shotgun" * fell}   | tuco                       |            |
        inside | M   |                      |                            | ghost      |
        beside |     | {"stagecoach" * fell} | {"stagecoach" * (not fell)} |           |
        """,
        card=PLAIN,
        number=5,
    )
    verdict = settle(game)
    (event, cites), *rest = retreat(verdict.events)
    assert "ruling.stagecoach.last-round" in cites
    assert isinstance(event, StagecoachFellBack if fell else StagecoachStayed)
    if fell:
        assert [each for each, _ in rest] == [ShotgunMoved("a.roof", "b.roof"), ShotgunMet(("tuco",))]
        assert accepted(verdict.after, Run("tuco", "a.roof")).after.phase == "over"
    else:
        assert verdict.after.phase == "over"
