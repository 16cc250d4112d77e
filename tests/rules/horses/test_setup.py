"""Getting ready with horses and whisky: flasks in the cars, Ride cards, the horse attack, who is first player."""

from collections import Counter

import pytest

from colt_rules.commands import Deal
from colt_rules.decisions import Decision
from colt_rules.events import BanditPlaced, FirstPlayerDrawn, SeatTaken
from colt_rules.kernel import awaiting
from colt_rules.model.names import Cites, inside
from colt_rules.model.state import Game
from colt_rules.rules.horses.commands import BoardCar, HidePawns
from colt_rules.rules.horses.events import (
    AttackEnded,
    AttackReached,
    BoardingSealed,
    BoardingShown,
    FlaskPlaced,
    HorseLeft,
)
from colt_rules.rules.horses.model import horses_of
from tests.rules.coaches import coaching
from tests.rules.horses.tables import all_choose, attacking, seated
from tests.rules.sittings import cited, told, until
from tests.tables import BANDITS, drawn
from tests.verdicts import accepted, after, answers, refusal

EVERYWHERE = [("ru-full", "base"), ("fr-horses", "base"), ("ru-full", "duo"), ("fr-horses", "duo"), ("ru-full", "team")]
FOUR = BANDITS[:4]


# --- flasks


@pytest.mark.clause("horses.setup.whisky", "ruling.horses.whisky-not-in-the-locomotive", "horses.setup.whisky.six")
@pytest.mark.parametrize("edition", ["ru-full", "fr-horses"])
@pytest.mark.parametrize("players", [3, 6])
def test_each_car_behind_the_locomotive_gets_one_flask(edition: str, players: int) -> None:
    game = until("flasks", seated(edition, players=players))
    assert Counter(drawn(game).items) == {"classic": 6 if edition == "ru-full" else 5, "old": 1}
    assert drawn(game).count == players
    row = ("old", *["classic"] * (players - 1))
    verdict = accepted(game, Deal("chance", "flasks", "", row))
    assert told(verdict, FlaskPlaced) == [
        FlaskPlaced(f"whisky-{number}", kind, inside(car))
        for number, (kind, car) in enumerate(zip(row, game.train[1:], strict=True), 1)
    ]
    ours = "ruling.horses.whisky-not-in-the-locomotive" in cited(verdict, FlaskPlaced)
    assert ours == (edition == "ru-full")
    lying = {place: [token for token in row if "whisky" in token] for place, row in verdict.after.floor.items()}
    assert lying.pop("locomotive.inside") == []
    assert lying == {inside(car): [f"whisky-{number}"] for number, car in enumerate(game.train[1:], 1)}
    assert {kind: verdict.after.values[kind] for kind in horses_of(verdict.after).flasks} == dict.fromkeys(
        horses_of(verdict.after).flasks, 0
    )


@pytest.mark.clause("horses.setup.whisky.seven", "ruling.horses.flasks-in-the-box")
@pytest.mark.parametrize("claim", [(), ("ruling.horses.flasks-in-the-box=five-and-one",)])
def test_the_russian_book_counts_seven_flasks_and_a_table_may_claim_the_six_of_the_box(claim: Cites) -> None:
    game = until("flasks", coaching(players=6), *claim)
    assert Counter(drawn(game).items) == {"classic": 5 if claim else 6, "old": 1}
    six_classic = Deal("chance", "flasks", "", ("classic",) * 6)
    cites = refusal(game, six_classic) if claim else cited(accepted(game, six_classic), FlaskPlaced)
    assert ("horses.setup.whisky.seven" in cites, "ruling.horses.flasks-in-the-box" in cites) == (not claim, True)


@pytest.mark.clause("ruling.horses.whisky-not-in-the-locomotive")
@pytest.mark.parametrize(
    ("edition", "cites"),
    [("ru-full", ("ruling.horses.whisky-not-in-the-locomotive",)), ("fr-horses", ("horses.setup.whisky.six",))],
)
def test_there_is_no_flask_for_the_locomotive_to_draw(edition: str, cites: Cites) -> None:
    game = until("flasks", seated(edition, players=3))
    assert refusal(game, Deal("chance", "flasks", "", ("classic",) * 4))[-1:] == cites


