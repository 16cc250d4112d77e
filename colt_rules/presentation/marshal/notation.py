"""How the Marshal as a player, the prison car and the prisoners are written in a case.

    car    |         | mail  | dining  | prison |
    roof   |         | tuco  |         |        |
    inside | marshal | ghost | mailbag | belle  |

The figure of the player who is the Marshal is written ``marshal``, and the last car is always ``prison``; inside it is
its corridor. Who is in the cell, or was thrown off the train, is an option beyond the sketch, and so is everything on
the Marshal's sheet.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from colt_rules.conformance.notation import (
    BadSketch,
    Choosing,
    Drawing,
    Loot,
    Notation,
    Option,
    OptionValues,
    Sample,
    SketchWords,
    Written,
    check_names,
    check_round_cards,
)
from colt_rules.model.changes import with_part
from colt_rules.model.names import (
    Bandit,
    Car,
    Card,
    Seat,
    Token,
    action_card,
    is_bullet,
    kind_of,
    owner_and_action,
    owner_of,
)
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.model import (
    CELL,
    FALLEN,
    LEFT,
    MARSHAL,
    PRISON,
    RIGHT,
    Holding,
    LastCard,
    MarshalPlayer,
    PileMeasure,
    marshal_of,
)
from colt_rules.rules.marshal.naming import MOST_PLANS, PLAN, happenings, rows_of_symbols
from colt_rules.rules.marshal.prisoners import power_of
from colt_rules.rules.marshal.setup import (
    MAILBAG,
    PRISONERS,
    SPECIALS,
    WARRANTS,
    bullet,
    deck,
    kind_of_bullet,
    kinds,
)
from colt_rules.rules.rulebook import rules_of

MAIL = {f"{MAILBAG}:{mailbag.value}": mailbag.value for mailbag in EXTRAS.mailbags.values()}
"""The words for mailbags; one without a value is the cheapest."""
CHEAPEST = min(MAIL.values())


# --- reading


def read(game: Game, drawing: Drawing, options: OptionValues, words: Mapping[Token, str]) -> Game:
    """The Marshal in the middle of the round, after everything due at its start.

    He has all his bullets except the received ones, and one goal has come up for each round that began.
    """
    if game.train[-1] != PRISON:
        raise BadSketch(f"car: expected the last car to be {PRISON}, got {game.train[-1]}")
    if MARSHAL not in game.figures:
        raise BadSketch("expected the Marshal in a cell of the board, written marshal; got none")
    _check_round_cards(game, options)
    bandits = [bandit for bandit in game.figures if bandit != MARSHAL]
    for name in ("posters", "companions", "punches", "wounds"):
        check_names(name, options[name], bandits)
    companions = options["companions"]
    _check_things("companions", companions.values(), EXTRAS.prisoners)
    _check_things("prisoners", options["prisoners"], EXTRAS.prisoners)
    wounds = {bandit: _bullets("wounds", named) for bandit, named in options["wounds"].items()}
    cylinders = _cylinders(game, options["cylinders"], wounds)
    secured, values = _secured(options["secured"], game.values)
    future, current = _goals(game, options, bandits)
    player = changed(
        marshal_of(game),
        named=True,
        symbols=options["symbols"] or UNSET,
        cylinders=cylinders,
        future=future,
        current=current,
        mailbags=secured,
        wounds=wounds,
        last_card=_last_card(game, options["last"]),
        holding=_holding(game, options["held"]),
        measured=_measured(game, options["measured"]),
    )
    figures = dict(game.figures)
    figures[MARSHAL] = changed(figures[MARSHAL], bullets=sum(map(len, cylinders.values())), powers=())
    for bandit, prisoner in companions.items():
        if power := power_of(game, bandit, prisoner):
            figures[bandit] = changed(figures[bandit], powers=(*figures[bandit].powers, power))
    return with_part(changed(game, marshal="", figures=figures, values=values), "marshal", player)


def _check_round_cards(game: Game, options: OptionValues) -> None:
    """Raise BadSketch if the table has named turns or symbols that no round card can have."""
    rules = rules_of(game)
    check_round_cards("turns", options["turns"], rules)
    check_round_cards("symbols", options["symbols"], rules)
    possible = rows_of_symbols(rules)
    for card, symbols in options["symbols"].items():
        if not any(symbols in rows for rows in possible):
            raise BadSketch(
                f"symbols: expected for {card} at most one happening of round cards and {PLAN} at most {MOST_PLANS} "
                f"times, sorted; got {', '.join(symbols)}"
            )


def _check_things(what: str, named: Any, there: Mapping[str, Any]) -> None:
    """Raise BadSketch if a name is not in ``there``."""
    if strange := [name for name in named if name not in there]:
        raise BadSketch(f"{what}: expected some of {', '.join(there)}; got {strange[0]!r}")


def _cylinders(
    game: Game, stated: Mapping[str, Any], wounds: Mapping[Bandit, tuple[Card, ...]]
) -> dict[str, tuple[Card, ...]]:
    """The cylinders as stated, or full except for the received bullets: the left one is emptied first."""
    fired = _received(game, wounds)
    left: dict[str, tuple[Card, ...]] = {}
    for cylinder in (LEFT, RIGHT):
        if cylinder in stated:
            left[cylinder] = _bullets("cylinders", stated[cylinder])
            continue
        rest = []
        for card in map(bullet, kinds()):
            if fired[card]:
                fired[card] -= 1
            else:
                rest.append(card)
        left[cylinder] = tuple(rest)
    return left


def _bullets(what: str, named: Iterable[str]) -> tuple[Card, ...]:
    """His bullet cards, each by its name or by its kind alone."""
    kinds_named = [kind_of_bullet(name) for name in named]
    _check_things(what, kinds_named, EXTRAS.marshal_bullets)
    return tuple(map(bullet, kinds_named))


def _received(game: Game, wounds: Mapping[Bandit, tuple[Card, ...]]) -> Counter[Card]:
    """His bullets that have been received."""
    got = [card for cards in game.cards.values() for card in (*cards.hand, *cards.deck, *cards.discard)]
    open_ = [card for cards in wounds.values() for card in cards]
    return Counter(open_ + [card for card in got if is_bullet(card) and owner_of(card) == MARSHAL])


def _secured(stated: Any, values: Mapping[Token, int]) -> tuple[tuple[Token, ...], Mapping[Token, int]]:
    """The mailbags among his achievements, by value."""
    worth, secured = dict(values), []
    for value in stated:
        if value not in MAIL.values():
            raise BadSketch(f"secured: expected values of mailbags, {', '.join(map(str, MAIL.values()))}; got {value}")
        number = 1 + sum(token.startswith(MAILBAG) for token in worth)
        worth[f"{MAILBAG}-{number}"] = value
        secured.append(f"{MAILBAG}-{number}")
    return tuple(secured), worth


def _goals(game: Game, options: OptionValues, bandits: list[Bandit]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The goals to come and the goals that have come up: as stated, or the first ones that the game could have."""
    current, future = options["current"], options["future"]
    if current is not None or future is not None:
        row = (*(current or ()), *(future or ()))
        _check_things("current", row, EXTRAS.goals)
        return tuple(future or ()), tuple(current or ())
    return _ordinary_goals(bandits, game.round.number)


