"""Views of states, events, commands, options and refusals for a seat, a spectator or the referee.

What a role may see is listed; everything else is hidden. A view shows the present position only; what a role saw
earlier is in its events.
"""

from colt_rules.views.commands import SeenCommand, view_command
from colt_rules.views.events import SeenEvent, view_event
from colt_rules.views.options import view_legal, view_outcome, view_refusal
from colt_rules.views.reasons import Reason, Reasons, view_reasons
from colt_rules.views.roles import REFEREE, SPECTATOR, UnknownRole, roles
from colt_rules.views.state import View, glimpse, view

__all__ = [
    "REFEREE",
    "SPECTATOR",
    "Reason",
    "Reasons",
    "SeenCommand",
    "SeenEvent",
    "UnknownRole",
    "View",
    "glimpse",
    "roles",
    "view",
    "view_command",
    "view_event",
    "view_legal",
    "view_outcome",
    "view_reasons",
    "view_refusal",
]
