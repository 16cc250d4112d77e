"""The referee: replay, explain, audit, compare and what-if, from the log alone."""
