"""`colt spec`: its commands, what they tell as data and as text, and the group that holds them."""
