"""Secrets that the environment gives, or the files that it points to.

They never stand in an address, since addresses are shown, logged and kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from claimtree.errors import BadInput


def read_secret(environment: Mapping[str, str], variable: str, *, called: str = "secret") -> str:
    """What a variable says, or the file that the same name with `_FILE` points to; empty where there is neither."""
    file = environment.get(f"{variable}_FILE", "")
    if not file:
        return environment.get(variable, "")
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(
            f"{variable}_FILE names {file!r}, which cannot be read: {type(error).__name__}",
            hint=f"Name a file with nothing but the {called} in it.",
            values={"file": file},
        ) from error
