"""The set-up with a Marshal: his seat and cards, mailbags, prisoners, goals, and the starting places."""

from colt_rules.commands import Deal
from colt_rules.decisions import Answers, Arrangements, Decision
from colt_rules.events import (
    BanditPlaced,
    Cited,
    Event,
    FirstPlayerDrawn,
    GameStarted,
    HandDrawn,
    LootPlaced,
    NeutralBulletsStacked,
    RoundCardsAgreed,
    RoundCardsDrawn,
    StationDrawn,
    TrainBuilt,
)
from colt_rules.model.names import CHANCE, LOCOMOTIVE, Card, Cites, action_card, inside, kind_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game, clockwise
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.base import schemin, setup
from colt_rules.rules.base.schemin import deal_refusal
from colt_rules.rules.base.setup import are_mixed_in, drawn, has_named
from colt_rules.rules.expert.events import HandFilled
from colt_rules.rules.horses import setup as horses_setup
from colt_rules.rules.horses.events import AttackReached, FlaskPlaced
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.events import (
    CylinderLoaded,
    GoalsDealt,
    GoalsDrawn,
    MarshalSeated,
    PrisonersDrawn,
)
from colt_rules.rules.marshal.model import CORRIDOR, LEFT, MARSHAL, RIGHT, marshal_of
from colt_rules.rules.module import Choice, Rules, StepResult
from colt_rules.rules.stagecoach import setup as coach_setup
from colt_rules.rules.stagecoach.setup import players_are_counted

PRISONERS = 3
WARRANTS = 2
SPECIALS = 3

KINDS = "ruling.cylinders.kinds"
LOOT = "ruling.prison-car.loot"
WHISKY = "ruling.prison-car.whisky"
NO_FLASK = f"{WHISKY}=none"
FROM_THE_TAIL = "ruling.prison-car.from-the-tail"
DRAWN_KINDS = f"{KINDS}=drawn"
COUNTED = "ruling.marshal-player.counted"
WITH_THE_PLAYERS = f"{COUNTED}=with-the-players"
LAST_BULLET = "golden"
MAILBAG = "mailbag"


# --- seats


@clause("marshal-player.seat", "marshal-player.no-purse", "prison.setup.no-marshal-card", "prison.setup.posters")
def take_seats(rules: Rules, game: Game) -> StepResult:
    """Each bandit takes a seat as in the base game; the Marshal takes his own sheet and cards, and no purse."""
    if game.figures:
        return None
    bandits = [seat for seat in game.options.seats if seat != MARSHAL]
    cites = (
        *("setup.character.choice", "setup.deck.ten-actions", "setup.bullets.descending", "setup.purse.starting"),
        *("prison.setup.no-marshal-card", "prison.setup.idea-card", "prison.setup.posters"),
    )
    taken = [setup.seat_taken(rules, game, seat, seat, setup.action_cards(rules, seat), cites) for seat in bandits]
    return [*taken, _seated(rules)]


@clause("marshal-player.deck", "marshal-player.deck.ride")
def deck(rules: Rules) -> tuple[Card, ...]:
    """The Marshal's deck has ten action cards, and a Ride in a game with horses."""
    return tuple(
        action_card(MARSHAL, card.id)
        for card in EXTRAS.marshal_cards.values()
        if card.with_action is None or card.with_action in rules.actions
        for _ in range(card.count)
    )


@clause("marshal-player.brawlers")
def _seated(rules: Rules) -> Cited:
    """The three brawler cards lie in a pile on the Marshal's portrait, the golden one on top."""
    cards = deck(rules)
    ride = ("marshal-player.deck.ride",) if action_card(MARSHAL, "ride") in cards else ()
    cites = ("marshal-player.seat", "marshal-player.deck", *ride, "marshal-player.brawlers", "marshal-player.no-purse")
    return MarshalSeated(MARSHAL, cards, tuple(EXTRAS.brawlers)), cites


# --- his cylinders


