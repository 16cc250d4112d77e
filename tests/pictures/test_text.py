"""The text picture fits the terminal and shows what the role may know, at rest and in the middle of a command."""

from pathlib import Path

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.events import GameEnded
from colt_rules.kernel import fold
from colt_rules.log.lines import read_lines
from colt_rules.model.record import changed
from colt_rules.model.state import NEW, Game
from colt_rules.pictures.text import train_text
from colt_rules.views import REFEREE, SPECTATOR, View, glimpse, roles, view

GAMES = Path(__file__).parents[2] / "events" / "games"
GAME = board(
    """
    car    |             | mail            | private-saloon |
    roof   | tuco        |                 | ghost belle    |
    inside | M strongbox | purse:450 purse | jewel          |
    """,
    hands={"tuco": ["tuco-fire", "tuco-move", "tuco-move"], "ghost": ["ghost-punch"], "belle": ["belle-marshal"]},
    pile=["belle-move", "ghost-robbery?"],
    loot={"tuco": ["purse:300"], "belle": ["purse:400", "jewel"]},
    received={"ghost": ["tuco-bullet-6", "neutral-bullet", "neutral-bullet"]},
    card="tunnel.2-4",
    turn=1,
)


def lines(position: Game | View, width: int = 80) -> list[str]:
    return train_text(position, width).split("\n")


def told(position: Game | View, name: str, width: int = 200) -> str:
    """The text after a name below the train."""
    (line,) = [line for line in lines(position, width) if line.startswith(f"{name:<11}")]
    return line[11:]


def positions(name: str, every: int) -> list[Game]:
    """Positions of a kept game, most of them in the middle of a command."""
    events = [entry.event for entry in read_lines(GAMES / f"{name}.jsonl").events]
    return [fold(events[:at]) for at in (*range(12), *range(0, len(events), every), len(events))]


def test_the_train_stands_in_profile_with_everybody_and_everything_in_place() -> None:
    assert lines(GAME)[:7] == [
        "       Tuco                               Belle Ghost",
        "┌─────────────────┐┌─────────────────┐┌─────────────────┐",
        "│     MARSHAL     ││                 ││                 │",
        "│ strongbox $1000 ││    $450 $250    ││   jewel $500    │",
        "└─o─────────────o─┘└─o─────────────o─┘└─o─────────────o─┘",
        "    locomotive            mail              private",
        "                                            saloon",
    ]


def test_the_round_the_pile_and_the_open_question_are_told() -> None:
    seen = view(GAME, REFEREE)
    assert told(seen, "round") == "1 of 1, Tunnel: standard, TUNNEL, standard, tunnel, standard; Tuco is first"
    assert told(seen, "phase") == "Schemin'; Tuco, Ghost, Belle to act, face down"
    assert told(seen, "pile") == "Belle's Move, (Ghost's Robbery)"
    assert told(seen, "waits for") == "Tuco (scheme)"
    assert told(seen, "beside") == "strongbox $1000, 11 neutral bullets"


def test_the_referee_sees_all_that_players_have() -> None:
    assert told(GAME, "Tuco") == "$300; 5 bullets left; deck 7; hand 3: Fire, 2 × Move"
    assert told(GAME, "Ghost") == (
        "no loot; 6 bullets left; got 2 × neutral bullet, Tuco's bullet 6; deck 11; hand 1: Punch"
    )
    assert told(GAME, "Belle") == "$400, jewel $500; 6 bullets left; deck 8; hand 1: Marshal"


def test_a_player_sees_the_own_hand_purses_and_hidden_cards_and_of_others_how_many() -> None:
    tuco, ghost = view(GAME, "tuco"), view(GAME, "ghost")
    assert told(tuco, "Tuco") == told(GAME, "Tuco")
    assert told(ghost, "Tuco") == "$?; 5 bullets left; deck 7; hand 3"
    assert told(tuco, "Belle") == "$?, jewel $500; 6 bullets left; deck 8; hand 1"
    assert told(tuco, "pile") == "Belle's Move, (? by Ghost)"
    assert told(ghost, "pile") == "Belle's Move, (Ghost's Robbery)"
    assert "$? $?" in lines(tuco)[3]
    assert "450" not in train_text(tuco)
    assert "jewel $500" in lines(tuco)[3]


def test_a_game_and_the_view_of_the_referee_are_one_picture_but_for_the_question() -> None:
    seen = view(GAME, REFEREE)
    assert train_text(GAME) == train_text(changed(seen, awaiting=()))
    assert train_text(GAME) != train_text(seen)


