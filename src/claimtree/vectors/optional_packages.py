"""Packages that only some indexes need, imported when such an index is opened."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from claimtree.errors import MissingExtra


def imported(module: str, *, package: str, extra: str) -> Any:
    """The module; without it, an error that says what to install."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra(
            f"this kind of vector index needs the package {package!r}, which is not installed",
            hint=f"pip install 'claimtree[{extra}]'",
            values={"package": package},
        ) from error
