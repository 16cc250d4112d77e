"""What each event of Marshal & Prisoners changes: exactly what it says and nothing else, in Python and JavaScript."""

from copy import deepcopy
from typing import Any

import pytest

from colt_rules.events import EVENT_NAMES
from colt_rules.kernel import NEW, evolve
from colt_rules.log.codec import to_data
from colt_rules.model.record import changed
from colt_rules.model.state import Cards, Draw, Figure, Game, Played
from colt_rules.rules.marshal import events as e
from colt_rules.rules.marshal.evolve import EVOLVE
from colt_rules.rules.marshal.model import (
    FALLEN,
    FIELD,
    Anger,
    Holding,
    LastCard,
    MarshalPlayer,
    Payment,
    PileMeasure,
    Reflexes,
    marshal_of,
)
from tests.rules.marshal.position import GAME, GOALS, LEFT, RIGHT, having
from tests.site.javascript import answers, needs_node

MARSHAL = marshal_of(GAME)
HOLDING = Holding(1, ("doc", "tuco"), 2, {"ghost": ()})
REFLEXES = Reflexes(1, ("tuco", "doc"), False)


def marshal(**fields: Any) -> dict[str, Any]:
    """Only this of the Marshal is different afterwards."""
    return {FIELD: changed(MARSHAL, **fields)}


def fresh(**fields: Any) -> dict[str, Any]:
    """This is the first that there is of a Marshal."""
    return {FIELD: MarshalPlayer(**fields)}


def figure(bandit: str, **fields: Any) -> dict[str, Any]:
    return {"figures": {**GAME.figures, bandit: changed(GAME.figures[bandit], **fields)}}


def cards(seat: str, **fields: Any) -> dict[str, Any]:
    return {"cards": {**GAME.cards, seat: changed(GAME.cards[seat], **fields)}}


def round_(**fields: Any) -> dict[str, Any]:
    return {"round": changed(GAME.round, **fields)}


TUCO, MINE = GAME.cards["tuco"], GAME.cards["marshal"]
BURIED = changed(GAME, cards={**GAME.cards, "tuco": Cards(TUCO.hand, TUCO.deck[:1], ("tuco-brilliant-idea",))})
WOUNDED = {"tuco": LEFT[:1], "doc": RIGHT[:1]}
SHOT = changed(GAME, cards={**GAME.cards, "tuco": changed(TUCO, deck=(LEFT[0], *TUCO.deck))})
ANGRY = changed(GAME, round=changed(GAME.round, due=("marshal",)))
RICH = changed(having(payment=Payment("doc", "tuco")), **figure("doc", loot=("purse-doc", "mailbag-1")))

