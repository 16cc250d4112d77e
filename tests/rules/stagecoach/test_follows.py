"""A Move over the Shotgun's roof costs a neutral bullet in passing."""

import pytest

from colt_rules.commands import Move
from colt_rules.events import BanditMoved, NeutralBulletGiven, NeutralBulletsShort
from colt_rules.kernel import settle
from colt_rules.model.state import Game
from colt_rules.rules.rulebook import rules_of
from colt_rules.rules.stagecoach.events import ShotgunMet
from colt_rules.rules.stagecoach.follows import leads_past
from tests.rules.coaches import ON_TOP, coach
from tests.verdicts import after, back, happens

PASSING = ("shotgun.passing",)


def roofs(pile: tuple[str, ...], shotgun: bool = True, neutral: int | None = None) -> Game:
    """Tuco ahead of the Shotgun, if he is there, Ghost opposite."""
    return coach(
        f"""
        car    |     | a    | b                     | c | d | stagecoach |
        roof   |     | tuco | {"shotgun" * shotgun} |   |   | ghost      |
        inside | M   | doc  |                       |   |   |            |
        beside |     |      | stagecoach            |   |   |            |
        """,
        pile=(*pile, "doc-move"),
        neutral=neutral,
    )


@pytest.mark.clause("shotgun.passing")
@pytest.mark.parametrize(
    ("bandit", "start", "to"),
    [
        ("tuco", "a.roof", "c.roof"),
        ("tuco", "a.roof", "d.roof"),
        ("tuco", "a.roof", ON_TOP),
        ("ghost", ON_TOP, "a.roof"),
        ("ghost", ON_TOP, "c.roof"),
        ("ghost", ON_TOP, "d.roof"),
    ],
)
def test_moving_past_him_costs_a_bullet_and_is_not_cut_short(bandit: str, start: str, to: str) -> None:
    game = roofs((f"{bandit}-move",))
    (moved, _), *rest = happens(game, Move(bandit, to))
    assert moved == BanditMoved(bandit, start, to, "move")
    assert rest == [(NeutralBulletGiven(bandit, bandit, 15), PASSING), back(f"{bandit}-move")]
    then = after(game, Move(bandit, to))
    assert then.figures[bandit].place == to
    assert then.cards[bandit].deck[:2] == (f"{bandit}-move", "neutral-bullet")


@pytest.mark.clause("shotgun.passing", "shotgun.inactive")
def test_a_move_that_does_not_lead_over_his_roof_costs_nothing() -> None:
    assert happens(roofs(("tuco-move",)), Move("tuco", "locomotive.roof"))[1:] == [back("tuco-move")]
    for to in ("c.roof", ON_TOP):
        assert happens(roofs(("tuco-move",), shotgun=False), Move("tuco", to))[1:] == [back("tuco-move")]
    assert happens(roofs(("doc-move",)), Move("doc", "b.inside"))[1:] == [back("doc-move")]


def test_a_roof_that_is_none_of_the_train_lies_on_neither_side_of_him() -> None:
    game = roofs(("tuco-move",))
    for place in ("a.roof", "d.roof", ON_TOP):
        assert not leads_past(rules_of(game), game, place, "balloon.roof")
        assert not leads_past(rules_of(game), game, "balloon.roof", place)


@pytest.mark.clause("shotgun.passing", "shotgun.meeting.neutral-bullet")
def test_who_ends_on_his_roof_is_met_once_and_not_passed() -> None:
    events = [event for event, _ in happens(roofs(("tuco-move",)), Move("tuco", "b.roof"))]
    assert events[1:] == [ShotgunMet(("tuco",)), NeutralBulletGiven("tuco", "tuco", 15)]


@pytest.mark.clause("ruling.shotgun.too-few-bullets")
def test_from_an_empty_pile_no_bullet_comes_in_passing() -> None:
    (_, _), (short, cites), _ = happens(roofs(("tuco-move",), neutral=0), Move("tuco", "c.roof"))
    assert short == NeutralBulletsShort(("tuco",))
    assert cites[0] == "shotgun.passing"
    assert "ruling.shotgun.too-few-bullets" in cites


@pytest.mark.clause("ruling.shotgun.passing-only-by-move")
def test_who_is_swept_past_him_by_the_swivel_arm_gets_no_bullet() -> None:
    game = coach(
        """
        car    |      | a          | b | c | stagecoach |
        roof   | tuco | shotgun    |   |   |            |
        inside | M    |            |   |   | ghost      |
        beside |      | stagecoach |   |   |            |
        """,
        card="swivel-arm.2-4",
        rounds=["bridge.2-4"],
    )
    swept = BanditMoved("tuco", "locomotive.roof", "c.roof", "swivel-arm")
    events = settle(game).events
    assert (swept, ("happening.swivel-arm", "ruling.shotgun.passing-only-by-move")) in events
    assert not [event for event, _ in events if isinstance(event, NeutralBulletGiven)]
