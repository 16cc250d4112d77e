"""Access to the native engine, if it is installed."""

from importlib import import_module
from types import ModuleType

PACKAGE = "colt_native"
HOW_TO_INSTALL = "pip install ./conformance/adapters/native (in a checkout; it needs a C++ compiler)"


class EngineMissing(ValueError):
    """The requested engine is missing, too old, or does not support the game; the message says what to do."""


def native() -> ModuleType | None:
    """The package of the native engine, or None if it is not installed; a broken one raises its own error."""
    try:
        return import_module(PACKAGE)
    except ModuleNotFoundError as error:
        if error.name != PACKAGE:
            raise
        return None


def native_engine(*needed: str) -> ModuleType:
    """The package of the native engine, with at least these functions; raises ``EngineMissing``."""
    package = native()
    if package is None:
        raise EngineMissing(f"expected the native engine, got no package {PACKAGE}: {HOW_TO_INSTALL}")
    if lacking := [name for name in needed if not hasattr(package, name)]:
        raise EngineMissing(
            f"expected a native engine with {', '.join(lacking)}, got version {package.__version__} without: "
            f"install the one of this checkout, {HOW_TO_INSTALL}"
        )
    return package
