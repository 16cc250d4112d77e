"""Words for people: one short sentence for every event and every command, and for what an event changed.

A sentence is made from the data alone. What a role may not see is nothing (``None``) there and is told as what
everybody sees of it: a card, a purse, six cards. Words that no book knows, as another engine may write them, stay as
they are.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from colt_rules import commands as c
from colt_rules import events as e
from colt_rules.model.names import (
    CHANCE,
    NEUTRAL_BULLET,
    TABLE,
    Card,
    Place,
    Token,
    car_of,
    is_bullet,
    is_roof,
    kind_of,
    owner_and_action,
)
from colt_rules.model.state import Cards, Figure, Game
from colt_rules.rules.base.box import BOX
from colt_rules.rules.boxes import ACTION_CARDS, FLASKS, HOSTAGES, ROUND_CARDS
from colt_rules.rules.horses import commands as hc
from colt_rules.rules.horses import events as h
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.stagecoach import commands as sc
from colt_rules.rules.stagecoach import events as s
from colt_rules.rules.stagecoach.model import AWAY, COACH, stagecoach_of
from colt_rules.views.events import SeenEvent


def told_event(event: e.Event) -> str:
    """An event as a sentence."""
    return _sentence(TOLD_EVENTS[event.__class__](event))


def told_seen(seen: SeenEvent) -> str:
    """An event as a sentence for who sees it like this; tokens come with the values that the role may know."""
    return _sentence(TOLD_EVENTS[e.EVENTS[seen.type]](_Seen(seen.data)))


def told_command(command: c.Command) -> str:
    """A command as a sentence."""
    return _sentence(f"{name_of(command.actor)} {TOLD_COMMANDS[command.__class__](command)}")


def told_kind(type: str | None) -> str:
    """Of which kind a command is, for who may know no more of it; maybe not even that."""
    return type or "a command of a secret kind"


def told_changes(before: Game, after: Game) -> tuple[str, ...]:
    """What is otherwise after than before, as sentences; only of what everybody sees, so how many cards, not which."""
    return tuple(map(_sentence, _changes(before, after)))


# --- names


def name_of(id: str) -> str:
    """What a bandit, a seat or another actor is called."""
    if id in BOX.characters:
        return BOX.characters[id].name.en
    return {CHANCE: "chance", TABLE: "the table"}.get(id, id.replace("player-", "player "))


def names_of(ids: Iterable[str]) -> str:
    """What bandits or seats are called, in their order."""
    return row(map(name_of, ids))


def row(words: Iterable[str], none: str = "nobody") -> str:
    """Words in a row: a, b and c."""
    *some, last = list(words) or [none]
    return f"{', '.join(some)} and {last}" if some else last


def car_name(car: str) -> str:
    """What a car is called, or the stagecoach."""
    if car == COACH:
        return "the stagecoach"
    fact = BOX.locomotive if car == BOX.locomotive.id else BOX.cars.get(car)
    return f"the {_lowered(fact.name.en)}" if fact else car


def at(place: Place) -> str:
    """Where something is."""
    if place == AWAY:
        return "far away"
    return f"{'on the roof of' if is_roof(place) else 'inside'} {car_name(car_of(place) or place)}"


def to(place: Place) -> str:
    """Where something goes."""
    return f"{'onto the roof of' if is_roof(place) else 'into'} {car_name(car_of(place) or place)}"


def off(place: Place) -> str:
    """Where something comes from."""
    return f"from {at(place).removeprefix('on ')}"


def card_name(card: Card | None, of: str = "") -> str:
    """What a card is called; whose it is goes without saying for a card of ``of``."""
    if card is None:
        return "a card"
    if card == NEUTRAL_BULLET:
        return "a neutral bullet"
    owner, action = owner_and_action(card)
    if is_bullet(card):
        return f"{name_of(owner)}'s bullet card {action.removeprefix('bullet-')}"
    fact = ACTION_CARDS.get(action)
    if fact is None:
        return card
    return fact.name.en if owner == of else f"{name_of(owner)}'s {fact.name.en}"


def action_name(action: str) -> str:
    """What the action of a card is called."""
    fact = ACTION_CARDS.get(action)
    return fact.name.en if fact else action


def token_name(token: Token | None, value: int | None = None) -> str:
    """What a loot token is called, and what it is worth if that is known."""
    if token is None:
        return "a token"
    kind, number = kind_of(token), token.partition("-")[2]
    if kind == WHISKY:
        return f"flask {number}"
    name = f"{name_of(number)}'s first {kind}" if number in BOX.characters else f"{kind} {number}".rstrip()
    return name if value is None else f"{name} (${value:,})"


WHISKY = "whisky"
"""Tokens of this kind are flasks, which are worth nothing to anybody."""


def whisky_name(kind: str | None) -> str:
    """What is in a flask, if that is known."""
    if kind is None:
        return "whisky"
    return _lowered(FLASKS[kind].name.en) if kind in FLASKS else kind


def hostage_name(hostage: str) -> str:
    """What a hostage is called."""
    return f"the {_lowered(HOSTAGES[hostage].name.en)}" if hostage in HOSTAGES else hostage


def horse_name(horse: str) -> str:
    """What a horse is called."""
    return horse.replace("-", " ")


def _lowered(name: str) -> str:
    return f"{name[:1].lower()}{name[1:]}"


def _with_card(card: str | None) -> str:
    """The card that a round begins with; where hands come first there is none yet."""
    return "" if card == "" else f": {round_name(card)}"


def round_name(card: str | None) -> str:
    """What a round card is called."""
    if card is None:
        return "a card"
    fact = ROUND_CARDS.get(card)
    return fact.name.en if fact else card


def happening_name(happening: str) -> str:
    """What the happening of a round card is called."""
    named = (card.name.en for card in ROUND_CARDS.values() if card.happening == happening)
    return next(named, happening)


def number_of(number: int, what: str) -> str:
    """A number of things, in words that fit it."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith('!') else '.'}"


