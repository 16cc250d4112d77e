"""What round cards and stations bring at the round's end."""

from typing import Any

import pytest

from colt_rules.commands import Command, Move, Pickpocket
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import (
    BanditMoved,
    BanditStayed,
    Cited,
    GameEnded,
    HappeningStarted,
    LootKept,
    LootLost,
    LootTaken,
    MarshalMoved,
    MarshalStayed,
    NeutralBulletGiven,
    NeutralBulletsShort,
    PickpocketAnswered,
    RansomPaid,
    RoundEnded,
    StealinEnded,
    StrongboxBrought,
)
from colt_rules.kernel import awaiting, legal, settle
from colt_rules.model.state import Game
from colt_rules.rules.rulebook import rulebook
from tests.verdicts import accepted, after, refusal

HAPPENINGS = {
    "angry-marshal": ("angry-marshal.2-4", "happening.angry-marshal.shoots"),
    "swivel-arm": ("swivel-arm.2-4", "happening.swivel-arm"),
    "braking": ("braking.2-4", "happening.braking"),
    "take-it-all": ("take-it-all.2-4", "happening.take-it-all"),
    "passengers-rebellion": ("passengers-rebellion.2-4", "happening.passengers-rebellion"),
    "marshals-revenge": ("marshals-revenge", "station.marshals-revenge"),
    "conductor": ("conductor", "station.conductor"),
    "pickpocketing": ("pickpocketing", "station.pickpocketing"),
}
"""Each happening with a card that shows it and the clause it begins with."""
CROWD = """
    roof   | ghost       | belle         | tuco  |                     |
    inside | M strongbox | purse jewel   | doc   | django purse:400    |
"""
SEVERAL = "ruling.order.first-player-clockwise"
MET = (
    "marshal.meeting.marshal-enters",
    "marshal.meeting.neutral-bullet",
    "marshal.meeting.bullet-first",
    SEVERAL,
)

ORDER = "ruling.order.first-player-clockwise"


def position(happening: str, sketch: str, **given: Any) -> Game:
    """The round's end with this happening to come and another round after it."""
    return board(sketch, card=HAPPENINGS[happening][0], **{"rounds": ["bridge.2-4"]} | given)


def ending(game: Game) -> tuple[Cited, ...]:
    """Everything that happens by itself once Stealin' is over."""
    stealin_ended, *rest = settle(game).events
    assert stealin_ended == (StealinEnded(), ("game.two-phases",))
    return tuple(rest)


def outcome(game: Game) -> list[Cited]:
    """What the happening brings by itself, without its beginning."""
    return [
        (event, cites)
        for event, cites in ending(game)
        if not isinstance(event, HappeningStarted | RoundEnded | GameEnded) and "schemin.card-revealed" not in cites
    ]


def met(bandit: str, left: int, car: str) -> list[Cited]:
    """A bandit meets the Marshal inside this car, and not alone."""
    flight = BanditMoved(bandit, f"{car}.inside", f"{car}.roof", "flight")
    return [
        (NeutralBulletGiven(bandit, bandit, left), MET),
        (flight, ("marshal.meeting.flight", "marshal.never-together")),
    ]


def where(game: Game) -> dict[str, str]:
    return {bandit: figure.place for bandit, figure in game.figures.items()}


# --- when a happening comes


