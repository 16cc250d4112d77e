"""A command can be typed as in a log or in words, with names of the game only."""

from pathlib import Path

import pytest

from colt_rules.commands import COMMANDS, DrawCards, Fire, Move
from colt_rules.model.record import changed
from colt_rules.referee.story import Story
from colt_rules.referee.typed import names_seen, parse_typed_command

GAME = Path(__file__).parents[2] / "events" / "games" / "six-everything.jsonl"
END = Story.read([GAME.read_bytes()]).position(100)
"""A game with Ghost and Tuco in it."""


@pytest.mark.parametrize(
    "text",
    [
        "tuco Fire target=ghost",
        "  Fire by tuco target=ghost ",
        '{"type": "Fire", "actor": "tuco", "target": "ghost"}',
        '{"actor":"tuco","command":9,"data":{"target":"ghost"},"prev":"00","type":"Fire","v":1}',
    ],
)
def test_a_command_can_be_typed_in_four_ways(text: str) -> None:
    assert parse_typed_command(text, END) == Fire("tuco", "ghost")


def test_a_command_without_fields_can_be_typed() -> None:
    assert (
        parse_typed_command("ghost DrawCards", END)
        == parse_typed_command("DrawCards by ghost", END)
        == DrawCards("ghost")
    )


def test_names_may_be_written_large() -> None:
    assert parse_typed_command("Tuco Fire target=Ghost", END) == Fire("tuco", "ghost")


def test_somebody_who_is_not_in_the_game_is_told_with_those_who_are() -> None:
    some = changed(END, figures={bandit: END.figures[bandit] for bandit in ("tuco", "ghost")})
    some = changed(some, options=changed(END.options, seats=("tuco", "ghost")), cards={}, ranking=())
    some = changed(some, round=changed(END.round, first="tuco", order=(), undealt=(), draws=(), pile=(), due=()))
    with pytest.raises(ValueError, match="actor: expected an actor of this game, tuco or ghost or table or chance; "):
        parse_typed_command("django Fire target=tuco", some)
    with pytest.raises(ValueError, match="target: expected a bandit in this game, tuco or ghost; got django; name one"):
        parse_typed_command("tuco Fire target=Django", some)


def test_a_thing_cannot_act_and_a_field_of_the_state_is_not_a_name() -> None:
    with pytest.raises(ValueError, match=r"actor: expected an actor of this game, .*got 'purse-5'"):
        parse_typed_command("purse-5 Fire target=tuco", END)
    with pytest.raises(ValueError, match="target: expected a name that exists in this game, got 'figures'"):
        parse_typed_command("tuco Fire target=figures", END)


def test_a_bandit_of_a_player_with_two_is_told_who_decides_for_it() -> None:
    figures = {bandit: changed(figure, seat="player-1") for bandit, figure in END.figures.items()}
    two = changed(END, figures=figures, options=changed(END.options, seats=("player-1", "player-2")))
    with pytest.raises(
        ValueError, match="player-1 or player-2 or table or chance; got 'tuco'; player-1 decides for tuco"
    ):
        parse_typed_command("tuco DrawCards", two)


def test_an_empty_roof_is_a_place_too() -> None:
    assert parse_typed_command("tuco Move to=caboose.roof", changed(END, train=("locomotive", "caboose"))) == Move(
        "tuco", "caboose.roof"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected a command such as"),
        ("tuco Shoot target=ghost", "expected a command such as"),
        ("tuco Fire", "expected target=..."),
        ("tuco Fire target=ghost target=doc", "expected each field once"),
        ('{"type": "Fire", "actor": "tuco"}', "target: expected a text, got nothing"),
        ('{"type": "Shoot", "actor": "tuco"}', f"type: expected one of the {len(COMMANDS)} command types"),
        ('{"type": "Fire"', "expected JSON"),
        ("tuco Fire target=nobody", "target: expected a name that exists in this game, got 'nobody'"),
        ("tuco PlayCard card=tuco-fires", "did you mean tuco-fire"),
        ('{"type": "Fire", "actor": "tuco", "target": "\ud800"}', "expected UTF-8"),
    ],
)
def test_a_command_that_cannot_be_understood_is_told(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected.replace(".", r"\.")):
        parse_typed_command(text, END)


@pytest.mark.clause("secrecy.round-deck")
def test_whether_something_hidden_bears_a_name_is_not_told() -> None:
    """To everybody but the referee, a card of the round deck is treated like an unknown name."""
    lines = GAME.read_bytes().split(b"\n")
    story = Story.read([b"\n".join([*lines[:60], b""])])
    end = story.position(story.head.events)
    planned_modules = end.rounds[-1]
    assert parse_typed_command(f"tuco Fire target={planned_modules}", end, names_seen(story, "referee"))
    for role in ("tuco", "spectator"):
        known = list(names_seen(story, role))
        assert parse_typed_command("tuco Fire target=ghost", end, known) == Fire("tuco", "ghost")
        assert parse_typed_command("tuco PlayCard card=tuco-fire face_down=no", end, known)
        with pytest.raises(ValueError, match="target: expected a name that exists in this game"):
            parse_typed_command(f"tuco Fire target={planned_modules}", end, known)
