"""The Marshal's goals at the end of the game: what he gets of what is left, and when each goal is met."""

from typing import Any

import pytest

from colt_rules.kernel import settle
from colt_rules.model.state import Game
from colt_rules.rules.marshal.events import BulletsReturned, GoalsJudged, LeftoversSecured
from colt_rules.rules.marshal.goals import judge
from colt_rules.rules.marshal.model import FALLEN, MARSHAL, marshal_of
from colt_rules.rules.rulebook import rules_of
from tests.rules.marshal.endings import FOUR_MET, GOALS, SKETCH, ending, round_end
from tests.rules.marshal.tables import WITH_HORSES
from tests.rules.sittings import cited, told

JUDGED = "ruling.goal.judged-at-the-end"
OFF_THE_TRAIN = "ruling.mailbags.off-the-train"
ONE_BANDIT = "ruling.goal.bullets-of-one-bandit"
GONE = "ruling.goal.bandits-gone"
IN_THE_COACH = """
    car    |         | mail       | dining | baggage | prison | stagecoach |
    roof   |         | tuco       |        | belle   |        | mailbag    |
    inside | marshal |            | doc    | ghost   |        |            |
    beside |         | stagecoach |        |         |        |
"""


def met(goal: str, **fields: Any) -> bool:
    """Whether this goal is met when the game ends."""
    return goal in (marshal_of(settle(with_goal(goal, **fields)).after).met or ())


def with_goal(goal: str, **fields: Any) -> Game:
    """The end of a game in which this is one of the goals."""
    others = [other for other in GOALS if other != goal]
    return ending(**{"current": (*others[:4], goal)} | fields)


def why(goal: str, **fields: Any) -> set[str]:
    """What the judgement rests on."""
    return set(cited(settle(with_goal(goal, **fields)), GoalsJudged))


def bullets(*kinds: str) -> list[str]:
    return [f"marshal-bullet-{kind}" for kind in kinds]


# --- what is left


@pytest.mark.clause("goal.prisoners-left", "goal.mailbags-left")
def test_prisoners_and_mailbags_that_nobody_has_are_the_marshals() -> None:
    sketch = SKETCH.replace("| tuco |        |", "| tuco | mailbag |")
    verdict = settle(ending(sketch, prisoners=["companion-of-doc"], recaptured=["companion-of-ghost"]))
    assert told(verdict, LeftoversSecured) == [LeftoversSecured(("companion-of-doc",), ("mailbag-1",))]
    assert cited(verdict, LeftoversSecured) == ("goal.prisoners-left", "goal.mailbags-left")
    marshal = marshal_of(verdict.after)
    assert (marshal.prisoners, marshal.recaptured) == ((), ("companion-of-ghost", "companion-of-doc"))
    assert marshal.mailbags == ("mailbag-1",)
    assert "dining.roof" not in verdict.after.floor


@pytest.mark.clause("goal.prisoners-left", "goal.mailbags-left")
def test_what_bandits_have_they_keep() -> None:
    fields: dict[str, Any] = {"companions": {"doc": "companion-of-belle"}, "loot": {"tuco": ["mailbag"]}}
    verdict = settle(ending(**fields))
    assert told(verdict, LeftoversSecured) == []
    assert marshal_of(verdict.after).companions == {"doc": "companion-of-belle"}
    assert verdict.after.figures["tuco"].loot == ("mailbag-1",)


@pytest.mark.clause("ruling.mailbags.off-the-train", "goal.mailbags-left", "goal.mail")
def test_a_mailbag_on_the_stagecoach_is_the_marshals_unless_the_table_claims_otherwise() -> None:
    fields: dict[str, Any] = {"modules": WITH_HORSES, "current": ("delivered-mail", *GOALS[:4])}
    verdict = settle(ending(IN_THE_COACH, **fields))
    assert cited(verdict, LeftoversSecured) == ("goal.mailbags-left", OFF_THE_TRAIN)
    assert "delivered-mail" in (marshal_of(verdict.after).met or ())
    claimed = settle(ending(IN_THE_COACH, **fields, rulings=[f"{OFF_THE_TRAIN}=nobodys"]))
    assert told(claimed, LeftoversSecured) == []
    assert OFF_THE_TRAIN in cited(claimed, GoalsJudged)
    assert "delivered-mail" not in (marshal_of(claimed.after).met or ())
    assert claimed.after.floor["stagecoach.roof"] == ("mailbag-1", "strongbox-3")


