"""For programs that choose, and what many games show: tables, views as numbers, an environment, a player, statistics.

Nothing below this floor imports it. Where the native engine is not installed the reference plays, more slowly; only the
player who imagines and the statistics cannot do without it. The environment and the numbers need the packages of the
extra ``research``.
"""
