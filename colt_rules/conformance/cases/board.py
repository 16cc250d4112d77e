"""A position from a sketch: the train in profile, locomotive first, roofs above.

    car    |             | mail        | dining      |
    roof   | tuco        |             | ghost belle |
    inside | M strongbox | purse purse | jewel       |

Each column is a car, the locomotive first. The row ``car`` names the others; without it they are car-1, car-2 and so
on. A cell names bandits, ``M`` for the Marshal, and loot; ``purse:300`` gives a purse its value. Tokens are numbered
by kind from head to tail, inside before roof: ``purse-1``, ``purse-2``, ``jewel-1``. Whatever the sketch leaves open is
as ordinary as can be; whatever in it makes no sense is told.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from colt_rules.kernel.decide import settle
from colt_rules.model.names import LOCOMOTIVE, NEUTRAL_BULLET, Token, bullet_card, inside, kind_of, owner_of, roof
from colt_rules.model.record import changed
from colt_rules.model.state import NEW, Cards, Draw, Figure, Game, Options, Played, Round, clockwise
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.setup import action_cards
from colt_rules.rules.duo.setup import eleven_cards
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.rulebook import MODULES, rules_of

VALUES = {"purse": 250, "jewel": BOX.jewel_value, "strongbox": BOX.strongbox_value}

Words: TypeAlias = Iterable[str]


class BadSketch(ValueError):
    """A sketch that cannot be read; the message says where and what was expected."""


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
    """
    cars, cells = _columns(sketch)
    tokens: dict[Token, int] = {}
    standing: dict[str, str] = {}
    floor: dict[str, tuple[Token, ...]] = {}
    marshal = ""
    for car, (above, below) in zip(cars, cells, strict=True):
        for place, words in ((inside(car), below), (roof(car), above)):
            for word in words:
                if word == "M":
                    if marshal or place == roof(car):
                        raise BadSketch(f"expected the Marshal M once, inside a car; got him at {place}")
                    marshal = place
                elif word in BOX.characters:
                    if word in standing:
                        raise BadSketch(f"expected {word} in one place, got {standing[word]} and {place}")
                    standing[word] = place
                else:
                    floor[place] = (*floor.get(place, ()), _token(word, tokens))
    seat_of = {bandit: seat for seat, bandits in (teams or {}).items() for bandit in bandits}
    seat_of = seat_of or {bandit: bandit for bandit in tuple(seats) or standing}
    order = tuple(seats) or tuple(dict.fromkeys(seat_of.values()))
    if sorted(seat_of) != sorted(standing) or sorted(order) != sorted(set(seat_of.values())):
        raise BadSketch(f"expected the seats to name the bandits {sorted(standing)}, got {sorted(seat_of)}")
    for what, named, there in (
        ("first", [first] if first else [], order),
        ("loot", loot, seat_of),
        ("bullets", bullets, seat_of),
        ("received", received, order),
        ("hands", hands, order),
        ("decks", decks, order),
        ("draws", draws, order),
        ("discards", discards, order),
        ("borrowed", borrowed, order),
        ("uncounted", uncounted, order),
    ):
        if strangers := sorted(set(named or ()) - set(there)):
            raise BadSketch(f"{what}: expected bandits on the train, {', '.join(there)}; got {', '.join(strangers)}")
    if wrong := [f"{number}" for number in (bullets or {}).values() if not 0 <= number <= len(BOX.bullets)]:
        raise BadSketch(f"bullets: expected 0 to {len(BOX.bullets)} cards left, got {', '.join(wrong)}")
    received = {seat: tuple(names) for seat, names in (received or {}).items()}
    got = Counter(name for names in received.values() for name in names)
    for what, names in (("card", [card]), ("rounds", rounds := tuple(rounds))):
        if unknown := [name for name in names if name not in BOX.round_cards]:
            raise BadSketch(f"{what}: expected round cards such as tunnel.2-4, got {', '.join(unknown)}")
    if strangers := sorted({name for name in pile if owner_of(name) not in seat_of}):
        raise BadSketch(f"pile: expected cards of {', '.join(seat_of)}; got {', '.join(strangers)}")
    played = tuple(_played(name, seat_of) for name in pile)
    lent = {partner_of(order, seat): tuple(names) for seat, names in (borrowed or {}).items()}
    cards = {
        seat: _cards(
            seat,
            owned=(*received.get(seat, ()), *deck_of(seat, seat_of)),
            pile=[one.card for one in played if seat_of[owner_of(one.card)] == seat],
            hand=(hands or {}).get(seat, ()),
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
            loot=tuple(_token(word, tokens) for word in (loot or {}).get(bandit, ())),
            bullets=_stack(bandit, (bullets or {}).get(bandit), got),
            powers=(bandit,) if powers else (),
            ransom=0,
        )
        for bandit in seat_of
    }
    stations = any(BOX.round_cards[name].station for name in (card, *rounds))
    start = Game(
        options=Options(edition, tuple(modules), order, powers, happenings, stations, (), tuple(rulings)),
        phase="stealin" if hands is None else "schemin",
        train=cars,
        marshal=marshal or inside(LOCOMOTIVE),
        figures=figures,
        cards=cards,
        floor=floor,
        aside=tuple(_token(word, tokens) for word in aside),
        values=tokens,
        neutral=_neutral(neutral, got),
        rounds=rounds,
        round=Round(number, card, first or order[0], (), 0, (), False, (), played, None, False, False, ()),
        ranking=NEW.ranking,
    )
    if hands is not None:
        drawn = tuple(Draw(seat, number) for seat, numbers in (draws or {}).items() for number in numbers)
        return changed(start, round=_scheming(start, turn, acted, drawn))
    return settle(start).after if played else start


