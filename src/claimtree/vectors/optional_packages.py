"""Imports packages that only some indexes need, when such an index is opened."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from claimtree.errors import MissingExtra


def imported(module: str, *, package: str, extra: str) -> Any:
    """The module; raises `MissingExtra` with the install command if it is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra(
            f"this kind of vector index needs the package {package!r}, which is not installed",
            hint=f"pip install 'claimtree[{extra}]'",
            values={"package": package},
        ) from error