def _cards(it: Any, field: str = "cards", count: str = "count") -> str:
    """The cards in a field of an event, like ones counted together, or how many they are."""
    cards: tuple[Card, ...] | None = getattr(it, field)
    if cards is None:
        return number_of(getattr(it, count) or 0, "card")
    return _counted(cards, it.seat)


def _counted(cards: Iterable[Card], of: str) -> str:
    counted = Counter(card_name(card, of) for card in cards)
    return row((f"{number} {name}" if number > 1 else name for name, number in counted.items()), "no card")


def _dealt(id: str) -> str:
    """What a word in a row stands for that chance laid out: cards, cars, flasks, hostages, seats, or money."""
    if id in BOX.cars:
        return car_name(id)
    if id in FLASKS:
        return whisky_name(id)
    if id in HOSTAGES:
        return hostage_name(id)
    if id in ROUND_CARDS:
        return round_name(id)
    return card_name(id) if owner_and_action(id)[1] in ACTION_CARDS or is_bullet(id) else name_of(id)


class _Seen:
    """What a role sees of an event, with nothing in the place of what it does not see."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data

    def __getattr__(self, name: str) -> Any:
        return self._data.get(name)


# --- events


def _value(it: Any) -> int | None:
    """What a token is worth: no field of most events, but added to what a role sees of them."""
    value: int | None = getattr(it, "value", None)
    return value


def _game_started(it: Any) -> str:
    advanced = {"powers": it.powers, "happenings": it.happenings, "stations": it.stations}
    played = [name for name, there in advanced.items() if there]
    left = [name for name, there in advanced.items() if not there]
    told = [f"with {row(played)}"] * bool(played) + [f"without {row(left)}"] * bool(left)
    return f"{names_of(it.seats)} play {it.edition} ({', '.join(it.modules)}), {' and '.join(told)}"


def _seat_taken(it: Any) -> str:
    taken = name_of(it.bandit) if it.seat == it.bandit else f"{name_of(it.seat)} with {name_of(it.bandit)}"
    purse = token_name(it.purse, it.value)
    return f"{taken} sat down: {number_of(len(it.cards), 'card')}, {number_of(it.bullets, 'bullet')}, {purse}"


def _pawns_hidden(it: Any) -> str:
    if it.last is None:
        return f"{name_of(it.seat)} hid a pawn in each hand"
    return f"{name_of(it.seat)} hid {name_of(it.last)} for the last car and {name_of(it.before)} for the car before it"


def _turn_started(it: Any) -> str:
    order = tuple(dict.fromkeys(it.order))
    hidden = ", face down" if it.face_down else ""
    return f"turn {it.turn + 1} began, {it.kind}{hidden}: {names_of(order)} act in this order"


def _card_played(it: Any) -> str:
    return f"{name_of(it.seat)} played {card_name(it.card, it.seat)}{', face down' if it.face_down else ''}"


def _card_added(it: Any) -> str:
    hidden = ", face down" if it.face_down else ""
    return f"{name_of(it.seat)} added {card_name(it.card, it.seat)} to the Fire just played{hidden}"


def _hand_kept(it: Any) -> str:
    kept, discarded = _cards(it, "kept", "kept_count"), _cards(it, "discarded", "discarded_count")
    return f"{name_of(it.seat)} kept {kept} for the next round and discarded {discarded}"


_MOVED = {
    "move": "moved",
    "climb": "climbed",
    "push": "was pushed",
    "knock": "was knocked back",
    "flight": "fled",
    "ride": "rode",
}


def _bandit_moved(it: Any) -> str:
    moved = _MOVED.get(it.how) or f"was moved by {happening_name(it.how)}"
    return f"{name_of(it.bandit)} {moved} {off(it.start)} {to(it.to)}"


def _bandit_stayed(it: Any) -> str:
    # A shot may leave its target where it is for more reasons than one; the clauses of the event say which.
    why = "and is not knocked back" if it.how == "knock" else "because the train ends there"
    return f"{name_of(it.bandit)} stays {at(it.place)} {why}"


def _bullet_given(it: Any) -> str:
    hit = f"{name_of(it.shooter)} shot {name_of(it.target)}, who got {card_name(it.bullet)}"
    return f"{hit}; {number_of(it.left, 'bullet')} left"


def _happening_started(it: Any) -> str:
    due = f"; {names_of(it.due)} still choose" if it.due else ""
    return f"what the round card brings happens now: {happening_name(it.happening)}{due}"


def _pickpocketed(it: Any) -> str:
    return f"{name_of(it.bandit)} chose {token_name(it.token) if it.token else 'no purse'} in the pickpocketing"


def _game_ended(it: Any) -> str:
    ranking = (f"{one.rank}. {name_of(one.seat)} ${one.money:,}{_money_of(one.seat, it.lines)}" for one in it.ranking)
    return f"the game is over: {', '.join(ranking) or 'nobody is ranked'}"


def _money_of(seat: str, lines: Iterable[e.ScoreLine]) -> str:
    """What a player's money comes from, if it is more than one thing."""
    sums: Counter[str] = Counter()
    for one in lines:
        if one.seat == seat:
            sums[one.line] += one.amount
    return f" ({', '.join(f'{line} ${sum:,}' for line, sum in sums.items())})" if len(sums) > 1 else ""