def _ordinary_goals(bandits: Sequence[Bandit], number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The first goals that a game with these bandits could have, one come up for each round that began."""
    warrants = [goal.id for goal in EXTRAS.goals.values() if goal.against in bandits][:WARRANTS]
    specials = [goal.id for goal in EXTRAS.goals.values() if not goal.against][:SPECIALS]
    goals = (*warrants, *specials)
    return goals[number:], goals[:number]


def _last_card(game: Game, card: str) -> LastCard | None:
    """The last card carried out in this round, written as a card."""
    return LastCard(game.round.number, *owner_and_action(card)) if card else None


def _measured(game: Game, stated: Sequence[int]) -> tuple[PileMeasure, ...] | UnsetType:
    """The number of cards on the pile at the start of each turn of this round, if stated."""
    rules, round_ = rules_of(game), game.round
    turns = len(rules.round_card_in(game, round_.card).turns)
    due = round_.turn + 1 if game.phase == "schemin" else turns + 1
    if stated and (len(stated) != due or list(stated) != sorted(stated) or stated[0] < 0):
        raise BadSketch(
            f"measured: expected as many numbers as turns have begun, and one more in Stealin', here {due}, "
            "none of them below 0 or below the one before it; "
            f"got {', '.join(map(str, stated))}"
        )
    return tuple(PileMeasure(round_.number, turn, laid) for turn, laid in enumerate(stated)) or UNSET


def _holding(game: Game, held: Mapping[str, Any]) -> Holding | None:
    """The cards held back in this round, if any."""
    check_names("held", held, game.options.seats)
    if held and game.phase == "schemin":
        raise BadSketch("held: allowed only in Stealin', because cards are held back when all hands have been played")
    plans = rules_of(game).round_card(game).plans
    if most := [seat for seat, cards in held.items() if len(cards) > plans]:
        raise BadSketch(f"held: expected at most {plans} cards in a round with this card, got more of {most[0]}")
    cards = {seat: tuple(sorted(held[seat])) for seat in held}
    return Holding(game.round.number, (), plans, cards) if held else None


# --- writing


def write(game: Game) -> Written:
    """The Marshal's sheet; an option that is as in a board without it has its ordinary value."""
    now, number = marshal_of(game), game.round.number
    measured = [one for one in now.measured or () if one.round == number]
    if _is_half_done(now, number) or [one.turn for one in measured] != list(range(len(measured))):
        return Written(options=None)
    bandits = [bandit for bandit in game.figures if bandit != MARSHAL]
    ordinary_goals = _ordinary_goals(bandits, number) == (now.future, now.current)
    ordinary_bullets = _cylinders(game, {}, now.wounds) == now.cylinders
    held = now.holding.held if now.holding and now.holding.round == number else {}
    return Written(
        options={
            "cylinders": {} if ordinary_bullets else _kinds(now.cylinders),
            "current": None if ordinary_goals else now.current,
            "future": None if ordinary_goals else now.future,
            "secured": tuple(game.values[token] for token in now.mailbags),
            "wounds": _kinds(now.wounds),
            "last": _last_written(game, now.last_card),
            "held": {seat: cards for seat, cards in held.items() if cards},
            "measured": tuple(one.laid for one in measured),
        }
    )


def _is_half_done(now: MarshalPlayer, number: int) -> bool:
    """Whether the set-up or something of this round is half done, which no board shows."""
    reflexes = now.reflexes and now.reflexes.round == number
    return bool(now.plus or now.searching or now.payment or reflexes or not now.named or now.future is None)


def _kinds(bullets: Mapping[str, Sequence[Card]]) -> dict[str, tuple[str, ...]]:
    """The bullets as their kinds, by cylinder or bandit."""
    return {name: tuple(map(kind_of_bullet, cards)) for name, cards in bullets.items()}


def _last_written(game: Game, last: LastCard | None) -> str:
    """The last card of this round; empty if a board shows it anyway, as the current card of the pile."""
    if last is None or last.round != game.round.number:
        return ""
    card = action_card(last.bandit, last.action)
    return card if game.round.current is None or game.round.current.card != card else ""


# --- checking against the game


def unreachable(game: Game) -> Iterator[str]:
    """The box has each mailbag, brawler card and prisoner once, and two cylinders full of bullets."""
    now = marshal_of(game)
    mail = Counter(value for token, value in game.values.items() if kind_of(token) == MAILBAG)
    if too_many := [value for value, count in mail.items() if count > [*MAIL.values()].count(value)]:
        yield f"mailbags: expected one of ${too_many[0]}, got {mail[too_many[0]]}"
    brawlers = Counter((*now.brawlers, *(card for cards in now.punches.values() for card in cards)))
    prisoners = Counter((*(now.prisoners or ()), *now.companions.values(), *now.recaptured))
    for what, counted in (("brawlers", brawlers), ("prisoners", prisoners)):
        if twice := sorted(name for name, count in counted.items() if count > 1):
            yield f"{what}: expected each once, got {', '.join(twice)} more often"
    if prisoners.total() > PRISONERS:
        yield f"prisoners: expected at most {PRISONERS}, got {prisoners.total()}"
    if len(now.cylinders) == len((LEFT, RIGHT)):
        left, hit = game.figures[MARSHAL].bullets, _received(game, now.wounds).total()
        if left + hit != (all_ := 2 * len(kinds())):
            yield (
                f"bullets: expected the Marshal's bullets, left and received, to add up to {all_}; "
                f"got {left} left and {hit} received"
            )


# --- random positions and commands


def vocabulary(game: Game) -> dict[str, list[Any]]:
    """All prisoners and round cards, and the kinds of turns, symbols, bullets and loot."""
    rules = rules_of(game)
    return {
        "prisoner": sorted(EXTRAS.prisoners),
        "cylinder": [LEFT, RIGHT],
        "card": sorted(rules.components.round_cards),
        "turns": sorted(rules.turns.kinds),
        "symbols": [*happenings(rules), PLAN],
        "loot": ["jewel", "purse"],
        "bullets": sorted(EXTRAS.marshal_bullets),
    }


def sampled(choosing: Choosing, train: Sequence[Car], seats: Sequence[Seat]) -> Sample:
    """Any prisoners, some of them freed; any bandits arrested, wounded or with punches against the Marshal."""
    bandits = [seat for seat in seats if seat != MARSHAL]
    prisoners = choosing.several(sorted(EXTRAS.prisoners), PRISONERS, unique=True)
    freed = choosing.number(0, min(len(prisoners), len(bandits)))
    punched = choosing.number(0, len(EXTRAS.brawlers))
    brawlers = tuple(EXTRAS.brawlers)
    lasting = sorted(kind.id for kind in EXTRAS.marshal_bullets.values() if kind.spoils)
    return {}, {
        "posters": choosing.several(bandits, len(bandits), unique=True),
        "companions": dict(zip(bandits, prisoners[:freed], strict=False)),
        "prisoners": prisoners[freed:],
        "brawlers": brawlers[punched:],
        "punches": {choosing.one(bandits): brawlers[:punched]} if punched else {},
        "wounds": dict(zip(bandits, ([kind] for kind in choosing.several(lasting, 2, unique=True)), strict=False)),
    }


NAMES = tuple[str, ...]
NAMES_BY_NAME = Mapping[str, tuple[str, ...]]
OPTIONS = {
    "cell": Option(NAMES, (), "marshal: who is locked up in the prison car. They are not drawn.", place=CELL),
    "fallen": Option(NAMES, (), "marshal: who was thrown off the train. They are not drawn.", place=FALLEN),
    "brawlers": Option(
        NAMES,
        tuple(EXTRAS.brawlers),
        "marshal: the brawler cards left on the Marshal's portrait, top first.",
        copied=True,
    ),
    "punches": Option(NAMES_BY_NAME, {}, "marshal: who has taken which brawler cards.", copied=True),
    "cylinders": Option(
        NAMES_BY_NAME,
        {},
        "marshal: the bullets left in each cylinder, `left` and `right`, top first, each by its kind or by the name of "
        "its card. By default all but those that somebody has received.",
    ),
    "current": Option(
        NAMES | None, None, "marshal: the goals that have come up. By default as many as rounds have begun."
    ),
    "future": Option(NAMES | None, None, "marshal: the goals to come, next first."),
    "shown": Option(NAMES, (), "marshal: which of the current goals everybody has seen.", copied=True),
    "posters": Option(NAMES, (), "marshal: whose wanted posters the Marshal has taken.", copied=True),
    "secured": Option(tuple[int, ...], (), "marshal: the mailbags among his achievements, by their value."),
    "recaptured": Option(NAMES, (), "marshal: the prisoners among his achievements.", copied=True),
    "prisoners": Option(
        NAMES, (), f"marshal: those still beside the prison car, out of {', '.join(EXTRAS.prisoners)}.", copied=True
    ),
    "companions": Option(
        Mapping[str, str],
        {},
        "marshal: who has freed which prisoner, such as `{tuco: companion-of-belle}`.",
        copied=True,
    ),
    "wounds": Option(
        NAMES_BY_NAME,
        {},
        "marshal: the bullets that lie face up before a bandit, each by its kind or by the name of its card, such as "
        "`{tuco: [knee]}` or `{tuco: [marshal-bullet-knee]}`.",
    ),
    "last": Option(str, "", "marshal, Stealin': the bandit's card that was last carried out, such as `tuco-fire`."),
    "held": Option(
        NAMES_BY_NAME, {}, "marshal, Stealin': the cards that are held back for the next round.", in_hand=True
    ),
    "turns": Option(NAMES_BY_NAME, {}, "marshal: the turns that the table has named, by round card.", copied=True),
    "symbols": Option(
        NAMES_BY_NAME,
        {},
        "marshal: what the table has named besides the turns, by round card: its happening, if it has one, and `plan` "
        "for each plan of attack, sorted.",
        copied=True,
    ),
    "measured": Option(
        tuple[int, ...],
        (),
        "marshal, where the table plays `ruling.idea.own-card-shaking=anothers-only`: how many cards lay on the pile "
        "when each turn of this round began and, in Stealin', when it was turned over, such as `[0, 3, 6]`.",
    ),
    "printed": Option(
        NAMES, (), "marshal: the loot that the table has named for the prison car, by kind.", copied=True
    ),
}

NOTATION = Notation(
    sketch=SketchWords(
        figures=(MARSHAL,),
        loot={MAILBAG: Loot(MAILBAG, CHEAPEST), **{word: Loot(MAILBAG, value) for word, value in MAIL.items()}},
    ),
    options=OPTIONS,
    read=read,
    write=write,
    deck=lambda rules, figures: deck(rules) if figures == (MARSHAL,) else None,
    bullet_cards=tuple(bullet(kind.id) for kind in EXTRAS.marshal_bullets.values() for _ in range(kind.count)),
    unreachable=unreachable,
    named_loot=lambda game: marshal_of(game).printed,
    compared_like={
        "CardsHeld.cards": "HandReturned.cards",
        "state.marshal_player.mailbags": "state.floor.*",
        "view.marshal_player.mailbags": "view.floor.*",
        "LeftoversSecured.mailbags": "state.floor.*",
        "events.LootCarriedUp": "events.LootTaken",
        "events.MailbagSecured": "events.LootTaken",
    },
    vocabulary=vocabulary,
    sampled=sampled,
    pages={
        "mail": ", ".join(f"`{word}`" for word in (MAILBAG, *MAIL)),
        "cheapest": str(CHEAPEST),
        "dear": str(max(MAIL.values())),
        "counted": "mailbags, brawler cards and prisoners",
        "decided": "the faces of cards, mailbags, prisoners and goals",
        "rows.what": "with the Marshal among the players `mailbags`, `prison-purses`, `prison-jewels`, `cylinder`, "
        "`prisoners`, `warrants`, `special-goals`, `goals`, `rumour`, `flask-for-the-marshal`, `searched-deck`",
    },
)
