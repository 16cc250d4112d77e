"""The train as a graph: which places there are and how they lie to one another."""

import pytest

from colt_rules.commands import Fire, Move
from colt_rules.conformance.cases.board import board
from colt_rules.events import BanditStayed
from colt_rules.model.graph import NO_GRAPH, Graph
from colt_rules.rules.base.places import places, train_graph
from tests.verdicts import after, happens, refusal

TRAIN = ("locomotive", "mail", "dining", "baggage")
LONGEST = ("locomotive", "one", "two", "three", "four", "five", "six")


def everywhere(graph: Graph) -> set[str]:
    return {*graph.insides, *graph.roofs}


@pytest.mark.clause("train.inside-or-roof", "train.locomotive-is-a-car")
def test_every_car_and_the_locomotive_is_an_inside_and_a_roof_joined_by_stairs() -> None:
    graph = train_graph(TRAIN)
    assert graph.insides == ("locomotive.inside", "mail.inside", "dining.inside", "baggage.inside")
    assert graph.roofs == ("locomotive.roof", "mail.roof", "dining.roof", "baggage.roof")
    assert graph.stairs == {
        **dict(zip(graph.insides, graph.roofs, strict=True)),
        **dict(zip(graph.roofs, graph.insides, strict=True)),
    }


@pytest.mark.clause("train.inside-or-roof")
def test_from_every_place_one_can_move_look_push_and_climb_and_there_are_no_others() -> None:
    graph = train_graph(TRAIN)
    assert everywhere(graph) == set(graph.moves) == set(graph.sight) == set(graph.pushes) == set(graph.stairs)


@pytest.mark.clause("train.inside-or-roof")
@pytest.mark.parametrize("to", ["car-2", "stagecoach.inside", "car-2.cell", ""])
def test_a_place_that_is_neither_inside_nor_roof_of_a_car_cannot_be_entered(to: str) -> None:
    game = board(
        """
        roof   |   |       |   |
        inside | M | tuco  | ghost |
        """,
        pile=["tuco-move"],
    )
    assert refusal(game, Move("tuco", to)) == ("move.inside.adjacent",)


@pytest.mark.clause("train.locomotive-is-a-car")
def test_the_locomotive_can_be_entered_like_any_car_by_both_levels() -> None:
    game = board(
        """
        roof   |       | tuco  |   |
        inside |       | ghost | M |
        """,
        pile=["tuco-move", "ghost-move", "tuco-fire"],
    )
    game = after(game, Move("tuco", "locomotive.roof"))
    game = after(game, Move("ghost", "locomotive.inside"))
    assert (game.figures["tuco"].place, game.figures["ghost"].place) == ("locomotive.roof", "locomotive.inside")


@pytest.mark.clause("train.locomotive-is-a-car")
def test_nothing_lies_ahead_of_the_locomotive() -> None:
    game = board(
        """
        roof   | tuco | ghost |
        inside |      | M     |
        """,
        pile=["tuco-move"],
    )
    assert refusal(game, Move("tuco", "car-0.roof")) == ("move.roof.one-to-three",)


@pytest.mark.clause("train.no-leaving")
@pytest.mark.parametrize("train", [TRAIN[:2], TRAIN, LONGEST])
def test_no_relation_leads_off_the_train(train: tuple[str, ...]) -> None:
    graph = train_graph(train)
    reached = {
        *(place for row in graph.moves.values() for place in row),
        *(place for lines in graph.sight.values() for line in lines for place in line),
        *(place for row in graph.pushes.values() for place in row),
        *(place for row in graph.patrol.values() for place in row),
        *graph.knocked.values(),
        *graph.forward.values(),
        *graph.backward.values(),
        *graph.stairs.values(),
    }
    assert reached == everywhere(graph)


@pytest.mark.clause("train.no-leaving", "django.train-end")
def test_whoever_would_be_carried_past_the_end_stays() -> None:
    game = board(
        """
        roof   | ghost | django |
        inside | M     |        |
        """,
        pile=["django-fire"],
    )
    stayed = (BanditStayed("ghost", "locomotive.roof", "knock"), ("django.train-end", "train.no-leaving"))
    assert stayed in happens(game, Fire("django", "ghost"))
    assert after(game, Fire("django", "ghost")).figures["ghost"].place == "locomotive.roof"


