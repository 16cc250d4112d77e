"""The specification that the commands use, with its code, cases, tests and books."""

import os
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from colt_rules.cli.output import CannotRun, giving_up_on

if TYPE_CHECKING:
    from colt_rules.conformance.cases.case import Case
    from colt_rules.registry.implementations import Implementation
    from colt_rules.registry.registry import Registry


def check_known(what: str, given: str, known: Collection[str]) -> None:
    """Raise CannotRun if there is nothing of this name."""
    from colt_rules.log.errors import hint

    if given not in known:
        likely = hint(given, known, f"known are {', '.join(known)}")
        raise CannotRun(f"expected a known {what}, got {given!r}{likely}")


def folder_of(given: Path | None) -> Path:
    """The folder of the specification, as a short path for messages."""
    from colt_rules.registry.errors import SpecError
    from colt_rules.registry.registry import spec_folder

    if given:
        if not given.is_dir():
            raise CannotRun(f"expected a folder, got none: {given}")
        return given
    with giving_up_on(SpecError):
        folder = spec_folder()
    return Path(os.path.relpath(folder)) if folder.is_relative_to(Path.cwd()) else folder


def checkout_of(folder: Path) -> Path:
    """The same folder; raises CannotRun if it is not in a checkout."""
    from colt_rules.registry.registry import is_checkout

    if not is_checkout(folder):
        raise CannotRun(f"{folder} can only be rewritten in a checkout, with tests/ beside it")
    return folder


def registry_of(folder: Path | None) -> "Registry":
    """The specification; raises CannotRun with all its problems."""
    from colt_rules.registry.errors import SpecError
    from colt_rules.registry.registry import load

    with giving_up_on(SpecError, because="the specification cannot be used:\n"):
        return load(folder_of(folder))


def all_implementations() -> "dict[str, tuple[Implementation, ...]]":
    """By clause: the functions that implement it."""
    from colt_rules.registry.implementations import CODE, implementations

    try:
        return implementations(CODE)
    except Exception as error:
        raise CannotRun(f"the code that implements the clauses cannot be imported: {error!r}") from error


def cases_of(id: str) -> "list[Case]":
    """The cases that prove a clause or ruling."""
    from colt_rules.conformance.cases.suite import cases_about
    from colt_rules.registry.errors import SpecError

    with giving_up_on(SpecError):
        return cases_about(id)


def tests_of(folder: Path, id: str) -> tuple[str, ...]:
    """The tests that name a clause or ruling; an installed package comes without tests."""
    from colt_rules.registry.errors import SpecError
    from colt_rules.registry.evidence import scan
    from colt_rules.registry.registry import is_checkout

    with giving_up_on(SpecError):
        return scan(folder.parent / "tests").get(id, ()) if is_checkout(folder) else ()
