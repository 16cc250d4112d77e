"""The form for setting up offers exactly the games that can be played."""

from typing import Any

import pytest

from colt_rules.players.play import table_of, variants
from colt_rules.playing.setups import setups
from colt_rules.playing.sitting import Setup, Sitting

GAMES = [(edition["id"], game) for edition in setups()["editions"] for game in edition["games"]]


def test_every_game_that_can_be_played_is_offered_once() -> None:
    offered = [(edition, tuple(game["modules"])) for edition, game in GAMES]
    assert sorted(offered) == sorted((edition, modules) for (edition, _), modules in variants().items())


def test_the_first_game_of_an_edition_is_the_base_game() -> None:
    assert all(edition["games"][0]["modules"] == ["base"] for edition in setups()["editions"])


@pytest.mark.parametrize(
    ("edition", "game"), GAMES, ids=lambda one: one if isinstance(one, str) else "+".join(one["modules"])
)
def test_it_begins_with_the_fewest_and_the_most_players(edition: str, game: dict[str, Any]) -> None:
    table = table_of(edition, tuple(game["modules"]))
    for players in (game["players"][0], game["players"][-1]):
        seats = table.seated(game["names"], players)
        options = {option: game[option] for option in ("powers", "happenings", "stations")}
        Sitting(Setup(seats, ("easy",) * players, edition, tuple(game["modules"]), **options), 1)
