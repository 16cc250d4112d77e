"""Everything drawn belongs to the game, and shrinks to something small of its kind."""

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from colt_rules.commands import AgreeOnRuling, Command, Deal, PlayCard, Punch, Rob, StartGame
from colt_rules.conformance.cases.board import board
from colt_rules.conformance.fuzzing.playing import drawn_kinds
from colt_rules.conformance.fuzzing.strategies import commands, games, legal_commands, positions, tables
from colt_rules.conformance.notations import NOTATIONS
from colt_rules.kernel import NEW, Accepted, Refused, awaiting, decide
from colt_rules.model.names import kind_of
from colt_rules.model.parts import part_of
from colt_rules.model.state import Game
from colt_rules.modules import parts
from colt_rules.players.play import variants
from colt_rules.rules.base.box import BOX
from colt_rules.rules.duo.commands import ChooseTeam
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.expert.commands import KeepCards
from tests.kinds import each

pytestmark = pytest.mark.thorough

POSITION = board(
    """
    car    |   | baggage   | mail  |
    roof   |   |           | ghost |
    inside | M | tuco doc  | purse |
    """,
    pile=["tuco-punch", "ghost-move"],
)

few = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
quick = settings(
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate, Phase.shrink],  # explaining would take longer than finding
)
often = settings(quick, max_examples=2000)
unshrunk = settings(often, phases=[Phase.generate])


def replayed(played: tuple[Command, ...]) -> Game:
    """The position after these commands, all of which must be accepted."""
    game = NEW
    for command in played:
        verdict = decide(game, command)
        assert isinstance(verdict, Accepted), verdict
        game = verdict.after
    return game


@given(tables())
@few
def test_at_every_table_a_game_can_be_set_up(table: StartGame) -> None:
    game = replayed((table,))
    assert game.options.seats == table.seats
    assert awaiting(game)


@given(games(most=25))
@few
def test_every_command_of_a_game_is_accepted(played: tuple[Command, ...]) -> None:
    agreed = [command for command in played if isinstance(command, AgreeOnRuling | StartGame)]
    assert [command.__class__ for command in agreed] == [AgreeOnRuling] * (len(agreed) - 1) + [StartGame]
    assert list(played[: len(agreed)]) == agreed
    assert replayed(played).phase != "new"


@pytest.mark.parametrize(("edition", "variant"), each(variants()))
def test_tables_are_of_every_edition_and_variant(edition: str, variant: str) -> None:
    modules = variants()[edition, variant]
    assert find(tables(), lambda table: (table.edition, table.modules) == (edition, modules), settings=unshrunk)


def test_games_are_played_with_agreed_answers() -> None:
    agreed = find(games(most=0), lambda played: isinstance(played[0], AgreeOnRuling), settings=often)
    assert [command.__class__ for command in agreed] == [AgreeOnRuling, StartGame]
    assert replayed(agreed).options.rulings


@pytest.mark.parametrize("edition", EDITIONS)
def test_positions_are_of_the_editions_that_are_asked_for(edition: str) -> None:
    always = edition == "pl-base"  # powers are always on
    wanted = (edition, always)
    assert find(positions(), lambda game: (game.options.edition, game.options.powers) == wanted, settings=unshrunk)
    assert find(positions((edition,)), lambda _: True, settings=unshrunk).options.edition == edition


@given(positions(), st.data())
@few
def test_in_every_position_somebody_can_act_or_the_game_is_over(position: Game, data: st.DataObject) -> None:
    if awaiting(position):
        assert isinstance(decide(position, data.draw(legal_commands(position))), Accepted)
    else:
        assert position.phase == "over"


DRAWN = sorted({variants()[kind] for kind in drawn_kinds([*variants()])}, key=lambda modules: (len(modules), modules))
SMALLEST = (next((each for each in DRAWN if module in each), ()) for module in NOTATIONS)
WITH_MORE = [*dict.fromkeys([DRAWN[-1], *filter(None, SMALLEST)])]
"""The largest combination of modules; and for each module with a notation, the smallest combination that has it."""


@pytest.mark.parametrize("modules", WITH_MORE, ids=lambda modules: modules[-1])
@given(data=st.data())
@few
def test_positions_are_drawn_with_more_modules_too(modules: tuple[str, ...], data: st.DataObject) -> None:
    editions = [edition for (edition, _), played in variants().items() if played == modules]
    position = data.draw(positions(editions, modules))
    assert position.options.modules == modules
    assert {module for module in NOTATIONS if part_of(position, module)} == {*modules[1:]} & {*dict(parts("model"))}
    assert isinstance(decide(position, data.draw(commands(position))), Accepted | Refused)


@given(positions())
@few
def test_a_position_has_no_more_than_the_box(position: Game) -> None:
    assert 3 <= len(position.figures) <= len(BOX.characters)
    assert 3 <= len(position.train) <= 1 + len(BOX.cars)
    assert {kind_of(token) for token in position.values} <= {"purse", "jewel", "strongbox"}
    assert all(0 <= figure.bullets <= len(BOX.bullets) for figure in position.figures.values())


@given(positions(), st.data())
@few
def test_a_command_gets_a_verdict(position: Game, data: st.DataObject) -> None:
    assert isinstance(decide(position, data.draw(commands(position))), Accepted | Refused)


@pytest.mark.parametrize("verdict", [Accepted, Refused])
def test_commands_are_legal_or_not(verdict: type) -> None:
    find(commands(POSITION), lambda command: isinstance(decide(POSITION, command), verdict), settings=quick)


@pytest.mark.parametrize("kind", [AgreeOnRuling, ChooseTeam, Deal, KeepCards, PlayCard, Rob, Punch])
def test_commands_are_of_every_kind(kind: type) -> None:
    find(commands(POSITION), lambda command: isinstance(command, kind), settings=often)


def test_the_smallest_table_has_three_bandits_and_nothing_special() -> None:
    table = find(tables(), lambda _: True, settings=quick)
    assert (len(table.seats), table.powers, table.happenings, table.stations, table.train) == (
        3,
        False,
        False,
        False,
        (),
    )


def test_the_smallest_game_is_a_table() -> None:
    assert len(find(games(most=5), lambda _: True, settings=quick)) == 1


def test_a_position_shrinks_to_three_bandits_two_cars_and_what_is_asked_for() -> None:
    position = find(positions(), lambda game: any(figure.loot for figure in game.figures.values()), settings=quick)
    assert (len(position.figures), len(position.train)) == (3, 3)
    assert [len(figure.loot) for figure in position.figures.values() if figure.loot] == [1]
    assert not any(position.floor.values())
