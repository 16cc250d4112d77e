"""Two worlds that differ only in what somebody may not know look the same to them, byte for byte.

A random game is played to its end. Then it is told again with one hidden fact changed: a *twist*. Whoever may not
know that fact must see the same views, events, options and refusals in both worlds until the rules themselves
reveal it: when they do is said here by hand, to the end of the game; ``tests/test_two_worlds.py`` makes secrets of
every kind from what the views say. Leaks are planted as well, to show that the property has teeth.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, TypeAlias

import attrs
import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from colt_rules import events as e
from colt_rules import views
from colt_rules.commands import (
    COMMAND_NAMES,
    Command,
    Deal,
    DrawCards,
    Pickpocket,
    PlayCard,
    Punch,
    Rob,
    StartGame,
)
from colt_rules.decisions import Answers, Arrangements
from colt_rules.kernel import NEW, Accepted, Refused, awaiting, decide, legal
from colt_rules.model.names import is_bullet, kind_of
from colt_rules.model.parts import part_of
from colt_rules.model.record import changed
from colt_rules.model.state import Cards, Game
from colt_rules.modules import part_of_module
from colt_rules.players.play import variants
from colt_rules.referee.refusals import describe_refusal
from colt_rules.referee.why_not import what_allows
from colt_rules.views import REFEREE, View, roles, view, view_event, view_legal, view_refusal
from tests.conftest import few_or
from tests.kinds import each, with_every_pair
from tests.rules.sittings import sitting, with_house_rules
from tests.secrets import SECRETS, exchanged_values
from tests.tables import pick as any_answer
from tests.verdicts import after

BANDITS = ("ghost", "cheyenne", "django", "tuco", "doc", "belle")
STATIONS = ("marshals-revenge", "pickpocketing", "conductor")


# --- a world: a whole game, told by its commands


class World(NamedTuple):
    """The commands of a game and what each of them brought about."""

    commands: list[Command]
    steps: list[Accepted]


@lru_cache(maxsize=8)
def played(seed: int) -> World:
    """A whole game in which everybody, chance included, picks at random."""
    rng = Random(seed)
    seats = tuple(rng.sample(BANDITS, rng.randint(3, 6)))
    advanced = rng.choice((0, 1, 2, 2))
    command: Command = StartGame(
        "table", "ru-full", ("base",), seats, rng.random() < 0.8, advanced > 0, advanced > 1, ()
    )
    world = World([], [])
    game = NEW
    while True:
        verdict = decide(game, command)
        assert isinstance(verdict, Accepted), verdict
        world.commands.append(command)
        world.steps.append(verdict)
        game = verdict.after
        open_ = awaiting(game)
        if not open_:
            return world
        options = legal(game, open_[0].actor)
        if isinstance(options, Arrangements):
            command = options.deal(tuple(rng.sample(options.items, options.count)))
        else:
            command = rng.choice(list(options))


def told(commands: list[Command]) -> World:
    """The game these commands make, as far as they are legal."""
    world = World(commands, [])
    game = NEW
    for command in commands:
        verdict = decide(game, command)
        if isinstance(verdict, Refused):
            break
        world.steps.append(verdict)
        game = verdict.after
    return world


# --- twists: the same game with one hidden fact changed


Tells: TypeAlias = Callable[[e.Event, e.Event, str], bool]


class Twist(NamedTuple):
    """Another world: its commands, the roles that may know the difference, and the events that reveal it to a role."""

    commands: list[Command]
    insiders: tuple[str, ...]
    tells: Tells


def never(one: e.Event, other: e.Event, role: str) -> bool:
    """Nothing tells before the game is over."""
    return False


def at_different(kind: type[e.Event]) -> Tells:
    """The first event of this kind that differs between the worlds reveals the secret to everybody."""
    return lambda one, other, role: isinstance(one, kind) and one != other


def swapped(command: Deal, i: int, j: int) -> Deal:
    """The same deal with two places of the row exchanged."""
    row = list(command.outcome)
    row[i], row[j] = row[j], row[i]
    return changed(command, outcome=tuple(row))


def replaced(world: World, index: int, command: Command) -> list[Command]:
    return [*world.commands[:index], command, *world.commands[index + 1 :]]


def deals(world: World, what: str) -> Iterator[tuple[int, Deal]]:
    for index, command in enumerate(world.commands):
        if isinstance(command, Deal) and command.what == what:
            yield index, command


def pick(rng: Random, found: list[Twist]) -> Twist | None:
    return rng.choice(found) if found else None


def purses(world: World, rng: Random) -> Twist | None:
    """Two purses on the train change their values; known to the players who take them."""
    ((index, deal),) = deals(world, "purses")
    row = deal.outcome
    pairs = [(i, j) for i in range(len(row)) for j in range(i) if row[i] != row[j]]
    if not pairs:
        return None
    i, j = rng.choice(pairs)
    both = (f"purse-{i + 1}", f"purse-{j + 1}")

    def tells(one: e.Event, other: e.Event, role: str) -> bool:
        if isinstance(one, e.LootTaken):
            return one.bandit == role and one.token in both
        if isinstance(one, e.LootSnatched):
            return one.by == role and one.token in both
        return isinstance(one, e.LootLost) and one != other

    return Twist(replaced(world, index, swapped(deal, i, j)), (), tells)


def round_cards(world: World, rng: Random) -> Twist | None:
    """Two rounds to come change places; known when the first of them comes."""
    ((index, deal),) = deals(world, "round-cards")
    j, i = sorted(rng.sample(range(1, len(deal.outcome)), 2))
    return Twist(replaced(world, index, swapped(deal, i, j)), (), at_different(e.RoundStarted))


def station(world: World, rng: Random) -> Twist | None:
    """The train comes to another station; known when it is there."""
    return pick(
        rng,
        [
            Twist(replaced(world, index, changed(deal, outcome=(other,))), (), at_different(e.RoundStarted))
            for index, deal in deals(world, "station")
            for other in STATIONS
            if deal.outcome != (other,)
        ],
    )


def rounds_events(world: World, index: int) -> Iterator[e.Event]:
    """The events from this command to the end of the Schemin' phase."""
    for step in world.steps[index:]:
        for event, _ in step.events:
            yield event
            if isinstance(event, e.PileTurned):
                return


