"""Parts of the help texts: the examples of each command, and the exit codes."""

from __future__ import annotations

from claimtree.cli.exits import MEANINGS


def examples(*lines: str) -> str:
    """Returns an epilog whose lines are not rewrapped; tests run the examples."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def exit_codes() -> str:
    return "\n".join(["\b", "Exit codes:", *(f"  {int(code):>3}  {meaning}" for code, meaning in MEANINGS.items())])
