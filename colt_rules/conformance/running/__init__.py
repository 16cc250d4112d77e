"""An engine against the cases: what is asked, how the answers compare, whole runs."""
