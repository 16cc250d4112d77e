"""`colt conformance`: one module for each of its commands, and the group that holds them."""
