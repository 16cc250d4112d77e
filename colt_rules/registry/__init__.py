"""The specification as data: loaded, checked, and asked. It imports no code of the rules."""