@clause("marshal-player.cylinders", "ruling.cylinders.kinds")
def load_cylinders(rules: Rules, game: Game) -> StepResult:
    """The Marshal's bullets make two stacks of six, his cylinders.

    They are stacked as the table has named them, by chance under a house rule, or as assumed.
    """
    marshal = marshal_of(game)
    missing = [cylinder for cylinder in (LEFT, RIGHT) if game.figures and cylinder not in marshal.cylinders]
    if not missing:
        return None
    cylinder = missing[0]
    if cylinder in marshal.loads:
        return [_loaded(cylinder, marshal.loads[cylinder], ("marshal-player.cylinders", KINDS))]
    if rules.agreed(DRAWN_KINDS):
        return (Decision(CHANCE, "cylinder", cylinder),)
    return [_loaded(cylinder, kinds(), ("marshal-player.cylinders", KINDS))]


def kinds() -> tuple[str, ...]:
    """The kinds of bullets that we assume in a cylinder, from the top; the highest number of bullets is on top."""
    bullets = sorted(EXTRAS.marshal_bullets.values(), key=lambda bullet: -bullet.bullets)
    return tuple(bullet.id for bullet in bullets for _ in range(bullet.count // 2))


def bullet(kind: str) -> Card:
    """The Marshal's bullet card of this kind."""
    return f"{MARSHAL}-bullet-{kind}"


def kind_of_bullet(card: Card) -> str:
    """The kind of a bullet card of the Marshal."""
    return card.removeprefix(f"{MARSHAL}-bullet-")


def _loaded(cylinder: str, kinds: tuple[str, ...], cites: Cites) -> Cited:
    return CylinderLoaded(cylinder, tuple(map(bullet, kinds))), cites


def _by_chance() -> tuple[str, ...]:
    """The kinds whose order a house rule leaves to chance."""
    return tuple(kind for kind in kinds() if kind != LAST_BULLET)


# --- prison car and locomotive


@clause("prison.setup.prisoners")
def draw_prisoners(rules: Rules, game: Game) -> StepResult:
    """Three of the seven prisoners are drawn and lie beside the prison car."""
    waits = setup.is_laid_out(rules, game) and marshal_of(game).prisoners is None
    return (Decision(CHANCE, "prisoners", ""),) if waits else None


@clause("prison.setup.mailbags")
def locomotive(rules: Rules, before: tuple[Cited, ...]) -> tuple[Cited, ...]:
    """The locomotive starts without a strongbox and without the base game's Marshal."""
    return ()


@clause("prison.setup.mailbags", "ruling.mailbags.face-down")
def lay_mail(rules: Rules, game: Game) -> StepResult:
    """Two mailbags that look alike lie face down in the locomotive."""
    laid = any(kind_of(token) == MAILBAG for token in game.values)
    return (Decision(CHANCE, "mailbags", ""),) if setup.is_laid_out(rules, game) and not laid else None


@clause("ruling.prison-car.loot", "setup.loot.as-printed", "setup.loot.purses-blind")
def fill_prison_car(rules: Rules, game: Game) -> StepResult:
    """The prison car gets the loot that the table has named for it, in the corridor.

    If the table has named none, the car stays empty.
    """
    if not setup.is_laid_out(rules, game):
        return None
    there = {kind_of(token) for token in game.floor.get(CORRIDOR, ())}
    for kind in (setup.PURSE, setup.JEWEL):
        if count := 0 if kind in there else _printed(rules, game, kind):
            if rules.supply[kind].blind:
                return (Decision(CHANCE, PRISON_DRAWS[kind], ""),)
            return _laid_in_the_corridor(rules, game, kind, _over(rules, game, kind)[:count])
    return None


PRISON_DRAWS = {setup.PURSE: "prison-purses", setup.JEWEL: "prison-jewels"}
"""By kind of loot: the name of the draw if it is drawn unseen."""


def _over(rules: Rules, game: Game, kind: str) -> tuple[str, ...]:
    """The tokens of a kind that are still in the supply."""
    return tuple(f"${value}" for value in sorted(setup.left_in_supply(rules, game, kind)))


def _printed(rules: Rules, game: Game, kind: str) -> int:
    """The number of tokens that the table has named; if fewer are left, the number that is left."""
    return min(marshal_of(game).printed.count(kind), len(_over(rules, game, kind)))


def _laid_in_the_corridor(rules: Rules, game: Game, kind: str, values: tuple[str, ...]) -> list[Cited]:
    cites = ("setup.loot.as-printed", LOOT, *rules.supply[kind].blind)
    in_cars = sum(token.removeprefix(f"{kind}-").isdigit() for token in game.values if kind_of(token) == kind)
    return [
        (LootPlaced(f"{kind}-{in_cars + place}", int(value[1:]), CORRIDOR), cites)
        for place, value in enumerate(values, 1)
    ]


def _prison_draw(kind: str) -> Choice:
    """The draw of a kind of loot for the prison car: as many tokens from the supply as the table has named."""
    return drawn(
        PRISON_DRAWS[kind],
        items=lambda rules, game: _over(rules, game, kind),
        count=lambda rules, game: _printed(rules, game, kind),
        happens=lambda rules, game, outcome: _laid_in_the_corridor(rules, game, kind, outcome),
        cites=lambda rules, game: (*rules.supply[kind].blind, LOOT),
    )


# --- goals


@clause("goal.warrants.two", "goal.specials.three", "goal.five-shuffled")
def deal_goals(rules: Rules, game: Game) -> StepResult:
    """Two warrants and three special goals are drawn unseen and shuffled together."""
    marshal = marshal_of(game)
    if not game.figures or marshal.future is not None:
        return None
    what = {0: "warrants", WARRANTS: "special-goals"}.get(len(marshal.goals_drawn), "goals")
    return (Decision(CHANCE, what, ""),)


@clause("goal.warrants.in-play")
def _warrants(rules: Rules, game: Game) -> tuple[str, ...]:
    """Only warrants against bandits in the game are drawn."""
    return tuple(goal.id for goal in EXTRAS.goals.values() if goal.against in rules.bandits(game))


@clause("goal.specials.few-bandits")
def _specials(rules: Rules, game: Game) -> tuple[str, ...]:
    """With two or three bandits, two of the special goals are left out."""
    bandits = len(rules.bandits(game))
    return tuple(goal.id for goal in EXTRAS.goals.values() if goal.against is None and goal.fewest_bandits <= bandits)


def _special_cites(rules: Rules, game: Game) -> Cites:
    some_left_out = any(len(rules.bandits(game)) < goal.fewest_bandits for goal in EXTRAS.goals.values())
    return ("goal.specials.three", *(("goal.specials.few-bandits",) if some_left_out else ()))


# --- starting places


@clause("marshal-player.starts-in-the-locomotive")
def place_marshal(rules: Rules, game: Game) -> StepResult:
    """The Marshal starts inside the locomotive."""
    if not setup.is_laid_out(rules, game) or game.figures[MARSHAL].place:
        return None
    return [(BanditPlaced(MARSHAL, inside(LOCOMOTIVE)), ("marshal-player.starts-in-the-locomotive",))]


@clause("marshal-player.first-player", "setup.first-player.holds-rounds")
def marshal_begins(rules: Rules, game: Game) -> StepResult:
    """The Marshal is the first player in the first round and keeps the round deck; nobody is drawn."""
    if game.round.first:
        return None
    return [(FirstPlayerDrawn(MARSHAL), ("marshal-player.first-player", "setup.first-player.holds-rounds"))]


@clause(
    "prison.setup.placement.even",
    "prison.setup.placement.odd",
    "setup.placement.inside",
    "ruling.prison-car.from-the-tail",
)
def board_train(rules: Rules, game: Game) -> StepResult:
    """Bandits with even numbers, counted clockwise from the Marshal, start in the car ahead of the prison car.

    Those with odd numbers start one car farther ahead. By a house rule the prison car is not counted, and all bandits
    start
    one car farther ahead.
    """
    even: Cites = ("prison.setup.placement.even", "setup.placement.inside", FROM_THE_TAIL)
    odd: Cites = ("prison.setup.placement.odd", "setup.placement.inside", FROM_THE_TAIL)
    third, second = (-4, -3) if rules.agreed(f"{FROM_THE_TAIL}=ordinary-cars") else (-3, -2)
    placed: list[Cited] = [
        (BanditPlaced(seat, inside(game.train[third if number % 2 else second])), odd if number % 2 else even)
        for number, seat in enumerate(clockwise(game.options.seats, game.round.first), 1)
        if not game.figures[seat].place
    ]
    return placed or None


EARLY_STEPS = {
    "lay-mail": lay_mail,
    "fill-prison-car": fill_prison_car,
    "draw-prisoners": draw_prisoners,
    "deal-goals": deal_goals,
    "load-cylinders": load_cylinders,
    "place-marshal": place_marshal,
}
STEPS = {"take-seats": take_seats, "draw-first-player": marshal_begins, "board-train": board_train}
"""These replace the steps of the base game."""


# --- draws


def _mail(rules: Rules, game: Game) -> tuple[str, ...]:
    return tuple(f"${mailbag.value}" for mailbag in EXTRAS.mailbags.values())


@clause("prison.setup.mailbags", "ruling.mailbags.face-down")
def _mail_laid(rules: Rules, game: Game, outcome: tuple[str, ...]) -> list[Cited]:
    """Two mailbags that look alike lie face down in the locomotive instead of the strongbox."""
    cites = ("prison.setup.mailbags", "ruling.mailbags.face-down")
    return [
        (LootPlaced(f"{MAILBAG}-{number}", int(value[1:]), inside(LOCOMOTIVE)), cites)
        for number, value in enumerate(outcome, 1)
    ]


@clause("ruling.marshal-player.counted")
def _one_for_him_too(choice: Choice) -> Choice:
    """By a house rule the Marshal counts as one of the players when hostages are drawn."""

    def is_counted(rules: Rules) -> bool:
        return rules.agreed(WITH_THE_PLAYERS) and players_are_counted(rules)

    def answers(rules: Rules, game: Game, subject: str) -> Answers:
        rows = choice.answers(rules, game, subject)
        assert isinstance(rows, Arrangements), "hostages are drawn by chance"
        return Arrangements(rows.what, subject, rows.items, rows.count + is_counted(rules))

    def refusal(rules: Rules, game: Game, subject: str, command: Deal) -> Cites:
        return (*choice.refusal(rules, game, subject, command), *((COUNTED,) if is_counted(rules) else ()))

    return changed(choice, answers=answers, refusal=refusal)


@clause("ruling.prison-car.whisky")
def _none_in_the_prison_car(choice: Choice) -> Choice:
    """By a house rule only the ordinary cars get a flask."""

    def answers(rules: Rules, game: Game, subject: str) -> Answers:
        rows = choice.answers(rules, game, subject)
        assert isinstance(rows, Arrangements), "flasks are drawn by chance"
        return Arrangements(rows.what, subject, rows.items, rows.count - rules.agreed(NO_FLASK))

    def refusal(rules: Rules, game: Game, subject: str, command: Deal) -> Cites:
        return (*choice.refusal(rules, game, subject, command), *((WHISKY,) if rules.agreed(NO_FLASK) else ()))

    def happens(rules: Rules, game: Game, subject: str, command: Deal) -> list[Cited]:
        cars = game.train[1:-1] if rules.agreed(NO_FLASK) else game.train[1:]
        return horses_setup.flasks_in(rules, game, cars, command.outcome)

    return changed(choice, answers=answers, refusal=refusal, happens=happens)


CHOICES = {
    "flasks": _none_in_the_prison_car(horses_setup.CHOICES["flasks"]),
    "hostages": _one_for_him_too(coach_setup.CHOICES["hostages"]),
    "mailbags": drawn(
        "mailbags",
        items=_mail,
        count=lambda rules, game: len(EXTRAS.mailbags),
        happens=_mail_laid,
        cites=("prison.setup.mailbags", "ruling.mailbags.face-down"),
    ),
    **{PRISON_DRAWS[kind]: _prison_draw(kind) for kind in PRISON_DRAWS},
    "cylinder": Choice(
        commands=(Deal,),
        answers=lambda rules, game, cylinder: Arrangements("cylinder", cylinder, _by_chance(), len(_by_chance())),
        refusal=lambda rules, game, cylinder, command: deal_refusal("cylinder", cylinder, command, (KINDS,)),
        happens=lambda rules, game, cylinder, command: [
            _loaded(cylinder, (*command.outcome, LAST_BULLET), ("marshal-player.cylinders", KINDS))
        ],
    ),
    "prisoners": drawn(
        "prisoners",
        items=lambda rules, game: tuple(EXTRAS.prisoners),
        count=lambda rules, game: PRISONERS,
        happens=lambda rules, game, outcome: [
            (PrisonersDrawn(outcome), ("prison.setup.prisoners", "ruling.prisoners.open"))
        ],
        cites=("prison.setup.prisoners",),
    ),
    "warrants": drawn(
        "warrants",
        items=_warrants,
        count=lambda rules, game: WARRANTS,
        happens=lambda rules, game, outcome: [
            (GoalsDrawn(outcome), ("goal.warrants.in-play", "goal.warrants.two", "goal.future-unknown"))
        ],
        cites=("goal.warrants.in-play", "goal.warrants.two"),
    ),
    "special-goals": drawn(
        "special-goals",
        items=_specials,
        count=lambda rules, game: SPECIALS,
        happens=lambda rules, game, outcome: [
            (GoalsDrawn(outcome), (*_special_cites(rules, game), "goal.future-unknown"))
        ],
        cites=_special_cites,
    ),
    "goals": drawn(
        "goals",
        items=lambda rules, game: marshal_of(game).goals_drawn,
        count=lambda rules, game: WARRANTS + SPECIALS,
        happens=lambda rules, game, outcome: [(GoalsDealt(outcome), ("goal.five-shuffled", "goal.future-unknown"))],
        cites=("goal.five-shuffled",),
    ),
}


# --- clauses added to events of other modules

CARRIED_OUT_BY: CarriedOutBy = {
    "prison.setup.prison-car-last": (setup.build_train,),
    "prison.setup.rounds.mixed": (setup.round_cards, setup.stations),
    "marshal-player.neutral-bullets-stay": (setup.fill_cars,),
    "marshal-player.no-attack": (horses_setup.attack,),
    "ruling.marshal-player.plays-like-others": (schemin.deal_hands, schemin.schemes),
}
"""The general rules that implement these clauses.

The base game adds the last cars of a train, mixes all round cards and deals to every seat. Horses are for figures
without a place, and the Marshal has one.
"""


@clause("prison.setup.rounds.mixed")
def _mixed_in(rules: Rules, named: bool) -> Cites:
    """The round cards of this expansion take part in the draw, unless the table has chosen cards or leaves them out."""
    return ("prison.setup.rounds.mixed",) if are_mixed_in(rules, named) else ()


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses about the set-up that an event of another module also cites."""
    match event:
        case TrainBuilt():
            return ("prison.setup.prison-car-last",)
        case NeutralBulletsStacked():
            return ("marshal-player.neutral-bullets-stay",)
        case RoundCardsAgreed(rounds=rounds):
            return _mixed_in(rules, bool(rounds))
        case RoundCardsDrawn():
            return (*_mixed_in(rules, has_named(game)), "ruling.marshal-player.rounds-by-bandits")
        case StationDrawn():
            return _mixed_in(rules, has_named(game))
        case AttackReached() if not horses_of(game).attack:
            return ("marshal-player.no-attack",)
        case GameStarted(modules=modules) if "horses" in modules:
            return ("prison.with-horses",)
        case FlaskPlaced(place=place) if place == CORRIDOR:
            return (WHISKY,)
        case HandDrawn(seat=seat) | HandFilled(seat=seat) if seat == MARSHAL:
            return ("ruling.marshal-player.plays-like-others",)
    return ()
