"""Getting ready with the stagecoach: what stands where, who is drawn, and which cards take part."""

from math import comb

import pytest

from colt_rules.commands import AgreeOnRoundCards, Deal
from colt_rules.decisions import Decision
from colt_rules.events import LootPlaced, NeutralBulletsStacked, RoundCardsAgreed, RoundCardsDrawn, StationDrawn
from colt_rules.kernel import awaiting, legal
from colt_rules.model.state import Game
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.events import HostagesDrawn, ShotgunPlaced, StagecoachPlaced
from colt_rules.rules.stagecoach.model import stagecoach_of
from tests.rules.coaches import ON_TOP, coaching
from tests.rules.sittings import cited, simple_answer, told, until
from tests.tables import drawn
from tests.verdicts import accepted, after, refusal

NEW_ROUNDS = {name for name in EXTRAS.round_cards if name.endswith(".2-4")}
NEW_STATIONS = {"escape", "mortal-bullet", "sharing-the-loot"}
OLD_STATIONS = {"marshals-revenge", "conductor", "pickpocketing"}


# --- stagecoach, strongbox, Shotgun, bullets


@pytest.mark.clause(
    "horses.setup.stagecoach", "horses.setup.strongbox-and-shotgun", "horses.setup.neutral-bullets.sixteen"
)
@pytest.mark.parametrize("edition", ["ru-full", "fr-horses"])
def test_the_stagecoach_starts_beside_the_locomotive_with_a_strongbox_and_the_shotgun_on_it(edition: str) -> None:
    game = until("purses", coaching(edition))
    verdict = accepted(game, simple_answer(game, "chance"))
    assert told(verdict, StagecoachPlaced) == [StagecoachPlaced("locomotive")]
    assert "horses.setup.stagecoach" in cited(verdict, StagecoachPlaced)
    assert LootPlaced("strongbox-3", 1000, ON_TOP) in told(verdict, LootPlaced)
    assert told(verdict, ShotgunPlaced) == [ShotgunPlaced(ON_TOP)]
    assert cited(verdict, ShotgunPlaced) == ("horses.setup.strongbox-and-shotgun",)
    assert told(verdict, NeutralBulletsStacked) == [NeutralBulletsStacked(16)]
    assert "horses.setup.neutral-bullets.sixteen" in cited(verdict, NeutralBulletsStacked)
    coach = stagecoach_of(verdict.after)
    assert (coach.car, coach.shotgun, verdict.after.neutral) == ("locomotive", ON_TOP, 16)
    assert verdict.after.floor[ON_TOP] == ("strongbox-3",)
    assert verdict.after.aside == ("strongbox-2",)


# --- hostages


@pytest.mark.clause("horses.setup.hostages")
@pytest.mark.parametrize("players", [3, 6])
def test_one_hostage_fewer_than_bandits_is_drawn(players: int) -> None:
    game = until("hostages", coaching(players=players))
    assert awaiting(game) == (Decision("chance", "hostages", ""),)
    assert (set(drawn(game).items), drawn(game).count) == (set(EXTRAS.hostages), players - 1)
    row = tuple(EXTRAS.hostages)[1:players]
    verdict = accepted(game, Deal("chance", "hostages", "", row))
    assert told(verdict, HostagesDrawn) == [HostagesDrawn(row)]
    assert cited(verdict, HostagesDrawn) == ("horses.setup.hostages",)
    assert stagecoach_of(verdict.after).hostages == row


@pytest.mark.clause("horses.setup.hostages")
def test_no_other_number_of_hostages_can_be_drawn_and_none_twice() -> None:
    game = until("hostages", coaching(players=3))
    names = tuple(EXTRAS.hostages)
    for row in ((), names[:1], names[:3], (names[0], names[0]), ("marshal", names[0])):
        assert refusal(game, Deal("chance", "hostages", "", row)) == ("horses.setup.hostages",)


@pytest.mark.clause("ruling.horses.hostages-by-bandits")
@pytest.mark.parametrize("players", [2, 3])
def test_with_two_bandits_a_player_bandits_are_counted(players: int) -> None:
    game = until("hostages", coaching(variant="duo", players=players))
    assert drawn(game).count == 2 * players - 1
    verdict = accepted(game, simple_answer(game, "chance"))
    assert cited(verdict, HostagesDrawn) == ("horses.setup.hostages", "ruling.horses.hostages-by-bandits")


