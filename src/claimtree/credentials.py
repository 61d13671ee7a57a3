"""Reads secrets from environment variables, or from files that they name.

Secrets are never part of an address, since addresses are shown, logged and stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from claimtree.errors import BadInput


def read_secret(environment: Mapping[str, str], variable: str, *, called: str = "secret") -> str:
    """The value of the variable, or the content of the file that `{variable}_FILE` names; empty if
    neither is set."""
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
