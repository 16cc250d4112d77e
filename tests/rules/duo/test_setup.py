"""Getting ready with two bandits each: teams, decks, and where the bandits start."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from colt_rules.commands import Deal
from colt_rules.decisions import Decision
from colt_rules.events import BanditPlaced, RoundCardsDrawn, SeatTaken
from colt_rules.kernel import awaiting
from colt_rules.model.state import Game
from colt_rules.rules.duo.commands import ChooseTeam, PlaceBandits
from colt_rules.rules.duo.events import PawnsHidden, TeamChosen, TeamsDrawn
from colt_rules.views import view, view_event
from tests.rules.sittings import cited, sitting, told, until
from tests.tables import BANDITS, drawn
from tests.verdicts import accepted, after, answers, refusal

HEADS = ("ghost", "doc", "belle")
OTHERS = ("cheyenne", "django", "tuco")
SMALL = ("angry-marshal", "swivel-arm", "braking", "take-it-all", "passengers-rebellion", "tunnel", "bridge")


def teams_drawn(*others: str, players: int = 2, edition: str = "ru-full") -> Game:
    """Chance has given Ghost, Doc and Belle these companions, in this order."""
    game = until("partners", sitting(edition, "duo", players))
    return after(game, Deal("chance", "partners", "", others))


# --- teams


@pytest.mark.clause("duo.teams.drawn")
@pytest.mark.parametrize("edition", ["ru-full", "ru-base", "fr-horses"])
def test_ghost_doc_and_belle_each_get_one_of_the_others_by_chance(edition: str) -> None:
    game = until("partners", sitting(edition, "duo"))
    assert awaiting(game) == (Decision("chance", "partners", ""),)
    assert (set(drawn(game).items), drawn(game).count) == (set(OTHERS), 3)
    for row in permutations(OTHERS):
        verdict = accepted(game, Deal("chance", "partners", "", row))
        assert told(verdict, TeamsDrawn) == [TeamsDrawn(tuple(zip(HEADS, row, strict=True)))]
        assert cited(verdict, TeamsDrawn) == ("duo.teams.drawn",)


@pytest.mark.clause("duo.teams.drawn")
@pytest.mark.parametrize("row", [(), OTHERS[:2], ("tuco", "tuco", "django"), ("ghost", "tuco", "django")])
def test_nobody_else_can_be_drawn(row: tuple[str, ...]) -> None:
    game = until("partners", sitting("ru-full", "duo"))
    assert refusal(game, Deal("chance", "partners", "", row)) == ("duo.teams.drawn",)


@pytest.mark.clause("duo.teams.choice", "ruling.duo.team-order")
@pytest.mark.parametrize("players", [2, 3])
def test_each_player_takes_one_of_the_teams_in_the_order_of_the_seats(players: int) -> None:
    game = teams_drawn(*OTHERS, players=players)
    left = [("ghost", "cheyenne"), ("doc", "django"), ("belle", "tuco")]
    for number in range(1, players + 1):
        seat = f"player-{number}"
        assert awaiting(game) == (Decision(seat, "team", seat),)
        assert answers(game, seat) == [ChooseTeam(seat, pair) for team in left for pair in permutations(team)]
        verdict = accepted(game, ChooseTeam(seat, left[-1]))
        assert told(verdict, TeamChosen) == [TeamChosen(seat, left[-1])]
        assert {"duo.teams.choice", "ruling.duo.team-order"} <= set(cited(verdict, TeamChosen))
        assert {bandit for bandit, figure in verdict.after.figures.items() if figure.seat == seat} == set(left.pop())
        game = verdict.after
    assert len(game.figures) == 2 * players
    assert awaiting(game)[0].kind == "train"


@pytest.mark.clause("duo.teams.choice", "ruling.duo.team-order")
def test_another_team_or_one_that_is_taken_is_refused() -> None:
    game = teams_drawn(*OTHERS)
    for bandits in (("ghost", "doc"), ("ghost", "ghost"), ("ghost",), ("ghost", "cheyenne", "doc"), ()):
        assert refusal(game, ChooseTeam("player-1", bandits)) == ("duo.teams.choice",)
    game = after(game, ChooseTeam("player-1", ("ghost", "cheyenne")))
    assert refusal(game, ChooseTeam("player-2", ("ghost", "cheyenne"))) == ("duo.teams.choice",)


@pytest.mark.clause("ruling.duo.team-order")
def test_nobody_takes_a_team_before_it_is_that_seats_turn() -> None:
    early = ("ruling.command.form", "ruling.duo.team-order")
    game = teams_drawn(*OTHERS)
    assert refusal(game, ChooseTeam("player-2", ("ghost", "cheyenne"))) == early
    assert refusal(game, PlaceBandits("player-2", "ghost")) == ("ruling.command.form",)
    game = after(game, ChooseTeam("player-1", ("ghost", "cheyenne")))
    assert refusal(game, ChooseTeam("player-1", ("doc", "django"))) == early


@pytest.mark.clause("duo.teams.free", "ruling.duo.team-order")
def test_in_polish_any_two_bandits_make_a_team_and_chance_has_no_part_in_it() -> None:
    game = until("team", sitting("pl-base", "duo"))
    assert awaiting(game) == (Decision("player-1", "team", "player-1"),)
    mine = {frozenset(each.bandits) for each in answers(game, "player-1") if isinstance(each, ChooseTeam)}
    assert mine == {frozenset(pair) for pair in combinations(BANDITS, 2)}
    verdict = accepted(game, next(each for each in answers(game, "player-1") if set(each.bandits) == {"ghost", "doc"}))  # type: ignore[attr-defined]
    assert "duo.teams.free" in cited(verdict, TeamChosen)
    theirs = {frozenset(each.bandits) for each in answers(verdict.after, "player-2") if isinstance(each, ChooseTeam)}
    assert theirs == {frozenset(pair) for pair in combinations(set(BANDITS) - {"ghost", "doc"}, 2)}
    assert "duo.teams.free" in refusal(verdict.after, ChooseTeam("player-2", ("ghost", "belle")))


# --- what each bandit brings


@pytest.mark.clause("duo.deck.eleven", "ruling.duo.which-marshal-card")
@pytest.mark.parametrize("edition", ["ru-full", "ru-base", "pl-base"])
def test_the_deck_is_one_card_of_each_action_from_both_less_one_marshal_card(edition: str) -> None:
    game = until("train", sitting(edition, "duo"))
    for seat in ("player-1", "player-2"):
        one, two = (bandit for bandit, figure in game.figures.items() if figure.seat == seat)
        deck = Counter(game.cards[seat].deck)
        assert deck.total() == 11
        both = {
            f"{name}-{action}" for name in (one, two) for action in ("move", "floor-change", "fire", "robbery", "punch")
        }
        assert set(deck) - both == {f"{one}-marshal"}
        assert set(deck.values()) == {1}


@pytest.mark.clause("ruling.duo.which-marshal-card")
@pytest.mark.parametrize("edition", ["ru-full", "pl-base"])
@pytest.mark.parametrize(("first", "second"), [("doc", "django"), ("django", "doc")])
def test_the_player_says_whose_marshal_card_stays_by_naming_that_bandit_first(
    edition: str, first: str, second: str
) -> None:
    game = teams_drawn("tuco", "django", "cheyenne") if edition == "ru-full" else until("team", sitting(edition, "duo"))
    game = after(game, ChooseTeam("player-1", (first, second)))
    marshals = [card for card in game.cards["player-1"].deck if "marshal" in card]
    assert marshals == [f"{first}-marshal"]
    choice = "duo.teams.choice" if edition == "ru-full" else "duo.teams.free"
    for taken in ((first, second), (second, first)):
        assert refusal(game, ChooseTeam("player-2", taken)) == (choice,)


@pytest.mark.clause("duo.each-bandit-equipped", "ruling.duo.starting-purse")
@pytest.mark.parametrize("edition", ["ru-full", "ru-base", "pl-base", "fr-horses"])
def test_each_bandit_has_six_bullets_and_a_purse_of_250_of_its_own(edition: str) -> None:
    game = until("team", sitting(edition, "duo"))
    verdict = accepted(game, answers(game, "player-1")[0])
    taken = told(verdict, SeatTaken)
    assert len(taken) == 2
    assert [(event.bullets, event.value) for event in taken] == [(6, 250)] * 2
    assert taken[0].purse != taken[1].purse
    assert "duo.each-bandit-equipped" in cited(verdict, SeatTaken)
    assert ("ruling.duo.starting-purse" in cited(verdict, SeatTaken)) == (edition != "pl-base")
    game = until("purses", verdict.after)
    assert Counter(drawn(game).items)["$250"] == 8 - 4
    assert [len(figure.loot) for figure in game.figures.values()] == [1] * 4


@pytest.mark.clause("duo.each-bandit-equipped")
@pytest.mark.parametrize("powers", [True, False])
def test_each_bandit_has_its_own_power_if_the_table_plays_with_powers(powers: bool) -> None:
    game = until("train", sitting("ru-full", "duo", 3, powers=powers))
    assert {bandit: figure.powers for bandit, figure in game.figures.items()} == {
        bandit: ((bandit,) if powers else ()) for bandit in BANDITS
    }


@pytest.mark.clause("duo.round-cards")
@pytest.mark.parametrize("players", [2, 3])
def test_the_round_cards_are_those_for_two_to_four_also_for_six_bandits(players: int) -> None:
    game = until("round-cards", sitting("ru-full", "duo", players))
    assert set(drawn(game).items) == {f"{name}.2-4" for name in SMALL}
    verdict = accepted(game, Deal("chance", "round-cards", "", drawn(game).items[:5]))
    assert "duo.round-cards" in cited(verdict, RoundCardsDrawn)


# --- placement


def first_player(edition: str, first: str, *claims: str, players: int = 2) -> Game:
    game = until("first-player", sitting(edition, "duo", players), *claims)
    return after(game, Deal("chance", "first-player", "", (first,)))


def bandits(game: Game, seat: str) -> list[str]:
    return [bandit for bandit, figure in game.figures.items() if figure.seat == seat]


@pytest.mark.clause("duo.placement.both-hands")
@pytest.mark.parametrize("edition", ["ru-full", "ru-base", "fr-horses"])
@pytest.mark.parametrize("players", [2, 3])
def test_all_hide_a_pawn_in_each_hand_and_show_them_at_once(edition: str, players: int) -> None:
    game = first_player(edition, "player-2", players=players)
    assert {decision.actor for decision in awaiting(game)} == {f"player-{n}" for n in range(1, players + 1)}
    assert {decision.kind for decision in awaiting(game)} == {"placement"}
    last: dict[str, str] = {}
    for number in range(players, 0, -1):
        seat = f"player-{number}"
        assert {each.last for each in answers(game, seat) if isinstance(each, PlaceBandits)} == set(bandits(game, seat))
        last[seat] = bandits(game, seat)[number % 2]
        verdict = accepted(game, PlaceBandits(seat, last[seat]))
        assert "duo.placement.both-hands" in cited(verdict, PawnsHidden)
        assert bool(told(verdict, BanditPlaced)) == (number == 1)
        game = verdict.after
    for bandit, figure in game.figures.items():
        assert figure.place == f"{game.train[-1 if last[figure.seat] == bandit else -2]}.inside"
    assert "duo.placement.both-hands" in cited(verdict, BanditPlaced)
    assert game.phase == "schemin"


@pytest.mark.clause("duo.placement.both-hands")
def test_nobody_else_knows_what_is_in_a_closed_hand() -> None:
    game = first_player("ru-full", "player-1", players=3)
    one, two = bandits(game, "player-1")
    here, there = (accepted(game, PlaceBandits("player-1", last)) for last in (one, two))
    for role in ("player-2", "player-3", "spectator"):
        assert view(here.after, role) == view(there.after, role)
        seen = view_event(here.events[0][0], role, here.after)
        assert seen == view_event(there.events[0][0], role, there.after)
        assert seen is not None
        assert seen.hidden == ("last", "before")
    assert view(here.after, "player-1") != view(there.after, "player-1")


@pytest.mark.clause("duo.placement.both-hands")
def test_nobody_can_take_the_pawns_back_or_hide_those_of_another() -> None:
    game = first_player("ru-full", "player-1")
    assert refusal(game, PlaceBandits("player-1", bandits(game, "player-2")[0])) == ("duo.placement.both-hands",)
    hidden = after(game, PlaceBandits("player-1", bandits(game, "player-1")[0]))
    assert refusal(hidden, PlaceBandits("player-1", bandits(game, "player-1")[1])) == ("ruling.command.form",)


@pytest.mark.clause("duo.placement.one-each", "ruling.duo.placement-in-turn")
@pytest.mark.parametrize("first", ["player-1", "player-2"])
def test_in_polish_the_bandits_are_placed_openly_clockwise_from_the_first_player(first: str) -> None:
    game = first_player("pl-base", first)
    second = "player-2" if first == "player-1" else "player-1"
    assert awaiting(game) == (Decision(first, "placement", first),)
    verdict = accepted(game, PlaceBandits(first, bandits(game, first)[1]))
    before, last = bandits(game, first)
    assert told(verdict, BanditPlaced) == [
        BanditPlaced(last, f"{game.train[-1]}.inside"),
        BanditPlaced(before, f"{game.train[-2]}.inside"),
    ]
    assert {"duo.placement.one-each", "ruling.duo.placement-in-turn"} <= set(cited(verdict, BanditPlaced))
    assert not told(verdict, PawnsHidden)
    assert verdict.awaiting == (Decision(second, "placement", second),)
    assert refusal(verdict.after, PlaceBandits(second, last)) == ("duo.placement.one-each",)
    early = ("ruling.command.form", "ruling.duo.placement-in-turn")
    assert refusal(game, PlaceBandits(second, bandits(game, second)[0])) == early
    done = after(verdict.after, PlaceBandits(second, bandits(game, second)[0]))
    in_last = {bandit for bandit, figure in done.figures.items() if figure.place == f"{done.train[-1]}.inside"}
    assert in_last == {last, bandits(game, second)[0]}


@pytest.mark.clause("ruling.duo.placement-in-turn")
def test_hidden_in_polish_both_players_hide_their_pawns() -> None:
    game = first_player("pl-base", "player-2", "ruling.duo.placement-in-turn=hidden")
    assert {decision.actor for decision in awaiting(game)} == {"player-1", "player-2"}
    verdict = accepted(game, PlaceBandits("player-1", bandits(game, "player-1")[0]))
    assert told(verdict, PawnsHidden)
    assert not told(verdict, BanditPlaced)
    again = PlaceBandits("player-1", bandits(game, "player-1")[1])
    assert refusal(verdict.after, again) == ("ruling.command.form",)  # the order of turns has been claimed away
    done = accepted(verdict.after, PlaceBandits("player-2", bandits(game, "player-2")[0]))
    assert len(told(done, BanditPlaced)) == 4
