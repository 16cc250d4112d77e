"""What is in the box of the base game, each fact with its sources: `load_box` reads it into one `Box`.

What the other modules bring stands in folders of their own, beside these files: `colt_rules.registry.extras`.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeVar, get_args

from attrs import fields, fields_dict, frozen

from colt_rules.registry.errors import Findings
from colt_rules.registry.localized import Localized
from colt_rules.registry.strict import read_items

Confidence = Literal["confirmed", "single-source", "assumed"]


@frozen
class NameConfidence:
    """How sure a name is in one language, where that differs from the item itself."""

    en: Confidence | None = None
    ru: Confidence | None = None
    fr: Confidence | None = None
    pl: Confidence | None = None


@frozen(kw_only=True)
class Fact:
    """A thing in the box, where it is known from and how surely."""

    id: str
    name: Localized
    sources: tuple[str, ...]
    confidence: Confidence
    name_confidence: NameConfidence | None = None
    note: Localized | None = None
    clauses: tuple[str, ...] = ()
    """The clauses that hold because it is as it is."""


@frozen(kw_only=True)
class Car(Fact):
    """A car, or the locomotive, with the loot that starts inside it."""

    purses: int
    jewels: int
    strongboxes: int


@frozen
class Face:
    """How many tokens show this many dollars."""

    value: int
    count: int


@frozen(kw_only=True)
class Token(Fact):
    """A kind of loot token."""

    count: int
    values: tuple[Face, ...]


@frozen(kw_only=True)
class ActionCard(Fact):
    """An action; `count` cards of it are in the deck of every bandit."""

    count: int


@frozen(kw_only=True)
class BulletCard(Fact):
    """A bullet card of every bandit, or, where it shows no number of `bullets`, the neutral one."""

    count: int
    bullets: int | None = None


@frozen(kw_only=True)
class RoundCard(Fact):
    """A round card for a range of `players`, or a station, which is for any number of them."""

    turns: tuple[str, ...]
    happening: str | None = None
    players: tuple[int, int] | None = None
    plans: int = 0
    """The symbols that let a player keep a card."""
    plans_confidence: Confidence | None = None
    """How sure this is, where that differs from the card itself."""
    happening_confidence: Confidence | None = None

    @property
    def station(self) -> bool:
        """Only a station is for any number of players."""
        return self.players is None


@frozen(kw_only=True)
class Character(Fact):
    """A bandit."""

    colour: str


@frozen(kw_only=True)
class Source:
    """Where facts come from that are in no rulebook."""

    id: str
    what: str
    weight: str


@frozen(kw_only=True)
class Box:
    """Everything in the box, ready for the rules; the tables behind the numbers stay at hand for the docs."""

    locomotive: Car
    cars: Mapping[str, Car]
    purse_values: tuple[int, ...]
    jewels: int
    jewel_value: int
    strongboxes: int
    strongbox_value: int
    bullets: tuple[int, ...]
    neutral_bullets: int
    actions: Mapping[str, int]
    round_cards: Mapping[str, RoundCard]
    characters: Mapping[str, Character]

    tokens: Mapping[str, Token]
    action_cards: Mapping[str, ActionCard]
    bullet_cards: Mapping[str, BulletCard]
    sources: Mapping[str, Source]

    def facts(self) -> Iterator[Fact]:
        """Every fact about the box."""
        yield self.locomotive
        for table in (
            self.cars,
            self.tokens,
            self.action_cards,
            self.bullet_cards,
            self.round_cards,
            self.characters,
        ):
            yield from table.values()


@frozen(kw_only=True)
class Piece(Fact):
    """What stands on the table beside the train."""

    count: int


@frozen(kw_only=True)
class Extras:
    """Everything that a module adds to the box; of what it does not add there is none.

    A module that has kinds of components of its own says so in a class made from this one: a field for each table.
    """

    module: str
    actions: Mapping[str, int]
    neutral_bullets: int
    round_cards: Mapping[str, RoundCard]
    """The rounds, then the stations."""
    pieces: Mapping[str, Piece]

    cars: Mapping[str, Car]
    tokens: Mapping[str, Token]
    action_cards: Mapping[str, ActionCard]
    bullet_cards: Mapping[str, BulletCard]
    characters: Mapping[str, Character]

    def facts(self) -> Iterator[Fact]:
        """Every fact about what is added."""
        own = (getattr(self, table_of(kind)) for kind in own_kinds(type(self)))
        for table in (
            self.cars,
            self.tokens,
            self.action_cards,
            self.bullet_cards,
            self.round_cards,
            self.characters,
            *own,
            self.pieces,
        ):
            yield from table.values()


def own_kinds(cls: type[Extras]) -> dict[str, type[Fact]]:
    """The kinds of components that only one module has, by the name of an item in their tables."""
    own = [field for field in fields(cls) if field.name not in fields_dict(Extras)]
    return {field.name.removesuffix("s").replace("_", "-"): get_args(field.type)[1] for field in own}


def table_of(kind: str) -> str:
    """The field that holds the table of a kind of components."""
    return f"{kind.replace('-', '_')}s"


F = TypeVar("F", bound=Fact)


@frozen
class Tables:
    """The files of one folder of components, one table each; what is wrong with them is gathered."""

    folder: Path
    known: frozenset[str]
    """Whom a fact can cite: the books, and the ids of sources.toml."""
    findings: Findings

    def path(self, name: str) -> Path:
        """The file of a table, which is called as its items, but for the last letter."""
        return self.folder / f"{name}s.toml"

    def read(self, name: str, cls: type[F]) -> dict[str, F]:
        """The table of these items, by id and in their order; each has its name and a source that is known."""
        file, key = self.path(name), name.replace("-", "_")
        items: dict[str, F] = {}
        with self.findings.gather():
            items = read_items(file, key, cls)
        for item in items.values():
            _check_fact(item, self.known, self.findings, file.as_posix(), f"{key}[{item.id}]")
        return items


def load_box(spec: Path) -> Box:
    """The box that the folder `spec` describes; if it is not sound, a `SpecError` with all that is wrong."""
    findings = Findings()
    sources: dict[str, Source] = {}
    with findings.gather():
        sources = load_sources(spec)
    tables = Tables(spec / "components", citable_sources(spec, sources), findings)

    cars = tables.read("car", Car)
    tokens = tables.read("token", Token)
    action_cards = tables.read("action-card", ActionCard)
    bullet_cards = tables.read("bullet-card", BulletCard)
    round_cards = tables.read("round-card", RoundCard)
    station_cards = tables.read("station-card", RoundCard)
    characters = tables.read("character", Character)
    findings.raise_any()

    _check_there(cars, ("locomotive",), findings, tables.path("car"))
    _check_there(tokens, ("purse", "jewel", "strongbox"), findings, tables.path("token"))
    _check_there(bullet_cards, ("neutral",), findings, tables.path("bullet-card"))
    check_faces(tokens, tables)
    _check_cars(cars, tokens, findings, tables.path("token"))
    check_players(round_cards, station_cards, tables)
    findings.raise_any()

    return Box(
        locomotive=cars["locomotive"],
        cars={id: car for id, car in cars.items() if id != "locomotive"},
        purse_values=values_of(tokens["purse"]),
        jewels=tokens["jewel"].count,
        jewel_value=tokens["jewel"].values[0].value,
        strongboxes=tokens["strongbox"].count,
        strongbox_value=tokens["strongbox"].values[0].value,
        bullets=tuple(card.bullets for card in bullet_cards.values() if card.bullets is not None),
        neutral_bullets=bullet_cards["neutral"].count,
        actions={id: card.count for id, card in action_cards.items()},
        round_cards={**round_cards, **station_cards},
        characters=characters,
        tokens=tokens,
        action_cards=action_cards,
        bullet_cards=bullet_cards,
        sources=sources,
    )


def load_sources(spec: Path) -> dict[str, Source]:
    """Where facts come from besides the books, by id; all modules share them."""
    return read_items(spec / "components" / "sources.toml", "source", Source)


def citable_sources(spec: Path, sources: Mapping[str, Source]) -> frozenset[str]:
    """Whom a fact can cite: these sources and the books."""
    return frozenset({*sources, *(book.stem for book in (spec / "books").glob("*.toml"))})


def values_of(token: Token) -> tuple[int, ...]:
    """The value of each token of a kind, the smallest first."""
    return tuple(sorted(face.value for face in token.values for _ in range(face.count)))


def _check_fact(fact: Fact, known: frozenset[str], findings: Findings, file: str, path: str) -> None:
    """Every fact has its name, and its note if it has one, in four languages and a source that is known."""
    for key, text in (("name", fact.name), ("note", fact.note)):
        for language in text.missing if text else ():
            findings.add(file, f"{path}.{key}.{language}", "expected a text, got nothing")
    if not fact.sources:
        findings.add(file, f"{path}.sources", "expected a source at least, got none")
    for source in fact.sources:
        if source.partition(":")[0] not in known:
            expected = "expected a book or an id of sources.toml before the colon"
            findings.add(file, f"{path}.sources", f'{expected}, got "{source}"')


def _check_there(table: Mapping[str, Fact], ids: tuple[str, ...], findings: Findings, path: Path) -> None:
    """What the rules call by its id is there."""
    for id in ids:
        if id not in table:
            findings.add(path.as_posix(), "", f'expected an item with the id "{id}", got none')


def _check_cars(cars: Mapping[str, Car], tokens: Mapping[str, Token], findings: Findings, path: Path) -> None:
    """There are tokens enough for all cars."""
    needed = {
        "purse": sum(car.purses for car in cars.values()),
        "jewel": sum(car.jewels for car in cars.values()),
        "strongbox": sum(car.strongboxes for car in cars.values()),
    }
    for token in tokens.values():
        if token.count < needed.get(token.id, 0):
            expected = f"expected {needed[token.id]} for the cars"
            findings.add(path.as_posix(), f"token[{token.id}].count", f"{expected}, got {token.count}")


ALIKE = frozenset({"jewel", "strongbox"})
"""Tokens of the base game that are worth the same: their table in a box has one value. Those of a module may differ."""


def check_faces(tokens: Mapping[str, Token], tables: Tables) -> None:
    """The faces add up to the tokens, and those that are alike have one value."""
    for token in tokens.values():
        file, path = tables.path("token").as_posix(), f"token[{token.id}].values"
        faces = sum(face.count for face in token.values)
        if faces != token.count:
            tables.findings.add(file, path, f"expected {token.count} tokens as in count, got {faces}")
        if token.id in ALIKE and len(token.values) != 1:
            got = len(token.values)
            tables.findings.add(
                file, path, f"expected one value, because every {token.id} is worth the same, got {got}"
            )


def check_players(rounds: Mapping[str, RoundCard], stations: Mapping[str, RoundCard], tables: Tables) -> None:
    """A round card is for a range of players, a station for any number and never without a happening."""
    add = tables.findings.add
    for card in rounds.values():
        if card.players is None:
            file, path = tables.path("round-card").as_posix(), f"round_card[{card.id}]"
            add(file, f"{path}.players", "expected a list of 2, got nothing")
    for card in stations.values():
        file, path = tables.path("station-card").as_posix(), f"station_card[{card.id}]"
        if card.players is not None:
            add(file, f"{path}.players", "expected nothing, got a list of 2")
        if card.happening is None:
            add(file, f"{path}.happening", "expected a text, got nothing")
        if card.id in rounds:
            add(file, path, "expected an id of its own, got one that a round card has")
