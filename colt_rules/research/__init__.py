"""Tools for learning agents and statistics: tables, views as numbers, an environment, a search player, statistics.

No lower layer imports it. Without the native engine the reference plays, more slowly; only the search player and the
statistics require the native engine. The environment and the numeric views need the packages of the extra
``research``.
"""
