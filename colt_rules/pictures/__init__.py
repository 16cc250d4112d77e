"""Pictures of a game, for reports, the referee and the site."""

from colt_rules.pictures.below import shared_by_modules
from colt_rules.pictures.train import SHARED, shared_by, train_svg

__all__ = ["SHARED", "shared_by", "shared_by_modules", "train_svg"]
