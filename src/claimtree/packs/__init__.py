"""Packs: domains described by files. Code in here reads files; it never ranks or searches."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimtree.packs.find import pack_folder
    from claimtree.packs.load import known_packs, load_pack

__all__ = ["known_packs", "load_pack", "pack_folder"]

_HOMES = {
    "known_packs": "claimtree.packs.load",
    "load_pack": "claimtree.packs.load",
    "pack_folder": "claimtree.packs.find",
}


def __getattr__(name: str) -> object:
    # Imported on first use: a process that has a pack from the cache does not need the code that
    # checks its files.
    if name not in _HOMES:
        raise AttributeError(f"module 'claimtree.packs' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