def _boards(it: Any) -> str:
    return f"{names_of(it.boards)} board{'' if len(it.boards) > 1 else 's'}" if it.boards else "nobody boards"


def _boarding_sealed(it: Any) -> str:
    chosen = "who boards" if it.boards is None else f"that {_boards(it)}"
    return f"{name_of(it.seat)} settled in secret {chosen}"


def _boarding_shown(it: Any) -> str:
    return f"{name_of(it.seat)} opened the hand: {_boards(it) if it.boards else 'nobody boards, all ride on'}"


def _horse_ridden(it: Any) -> str:
    rode = f"{name_of(it.bandit)} mounted {horse_name(it.horse)}"
    if it.start == it.to:
        return f"{rode}, which stayed beside {car_name(it.to)}"
    return f"{rode} and rode from {car_name(it.start)} to {car_name(it.to)}"


def _flask_used(it: Any) -> str:
    drawn = "to draw and then " if it.draw else ""
    played = f"{drawn}to play {number_of(it.cards, 'card')}"
    whose = "" if it.seat == it.bandit else f" of {name_of(it.bandit)}"
    return f"{name_of(it.seat)} used {token_name(it.token)}{whose}, {whisky_name(it.kind)}, {played}"


def _flask_card_played(it: Any) -> str:
    left = f"; {number_of(it.left, 'card')} still to play for it" if it.left else ""
    return f"{_card_played(it)}, for the flask{left}"