# --- when they are judged


@pytest.mark.clause("goal.revealed", "ruling.goal.judged-at-the-end")
def test_all_five_goals_are_shown_after_the_last_round_and_judged_once() -> None:
    verdict = settle(ending(**FOUR_MET))
    assert told(verdict, GoalsJudged) == [GoalsJudged(GOALS, GOALS[:4])]
    assert cited(verdict, GoalsJudged)[:2] == ("goal.revealed", JUDGED)
    assert marshal_of(verdict.after).shown == GOALS
    assert judge(rules_of(verdict.after), verdict.after) is None


@pytest.mark.clause("goal.revealed", "goal.prisoners-left", "goal.mailbags-left", "ruling.goal.judged-at-the-end")
def test_before_the_last_round_is_over_nothing_is_judged() -> None:
    sketch = SKETCH.replace("| tuco |        |", "| tuco | mailbag |")
    verdict = settle(round_end("bridge.2-4", sketch, prisoners=["companion-of-doc"]))
    assert told(verdict, GoalsJudged) == told(verdict, LeftoversSecured) == []
    assert marshal_of(verdict.after).shown == ()


@pytest.mark.clause("ruling.goal.judged-at-the-end", "goal.full-of-lead", "goal.keys")
def test_bullets_that_lie_open_and_prisoners_who_are_left_count() -> None:
    hit = {"tuco": bullets("gotcha"), "belle": bullets("gotcha"), "ghost": bullets("golden")}
    game = with_goal("full-of-lead", received=hit, wounds={"doc": ["knee"]})
    assert told(settle(game), BulletsReturned)
    assert met("full-of-lead", received=hit, wounds={"doc": ["knee"]})
    assert met("keys", recaptured=["companion-of-doc"], prisoners=["companion-of-belle"])


# --- when each is met


@pytest.mark.clause("goal.warrant", "goal.warrant.not-in-the-cell")
def test_a_warrant_asks_for_the_poster_of_this_bandit_wherever_the_bandit_is() -> None:
    assert met("warrant-doc", posters=["doc"])
    assert not met("warrant-doc", posters=["tuco"])
    cell = SKETCH.replace("doc", "   ")
    assert met("warrant-doc", posters=["doc"], sketch=cell, cell=["doc"])
    assert not met("warrant-doc", sketch=cell, cell=["doc"])


@pytest.mark.clause("goal.warrant", "goal.warrant.not-in-the-cell")
def test_that_the_bandit_is_at_large_is_said_only_where_it_matters() -> None:
    at_large = "goal.warrant.not-in-the-cell"
    assert at_large in why("warrant-doc", posters=["doc"])
    assert at_large not in why("warrant-doc", posters=["ghost"])
    assert at_large not in why("warrant-doc", posters=["doc"], sketch=SKETCH.replace("doc", "   "), cell=["doc"])


@pytest.mark.clause("goal.scratches")
@pytest.mark.parametrize("left", [["bronze"], ["silver", "bronze"], ["gold", "silver", "bronze"]])
def test_one_brawler_card_must_be_left(left: list[str]) -> None:
    assert met("scratches", brawlers=left)
    assert not met("scratches", brawlers=[])


@pytest.mark.clause("goal.dodged-bullets", "ruling.goal.bullets-of-one-bandit")
def test_no_bandit_may_have_hit_him_three_times() -> None:
    two_each = ["doc-bullet-6", "tuco-bullet-6", "doc-bullet-5", "tuco-bullet-5", "neutral-bullet"]
    assert met("dodged-bullets", received={MARSHAL: two_each})
    assert not met("dodged-bullets", received={MARSHAL: [*two_each, "doc-bullet-4"]})
    assert met("dodged-bullets", received={MARSHAL: ["neutral-bullet"] * 3})


