"""The stagecoach on the board: what is near to it, and what the Shotgun hides."""

import pytest

from colt_rules.commands import ChangeFloor, Fire, Move, Punch
from colt_rules.events import BanditMoved, BanditStayed, BulletGiven
from colt_rules.kernel import settle
from colt_rules.model.graph import Graph
from colt_rules.model.names import inside, roof
from colt_rules.model.parts import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.horses.commands import Ride
from colt_rules.rules.rulebook import rules_of
from colt_rules.rules.stagecoach.model import stagecoach_of
from tests.rules.coaches import ON_TOP, WITHIN, coach
from tests.verdicts import answers, happens, idle

LONG = """
    car    | locomotive | a | b          | c | d | e    | stagecoach |
    roof   | ghost      |   |            |   |   | tuco |            |
    inside | M          |   |            |   |   |      |            |
    beside |            |   | stagecoach |   |   |      |            |
"""
"""Six cars; the stagecoach faces the third."""
TRAIN = ("locomotive", "a", "b", "c", "d", "e")


def graph(game: Game) -> Graph:
    return rules_of(game).graph(game)


def facing(car: str) -> Graph:
    game = coach(LONG)
    return graph(with_part(game, "stagecoach", changed(stagecoach_of(game), car=car)))


# --- the two places


@pytest.mark.clause("stagecoach.two-places", "stagecoach.stairs")
def test_the_stagecoach_is_an_inside_and_a_roof_with_stairs_between_them() -> None:
    board = facing("b")
    assert (board.stairs[WITHIN], board.stairs[ON_TOP]) == (ON_TOP, WITHIN)


@pytest.mark.clause("stagecoach.two-places", "ruling.happenings.stagecoach", "stagecoach.not-the-marshal")
def test_it_is_no_car_of_the_train() -> None:
    board = facing("b")
    assert board.insides == tuple(map(inside, TRAIN))
    assert board.roofs == tuple(map(roof, TRAIN))
    for relation in (board.patrol, board.forward, board.backward):
        assert not {WITHIN, ON_TOP} & relation.keys()
    assert not [place for ways in board.patrol.values() for place in ways if place in (WITHIN, ON_TOP)]
    assert not {WITHIN, ON_TOP} & {*board.forward.values(), *board.backward.values(), *board.knocked.values()}


@pytest.mark.clause("stagecoach.two-places")
def test_the_same_board_is_made_only_once() -> None:
    game = coach(LONG)
    assert graph(game) is graph(changed(game, neutral=3))
    assert graph(game) is not facing("c")


@pytest.mark.clause("stagecoach.stairs")
def test_a_floor_change_leads_from_one_level_of_it_to_the_other() -> None:
    game = coach(
        """
        car    |   | a | stagecoach |
        roof   |   |   | tuco       |
        inside | M |   | ghost      |
        """,
        pile=["tuco-floor-change", "ghost-floor-change"],
    )
    assert answers(game, "tuco") == [ChangeFloor("tuco", WITHIN)]
    (moved, cites), *_ = happens(game, ChangeFloor("tuco", WITHIN))
    assert moved == BanditMoved("tuco", ON_TOP, WITHIN, "climb")
    assert cites[:2] == ("floor-change.down", "stagecoach.stairs")


# --- Move


@pytest.mark.clause("stagecoach.roof.move")
@pytest.mark.parametrize(
    ("car", "near"),
    [
        ("locomotive", ("locomotive", "a", "b")),
        ("b", ("locomotive", "a", "b", "c", "d")),
        ("e", ("c", "d", "e")),
    ],
)
def test_the_crossing_counts_as_one_of_the_three_cars_of_a_move(car: str, near: tuple[str, ...]) -> None:
    board = facing(car)
    assert sorted(board.moves[ON_TOP]) == sorted(map(roof, near))
    assert [place for place, ways in board.moves.items() if ON_TOP in ways] == [roof(one) for one in near]


@pytest.mark.clause("stagecoach.roof.move")
def test_along_the_train_a_move_goes_as_far_as_ever() -> None:
    assert facing("b").moves[roof("a")] == ("locomotive.roof", "b.roof", "c.roof", "d.roof", ON_TOP)