def _agreed(it: Any) -> str:
    rows = row(map(round_name, it.rounds)), row(map(round_name, it.stations), "no station")
    return f"{rows[0]}; {rows[1]}" if it.rounds or it.stations else "all there are"


def _sealed(it: Any) -> str:
    """A choice in a melee: whether it is a card at all is hidden together with it."""
    if it.face_down is None:
        chosen = "made a choice"
    elif it.card is None:
        chosen = "chose to draw"
    else:
        chosen = f"chose {card_name(it.card, it.seat)}{', to lie face down,' if it.face_down else ''}"
    return f"{name_of(it.seat)} {chosen} in secret"


def _plan_started(it: Any) -> str:
    most = f"up to {number_of(it.plans, 'card')}"
    return f"a plan of attack is made: {names_of(it.seats)} may keep {most} for the next round"


def _flask_drunk(it: Any) -> str:
    way = f", which leads him as far as {car_name(car_of(it.to) or it.to)}" if it.to != it.place else ""
    return f"the Marshal emptied {token_name(it.token)} {at(it.place)}, {whisky_name(it.kind)}{way}"


def _filled(kind: str | None) -> str:
    return "face down" if kind is None else f"face down: {whisky_name(kind)}"


def _removed(it: Any) -> str:
    return f"{row(map(horse_name, it.horses), 'no horse')} left the game"


