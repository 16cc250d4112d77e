"""What a module adds to the box of the base game: `load_extras` reads `spec/components/MODULE/`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from colt_rules.modules import parts
from colt_rules.registry.components import (
    ActionCard,
    BulletCard,
    Car,
    Character,
    ComponentFiles,
    Extras,
    F,
    Piece,
    RoundCard,
    Source,
    Token,
    check_faces,
    check_players,
    citable_sources,
    load_sources,
    own_kinds,
    table_of,
)
from colt_rules.registry.errors import Findings

ADDED: dict[str, type[Extras]] = {module: part.ADDED for module, part in parts("components")}
"""By module with its own kinds of components: its `Extras` class."""

COMMON_KINDS = ("car", "token", "action-card", "bullet-card", "round-card", "station-card", "character")
"""The tables that any module's folder can have, in the same form as the base game."""


def modules_with_extras(spec: Path) -> list[str]:
    """The names of the modules that add something to the box."""
    return sorted(path.name for path in (spec / "components").glob("*") if path.is_dir())


def load_extras(spec: Path, module: str) -> Extras:
    """What a module adds to the box according to the folder `spec`; raises `SpecError` with all problems."""
    folder = spec / "components" / module
    findings = Findings()
    sources: dict[str, Source] = {}
    with findings.gather():
        sources = load_sources(spec)
    tables = ComponentFiles(folder, citable_sources(spec, sources), findings)
    added: Any = ADDED.get(module, Extras)
    _check_files(tables, (*COMMON_KINDS, *own_kinds(added), "piece"))

    def read(name: str, cls: type[F]) -> dict[str, F]:
        return tables.read(name, cls) if tables.path(name).exists() else {}

    cars = read("car", Car)
    tokens = read("token", Token)
    action_cards = read("action-card", ActionCard)
    bullet_cards = read("bullet-card", BulletCard)
    round_cards = read("round-card", RoundCard)
    station_cards = read("station-card", RoundCard)
    characters = read("character", Character)
    own = {table_of(kind): read(kind, fact) for kind, fact in own_kinds(added).items()}
    pieces = read("piece", Piece)
    findings.raise_any()

    check_faces(tokens, tables)
    check_players(round_cards, station_cards, tables)
    findings.raise_any()

    made: Extras = added(
        module=module,
        actions={id: card.count for id, card in action_cards.items()},
        neutral_bullets=bullet_cards["neutral"].count if "neutral" in bullet_cards else 0,
        round_cards={**round_cards, **station_cards},
        pieces=pieces,
        cars=cars,
        tokens=tokens,
        action_cards=action_cards,
        bullet_cards=bullet_cards,
        characters=characters,
        **own,
    )
    return made


def _check_files(tables: ComponentFiles, names: Sequence[str]) -> None:
    """Check that the folder exists and has only files that are read."""
    known = ", ".join(tables.path(name).name for name in names)
    if not tables.folder.is_dir():
        tables.findings.add(tables.folder.as_posix(), "", f"expected a folder with some of {known}, got none")
        return
    for path in sorted(tables.folder.iterdir()):
        if path not in map(tables.path, names):
            tables.findings.add(path.as_posix(), "", f"expected one of {known}, got another file")
