"""What speaks for a choice, as a sentence. A fact comes from the values of the modules (``players/evaluation.py``)."""

from functools import cache

from colt_rules.modules import part_files
from colt_rules.players.evaluation import Reason
from colt_rules.referee.prose import all_prose
from colt_rules.referee.vocabulary import teller
from colt_rules.registry.localized import Localized
from colt_rules.registry.texts import texts_in


@cache
def all_reasons() -> dict[str, Localized]:
    """By key of a reason: its templates."""
    texts = texts_in(part_files("reasons.toml").values())
    return {key.partition(".")[2]: text for key, text in texts.items()}


def describe_reason(reason: Reason, lang: str) -> str:
    """A reason as a sentence; a module that has none for its commands gets one that fits every choice."""
    template = all_reasons().get(reason.key) or all_prose()["play.can-be-chosen"]
    return teller(lang).sentence({"": template.in_language(lang)}, reason.fields)