@pytest.mark.thorough
@pytest.mark.parametrize("width", [11, 22, 23, 40, 60, 79, 80, 120, 200])
@pytest.mark.parametrize("name", ["six-everything", "team-four", "house-rules-duo"])
def test_no_line_is_wider_than_the_terminal(name: str, width: int) -> None:
    for game in positions(name, 97):
        for role in (REFEREE, SPECTATOR):
            drawn = lines(glimpse(game, role), width)
            assert [line for line in drawn if len(line) > max(width, 22)] == []
            trains = [line for line in drawn if line[:1] in "┌│└"]
            assert [line for line in trains if len(line) > width] == []


def test_every_name_of_the_box_fits_into_seven_cars_side_by_side() -> None:
    for game in positions("six-everything", 53):
        text = train_text(game)
        assert "~" not in text
        assert text.count("┌") in (0, 7)
        assert len({line.count("┌") for line in text.split("\n")} - {0}) <= 1


def test_a_train_that_is_too_long_goes_on_below_and_loses_nothing() -> None:
    game = positions("six-everything", 300)[-1]
    narrow = lines(game, 40)
    assert [line.count("┌") for line in narrow if "┌" in line] == [3, 3, 1]
    wide, small = (" ".join(lines(game, width)) for width in (80, 40))
    for word in ("MARSHAL", "Cheyenne", "strongbox", "locomotive", "jewel"):
        assert small.count(word) == wide.count(word)


def test_cars_do_not_move_when_somebody_does() -> None:
    walls = {
        tuple(line for line in lines(game) if line.startswith(("┌", "└"))) for game in positions("four-everything", 29)
    }
    assert len(walls - {()}) == 1


def test_without_signs_for_walls_the_picture_is_plain_and_the_same() -> None:
    plain = train_text(GAME, ascii=True)
    assert plain.isascii()
    assert plain.translate(str.maketrans("+-|x", "    ")) == train_text(GAME).translate(
        str.maketrans("┌─┐│└┘×-x", "         ")
    )


def test_before_everything_there_is_no_train() -> None:
    assert lines(NEW) == ["There is no train yet.", f"{'phase':<11}nothing has happened yet"]


def test_names_of_another_engine_are_drawn_as_far_as_there_is_room() -> None:
    game = changed(
        GAME,
        train=("locomotive", "a-most-extraordinary-carriage"),
        figures={bandit: changed(figure, place="nowhere") for bandit, figure in GAME.figures.items()},
        round=changed(GAME.round, card="no such card"),
    )
    assert all(len(line) <= 80 for line in lines(game))
    assert "most-extraordinar~" in train_text(game)
    assert told(game, "beside") == (
        "Tuco, Ghost, Belle, strongbox $1000, $450, $250 at mail.inside, jewel $500 at private-saloon.inside, "
        "11 neutral bullets"
    )
    assert "no such card" in told(game, "round")


@pytest.mark.parametrize(
    "name", ["three-plain", "russian-expert", "house-rules-duo", "polish-two", "team-four", "french-team-six"]
)
def test_a_position_in_the_middle_of_a_command_is_drawn_for_every_role(name: str) -> None:
    for game in positions(name, 31):
        for role in roles(game):
            seen = glimpse(game, role)
            assert seen.phase == game.phase
            assert seen.awaiting == ()
            assert [one.seat for one in seen.seats] == [seat for seat in game.options.seats if seat in game.cards]
            assert train_text(seen)


def test_a_glimpse_at_rest_is_the_view_without_the_question() -> None:
    for role in roles(GAME):
        assert glimpse(GAME, role) == changed(view(GAME, role), awaiting=())


def test_pawns_and_teams_are_told_while_the_game_is_set_up_and_no_longer() -> None:
    start, *_, end = positions("russian-two", 300)
    assert "to take" in "".join(train_text(game) for game in positions("russian-two", 300)[:12])
    assert "to take" not in train_text(end)
    assert "hid " not in train_text(end)
    assert start == NEW


def test_the_ranking_is_told_in_the_end() -> None:
    log = read_lines(GAMES / "three-plain.jsonl")
    end = log.events[-1].event
    assert isinstance(end, GameEnded)
    first = end.ranking[0]
    drawn = train_text(fold(entry.event for entry in log.events))
    assert f"rank 1     {first.seat.capitalize()}, ${first.money:,}, " in drawn
    assert "the game is over" in drawn


def test_a_player_with_two_bandits_has_a_line_for_each() -> None:
    game = positions("house-rules-duo", 150)[-2]
    drawn = lines(view(game, REFEREE) if game.phase == "over" else glimpse(game, REFEREE), 120)
    at = next(index for index, line in enumerate(drawn) if line.startswith("player-1 "))
    mine = [bandit for bandit, figure in game.figures.items() if figure.seat == "player-1"]
    names = [line.strip().split(":")[0].lower() for line in drawn[at + 1 :] if "bullets left" in line][:2]
    assert sorted(names) == sorted(mine)
