"""A position from a sketch: the train in profile, locomotive first, roofs above.

    car    |             | mail        | dining      |
    roof   | tuco        |             | ghost belle |
    inside | M strongbox | purse purse | jewel       |

Each column is a car, the locomotive first. The row ``car`` names the others; without it they are car-1, car-2 and so
on. A cell names bandits, ``M`` for the Marshal, and loot; ``purse:300`` gives a purse its value. Tokens are numbered
by kind from head to tail, inside before roof: ``purse-1``, ``purse-2``, ``jewel-1``. Whatever the sketch leaves open is
as ordinary as can be; whatever in it makes no sense is told. What horses and the stagecoach add is told in ``beside``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from attrs import Factory, frozen

from colt_rules.conformance.cases.beside import (
    FLASKS,
    HORSE,
    SHOTGUN,
    WHISKY,
    Told,
    check_modules,
    flask_word,
    horses_on,
    stagecoach_on,
)
from colt_rules.conformance.cases.drawing import BadSketch, numbered, read_drawing
from colt_rules.kernel.decide import settle
from colt_rules.model.names import (
    LOCOMOTIVE,
    NEUTRAL_BULLET,
    Token,
    bullet_card,
    inside,
    is_roof,
    kind_of,
    owner_of,
    roof,
)
from colt_rules.model.parts import part_of, with_part
from colt_rules.model.record import changed
from colt_rules.model.state import NEW, Cards, Draw, Figure, Game, Options, Played, Round, clockwise
from colt_rules.modules import MODULES
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.setup import action_cards
from colt_rules.rules.duo.setup import eleven_cards
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.horses.model import Flask, horses_of
from colt_rules.rules.module import Rules
from colt_rules.rules.rulebook import rulebook, rules_of
from colt_rules.rules.stagecoach.model import AWAY, COACH, stagecoach_of
from colt_rules.rules.stagecoach.setup import STRONGBOX

VALUES = {"purse": 250, "jewel": BOX.jewel_value, "strongbox": BOX.strongbox_value}

FEWEST_CARS = 2
"""Behind the locomotive: no position that an engine is sent has fewer."""

Words: TypeAlias = Iterable[str]


@frozen
class Loot:
    """The tokens of a board so far: what they are worth, and which are flasks."""

    values: dict[Token, int] = Factory(dict)
    flasks: dict[Token, Flask] = Factory(dict)

    def take(self, word: str) -> Token:
        """One more token, as it is written."""
        kind, colon, value = word.partition(":")
        if word in FLASKS:
            token = numbered(WHISKY, {*self.values})
            self.flasks[token] = FLASKS[word]
            self.values[token] = 0
            return token
        if word == STRONGBOX and STRONGBOX not in self.values:
            kind = kind_of(STRONGBOX)
        elif kind not in VALUES or (colon and not value.isdigit()):
            raise BadSketch(f"expected a bandit, M, or loot like purse, purse:300, jewel, strongbox; got {word!r}")
        token = STRONGBOX if word == STRONGBOX else numbered(kind, {*self.values})
        self.values[token] = int(value) if colon else VALUES[kind]
        return token


def board(
    sketch: str,
    *,
    pile: Words = (),
    seats: Words = (),
    first: str = "",
    powers: bool = True,
    happenings: bool = True,
    loot: Mapping[str, Words] | None = None,
    bullets: Mapping[str, int] | None = None,
    received: Mapping[str, Words] | None = None,
    neutral: int | None = None,
    aside: Words = ("strongbox",),
    card: str = "tunnel.2-4",
    rounds: Words = (),
    number: int = 1,
    hands: Mapping[str, Words] | None = None,
    decks: Mapping[str, Words] | None = None,
    turn: int = 0,
    acted: int = 0,
    draws: Mapping[str, Iterable[int]] | None = None,
    teams: Mapping[str, Words] | None = None,
    discards: Mapping[str, Words] | None = None,
    borrowed: Mapping[str, Words] | None = None,
    uncounted: Mapping[str, int] | None = None,
    hostages: Words = (),
    captors: Mapping[str, str] | None = None,
    away: Words = (),
    agreed: Mapping[str, Words] | None = None,
    kept: Mapping[str, Words] | None = None,
    remembered: Mapping[str, int] | None = None,
    rulings: Words = (),
    edition: str = EDITIONS[0],
    modules: Words = MODULES[:1],
) -> Game:
    """The Stealin' phase with these cards on the pile, the first of them revealed; with ``hands``, Schemin'.

    Without cards nothing has happened yet: ``settle`` ends the phase, and what is due at the round's end follows.
    ``seats`` go clockwise (default: as the bandits stand, head to tail), ``loot`` and ``received`` say what a bandit
    owns and which bullet cards it has, ``card`` is the round card, ``rounds`` the rounds still to come. A card on the
    pile that lies face down is written ``tuco-fire?``. What has been received is missing from the stacks of ``bullets``
    and from the ``neutral`` ones, unless they are told to hold even less.

    In Schemin' ``turn`` counts the turns before this one, ``acted`` how many have acted in it, ``draws`` says who drew
    in which turn; a deck is all that is left of the player's cards, unless ``decks`` gives it, top first.

    Of the variants: ``teams`` names the two bandits of each seat, ``discards`` what lies on the discard piles, top
    last, ``borrowed`` which cards in a hand come from the partner's deck, ``uncounted`` how many of the bullets
    received a tie-break leaves out. A card that somebody else than its owner played is written ``tuco-fire@ghost``.
    ``rulings`` are the answers that the table claims, each ``ruling=answer``.

    With the stagecoach: ``hostages`` are those still beside the train, ``captors`` says who has which one, ``away`` who
    has ridden away, ``agreed`` the ``rounds`` and ``stations`` that the round deck was drawn from, ``kept`` which cards
    are left in hand in Stealin' by this round's plan of attack, ``remembered`` how many bullets were given in the round
    in which each costs money.
    """
    modules, pile, rounds = tuple(modules), tuple(pile), tuple(rounds)
    drawing = read_drawing(sketch)
    told = Told(
        loot={bandit: tuple(words) for bandit, words in (loot or {}).items()},
        hostages=tuple(hostages),
        captors=captors or {},
        agreed=agreed,
        kept=kept or {},
        remembered=remembered or {},
        away=tuple(away),
    )
    check_modules(drawing, told, modules)
    if kept and hands is not None:
        raise BadSketch("kept: expected it in Stealin' only, for a plan is made when all hands have been played")
    rules = rulebook(modules, edition, tuple(rulings))
    found = Loot()
    standing: dict[str, str] = {}
    floor: dict[str, tuple[Token, ...]] = {}
    marshal = ""
    for place, words in drawing.cells:
        for word in words:
            if word == "M":
                if marshal or is_roof(place) or place == inside(COACH):
                    raise BadSketch(f"expected the Marshal M once, inside a car; got him at {place}")
                marshal = place
            elif word in BOX.characters:
                if word in standing:
                    raise BadSketch(f"expected {word} in one place, got {standing[word]} and {place}")
                standing[word] = place
            elif word != SHOTGUN:
                floor[place] = (*floor.get(place, ()), found.take(word))
    if twice := sorted(set(told.away) & set(standing)):
        raise BadSketch(f"away: expected bandits that are not on the train, got {', '.join(twice)}")
    standing |= dict.fromkeys(told.away, AWAY)
    seat_of = {bandit: seat for seat, bandits in (teams or {}).items() for bandit in bandits}
    seat_of = seat_of or {bandit: bandit for bandit in tuple(seats) or standing}
    order = tuple(seats) or tuple(dict.fromkeys(seat_of.values()))
    if sorted(seat_of) != sorted(standing) or sorted(order) != sorted(set(seat_of.values())):
        raise BadSketch(f"expected the seats to name the bandits {sorted(standing)}, got {sorted(seat_of)}")
    for what, named, there in (
        ("first", [first] if first else [], order),
        ("loot", told.loot, seat_of),
        ("bullets", bullets, seat_of),
        ("received", received, order),
        ("hands", hands, order),
        ("decks", decks, order),
        ("draws", draws, order),
        ("discards", discards, order),
        ("borrowed", borrowed, order),
        ("uncounted", uncounted, order),
        ("captors", captors, seat_of),
        ("kept", kept, order),
        ("remembered", remembered, seat_of),
    ):
        if strangers := sorted(set(named or ()) - set(there)):
            raise BadSketch(f"{what}: expected bandits on the train, {', '.join(there)}; got {', '.join(strangers)}")
    if wrong := [f"{number}" for number in (bullets or {}).values() if not 0 <= number <= len(BOX.bullets)]:
        raise BadSketch(f"bullets: expected 0 to {len(BOX.bullets)} cards left, got {', '.join(wrong)}")
    received = {seat: tuple(names) for seat, names in (received or {}).items()}
    bullet_cards = {bullet_card(bandit, number) for bandit in seat_of for number in BOX.bullets} | {NEUTRAL_BULLET}
    if strange := sorted({name for names in received.values() for name in names} - bullet_cards):
        raise BadSketch(
            f"received: expected bullet cards of {', '.join(seat_of)} or {NEUTRAL_BULLET}; got {', '.join(strange)}"
        )
    got = Counter(name for names in received.values() for name in names)
    told_of = {name for cards in (agreed or {}).values() for name in cards}
    for what, names in (("card", [card]), ("rounds", rounds), ("agreed", sorted(told_of))):
        if unknown := [name for name in names if name not in rules.round_cards]:
            raise BadSketch(f"{what}: expected round cards such as tunnel.2-4, got {', '.join(unknown)}")
    if strangers := sorted({name for name in pile if owner_of(name) not in seat_of}):
        raise BadSketch(f"pile: expected cards of {', '.join(seat_of)}; got {', '.join(strangers)}")
    played = tuple(_played(name, seat_of) for name in pile)
    lent = {partner_of(order, seat): tuple(names) for seat, names in (borrowed or {}).items()}
    cards = {
        seat: _cards(
            seat,
            owned=(*received.get(seat, ()), *deck_of(rules, seat, seat_of)),
            pile=[one.card for one in played if seat_of[owner_of(one.card)] == seat],
            hand=(told.kept if hands is None else hands).get(seat, ()),
            deck=(decks or {}).get(seat),
            discard=(discards or {}).get(seat, ()),
            borrowed=(borrowed or {}).get(seat, ()),
            lent=lent.get(seat, ()),
            uncounted=(uncounted or {}).get(seat, 0),
        )
        for seat in order
    }
    figures = {
        bandit: Figure(
            seat=seat_of[bandit],
            place=standing[bandit],
            loot=tuple(found.take(word) for word in told.loot.get(bandit, ())),
            bullets=_stack(bandit, (bullets or {}).get(bandit), got),
            powers=(bandit,) if powers and told.captors.get(bandit) != "poker-player" else (),
            ransom=0,
        )
        for bandit in seat_of
    }
    left_aside = tuple(found.take(word) for word in aside)
    if COACH in modules and STRONGBOX not in found.values:
        floor[roof(COACH)] = (*floor.get(roof(COACH), ()), found.take(STRONGBOX))
    stations = any(rules.round_cards[name].station for name in (card, *rounds))
    start = Game(
        options=Options(edition, modules, order, powers, happenings, stations, (), tuple(rulings)),
        phase="stealin" if hands is None else "schemin",
        train=drawing.cars,
        marshal=marshal or inside(LOCOMOTIVE),
        figures=figures,
        cards=cards,
        floor=floor,
        aside=left_aside,
        values=found.values,
        neutral=_neutral(neutral, rules.neutral_bullets, got),
        rounds=rounds,
        round=Round(number, card, first or order[0], (), 0, (), False, (), played, None, False, False, ()),
        ranking=NEW.ranking,
    )
    if "horses" in modules:
        start = with_part(start, "horses", horses_on(drawing, found.flasks))
    if COACH in modules:
        start = with_part(start, "stagecoach", stagecoach_on(drawing, told, rules, number, card))
    if hands is not None:
        drawn = tuple(Draw(seat, number) for seat, numbers in (draws or {}).items() for number in numbers)
        return changed(start, round=_scheming(start, turn, acted, drawn))
    return settle(start).after if played else start


def _scheming(game: Game, number: int, acted: int, draws: tuple[Draw, ...]) -> Round:
    """The round in the middle of this turn, after so many have acted in it."""
    rules = rules_of(game)
    kinds = rules.round_card(game).turns
    if not 0 <= number < len(kinds):
        raise BadSketch(f"turn: expected 0 to {len(kinds) - 1} on {game.round.card}, got {number}")
    turn = rules.turns[kinds[number]]
    order = turn.order(clockwise(game.options.seats, game.round.first))
    if acted and kinds[number] == "melee":
        raise BadSketch(f"acted: expected 0, for in a melee all choose at once; got {acted}")
    if not 0 <= acted < len(order):
        raise BadSketch(f"acted: expected 0 to {len(order) - 1}, for the turn is not over; got {acted}")
    return changed(game.round, turn=number, order=order[acted:], hidden=turn.face_down, draws=draws)


def sketch_of(game: Game) -> str:
    """A position as a sketch: who and what is where, the roofs above, each column as wide as it must be."""
    coach = stagecoach_of(game)
    columns = []
    for car in (*game.train, *((COACH,) if coach.car else ())):
        cells = ["" if car == LOCOMOTIVE else car] if coach.car else []
        for place in (roof(car), inside(car)):
            words = [bandit for bandit, figure in game.figures.items() if figure.place == place]
            words += ["M"] if game.marshal == place else []
            words += [SHOTGUN] if coach.shotgun == place else []
            cells.append(" ".join([*words, *(_word(token, game) for token in game.floor.get(place, ()))]))
        if part_of(game, "horses"):
            horses = [HORSE for at in horses_of(game).stands.values() if at == car]
            cells.append(" ".join([*([COACH] if coach.car == car else ()), *horses]))
        width = max(map(len, (*cells, " ")))
        columns.append([f"{cell:<{width}}" for cell in cells])
    names = (*(("car   ",) if coach.car else ()), "roof  ", "inside", *(("beside",) if part_of(game, "horses") else ()))
    rows = [(name, [cells[number] for cells in columns]) for number, name in enumerate(names)]
    return "\n".join(f"{name} | {' | '.join(cells)} |" for name, cells in rows)


def _word(token: Token, game: Game) -> str:
    """What a token is called in a sketch that does not tell what it is worth."""
    flasks = horses_of(game).flasks
    return flask_word(flasks[token]) if token in flasks else token if token == STRONGBOX else kind_of(token)


def _stack(bandit: str, told: int | None, received: Counter[str]) -> int:
    """How many bullet cards a bandit has left: as told, or all that lie below those which others have received."""
    gone = {number: received[card] for number in BOX.bullets if (card := bullet_card(bandit, number)) in received}
    if twice := [bullet_card(bandit, number) for number, count in gone.items() if count > 1]:
        raise BadSketch(f"received: expected a bullet card in one place, got it twice: {', '.join(twice)}")
    most = min(gone, default=max(BOX.bullets) + 1) - 1
    if told is not None and told > most:
        raise BadSketch(
            f"bullets: expected at most {most} cards left of {bandit}, for {bullet_card(bandit, most + 1)} has been "
            f"received; got {told}"
        )
    return most if told is None else told


def _neutral(told: int | None, all_: int, received: Counter[str]) -> int:
    """How many neutral bullet cards are left: as told, or all that nobody has received."""
    most = all_ - received[NEUTRAL_BULLET]
    if most < 0:
        raise BadSketch(f"received: expected at most {all_} neutral bullet cards, got {received[NEUTRAL_BULLET]}")
    if told is not None and not 0 <= told <= most:
        raise BadSketch(
            f"neutral: expected 0 to {most} cards left, for {received[NEUTRAL_BULLET]} of {all_} have "
            f"been received; got {told}"
        )
    return most if told is None else told


def _played(name: str, seat_of: Mapping[str, str]) -> Played:
    """A card on the pile as written: ``tuco-fire``, face down ``tuco-fire?``, by a partner ``tuco-fire@ghost``."""
    card, _, by = name.removesuffix("?").partition("@")
    return Played(by or seat_of[owner_of(card)], card, name.endswith("?"))


def partner_of(order: tuple[str, ...], seat: str) -> str:
    """Who sits beside this player and plays with them, where there are teams of two."""
    place = order.index(seat)
    return order[min(place + 1, len(order) - 1) if place % 2 == 0 else place - 1]


def deck_of(rules: Rules, seat: str, seat_of: Mapping[str, str]) -> tuple[str, ...]:
    """The action cards a seat starts with: all of its bandit, or one of each kind of its two."""
    bandits = [bandit for bandit, of in seat_of.items() if of == seat]
    return eleven_cards(rules, *bandits) if len(bandits) == 2 else action_cards(rules, bandits[0])


def _cards(
    seat: str,
    *,
    owned: Words,
    pile: Words,
    hand: Words,
    deck: Words | None,
    discard: Words,
    borrowed: Words,
    lent: Words,
    uncounted: int,
) -> Cards:
    """The seat's cards: hand and discard pile, and in the deck whatever is nowhere else, bullets received on top."""
    hand, discard, borrowed = tuple(hand), tuple(discard), tuple(borrowed)
    if strangers := Counter(borrowed) - Counter(hand):
        raise BadSketch(f"borrowed: expected cards of the hand of {seat}, got {', '.join(strangers)}")
    left = Counter(owned)
    for where, taken in (
        ("pile", pile),
        ("hands", (Counter(hand) - Counter(borrowed)).elements()),
        ("discards", discard),
        ("borrowed", lent),
    ):
        left.subtract(taken)
        if missing := [card for card, count in left.items() if count < 0]:
            raise BadSketch(
                f"{where}: expected no more cards than {seat} has, got too many or unknown: {', '.join(missing)}"
            )
    if deck is not None:
        deck = tuple(deck)
        if sorted(deck) != sorted(left.elements()):
            raise BadSketch(
                f"decks: expected the cards left of {seat}, {', '.join(left.elements())}; got {', '.join(deck)}"
            )
    return Cards(hand, tuple(left.elements()) if deck is None else deck, discard, borrowed, uncounted)
