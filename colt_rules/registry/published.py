"""The parts of the packaged specification that the rules use, each read once, on demand.

Every start needs the boxes and the editions and rarely the rest, so the rules do not load the whole registry.
"""

from collections.abc import Iterable, Mapping
from functools import cache

from colt_rules.registry.components import Box, Extras, load_box
from colt_rules.registry.corrections import Corrections, load_corrections
from colt_rules.registry.editions import Edition, load_editions
from colt_rules.registry.extras import load_extras, modules_with_extras
from colt_rules.registry.registry import spec_folder
from colt_rules.registry.rulings import Ruling, load_rulings


@cache
def box() -> Box:
    """The box of the base game."""
    return load_box(spec_folder())


@cache
def extras(module: str) -> Extras:
    """What a module adds to the box."""
    return load_extras(spec_folder(), module)


@cache
def all_extras() -> tuple[Extras, ...]:
    """What all modules add to the box."""
    return tuple(map(extras, modules_with_extras(spec_folder())))


@cache
def editions() -> Mapping[str, Edition]:
    """The editions by id, the baseline first."""
    return load_editions(spec_folder() / "editions")


@cache
def rulings() -> Mapping[str, Ruling]:
    """All rulings by id."""
    return load_rulings(spec_folder() / "rulings.toml")


@cache
def _rulings_renamed() -> Mapping[str, str]:
    """By retired id of a ruling: its current id."""
    return {alias: ruling.id for ruling in rulings().values() for alias in ruling.aliases}


def ruling_in_use(id: str) -> str:
    """The current id of a ruling, given its current or a retired id."""
    return _rulings_renamed().get(id, id)


def house_rules_in_use(house_rules: Iterable[str]) -> tuple[str, ...]:
    """Agreed on answers, each ``ruling=answer``, with current ruling ids; older logs may use retired ones."""
    return tuple(
        f"{ruling_in_use(ruling)}={answer}" for ruling, _, answer in (one.partition("=") for one in house_rules)
    )


@cache
def corrections() -> Corrections:
    """The version of the specification and its corrections."""
    return load_corrections(spec_folder() / "corrections.toml")


def read_ahead() -> None:
    """Load everything now, so that forked processes share it."""
    box()
    all_extras()
    editions()
    rulings()
    corrections()
