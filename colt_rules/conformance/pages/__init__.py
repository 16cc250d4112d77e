"""The pages about the adapter protocol and the case format, generated from the classes they describe.

The prose is in templates beside the code. Messages, fields, kinds, levels, statuses and defaults come from the classes,
and every example is an answer of the reference, so neither can drift from the program unnoticed.
"""
