"""Testing an engine with the cases: questions, comparison of the answers, whole runs."""
