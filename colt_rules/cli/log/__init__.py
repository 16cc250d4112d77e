"""The subcommands of `colt log`."""
