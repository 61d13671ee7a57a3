"""Help that teaches: examples under every command, exit codes under the whole, and the reference printed from both."""

from __future__ import annotations

from claimtree.cli.exits import MEANINGS


def examples(*lines: str) -> str:
    """An epilog whose lines stay as they are; tests run them."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def exit_codes() -> str:
    return "\n".join(["\b", "Exit codes:", *(f"  {int(code):>3}  {meaning}" for code, meaning in MEANINGS.items())])