class TestWhen:
    @pytest.mark.clause("round-end.happening-last")
    @pytest.mark.parametrize("happening", HAPPENINGS)
    def test_it_begins_the_round_s_end_and_comes_once(self, happening: str) -> None:
        game = position(happening, CROWD)
        events = ending(game)
        started = [cited for cited in events if isinstance(cited[0], HappeningStarted)]
        due = ("django",) if happening == "pickpocketing" else ()
        expected = ("round-end.happening-last", HAPPENINGS[happening][1])
        assert started == [(HappeningStarted(happening, due), expected)]
        assert events[0] == started[0]
        if happening == "pickpocketing":
            rest = accepted(settle(game).after, Pickpocket("django", None)).events
            assert not any(isinstance(event, HappeningStarted) for event, _ in rest)

    @pytest.mark.clause("round-end.happening-last")
    def test_it_comes_after_the_last_card_and_before_the_next_round(self) -> None:
        game = position("braking", CROWD, pile=["doc-move"])
        kinds = [event.__class__ for event, _ in accepted(game, Move("doc", "car-3.inside")).events]
        order = [StealinEnded, HappeningStarted, BanditStayed, BanditMoved, RoundEnded]
        assert [kind for kind in kinds if kind in order][-6:] == [
            StealinEnded,
            HappeningStarted,
            BanditStayed,
            BanditMoved,
            BanditMoved,
            RoundEnded,
        ]

    @pytest.mark.clause("setup.advanced.optional", "round-end.happening-last")
    @pytest.mark.parametrize("happening", HAPPENINGS)
    def test_a_table_without_happenings_has_none(self, happening: str) -> None:
        game = position(happening, CROWD, happenings=False)
        assert isinstance(ending(game)[0][0], RoundEnded)
        verdict = settle(game)
        assert (where(verdict.after), verdict.after.marshal) == (where(game), game.marshal)
        assert (verdict.after.floor, verdict.after.neutral) == (game.floor, 13)
        assert verdict.awaiting[0].kind == "deck"

    @pytest.mark.parametrize("card", ["tunnel.2-4", "bridge.2-4", "tunnel.5-6", "bridge.5-6"])
    def test_a_card_that_shows_no_happening_brings_none(self, card: str) -> None:
        assert isinstance(ending(board(CROWD, card=card, rounds=["bridge.2-4"]))[0][0], RoundEnded)

    def test_every_happening_of_the_cards_is_known_and_no_other(self) -> None:
        assert set(rulebook(("base",)).happenings) == set(HAPPENINGS)


# --- round cards


class TestAngryMarshal:
    @pytest.mark.clause(
        "happening.angry-marshal.shoots",
        "happening.angry-marshal.moves",
        "ruling.happening.bullet-on-top",
        "ruling.order.first-player-clockwise",
    )
    def test_he_shoots_everybody_on_his_roof_and_goes_one_car_toward_the_tail(self) -> None:
        game = position(
            "angry-marshal",
            """
            roof   | belle |  ghost tuco | django |  |
            inside | doc   |  M          |        | cheyenne |
            """,
            seats=["belle", "ghost", "doc", "tuco", "django", "cheyenne"],
            first="doc",
        )
        shot = ("happening.angry-marshal.shoots", "ruling.happening.bullet-on-top", SEVERAL)
        assert outcome(game) == [
            (NeutralBulletGiven("tuco", "tuco", 12), shot),
            (NeutralBulletGiven("ghost", "ghost", 11), shot),
            (MarshalMoved("car-1.inside", "car-2.inside"), ("happening.angry-marshal.moves",)),
        ]
        end = settle(game).after
        assert [end.cards[seat].deck[0] for seat in ("tuco", "ghost")] == ["neutral-bullet"] * 2
        assert (end.neutral, end.marshal, where(end)) == (11, "car-2.inside", where(game))

    @pytest.mark.clause("happening.angry-marshal.tail", "happening.angry-marshal.shoots")
    def test_in_the_last_car_he_shoots_and_stays(self) -> None:
        game = position(
            "angry-marshal",
            """
            roof   | belle |  | ghost |
            inside | doc   |  | M     |
            """,
        )
        assert outcome(game) == [
            (
                NeutralBulletGiven("ghost", "ghost", 12),
                ("happening.angry-marshal.shoots", "ruling.happening.bullet-on-top"),
            ),
            (MarshalStayed("car-2.inside"), ("happening.angry-marshal.tail",)),
        ]
        assert settle(game).after.marshal == "car-2.inside"

    @pytest.mark.clause("ruling.neutral-bullets.happenings-too", "happening.angry-marshal.moves")
    def test_with_too_few_bullets_nobody_is_shot_but_he_moves(self) -> None:
        game = position(
            "angry-marshal",
            """
            roof   | tuco ghost belle |  |  |
            inside | M                |  |  |
            """,
            neutral=2,
        )
        assert outcome(game) == [
            (
                NeutralBulletsShort(("tuco", "ghost", "belle")),
                ("happening.angry-marshal.shoots", "ruling.neutral-bullets.happenings-too"),
            ),
            (MarshalMoved("locomotive.inside", "car-1.inside"), ("happening.angry-marshal.moves",)),
        ]
        assert settle(game).after.neutral == 2

    @pytest.mark.clause("happening.angry-marshal.shoots")
    def test_the_last_bullets_of_the_pile_are_dealt(self) -> None:
        game = position(
            "angry-marshal",
            """
            roof   | tuco ghost belle |  |  |
            inside | M                |  |  |
            """,
            neutral=3,
        )
        assert settle(game).after.neutral == 0

    @pytest.mark.clause("happening.angry-marshal.moves", "marshal.meeting.marshal-enters", "marshal.never-together")
    def test_whom_he_meets_where_he_goes_gets_a_bullet_and_flees(self) -> None:
        game = position(
            "angry-marshal",
            """
            roof   | tuco | belle       |  |
            inside | M    | ghost doc   |  |
            """,
            first="doc",
        )
        events = outcome(game)
        assert [event.__class__ for event, _ in events[:2]] == [NeutralBulletGiven, MarshalMoved]
        (ghost_shot, ghost_fled), (doc_shot, doc_fled) = met("ghost", 10, "car-1"), met("doc", 11, "car-1")
        assert events[2:] == [doc_shot, ghost_shot, doc_fled, ghost_fled]
        assert where(settle(game).after) == {
            "tuco": "locomotive.roof",
            "belle": "car-1.roof",
            "ghost": "car-1.roof",
            "doc": "car-1.roof",
        }

    @pytest.mark.clause("neutral-bullets.too-few", "ruling.neutral-bullets.group", "marshal.meeting.flight")
    def test_shots_and_meeting_are_two_groups_for_the_pile(self) -> None:
        game = position(
            "angry-marshal",
            """
            roof   | tuco |           |  |
            inside | M    | ghost doc |  |
            """,
            neutral=2,
        )
        events = outcome(game)
        assert events[0][0] == NeutralBulletGiven("tuco", "tuco", 1)
        assert events[2] == (
            NeutralBulletsShort(("ghost", "doc")),
            (
                "marshal.meeting.marshal-enters",
                "neutral-bullets.too-few",
                "ruling.neutral-bullets.group",
            ),
        )
        assert [event.bandit for event, _ in events[3:] if isinstance(event, BanditMoved)] == ["ghost", "doc"]
        assert settle(game).after.neutral == 1

    @pytest.mark.clause("happening.angry-marshal.moves", "marshal.meeting.marshal-enters")
    def test_where_he_meets_one_bandit_no_order_is_needed(self) -> None:
        game = position(
            "angry-marshal",
            """
            roof   | tuco |       |     |
            inside | M    | ghost | doc |
            """,
        )
        assert outcome(game) == [
            (
                NeutralBulletGiven("tuco", "tuco", 12),
                ("happening.angry-marshal.shoots", "ruling.happening.bullet-on-top"),
            ),
            (MarshalMoved("locomotive.inside", "car-1.inside"), ("happening.angry-marshal.moves",)),
            (
                NeutralBulletGiven("ghost", "ghost", 11),
                ("marshal.meeting.marshal-enters", "marshal.meeting.neutral-bullet", "marshal.meeting.bullet-first"),
            ),
            (
                BanditMoved("ghost", "car-1.inside", "car-1.roof", "flight"),
                ("marshal.meeting.flight", "marshal.never-together"),
            ),
        ]


