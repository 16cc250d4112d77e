"""The log of a game: lines chained by hashes, in a file or in a store.

From the bottom up: ``codec`` reads and writes single values, ``entries`` defines what a log consists of, ``lines``
reads and writes the file, ``chain`` checks the hashes, ``replay`` folds the events, ``rule_check`` checks the rules,
and ``verifying`` reports everything that is wrong. ``seals`` signs a log and ``redaction`` shows it to one role.
``statements``, ``snapshots`` and ``derived`` define what a ``store`` keeps; ``sqlite`` and ``postgresql`` are the two
stores, and ``opening`` and ``place`` choose between them. ``submission`` is the interface for servers. ``schemas``
describes all of it for other languages.
"""