@pytest.mark.clause("stagecoach.inside.not-by-move")
def test_for_a_move_its_inside_has_no_neighbour() -> None:
    board = facing("b")
    assert board.moves[WITHIN] == ()
    assert not [place for place, ways in board.moves.items() if WITHIN in ways]


# --- Fire


@pytest.mark.clause("stagecoach.inside.fire")
def test_inside_only_the_facing_car_and_the_stagecoach_see_each_other() -> None:
    board = facing("b")
    assert board.sight[WITHIN] == ((inside("b"),),)
    assert [place for place, lines in board.sight.items() if (WITHIN,) in lines] == [inside("b")]
    assert board.sight[inside("a")] == ((inside("locomotive"),), (inside("b"),))


@pytest.mark.clause("stagecoach.roof.fire")
def test_its_roof_sees_every_roof_of_the_train_and_is_seen_from_each() -> None:
    board = facing("b")
    assert board.sight[ON_TOP] == tuple((roof(car),) for car in TRAIN)
    for car in TRAIN:
        assert board.sight[roof(car)][-1] == (ON_TOP,)


@pytest.mark.clause("stagecoach.roof.fire")
def test_nobody_in_between_hides_a_target_from_the_stagecoach_or_on_it() -> None:
    game = coach(
        """
        car    |       | a       | b          | c    | stagecoach |
        roof   | ghost | belle   |            | doc  | tuco       |
        inside | M     |         |            |      | django     |
        beside |       |         | stagecoach |      |            |
        """,
        pile=["tuco-fire", "ghost-fire"],
        powers=False,
    )
    targets = [command.target for command in answers(game, "tuco") if isinstance(command, Fire)]
    assert sorted(targets) == ["belle", "doc", "ghost"]
    (given, cites), *_ = happens(game, Fire("tuco", "ghost"))
    assert isinstance(given, BulletGiven)
    assert "stagecoach.roof.fire" in cites


@pytest.mark.clause("stagecoach.roof.fire")
def test_from_a_roof_of_the_train_a_bandit_ahead_does_not_hide_who_is_on_the_stagecoach() -> None:
    game = coach(
        """
        car    |       | a     | b          | stagecoach |
        roof   | ghost | belle |            | tuco doc   |
        inside | M     |       |            |            |
        beside |       |       | stagecoach |            |
        """,
        pile=["ghost-fire"],
        powers=False,
    )
    assert answers(game, "ghost") == [Fire("ghost", "belle"), Fire("ghost", "tuco"), Fire("ghost", "doc")]


# --- the Shotgun in the line of fire

GUARDED_ROOFS = """
    car    |       | a     | b          | c   | stagecoach |
    roof   | ghost |       | shotgun    | doc | tuco       |
    inside | M     | belle |            |     |            |
    beside |       |       | stagecoach |     |            |
"""


@pytest.mark.clause("shotgun.blocks-sight")
def test_along_the_roofs_nobody_sees_past_the_shotgun() -> None:
    board = graph(coach(GUARDED_ROOFS))
    assert board.sight["locomotive.roof"] == ((), ("a.roof", "b.roof"), (ON_TOP,))
    assert board.sight["c.roof"] == (("b.roof",), (), (ON_TOP,))


@pytest.mark.clause("shotgun.blocks-sight", "stagecoach.roof.fire")
def test_shots_from_the_stagecoach_and_at_it_he_does_not_hinder() -> None:
    game = coach(GUARDED_ROOFS, pile=["tuco-fire", "ghost-fire"], powers=False)
    assert answers(game, "tuco") == [Fire("tuco", "ghost"), Fire("tuco", "doc")]
    assert answers(settle(coach(GUARDED_ROOFS, pile=["ghost-fire"], powers=False)).after, "ghost") == [
        Fire("ghost", "tuco")
    ]


@pytest.mark.clause("shotgun.inactive", "shotgun.blocks-sight")
def test_on_the_stagecoach_he_is_in_nobodys_way() -> None:
    board = graph(coach(GUARDED_ROOFS.replace("shotgun", "       ")))
    assert board.sight["locomotive.roof"] == ((), ("a.roof", "b.roof", "c.roof"), (ON_TOP,))
    assert board.sight[ON_TOP] == (("locomotive.roof",), ("a.roof",), ("b.roof",), ("c.roof",))