@pytest.mark.clause("horses.setup.whisky", "horses.setup.whisky.blind")
def test_chance_says_which_flask_goes_where_and_there_is_only_one_of_old_whisky() -> None:
    game = until("flasks", seated(players=3))
    for row in (("old", "old", "classic"), ("classic",) * 4, ("classic",) * 2, ("gin", "old", "classic")):
        refused = refusal(game, Deal("chance", "flasks", "", row))
        assert refused[:2] == ("horses.setup.whisky", "horses.setup.whisky.blind")
    for row in (("classic",) * 3, ("classic", "old", "classic")):
        verdict = accepted(game, Deal("chance", "flasks", "", row))
        assert cited(verdict, FlaskPlaced)[:2] == ("horses.setup.whisky", "horses.setup.whisky.blind")
        assert all(not flask.used for flask in horses_of(verdict.after).flasks.values())


# --- Ride cards


@pytest.mark.clause("horses.setup.ride-card")
def test_each_deck_has_eleven_action_cards_with_one_ride() -> None:
    game = until("purses", seated())
    for seat in FOUR:
        assert len(game.cards[seat].deck) == 11
        assert game.cards[seat].deck.count(f"{seat}-ride") == 1


@pytest.mark.clause("horses.setup.ride-card", "ruling.horses.duo-ride-cards")
def test_with_two_bandits_there_is_a_ride_of_each() -> None:
    game = until("team", seated("ru-full", "duo"))
    verdict = accepted(game, answers(game, "player-1")[0])
    cards = verdict.after.cards["player-1"].deck
    assert len(cards) == 13
    assert sorted(card for card in cards if card.endswith("-ride")) == sorted(
        f"{taken.bandit}-ride" for taken in told(verdict, SeatTaken)
    )
    assert {"horses.setup.ride-card", "ruling.horses.duo-ride-cards"} <= set(cited(verdict, SeatTaken))


# --- the attack begins


@pytest.mark.clause("attack.instead-of-placement", "attack.from-the-tail", "horses.setup.horse")
@pytest.mark.parametrize(("edition", "variant"), EVERYWHERE)
def test_nobody_is_placed_by_number_but_all_come_on_horseback_to_the_last_car(edition: str, variant: str) -> None:
    game = until("round-cards", seated(edition, variant))
    while awaiting(game)[0].kind != "attack":
        game = until(awaiting(game)[0].kind, game)
        options = drawn(game)
        verdict = accepted(game, options.deal(options.items[: options.count]))
        game = verdict.after
    assert told(verdict, AttackReached) == [AttackReached(game.train[-1], horses_of(game).attack.riders)]  # type: ignore[union-attr]
    assert {"attack.instead-of-placement", "attack.from-the-tail"} <= set(cited(verdict, AttackReached))
    assert sorted(told(verdict, AttackReached)[0].riders) == sorted(game.figures)
    assert all(not figure.place for figure in game.figures.values())
    assert awaiting(game) == tuple(Decision(seat, "attack", seat) for seat in game.options.seats)


@pytest.mark.clause("attack.instead-of-placement", "horses.setup.horse")
@pytest.mark.parametrize(("edition", "variant"), EVERYWHERE)
def test_after_it_the_first_round_begins_with_a_horse_for_each_bandit(edition: str, variant: str) -> None:
    game = attacking(edition, variant)
    tail = game.train[-1]
    game = all_choose(game, *game.figures).after
    assert {figure.place for figure in game.figures.values()} == {inside(tail)}
    assert horses_of(game).stands == {f"horse-{number}": tail for number in range(1, len(game.figures) + 1)}
    begun = until("chosen-card" if variant == "duo" else "deck", game)
    assert (begun.phase, begun.round.number) == ("schemin", 1)
    assert begun.figures == game.figures


# --- the hidden choice