TOLD_EVENTS: dict[type[e.Event], Callable[[Any], str]] = {
    e.RulingClaimed: lambda it: f"the table claimed its own answer to {it.ruling}: {it.answer}",
    e.GameStarted: _game_started,
    e.TrainBuilt: lambda it: f"the train stands: {row(map(car_name, it.cars))}",
    e.TeamsDrawn: lambda it: f"teams were drawn: {'; '.join(map(names_of, it.teams))}",
    e.TeamChosen: lambda it: f"{name_of(it.seat)} took {names_of(it.bandits)}",
    e.SeatTaken: _seat_taken,
    e.LootPlaced: lambda it: f"{token_name(it.token, it.value)} was put {to(it.place)}",
    e.LootSetAside: lambda it: f"{token_name(it.token, it.value)} waits beside the train",
    e.MarshalPlaced: lambda it: f"the Marshal was put {to(it.place)}",
    e.NeutralBulletsStacked: lambda it: f"{number_of(it.count, 'neutral bullet')} lie ready",
    e.RoundCardsDrawn: lambda it: (
        f"{number_of(it.count, 'round card')} were drawn"
        if it.cards is None
        else f"round cards were drawn: {row(map(round_name, it.cards))}"
    ),
    e.StationDrawn: lambda it: f"{round_name(it.card)} was drawn as the station",
    e.FirstPlayerDrawn: lambda it: f"{name_of(it.seat)} was drawn as first player",
    e.PawnsHidden: _pawns_hidden,
    e.BanditPlaced: lambda it: f"{name_of(it.bandit)} starts {at(it.place)}",
    e.RoundStarted: lambda it: f"round {it.number} began{_with_card(it.card)}; {name_of(it.first)} is first player",
    e.RoundCardRevealed: lambda it: f"the round card was turned up: {round_name(it.card)}",
    e.CardChosen: lambda it: f"{name_of(it.seat)} took {card_name(it.card)} out of the deck",
    e.DeckShuffled: lambda it: f"the deck of {name_of(it.seat)} was shuffled",
    e.PartnerCardDrawn: lambda it: (
        f"{name_of(it.seat)} drew {card_name(it.card)} from the deck of {name_of(it.partner)}"
    ),
    e.HandDrawn: lambda it: f"{name_of(it.seat)} drew the hand for the round: {_cards(it)}",
    e.HandFilled: lambda it: f"{name_of(it.seat)} filled the hand with {_cards(it)}",
    e.DiscardShuffled: lambda it: f"the discard pile of {name_of(it.seat)} was shuffled and lies below the deck",
    e.BulletsDiscarded: lambda it: f"{name_of(it.seat)} discarded {_cards(it)}",
    e.TurnStarted: _turn_started,
    e.CardPlayed: _card_played,
    e.CardAdded: _card_added,
    e.NoCardAdded: lambda it: f"{name_of(it.seat)} added no card to the Fire just played",
    e.DrawAnnounced: lambda it: f"{name_of(it.seat)} will draw once the discard pile is shuffled",
    e.CardsDrawn: lambda it: f"{name_of(it.seat)} drew instead of playing a card: {_cards(it)}",
    e.HandReturned: lambda it: f"{name_of(it.seat)} put {_cards(it)} back on top of the deck",
    e.KeepingStarted: lambda it: f"which cards to keep is now for {names_of(it.seats)} to say",
    e.HandKept: _hand_kept,
    e.PileTurned: lambda it: "Schemin' is over; the pile was turned over and Stealin' begins",
    e.CardRevealed: lambda it: f"{card_name(it.card)} comes to be carried out",
    e.CardReturned: lambda it: f"{card_name(it.card)} went back on top of the deck of {name_of(it.seat)}",
    e.CardDiscarded: lambda it: f"{card_name(it.card)} went on the discard pile of {name_of(it.seat)}",
    e.ActionTaken: lambda it: f"{name_of(it.bandit)} carries out {action_name(it.action)}",
    e.ActionIdle: lambda it: f"{name_of(it.bandit)}'s {action_name(it.action)} could do nothing",
    e.BanditMoved: _bandit_moved,
    e.BanditStayed: _bandit_stayed,
    e.BulletGiven: _bullet_given,
    e.NeutralBulletGiven: lambda it: f"{name_of(it.bandit)} got a neutral bullet; {it.left} left in the pile",
    e.BulletUncounted: lambda it: f"the bullet that {name_of(it.bandit)} just got is left out of the tie-break",
    e.NeutralBulletsShort: lambda it: f"too few neutral bullets are left for {names_of(it.bandits)}, so nobody got one",
    e.NeutralBulletsRemoved: lambda it: f"what was left of the neutral bullets left the game: {it.count}",
    e.LootTaken: lambda it: f"{name_of(it.bandit)} took {token_name(it.token, _value(it))} {at(it.place)}",
    e.LootDropped: lambda it: (
        f"{name_of(it.bandit)} lost {token_name(it.token, _value(it))}, which lies {at(it.place)} now"
    ),
    e.LootSnatched: lambda it: f"{name_of(it.bandit)} lost {token_name(it.token, _value(it))} to {name_of(it.by)}",
    e.LootLost: lambda it: f"{name_of(it.bandit)} lost {token_name(it.token, _value(it))}, which left the game",
    e.LootKept: lambda it: f"{name_of(it.bandit)} should lose a token and has none to lose",
    e.StrongboxBrought: lambda it: f"{token_name(it.token)} was brought {to(it.place)}",
    e.MarshalMoved: lambda it: f"the Marshal went {off(it.start)} {to(it.to)}",
    e.MarshalStayed: lambda it: f"the Marshal stays {at(it.place)}: the train ends there",
    e.StealinEnded: lambda it: "the last card of the pile is done and Stealin' is over",
    e.HappeningStarted: _happening_started,
    e.PickpocketAnswered: _pickpocketed,
    e.RansomPaid: lambda it: f"{name_of(it.bandit)} was paid ${it.amount:,}",
    e.RoundEnded: lambda it: f"round {it.number} is over; {name_of(it.first)} is first player of the next",
    e.GameEnded: _game_ended,
    h.FlaskPlaced: lambda it: f"{token_name(it.token)} was put {to(it.place)}, {_filled(it.kind)}",
    h.AttackReached: lambda it: f"in the horse attack {car_name(it.car)} came up; {names_of(it.riders)} still ride",
    h.BoardingSealed: _boarding_sealed,
    h.BoardingShown: _boarding_shown,
    h.HorseLeft: lambda it: f"{name_of(it.bandit)} left {horse_name(it.horse)} beside {car_name(it.car)}",
    h.AttackEnded: lambda it: "everybody has boarded, and the horses belong to nobody from now on",
    h.HorseRidden: _horse_ridden,
    h.FlaskUsed: _flask_used,
    h.FlaskTurned: lambda it: f"{token_name(it.token)} is half empty now",
    h.FlaskEmptied: lambda it: f"{token_name(it.token)} of {name_of(it.bandit)} is empty and left the game",
    h.FlaskCardsDrawn: lambda it: f"{name_of(it.seat)} drew for the flask: {_cards(it)}",
    h.FlaskCardPlayed: _flask_card_played,
    h.FlaskCardMissing: lambda it: f"{name_of(it.seat)} had no action card to play for the flask",
    s.RoundCardsAgreed: lambda it: f"the table agreed on the round cards to draw from: {_agreed(it)}",
    s.StagecoachPlaced: lambda it: f"the stagecoach stands beside {car_name(it.car)}",
    s.ShotgunPlaced: lambda it: f"the Shotgun stands {at(it.place)}",
    s.HostagesDrawn: lambda it: f"hostages lie beside the train: {row(map(hostage_name, it.hostages), 'none')}",
    s.StagecoachMoved: lambda it: f"the stagecoach went from {car_name(it.start)} to {car_name(it.to)}",
    s.StagecoachFellBack: lambda it: f"the stagecoach fell back from {car_name(it.start)} to {car_name(it.to)}",
    s.StagecoachStayed: lambda it: f"the stagecoach stays beside {car_name(it.car)}: the train ends there",
    s.ShotgunThrown: lambda it: f"{name_of(it.by)} punched the Shotgun, who landed {at(it.to)}",
    s.ShotgunMoved: lambda it: f"the Shotgun went {off(it.start)} {to(it.to)}",
    s.ShotgunMet: lambda it: f"{names_of(it.bandits)} met the Shotgun and must run",
    s.ShotgunTolerated: lambda it: (
        f"beside the Shotgun, who came to them, may stay: {row(map(name_of, it.bandits), 'nobody')}"
    ),
    s.BanditRan: lambda it: f"{name_of(it.bandit)} ran from the Shotgun {to(it.to)}",
    s.HostageTaken: lambda it: f"{name_of(it.bandit)} took {hostage_name(it.hostage)} hostage",
    s.PowersLost: lambda it: f"{name_of(it.bandit)} lost the power of {names_of(it.powers)} for good",
    s.PoodleBit: lambda it: f"round {it.round} begins, and the poodle bites {name_of(it.bandit)}",
    s.ChoiceSealed: _sealed,
    s.MeleeShown: lambda it: f"all have chosen, and the cards are shown and laid in this order: {names_of(it.order)}",
    s.MeleeEnded: lambda it: "the melee is over",
    s.PlanStarted: _plan_started,
    s.CardsKept: lambda it: f"{name_of(it.seat)} keeps {_cards(it)} for the next round",
    s.HorsesRemoved: _removed,
    s.HorseMoved: lambda it: f"{horse_name(it.horse)} went from {car_name(it.start)} to {car_name(it.to)}",
    s.FlaskDrunk: _flask_drunk,
    s.NothingToDrink: lambda it: f"the Marshal finds no flask {at(it.place)}",
    s.BanditEscaped: lambda it: f"{name_of(it.bandit)} rode away on {horse_name(it.horse)} and is out of the game",
    s.BulletRemembered: lambda it: f"that is mortal bullet {it.count} of {name_of(it.bandit)}, paid for at the end",
}
"""By type: the sentence without its capital and full stop, from an event or what is seen of it."""


