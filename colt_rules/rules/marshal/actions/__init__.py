"""The actions that Marshal & Prisoners brings, each a file."""

from colt_rules.rules.marshal.actions import arrest, brilliant_idea, double_shot
from colt_rules.rules.marshal.model import IDEA

ACTIONS = {"arrest": arrest.ACTION, "double-shot": double_shot.ACTION, IDEA: brilliant_idea.ACTION}
"""By the name under which a card is carried out."""