class TestSwivelArm:
    @pytest.mark.clause("happening.swivel-arm")
    def test_everybody_on_the_roofs_is_swept_to_the_last_one(self) -> None:
        game = position(
            "swivel-arm",
            """
            roof   | ghost | belle purse | django | tuco |
            inside | M     | doc         |        |      |
            """,
            first="django",
        )
        cites = ("happening.swivel-arm", ORDER)
        assert outcome(game) == [
            (BanditMoved("django", "car-2.roof", "car-3.roof", "swivel-arm"), cites),
            (BanditStayed("tuco", "car-3.roof", "swivel-arm"), cites),
            (BanditMoved("ghost", "locomotive.roof", "car-3.roof", "swivel-arm"), cites),
            (BanditMoved("belle", "car-1.roof", "car-3.roof", "swivel-arm"), cites),
        ]
        end = settle(game).after
        assert where(end)["doc"] == "car-1.inside"
        assert end.floor == game.floor

    @pytest.mark.clause("happening.swivel-arm")
    def test_with_nobody_on_the_roofs_nothing_happens(self) -> None:
        sketch = """
            roof   |   |           |       |
            inside | M | tuco doc  | ghost |
            """
        assert outcome(position("swivel-arm", sketch)) == []


class TestBraking:
    @pytest.mark.clause("happening.braking", "train.no-leaving", "ruling.braking.locomotive")
    def test_everybody_on_the_roofs_slides_one_car_forward_but_not_off_the_train(self) -> None:
        game = position(
            "braking",
            """
            roof   | ghost | belle purse | django | tuco |
            inside | M     | doc         |        |      |
            """,
            first="tuco",
        )
        assert outcome(game) == [
            (BanditMoved("tuco", "car-3.roof", "car-2.roof", "braking"), ("happening.braking", ORDER)),
            (
                BanditStayed("ghost", "locomotive.roof", "braking"),
                ("happening.braking", "train.no-leaving", "ruling.braking.locomotive", ORDER),
            ),
            (BanditMoved("belle", "car-1.roof", "locomotive.roof", "braking"), ("happening.braking", ORDER)),
            (BanditMoved("django", "car-2.roof", "car-1.roof", "braking"), ("happening.braking", ORDER)),
        ]
        end = settle(game).after
        assert where(end)["doc"] == "car-1.inside"
        assert end.floor == game.floor


