"""`colt replay`, `explain`, `audit`, `compare`, `what-if` and `report`: settle a dispute from the log."""
