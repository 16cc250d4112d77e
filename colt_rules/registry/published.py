"""What the rules take from the specification that comes with this package, each part read once.

The rules need the boxes and the editions at every start and the rest of the specification hardly ever, so they do not
wait for all of it.
"""

from collections.abc import Mapping
from functools import cache

from colt_rules.registry.components import Box, Extras, load_box
from colt_rules.registry.corrections import Corrections, load_corrections
from colt_rules.registry.editions import Edition, load_editions
from colt_rules.registry.extras import load_extras, modules_with_extras
from colt_rules.registry.registry import spec_folder
from colt_rules.registry.rulings import Ruling, load_rulings


@cache
def box() -> Box:
    """What is in the box of the base game."""
    return load_box(spec_folder())


@cache
def extras(module: str) -> Extras:
    """What a module adds to it."""
    return load_extras(spec_folder(), module)


@cache
def all_extras() -> tuple[Extras, ...]:
    """What all modules add to it."""
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
def corrections() -> Corrections:
    """The version of the specification, and what led to it."""
    return load_corrections(spec_folder() / "corrections.toml")


def read_ahead() -> None:
    """Read all of it now, for processes that are forked from this one."""
    box()
    all_extras()
    editions()
    rulings()
    corrections()