# --- commands


def _starts(it: c.StartGame) -> str:
    named = f", with the train {row(map(car_name, it.train))}" if it.train else ""
    return f"sets up a game: {_game_started(it)}{named}"


def _deals(it: c.Deal) -> str:
    whose = f" of {name_of(it.subject)}" if it.subject else ""
    return f"lays out the {it.what.replace('-', ' ')}{whose}: {', '.join(map(_dealt, it.outcome)) or 'nothing'}"


def _punches(it: c.Punch) -> str:
    target, token = name_of(it.target), token_name(it.token)
    lost = f", keeps {token}" if it.keep else f", who loses {token}," if it.token else ""
    return f"punches {target}{lost} and pushes {target} {to(it.to)}"


TOLD_COMMANDS: dict[type[c.Command], Callable[[Any], str]] = {
    c.ClaimRuling: lambda it: f"claims its own answer to {it.ruling}: {it.answer}",
    c.StartGame: _starts,
    c.Deal: _deals,
    c.ChooseTeam: lambda it: f"takes {names_of(it.bandits)}",
    c.PlaceBandits: lambda it: f"puts {name_of(it.last)} into the last car and the other bandit before it",
    c.ChooseCard: lambda it: f"takes {card_name(it.card)} out of the deck",
    c.PlayCard: lambda it: f"plays {card_name(it.card, it.actor)}{', face down' if it.face_down else ''}",
    c.AddNoCard: lambda it: "adds no card to the Fire just played",
    c.DrawCards: lambda it: "draws instead of playing a card",
    c.KeepCards: lambda it: f"keeps {_counted(it.cards, it.actor)} for the next round",
    c.Move: lambda it: f"moves {to(it.to)}",
    c.ChangeFloor: lambda it: f"climbs {to(it.to)}",
    c.Fire: lambda it: f"fires at {name_of(it.target)}",
    c.Rob: lambda it: f"takes {token_name(it.token)}",
    c.Punch: _punches,
    c.MoveMarshal: lambda it: f"sends the Marshal {to(it.to)}",
    c.Pickpocket: lambda it: f"picks {token_name(it.token)}" if it.token else "picks no purse",
    hc.HidePawns: lambda it: f"settles in secret that {_boards(it)}",
    hc.BoardCar: lambda it: f"boards {car_name(it.car)}",
    hc.Ride: lambda it: f"rides and gets off {at(it.to)}",
    hc.UseFlask: lambda it: f"uses {token_name(it.token)}",
    sc.AgreeOnRoundCards: lambda it: f"agrees on the round cards to draw from: {_agreed(it)}",
    sc.PunchShotgun: lambda it: "punches the Shotgun",
    sc.Run: lambda it: f"runs from the Shotgun {to(it.to)}",
    sc.TakeHostage: lambda it: f"takes {hostage_name(it.hostage)} hostage",
    sc.RideAway: lambda it: "rides away for good",
}
"""By type: what the actor does, without the actor."""


