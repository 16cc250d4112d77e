"""The rules of Colt Express as code: commands in, events out, every event with the clauses it cites.

The entry points are in ``colt_rules.kernel``: ``decide``, ``evolve``, ``fold`` and ``legal``.
"""

__version__ = "0.1.0"