@pytest.mark.clause("shotgun.no-target", "shotgun.blocks-sight")
@pytest.mark.parametrize(
    ("shotgun", "behind", "cites"),
    [
        (True, "doc", ("shotgun.no-target", "shotgun.blocks-sight")),
        (True, "", ("shotgun.no-target",)),
        (False, "", ("shotgun.no-target",)),
    ],
)
def test_a_fire_with_nobody_in_sight_but_the_shotgun_does_nothing(
    shotgun: bool, behind: str, cites: tuple[str, ...]
) -> None:
    game = coach(
        f"""
        car    |       | a                     | b                      | stagecoach |
        roof   | ghost | {"shotgun" * shotgun} | {behind}               |            |
        inside | M     | tuco                  | {"" if behind else "doc"} |         |
        beside |       | stagecoach            |                        |            |
        """
    )
    assert idle(game, "ghost-fire") == ("stealin.obligatory", "fire.no-target", *cites)


# --- Punch


@pytest.mark.clause("stagecoach.inside.push", "stagecoach.roof.push")
def test_a_push_crosses_between_facing_places_and_from_the_stagecoach_goes_nowhere_else() -> None:
    board = facing("b")
    assert board.pushes[WITHIN] == (inside("b"),)
    assert board.pushes[ON_TOP] == (roof("b"),)
    assert board.pushes[inside("b")] == (inside("a"), inside("c"), WITHIN)
    assert board.pushes[roof("b")] == (roof("a"), roof("c"), ON_TOP)
    assert board.pushes[inside("a")] == (inside("locomotive"), inside("b"))
    assert board.pushes[roof("c")] == (roof("b"), roof("d"))


@pytest.mark.clause("stagecoach.inside.push")
def test_a_bandit_can_be_pushed_into_the_stagecoach() -> None:
    game = coach(
        """
        car    |   | a          | stagecoach |
        roof   |   |            |            |
        inside | M | tuco ghost |            |
        beside |   | stagecoach |            |
        """,
        pile=["tuco-punch"],
    )
    _, (moved, cites), *_ = happens(game, Punch("tuco", "ghost", None, WITHIN, False))
    assert moved == BanditMoved("ghost", "a.inside", WITHIN, "push")
    assert "stagecoach.inside.push" in cites


# --- Django


@pytest.mark.clause("stagecoach.roof.no-knock-back")
@pytest.mark.parametrize(("shooter", "target"), [("a", "stagecoach"), ("stagecoach", "a")])
def test_across_the_roofs_django_knocks_nobody_back(shooter: str, target: str) -> None:
    cells = {shooter: "django", target: "ghost"}
    game = coach(
        f"""
        car    |   | a          | b          | c | stagecoach |
        roof   |   | {cells["a"]} |            |   | {cells["stagecoach"]} |
        inside | M |            |            |   |            |
        beside |   |            | stagecoach |   |            |
        """,
        pile=["django-fire"],
    )
    _, (stayed, cites), *_ = happens(game, Fire("django", "ghost"))
    assert stayed == BanditStayed("ghost", roof(target), "knock")
    assert cites == ("stagecoach.roof.no-knock-back",)


@pytest.mark.clause("ruling.stagecoach.django-inside")
@pytest.mark.parametrize(("shooter", "target"), [("b", "stagecoach"), ("stagecoach", "b")])
def test_nothing_lies_beyond_a_target_inside_the_stagecoach_or_opposite(shooter: str, target: str) -> None:
    cells = {shooter: "django", target: "ghost"}
    game = coach(
        f"""
        car    |   | a | b            | c | stagecoach |
        roof   |   |   |              |   |            |
        inside | M |   | {cells["b"]} |   | {cells["stagecoach"]} |
        beside |   |   | stagecoach   |   |            |
        """,
        pile=["django-fire"],
    )
    _, (stayed, cites), *_ = happens(game, Fire("django", "ghost"))
    assert stayed == BanditStayed("ghost", inside(target), "knock")
    assert cites == ("ruling.stagecoach.django-inside",)