CASES: list[tuple[Game, Any, dict[str, Any]]] = [
    (NEW, e.TurnsNamed("bridge.2-4", ("tunnel",)), fresh(turns={"bridge.2-4": ("tunnel",)})),
    (NEW, e.SymbolsNamed("rumours.2-4", ("plan",)), fresh(symbols={"rumours.2-4": ("plan",)})),
    (NEW, e.BulletsNamed("left", ("knee",)), fresh(loads={"left": ("knee",)})),
    (NEW, e.LootNamed(("jewel", "purse")), fresh(printed=("jewel", "purse"))),
    (NEW, e.NamingFinished(), fresh(named=True)),
    (
        NEW,
        e.MarshalSeated("marshal", ("marshal-move",), ("gold",)),
        {
            "figures": {"marshal": Figure("marshal", "", (), 0, (), 0)},
            "cards": {"marshal": Cards((), ("marshal-move",))},
            **fresh(brawlers=("gold",)),
        },
    ),
    (
        GAME,
        e.CylinderLoaded("third", RIGHT),
        {**figure("marshal", bullets=6), **marshal(cylinders={**MARSHAL.cylinders, "third": RIGHT})},
    ),
    (NEW, e.PrisonersDrawn(("companion-of-doc",)), fresh(prisoners=("companion-of-doc",))),
    (NEW, e.GoalsDrawn(("delivered-mail",)), fresh(goals_drawn=("delivered-mail",))),
    (having(goals_drawn=("keys",)), e.GoalsDrawn(("delivered-mail",)), marshal(goals_drawn=("keys", "delivered-mail"))),
    (
        having(goals_drawn=("delivered-mail", "keys")),
        e.GoalsDealt(("keys", "delivered-mail")),
        marshal(future=("keys", "delivered-mail")),
    ),
    (GAME, e.GoalCameUp("delivered-mail"), marshal(future=GOALS[2:], current=GOALS[:2])),
    (GAME, e.PlusOffered(1), marshal(plus=1)),
    (
        having(plus=1),
        e.PlusCardPlayed("marshal", "marshal-fire"),
        {
            **cards("marshal", hand=("marshal-move", "marshal-move-plus")),
            **round_(pile=(Played("marshal", "marshal-fire", False),)),
            **marshal(plus=0),
        },
    ),
    (having(plus=1), e.PlusDeclined("marshal"), marshal(plus=0)),
    (
        GAME,
        e.IdeaFound("tuco", "tuco-brilliant-idea", False),
        {
            **cards("tuco", hand=(*TUCO.hand, "tuco-brilliant-idea"), deck=("tuco-floor-change", "tuco-robbery")),
            **round_(order=("marshal", "doc", "ghost"), draws=(Draw("tuco", 0),)),
            **marshal(searching="tuco"),
        },
    ),
    (
        BURIED,
        e.IdeaFound("tuco", "tuco-brilliant-idea", True),
        {
            "cards": {**GAME.cards, "tuco": Cards((*TUCO.hand, "tuco-brilliant-idea"), TUCO.deck[:1])},
            **round_(order=("marshal", "doc", "ghost"), draws=(Draw("tuco", 0),)),
        },
    ),
    (GAME, e.ShuffleDue("tuco"), marshal(searching="tuco")),
    (
        having(searching="tuco"),
        e.SearchedDeckShuffled("tuco", TUCO.deck[::-1]),
        {**cards("tuco", deck=TUCO.deck[::-1]), **marshal(searching="")},
    ),
    (GAME, e.HoldingStarted(1, ("tuco", "doc"), 2), marshal(holding=Holding(1, ("tuco", "doc"), 2, {}))),
    (
        having(holding=HOLDING),
        e.CardsHeld("tuco", ("tuco-move",)),
        marshal(holding=changed(HOLDING, waiting=("doc",), held={"ghost": (), "tuco": ("tuco-move",)})),
    ),
    (NEW, e.PileMeasured(1, 0, 0), fresh(measured=(PileMeasure(1, 0, 0),))),
    (
        having(measured=(PileMeasure(1, 0, 0), PileMeasure(1, 1, 3))),
        e.PileMeasured(1, 2, 5),
        marshal(measured=(PileMeasure(1, 0, 0), PileMeasure(1, 1, 3), PileMeasure(1, 2, 5))),
    ),
    (
        having(measured=(PileMeasure(1, 0, 0), PileMeasure(1, 1, 3))),
        e.PileMeasured(2, 0, 0),
        marshal(measured=(PileMeasure(2, 0, 0),)),
    ),
    (GAME, e.LastCardNoted(1, "tuco", "fire"), marshal(last_card=LastCard(1, "tuco", "fire"))),
    (having(posters=("ghost",)), e.PosterTaken("doc"), marshal(posters=("ghost", "doc"))),
    (GAME, e.CylinderFired("left", 1), marshal(cylinders={"left": LEFT[1:], "right": RIGHT})),
    (
        SHOT,
        e.BulletLaidOpen("tuco", "tuco", LEFT[0]),
        {"cards": GAME.cards, **marshal(wounds={"tuco": LEFT[:1]})},
    ),
    (
        having(wounds=WOUNDED),
        e.BulletsReturned("tuco", "tuco", LEFT[:1]),
        {**cards("tuco", deck=(LEFT[0], *TUCO.deck)), **marshal(wounds={"doc": RIGHT[:1]})},
    ),
    (
        GAME,
        e.PrisonerFreed("tuco", "companion-of-belle", "belle"),
        {
            **figure("tuco", powers=("tuco", "belle")),
            **marshal(prisoners=("companion-of-doc", "companion-of-mei"), companions={"tuco": "companion-of-belle"}),
        },
    ),
    (
        GAME,
        e.PrisonerFreed("doc", "companion-of-doc", None),
        marshal(prisoners=("companion-of-belle", "companion-of-mei"), companions={"doc": "companion-of-doc"}),
    ),
    (
        changed(
            having(companions={"tuco": "companion-of-belle", "doc": "companion-of-doc"}),
            **figure("tuco", powers=("tuco", "belle")),
        ),
        e.PrisonerRecaptured("tuco", "companion-of-belle", "belle"),
        {
            "figures": GAME.figures,
            **marshal(companions={"doc": "companion-of-doc"}, recaptured=("companion-of-belle",)),
        },
    ),
    (
        having(companions={"doc": "companion-of-doc"}),
        e.PrisonerRecaptured("doc", "companion-of-doc", None),
        marshal(recaptured=("companion-of-doc",)),
    ),
    (
        RICH,
        e.MailbagSecured("doc", "mailbag-1"),
        {"figures": GAME.figures, **marshal(mailbags=("mailbag-1",), payment=Payment("doc", "tuco"))},
    ),
    (GAME, e.BrawlerTaken("tuco", "gold"), marshal(brawlers=("silver", "bronze"), punches={"tuco": ("gold",)})),
    (
        having(brawlers=("silver",), punches={"tuco": ("gold",)}),
        e.BrawlerTaken("tuco", "silver"),
        marshal(brawlers=(), punches={"tuco": ("gold", "silver")}),
    ),
    (GAME, e.PaymentOwed("doc", "tuco"), marshal(payment=Payment("doc", "tuco"))),
    (
        RICH,
        e.LiberatorPaid("doc", "mailbag-1", "tuco"),
        {**figure("tuco", loot=("purse-tuco", "mailbag-1")), **marshal(payment=None)},
    ),
    (GAME, e.ThrownOff("ghost", "mail.roof", "push"), figure("ghost", place=FALLEN)),
    (
        GAME,
        e.LootCarriedUp("jewel-1", "dining.inside", "dining.roof"),
        {"floor": {**GAME.floor, "dining.inside": ("whisky-2",), "dining.roof": ("jewel-1",)}},
    ),
    (
        having(shown=("delivered-mail",)),
        e.GoalRumoured(3, "warrant-doc"),
        marshal(shown=("delivered-mail", "warrant-doc"), rumoured=3),
    ),
    (GAME, e.ReflexesStarted(1, ("tuco", "doc")), marshal(reflexes=REFLEXES)),
    (
        having(reflexes=REFLEXES),
        e.ReflexPlayed("tuco", "tuco-fire"),
        {
            **cards("tuco", hand=("tuco-move", "tuco-punch")),
            **round_(pile=(Played("tuco", "tuco-fire", False),)),
            **marshal(reflexes=changed(REFLEXES, waiting=("doc",))),
        },
    ),
    (having(reflexes=REFLEXES), e.ReflexDeclined("tuco"), marshal(reflexes=changed(REFLEXES, waiting=("doc",)))),
    (having(reflexes=REFLEXES), e.ReflexesEnded(), marshal(reflexes=changed(REFLEXES, over=True))),
    (ANGRY, e.AngerSpent(1, 1), {**round_(due=("marshal",)), **marshal(anger=Anger(1, 1))}),
    (ANGRY, e.AngerSpent(1, 2), marshal(anger=Anger(1, 2)) | round_(due=())),
    (
        GAME,
        e.FlaskKept(1, "whisky-1", "locomotive.inside"),
        {
            "floor": {**GAME.floor, "locomotive.inside": ("mailbag-2",)},
            **figure("marshal", loot=("whisky-1",)),
            **marshal(drank=1),
        },
    ),
    (GAME, e.NoFlaskFound(1, "locomotive.inside"), marshal(drank=1)),
    (
        changed(having(recaptured=("companion-of-doc",)), floor={**GAME.floor, "mail.roof": ("mailbag-1",)}),
        e.LeftoversSecured(("companion-of-mei",), ("mailbag-2", "mailbag-1")),
        {
            "floor": {
                "mail.inside": ("purse-1",),
                "locomotive.inside": ("whisky-1",),
                "dining.inside": GAME.floor["dining.inside"],
            },
            **marshal(
                prisoners=("companion-of-belle", "companion-of-doc"),
                recaptured=("companion-of-doc", "companion-of-mei"),
                mailbags=("mailbag-2", "mailbag-1"),
            ),
        },
    ),
    (GAME, e.GoalsJudged(GOALS, ("delivered-mail",)), marshal(shown=GOALS, met=("delivered-mail",))),
]


@pytest.mark.parametrize(("game", "event", "fields"), CASES, ids=[case[1].__class__.__name__ for case in CASES])
def test_an_event_changes_what_it_says_and_nothing_else(game: Game, event: Any, fields: dict[str, Any]) -> None:
    before = deepcopy(game)
    assert evolve(game, event) == changed(game, **fields)
    assert game == before


def test_every_event_has_its_case_and_its_change() -> None:
    assert set(EVOLVE) == set(e.EVENTS.values()) == {case[1].__class__ for case in CASES}


@needs_node
def test_the_client_in_javascript_changes_the_same() -> None:
    asked = [
        {"state": to_data(game), "event": {"type": EVENT_NAMES[event.__class__], "v": 1, "data": to_data(event)}}
        for game, event, _ in CASES
    ]
    found = answers("({ state, event }) => evolve(frozen(state), frozen(event))", asked)
    for (game, event, _), state in zip(CASES, found, strict=True):
        assert state == to_data(evolve(game, event)), event
