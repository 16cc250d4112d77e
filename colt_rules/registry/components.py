"""The contents of the base game's box, each fact with its sources: `load_box` reads them into one `Box`.

Other modules have their own folders beside these files; `colt_rules.registry.extras` reads them.
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
    """The confidence in a name by language, where it differs from the confidence in the item."""

    en: Confidence | None = None
    ru: Confidence | None = None
    fr: Confidence | None = None
    pl: Confidence | None = None


@frozen(kw_only=True)
class Fact:
    """A thing in the box, its sources and how reliable they are."""

    id: str
    name: Localized
    sources: tuple[str, ...]
    confidence: Confidence
    name_confidence: NameConfidence | None = None
    note: Localized | None = None
    clauses: tuple[str, ...] = ()
    """The clauses that this component alone makes true."""


@frozen(kw_only=True)
class Car(Fact):
    """A car, or the locomotive, with the loot that starts inside it."""

    purses: int
    jewels: int
    strongboxes: int
    last: bool = False
    """Whether it is at the end of every train, besides the cars that are chosen or drawn."""


@frozen
class TokenFace:
    """A value in dollars and the number of tokens that show it."""

    value: int
    count: int


@frozen(kw_only=True)
class Token(Fact):
    """A kind of loot token."""

    count: int
    values: tuple[TokenFace, ...]


@frozen(kw_only=True)
class ActionCard(Fact):
    """An action; every bandit's deck has `count` cards of it."""

    count: int


@frozen(kw_only=True)
class BulletCard(Fact):
    """A bullet card of every bandit, or the neutral one, whose `bullets` is None."""

    count: int
    bullets: int | None = None


@frozen(kw_only=True)
class RoundCard(Fact):
    """A round card for a range of `players`, or a station card, for any number of them."""

    turns: tuple[str, ...]
    happening: str | None = None
    players: tuple[int, int] | None = None
    plans: int = 0
    """The number of symbols that let a player keep a card."""
    plans_confidence: Confidence | None = None
    """The confidence in `plans`, where it differs from the confidence in the card."""
    happening_confidence: Confidence | None = None

    @property
    def station(self) -> bool:
        """Whether it is a station card: only those are for any number of players."""
        return self.players is None


@frozen(kw_only=True)
class Character(Fact):
    """A bandit."""

    colour: str


@frozen(kw_only=True)
class Source:
    """A source of facts that is not a rulebook."""

    id: str
    description: str
    reliability: str


@frozen(kw_only=True)
class Box:
    """Everything in the box: the numbers for the rules, then the tables they come from, for the docs."""

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
    """A piece that is on the table beside the train."""

    count: int


@frozen(kw_only=True)
class Extras:
    """Everything that a module adds to the box; tables it does not have are empty.

    A module with its own kinds of components subclasses this, with a field for each table.
    """

    module: str
    actions: Mapping[str, int]
    neutral_bullets: int
    round_cards: Mapping[str, RoundCard]
    """The round cards, then the station cards."""
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
    """The component classes that only this module has, by the name of an item in their tables."""
    own = [field for field in fields(cls) if field.name not in fields_dict(Extras)]
    return {field.name.removesuffix("s").replace("_", "-"): get_args(field.type)[1] for field in own}


def table_of(kind: str) -> str:
    """The name of the field with the table of a kind of component."""
    return f"{kind.replace('-', '_')}s"


F = TypeVar("F", bound=Fact)


@frozen
class ComponentFiles:
    """The files of one folder of components, one table each; problems go to `findings`."""

    folder: Path
    known: frozenset[str]
    """The sources that a fact can cite: the books and the ids of sources.toml."""
    findings: Findings

    def path(self, name: str) -> Path:
        """The file of a table, named with the plural of its items."""
        return self.folder / f"{name}s.toml"

    def read(self, name: str, cls: type[F]) -> dict[str, F]:
        """The table of these items, by id, in order, with names and sources checked."""
        file, key = self.path(name), name.replace("-", "_")
        items: dict[str, F] = {}
        with self.findings.gather():
            items = read_items(file, key, cls)
        for item in items.values():
            _check_fact(item, self.known, self.findings, file.as_posix(), f"{key}[{item.id}]")
        return items


def load_box(spec: Path) -> Box:
    """The box that the folder `spec` describes; raises `SpecError` with all problems."""
    findings = Findings()
    sources: dict[str, Source] = {}
    with findings.gather():
        sources = load_sources(spec)
    tables = ComponentFiles(spec / "components", citable_sources(spec, sources), findings)

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
    """The sources of facts besides the books, by id; all modules share them."""
    return read_items(spec / "components" / "sources.toml", "source", Source)


def citable_sources(spec: Path, sources: Mapping[str, Source]) -> frozenset[str]:
    """The names that a fact can cite: these sources and the books."""
    return frozenset({*sources, *(book.stem for book in (spec / "books").glob("*.toml"))})


def values_of(token: Token) -> tuple[int, ...]:
    """The value of each token of a kind, in ascending order."""
    return tuple(sorted(face.value for face in token.values for _ in range(face.count)))


def _check_fact(fact: Fact, known: frozenset[str], findings: Findings, file: str, path: str) -> None:
    """Check that a fact has a known source, and its name and any note in four languages."""
    for key, text in (("name", fact.name), ("note", fact.note)):
        for language in text.missing if text else ():
            findings.add(file, f"{path}.{key}.{language}", "expected a text, got nothing")
    if not fact.sources:
        findings.add(file, f"{path}.sources", "expected at least one source, got none")
    for source in fact.sources:
        if source.partition(":")[0] not in known:
            expected = "expected a book or an id of sources.toml before the colon"
            findings.add(file, f"{path}.sources", f'{expected}, got "{source}"')


def _check_there(table: Mapping[str, Fact], ids: tuple[str, ...], findings: Findings, path: Path) -> None:
    """Check that the items exist that the rules refer to by id."""
    for id in ids:
        if id not in table:
            findings.add(path.as_posix(), "", f'expected an item with the id "{id}", got none')


def _check_cars(cars: Mapping[str, Car], tokens: Mapping[str, Token], findings: Findings, path: Path) -> None:
    """Check that there are enough tokens for all cars."""
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
"""The kinds of base-game tokens that must all have the same value. A module's may differ."""


def check_faces(tokens: Mapping[str, Token], tables: ComponentFiles) -> None:
    """Check that the faces add up to the count, and that the kinds in `ALIKE` have one value."""
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


def check_players(rounds: Mapping[str, RoundCard], stations: Mapping[str, RoundCard], tables: ComponentFiles) -> None:
    """Check that a round card has a range of players, and a station card has none but has a happening."""
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
            add(file, path, "expected a unique id, got that of a round card")