@pytest.mark.clause("stagecoach.roof.no-knock-back")
def test_along_the_train_django_knocks_as_ever() -> None:
    game = coach(
        """
        car    |        | a     | b          | stagecoach |
        roof   | django | ghost |            |            |
        inside | M      |       |            |            |
        beside |        |       | stagecoach |            |
        """,
        pile=["django-fire"],
    )
    _, (moved, _), *_ = happens(game, Fire("django", "ghost"))
    assert moved == BanditMoved("ghost", "a.roof", "b.roof", "knock")


# --- what is like a car


@pytest.mark.clause("ruling.stagecoach.like-a-car")
def test_tuco_shoots_through_the_roof_of_the_stagecoach() -> None:
    game = coach(
        """
        car    |     | a | stagecoach |
        roof   | doc |   | tuco       |
        inside | M   |   | ghost      |
        """,
        pile=["tuco-fire"],
    )
    assert answers(game, "tuco") == [Fire("tuco", "doc"), Fire("tuco", "ghost")]
    ((_, cites), *_) = happens(game, Fire("tuco", "ghost"))
    assert cites[-1] == "ruling.stagecoach.like-a-car"


# --- Ride


@pytest.mark.clause("ride.into-stagecoach", "ride.go-between")
def test_a_ride_ends_in_the_stagecoach_wherever_its_car_is_in_reach() -> None:
    rides = facing("b").relations["ride"]
    assert [place for place in map(inside, TRAIN) if WITHIN in rides[place]] == list(map(inside, TRAIN))
    rides = facing("e").relations["ride"]
    assert [car for car in TRAIN if WITHIN in rides[inside(car)]] == ["b", "c", "d", "e"]
    assert [car for car in TRAIN if WITHIN in rides[roof(car)]] == ["b", "c", "d", "e"]


@pytest.mark.clause("ruling.ride.from-the-stagecoach", "ride.go-between")
def test_from_the_stagecoach_one_mounts_beside_the_facing_car_and_rides_as_from_there() -> None:
    relations = facing("b").relations
    for place in (WITHIN, ON_TOP):
        assert relations["beside"][place] == "b"
        assert relations["ride"][place] == relations["ride"][inside("b")]


@pytest.mark.clause("ride.into-stagecoach", "ride.go-between")
def test_a_ride_of_no_distance_bridges_the_gap() -> None:
    game = coach(
        """
        car    |   | a                | b | stagecoach |
        roof   |   | tuco             |   | ghost      |
        inside | M |                  |   |            |
        beside |   | stagecoach horse |   |            |
        """,
        pile=["tuco-ride", "ghost-ride"],
    )
    (_, _), (moved, cites), *_ = happens(game, Ride("tuco", WITHIN))
    assert moved == BanditMoved("tuco", "a.roof", WITHIN, "ride")
    assert {"ride.dismount", "ride.into-stagecoach", "ride.go-between"} <= set(cites)
    assert Move("tuco", WITHIN) not in answers(game, "tuco")


@pytest.mark.clause("ruling.ride.from-the-stagecoach", "ride.go-between")
@pytest.mark.parametrize(("above", "below"), [("tuco", ""), ("", "tuco")])
def test_a_ride_begins_on_the_roof_of_the_stagecoach_or_inside(above: str, below: str) -> None:
    game = coach(
        f"""
        car    |     | a                | b | stagecoach |
        roof   | doc |                  |   | {above}    |
        inside | M   |                  |   | {below}    |
        beside |     | stagecoach horse |   |            |
        """,
        pile=["tuco-ride"],
    )
    (_, ridden), (moved, cites), *_ = happens(game, Ride("tuco", "a.inside"))
    assert ridden[-1] == "ruling.ride.from-the-stagecoach"
    assert isinstance(moved, BanditMoved)
    assert cites == ("ride.dismount", "ride.go-between", "ruling.ride.from-the-stagecoach")
    (_, _), (_, cites), *_ = happens(game, Ride("tuco", "b.inside"))
    assert cites == ("ride.dismount", "ruling.ride.from-the-stagecoach")
    french = changed(game, options=changed(game.options, edition="fr-horses"))  # that book makes horses go-betweens
    (_, ridden), (_, cites), *_ = happens(french, Ride("tuco", "b.inside"))
    assert ridden[-1] == cites[-1] == "ride.go-between"
