"""Who can sit down to a game in teams."""

import pytest

from colt_rules.events import GameStarted
from colt_rules.kernel import NEW
from tests.rules.sittings import cited, sitting
from tests.tables import BANDITS, CARS
from tests.verdicts import accepted, refusal


@pytest.mark.clause("team.pairs", "ruling.team.two-teams-at-least", "team.seating")
@pytest.mark.parametrize("edition", ["ru-full", "fr-horses"])
@pytest.mark.parametrize("players", [4, 6])
def test_two_or_three_teams_of_two_can_play(edition: str, players: int) -> None:
    verdict = accepted(NEW, sitting(edition, "team", players))
    assert {"team.pairs", "ruling.team.two-teams-at-least", "team.seating"} <= set(cited(verdict, GameStarted))
    assert "setup.players" not in cited(verdict, GameStarted)


@pytest.mark.clause("team.pairs", "ruling.team.two-teams-at-least")
@pytest.mark.parametrize(
    ("players", "clauses"),
    [
        (0, ("ruling.team.two-teams-at-least",)),
        (1, ("team.pairs", "ruling.team.two-teams-at-least")),
        (2, ("ruling.team.two-teams-at-least",)),
        (3, ("team.pairs", "ruling.team.two-teams-at-least")),
        (5, ("team.pairs",)),
    ],
)
def test_another_number_of_players_is_refused_by_what_it_breaks(players: int, clauses: tuple[str, ...]) -> None:
    start = sitting("ru-full", "team", seats=BANDITS[:players])
    assert refusal(NEW, start) == clauses


@pytest.mark.clause("setup.players", "team.pairs")
def test_more_players_than_bandits_are_too_many_as_ever() -> None:
    seven, eight = (*BANDITS, "mei"), (*BANDITS, "mei", "zorro")
    assert refusal(NEW, sitting("ru-full", "team", seats=eight)) == ("setup.players", "setup.character.choice")
    assert refusal(NEW, sitting("ru-full", "team", seats=seven))[:2] == ("team.pairs", "setup.players")


@pytest.mark.clause("setup.character.choice")
@pytest.mark.parametrize("seats", [("ghost", "doc", "doc", "tuco"), ("ghost", "doc", "belle", "zorro")])
def test_each_player_leads_a_bandit_of_their_own(seats: tuple[str, ...]) -> None:
    assert refusal(NEW, sitting("ru-full", "team", seats=seats)) == ("setup.character.choice",)


@pytest.mark.clause("team.with-or-without")
def test_the_base_game_alone_will_do() -> None:
    assert "team.with-or-without" in cited(accepted(NEW, sitting("fr-horses", "team")), GameStarted)


@pytest.mark.clause("team.pairs")
@pytest.mark.parametrize("players", [4, 6])
def test_there_are_as_many_cars_as_players(players: int) -> None:
    assert accepted(NEW, sitting("ru-full", "team", players, train=CARS[:players]))
    assert refusal(NEW, sitting("ru-full", "team", players, train=CARS[: players - 1])) == ("setup.train.cars",)


@pytest.mark.clause("ruling.team.not-with-expert")
@pytest.mark.parametrize("edition", ["ru-full", "fr-horses"])
def test_it_does_not_go_with_the_expert_variant(edition: str) -> None:
    assert refusal(NEW, sitting(edition, "team", modules=("base", "expert", "team"))) == (
        "ruling.team.not-with-expert",
    )


@pytest.mark.clause("ruling.edition.modules")
@pytest.mark.parametrize("edition", ["ru-base", "pl-base"])
def test_books_that_do_not_tell_it_do_not_play_it(edition: str) -> None:
    assert refusal(NEW, sitting(edition, "team")) == ("ruling.edition.modules",)
