"""The Marshal in a picture: his figure with a star, the cell above the corridor, and the contents of his sheet."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from colt_rules.model.names import Bandit, Card, Seat
from colt_rules.pictures.showing import ACTOR, Announces, Fails, Goes, Shoots, Strikes
from colt_rules.pictures.slots import Added, Item, Look, Person, Pictures, Room, Thing
from colt_rules.pictures.words import ENGLISH
from colt_rules.registry.components import Fact
from colt_rules.rules.boxes import CHARACTERS
from colt_rules.rules.marshal import commands as c
from colt_rules.rules.marshal import events as e
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.model import CELL, CORRIDOR, FALLEN, MARSHAL, PRISON, MarshalPlayer
from colt_rules.rules.marshal.setup import MAILBAG, kind_of_bullet
from colt_rules.views import View


def _names(facts: Mapping[str, Fact]) -> dict[str, str]:
    return {id: fact.name.en for id, fact in facts.items()}


GOALS, BULLETS = _names(EXTRAS.goals), _names(EXTRAS.marshal_bullets)
BRAWLERS = _names(EXTRAS.brawlers)
BANDITS = _names(CHARACTERS)
PRISONERS = {id: f"companion of {BANDITS.get(one.companion_of)}" for id, one in EXTRAS.prisoners.items()}
FIGURE = Person(Thing("marshal", "badge", "", 30, 46), "Marshal", "the Marshal")
BARS, PITCH = 3, 14
"""The distance from the wall to the first bar of the cell, and between bars."""


def _scene(marshal: MarshalPlayer) -> Added:
    of_bandits = (
        *((bandit, _prisoner(prisoner)) for bandit, prisoner in sorted(marshal.companions.items())),
        *((bandit, _brawler(card)) for bandit, cards in sorted(marshal.punches.items()) for card in cards),
        *((bandit, _wound(card)) for bandit, cards in sorted(marshal.wounds.items()) for card in cards),
    )
    return Added(
        items=tuple(map(_prisoner, marshal.prisoners or ())),
        owned=(*((MARSHAL, item) for item in _sheet(marshal)), *of_bandits),
        rooms=(Room(CELL, PRISON, "cell", "in the cell", _wall),),
    )


def _sheet(marshal: Any) -> Iterator[Item]:
    """What is on his sheet: brawler cards, cylinders, achievements, and the visible goals."""
    yield from map(_brawler, marshal.brawlers)
    in_a_game = isinstance(marshal, MarshalPlayer)
    cylinders = {name: len(held) for name, held in marshal.cylinders.items()} if in_a_game else marshal.cylinders_count
    for cylinder, left in sorted(cylinders.items()):
        name = f"{cylinder} cylinder with {ENGLISH.number(left, 'bullet')}"
        yield Item(Thing("cylinder", "steel", str(left), 30, 28, letters=1), name)
    yield from (
        _card(f"Wanted: {ENGLISH.called(bandit)}", f"poster of {ENGLISH.called(bandit)}") for bandit in marshal.posters
    )
    yield from (
        Item(Thing(MAILBAG, MAILBAG), MAILBAG, token if isinstance(token, str) else "") for token in marshal.mailbags
    )
    yield from map(_prisoner, marshal.recaptured)
    yield from _goals(marshal)


def _goals(marshal: Any) -> Iterator[Item]:
    """The visible current goals, the number of hidden ones, and the number to come."""
    if isinstance(marshal, MarshalPlayer):
        to_come, seen, hidden = len(marshal.future or marshal.goals_drawn), marshal.current, 0
    else:
        to_come = marshal.future_count or marshal.goals_drawn_count
        seen = marshal.shown if marshal.current is None else marshal.current
        hidden = max(marshal.current_count - len(seen), 0)
    for goal in seen:
        name = GOALS.get(goal, goal)
        is_met = "" if marshal.met is None else (" (met)" if goal in marshal.met else " (not met)")
        yield _card(name + is_met, f"goal {name}{is_met}")
    if hidden:
        yield _card(f"{hidden} face down", f"{ENGLISH.number(hidden, 'goal')} face down")
    if to_come:
        yield _card(f"{to_come} to come", f"{ENGLISH.number(to_come, 'goal')} to come")


def _card(sign: str, name: str, id: str = "") -> Item:
    return Item(Thing("card", "paper", sign, 104, 28, letters=9, room=92), name, id)


def _prisoner(prisoner: str) -> Item:
    name = PRISONERS.get(prisoner, prisoner)
    return _card(name, name, prisoner)


def _brawler(brawler: str) -> Item:
    name = BRAWLERS.get(brawler, brawler)
    return _card(name, f"brawler card {name}", brawler)


def _wound(card: Card) -> Item:
    name = BULLETS.get(kind_of_bullet(card), card)
    return _card(name, f"open bullet {name}")


def _wall(left: int, top: int, width: int, floor: int) -> str:
    """The bars of the cell, drawn behind the bandits in it."""
    bars = "".join(f"M{x} {top}V{floor}" for x in range(left + BARS, left + width, PITCH))
    return f'<path class="bars" d="{bars}"/>'


def _phase(marshal: Any, seen: View) -> Iterator[str]:
    """The progress of plus cards, searches, payments, held cards and Reflexes."""
    number = seen.round.number
    if marshal.plus:
        yield f"the Marshal may play {ENGLISH.number(marshal.plus, 'card')} more"
    if marshal.searching:
        yield f"the deck of {ENGLISH.called(marshal.searching)} is to be shuffled"
    if payment := marshal.payment:
        yield f"{ENGLISH.called(payment.freed)} owes {ENGLISH.called(payment.liberator)} a loot token"
    if (holding := marshal.holding) and holding.round == number:
        yield from _waiting(holding.waiting, "to hold back cards")
        for seat in seen.options.seats:
            if seat in holding.held:
                cards = f": {ENGLISH.cards(holding.held[seat], seat)}" if holding.held[seat] else ""
                yield f"{ENGLISH.called(seat)} holds back {ENGLISH.number(holding.held_count[seat], 'card')}{cards}"
    if (reflexes := marshal.reflexes) and reflexes.round == number and not reflexes.over:
        yield from _waiting(reflexes.waiting, "may lay a card")


def _waiting(seats: Sequence[Seat], what: str) -> Iterator[str]:
    if seats:
        yield f"{', '.join(map(ENGLISH.called, seats))} {what}"


def _ranked(marshal: MarshalPlayer, seat: Bandit) -> str:
    """The number of goals met, shown with the Marshal's rank."""
    if seat != MARSHAL or marshal.met is None:
        return ""
    return f"{len(marshal.met)} of {len(marshal.shown)} goals met"


