"""Turns claims into a plan and hits: resolves wishes, relaxes a plan without hits, and explains the
ranking."""
