"""Meeting the Shotgun on a roof of the train: a neutral bullet, then a neighbouring roof."""

import pytest
from msgspec import to_builtins

from colt_rules.commands import ChangeFloor, Command, Fire, Move, Punch
from colt_rules.decisions import Decision
from colt_rules.events import BanditMoved, Cited, NeutralBulletGiven, NeutralBulletsShort
from colt_rules.kernel import awaiting, settle
from colt_rules.model.state import Game
from colt_rules.rules.stagecoach.commands import PunchShotgun, Run
from colt_rules.rules.stagecoach.events import BanditRan, ShotgunMet, ShotgunThrown, ShotgunTolerated
from colt_rules.rules.stagecoach.model import stagecoach_of
from tests.rules.coaches import ON_TOP, WITHIN, coach
from tests.verdicts import accepted, after, answers, back, happens, refusal

ORDER = "ruling.order.first-player-clockwise"
SHORT = (
    "shotgun.meeting.neutral-bullet",
    "neutral-bullets.too-few",
    "ruling.shotgun.too-few-bullets",
    "ruling.neutral-bullets.group",
)


def met(*bandits: str) -> Cited:
    return ShotgunMet(bandits), ("shotgun.never-together", *((ORDER,) if len(bandits) > 1 else ()))


def shot(bandit: str, left: int, *more: str) -> Cited:
    return NeutralBulletGiven(bandit, bandit, left), ("shotgun.meeting.neutral-bullet", *more)


def near_him(pile: tuple[str, ...], neutral: int | None = None) -> Game:
    """The Shotgun in the middle of the train, bandits on either side, below him and opposite."""
    return coach(
        """
        car    |     | a            | b          | c     | d | stagecoach |
        roof   |     | tuco         | shotgun    | belle |   | ghost doc  |
        inside | M   |              | django     |       |   |            |
        beside |     |              | stagecoach |       |   |            |
        """,
        pile=(*pile, "belle-floor-change"),
        neutral=neutral,
        first="tuco",
        seats=("django", "ghost", "tuco", "belle", "doc"),
    )


# --- however they came together


@pytest.mark.clause("shotgun.never-together", "shotgun.meeting.neutral-bullet", "shotgun.meeting.flight")
@pytest.mark.parametrize(
    ("card", "command", "runner"),
    [
        ("tuco-move", Move("tuco", "b.roof"), "tuco"),
        ("ghost-move", Move("ghost", "b.roof"), "ghost"),
        ("django-floor-change", ChangeFloor("django", "b.roof"), "django"),
        ("ghost-punch", Punch("ghost", "doc", None, "b.roof", False), "doc"),
    ],
)
def test_whoever_comes_to_be_on_his_roof_gets_a_bullet_and_has_to_run(card: str, command: Command, runner: str) -> None:
    game = near_him((card,))
    assert happens(game, command)[-2:] == [met(runner), shot(runner, 15)]
    then = after(game, command)
    assert awaiting(then) == (Decision(runner, "run", runner),)
    assert then.cards[runner].deck[0] == "neutral-bullet"
    verdict = accepted(then, Run(runner, "a.roof"))
    assert verdict.events[:2] == (
        (BanditRan(runner, "b.roof", "a.roof"), ("shotgun.meeting.flight", "shotgun.never-together")),
        back(card),
    )
    assert verdict.after.figures[runner].place == "a.roof"
    assert stagecoach_of(verdict.after).running == ()


@pytest.mark.clause("shotgun.never-together")
def test_a_shot_can_knock_somebody_to_him() -> None:
    game = coach(
        """
        car    | locomotive | a     | b          | c | stagecoach |
        roof   | django     | ghost | shotgun    |   |            |
        inside | M          |       |            |   |            |
        beside |            |       | stagecoach |   |            |
        """,
        pile=["django-fire"],
    )
    assert happens(game, Fire("django", "ghost"))[2:] == [met("ghost"), shot("ghost", 15)]


