"""The rules that the specification must satisfy, one file for each of its parts."""