def deck(world: World, rng: Random) -> Twist | None:
    """Two cards that stay in a deck all round change places; its owner does not know either."""
    found: list[Twist] = []
    for index, deal in deals(world, "deck"):
        drawn = sum(
            len(event.cards)
            for event in rounds_events(world, index)
            if isinstance(event, e.HandDrawn | e.CardsDrawn) and event.seat == deal.subject
        )
        row = deal.outcome
        found += [
            Twist(replaced(world, index, swapped(deal, i, j)), (), never)
            for i in range(drawn, len(row))
            for j in range(drawn, i)
            if row[i] != row[j]
        ]
    return pick(rng, found)


def hand(world: World, rng: Random) -> Twist | None:
    """A card that was drawn and not played changes places with a card lower in the deck; its player knows."""
    found: list[Twist] = []
    for index, deal in deals(world, "deck"):
        seat, row = deal.subject, deal.outcome
        happened = list(rounds_events(world, index))
        laid = {event.card for event in happened if isinstance(event, e.CardPlayed)}
        size = next(len(event.cards) for event in happened if isinstance(event, e.HandDrawn))
        found += [
            Twist(replaced(world, index, swapped(deal, i, j)), (seat,), never)
            for i in range(size)
            for j in range(size, len(row))
            if row[i] != row[j] and row[i] not in laid
        ]
    return pick(rng, found)


def face_down(world: World, rng: Random) -> Twist | None:
    """Another card of the same hand is played face down; known to its player, and to all when it is carried out."""
    found: list[Twist] = []
    for index, command in enumerate(world.commands):
        if isinstance(command, PlayCard) and command.face_down:
            seat = command.actor
            later = {event.card for event in rounds_events(world, index) if isinstance(event, e.CardPlayed)}
            found += [
                Twist(
                    replaced(world, index, changed(command, card=card)),
                    (seat,),
                    at_different(e.CardRevealed),
                )
                for card in world.steps[index - 1].after.cards[seat].hand
                if card not in later and not is_bullet(card)
            ]
    return pick(rng, found)


