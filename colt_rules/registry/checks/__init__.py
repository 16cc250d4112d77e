"""What must hold of the specification, a file for each of its parts."""
