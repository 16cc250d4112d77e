"""Mei, a seventh bandit, who changes floor diagonally."""
