"""Many games at once: where their logs are, and what is done with all of them.

A log is handled by its name, so that work can be given to other processes and other machines without the log itself.
No lower layer imports this one.
"""