class TestTakeItAll:
    @pytest.mark.clause("happening.take-it-all")
    @pytest.mark.parametrize("marshal", ["locomotive", "car-2"])
    def test_the_second_strongbox_is_put_where_the_marshal_is(self, marshal: str) -> None:
        sketches = {
            "locomotive": """
                roof   |             | tuco doc ghost  |       |
                inside | M strongbox |                 | purse |
                """,
            "car-2": """
                roof   |           | tuco doc ghost  |         |
                inside | strongbox |                 | M purse |
                """,
        }
        game = position("take-it-all", sketches[marshal])
        assert game.aside == ("strongbox-2",)
        brought = StrongboxBrought("strongbox-2", f"{marshal}.inside")
        assert outcome(game) == [(brought, ("happening.take-it-all",))]
        end = settle(game).after
        assert end.aside == ()
        assert end.floor[f"{marshal}.inside"] == (*game.floor[f"{marshal}.inside"], "strongbox-2")

    @pytest.mark.clause("happening.take-it-all")
    def test_without_a_strongbox_aside_nothing_comes(self) -> None:
        assert outcome(position("take-it-all", CROWD, aside=[])) == []


class TestPassengersRebellion:
    @pytest.mark.clause("happening.passengers-rebellion", "ruling.happening.bullet-on-top", "train.locomotive-is-a-car")
    def test_everybody_inside_gets_a_bullet_even_in_the_locomotive(self) -> None:
        game = position(
            "passengers-rebellion",
            """
            roof   | belle | django |          |   |
            inside | ghost | tuco   | cheyenne | M |
            """,
            first="cheyenne",
        )
        cites = ("happening.passengers-rebellion", "ruling.happening.bullet-on-top", SEVERAL)
        assert outcome(game) == [
            (NeutralBulletGiven("cheyenne", "cheyenne", 12), cites),
            (NeutralBulletGiven("ghost", "ghost", 11), cites),
            (NeutralBulletGiven("tuco", "tuco", 10), cites),
        ]
        end = settle(game).after
        assert end.cards["ghost"].deck[0] == "neutral-bullet"
        assert "neutral-bullet" not in end.cards["belle"].deck + end.cards["django"].deck

    @pytest.mark.clause("happening.passengers-rebellion", "ruling.neutral-bullets.happenings-too")
    @pytest.mark.parametrize("neutral", [0, 1, 2])
    def test_with_too_few_bullets_nobody_gets_one(self, neutral: int) -> None:
        game = position(
            "passengers-rebellion",
            """
            roof   | belle |      |          |   |
            inside | ghost | tuco | cheyenne | M |
            """,
            neutral=neutral,
        )
        assert outcome(game) == [
            (
                NeutralBulletsShort(("ghost", "tuco", "cheyenne")),
                ("happening.passengers-rebellion", "ruling.neutral-bullets.happenings-too"),
            )
        ]
        assert settle(game).after.neutral == neutral

    @pytest.mark.clause("happening.passengers-rebellion")
    def test_with_nobody_inside_nothing_happens_even_without_bullets(self) -> None:
        sketch = """
            roof   | belle | tuco ghost |   |
            inside |       |            | M |
            """
        assert outcome(position("passengers-rebellion", sketch, neutral=0)) == []


# --- stations


