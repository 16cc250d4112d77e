"""The actions that Marshal & Prisoners adds, one a file."""

from colt_rules.rules.marshal.actions import arrest, brilliant_idea, double_shot
from colt_rules.rules.marshal.model import IDEA

ACTIONS = {"arrest": arrest.ACTION, "double-shot": double_shot.ACTION, IDEA: brilliant_idea.ACTION}
"""The actions by the name under which a card is carried out."""
