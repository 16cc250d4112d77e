"""A command with open fields is answered with everything that it could have been, and with why not the rest."""

import pytest

from colt_rules.commands import DrawCards, Fire, PlayCard
from colt_rules.events import ActionIdle
from colt_rules.kernel import legal
from colt_rules.log.entries import EventEntry
from colt_rules.model.record import changed
from colt_rules.referee.open_fields import WhatCould, describe_question, why_not_typed
from colt_rules.referee.story import Story
from colt_rules.referee.typed import names_seen, read_typed
from colt_rules.referee.why_not import CannotJudge, NotForRole, WhyNot
from colt_rules.views import REFEREE, View
from tests.referee.test_explain import SHOT, forged, story

ROOFTOP = "tuco-from-the-roof"
FROM_THE_ROOF = 464
"""Tuco shoots Cheyenne through the roof."""
MARSHAL = "expert-marshal-three"
DOUBLE_SHOT, NO_SHOT = 312, 180
"""The Marshal shoots Ghost; his Fire has no effect."""


def asked(text: str, seq: int, game: Story, role: str = REFEREE, lang: str = "en") -> WhyNot | WhatCould:
    typed = read_typed(text, game.position(game.head.events), names_seen(game, role), lang, game.moment(seq))
    return why_not_typed(game, seq, typed, role, lang)


def could(text: str, seq: int, game: Story, role: str = REFEREE, lang: str = "en") -> WhatCould:
    found = asked(text, seq, game, role, lang)
    assert isinstance(found, WhatCould)
    return found


def ruled_out(found: WhatCould) -> dict[str, list[str]]:
    """By value: the clauses that forbid it."""
    return {value: [each.id for each in one.clauses] for one in found.ruled_out for value in one.values}


@pytest.mark.parametrize(("lang", "text"), [("en", "tuco Fire"), ("ru", "Туко стреляет"), ("pl", "tuco strzal")])
def test_each_target_is_allowed_or_comes_with_what_forbids_it(lang: str, text: str) -> None:
    found = could(text, FROM_THE_ROOF, story(ROOFTOP), lang=lang)
    assert found.possible == (Fire("tuco", "cheyenne"),)
    assert ruled_out(found) == {
        "doc": ["fire.roof.any-distance"],
        "belle": ["fire.roof.any-distance", "belle.not-if-another"],
    }


def test_a_name_that_nothing_would_have_allowed_gets_its_reason_alone() -> None:
    found = could("Cheyenne punches Doc", 58, story("french-two"))
    ((reason,),) = (one.clauses for one in found.ruled_out)
    assert (reason.id, found.ruled_out[0].values) == ("punch.target", ())
    assert describe_question(found) == "Cheyenne, Punch, Doc: what could have been chosen"


def test_who_shoots_is_named_and_is_no_target_of_the_shot() -> None:
    found = could("player 1 shoots", 67, story("french-two"))
    assert describe_question(found) == "Doc, Fire: what could have been chosen"
    assert ruled_out(found).keys() == {"tuco", "cheyenne"}


def test_a_complete_command_is_judged_as_ever() -> None:
    found = asked("Tuco fires at Belle", FROM_THE_ROOF, story(ROOFTOP))
    assert isinstance(found, WhyNot)
    assert [one.id for one in found.clauses] == ["fire.roof.any-distance", "belle.not-if-another"]


def test_a_fire_of_the_marshal_gets_the_reason_and_not_a_word_about_its_form() -> None:
    found = could("marshal Fire target=django", DOUBLE_SHOT, story(MARSHAL))
    assert found.possible == ()
    (whatever,) = found.ruled_out
    assert (whatever.values, [one.id for one in whatever.clauses]) == ((), ["fire.not-same-place"])
    assert describe_question(found) == "the Marshal, Double shot, Django: what could have been chosen"
    every = could("marshal Fire", DOUBLE_SHOT, story(MARSHAL))
    assert {one.actor for one in every.possible} == {"marshal"}
    assert ruled_out(every) == {"django": ["fire.not-same-place"]}