TWISTS = (purses, round_cards, station, deck, hand, face_down)


@lru_cache(maxsize=16)
def twisted(twist: Callable[[World, Random], Twist | None], seed: int) -> tuple[World, Twist, World] | None:
    """A game, what is changed in it, and the game that comes of it, if there is something to change."""
    world = played(seed)
    found = twist(world, Random(seed))
    return found and (world, found, told(found.commands))


# --- what a role sees, in bytes


class Eyes(NamedTuple):
    """How a role looks at a game."""

    look: Callable[[Game, str], View] = view
    see: Callable[[e.Event, str, Game, tuple[str, ...]], object] = view_event
    options: Callable[[Game, str, str], Answers] = view_legal
    refusal: Callable[[Refused, str, str], Refused | None] = view_refusal


HONEST = Eyes()


def written(what: object) -> bytes:
    """Canonical JSON."""
    return msgspec.json.encode(what, order="sorted")


def choices(answers: Answers) -> object:
    if isinstance(answers, Arrangements):
        return [answers.what, answers.subject, answers.items, answers.count]
    return [[COMMAND_NAMES[command.__class__], command] for command in answers]


def refused(game: Game, role: str, eyes: Eyes) -> Iterator[object]:
    """The answers to three commands that a role tries."""
    actors = [role] if role in game.options.seats else []
    for actor in actors:
        for attempt in (PlayCard(actor, f"{actor}-fire", True), DrawCards(actor), Rob(actor, "purse-1")):
            verdict = decide(game, attempt)
            yield eyes.refusal(verdict, role, actor) if isinstance(verdict, Refused) else "accepted"


def at_rest(game: Game, role: str, eyes: Eyes) -> bytes:
    """Everything a role sees between two commands."""
    open_ = awaiting(game)
    return written(
        [
            eyes.look(game, role),
            [choices(eyes.options(game, role, decision.actor)) for decision in open_],
            list(refused(game, role, eyes)),
        ]
    )


def difference(world: World, other: World, tells: Tells, role: str, eyes: Eyes = HONEST) -> str | None:
    """What lets a role tell two worlds apart before they are revealed to be two."""
    for number, (one, two) in enumerate(zip(world.steps, other.steps, strict=False)):
        if one == two:
            continue  # not two worlds yet, or no longer: the same for everybody
        for (event, cites), (counterpart, others) in zip(one.events, two.events, strict=False):
            if isinstance(event, e.GameEnded) or tells(event, counterpart, role):
                return None
            here, there = eyes.see(event, role, one.after, cites), eyes.see(counterpart, role, two.after, others)
            if written(here) != written(there):
                return f"step {number}: {here} or {there}"
        if len(one.events) != len(two.events):
            return f"step {number}: {len(one.events)} or {len(two.events)} events"
        here_, there_ = at_rest(one.after, role, eyes), at_rest(two.after, role, eyes)
        if here_ != there_:
            return f"step {number}: {here_!r} or {there_!r}"
    return None if len(world.steps) == len(other.steps) else f"step {len(other.steps)}: a command was refused"


# --- the property