# --- changes


def _changes(before: Game, after: Game) -> Iterator[str]:
    if before.phase != after.phase:
        yield f"the phase is {after.phase}"
    if before.train != after.train:
        yield f"the train is {row(map(car_name, after.train))}"
    if before.marshal != after.marshal:
        yield f"the Marshal is {at(after.marshal)}"
    for bandit, figure in after.figures.items():
        yield from _figure_changes(name_of(bandit), before.figures.get(bandit, NOBODY), figure)
    for seat, cards in after.cards.items():
        was = before.cards.get(seat, NO_CARDS)
        for what in ("hand", "deck", "discard"):
            now, then = len(getattr(cards, what)), len(getattr(was, what))
            if now != then:
                name = "discard pile" if what == "discard" else what
                yield f"the {name} of {name_of(seat)} has {number_of(now, 'card')}, not {then}"
    for place in dict.fromkeys((*before.floor, *after.floor)):
        yield from _tokens_changed(f"lies {at(place)}", before.floor.get(place, ()), after.floor.get(place, ()))
    yield from _tokens_changed("waits beside the train", before.aside, after.aside)
    if before.neutral != after.neutral:
        yield f"{number_of(max(after.neutral, 0), 'neutral bullet')} left in the pile"
    yield from _round_changes(before, after)
    yield from _changes_beside(before, after)