@pytest.mark.clause("shotgun.never-together", "shotgun.meeting.neutral-bullet")
def test_who_flees_from_the_marshal_up_to_him_gets_a_second_bullet() -> None:
    game = coach(
        """
        car    |            | a    | stagecoach |
        roof   | shotgun    |      | ghost      |
        inside | M          | tuco |            |
        beside | stagecoach |      |            |
        """,
        pile=["tuco-move"],
    )
    events = happens(game, Move("tuco", "locomotive.inside"))
    assert [event for event, _ in events] == [
        BanditMoved("tuco", "a.inside", "locomotive.inside", "move"),
        NeutralBulletGiven("tuco", "tuco", 15),
        BanditMoved("tuco", "locomotive.inside", "locomotive.roof", "flight"),
        ShotgunMet(("tuco",)),
        NeutralBulletGiven("tuco", "tuco", 14),
    ]


@pytest.mark.clause("shotgun.never-together")
def test_who_goes_elsewhere_meets_nobody() -> None:
    assert happens(near_him(("tuco-move",)), Move("tuco", "locomotive.roof"))[1:] == [back("tuco-move")]


@pytest.mark.clause("shotgun.inactive")
def test_on_the_stagecoach_bandits_stand_beside_him_unharmed() -> None:
    game = coach(
        """
        car    |      | a          | stagecoach |
        roof   | doc  | tuco       | ghost      |
        inside | M    |            |            |
        beside |      | stagecoach |            |
        """,
        pile=["tuco-move", "doc-move"],
    )
    (moved, cites), returned = happens(game, Move("tuco", ON_TOP))
    assert moved == BanditMoved("tuco", "a.roof", ON_TOP, "move")
    assert cites == ("move.roof.one-to-three", "stagecoach.roof.move", "shotgun.inactive")
    assert returned == back("tuco-move")


# --- he comes to them


@pytest.mark.clause("ruling.shotgun.comes-to-them", "shotgun.thrown-off")
def test_those_on_the_roof_where_he_lands_meet_him_as_if_they_had_come() -> None:
    game = coach(
        """
        car    |     | a               | b | stagecoach |
        roof   |     | ghost belle doc |   | tuco       |
        inside | M   |                 |   |            |
        beside |     | stagecoach      |   |            |
        """,
        pile=["tuco-punch", "tuco-move"],
        seats=("ghost", "tuco", "belle", "doc"),
        first="belle",
    )
    thrown = ShotgunThrown("tuco", ON_TOP, "a.roof")
    assert happens(game, PunchShotgun("tuco")) == [
        (thrown, ("shotgun.punched", "shotgun.thrown-off", "shotgun.never-back", "ruling.shotgun.comes-to-them")),
        met("belle", "doc", "ghost"),
        shot("belle", 15, ORDER),
        shot("doc", 14, ORDER),
        shot("ghost", 13, ORDER),
    ]
    game = after(game, PunchShotgun("tuco"))
    for bandit, to in (("belle", "b.roof"), ("doc", "locomotive.roof"), ("ghost", "b.roof")):
        assert awaiting(game) == (Decision(bandit, "run", bandit),)
        verdict = accepted(game, Run(bandit, to))
        assert not [event for event, _ in verdict.events if isinstance(event, NeutralBulletGiven)]
        game = verdict.after
    assert [game.figures[bandit].place for bandit in ("belle", "doc", "ghost")] == [
        "b.roof",
        "locomotive.roof",
        "b.roof",
    ]


# --- too few bullets


