"""What the box of a module adds to that of the base game: `load_extras` reads `spec/components/MODULE/`."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from attrs import frozen

from colt_rules.registry.components import (
    ActionCard,
    BulletCard,
    F,
    Fact,
    RoundCard,
    Source,
    Tables,
    Token,
    check_faces,
    check_players,
    citable_sources,
    load_sources,
)
from colt_rules.registry.errors import Findings

Burden = Literal[
    "neutral-bullet-each-round", "one-card-fewer", "no-punch", "no-ride", "one-roof", "no-power", "face-up"
]


@frozen(kw_only=True)
class Flask(Fact):
    """A kind of whisky flask; each can be used `uses` times."""

    count: int
    """In the box that was published."""
    listed: int
    """By the list of the Russian book."""
    uses: int


@frozen(kw_only=True)
class Hostage(Fact):
    """A hostage: what it pays at the end, and what its captor has to put up with until then."""

    ransom: int
    ransom_for: Literal["jewel", "purse", "bullet"] | None = None
    """Where the ransom is paid for each of these; else it is paid once."""
    needs: Literal["strongbox"] | None = None
    """What the captor must have one of to be paid at all."""
    burden: Burden | None = None


@frozen(kw_only=True)
class Piece(Fact):
    """What stands on the table beside the train."""

    count: int


@frozen(kw_only=True)
class Extras:
    """Everything that a module adds to the box; of what it does not add there is none."""

    module: str
    actions: Mapping[str, int]
    neutral_bullets: int
    round_cards: Mapping[str, RoundCard]
    """The rounds, then the stations."""
    flasks: Mapping[str, Flask]
    hostages: Mapping[str, Hostage]
    pieces: Mapping[str, Piece]

    tokens: Mapping[str, Token]
    action_cards: Mapping[str, ActionCard]
    bullet_cards: Mapping[str, BulletCard]

    def facts(self) -> Iterator[Fact]:
        """Every fact about what is added."""
        for table in (
            self.tokens,
            self.action_cards,
            self.bullet_cards,
            self.round_cards,
            self.flasks,
            self.hostages,
            self.pieces,
        ):
            yield from table.values()


TABLES = ("token", "action-card", "bullet-card", "round-card", "station-card", "flask", "hostage", "piece")
"""The tables that the folder of a module can have."""


def modules_with_extras(spec: Path) -> list[str]:
    """The modules that add something to the box."""
    return sorted(path.name for path in (spec / "components").glob("*") if path.is_dir())


def load_extras(spec: Path, module: str) -> Extras:
    """What a module adds to the box by the folder `spec`; if it is not sound, a `SpecError` with all that is wrong."""
    folder = spec / "components" / module
    findings = Findings()
    sources: dict[str, Source] = {}
    with findings.gather():
        sources = load_sources(spec)
    tables = Tables(folder, citable_sources(spec, sources), findings)
    _check_files(tables)

    def read(name: str, cls: type[F]) -> dict[str, F]:
        return tables.read(name, cls) if tables.path(name).exists() else {}

    tokens = read("token", Token)
    action_cards = read("action-card", ActionCard)
    bullet_cards = read("bullet-card", BulletCard)
    round_cards = read("round-card", RoundCard)
    station_cards = read("station-card", RoundCard)
    flasks = read("flask", Flask)
    hostages = read("hostage", Hostage)
    pieces = read("piece", Piece)
    findings.raise_any()

    check_faces(tokens, tables)
    check_players(round_cards, station_cards, tables)
    findings.raise_any()

    return Extras(
        module=module,
        actions={id: card.count for id, card in action_cards.items()},
        neutral_bullets=bullet_cards["neutral"].count if "neutral" in bullet_cards else 0,
        round_cards={**round_cards, **station_cards},
        flasks=flasks,
        hostages=hostages,
        pieces=pieces,
        tokens=tokens,
        action_cards=action_cards,
        bullet_cards=bullet_cards,
    )


def _check_files(tables: Tables) -> None:
    """The folder is there and holds nothing that would not be read."""
    known = ", ".join(tables.path(name).name for name in TABLES)
    if not tables.folder.is_dir():
        tables.findings.add(tables.folder.as_posix(), "", f"expected a folder with some of {known}, got none")
        return
    for path in sorted(tables.folder.iterdir()):
        if path not in map(tables.path, TABLES):
            tables.findings.add(path.as_posix(), "", f"expected one of {known}, got another file")