@pytest.mark.clause("attack.secret-choice", "horses.secrecy.sealed")
def test_hands_stay_closed_until_the_last_one_has_chosen() -> None:
    game = attacking()
    first, second, third, last = game.options.seats
    for seat, boards in ((third, ()), (first, (first,)), (last, (last,))):
        verdict = accepted(game, HidePawns(seat, boards))
        assert [event for event, _ in verdict.events] == [BoardingSealed(seat, boards)]
        assert cited(verdict, BoardingSealed) == ("attack.secret-choice", "horses.secrecy.sealed")
        assert all(not figure.place for figure in verdict.after.figures.values())
        game = verdict.after
    assert awaiting(game) == (Decision(second, "attack", second),)
    assert refusal(game, HidePawns(first, ()))[0] == "ruling.command.form"
    opened = accepted(game, HidePawns(second, (second,)))
    assert told(opened, BoardingShown) == [
        BoardingShown(first, (first,)),
        BoardingShown(second, (second,)),
        BoardingShown(third, ()),
        BoardingShown(last, (last,)),
    ]
    assert cited(opened, BoardingShown) == ("attack.secret-choice", "horses.secrecy.sealed")


@pytest.mark.clause("attack.secret-choice")
def test_the_clauses_cited_when_a_hand_is_closed_do_not_tell_what_is_in_it() -> None:
    game = attacking()
    boards, rides = (accepted(game, HidePawns(FOUR[0], hand)) for hand in (FOUR[:1], ()))
    assert cited(boards, BoardingSealed) == cited(rides, BoardingSealed)


@pytest.mark.clause("attack.secret-choice")
def test_one_hides_the_own_bandit_or_the_own_horse() -> None:
    game = attacking()
    assert answers(game, "ghost") == [HidePawns("ghost", ()), HidePawns("ghost", ("ghost",))]
    for boards in (("tuco",), ("ghost", "tuco"), ("horse",)):
        assert refusal(game, HidePawns("ghost", boards)) == ("attack.secret-choice",)
    assert refusal(game, HidePawns("ghost", ("ghost", "ghost"))) == ("ruling.command.form",)


@pytest.mark.clause("attack.boards", "attack.horse-left", "attack.rides-on", "attack.from-the-tail")
def test_who_shows_the_bandit_boards_and_leaves_the_horse_there_and_the_others_go_on_to_the_next_car() -> None:
    game = attacking()
    tail, ahead = game.train[-1], game.train[-2]
    verdict = all_choose(game, "ghost", "django")
    assert told(verdict, BanditPlaced) == [BanditPlaced("ghost", inside(tail)), BanditPlaced("django", inside(tail))]
    assert {"attack.boards", "attack.instead-of-placement"} <= set(cited(verdict, BanditPlaced))
    assert told(verdict, HorseLeft) == [HorseLeft("ghost", "horse-1", tail), HorseLeft("django", "horse-2", tail)]
    assert cited(verdict, HorseLeft) == ("attack.horse-left", "horses.setup.horse")
    assert told(verdict, AttackReached) == [AttackReached(ahead, ("cheyenne", "tuco"))]
    assert cited(verdict, AttackReached) == ("attack.from-the-tail", "attack.rides-on")
    assert verdict.awaiting == tuple(Decision(seat, "attack", seat) for seat in ("cheyenne", "tuco"))
    on = all_choose(verdict.after, "tuco", "cheyenne")
    assert horses_of(on.after).stands == {"horse-1": tail, "horse-2": tail, "horse-3": ahead, "horse-4": ahead}
    assert on.after.figures["tuco"].place == inside(ahead)


@pytest.mark.clause("attack.horses-nobodys")
def test_when_all_have_boarded_the_attack_is_over() -> None:
    verdict = all_choose(attacking(), *FOUR)
    assert cited(verdict, AttackEnded) == ("attack.horses-nobodys",)
    assert told(verdict, AttackReached) == []
    assert horses_of(verdict.after).attack is None


# --- the last one, and the front car


@pytest.mark.clause("attack.last-rider", "attack.cars-only")
def test_the_only_one_left_names_any_car_that_has_not_been_up() -> None:
    game = all_choose(attacking(), "ghost", "cheyenne", "django").after
    front, second, third, _ = game.train[1:]
    assert awaiting(game) == (Decision("tuco", "start", "tuco"),)
    assert answers(game, "tuco") == [BoardCar("tuco", car) for car in (third, second, front)]
    verdict = accepted(game, BoardCar("tuco", front))
    assert told(verdict, BanditPlaced) == [BanditPlaced("tuco", inside(front))]
    assert "attack.last-rider" in cited(verdict, BanditPlaced)
    assert "ruling.attack.alone-with-two" not in cited(verdict, BanditPlaced)
    assert told(verdict, HorseLeft) == [HorseLeft("tuco", "horse-4", front)]
    assert told(verdict, AttackEnded) == [AttackEnded()]


