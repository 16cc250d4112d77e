"""Pictures of a game, for reports, the referee and the site."""

from colt_rules.pictures.train import SHARED, train_svg

__all__ = ["SHARED", "train_svg"]
