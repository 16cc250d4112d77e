"""Pictures of a game, for reports, the referee and the site."""

from colt_rules.pictures.beside import SHARED_BESIDE
from colt_rules.pictures.train import SHARED, train_svg

__all__ = ["SHARED", "SHARED_BESIDE", "train_svg"]
