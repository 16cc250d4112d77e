"""The contents of the base game's box, each fact with its sources: `load_box` reads them into one `Box`.

Other modules have their own folders beside these files; `colt_rules.registry.extras` reads them.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

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
    """An action; every bandit's deck has `count` cards of this action."""

    count: int


@frozen(kw_only=True)
class BulletCard(Fact):
    """A bullet card of every bandit, or the neutral one, whose `bullets` is None."""

    count: int
    bullets: int | None = None


@frozen(kw_only=True)
class RoundCard(Fact):
    """A round card for a range of `players`, or a station card for any number of players."""

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
        """Whether it is a station card: only station cards are for any number of players."""
        return self.players is None


@frozen(kw_only=True)
class Character(Fact):
    """A bandit."""

    colour: str


@frozen(kw_only=True)
class Source:
    """A source of facts that is not a rulebook."""

    id: str
    address: str
    """Where it is published, with the commit of a repository."""
    files: tuple[str, ...] = ()
    what: Localized
    reliability: Localized


@frozen(kw_only=True)
class Components:
    """The components that any module can have; tables that it does not have are empty."""

    cars: Mapping[str, Car]
    tokens: Mapping[str, Token]
    action_cards: Mapping[str, ActionCard]
    bullet_cards: Mapping[str, BulletCard]
    round_cards: Mapping[str, RoundCard]
    """The round cards, then the station cards."""
    characters: Mapping[str, Character]

    @property
    def actions(self) -> Mapping[str, int]:
        """By action: the number of its cards in every bandit's deck."""
        return {id: card.count for id, card in self.action_cards.items()}

    @property
    def neutral_bullets(self) -> int:
        """The number of neutral bullet cards."""
        return self.bullet_cards["neutral"].count if "neutral" in self.bullet_cards else 0

    def facts(self) -> Iterator[Fact]:
        """Every fact about the components."""
        for kind in fields(Components):
            yield from getattr(self, kind.name).values()


@frozen(kw_only=True)
class Box(Components):
    """Everything in the box of the base game."""

    locomotive: Car
    """The locomotive, which is not among the cars."""
    sources: Mapping[str, Source]

    @property
    def purse_values(self) -> tuple[int, ...]:
        """The value of each purse, in ascending order."""
        return values_of(self.tokens["purse"])

    @property
    def jewels(self) -> int:
        """The number of jewels."""
        return self.tokens["jewel"].count

    @property
    def jewel_value(self) -> int:
        """The value of each jewel."""
        return self.tokens["jewel"].values[0].value

    @property
    def strongboxes(self) -> int:
        """The number of strongboxes."""
        return self.tokens["strongbox"].count

    @property
    def strongbox_value(self) -> int:
        """The value of each strongbox."""
        return self.tokens["strongbox"].values[0].value

    @property
    def bullets(self) -> tuple[int, ...]:
        """The bullets on each bullet card of a bandit."""
        return tuple(card.bullets for card in self.bullet_cards.values() if card.bullets is not None)

    def facts(self) -> Iterator[Fact]:
        """Every fact about the box."""
        yield self.locomotive
        yield from super().facts()


@frozen(kw_only=True)
class Piece(Fact):
    """A piece that is on the table beside the train."""

    count: int


@frozen(kw_only=True)
class Extras(Components):
    """Everything that a module adds to the box.

    A module with its own kinds of components subclasses this, with a field for each table.
    """

    module: str
    pieces: Mapping[str, Piece]

    def facts(self) -> Iterator[Fact]:
        """Every fact about what the module adds."""
        yield from super().facts()
        for kind in (*own_kinds(type(self)), "piece"):
            yield from getattr(self, table_of(kind)).values()


COMMON_KINDS: dict[str, type[Fact]] = {
    "car": Car,
    "token": Token,
    "action-card": ActionCard,
    "bullet-card": BulletCard,
    "round-card": RoundCard,
    "station-card": RoundCard,
    "character": Character,
}
"""By name of an item: the tables that any module can have."""


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
    sources: Mapping[str, Source]
    """The sources besides the books, by id; all modules share them."""
    known: frozenset[str]
    """What a fact can cite: these sources and the books."""
    findings: Findings

    @classmethod
    def of(cls, spec: Path, module: str = "") -> "ComponentFiles":
        """The tables of a module, or of the base game's box."""
        findings, components = Findings(), spec / "components"
        sources: dict[str, Source] = {}
        with findings.gather():
            sources = read_items(components / "sources.toml", "source", Source)
        books = (book.stem for book in (spec / "books").glob("*.toml"))
        return cls(components / module, sources, frozenset({*sources, *books}), findings)

    def path(self, name: str) -> Path:
        """The file of a table, named with the plural of its items."""
        return self.folder / f"{name}s.toml"

    def read(self, kinds: Mapping[str, type[Fact]], needed: bool = True) -> dict[str, Any]:
        """By field: the tables of these kinds, checked one by one; only a table that is `needed` must have a file."""
        found: dict[str, Any] = {
            table_of(kind): self._items(kind, fact) if needed or self.path(kind).exists() else {}
            for kind, fact in kinds.items()
        }
        self.findings.raise_any()
        stations = found.pop(table_of("station-card"))
        _check_faces(found["tokens"], self)
        _check_players(found["round_cards"], stations, self)
        found["round_cards"] |= stations
        return found

    def _items(self, name: str, cls: type[F]) -> dict[str, F]:
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
    tables = ComponentFiles.of(spec)
    found = tables.read(COMMON_KINDS)
    _check_there(found["cars"], ("locomotive",), tables.findings, tables.path("car"))
    _check_there(found["tokens"], ("purse", "jewel", "strongbox"), tables.findings, tables.path("token"))
    _check_there(found["bullet_cards"], ("neutral",), tables.findings, tables.path("bullet-card"))
    _check_cars(found["cars"], found["tokens"], tables.findings, tables.path("token"))
    tables.findings.raise_any()
    return Box(locomotive=found["cars"].pop("locomotive"), sources=tables.sources, **found)


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


def _check_faces(tokens: Mapping[str, Token], tables: ComponentFiles) -> None:
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


def _check_players(rounds: Mapping[str, RoundCard], stations: Mapping[str, RoundCard], tables: ComponentFiles) -> None:
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