class TestMarshalsRevenge:
    SKETCH = """
        roof   | belle | ghost tuco | django |
        inside |       | M          | doc    |
        """

    @pytest.mark.clause(
        "station.marshals-revenge",
        "station.marshals-revenge.no-purse",
        "ruling.marshals-revenge.equal-purses",
        "ruling.order.first-player-clockwise",
    )
    def test_everybody_on_his_roof_loses_the_cheapest_purse(self) -> None:
        loot = {
            "ghost": ["purse:500", "purse:300", "jewel", "purse:350"],
            "tuco": ["jewel", "strongbox"],
            "belle": ["purse:250"],
            "django": ["purse:250"],
            "doc": ["purse:250"],
        }
        game = position("marshals-revenge", self.SKETCH, loot=loot, first="tuco")
        owned = game.figures["ghost"].loot
        cites = ("station.marshals-revenge", "ruling.marshals-revenge.equal-purses", ORDER)
        assert outcome(game) == [
            (LootKept("tuco"), ("station.marshals-revenge.no-purse", ORDER)),
            (LootLost("ghost", owned[1]), cites),
        ]
        end = settle(game).after
        assert end.figures["ghost"].loot == (owned[0], *owned[2:])
        assert end.figures["tuco"].loot == game.figures["tuco"].loot
        assert all(end.figures[name].loot == game.figures[name].loot for name in ("belle", "django", "doc"))
        assert end.floor == game.floor

    @pytest.mark.clause("ruling.marshals-revenge.equal-purses")
    def test_of_equal_purses_the_one_owned_longest_is_lost(self) -> None:
        loot = {"ghost": ["purse:400", "purse:300", "purse:300", "purse:300"]}
        game = position("marshals-revenge", self.SKETCH, loot=loot)
        assert outcome(game)[0][0] == LootLost("ghost", game.figures["ghost"].loot[1])

    @pytest.mark.clause("station.marshals-revenge.no-purse")
    def test_who_has_nothing_loses_nothing(self) -> None:
        game = position("marshals-revenge", self.SKETCH, loot={"ghost": ["jewel"]})
        kept = ("station.marshals-revenge.no-purse", ORDER)
        assert outcome(game) == [(LootKept("ghost"), kept), (LootKept("tuco"), kept)]

    @pytest.mark.clause("station.marshals-revenge", "scoring.tokens")
    def test_a_purse_lost_does_not_count_at_the_end(self) -> None:
        game = position("marshals-revenge", self.SKETCH, loot={"ghost": ["purse:400", "purse:300"]}, rounds=[])
        money = {line.seat: line.money for line in settle(game).after.ranking}
        assert (money["ghost"], money["tuco"]) == (1400, 1000)


class TestConductor:
    @pytest.mark.clause("station.conductor", "ruling.conductor.money")
    def test_everybody_in_the_locomotive_or_on_its_roof_is_paid(self) -> None:
        game = position(
            "conductor",
            """
            roof   | belle tuco | ghost |   |
            inside | doc        | django | M |
            """,
            seats=["ghost", "belle", "tuco", "django", "doc"],
            first="tuco",
            rounds=[],
        )
        cites = ("station.conductor", "ruling.conductor.money", ORDER)
        assert outcome(game) == [(RansomPaid(bandit, 250), cites) for bandit in ("tuco", "doc", "belle")]
        money = {line.seat: line.money for line in settle(game).after.ranking}
        assert money == {"belle": 1250, "tuco": 1250, "doc": 1250, "ghost": 1000, "django": 1000}

    @pytest.mark.clause("station.conductor")
    def test_with_nobody_there_nobody_is_paid(self) -> None:
        sketch = """
            roof   |   | ghost    |   |
            inside | M | doc tuco |   |
            """
        assert outcome(position("conductor", sketch)) == []


