"""For Python programs that play by these rules: Hypothesis strategies for games, and a pytest plugin.

``tables``, ``games``, ``positions``, ``legal_commands`` and ``commands`` are the strategies. They need Hypothesis,
which is imported on first use: the plugin is in this package and must cost nothing where it is not used.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from colt_rules.conformance.fuzzing.strategies import commands, games, legal_commands, positions, tables

__all__ = ["commands", "games", "legal_commands", "positions", "tables"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"expected one of {', '.join(__all__)} in colt_rules.testing, got {name}")
    try:
        from colt_rules.conformance.fuzzing import strategies
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise ModuleNotFoundError(
            f"colt_rules.testing.{name} needs Hypothesis: pip install 'colt-rules[testing]'", name=error.name
        ) from error
    return getattr(strategies, name)