@pytest.mark.clause("move.inside.adjacent")
def test_walks_lead_to_the_next_car_ahead_and_behind() -> None:
    moves = train_graph(TRAIN).moves
    assert {place: moves[place] for place in train_graph(TRAIN).insides} == {
        "locomotive.inside": ("mail.inside",),
        "mail.inside": ("locomotive.inside", "dining.inside"),
        "dining.inside": ("mail.inside", "baggage.inside"),
        "baggage.inside": ("dining.inside",),
    }


@pytest.mark.clause("move.roof.one-to-three")
@pytest.mark.parametrize(
    ("car", "reached"),
    [
        ("locomotive", "one two three"),
        ("one", "locomotive two three four"),
        ("three", "two one locomotive four five six"),
        ("six", "five four three"),
    ],
)
def test_runs_lead_up_to_three_roofs_ahead_and_behind(car: str, reached: str) -> None:
    assert train_graph(LONGEST).moves[f"{car}.roof"] == tuple(f"{name}.roof" for name in reached.split())


@pytest.mark.clause("fire.inside.adjacent", "fire.roof.any-distance")
def test_lines_of_fire_are_one_car_long_inside_and_as_long_as_the_train_on_the_roofs() -> None:
    sight = train_graph(TRAIN).sight
    assert sight["dining.inside"] == (("mail.inside",), ("baggage.inside",))
    assert sight["locomotive.inside"] == ((), ("mail.inside",))
    assert sight["dining.roof"] == (("mail.roof", "locomotive.roof"), ("baggage.roof",))
    assert sight["baggage.roof"] == (("dining.roof", "mail.roof", "locomotive.roof"), ())


@pytest.mark.clause("punch.push.adjacent", "punch.push.train-ends", "punch.push.same-level")
def test_pushes_land_one_car_away_on_the_same_level() -> None:
    pushes = train_graph(TRAIN).pushes
    for level in ("inside", "roof"):
        assert pushes[f"locomotive.{level}"] == (f"mail.{level}",)
        assert pushes[f"dining.{level}"] == (f"mail.{level}", f"baggage.{level}")
        assert pushes[f"baggage.{level}"] == (f"dining.{level}",)


@pytest.mark.clause("django.knock-back", "django.train-end")
def test_behind_a_target_comes_the_next_place_away_from_the_shooter() -> None:
    knocked = train_graph(TRAIN).knocked
    for level in ("inside", "roof"):
        assert knocked[f"locomotive.{level}", f"mail.{level}"] == f"dining.{level}"
        assert knocked[f"locomotive.{level}", f"dining.{level}"] == f"baggage.{level}"
        assert knocked[f"dining.{level}", f"mail.{level}"] == f"locomotive.{level}"
        assert (f"dining.{level}", f"baggage.{level}") not in knocked
        assert (f"mail.{level}", f"locomotive.{level}") not in knocked
    assert not any(shooter.endswith("roof") != target.endswith("roof") for shooter, target in knocked)


@pytest.mark.clause("marshal.move.adjacent", "marshal.inside-only")
def test_the_marshals_beat_runs_from_inside_to_inside() -> None:
    assert train_graph(TRAIN).patrol == {
        "locomotive.inside": ("mail.inside",),
        "mail.inside": ("locomotive.inside", "dining.inside"),
        "dining.inside": ("mail.inside", "baggage.inside"),
        "baggage.inside": ("dining.inside",),
    }


@pytest.mark.clause("train.no-leaving")
def test_forward_is_toward_the_locomotive_and_backward_toward_the_tail() -> None:
    graph = train_graph(TRAIN[:3])
    assert graph.forward == {
        "mail.inside": "locomotive.inside",
        "dining.inside": "mail.inside",
        "mail.roof": "locomotive.roof",
        "dining.roof": "mail.roof",
    }
    assert graph.backward == {ahead: place for place, ahead in graph.forward.items()}


@pytest.mark.clause("train.inside-or-roof")
def test_the_graph_is_that_of_the_train_on_the_table() -> None:
    game = board("roof | | | tuco |\ninside | M | | ghost |")
    assert places(game, NO_GRAPH) == train_graph(("locomotive", "car-1", "car-2"))