@pytest.mark.clause("attack.last-rider", "attack.cars-only", "attack.from-the-tail")
def test_neither_a_car_left_behind_nor_the_locomotive_nor_the_stagecoach() -> None:
    game = all_choose(attacking(), "ghost", "cheyenne", "django").after
    assert refusal(game, BoardCar("tuco", game.train[-1])) == ("attack.last-rider", "attack.from-the-tail")
    for car in ("locomotive", "stagecoach", "horse-1", ""):
        assert refusal(game, BoardCar("tuco", car)) == ("attack.last-rider", "attack.cars-only")


@pytest.mark.clause("attack.front-car", "attack.cars-only")
def test_the_front_car_takes_all_who_have_not_boarded_before() -> None:
    game = attacking()
    for car in game.train[:1:-1]:
        assert horses_of(game).attack.car == car  # type: ignore[union-attr]
        verdict = all_choose(game)
        game = verdict.after
    front = game.train[1]
    assert told(verdict, AttackReached) == [AttackReached(front, FOUR)]
    assert told(verdict, BanditPlaced) == [BanditPlaced(bandit, inside(front)) for bandit in FOUR]
    assert "attack.front-car" in cited(verdict, BanditPlaced)
    assert set(horses_of(game).stands.values()) == {front}
    assert told(verdict, AttackEnded) == [AttackEnded()]


@pytest.mark.clause("attack.front-car")
def test_a_single_one_is_not_asked_at_the_front_car_either() -> None:
    game = attacking(players=3)
    game = all_choose(game).after
    verdict = all_choose(game, "ghost", "cheyenne")
    assert told(verdict, BanditPlaced)[-1] == BanditPlaced("django", inside(game.train[1]))
    assert told(verdict, AttackEnded) == [AttackEnded()]


# --- two bandits a player


@pytest.mark.clause("attack.two-pawns")
@pytest.mark.parametrize("edition", ["ru-full", "fr-horses"])
def test_who_leads_two_chooses_for_each_of_them(edition: str) -> None:
    game = attacking(edition, "duo")
    one, other = sorted(bandit for bandit, figure in game.figures.items() if figure.seat == "player-1")
    assert answers(game, "player-1") == [
        HidePawns("player-1", boards) for boards in ((), (one,), (other,), (one, other))
    ]
    assert cited(accepted(game, HidePawns("player-1", (one,))), BoardingSealed)[:2] == (
        "attack.secret-choice",
        "attack.two-pawns",
    )
    assert refusal(game, HidePawns("player-1", (other, one))) == ("ruling.command.form",)
    game = all_choose(game, one).after
    assert game.figures[one].place == inside(game.train[-1])
    assert not game.figures[other].place
    assert answers(game, "player-1") == [HidePawns("player-1", boards) for boards in ((), (other,))]
    assert refusal(game, HidePawns("player-1", (one,))) == ("attack.secret-choice", "attack.two-pawns")


@pytest.mark.clause("ruling.attack.alone-with-two", "attack.last-rider")
@pytest.mark.parametrize("same", [False, True])
def test_alone_with_two_bandits_a_player_names_a_car_for_each(same: bool) -> None:
    game = attacking("ru-full", "duo")
    one, other = (bandit for bandit, figure in game.figures.items() if figure.seat == "player-1")
    game = all_choose(game, *(bandit for bandit, figure in game.figures.items() if figure.seat == "player-2")).after
    front, middle, _ = game.train[1:]
    asked = awaiting(game)[0].subject
    assert awaiting(game) == (Decision("player-1", "start", asked),)
    verdict = accepted(game, BoardCar("player-1", front))
    assert "ruling.attack.alone-with-two" in cited(verdict, BanditPlaced)
    (left,) = {one, other} - {asked}
    assert verdict.awaiting == (Decision("player-1", "start", left),)
    assert answers(verdict.after, "player-1") == [BoardCar("player-1", middle), BoardCar("player-1", front)]
    ended = accepted(verdict.after, BoardCar("player-1", front if same else middle))
    assert told(ended, AttackEnded) == [AttackEnded()]
    assert ended.after.figures[left].place == inside(front if same else middle)