class TestPickpocketing:
    SKETCH = """
        roof   |   | ghost purse:300 jewel | tuco purse |               | belle purse:450 purse:500 |
        inside | M | doc purse:350         | strongbox  | django cheyenne purse |                   |
        """

    @pytest.mark.clause("station.pickpocketing", "ruling.order.first-player-clockwise")
    def test_who_is_alone_with_a_purse_may_take_one_in_order(self) -> None:
        seats = ["belle", "cheyenne", "doc", "ghost", "django", "tuco"]
        game = settle(position("pickpocketing", self.SKETCH, seats=seats, first="ghost")).after
        asked = []
        while (decision := awaiting(game)[0]).actor != "chance":
            assert decision.kind == "pickpocketing"
            assert decision.actor == decision.subject
            asked.append(decision.actor)
            game = after(game, Pickpocket(decision.actor, None))
        assert asked == ["ghost", "tuco", "belle", "doc"]

    @pytest.mark.clause("ruling.pickpocketing.company")
    @pytest.mark.parametrize(
        ("fields", "due"),
        [
            ({}, ("ghost", "doc", "tuco", "belle")),
            ({"edition": "pl-base"}, ("ghost", "doc", "tuco", "belle")),
            ({"rulings": ["ruling.pickpocketing.company=whole-car"]}, ("tuco", "belle")),
        ],
    )
    def test_company_is_on_the_same_level_or_by_a_claim_anywhere_in_the_car(
        self, fields: dict[str, Any], due: tuple[str, ...]
    ) -> None:
        seats = ["ghost", "doc", "tuco", "belle", "django", "cheyenne"]
        verdict = settle(position("pickpocketing", self.SKETCH, seats=seats, first="ghost", **fields))
        assert verdict.after.round.due == due
        answered = accepted(verdict.after, Pickpocket(due[0], None))
        told_by_the_book = fields.get("edition") == "pl-base"
        assert ("ruling.pickpocketing.company" in answered.events[0][1]) != told_by_the_book

    @pytest.mark.clause("station.pickpocketing", "ruling.robbery.which-purse")
    def test_which_purse_and_whether_is_the_bandit_s_choice(self) -> None:
        game = settle(position("pickpocketing", self.SKETCH, first="belle")).after
        purses = game.floor["car-4.roof"]
        options: list[Command] = [Pickpocket("belle", token) for token in (*purses, None)]
        assert list(legal(game, "belle")) == options
        verdict = accepted(game, Pickpocket("belle", purses[1]))
        cites = ("station.pickpocketing", "ruling.robbery.which-purse", "ruling.pickpocketing.company")
        assert verdict.events == (
            (PickpocketAnswered("belle", purses[1]), cites),
            (LootTaken("belle", purses[1], "car-4.roof"), cites),
        )
        assert verdict.after.figures["belle"].loot == (purses[1],)
        assert verdict.after.floor["car-4.roof"] == (purses[0],)

    @pytest.mark.clause("station.pickpocketing")
    def test_the_chance_can_go_by(self) -> None:
        game = settle(position("pickpocketing", self.SKETCH, first="belle")).after
        verdict = accepted(game, Pickpocket("belle", None))
        assert verdict.events == (
            (
                PickpocketAnswered("belle", None),
                ("station.pickpocketing", "ruling.robbery.which-purse", "ruling.pickpocketing.company"),
            ),
        )
        assert verdict.after.floor == game.floor
        assert awaiting(verdict.after) == (Decision("doc", "pickpocketing", "doc"),)

    @pytest.mark.clause("station.pickpocketing")
    def test_only_a_purse_and_only_from_ones_own_place(self) -> None:
        game = settle(position("pickpocketing", self.SKETCH, first="ghost")).after
        tokens = {
            "jewel here": game.floor["car-1.roof"][1],
            "purse below": game.floor["car-1.inside"][0],
            "purse elsewhere": game.floor["car-4.roof"][0],
            "nonsense": "purse-99",
        }
        for token in tokens.values():
            assert refusal(game, Pickpocket("ghost", token)) == ("station.pickpocketing",)

    @pytest.mark.clause("station.pickpocketing", "ruling.command.form")
    def test_who_is_not_alone_or_not_yet_asked_takes_nothing(self) -> None:
        game = settle(position("pickpocketing", self.SKETCH, first="ghost")).after
        purse = game.floor["car-3.inside"][0]
        expected = ("ruling.command.form", "round-end.happening-last")
        assert refusal(game, Pickpocket("django", purse)) == expected
        assert refusal(game, Pickpocket("tuco", None)) == expected

    @pytest.mark.clause("station.pickpocketing")
    def test_where_no_purse_lies_nobody_is_asked(self) -> None:
        sketch = """
            roof   |   | ghost jewel |          |
            inside | M | doc         | tuco strongbox jewel |
            """
        game = position("pickpocketing", sketch)
        assert ending(game)[0][0] == HappeningStarted("pickpocketing", ())
        assert settle(game).awaiting[0].kind == "deck"

    @pytest.mark.clause("station.pickpocketing")
    def test_one_purse_each_and_then_the_round_ends(self) -> None:
        sketch = """
            roof   |   |                         |      |
            inside | M | doc purse purse         | tuco |
            """
        game = settle(position("pickpocketing", sketch)).after
        events = accepted(game, Pickpocket("doc", "purse-1")).events
        assert [event.__class__ for event, _ in events[:3]] == [PickpocketAnswered, LootTaken, RoundEnded]