NO_CARDS = Cards((), ())
NOBODY = Figure("", "", (), 0, (), 0)
"""What a player and a bandit have that are not in the game yet."""


def _figure_changes(name: str, was: Figure, now: Figure) -> Iterator[str]:
    if was.place != now.place:
        yield f"{name} is {at(now.place)}"
    yield from _tokens_changed(f"is with {name}", was.loot, now.loot)
    if was.bullets != now.bullets:
        yield f"{name} has {number_of(now.bullets, 'bullet')}, not {was.bullets}"
    if was.ransom != now.ransom:
        yield f"{name} has been paid ${now.ransom:,}"


def _tokens_changed(where: str, was: tuple[Token, ...], now: tuple[Token, ...]) -> Iterator[str]:
    for token in now:
        if token not in was:
            yield f"{token_name(token)} {where}"
    verb, _, rest = where.partition(" ")
    for token in was:
        if token not in now:
            yield f"{token_name(token)} {verb} no more {rest}"


def _round_changes(before: Game, after: Game) -> Iterator[str]:
    was, now = before.round, after.round
    if (was.number, was.card) != (now.number, now.card):
        yield f"round {now.number} is played: {round_name(now.card)}"
    if len(before.rounds) != len(after.rounds):
        yield f"{number_of(len(after.rounds), 'card')} left in the round deck"
    if was.order != now.order:
        yield f"still to act in this turn: {names_of(now.order)}"
    if len(was.pile) != len(now.pile):
        yield f"the common pile has {number_of(len(now.pile), 'card')}, not {len(was.pile)}"
    if was.current != now.current:
        yield f"{card_name(now.current.card)} is being carried out" if now.current else "no card is being carried out"
    if was.due != now.due:
        yield f"still to choose in the happening: {names_of(now.due)}"
    if was.keeping != now.keeping:
        yield f"still to say which cards to keep: {names_of(now.keeping)}"


def _changes_beside(before: Game, after: Game) -> Iterator[str]:
    """What changed of horses, flasks, the stagecoach and its hostages."""
    was, now = horses_of(before), horses_of(after)
    for horse in dict.fromkeys((*was.stands, *now.stands)):
        if horse not in now.stands:
            yield f"{horse_name(horse)} is no more beside the train"
        elif was.stands.get(horse) != now.stands[horse]:
            yield f"{horse_name(horse)} stands beside {car_name(now.stands[horse])}"
    for token, flask in now.flasks.items():
        if flask.used and not (token in was.flasks and was.flasks[token].used):
            yield f"{token_name(token)} is half empty"
    coach, then = stagecoach_of(after), stagecoach_of(before)
    if coach.car != then.car:
        yield f"the stagecoach is beside {car_name(coach.car)}"
    if coach.shotgun != then.shotgun:
        yield f"the Shotgun is {at(coach.shotgun)}"
    for bandit, hostage in coach.captors.items():
        if bandit not in then.captors:
            yield f"{name_of(bandit)} has {hostage_name(hostage)} as hostage"
    if coach.running != then.running:
        yield f"still to run from the Shotgun: {names_of(coach.running)}"