@pytest.mark.clause("ruling.goal.bullets-of-one-bandit")
def test_by_a_claim_all_bandits_together_may_have_hit_him_twice() -> None:
    claim = [f"{ONE_BANDIT}=two-in-all"]
    hits = ["doc-bullet-6", "tuco-bullet-6", "neutral-bullet"]
    assert met("dodged-bullets", received={MARSHAL: hits}, rulings=claim)
    assert not met("dodged-bullets", received={MARSHAL: [*hits, "doc-bullet-5"]}, rulings=claim)
    assert ONE_BANDIT in why("dodged-bullets", received={MARSHAL: hits})
    assert ONE_BANDIT not in why("dodged-bullets")
    assert ONE_BANDIT not in why("warrant-doc", received={MARSHAL: hits})


@pytest.mark.clause("goal.golden-bullet")
def test_one_cylinder_must_be_empty() -> None:
    assert met("golden-bullet", cylinders={"left": [], "right": ["golden"]})
    assert met("golden-bullet", cylinders={"left": ["golden"], "right": []})
    assert met("golden-bullet", cylinders={"left": [], "right": []})
    assert not met("golden-bullet", cylinders={"left": ["golden"], "right": ["golden"]})


@pytest.mark.clause("goal.mail")
def test_one_mailbag_must_be_his() -> None:
    assert met("delivered-mail", secured=[200])
    assert met("delivered-mail", secured=[200, 1200])
    assert not met("delivered-mail", loot={"doc": ["mailbag"]})


@pytest.mark.clause("goal.keys")
def test_two_prisoners_must_be_his() -> None:
    two = ["companion-of-doc", "companion-of-belle"]
    assert met("keys", recaptured=two)
    assert met("keys", recaptured=[*two, "companion-of-mei"])
    assert not met("keys", recaptured=two[:1], companions={"doc": "companion-of-belle"})


@pytest.mark.clause("goal.full-of-lead")
def test_every_bandit_must_have_a_bullet_of_his() -> None:
    hit = {bandit: bullets("golden") for bandit in ("tuco", "belle")} | {"ghost": bullets("gotcha")}
    assert met("full-of-lead", received=hit | {"doc": bullets("knee")})
    assert not met("full-of-lead", received=hit | {"doc": ["tuco-bullet-6"]})


@pytest.mark.clause("goal.arch-enemy")
def test_one_bandit_must_have_four_bullets_of_his() -> None:
    three = bullets("golden", "golden", "knee")
    assert met("arch-enemy", received={"doc": [*three, *bullets("gotcha")]})
    assert not met("arch-enemy", received={"doc": three, "tuco": bullets("gotcha")})
    assert not met("arch-enemy", received={"doc": [*three, "tuco-bullet-6"]})


@pytest.mark.clause("ruling.goal.bandits-gone", "goal.full-of-lead", "goal.arch-enemy", "goal.warrant")
def test_bandits_who_have_left_the_train_count_with_what_they_have() -> None:
    sketch = SKETCH.replace("doc", "   ")
    fell: dict[str, Any] = {"sketch": sketch, "fallen": ["doc"], "card": "deadly-fall"}
    hit = {bandit: bullets("golden") for bandit in ("tuco", "belle")} | {"ghost": bullets("gotcha")}
    assert ending(sketch, fallen=["doc"]).figures["doc"].place == FALLEN
    assert not met("full-of-lead", received=hit, **fell)
    assert met("full-of-lead", received=hit | {"doc": bullets("knee")}, **fell)
    assert met("arch-enemy", received={"doc": bullets("golden", "golden", "knee", "knee")}, **fell)
    assert met("warrant-doc", posters=["doc"], **fell)
    assert GONE in why("full-of-lead", received=hit, **fell)
    assert GONE not in why("full-of-lead", received=hit)
