"""The log of a game: lines that are chained by hashes, in a file or in a store.

From the ground up: ``codec`` knows single values, ``entries`` what a log consists of, ``lines`` the
file, ``chain`` whether its lines are untouched, ``replay`` what they mean, ``verifying`` everything that is wrong with
them; ``seals`` and ``redaction`` make of a log what others can trust or may see. ``tables``, ``snapshots`` and
``derived`` are what a ``store`` keeps, ``sqlite`` and ``postgresql`` where, ``opening`` and ``place`` choose between
them; ``judge`` is what a server asks. ``schemas`` describes all of it for other languages.
"""