PICTURES = Pictures(
    scene=_scene,
    phase=_phase,
    shapes=(MAILBAG,),
    people={MARSHAL: FIGURE},
    cards={
        **_names(EXTRAS.marshal_cards),
        **{f"bullet-{kind}": name for kind, name in BULLETS.items()},
    },
    ranked=_ranked,
    shows={
        e.AngerSpent: (Announces(),),
        e.CylinderFired: (Announces(),),
        e.NoFlaskFound: (Fails(MARSHAL),),
        c.FireCylinders: (Shoots(ACTOR, "left"), Shoots(ACTOR, "right")),
        c.Arrest: (Strikes(ACTOR, "target"), Goes("target", CELL)),
        c.PunchMarshal: (Strikes(ACTOR, MARSHAL), Goes(MARSHAL, "to")),
        c.ThrowOff: (Strikes(ACTOR, "target"),),
        c.ShootOff: (Shoots(ACTOR, "target"),),
        c.RobTwo: (Goes("tokens", ACTOR),),
        c.LeaveCell: (Goes(ACTOR, "to"),),
        c.FreePrisoner: (Goes("prisoner", ACTOR),),
        c.FreeBandit: (Goes("bandit", CORRIDOR),),
    },
    icons={
        "arrest": '<circle cx="8" cy="18" r="5"/><circle cx="18" cy="18" r="5"/>',
        "brilliant-idea": '<circle cx="13" cy="15" r="7"/><path d="M10 22V27H16V22M11 30H15"/>',
        "move-plus": '<path d="M3 22H17M7 18L3 22L7 26M13 18L17 22L13 26M19 7V15M15 11H23"/>',
        "floor-change-plus": '<path d="M9 12V30M5 16L9 12L13 16M5 26L9 30L13 26M19 7V15M15 11H23"/>',
    },
    elsewhere={FALLEN: Thing("label", "", "fell off the train", 165, 28)},
    looks=(
        Look(
            "tokens",
            style={MAILBAG: "fill:#c9b18b"},
            shapes='<path id="colt-mailbag" d="M4 9Q4 3 10 5L22 9L35 5Q41 3 41 9V22Q41 27 35 27H10Q4 27 4 22Z"/>',
        ),
        Look(
            "items",
            style={"steel": "fill:#bcc6cf"},
            shapes='<g id="colt-cylinder"><circle cx="15" cy="15" r="12"/>'
            '<path d="M15 3V7M15 23V27M3 15H7M23 15H27" stroke-width="3"/></g>',
        ),
        Look("people", style={"badge": "fill:#e8832a"}),
        Look("rooms", style={"bars": "fill:none;stroke:var(--metal);stroke-width:3"}),
    ),
    names={"goals": GOALS, "brawlers": BRAWLERS, "prisoners": PRISONERS, "wounds": BULLETS},
)