@pytest.mark.clause(
    "secrecy.purse-values",
    "secrecy.loot-collected",
    "secrecy.round-deck",
    "secrecy.decks",
    "setup.loot.purses-blind",
    "robbery.unseen",
    "punch.loot.purse-unseen",
    "ruling.secrecy.hands",
)
@pytest.mark.parametrize("twist", TWISTS)
@settings(max_examples=few_or(8), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_whoever_may_not_know_what_differs_sees_the_same(
    twist: Callable[[World, Random], Twist | None], seed: int
) -> None:
    both = twisted(twist, seed)
    assume(both is not None)
    assert both is not None
    world, found, other = both
    for role in roles(world.steps[0].after):
        told_apart = difference(world, other, found.tells, role)
        if role == REFEREE or role in found.insiders:
            assert told_apart is not None, f"{role} ought to see the difference: these are not two worlds"
        else:
            assert told_apart is None, f"{role} sees a difference: {told_apart}"


# --- planted leaks


def shows(*fields: str) -> Eyes:
    """A leak: these fields of a view are filled as for the referee."""

    def look(game: Game, role: str) -> View:
        everything = view(game, REFEREE)
        return changed(view(game, role), **{field: getattr(everything, field) for field in fields})

    return Eyes(look=look)


def counts_bullets_in_hand(game: Game, role: str) -> View:
    """A leak: of the bullets received only those in hand are listed."""
    honest = view(game, role)
    seats: Any = (changed(seat, bullets=tuple(filter(is_bullet, game.cards[seat.seat].hand))) for seat in honest.seats)
    return changed(honest, seats=tuple(seats))


def sorts_floor_by_value(game: Game, role: str) -> View:
    """A leak: no value is shown, but the purses lie in order of value."""
    honest = view(game, role)
    floor = {
        place: tuple(sorted(tokens, key=lambda each: game.values[each.token])) for place, tokens in honest.floor.items()
    }
    return changed(honest, floor=floor)


def sees_all(event: e.Event, role: str, game: Game, cites: tuple[str, ...]) -> object:
    """A leak: events are shown as to the referee."""
    return view_event(event, REFEREE, game, cites)


def knows_options(game: Game, role: str, actor: str) -> Answers:
    """A leak: everybody sees what the others can play."""
    return view_legal(game, REFEREE, actor)


LEAKS = {
    "floor": (purses, shows("floor")),
    "order of the floor": (purses, Eyes(look=sorts_floor_by_value)),
    "purses of others": (purses, shows("bandits")),
    "purses in events": (purses, Eyes(see=sees_all)),
    "rounds": (round_cards, shows("rounds")),
    "rounds in events": (round_cards, Eyes(see=sees_all)),
    "station": (station, shows("rounds")),
    "decks": (deck, shows("seats")),
    "decks in events": (deck, Eyes(see=sees_all)),
    "hands": (hand, shows("seats")),
    "hands in events": (hand, Eyes(see=sees_all)),
    "hands in options": (hand, Eyes(options=knows_options)),
    "bullets in hands": (hand, Eyes(look=counts_bullets_in_hand)),
    "pile": (face_down, shows("round")),
    "pile in events": (face_down, Eyes(see=sees_all)),
}


@pytest.mark.parametrize(("twist", "leaky"), LEAKS.values(), ids=LEAKS)
def test_a_planted_leak_is_caught(twist: Callable[[World, Random], Twist | None], leaky: Eyes) -> None:
    """In one of a few games somebody who may not know tells the worlds apart, and it is the leak that does it."""
    for seed in range(40):
        both = twisted(twist, seed)
        if both is None:
            continue
        world, found, other = both
        for role in roles(world.steps[0].after):
            if role == REFEREE or role in found.insiders:
                continue
            if difference(world, other, found.tells, role, leaky) is not None:
                assert difference(world, other, found.tells, role) is None
                return
    pytest.fail("the leak was not caught")


# --- whole games


@settings(max_examples=few_or(10), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_an_event_looks_the_same_whenever_a_role_looks_back_at_it(seed: int) -> None:
    world = played(seed)
    end = world.steps[-1].after
    for step in world.steps:
        for event, cites in step.events:
            for role in roles(end):
                assert view_event(event, role, step.after, cites) == view_event(event, role, end, cites)


@pytest.mark.clause("robbery.unseen", "punch.loot.purse-unseen", "ruling.secrecy.hands")
@settings(max_examples=few_or(10), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_options_name_only_what_their_actor_sees(seed: int) -> None:
    """Cards come from the actor's own hand and tokens from the table, and no option carries a number."""
    for step in played(seed).steps:
        for decision in step.awaiting:
            if decision.actor not in step.after.options.seats:
                continue
            seen = view(step.after, decision.actor)
            mine = next(seat for seat in seen.seats if seat.seat == decision.actor)
            table = {each.token for tokens in seen.floor.values() for each in tokens}
            table |= {each.token for bandit in seen.bandits for each in bandit.tokens}
            for command in view_legal(step.after, decision.actor, decision.actor):
                if isinstance(command, PlayCard):
                    assert command.card in (mine.hand or ())
                elif isinstance(command, Rob | Punch | Pickpocket):
                    assert command.token is None or command.token in table
                for value in msgspec.to_builtins(command).values():
                    assert value is None or isinstance(value, str | bool)


# --- every kind of game: what is hidden can be exchanged


def exchanged(game: Game, role: str, rng: Random) -> Game:
    """The game with everything exchanged that this role may not know, as far as what it knows allows."""
    cards = dict(game.cards)
    pile = list(game.round.pile)
    for seat, mine in game.cards.items():
        if seat == role:
            cards[seat] = changed(mine, deck=tuple(rng.sample(mine.deck, len(mine.deck))))
            continue
        for index, played in enumerate(pile):
            actions = [card for card in mine.hand if not is_bullet(card)]
            if played.seat == seat and played.face_down and actions:
                card = rng.choice(actions)
                pile[index] = changed(played, card=card)
                mine = changed(mine, hand=tuple(played.card if each is card else each for each in mine.hand))
        stays = any(part.hand_stays(game, seat) for part in SECRETS.values())
        cards[seat] = mine if stays else redistributed(game, mine, rng)
    if "team" in game.options.modules:
        lend_another_card(game.options.seats, cards, role, rng)
    values = exchanged_values(game, {token for token in game.values if kind_of(token) == "purse"}, role, rng)
    top = 1 if "ruling.rounds.face-down=face-up" in game.options.rulings else 0
    sealed = {
        seat: pawns[::-1] if seat != role and not game.figures[pawns[0]].place else pawns
        for seat, pawns in game.sealed.items()
    }
    another = changed(
        game,
        cards=cards,
        values=values,
        rounds=(*game.rounds[:top], *rng.sample(game.rounds[top:], len(game.rounds[top:]))),
        round=changed(game.round, pile=tuple(pile)),
        sealed=sealed,
    )
    for module, part in SECRETS.items():
        keeps_a_record = part_of_module(module, "model") is not None
        if part_of(game, module) if keeps_a_record else module in game.options.modules:
            another = part.exchanged(another, role, rng)
    return another


def redistributed(game: Game, mine: Cards, rng: Random) -> Cards:
    """The same cards, otherwise spread over hand, deck and discard pile; what comes from a partner stays in hand."""
    borrowed = tuple((Counter(mine.hand) & Counter(mine.borrowed)).elements())
    own = Counter((*mine.hand, *mine.deck)) - Counter(borrowed)
    open_: tuple[str, ...] = mine.discard
    if "ruling.expert.discard-secret=open" not in game.options.rulings:
        own, open_ = own + Counter(mine.discard), ()
    row = rng.sample(list(own.elements()), own.total())
    hand = [*borrowed, *(row.pop() for _ in range(len(mine.hand) - len(borrowed)))]
    deck = [row.pop() for _ in mine.deck]
    return changed(mine, hand=tuple(hand), deck=tuple(deck), discard=open_ or tuple(row))


def lend_another_card(seats: tuple[str, ...], cards: dict[str, Cards], role: str, rng: Random) -> None:
    """In every team that the role is not of: another card of the one partner came into the other one's hand."""
    for one, two in zip(seats[::2], seats[1::2], strict=True):
        if not {one, two} <= cards.keys():
            continue  # not all have taken their bandits yet
        for lender, drawer in ((one, two), (two, one)):
            lent = list((Counter(cards[drawer].hand) & Counter(cards[drawer].borrowed)).elements())
            if role not in (lender, drawer) and lent and cards[lender].deck:
                back, other = rng.choice(lent), rng.choice(cards[lender].deck)
                deck = replaced_once(cards[lender].deck, other, back)
                cards[lender] = changed(cards[lender], deck=deck)
                hand = replaced_once(cards[drawer].hand, back, other)
                borrowed = replaced_once(cards[drawer].borrowed, back, other)
                cards[drawer] = changed(cards[drawer], hand=hand, borrowed=borrowed)


def replaced_once(row: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    index = row.index(old)
    return (*row[:index], new, *row[index + 1 :])


@pytest.mark.thorough
@pytest.mark.clause(
    "ruling.expert.discard-secret",
    "ruling.expert.kept-in-secret",
    "duo.placement.both-hands",
    "duo.chosen-card",
    "ruling.duo.always-asked",
    "ruling.team.secrets",
    "ruling.rounds.face-down",
    "ruling.secrecy.hands",
    "horses.secrecy.sealed",
    "horses.secrecy.flasks",
    "horses.setup.whisky.blind",
    "attack.secret-choice",
    "melee.at-once",
    "ruling.whisky.who-knows",
    "ruling.melee.draw-sealed",
    "ruling.melee.ghost",
    "ruling.plan.all-at-once",
)
@pytest.mark.parametrize(("edition", "variant"), each(variants()))
@pytest.mark.parametrize("house_rules", [(), ("ruling.expert.discard-secret=open", "ruling.rounds.face-down=face-up")])
def test_a_position_with_its_secrets_exchanged_looks_the_same(
    edition: str, variant: str, house_rules: tuple[str, ...]
) -> None:
    if house_rules and (edition != "ru-full" or "+" in variant):
        pytest.skip("the book settles one of them, or other modules have nothing to do with them")
    game = after(with_house_rules(*house_rules), sitting(edition, variant, stations=True))
    assert twins_of_a_game(game, Random(f"{edition} {variant}")) > 100


def twins_of_a_game(game: Game, rng: Random) -> int:
    """The number of positions of a random game that were replaced by others that look the same to a role."""
    twins = 0
    while game.phase != "over":
        for role in looking(game, rng):
            twin = exchanged(game, role, rng)
            twins += twin != game
            assert written(view(twin, role)) == written(view(game, role)), role
            assert list(refused(twin, role, HONEST)) == list(refused(game, role, HONEST)) or role in asked(game)
            if twin != game:
                tried = commands_tried(game, role, rng)
                told = [told_of(game, role, command) for command in tried]
                assert [told_of(twin, role, command) for command in tried] == told, role
        game = random_step(game, rng).after
    return twins


def looking(game: Game, rng: Random) -> list[str]:
    """The roles that look at a position: those that are asked, and one more."""
    everybody = [*game.options.seats, "spectator"]
    some = {rng.choice(everybody), *asked(game)}
    return [role for role in everybody if role in some]


def asked(game: Game) -> set[str]:
    """Who is asked for a decision."""
    return {decision.actor for decision in awaiting(game)}


def commands_tried(game: Game, role: str, rng: Random) -> list[Command]:
    """Commands that a seat might give in a position: some of its answers, and those with another name in a field."""
    if role not in asked(game):
        return []
    answers = [any_answer(rng, game, role) for _ in range(4)]
    names = (*game.figures, *game.values, *game.floor, "nobody")
    tried: list[Command] = []
    for command in answers:
        fields = [field for field, value in attrs.asdict(command, recurse=False).items() if isinstance(value, str)]
        tried += [command, *(changed(command, **{field: rng.choice(names)}) for field in fields[1:])]
    return tried


def told_of(game: Game, role: str, command: Command) -> object:
    """The answer to a role that asks about a command that it has not given, as ``referee.why_not`` gives it."""
    verdict = decide(game, command)
    if isinstance(verdict, Refused):
        return verdict.clauses, verdict.message, describe_refusal(game, command, verdict, "ru")
    return what_allows(game, command), views.view_outcome(verdict, role)


@pytest.mark.parametrize(("edition", "variant"), with_every_pair())
def test_what_would_come_of_a_command_tells_nothing(edition: str, variant: str) -> None:
    """Law 16: a hypothetical is a channel."""
    game = after(with_house_rules(), sitting(edition, variant, stations=True))
    assert twins_of_a_game(game, Random(variant)) > 100


def test_a_leak_in_what_would_come_of_a_command_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def seen_as_if_it_had_happened(outcome: Accepted, role: str) -> object:
        return tuple(view_event(event, role, outcome.after) for event, _ in outcome.events)

    monkeypatch.setattr("colt_rules.views.view_outcome", seen_as_if_it_had_happened)
    with pytest.raises(AssertionError):
        twins_of_a_game(after(with_house_rules(), sitting()), Random(1))


def random_step(game: Game, rng: Random) -> Accepted:
    """Somebody who is waited for does anything."""
    verdict = decide(game, any_answer(rng, game, rng.choice(awaiting(game)).actor))
    assert isinstance(verdict, Accepted)
    return verdict
