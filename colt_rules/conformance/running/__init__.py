"""Testing an engine with the cases: what is asked, how the answers compare, whole runs."""