@pytest.mark.clause("ruling.shotgun.too-few-bullets")
def test_with_too_few_bullets_for_all_nobody_gets_one_and_all_run() -> None:
    sketch = """
        car    |     | a          | b | stagecoach |
        roof   |     | ghost doc  |   | tuco       |
        inside | M   |            |   |            |
        beside |     | stagecoach |   |            |
    """
    game = coach(sketch, pile=["tuco-punch"], neutral=1)
    assert happens(game, PunchShotgun("tuco"))[1:] == [
        met("ghost", "doc"),
        (NeutralBulletsShort(("ghost", "doc")), SHORT),
    ]
    assert stagecoach_of(after(game, PunchShotgun("tuco"))).running == ("ghost", "doc")
    claimed = coach(sketch, pile=["tuco-punch"], neutral=1, rulings=["ruling.neutral-bullets.group=one-by-one"])
    given = [event for event, _ in happens(claimed, PunchShotgun("tuco")) if isinstance(event, NeutralBulletGiven)]
    assert given == [NeutralBulletGiven("ghost", "ghost", 0)]


# --- where to


@pytest.mark.clause("shotgun.meeting.flight", "shotgun.meeting.not-to-stagecoach")
def test_one_runs_one_roof_ahead_or_behind_and_nowhere_else() -> None:
    game = after(near_him(("tuco-move",)), Move("tuco", "b.roof"))
    assert answers(game, "tuco") == [Run("tuco", "a.roof"), Run("tuco", "c.roof")]
    for place in ("b.roof", "locomotive.roof", "d.roof", "b.inside", "a.inside"):
        assert refusal(game, Run("tuco", place)) == ("shotgun.meeting.flight",)
    for place in (ON_TOP, WITHIN):
        assert refusal(game, Run("tuco", place)) == ("shotgun.meeting.flight", "shotgun.meeting.not-to-stagecoach")


@pytest.mark.clause("shotgun.meeting.flight")
@pytest.mark.parametrize(("head", "tail"), [(True, False), (False, True)])
def test_at_an_end_of_the_train_there_is_one_way_only(head: bool, tail: bool) -> None:
    game = coach(
        f"""
        car    |                           | a   | b                         | stagecoach |
        roof   | {"shotgun" * head}    |     | {"shotgun" * tail}    | tuco       |
        inside | M                         | doc |                           |            |
        beside | {"stagecoach" * head} |     | {"stagecoach" * tail} |            |
        """,
        pile=["tuco-move"],
    )
    then = after(game, Move("tuco", "locomotive.roof" if head else "b.roof"))
    assert answers(then, "tuco") == [Run("tuco", "a.roof")]


@pytest.mark.clause("shotgun.never-together")
def test_a_position_with_somebody_on_his_roof_does_not_rest() -> None:
    game = coach(
        """
        car    |     | a            | b | stagecoach |
        roof   | doc | tuco shotgun |   |            |
        inside | M   |              |   |            |
        beside |     | stagecoach   |   |            |
        """
    )
    assert awaiting(settle(game).after) == (Decision("tuco", "run", "tuco"),)


# --- by a claim


@pytest.mark.clause("ruling.shotgun.comes-to-them")
def test_by_a_claim_those_he_comes_to_may_stay_until_they_leave() -> None:
    game = coach(
        """
        car    |     | a            | b          | c     | stagecoach |
        roof   |     |              | tuco belle |       | ghost doc  |
        inside | M   |              |            |       |            |
        beside |     |              | stagecoach |       |            |
        """,
        pile=("ghost-punch", "tuco-floor-change", "tuco-floor-change", "belle-move"),
        rulings=("ruling.shotgun.comes-to-them=only-who-moves",),
    )
    assert "tolerated" not in to_builtins(stagecoach_of(game)), "nothing is written down before it comes to that"
    thrown = accepted(game, PunchShotgun("ghost"))
    assert (ShotgunTolerated(("tuco", "belle")), ("ruling.shotgun.comes-to-them",)) in thrown.events
    left = accepted(thrown.after, ChangeFloor("tuco", "b.inside"))
    assert stagecoach_of(left.after).tolerated == ("belle",)
    back = accepted(left.after, ChangeFloor("tuco", "b.roof"))
    assert met("tuco") in back.events
    assert awaiting(back.after) == (Decision("tuco", "run", "tuco"),)