@pytest.mark.clause("ruling.horses.hostages-by-bandits")
@pytest.mark.parametrize("players", [2, 3])
def test_where_the_table_claims_so_players_are_counted(players: int) -> None:
    claim = "ruling.horses.hostages-by-bandits=players"
    game = until("hostages", coaching(variant="duo", players=players), claim)
    assert drawn(game).count == players - 1


@pytest.mark.clause("horses.setup.hostages.by-players")
@pytest.mark.parametrize("players", [2, 3])
def test_the_french_book_counts_players(players: int) -> None:
    game = until("hostages", coaching("fr-horses", variant="duo", players=players))
    assert drawn(game).count == players - 1
    bandits = Deal("chance", "hostages", "", tuple(EXTRAS.hostages)[: 2 * players - 1])
    cites = ("horses.setup.hostages", "horses.setup.hostages.by-players")
    assert refusal(game, bandits) == cites
    assert cited(accepted(game, simple_answer(game, "chance")), HostagesDrawn) == cites


# --- which round cards take part


def choosing(stations: bool = True) -> Game:
    return until("round-choice", coaching(stations=stations))


SEVEN = (*sorted(NEW_ROUNDS), "swivel-arm.2-4", "tunnel.2-4")
THREE = ("conductor", "escape", "mortal-bullet")


@pytest.mark.clause("setup.rounds.chosen", "ruling.setup.chosen-rounds")
def test_before_anything_is_drawn_the_table_says_what_is_drawn_from() -> None:
    game = choosing()
    assert awaiting(game) == (Decision("table", "round-choice", ""),)
    assert (game.train, game.rounds, game.figures) == ((), (), {})


@pytest.mark.clause("setup.rounds.chosen")
def test_every_agreement_is_listed_once_and_all_cards_first() -> None:
    answers = legal(choosing(), "table")
    assert len(answers) == 1 + comb(12, 7) * comb(6, 3)
    assert next(iter(answers)) == AgreeOnRoundCards("table", (), ())
    listed = set(answers)
    assert len(listed) == len(answers)
    assert all(each in answers for each in list(listed)[::97])
    assert "rounds=[] stations=[]; AgreeOnRoundCards by table rounds=(7 of " in str(answers)


@pytest.mark.clause("setup.rounds.chosen", "ruling.setup.chosen-rounds")
def test_of_seven_round_cards_four_are_drawn_and_one_of_three_stations() -> None:
    verdict = accepted(choosing(), AgreeOnRoundCards("table", SEVEN, THREE))
    assert told(verdict, RoundCardsAgreed) == [RoundCardsAgreed(SEVEN, THREE)]
    chosen = ("setup.rounds.chosen", "ruling.setup.chosen-rounds")
    assert cited(verdict, RoundCardsAgreed) == chosen
    game = until("round-cards", verdict.after)
    assert (set(drawn(game).items), drawn(game).count) == (set(SEVEN), 4)
    other = Deal("chance", "round-cards", "", ("bridge.2-4", *SEVEN[:3]))
    assert refusal(game, other)[-1] == "setup.rounds.chosen"
    laid = accepted(game, Deal("chance", "round-cards", "", SEVEN[:4]))
    assert cited(laid, RoundCardsDrawn)[-2:] == chosen
    game = until("station", laid.after)
    assert (set(drawn(game).items), drawn(game).count) == (set(THREE), 1)
    assert refusal(game, Deal("chance", "station", "", ("sharing-the-loot",)))[-1] == "setup.rounds.chosen"
    assert cited(accepted(game, Deal("chance", "station", "", ("escape",))), StationDrawn)[-2:] == chosen


@pytest.mark.clause("ruling.setup.chosen-rounds")
def test_without_stations_only_round_cards_are_chosen_and_five_are_drawn() -> None:
    game = choosing(stations=False)
    assert len(legal(game, "table")) == 1 + comb(12, 7)
    assert "ruling.setup.chosen-rounds" in refusal(game, AgreeOnRoundCards("table", SEVEN, THREE))
    game = until("round-cards", after(game, AgreeOnRoundCards("table", SEVEN, ())))
    assert (set(drawn(game).items), drawn(game).count) == (set(SEVEN), 5)


