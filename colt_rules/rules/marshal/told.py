"""What is told of the Marshal and his prisoners: a sentence for each event and command, and for what changed."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from colt_rules.commands import Command
from colt_rules.events import Event
from colt_rules.model.state import Game
from colt_rules.referee.wording import (
    action_name,
    at,
    card_name,
    cards_of,
    name_of,
    names_of,
    number_of,
    off,
    round_name,
    row,
    to,
    token_name,
)
from colt_rules.registry.components import Fact
from colt_rules.rules.horses.told import whisky_name
from colt_rules.rules.marshal import commands as c
from colt_rules.rules.marshal import events as e
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.model import CELL, CORRIDOR, FALLEN, MARSHAL, marshal_of

NAMES = {MARSHAL: "the Marshal"}
PLACES = {CELL: "inside the cell", CORRIDOR: "inside the corridor of the prison car", FALLEN: "beside the track"}
MOVED = {"arrest": "was arrested and taken", "idea": "broke out", "freed": "was freed"}
CARDS = {
    **{card.id: card.name.en for card in EXTRAS.marshal_cards.values()},
    **{f"bullet-{bullet.id}": bullet.name.en for bullet in EXTRAS.marshal_bullets.values()},
}


BULLET = f"{MARSHAL}-bullet-"


# --- names


def _called(facts: Mapping[str, Fact], id: str) -> str:
    return facts[id].name.en if id in facts else id


def goal_name(goal: str) -> str:
    """What a goal of the Marshal is called."""
    return _called(EXTRAS.goals, goal)


def prisoner_name(prisoner: str) -> str:
    """What a prisoner is called."""
    return _called(EXTRAS.prisoners, prisoner)


def bullet_name(kind: str) -> str:
    """What a kind of bullet in the cylinders is called."""
    return _called(EXTRAS.marshal_bullets, kind)


def brawler_name(brawler: str) -> str:
    """What a brawler card is called."""
    return f"the brawler card {_called(EXTRAS.brawlers, brawler)}"


def _bullets(it: Any) -> str:
    """The bullets of a cylinder, or how many they are where they are not seen."""
    if it.bullets is None:
        return number_of(it.count, "bullet")
    return f"{row((bullet_name(bullet.removeprefix(BULLET)) for bullet in it.bullets), 'no bullet')}, top first"


def _goals(it: Any) -> str:
    """Goals in a row, or how many they are where they are not seen."""
    return number_of(it.count, "goal") if it.goals is None else row(map(goal_name, it.goals), "no goal")


def _power(it: Any, joined: str) -> str:
    return f"{joined} the power of {name_of(it.power)}" if it.power else ""


# --- events


def _came_up(it: Any) -> str:
    return f"the Marshal's next goal came up{'' if it.goal is None else f': {goal_name(it.goal)}'}"


def _idea_found(it: Any) -> str:
    pile = "discard pile" if it.discarded else "deck"
    return f"{name_of(it.seat)} took {card_name(it.card, it.seat)} out of the {pile} instead of drawing"


def _laid_open(it: Any) -> str:
    return f"{card_name(it.bullet)} lies face up before {name_of(it.bandit)} to the round's end"


def _returned(it: Any) -> str:
    bullets = row(map(card_name, it.bullets), "no bullet")
    return f"the wounds of {name_of(it.bandit)} are over: on top of the deck went {bullets}"


def _flask_kept(it: Any) -> str:
    kind: str | None = getattr(it, "kind", None)
    told = "" if kind is None else f", {whisky_name(kind)}"
    return f"the Marshal took {token_name(it.token)} {at(it.place)} onto his sheet{told}"


def _leftovers(it: Any) -> str:
    left = [*map(prisoner_name, it.prisoners), *map(token_name, it.mailbags)]
    return f"what no bandit has goes to the Marshal: {row(left, 'nothing')}"


def _judged(it: Any) -> str:
    met = row(map(goal_name, it.met), "none of them")
    return f"the Marshal turned up his goals, {row(map(goal_name, it.goals), 'none')}; met: {met}"


def _worth(it: Any) -> str:
    """A token with its value, which is no field of the event, but added to what a role sees of it."""
    return token_name(it.token, getattr(it, "value", None))


EVENTS: Mapping[type[Event], Callable[[Any], str]] = {
    e.TurnsNamed: lambda it: f"the table named the turns of {round_name(it.card)}: {row(it.turns, 'none')}",
    e.LootNamed: lambda it: f"the table named the loot in the prison car: {row(it.loot, 'none')}",
    e.BulletsNamed: lambda it: f"the table named the bullets of the {it.cylinder} cylinder: {_bullets(it)}",
    e.NamingFinished: lambda it: "the table takes all cards that it did not name as they are assumed to be",
    e.MarshalSeated: lambda it: (
        f"{name_of(it.seat)} sat down: {number_of(len(it.cards), 'card')}, "
        f"on the portrait, top first, {row(map(brawler_name, it.brawlers), 'no brawler card')}"
    ),
    e.CylinderLoaded: lambda it: f"the {it.cylinder} cylinder is loaded: {_bullets(it)}",
    e.PrisonersDrawn: lambda it: f"prisoners lie beside the prison car: {row(map(prisoner_name, it.prisoners))}",
    e.GoalsDrawn: lambda it: f"drawn unseen for the Marshal: {_goals(it)}",
    e.GoalsDealt: lambda it: f"the Marshal's goals were shuffled and lie face down: {_goals(it)}",
    e.GoalCameUp: _came_up,
    e.PlusOffered: lambda it: f"the Marshal may play {number_of(it.cards, 'card')} more because of the plus",
    e.PlusCardPlayed: lambda it: f"{name_of(it.seat)} played {card_name(it.card, it.seat)} on top of the plus card",
    e.PlusDeclined: lambda it: f"{name_of(it.seat)} plays no other card after the plus card",
    e.IdeaFound: _idea_found,
    e.SearchedDeckShuffled: lambda it: f"the deck of {name_of(it.seat)} was shuffled after the search",
    e.HoldingStarted: lambda it: (
        f"{names_of(it.seats)} may hold back up to {number_of(it.plans, 'card')} for the next round"
    ),
    e.CardsHeld: lambda it: f"{name_of(it.seat)} holds back {cards_of(it)} for the next round",
    e.LastCardNoted: lambda it: f"a Brilliant Idea would copy {action_name(it.action)} of {name_of(it.bandit)} now",
    e.PosterTaken: lambda it: f"the Marshal took the wanted poster of {name_of(it.bandit)}",
    e.CylinderFired: lambda it: f"the {it.cylinder} cylinder has {number_of(it.left, 'bullet')} left",
    e.BulletLaidOpen: _laid_open,
    e.BulletsReturned: _returned,
    e.PrisonerFreed: lambda it: f"{name_of(it.bandit)} freed {prisoner_name(it.prisoner)}{_power(it, ' and has')}",
    e.PrisonerRecaptured: lambda it: (
        f"the Marshal took {prisoner_name(it.prisoner)} from {name_of(it.bandit)}{_power(it, ', and with it')}"
    ),
    e.MailbagSecured: lambda it: f"the Marshal took {_worth(it)} from {name_of(it.bandit)}",
    e.BrawlerTaken: lambda it: f"{name_of(it.bandit)} took {brawler_name(it.brawler)} from the Marshal",
    e.PaymentOwed: lambda it: f"{name_of(it.freed)} owes {name_of(it.liberator)} a loot token for being freed",
    e.LiberatorPaid: lambda it: f"{name_of(it.bandit)} gave {_worth(it)} to {name_of(it.liberator)} for being freed",
    e.ThrownOff: lambda it: f"{name_of(it.bandit)} was thrown {off(it.start)} to the ground and is out of the game",
    e.LootCarriedUp: lambda it: f"{token_name(it.token)} was carried {off(it.start)} {to(it.to)}",
    e.GoalRumoured: lambda it: f"the Marshal showed one of his goals to everybody: {goal_name(it.goal)}",
    e.ReflexesStarted: lambda it: f"the pile is done; one card more may be laid by each of {names_of(it.seats)}",
    e.ReflexPlayed: lambda it: f"{name_of(it.seat)} laid {card_name(it.card, it.seat)}, to be carried out on the spot",
    e.ReflexDeclined: lambda it: f"{name_of(it.seat)} lays no card more",
    e.ReflexesEnded: lambda it: "nobody lays another card, and what is left in hand is seen to",
    e.AngerSpent: lambda it: f"of his two actions the Angry Marshal has carried out or declined {it.actions}",
    e.FlaskKept: _flask_kept,
    e.NoFlaskFound: lambda it: f"the Marshal finds no flask {at(it.place)}",
    e.LeftoversSecured: _leftovers,
    e.GoalsJudged: _judged,
}


# --- commands


def _fires(it: c.FireCylinders) -> str:
    shots = {"left": it.left, "right": it.right}
    fired = (f"the {name} cylinder at {name_of(target)}" for name, target in shots.items() if target)
    pointed = f", pointing at {token_name(it.mailbag)}" if it.mailbag else ""
    return f"fires {row(fired, 'at nobody')}{pointed}"


def _throws(it: c.ThrowOff) -> str:
    target, token = name_of(it.target), token_name(it.token)
    lost = f", keeps {token}" if it.keep else f", who loses {token}," if it.token else ""
    return f"punches {target}{lost} and throws {target} off the train"


COMMANDS: Mapping[type[Command], Callable[[Any], str]] = {
    c.NameTurns: lambda it: f"names the turns of {round_name(it.card)}: {row(it.turns, 'none')}",
    c.NameLoot: lambda it: f"names the loot in the prison car: {row(it.loot, 'none')}",
    c.NameBullets: lambda it: f"names the bullets of the {it.cylinder} cylinder: {_bullets(it)}",
    c.FinishNaming: lambda it: "names no more cards",
    c.FireCylinders: _fires,
    c.Arrest: lambda it: f"arrests {name_of(it.target)}",
    c.PunchMarshal: lambda it: f"punches the Marshal and pushes him {to(it.to)}",
    c.ThrowOff: _throws,
    c.ShootOff: lambda it: f"fires at {name_of(it.target)} and throws {name_of(it.target)} off the train",
    c.RobTwo: lambda it: f"takes {row(map(token_name, it.tokens), 'nothing')}",
    c.LeaveCell: lambda it: f"breaks out of the cell {to(it.to)}",
    c.FreePrisoner: lambda it: f"frees {prisoner_name(it.prisoner)}",
    c.FreeBandit: lambda it: f"frees {name_of(it.bandit)} from the cell",
    c.PayLiberator: lambda it: f"gives {token_name(it.token)} for being freed",
    c.SearchForIdea: lambda it: "looks for the Brilliant Idea instead of drawing",
    c.Forgo: lambda it: "leaves it at that",
}
DEALS = {
    "prisoners": prisoner_name,
    "warrants": goal_name,
    "special-goals": goal_name,
    "goals": goal_name,
    "cylinder": bullet_name,
    "searched-deck": card_name,
    "rumour": goal_name,
    "flask-for-the-marshal": token_name,
}


# --- changes


def changes(before: Game, after: Game) -> Iterator[str]:
    """What changed of the Marshal's sheet and of the prisoners; only what everybody sees."""
    was, now = marshal_of(before), marshal_of(after)
    for name, bullets in now.cylinders.items():
        if len(bullets) != len(was.cylinders.get(name, ())):
            yield f"the {name} cylinder has {number_of(len(bullets), 'bullet')}"
    if len(was.current) != len(now.current):
        yield f"the Marshal has {number_of(len(now.current), 'current goal')}"
    for goal in now.shown:
        if goal not in was.shown:
            yield f"everybody knows a goal of the Marshal: {goal_name(goal)}"
    for bandit in now.posters:
        if bandit not in was.posters:
            yield f"the wanted poster of {name_of(bandit)} is with the Marshal"
    for bandit, prisoner in now.companions.items():
        if was.companions.get(bandit) != prisoner:
            yield f"{name_of(bandit)} has {prisoner_name(prisoner)}"
    for bandit, prisoner in was.companions.items():
        if bandit not in now.companions:
            yield f"{name_of(bandit)} has {prisoner_name(prisoner)} no more"
    achieved = (now.mailbags, was.mailbags, token_name), (now.recaptured, was.recaptured, prisoner_name)
    for got, had, called in achieved:
        for one in got:
            if one not in had:
                yield f"{called(one)} is among the Marshal's achievements"
    for bandit, brawlers in now.punches.items():
        for brawler in brawlers:
            if brawler not in was.punches.get(bandit, ()):
                yield f"{name_of(bandit)} has {brawler_name(brawler)}"
    for bandit in dict.fromkeys((*was.wounds, *now.wounds)):
        if was.wounds.get(bandit) != now.wounds.get(bandit):
            lying = row(map(card_name, now.wounds.get(bandit, ())), "no bullet")
            yield f"face up before {name_of(bandit)} lies {lying}"
