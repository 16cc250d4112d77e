"""Reports of a run: JSON Lines for programs, JUnit XML for CI systems, a page for people."""
