"""The rules, one folder a module, with the same file names in each.

``module`` defines the extension points that a module can fill; ``rulebook`` combines the modules of a game.
"""
