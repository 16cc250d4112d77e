"""The command `colt`: reads arguments, asks the package, prints."""
