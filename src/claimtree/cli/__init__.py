"""The command line: one file per group of commands, `show` for people, `wire` for programs."""
