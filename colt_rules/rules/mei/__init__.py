"""Mei, a seventh bandit, who can change floor diagonally."""
