"""The log of a game: the strict codec, the interchange file, the store, replay and check, the wire contract.

``codec`` knows single events and commands, ``entries`` what a log consists of, ``lines`` the file, ``store`` the
database, ``replay`` what a log means, ``schemas`` its description for other languages.
"""
