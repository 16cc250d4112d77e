"""The rules, one folder a module, the same file names in each.

``module`` says which extension points a module fills, ``rulebook`` puts the modules of a game together.
"""
