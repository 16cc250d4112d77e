"""What is in the box, each fact with its sources: `load_box` reads `spec/components/` into one `Box`."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeVar

from attrs import frozen

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
    note: str | None = None


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
    """Where facts come from that no rulebook tells."""

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


F = TypeVar("F", bound=Fact)


def load_box(spec: Path) -> Box:
    """The box that the folder `spec` describes; if it is not sound, a `SpecError` with all that is wrong."""
    folder = spec / "components"
    findings = Findings()

    def read(name: str, cls: type[F]) -> dict[str, F]:
        file, key = folder / f"{name}s.toml", name.replace("-", "_")
        items: dict[str, F] = {}
        with findings.gather():
            items = read_items(file, key, cls)
        for item in items.values():
            _check_fact(item, known, findings, file.as_posix(), f"{key}[{item.id}]")
        return items

    sources: dict[str, Source] = {}
    with findings.gather():
        sources = read_items(folder / "sources.toml", "source", Source)
    known = {*sources, *(book.stem for book in (spec / "books").glob("*.toml"))}

    cars = read("car", Car)
    tokens = read("token", Token)
    action_cards = read("action-card", ActionCard)
    bullet_cards = read("bullet-card", BulletCard)
    round_cards = read("round-card", RoundCard)
    station_cards = read("station-card", RoundCard)
    characters = read("character", Character)
    findings.raise_any()

    _check_there(cars, ("locomotive",), findings, folder / "cars.toml")
    _check_there(tokens, ("purse", "jewel", "strongbox"), findings, folder / "tokens.toml")
    _check_there(bullet_cards, ("neutral",), findings, folder / "bullet-cards.toml")
    _check_tokens(tokens, cars, findings, folder / "tokens.toml")
    _check_players(round_cards, station_cards, findings, folder)
    findings.raise_any()

    return Box(
        locomotive=cars["locomotive"],
        cars={id: car for id, car in cars.items() if id != "locomotive"},
        purse_values=_values(tokens["purse"]),
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


def _values(token: Token) -> tuple[int, ...]:
    """The value of each token of a kind, the smallest first."""
    return tuple(sorted(face.value for face in token.values for _ in range(face.count)))


def _check_fact(fact: Fact, known: set[str], findings: Findings, file: str, path: str) -> None:
    """Every fact has its name in four languages and a source that is known."""
    for language in fact.name.missing:
        findings.add(file, f"{path}.name.{language}", "expected a text, got nothing")
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


def _check_tokens(tokens: Mapping[str, Token], cars: Mapping[str, Car], findings: Findings, path: Path) -> None:
    """The faces add up to the tokens, only purses differ in value, and all cars can be filled."""
    needed = {
        "purse": sum(car.purses for car in cars.values()),
        "jewel": sum(car.jewels for car in cars.values()),
        "strongbox": sum(car.strongboxes for car in cars.values()),
    }
    for token in tokens.values():
        file, where = path.as_posix(), f"token[{token.id}]"
        faces = sum(face.count for face in token.values)
        if faces != token.count:
            findings.add(file, f"{where}.values", f"expected {token.count} tokens as in count, got {faces}")
        if token.id != "purse" and len(token.values) != 1:
            findings.add(file, f"{where}.values", f"expected one value, got {len(token.values)}")
        if token.count < needed.get(token.id, 0):
            findings.add(file, f"{where}.count", f"expected {needed[token.id]} for the cars, got {token.count}")


def _check_players(
    rounds: Mapping[str, RoundCard], stations: Mapping[str, RoundCard], findings: Findings, folder: Path
) -> None:
    """A round card is for a range of players, a station for any number and never without a happening."""
    for card in rounds.values():
        if card.players is None:
            file = (folder / "round-cards.toml").as_posix()
            findings.add(file, f"round_card[{card.id}].players", "expected a list of 2, got nothing")
    for card in stations.values():
        file, path = (folder / "station-cards.toml").as_posix(), f"station_card[{card.id}]"
        if card.players is not None:
            findings.add(file, f"{path}.players", "expected nothing, got a list of 2")
        if card.happening is None:
            findings.add(file, f"{path}.happening", "expected a text, got nothing")
        if card.id in rounds:
            findings.add(file, path, "expected an id of its own, got one that a round card has")