def test_a_card_without_effect_is_judged_where_it_had_none() -> None:
    found = could("the Marshal fires at Django", NO_SHOT, story(MARSHAL))
    (whatever,) = found.ruled_out
    assert [one.id for one in whatever.clauses] == ["fire.roof.any-distance", "stealin.obligatory", "fire.no-target"]
    assert whatever.message == "nobody was asked here: the card could do nothing"


def test_out_of_turn_no_choice_would_have_helped() -> None:
    (whatever,) = could("doc Fire", FROM_THE_ROOF, story(ROOFTOP)).ruled_out
    assert (whatever.values, whatever.clauses[0].id) == ((), "ruling.command.form")
    assert whatever.message == "Doc does not decide now; expected is a decision of Tuco (fire)"


def test_what_was_said_narrows_what_is_listed() -> None:
    game = story("french-two")
    punched = could("cheyenne punches tuco", 57, game)  # of a player with two bandits, the one who acts may be named
    assert {(one.target, one.to) for one in punched.possible} == {("tuco", "private-saloon.inside")}  # type: ignore[attr-defined]
    assert ruled_out(punched)["private-saloon.roof"] == ["punch.push.same-level"]
    every = could("player-2 Punch", 57, game)
    assert set(every.possible) == set(legal(game.moment(57).step.before, "player-2"))
    assert ruled_out(every)["doc"] == ["punch.target"]


def test_a_word_that_means_several_things_lists_each() -> None:
    game = story(ROOFTOP)
    seq = next(step.events[0].seq for step in game.steps() if step.command.type == "Rob")
    found = could(f"{game.moment(seq).step.command.actor} takes a purse", seq, game)
    assert found.possible
    assert {value.partition("-")[0] for value in ruled_out(found)} == {"purse"}


def test_everything_legal_is_possible_and_nothing_else() -> None:
    for name in ("six-everything", "stagecoach-marshal-four", "team-time-machine-four"):
        game = story(name)
        for step in list(game.steps())[40::9]:
            actor, type = step.command.actor, step.command.type
            if actor in ("chance", "table"):
                continue
            found = asked(f"{actor} {type}", step.events[0].seq, game)
            if isinstance(found, WhatCould):
                assert set(found.possible) == {
                    one for one in legal(step.before, actor) if one.__class__ in found.typed.types
                }
                assert all(one.clauses for one in found.ruled_out)
            else:
                assert found.command.__class__ is step.command.command.__class__


# --- audiences


def test_a_seat_is_told_of_its_own_hand_only() -> None:
    game = story()
    step = next(step for step in game.steps() if isinstance(step.command.command, PlayCard))
    seat, seq = step.command.actor, step.events[0].seq
    found = could(f"{seat} PlayCard", seq, game, seat)
    assert isinstance(found.before, View)
    hand = step.before.cards[seat].hand
    assert {one.card for one in found.possible if isinstance(one, PlayCard)} <= set(hand)
    assert set(ruled_out(found)) <= {card for card in hand if card.startswith(seat)}
    other = next(one for one in step.before.cards if one != seat)
    with pytest.raises(NotForRole, match=f"the result of a command of {seat} is only for {seat} and the referee"):
        could(f"{seat} PlayCard", seq, game, other)


def test_a_position_that_no_game_leads_to() -> None:
    last = story().moment(SHOT).step.events[-1].seq
    wrong = forged(lambda entry: [] if isinstance(entry, EventEntry) and entry.seq == last else [entry])
    with pytest.raises(CannotJudge):
        could("django Fire", last, wrong)


def test_at_another_event_of_the_same_command_nothing_else_is_told() -> None:
    game = story()
    step = game.moment(SHOT).step
    several = [
        could("django Fire", entry.seq, game) for entry in step.events if not isinstance(entry.event, ActionIdle)
    ]
    assert {one.possible for one in several} == {several[0].possible}
    assert changed(several[0], step=step) == changed(several[-1], step=step)


def test_a_command_without_fields_is_complete() -> None:
    found = asked("Django draws instead of playing a card", SHOT, story())
    assert isinstance(found, WhyNot)
    assert found.command == DrawCards("django")