def _scheming(game: Game, number: int, acted: int, draws: tuple[Draw, ...]) -> Round:
    """The round in the middle of this turn, after so many have acted in it."""
    kinds = BOX.round_cards[game.round.card].turns
    if not 0 <= number < len(kinds):
        raise BadSketch(f"turn: expected 0 to {len(kinds) - 1} on {game.round.card}, got {number}")
    turn = rules_of(game).turns[kinds[number]]
    order = turn.order(clockwise(game.options.seats, game.round.first))
    if not 0 <= acted < len(order):
        raise BadSketch(f"acted: expected 0 to {len(order) - 1}, for the turn is not over; got {acted}")
    return changed(game.round, turn=number, order=order[acted:], hidden=turn.face_down, draws=draws)


def sketch_of(game: Game) -> str:
    """A position as a sketch: who and what is where, the roofs above, each column as wide as it must be."""
    columns = []
    for car in game.train:
        cells = []
        for place in (roof(car), inside(car)):
            bandits = [bandit for bandit, figure in game.figures.items() if figure.place == place]
            marshal = ["M"] if game.marshal == place else []
            cells.append(" ".join([*bandits, *marshal, *map(kind_of, game.floor.get(place, ()))]))
        columns.append((*cells, max(map(len, (*cells, " ")))))
    above = " | ".join(f"{cell:<{width}}" for cell, _, width in columns)
    below = " | ".join(f"{cell:<{width}}" for _, cell, width in columns)
    return f"roof   | {above} |\ninside | {below} |"


def _columns(sketch: str) -> tuple[tuple[str, ...], list[tuple[list[str], list[str]]]]:
    rows: dict[str, list[list[str]]] = {}
    for line in filter(None, map(str.strip, sketch.splitlines())):
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        if name in rows:
            raise BadSketch(f"expected one row called {name}, got two")
        rows[name] = [cell.split() for cell in cells]
    count = len(rows.get("roof", ()))
    names = rows.pop("car", [[], *([f"car-{number}"] for number in range(1, count))])
    if set(rows) != {"roof", "inside"} or not len(names) == len(rows["inside"]) == count:
        raise BadSketch(
            f"expected a roof row and an inside row, and perhaps a car row, with as many cells each, got {sketch!r}"
        )
    cars = [LOCOMOTIVE, *(" ".join(name) for name in names[1:])]
    if names[0] not in ([], [LOCOMOTIVE]) or "" in cars or len(set(cars)) < count:
        raise BadSketch(f"car: expected a name of its own for each car but the locomotive, got {', '.join(cars)}")
    return tuple(cars), list(zip(rows["roof"], rows["inside"], strict=True))


def _token(word: str, tokens: dict[Token, int]) -> Token:
    kind, colon, value = word.partition(":")
    if kind not in VALUES or (colon and not value.isdigit()):
        raise BadSketch(f"expected a bandit, M, or loot like purse, purse:300, jewel, strongbox; got {word!r}")
    number = 1 + sum(token.startswith(kind) for token in tokens)
    tokens[f"{kind}-{number}"] = int(value) if colon else VALUES[kind]
    return f"{kind}-{number}"


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


def _neutral(told: int | None, received: Counter[str]) -> int:
    """How many neutral bullet cards are left: as told, or all that nobody has received."""
    most = BOX.neutral_bullets - received[NEUTRAL_BULLET]
    if most < 0:
        raise BadSketch(
            f"received: expected at most {BOX.neutral_bullets} neutral bullet cards, got {received[NEUTRAL_BULLET]}"
        )
    if told is not None and not 0 <= told <= most:
        raise BadSketch(
            f"neutral: expected 0 to {most} cards left, for {received[NEUTRAL_BULLET]} of {BOX.neutral_bullets} have "
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


def deck_of(seat: str, seat_of: Mapping[str, str]) -> tuple[str, ...]:
    """The action cards a seat starts with: all ten of its bandit, or one of each kind of its two."""
    bandits = [bandit for bandit, of in seat_of.items() if of == seat]
    return eleven_cards(*bandits) if len(bandits) == 2 else action_cards(bandits[0])


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
