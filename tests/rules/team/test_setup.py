"""Getting ready in teams."""

import pytest

from colt_rules.commands import Deal
from colt_rules.events import BanditPlaced, FirstPlayerDrawn
from tests.rules.sittings import cited, sitting, until
from tests.tables import BANDITS, drawn
from tests.verdicts import accepted, refusal


@pytest.mark.clause("team.first-player", "team.seating")
@pytest.mark.parametrize("players", [4, 6])
def test_the_first_player_is_drawn_among_the_a_players(players: int) -> None:
    game = until("first-player", sitting("ru-full", "team", players))
    assert (drawn(game).items, drawn(game).count) == (BANDITS[:players:2], 1)
    for seat in BANDITS[1:players:2]:
        assert refusal(game, Deal("chance", "first-player", "", (seat,))) == ("team.first-player",)
    verdict = accepted(game, Deal("chance", "first-player", "", (BANDITS[2],)))
    assert "team.first-player" in cited(verdict, FirstPlayerDrawn)
    assert verdict.after.round.first == BANDITS[2]


@pytest.mark.clause("team.placement")
@pytest.mark.parametrize("edition", ["ru-full", "fr-horses"])
@pytest.mark.parametrize("first", [0, 2, 4])
def test_a_players_start_in_the_last_car_and_b_players_in_the_one_before(edition: str, first: int) -> None:
    game = until("first-player", sitting(edition, "team", 6))
    verdict = accepted(game, Deal("chance", "first-player", "", (BANDITS[first],)))
    figures, train = verdict.after.figures, verdict.after.train
    assert {seat: figures[seat].place for seat in BANDITS} == {
        seat: f"{train[-2 if number % 2 else -1]}.inside" for number, seat in enumerate(BANDITS)
    }
    assert cited(verdict, BanditPlaced) == ("team.placement", "setup.placement.inside")
