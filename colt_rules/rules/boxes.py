"""The components of all boxes together, for whoever calls them by name: pictures, sentences, reports."""

from collections.abc import Mapping

from colt_rules.registry.components import ActionCard, RoundCard
from colt_rules.registry.extras import Flask, Hostage
from colt_rules.rules.base.box import BOX
from colt_rules.rules.horses.box import EXTRAS as HORSES
from colt_rules.rules.stagecoach.box import EXTRAS as STAGECOACH

ACTION_CARDS: Mapping[str, ActionCard] = {**BOX.action_cards, **HORSES.action_cards}
ROUND_CARDS: Mapping[str, RoundCard] = {**BOX.round_cards, **STAGECOACH.round_cards}
"""The round cards and stations of all modules."""
FLASKS: Mapping[str, Flask] = HORSES.flasks
HOSTAGES: Mapping[str, Hostage] = STAGECOACH.hostages