# --- the first player


def boarded(game: Game, *at_the_tail: str) -> Game:
    """These bandits have boarded the last car, the others the one ahead."""
    game = all_choose(game, *at_the_tail).after
    return all_choose(game, *(bandit for bandit, figure in game.figures.items() if not figure.place)).after


@pytest.mark.clause("attack.first-player.rearmost")
def test_in_french_the_first_player_is_drawn_after_the_attack_among_the_rearmost() -> None:
    game = attacking()
    assert game.round.first == ""
    game = boarded(game, "cheyenne", "tuco")
    assert awaiting(game) == (Decision("chance", "rearmost", ""),)
    assert drawn(game).items == ("cheyenne", "tuco")
    verdict = accepted(game, Deal("chance", "rearmost", "", ("tuco",)))
    assert told(verdict, FirstPlayerDrawn) == [FirstPlayerDrawn("tuco")]
    assert cited(verdict, FirstPlayerDrawn) == ("attack.first-player.rearmost", "setup.first-player.holds-rounds")
    assert verdict.after.round.first == "tuco"
    for row in (("ghost",), ("tuco", "cheyenne"), ()):
        assert refusal(game, Deal("chance", "rearmost", "", row)) == ("attack.first-player.rearmost",)


@pytest.mark.clause("attack.first-player.rearmost")
def test_with_nobody_in_the_last_car_the_rearmost_that_was_boarded_counts() -> None:
    game = boarded(all_choose(attacking()).after, "django", "ghost")
    assert drawn(game).items == ("ghost", "django")


@pytest.mark.clause("attack.first-player.rearmost")
def test_with_two_bandits_it_is_the_player_of_the_one_that_is_drawn() -> None:
    game = attacking("fr-horses", "duo")
    rear = next(bandit for bandit, figure in game.figures.items() if figure.seat == "player-2")
    verdict = accepted(boarded(game, rear), Deal("chance", "rearmost", "", (rear,)))
    assert told(verdict, FirstPlayerDrawn) == [FirstPlayerDrawn("player-2")]


@pytest.mark.clause("ruling.attack.drawn-before", "attack.first-player.rearmost")
@pytest.mark.parametrize("variant", ["base", "duo"])
def test_in_russian_the_first_player_is_drawn_among_all_before_the_attack(variant: str) -> None:
    game = until("first-player", seated("ru-full", variant))
    assert drawn(game).items == game.options.seats
    verdict = accepted(game, Deal("chance", "first-player", "", game.options.seats[1:2]))
    assert "ruling.attack.drawn-before" in cited(verdict, FirstPlayerDrawn)
    assert "ruling.attack.first-player-in-teams" not in cited(verdict, FirstPlayerDrawn)
    assert verdict.awaiting[0].kind == "attack"
    ended = all_choose(verdict.after, *game.figures)
    assert told(ended, FirstPlayerDrawn) == []
    assert ended.after.round.first == game.options.seats[1]


@pytest.mark.clause("ruling.attack.first-player-in-teams", "attack.first-player.rearmost")
@pytest.mark.parametrize("edition", ["ru-full", "fr-horses"])
def test_in_teams_the_first_player_is_an_a_player_everywhere_and_drawn_before(edition: str) -> None:
    game = until("first-player", seated(edition, "team"))
    assert drawn(game).items == (FOUR[0], FOUR[2])
    verdict = accepted(game, Deal("chance", "first-player", "", (FOUR[2],)))
    cites = cited(verdict, FirstPlayerDrawn)
    assert "ruling.attack.drawn-before" in cites
    assert ("ruling.attack.first-player-in-teams" in cites) == (edition == "fr-horses")
    game = boarded(verdict.after, FOUR[1])
    assert (game.phase, game.round.first) == ("schemin", FOUR[2])
    assert after(game, drawn(game).deal(drawn(game).items)).round.first == FOUR[2]