@pytest.mark.clause("setup.rounds.chosen")
@pytest.mark.parametrize(
    ("rounds", "stations"),
    [
        (SEVEN, ()),
        ((), THREE),
        (SEVEN[:6], THREE),
        (SEVEN, THREE[:2]),
        (SEVEN[:6] + SEVEN[5:6], THREE),
        (THREE, SEVEN),
    ],
)
def test_other_numbers_of_cards_cannot_be_agreed_on(rounds: tuple[str, ...], stations: tuple[str, ...]) -> None:
    cites = refusal(choosing(), AgreeOnRoundCards("table", rounds, stations))
    assert cites[:2] == ("setup.rounds.chosen", "ruling.setup.chosen-rounds")


@pytest.mark.clause("ruling.command.form")
@pytest.mark.parametrize(("rounds", "stations"), [(SEVEN[::-1], THREE), (SEVEN, THREE[::-1])])
def test_an_agreement_out_of_order_breaks_no_rule_but_that_of_form(
    rounds: tuple[str, ...], stations: tuple[str, ...]
) -> None:
    assert refusal(choosing(), AgreeOnRoundCards("table", rounds, stations)) == ("ruling.command.form",)
    too_few = refusal(choosing(), AgreeOnRoundCards("table", rounds[:6], stations[:2]))
    assert too_few == ("ruling.command.form", "setup.rounds.chosen", "ruling.setup.chosen-rounds")


@pytest.mark.clause("setup.rounds.chosen")
def test_cards_for_other_numbers_of_players_cannot_be_agreed_on() -> None:
    cards = tuple(sorted((*SEVEN[:6], "shotgun-rage.5-6")))
    assert "setup.rounds.by-player-count" in refusal(choosing(), AgreeOnRoundCards("table", cards, THREE))


@pytest.mark.clause("horses.setup.rounds.mixed")
def test_with_nothing_named_the_new_cards_are_mixed_with_the_old() -> None:
    verdict = accepted(choosing(), AgreeOnRoundCards("table", (), ()))
    assert cited(verdict, RoundCardsAgreed) == ("ruling.setup.mixing", "horses.setup.rounds.mixed")
    game = until("round-cards", verdict.after)
    assert set(drawn(game).items) > NEW_ROUNDS
    assert (len(drawn(game).items), drawn(game).count) == (12, 4)
    laid = accepted(game, simple_answer(game, "chance"))
    assert cited(laid, RoundCardsDrawn)[-2:] == ("ruling.setup.mixing", "horses.setup.rounds.mixed")
    game = until("station", laid.after)
    assert set(drawn(game).items) == NEW_STATIONS | OLD_STATIONS


@pytest.mark.clause("horses.setup.rounds.all-mixed", "horses.setup.rounds.mixed")
def test_in_french_nobody_is_asked_and_all_cards_take_part() -> None:
    game = until("round-cards", coaching("fr-horses"))
    assert stagecoach_of(game).agreed is None
    assert len(drawn(game).items) == 12
    verdict = accepted(game, simple_answer(game, "chance"))
    assert cited(verdict, RoundCardsDrawn)[-2:] == ("horses.setup.rounds.mixed", "horses.setup.rounds.all-mixed")
    assert set(drawn(until("station", verdict.after)).items) == NEW_STATIONS | OLD_STATIONS


@pytest.mark.clause("ruling.setup.mixing")
def test_by_a_claim_the_cards_of_the_expansion_take_part_only_if_the_table_names_them() -> None:
    claim = "ruling.setup.mixing=left-out"
    game = until("round-cards", coaching(), claim)
    assert not set(drawn(game).items) & EXTRAS.round_cards.keys()
    assert len(drawn(game).items) == 7
    row = ("bridge.2-4", "tunnel.2-4", "braking.2-4", min(NEW_ROUNDS))
    assert "ruling.setup.mixing" in refusal(game, Deal("chance", "round-cards", "", row))
    verdict = accepted(game, simple_answer(game, "chance"))
    assert "ruling.setup.mixing" in cited(verdict, RoundCardsDrawn)
    assert "horses.setup.rounds.mixed" not in cited(verdict, RoundCardsDrawn)
    named = after(until("round-choice", coaching(), claim), AgreeOnRoundCards("table", SEVEN, THREE))
    assert set(drawn(until("round-cards", named)).items) == set(SEVEN)
