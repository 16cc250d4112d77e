"""A position from a sketch: the train in profile, locomotive first, roofs above.

    roof   | tuco       |             | ghost belle |
    inside | M strongbox | purse purse | jewel       |

Each column is a car: the locomotive, then car-1, car-2 and so on. A cell names bandits, ``M`` for the Marshal, and
loot; ``purse:300`` gives a purse its value. Tokens are numbered by kind from head to tail, inside before roof:
``purse-1``, ``purse-2``, ``jewel-1``. Whatever the sketch leaves open is as ordinary as can be.
"""

from collections.abc import Iterable, Mapping

from colt_rules.kernel.decide import settle
from colt_rules.model.names import LOCOMOTIVE, Token, inside, owner_of, roof
from colt_rules.model.state import NEW, Cards, Figure, Game, Options, Played, Round
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.setup import action_cards
from colt_rules.rules.rulebook import EDITIONS, MODULES

VALUES = {"purse": 250, "jewel": BOX.jewel_value, "strongbox": BOX.strongbox_value}


class BadSketch(ValueError):
    """A sketch that cannot be read; the message says where and what was expected."""


def board(
    sketch: str,
    *,
    pile: Iterable[str] = (),
    seats: Iterable[str] = (),
    first: str = "",
    powers: bool = True,
    happenings: bool = True,
    loot: Mapping[str, Iterable[str]] | None = None,
    bullets: Mapping[str, int] | None = None,
    received: Mapping[str, Iterable[str]] | None = None,
    neutral: int = BOX.neutral_bullets,
    aside: Iterable[str] = ("strongbox",),
    card: str = "tunnel.2-4",
    rounds: Iterable[str] = (),
    number: int = 1,
) -> Game:
    """The Stealin' phase with these cards on the pile, the first of them revealed; without cards, the round's end.

    ``seats`` go clockwise (default: as the bandits stand, head to tail), ``loot`` and ``received`` say what a bandit
    owns and which bullet cards it has, ``card`` is the round card, ``rounds`` the rounds still to come.
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
                    marshal = place
                elif word in BOX.characters:
                    standing[word] = place
                else:
                    floor[place] = (*floor.get(place, ()), _token(word, tokens))
    order = tuple(seats) or tuple(standing)
    if set(order) != set(standing):
        raise BadSketch(f"expected the seats to name the bandits {sorted(standing)}, got {sorted(order)}")
    played = tuple(Played(owner_of(name), name, False) for name in pile)
    figures = {
        bandit: Figure(
            seat=bandit,
            place=standing[bandit],
            loot=tuple(_token(word, tokens) for word in (loot or {}).get(bandit, ())),
            bullets=(bullets or {}).get(bandit, len(BOX.bullets)),
            powers=(bandit,) if powers else (),
            ransom=0,
        )
        for bandit in order
    }
    spare = tuple(_token(word, tokens) for word in aside)
    start = Game(
        options=Options(EDITIONS[0], MODULES[:1], order, powers, happenings, False, ()),
        phase="stealin",
        train=cars,
        marshal=marshal or inside(LOCOMOTIVE),
        figures=figures,
        cards={seat: Cards((), _deck(seat, played, (received or {}).get(seat, ()))) for seat in order},
        floor=floor,
        values=tokens,
        aside=spare,
        neutral=neutral,
        rounds=tuple(rounds),
        round=Round(number, card, first or order[0], (), 0, (), False, (), played, None, False, ()),
        ranking=NEW.ranking,
    )
    return settle(start).after if played else start


def _columns(sketch: str) -> tuple[tuple[str, ...], list[tuple[list[str], list[str]]]]:
    rows: dict[str, list[list[str]]] = {}
    for line in filter(None, map(str.strip, sketch.splitlines())):
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        rows[name] = [cell.split() for cell in cells]
    if set(rows) != {"roof", "inside"} or len(rows["roof"]) != len(rows["inside"]):
        raise BadSketch(f"expected a roof row and an inside row with as many cells each, got {sketch!r}")
    count = len(rows["roof"])
    return (LOCOMOTIVE, *(f"car-{number}" for number in range(1, count))), list(
        zip(rows["roof"], rows["inside"], strict=True)
    )


def _token(word: str, tokens: dict[Token, int]) -> Token:
    kind, _, value = word.partition(":")
    if kind not in VALUES or (value and not value.isdigit()):
        raise BadSketch(f"expected a bandit, M, or loot like purse, purse:300, jewel, strongbox; got {word!r}")
    number = 1 + sum(token.startswith(kind) for token in tokens)
    tokens[f"{kind}-{number}"] = int(value) if value else VALUES[kind]
    return f"{kind}-{number}"


def _deck(seat: str, pile: tuple[Played, ...], received: Iterable[str]) -> tuple[str, ...]:
    """The seat's action cards that are not on the pile, and the bullets it has received on top."""
    deck = list(action_cards(seat))
    for played in pile:
        if played.seat == seat:
            deck.remove(played.card)
    return (*received, *deck)
