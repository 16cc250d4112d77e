"""The pages about the adapter protocol and the case format, made from the classes that they are about.

Prose lies beside the code as templates. Messages, fields, kinds, levels, statuses and defaults come from the classes,
and every example is what the reference says, so that neither can drift from the program unnoticed.
"""
